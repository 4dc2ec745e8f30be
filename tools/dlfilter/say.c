/* SPDX-License-Identifier: MIT */
/*
 * How the filter speaks: lines on standard error, between perf's own.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "dlfilter.h"

static void say(const char *format, va_list args)
{
	char text[PATH_MAX + 1024];

	if (vsnprintf(text, sizeof(text), format, args) < 0)
		return;
	/* One line, whatever name a file or an event may have. */
	for (char *at = text; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = '?';
	/* What was printed so far belongs before it. */
	fflush(stdout);
	fprintf(stderr, "uet-dlfilter: %s\n", text);
}

void dlf_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
}

int dlf_fail(int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	return code;
}

int dlf_no_memory(void)
{
	return dlf_fail(-ENOMEM, "out of memory");
}
