/* SPDX-License-Identifier: MIT */
/*
 * The files that --print-fmt takes names from, and what it cannot print.
 */
#ifndef UET_TOOL_PRINT_FMT_H
#define UET_TOOL_PRINT_FMT_H

#include <stdbool.h>
#include <stddef.h>

#include <uet/print_fmt.h>

#include "uet.h"

/* Names of functions, as in /proc/kallsyms.  False after a message. */
bool print_fmt_symbols(const struct uet_cmd *cmd, struct uet_print_fmt *p,
		       const char *path);

/* Says why an event that was added is printed by its fields, if it is. */
void print_fmt_tell_refused(const struct uet_cmd *cmd,
			    const struct uet_print_fmt *p, unsigned int id,
			    const char *name);

/*
 * The strings to which the running kernel's records point: lines of its
 * printk_formats, to be freed.  False when there are none for us.
 */
bool print_fmt_kernel_strings(char **text, size_t *size);

/* What the running kernel has, as far as we may read it.  False after a
 * message, when memory is out. */
bool print_fmt_running(const struct uet_cmd *cmd, struct uet_print_fmt *p);

#endif /* UET_TOOL_PRINT_FMT_H */
