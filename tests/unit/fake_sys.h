/* SPDX-License-Identifier: MIT */
/*
 * System calls that answer what a test wants: a kernel with user_events, made
 * of a table of files and a list of registrations.
 */
#ifndef UET_TESTS_FAKE_SYS_H
#define UET_TESTS_FAKE_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_WRITES 16

struct fake_registration {
	uint64_t address;
	char text[512];
	uint16_t flags;
	bool in_use;
};

struct fake_write {
	unsigned char bytes[70000];
	size_t size;
	int segments;
	int fd;
};

extern struct fake_sys {
	/* What open() answers for a path: the path that exists, or NULL for
	 * none; other paths are -ENOENT, this one open_error if set. */
	const char *data_file;
	int open_error;
	/* Contents of /proc/self/mounts; NULL: there is no /proc. */
	const char *mounts;

	/* What DIAG_IOCSREG answers, 0 for the real thing, and the flags that
	 * this kernel knows (others: -EINVAL) and forbids (-EPERM). */
	int reg_error;
	int reg_errors[2]; /* of the next calls, one by one; 0 ends them */
	uint16_t flags_known;
	uint16_t flags_forbidden;
	struct fake_registration registered[64];
	unsigned int n_reg_calls;
	unsigned int n_unreg_calls;

	/* What write() and writev() answer, 0 for the whole size. */
	int write_error;
	bool fd_is_closed; /* what fcntl(F_GETFD) says */
	struct fake_write writes[FAKE_WRITES];
	unsigned int n_writes;

	/* What DIAG_IOCSDEL was asked for, how often it says EBUSY first, and
	 * what it answers then. */
	char deleted[64];
	unsigned int busy_for;
	int delete_error;

	unsigned int paused; /* microseconds in all */
	void *sealed;
	size_t sealed_size;

	bool no_memory;
	unsigned int n_maps; /* that are there */

	unsigned int n_opens;
	void (*on_pause)(void);
} fake_sys;

/* A kernel that has user_events and knows all flags, nothing registered. */
void fake_sys_reset(void);

/* The number of an event's descriptor, also where it is watched. */
#define fd_of(event) \
	((event)->fd < -1 ? UET_WATCHED((event)->fd) : (event)->fd)

#endif /* UET_TESTS_FAKE_SYS_H */
