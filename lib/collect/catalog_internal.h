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

/* The text itself, which the caller frees; fails as uet_status_load() does. */
int uet_status_read(char **text, size_t *size, struct uet_error *err);

/* The text of user_events_status, size bytes and a NUL behind them. */
int uet_status_parse(const char *text, size_t size, struct uet_status **out,
		     struct uet_error *err);

/* user_events or user_events_multi? */
bool uet_is_user_system(const char *system);

/* Does the pattern ask for this system? */
bool uet_catalog_match_system(const char *pattern, const char *system);

/* Is there a pattern that can only mean an event of user_events? */
bool uet_needs_user_events(const char *const *patterns, size_t n);

/*
 * "SYSTEM:NAME" of all events that match and are not of user_events, in the
 * order of strcmp(); those that are listed but are no tracepoints included.
 * 0, -ENOMEM or -errno of the folder; the caller frees them with
 * uet_names_free().
 */
int uet_catalog_names(const char *folder, const char *const *patterns,
		      size_t n_patterns, char ***names, size_t *n);
void uet_names_free(char **names, size_t n);

/* How many characters of an event's name come before ".HEX"; all of them
 * where there is no such end. */
size_t uet_multi_base(const char *name);

#endif /* UET_COLLECT_CATALOG_INTERNAL_H */
