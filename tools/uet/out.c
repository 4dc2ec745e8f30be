/* SPDX-License-Identifier: MIT */
/*
 * How uet speaks: results on standard output, everything else on standard
 * error, one line for each failure.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <uet/decode.h>

#include "json.h"
#include "uet.h"

static void error_line(const struct uet_cmd *cmd, const char *format,
		       va_list args)
{
	char text[2048];

	/* What was printed so far belongs before the complaint. */
	fflush(stdout);
	if (cmd)
		fprintf(stderr, "uet %s: ", cmd->name);
	else
		fputs("uet: ", stderr);
	/* One line, whatever names it quotes. */
	if (vsnprintf(text, sizeof(text), format, args) >= 0)
		put_plain(stderr, text);
	fputc('\n', stderr);
}

void out_error(const struct uet_cmd *cmd, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_line(cmd, format, args);
	va_end(args);
}

int out_usage(const struct uet_cmd *cmd, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_line(cmd, format, args);
	va_end(args);
	if (cmd)
		fprintf(stderr, "Try 'uet help %s'.\n", cmd->name);
	else
		fputs("Try 'uet help'.\n", stderr);
	return UET_EXIT_USAGE;
}

int out_help(const struct uet_cmd *cmd)
{
	fputs(cmd->help, stdout);
	return out_finish(cmd, UET_EXIT_OK);
}

int out_finish(const struct uet_cmd *cmd, int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	if (errno != EPIPE)
		out_error(cmd, "cannot write to standard output: %s",
			  errno ? strerror(errno) : "an earlier write failed");
	return status ? status : UET_EXIT_FAILED;
}

int out_buffer(const struct uet_cmd *cmd, struct uet_buffer *buffer,
	       out_wait_fn *wait, void *context)
{
	const char *at = buffer->data;
	size_t left = buffer->size;

	buffer->size = 0;
	while (left) {
		ssize_t n = wait ? wait(context, STDOUT_FILENO) : SSIZE_MAX;

		if (n == -ECANCELED) {
			out_error(cmd, "standard output: its reader does not "
				  "read; what it did not take is given up");
			return -ECANCELED;
		}
		n = write(STDOUT_FILENO, at, left < (size_t)n ? left : (size_t)n);
		if (n < 0) {
			int code = -errno;

			if (code == -EINTR)
				continue;
			if (code != -EPIPE)
				out_error(cmd, "cannot write to standard "
					  "output: %s", strerror(-code));
			return code;
		}
		at += n;
		left -= (size_t)n;
	}
	return 0;
}
