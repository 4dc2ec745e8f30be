/* SPDX-License-Identifier: MIT */
/*
 * The text of a failure.  Knows nothing about what failed.
 */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>

int uet_error_set(struct uet_error *err, int code, const char *format, ...)
{
	va_list args;

	if (!err)
		return code;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	/* One line, whatever name a file or an event may have. */
	for (char *at = err->text; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = '?';
	return code;
}
