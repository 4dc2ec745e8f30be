/* SPDX-License-Identifier: MIT */
/*
 * What the files of libuet know of each other, by the file that owns it.
 */
#ifndef UET_EMIT_INTERNAL_H
#define UET_EMIT_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "uet/abi.h"

#define UET_API __attribute__((visibility("default")))

/* The kernel's bit of the enable word: bit 0 of the byte at its address. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UET_KERNEL_BIT 0
#else
#define UET_KERNEL_BIT 24
#endif
#define UET_KERNEL_MASK (UINT32_C(1) << UET_KERNEL_BIT)

/* lock.c: one lock for everything but the probes. */
void uet_lock(void);
void uet_unlock(void);

/* data_fd.c: the descriptor of user_events_data, with the lock held. */

/*
 * Opens it unless it is open and still ours.  Returns it, or -errno; *fresh
 * tells that it is another one than before, to which no event belongs yet.  A
 * number is used once: a probe in flight with the old one does not write to
 * the new one.
 */
int uet_data_fd_open(bool *fresh);
void uet_data_fd_close(void);
/* The last attempt's outcome: the descriptor, or -errno; -ENOTCONN before. */
int uet_data_fd_state(void);

/* register.c: one event's registration, with the lock held. */
int uet_event_register(struct uet_event *event, int fd);
void uet_event_unregister(struct uet_event *event, int fd);
/* The data file that it was registered through is gone. */
void uet_event_detach(struct uet_event *event);

#endif /* UET_EMIT_INTERNAL_H */
