/* SPDX-License-Identifier: MIT */
/*
 * Notices events that appear later.  Knows nothing about sessions.
 */
#ifndef UET_WATCH_H
#define UET_WATCH_H

#include <stddef.h>

#include <uet/catalog.h>
#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_watch - patterns, and which events are known already.  One thread
 * at a time.
 *
 * Since: 0.1.0
 */
struct uet_watch;

/**
 * uet_watch_new() - watch for events that match patterns.
 * @patterns: as in uet_catalog_load(); copied.
 * @n:	how many; 0 for all events of user_events.
 * @known: events that are not new; NULL for none.  Only read during the call.
 * @out: receives the watch; the caller frees it with uet_watch_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_watch_new(const char *const *patterns, size_t n,
				  const struct uet_catalog *known,
				  struct uet_watch **out,
				  struct uet_error *err);

/**
 * uet_watch_poll() - which events are new since the last call?
 * @w: the watch.
 * @out: receives those that match, if there are any; the caller frees it with
 *	uet_catalog_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * Cheap when nothing is new: one read of user_events_status, and of the folders
 * of other systems that patterns name: kprobes, uprobes, synthetic, those of
 * modules.  (inotify does not work on tracefs, and Linux 6.12 changes neither
 * times nor link counts of its folders when an event comes.)  An event that
 * goes away is forgotten; one that comes back is new again.
 *
 * Return: 1 with a catalog; 0 if nothing is new; -errno of
 * uet_status_load() or uet_catalog_load().  What is new is then forgotten or
 * told by the next call.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_watch_poll(struct uet_watch *w,
				   struct uet_catalog **out,
				   struct uet_error *err);

/**
 * uet_watch_forget() - an event that was not caught: if it is there at the next
 * uet_watch_poll(), it is new again.
 * @w: the watch.
 * @event: as a catalog had it.
 *
 * For one that uet_session_open() or uet_session_add_events() left out because
 * it had gone: it may have come back, with other fields, before the watch could
 * see that its name was missing.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API void uet_watch_forget(struct uet_watch *w,
				      const struct uet_catalog_event *event);

/** uet_watch_free() - free it.  @w may be NULL. */
UET_COLLECT_API void uet_watch_free(struct uet_watch *w);

#ifdef __cplusplus
}
#endif

#endif /* UET_WATCH_H */
