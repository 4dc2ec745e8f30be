/* SPDX-License-Identifier: MIT */
/*
 * The catalog and the status file below a given folder or from a given text,
 * so that tests need no tracefs.
 */
#ifndef UET_COLLECT_CATALOG_INTERNAL_H
#define UET_COLLECT_CATALOG_INTERNAL_H

#include "uet/catalog.h"

/* uet_catalog_load() in a tracing folder, which may lack user_events. */
int uet_catalog_load_at(const char *folder, const char *const *patterns,
			size_t n, size_t *matches, struct uet_catalog **out,
			struct uet_error *err);

/* uet_tracing_find() for a folder that is found already. */
int uet_tracing_check(const char *folder, struct uet_error *err);

/* The text of user_events_status, size bytes and a NUL behind them. */
int uet_status_parse(const char *text, size_t size, struct uet_status **out,
		     struct uet_error *err);

/* How many characters of an event's name come before ".HEX"; all of them
 * where there is no such end. */
size_t uet_multi_base(const char *name);

#endif /* UET_COLLECT_CATALOG_INTERNAL_H */
