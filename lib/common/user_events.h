/* SPDX-License-Identifier: MIT */
/*
 * The kernel's user_events interface, as numbers: the data file's ioctls and
 * the structures they take.  Defined here because distributions ship headers
 * without linux/user_events.h.  Source: include/uapi/linux/user_events.h and
 * Documentation/trace/user_events.rst, Linux 6.12.
 */
#ifndef UET_COMMON_USER_EVENTS_H
#define UET_COMMON_USER_EVENTS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>

struct uet_user_reg {
	uint32_t size;	      /* in: of this struct */
	uint8_t enable_bit;   /* in: which bit of the word the kernel sets */
	uint8_t enable_size;  /* in: bytes of the word, 4 or 8 */
	uint16_t flags;	      /* in: UET_FLAG_* */
	uint64_t enable_addr; /* in: the word */
	uint64_t name_args;   /* in: the description, a string */
	uint32_t write_index; /* out: the first four bytes of each write */
} __attribute__((packed));
static_assert(sizeof(struct uet_user_reg) == 28, "struct user_reg");
static_assert(offsetof(struct uet_user_reg, write_index) == 24,
	      "struct user_reg");

struct uet_user_unreg {
	uint32_t size;
	uint8_t disable_bit;
	uint8_t reserved;
	uint16_t reserved2;
	uint64_t disable_addr;
} __attribute__((packed));
static_assert(sizeof(struct uet_user_unreg) == 16, "struct user_unreg");

/* The size in these numbers is a pointer's.  A 64-bit kernel does not take
 * those of 32-bit programs (ENOTTY): Linux 6.12 has no compat_ioctl here. */
#define UET_DIAG_IOCSREG _IOWR('*', 0, struct uet_user_reg *)
#define UET_DIAG_IOCSDEL _IOW('*', 1, char *)
#define UET_DIAG_IOCSUNREG _IOW('*', 2, struct uet_user_unreg *)

#define UET_DATA_FILE "user_events_data"
#define UET_STATUS_FILE "user_events_status"
#define UET_SYSTEM "user_events"
#define UET_SYSTEM_MULTI "user_events_multi"

#endif /* UET_COMMON_USER_EVENTS_H */
