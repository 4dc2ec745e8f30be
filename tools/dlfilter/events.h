/* SPDX-License-Identifier: MIT */
/*
 * The list of events, between the file that makes it (events.c) and the one
 * that makes it ready for samples (prepare.c).
 */
#ifndef UET_DLFILTER_EVENTS_H
#define UET_DLFILTER_EVENTS_H

#include "dlfilter.h"

struct uet_catalog;
struct uet_perfdata;

/* Either the file or the catalog holds the formats. */
struct dlf_events {
	struct dlf_input input;
	struct uet_perfdata *file;
	struct uet_catalog *catalog;
	const char *source;
	struct uet_filter *filter;
	struct dlf_event *events; /* by config */
	size_t n;
	struct dlf_event *last;
};

/* Says what is wrong and returns -errno, or 0. */
int dlf_events_prepare(struct dlf_events *events, const struct dlf_args *args);

#endif /* UET_DLFILTER_EVENTS_H */
