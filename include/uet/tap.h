/* SPDX-License-Identifier: MIT */
/*
 * A subscriber inside the process: what a program's own tests listen with, on
 * any kernel and without any right.
 *
 * Since: 0.1.0
 */
#ifndef UET_TAP_H
#define UET_TAP_H

#include <stddef.h>

#include "uet/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How many taps can be open at the same time. */
#define UET_TAPS_MAX 8

/**
 * struct uet_tap_event - an event as a tap sees it.  Valid during the call.
 * @event:       which one, comparable with UET_EVENT_REF().
 * @name:        its name, not NUL-terminated.
 * @name_length: bytes of @name.
 * @payload:     the packed fields as the kernel would get them, without the
 *		 write index; not aligned.
 * @size:        bytes of @payload.
 */
struct uet_tap_event {
	const struct uet_event *event;
	const char *name;
	size_t name_length;
	const void *payload;
	size_t size;
};

/**
 * uet_tap_fn - takes an event, in the thread (or signal handler) that emits it
 * and while it does: it may be called by several threads at once, must not
 * close the tap, must return (no longjmp, no exception, no pthread_exit), and
 * had better not trace an event that it taps.
 */
typedef void uet_tap_fn(void *context, const struct uet_tap_event *event);

struct uet_tap;

/**
 * uet_tap_open() - listen to events of this process.
 * @event:   the one event; NULL for all of them, those of shared objects that
 *	     are loaded later and those made by uet_event_new() included.
 * @fn:      called for each event that is emitted from now on.
 * @context: for @fn.
 * @out:     receives the tap; the caller closes it with uet_tap_close().
 *
 * The events are on while the tap is open, whether or not the kernel knows
 * them.  Any thread; not in a signal handler.
 *
 * Returns 0; -EINVAL without a function; -EMFILE when UET_TAPS_MAX are open.
 */
int uet_tap_open(const struct uet_event *event, uet_tap_fn *fn, void *context,
		 struct uet_tap **out);

/**
 * uet_tap_close() - stop listening.
 * @tap: NULL does nothing.
 *
 * When it returns, @fn is not running and will not be called again.  Not from
 * within @fn, not in a signal handler.
 */
void uet_tap_close(struct uet_tap *tap);

#ifdef __cplusplus
}
#endif

#endif /* UET_TAP_H */
