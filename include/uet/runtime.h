/* SPDX-License-Identifier: MIT */
/*
 * Events that are defined while the program runs: for language bindings,
 * plug-ins and exporters.  Programs in C or C++ rather use uet/event.h.
 *
 * Since: 0.1.0
 */
#ifndef UET_RUNTIME_H
#define UET_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

#include "uet/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * uet_event_new() - define an event and register it.
 * @description: "NAME[ FIELDS]" in the kernel's syntax, as "shop_done u32
 *		 status; __rel_loc char[] path"; copied.
 * @flags:	 UET_FLAG_*, or 0.
 * @out:	 receives the event; the caller frees it with uet_event_free().
 *
 * Any thread; not in a signal handler.
 *
 * Returns 0 also when the kernel could not be asked or refused: the event is
 * there, uet_event_state() tells what became of it, and uet_register() tries
 * again.  Else -EINVAL for no description, for a name that no tool could reach
 * (empty, with a control character, '/', ':' or ';', or ".", "..", "enable",
 * "filter", which stand for something else in the tracing folder), or unknown
 * flags; -E2BIG for one of more than 512 bytes with its NUL; -ENOMEM.
 */
int uet_event_new(const char *description, unsigned int flags,
		  struct uet_event **out);

/**
 * uet_event_free() - unregister an event of uet_event_new() and free it.
 * @event: NULL does nothing.  No thread may be writing it.
 */
void uet_event_free(struct uet_event *event);

/* Inline functions of this header are symbols of libuet as well, for languages
 * that cannot compile C: see lib/emit/ffi.c. */
#ifndef UET_INLINE
#define UET_INLINE static inline
#endif

/**
 * uet_event_enabled() - whether somebody listens; false for NULL.  Any thread,
 * any signal handler; costs a load.
 */
UET_INLINE bool uet_event_enabled(const struct uet_event *event)
{
	return event && __atomic_load_n(event->word, __ATOMIC_RELAXED) != 0;
}

/**
 * uet_event_write() - emit an event.
 * @event:    any event, also one of UET_EVENT_REF().
 * @segments: n segments; the first is the library's and may be uninitialised,
 *	      the payload begins with the second.  Left as they are but for
 *	      the first.
 * @n:	      at least 1, at most 1,024 (IOV_MAX).
 *
 * The payload is packed: the fields in their order without padding; a field of
 * variable length is a u32 with the length in the upper and the offset, from
 * the end of this u32, in the lower 16 bits, its bytes behind the fixed part,
 * strings with their NUL.
 *
 * Any thread, any signal handler; errno is left alone.
 *
 * Returns 0; -EBADF when nobody listens; -EINVAL when the payload is shorter
 * than the fixed fields; -EMSGSIZE for more than UET_PAYLOAD_MAX bytes;
 * -EFAULT for a bad location word or a string without its NUL; -ENOTCONN when
 * the event is not registered.  What fails is counted as well, see
 * uet_event_stats(); not so -EINVAL for no event or no segment.
 */
int uet_event_write(const struct uet_event *event, struct iovec *segments,
		    int n);

#ifdef __cplusplus
}
#endif

#endif /* UET_RUNTIME_H */
