/* SPDX-License-Identifier: MIT */
/*
 * What a buffer remembers of the lines before.  Whether it is right for the
 * next one is decided by all that it was made of, never by an address, so that
 * what is printed does not depend on it.
 */
#ifndef UET_COLLECT_PRINT_RECENT_H
#define UET_COLLECT_PRINT_RECENT_H

#include <stdbool.h>
#include <stdint.h>

#include "print_head.h"

#define UET_RECENT_TASKS 64 /* a power of two */

/* At least the length of a name of the kernel's with its NUL. */
#define UET_RECENT_COMM_MAX 16

struct uet_recent_task {
	const struct uet_head *head; /* whose text it is; NULL: none */
	uint32_t pid, tid, cpu;
	bool has_task, has_cpu, has_comm, is_wall;
	uint8_t size;
	char comm[UET_RECENT_COMM_MAX];
	char text[80]; /* as long as those of the longest names and numbers */
};

struct uet_eh_shape;

#define UET_RECENT_SHAPES 64 /* a power of two */

struct uet_buffer_recent {
	/* Of print_head.c. */
	const struct uet_head *head; /* whose time it is */
	bool is_wall;
	uint64_t units; /* 0: none */
	size_t time_size;
	char time[UET_HEAD_TIME_MAX];
	struct uet_recent_task tasks[UET_RECENT_TASKS];
	/* Of eventheader_shape.c. */
	struct uet_eh_shape *shapes[UET_RECENT_SHAPES];
};

/* The buffer's, made if there is none; or NULL: lines take longer then. */
struct uet_buffer_recent *uet_buffer_remember(struct uet_buffer *b);

#endif /* UET_COLLECT_PRINT_RECENT_H */
