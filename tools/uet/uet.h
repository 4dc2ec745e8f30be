/* SPDX-License-Identifier: MIT */
/*
 * What the commands of uet share: the table's entry, messages, exit statuses.
 * A command's own options and work stay in its cmd_NAME.c.
 */
#ifndef UET_TOOL_H
#define UET_TOOL_H

#include <stdbool.h>
#include <stdio.h>

struct uet_buffer;

enum uet_exit {
	UET_EXIT_OK = 0,
	UET_EXIT_FAILED = 1,
	UET_EXIT_USAGE = 2,
	UET_EXIT_LOST = 3, /* with --fail-on-loss */
};

/*
 * One command.  argv[0] of run() is the command's name; its value is the exit
 * status.  help is the whole text that "uet help NAME" prints.
 */
struct uet_cmd {
	const char *name;
	const char *summary;
	const char *help;
	int (*run)(int argc, char **argv);
};

extern const struct uet_cmd cmd_list;
extern const struct uet_cmd cmd_status;
extern const struct uet_cmd cmd_register;
extern const struct uet_cmd cmd_delete;
extern const struct uet_cmd cmd_record;
extern const struct uet_cmd cmd_report;
extern const struct uet_cmd cmd_live;
extern const struct uet_cmd cmd_stat;

/* out.c */

/* "uet NAME: MESSAGE" and a newline on standard error. */
void out_error(const struct uet_cmd *cmd, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same, and where to read on; returns UET_EXIT_USAGE. */
int out_usage(const struct uet_cmd *cmd, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The help on standard output; returns UET_EXIT_OK. */
int out_help(const struct uet_cmd *cmd);

/*
 * Flushes standard output.  Returns status, or UET_EXIT_FAILED with a message
 * when what was printed did not arrive; a reader that went away ("| head") is
 * not worth a message.
 */
int out_finish(const struct uet_cmd *cmd, int status);

/* Waits until fd takes more; how many bytes, or -ECANCELED to give up. */
typedef ssize_t out_wait_fn(void *context, int fd);

/*
 * Writes what was printed into a buffer, which is empty then, around stdio: it
 * is large and in order.  wait is asked before each piece, unless it is NULL.
 * 0 or -errno; -EPIPE, a reader that went away, has no message.
 */
int out_buffer(const struct uet_cmd *cmd, struct uet_buffer *buffer,
	       out_wait_fn *wait, void *context);

/* opt.c */

/*
 * A number of an option's argument, decimal, within [min, max].  False (and a
 * usage message) when it is none.
 */
bool opt_number(const struct uet_cmd *cmd, const char *option,
		const char *text, unsigned long long min,
		unsigned long long max, unsigned long long *value);

/*
 * What getopt_long() did not like, c being what it returned: '?' or, where the
 * options' string begins with one, ':'.  Returns UET_EXIT_USAGE.
 */
int opt_bad(const struct uet_cmd *cmd, char **argv, int c);

#endif /* UET_TOOL_H */
