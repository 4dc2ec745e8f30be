/* SPDX-License-Identifier: MIT */
/*
 * How uet speaks: results on standard output, everything else on standard
 * error, one line for each failure.
 */
#include <errno.h>
#include <fcntl.h>
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

/*
 * A terminal that is stopped tells of room where there is less than a write
 * takes, which then blocks.  Others have it open, too: it is opened anew to be
 * non-blocking for us alone.
 */
static int output(void)
{
	static int fd = -1;

	if (fd < 0 && isatty(STDOUT_FILENO)) {
		const char *name = ttyname(STDOUT_FILENO);

		fd = name ? open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY |
					       O_CLOEXEC) :
			    -1;
	}
	if (fd < 0)
		fd = STDOUT_FILENO;
	return fd;
}

int out_buffer(const struct uet_cmd *cmd, struct uet_buffer *buffer,
	       out_wait_fn *wait, void *context)
{
	const char *at = buffer->data;
	size_t left = buffer->size;

	buffer->size = 0;
	while (left) {
		int fd = wait ? output() : STDOUT_FILENO;
		ssize_t n = wait ? wait(context, fd) : SSIZE_MAX;

		if (n == -ECANCELED) {
			out_error(cmd, "standard output: its reader does not "
				  "read; what it did not take is given up");
			return -ECANCELED;
		}
		n = write(fd, at, left < (size_t)n ? left : (size_t)n);
		if (n < 0) {
			int code = -errno;

			if (code == -EINTR || (code == -EAGAIN && wait))
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
