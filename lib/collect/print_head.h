/* SPDX-License-Identifier: MIT */
/*
 * What each line begins with, up to its event: time, thread and CPU.  Knows
 * when the text is that of an earlier line; how it looks, the printers know.
 */
#ifndef UET_COLLECT_PRINT_HEAD_H
#define UET_COLLECT_PRINT_HEAD_H

#include "print.h"

/* The longest text of a time up to its last eight digits. */
#define UET_HEAD_TIME_MAX 32

/* A printer's, of which there is one. */
struct uet_head {
	/* Writes all up to the time's last digit: UET_HEAD_TIME_MAX + 8 bytes
	 * at most. */
	char *(*put_time)(char *to, const struct uet_line *line);
	/* Appends what follows up to the event: 0 or -ENOMEM. */
	int (*add_task)(struct uet_buffer *b, const struct uet_line *line);
};

/*
 * Appends both; returns the end, where there is room for that many bytes more
 * than uet_buffer_end() was told of, or NULL.
 */
char *uet_put_head(struct uet_buffer *b, const struct uet_head *head,
		   const struct uet_line *line, size_t room);

#endif /* UET_COLLECT_PRINT_HEAD_H */
