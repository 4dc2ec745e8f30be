/* SPDX-License-Identifier: MIT */
/*
 * What became of a program's events, and trying again.
 *
 * Constructors register and destructors unregister by themselves; a program
 * needs this header only to ask, or to begin anew after it closed all its
 * descriptors, or when tracefs was mounted after its start.
 *
 * All functions here may be called from any thread at any time, but not from
 * signal handlers.  None prints, starts a thread or changes errno.
 *
 * Since: 0.1.0
 */
#ifndef UET_REGISTER_H
#define UET_REGISTER_H

#include <stddef.h>

#include "uet/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * uet_register() - register every event that is not registered.
 *
 * May be called again and again: what failed is tried anew, from opening the
 * data file on.  A program calls it after it closed all its descriptors, when
 * it has raised its limit of descriptors, and in a child of fork that was made
 * while other threads registered.
 *
 * Returns 0 when all events of all loaded modules are registered (or there
 * are none); else the first failure's -errno, which uet_event_state() tells
 * for each event and uet_strerror_detail() explains:
 *
 * -ENOENT	no user_events: the kernel is older than Linux 6.4 or built
 *		without CONFIG_USER_EVENTS, or tracefs is not mounted
 * -EACCES	this user may not write the data file
 * -EADDRINUSE	an event of this name exists with other fields
 * -EINVAL	the kernel refuses the description (see <uet/description.h>)
 * -EMFILE	no descriptor left, or kernel.user_events_max is reached
 */
int uet_register(void);

/**
 * uet_unregister() - take every registration back and close the data file.
 *
 * For a program that unloads shared objects after it closed all descriptors
 * and dropped the right to open the data file: call this before it drops it.
 * The kernel writes to an event's enable word until it is told not to; from
 * Linux 6.10 on such an object stays mapped otherwise.
 *
 * All probes of this process are off from here to the next uet_register().
 */
void uet_unregister(void);

/**
 * uet_event_register() - the same for one event.
 * uet_event_unregister() - take one event's registration back.
 * @event: as UET_EVENT_REF() or uet_event_new() gives it.
 *
 * uet_event_register() returns as uet_register() does, and -EINVAL for NULL.
 */
int uet_event_register(const struct uet_event *event);
void uet_event_unregister(const struct uet_event *event);

/**
 * struct uet_event_counts - what became of the events that were switched on.
 * @emitted: given to the kernel, which may still have had no room for it; one or
 *	     two more than a listener has that came or went meanwhile.
 * @lost:    not given to it, by enum uet_lost.
 */
struct uet_event_counts {
	uint64_t emitted;
	uint64_t lost[UET_LOST_REASONS];
};

/**
 * uet_event_stats() - how often an event was emitted and lost, since the
 * program started.
 * @event:  as UET_EVENT_REF() or uet_event_new() gives it; NULL counts nothing.
 * @counts: receives the counts; those of other threads that emit meanwhile may
 *	    or may not be in them.
 */
void uet_event_stats(const struct uet_event *event,
		     struct uet_event_counts *counts);

/**
 * uet_event_state() - what became of an event.
 * @event: as UET_EVENT_REF() gives it; NULL answers UET_STATE_NEW.
 * @error: where not NULL, receives the -errno of the last attempt, or 0.
 *
 * UET_STATE_REGISTERED with an error of -EINVAL or -EPERM: registered without
 * a flag that was asked for, because this kernel does not know it or this
 * user may not set it; event->flags has the flags that were granted.
 */
enum uet_state uet_event_state(const struct uet_event *event, int *error);

/**
 * uet_event_tracepoint() - under which name tools find an event.
 * @event: as UET_EVENT_REF() gives it.
 * @name:  receives "SYSTEM:NAME", NUL-terminated, as "user_events:shop_done"
 *	   or, where multi-format was granted, "user_events_multi:shop_done.1".
 * @size:  of name, bytes; 300 are enough for what the kernel takes.
 *
 * For a multi-format event the tracing folder is searched, which usually only
 * root may do.
 *
 * Returns 0; -ENOTCONN when the event is not registered; -EACCES when this user
 * may not search; -ENOENT when there is none with these fields; -ENAMETOOLONG;
 * -ENOMEM.
 */
int uet_event_tracepoint(const struct uet_event *event, char *name,
			 size_t size);

/**
 * uet_strerror_detail() - an event's state in words.
 * @event: as UET_EVENT_REF() gives it; NULL asks about the data file alone.
 * @text:  receives one line without a newline, NUL-terminated, cut to fit.
 * @size:  of text, bytes; 256 are enough but for very long names.
 *
 * The line names the event, the reason and what to do about it.
 *
 * Returns the length of the whole line, as snprintf(3) does.
 */
int uet_strerror_detail(const struct uet_event *event, char *text,
			size_t size);

#ifdef __cplusplus
}
#endif

/* No libuet to call: constant answers. */
#ifdef UET_DISABLE
#include "uet/detail/disabled.h"
#endif

#endif /* UET_REGISTER_H */
