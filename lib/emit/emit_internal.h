/* SPDX-License-Identifier: MIT */
/*
 * What the files of libuet know of each other, by the file that owns it.
 */
#ifndef UET_EMIT_INTERNAL_H
#define UET_EMIT_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "uet/abi.h"

#define UET_API __attribute__((visibility("default")))

/* The kernel's bit of the enable word: bit 0 of the byte at its address. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UET_KERNEL_BIT 0
#else
#define UET_KERNEL_BIT 24
#endif
#define UET_KERNEL_MASK (UINT32_C(1) << UET_KERNEL_BIT)

/* Bit 0 of the byte behind it: a tap listens. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UET_TAP_MASK (UINT32_C(1) << 8)
#else
#define UET_TAP_MASK (UINT32_C(1) << 16)
#endif

/* Bytes of n segments, at least one. */
static inline size_t uet_segments_size(const struct iovec *segments, int n)
{
	size_t size = segments[0].iov_len;

	for (int i = 1; i < n; i++)
		size += segments[i].iov_len;
	return size;
}

/* lock.c: one lock for everything but the probes. */
void uet_lock(void);
void uet_unlock(void);

/* data_fd.c: the descriptor of user_events_data, with the lock held. */

/*
 * Opens it unless it is open and still ours.  Returns it, or -errno; *fresh
 * tells that it is another one than before, to which no event belongs yet.
 * Its number is another one too: a probe in flight with the old one does not
 * write to the new one.
 */
int uet_data_fd_open(bool *fresh);
void uet_data_fd_close(void);
/* The last attempt's outcome: the descriptor, or -errno; -ENOTCONN before. */
int uet_data_fd_state(void);

/* register.c: one event's registration, with the lock held. */
int uet_registration_add(struct uet_event *event, int fd);
void uet_registration_remove(struct uet_event *event, int fd);
/* The data file that it was registered through is gone.  True if it was. */
bool uet_registration_detach(struct uet_event *event);

/* module.c: all events of all modules, with the lock held. */
void uet_events_visit(void (*visit)(struct uet_event *event));

/* tap.c */

/* Sets the event's tap bit to whether a tap wants it; with the lock held. */
void uet_tap_apply(struct uet_event *event);
/* Hands an event to all taps that want it; without the lock.  segments as for
 * the kernel: the first four bytes are the write index. */
void uet_tap_dispatch(struct uet_event *event, const struct iovec *segments,
		      int n);

#endif /* UET_EMIT_INTERNAL_H */
