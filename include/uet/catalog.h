/* SPDX-License-Identifier: MIT */
/*
 * Which events the running kernel has, and who listens to them.  Knows
 * nothing about recordings or about what is compiled into programs.
 */
#ifndef UET_CATALOG_H
#define UET_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>
#include <uet/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum uet_listener - who has an event enabled, one bit each.
 *
 * Since: 0.1.0
 */
enum uet_listener {
	UET_LISTENER_FTRACE = 1,
	UET_LISTENER_PERF = 2,
	UET_LISTENER_OTHER = 4, /* an eBPF program, for one */
};

/**
 * struct uet_catalog_event - one event of the kernel.
 * @system:	"user_events", "user_events_multi" or any other of tracefs.
 * @name:	the event's name; NAME.HEX for one format of a multi-format
 *		event.
 * @id:		the tracepoint's number, perf_event_attr.config.
 * @format:	the text of its format file, NUL-terminated.
 * @format_size: bytes of @format without the NUL.
 * @parsed:	the same, parsed; NULL if that failed.
 * @enabled:	by ftrace, in the top-level instance.
 * @used_by:	UET_LISTENER_* bits from user_events_status; 0 for events of
 *		other systems, of which the kernel does not tell it.
 *
 * Everything in it belongs to the catalog.
 *
 * Since: 0.1.0
 */
struct uet_catalog_event {
	char *system;
	char *name;
	uint32_t id;
	char *format;
	size_t format_size;
	struct uet_format *parsed;
	bool enabled;
	unsigned int used_by;
};

/**
 * struct uet_catalog - the events that matched, by system and name in the
 * order of strcmp(); the formats NAME.HEX of a multi-format event by NAME and
 * then by number.
 *
 * Since: 0.1.0
 */
struct uet_catalog {
	struct uet_catalog_event *events;
	size_t n;
};

/**
 * uet_catalog_load() - look up events.
 * @patterns: globs (fnmatch(3)) "SYSTEM:NAME" or "NAME".  A bare NAME is
 *	looked for in user_events and user_events_multi; with a colon in every
 *	system.  NAME alone also means the formats NAME.HEX of a multi-format
 *	event.
 * @n:	how many patterns; 0 for all events of both systems of user_events.
 * @matches: NULL, or n counters that receive how many events each pattern
 *	matched (an event that several match counts for each).
 * @out: receives the catalog; the caller frees it with uet_catalog_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * A pattern that matches nothing is no failure: look at @matches.  An event
 * that goes away while it is read is left out.  A kernel without user_events
 * is no failure either if every pattern names another system.
 *
 * Thread-safe.  Nothing is mounted.
 *
 * Return: 0; -ENOENT when tracefs is mounted nowhere; -ENOSYS when the kernel
 * has no user_events; -EACCES when we must not read the tracing folder;
 * -ENOMEM; or another -errno of reading it.  err->text says what to do.
 * Source: Documentation/trace/{events,user_events}.rst of the kernel.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_catalog_load(const char *const *patterns, size_t n,
				     size_t *matches, struct uet_catalog **out,
				     struct uet_error *err);

/** uet_catalog_free() - free a catalog and its events.  @c may be NULL. */
UET_COLLECT_API void uet_catalog_free(struct uet_catalog *c);

/**
 * uet_catalog_match() - does a pattern of uet_catalog_load() mean this event?
 *
 * Pure; any thread, and in signal handlers as far as fnmatch(3) is.
 * Since: 0.1.0
 */
UET_COLLECT_API bool uet_catalog_match(const char *pattern, const char *system,
				       const char *name);

/**
 * uet_catalog_base() - what the formats of a multi-format event share.
 * @event: "SYSTEM:NAME".
 *
 * The kernel numbers the formats anew each time: NAME.HEX.
 *
 * Return: the length without ".HEX" if the system is that of multi-format
 * events, else the whole length.
 * Since: 0.1.0
 */
UET_COLLECT_API size_t uet_catalog_base(const char *event);

/**
 * uet_tracing_find() - the tracing folder of a kernel that has user_events.
 * @path: receives it, without a final slash.
 * @size: bytes at @path; 256 are enough for any.
 * @err: receives a line about the failure; may be NULL.
 *
 * Return: 0; -ENOENT when tracefs is mounted nowhere; -ENOSYS when it is and
 * the kernel has no user_events; -EACCES when we must not look.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_tracing_find(char *path, size_t size,
				     struct uet_error *err);

/**
 * struct uet_status_event - one line of user_events_status.
 * @name:	the tracepoint's name: NAME, or NAME.HEX of a multi-format one.
 * @used_by:	UET_LISTENER_* bits.
 *
 * Since: 0.1.0
 */
struct uet_status_event {
	char *name;
	unsigned int used_by;
};

/**
 * struct uet_status - the file user_events_status.
 * @events:	in the order of strcmp().
 * @n:		how many.
 * @active:	events registered, as the kernel counts them.
 * @busy:	of these, how many have a listener.
 * @max:	the most there can be, from the file (before Linux 6.4) or
 *		kernel.user_events_max; 0 when neither tells.
 *
 * Since: 0.1.0
 */
struct uet_status {
	struct uet_status_event *events;
	size_t n;
	uint64_t active;
	uint64_t busy;
	uint64_t max;
};

/**
 * uet_status_load() - read user_events_status.
 * @out: receives it; the caller frees it with uet_status_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * Return: 0; the errors of uet_tracing_find(); -EACCES when the file may not
 * be read; -EBADMSG when it does not look as the kernel writes it; -ENOMEM.
 * Source: user_seq_show() in kernel/trace/trace_events_user.c.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_status_load(struct uet_status **out,
				    struct uet_error *err);

/** uet_status_free() - free what uet_status_load() gave.  May be NULL. */
UET_COLLECT_API void uet_status_free(struct uet_status *status);

/**
 * uet_status_used_by() - UET_LISTENER_* bits of an event by its tracepoint's
 * name; 0 if it is not there.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API unsigned int uet_status_used_by(const struct uet_status *status,
						const char *name);

#ifdef __cplusplus
}
#endif

#endif /* UET_CATALOG_H */
