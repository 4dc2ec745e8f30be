/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the filter know of each other.  Each group of functions is
 * the file's whose name stands above it.
 */
#ifndef UET_DLFILTER_H
#define UET_DLFILTER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/decode.h>
#include <uet/filter.h>
#include <uet/format.h>

#include "abi.h"

/* say.c */

/* One line on standard error, whatever it quotes. */
void dlf_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, and returns the code. */
int dlf_fail(int code, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int dlf_no_memory(void);

/* args.c: what --dlarg said, copied. */

struct dlf_args {
	char *expression; /* NULL: all samples of user events */
	char *caller;	  /* sym= */
	char *input;	  /* input= */
	char *show;	  /* holds show_names */
	const char **show_names;
	size_t n_show;
	bool keep_others;
	bool early;
	bool stats;
	bool kernel;
};

/* 0, or says what is wrong and returns -errno. */
int dlf_args_parse(struct dlf_args *a, char *const *argv, int argc);
void dlf_args_free(struct dlf_args *a);

/* input.c: which recording perf reads. */

struct dlf_input {
	char path[PATH_MAX]; /* to open */
	bool is_stream;
};

/* file: NULL for the one that perf has open. */
int dlf_input_find(struct dlf_input *in, const char *file);

/* events.c: the events, their formats, and what is made of these. */

struct dlf_event {
	const char *name; /* SYSTEM:NAME */
	char *full_name;  /* the same, if it is ours to free */
	const struct uet_format *format;
	uint64_t config;
	uint64_t sample_type; /* with formats from a file */
	bool is_user;
	bool is_checked; /* that perf means the same event */
	struct uet_matcher *matcher; /* NULL: all match */
	struct uet_plan *show;	     /* NULL: none of the fields */
	uint64_t samples;
	uint64_t kept;
};

struct dlf_events;

/* Says what is wrong and returns -errno, or 0. */
int dlf_events_open(struct dlf_events **out, const struct dlf_args *args);
void dlf_events_close(struct dlf_events *events);
/* The tracepoint of that number; NULL if it is not known. */
struct dlf_event *dlf_events_find(struct dlf_events *events, uint64_t config);
/* For going over all: NULL behind the last. */
struct dlf_event *dlf_events_get(struct dlf_events *events, size_t i);
/* Where the formats come from, for people. */
const char *dlf_events_source(const struct dlf_events *events);

/* caller.c */

/* Did a function of that name call the probe? */
bool dlf_caller_is(const struct dlf_fns *fns, void *ctx,
		   const struct dlf_sample *sample, const char *name);

#endif /* UET_DLFILTER_H */
