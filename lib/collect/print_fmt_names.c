/* SPDX-License-Identifier: MIT */
/*
 * The kernel's strings and functions, to which records only point, on their way
 * into libtraceevent.  It takes lines as they come; here they are looked at
 * first.  Knows no record.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "print_fmt.h"

/* Each record can print one as often as it has "%s".  The kernel's names of
 * functions have 512 bytes at most. */
#define MAX_LINE 1024

/* Without the final \n, which libtraceevent would cut off, too. */
static size_t without_newline(const char *text, size_t size)
{
	return size >= 2 && !memcmp(text + size - 2, "\\n", 2) ? size - 2 : size;
}

/*
 * 0xffffffff81d2a1c0 : "rcu_sched".  With "\n" and a quote behind it each
 * string is long enough for libtraceevent, which reads before the beginning of
 * shorter ones.
 */
static int load_string(struct tep_handle *tep, const char *line, size_t size)
{
	char copy[MAX_LINE + 1], text[MAX_LINE + sizeof("\\n\"")], *at;
	unsigned long long address;

	if (size > MAX_LINE)
		return -EINVAL;
	memcpy(copy, line, size);
	copy[size] = '\0';
	address = strtoull(copy, &at, 16);
	if (at == copy || strncmp(at, " : \"", 4) || size < 2 ||
	    at + 4 > copy + size - 1 || copy[size - 1] != '"')
		return -EINVAL;
	at += 3;
	size = without_newline(at, (size_t)(copy + size - 1 - at));
	memcpy(text, at, size);
	strcpy(text + size, "\\n\"");
	return tep_register_print_string(tep, text, address) ? -ENOMEM : 0;
}

/* Calls load for each line but empty ones. */
static int each_line(struct tep_handle *tep, const char *text, size_t size,
		     int (*load)(struct tep_handle *tep, const char *line,
				 size_t size))
{
	int result = 0;

	size = strnlen(text, size);
	while (size && !result) {
		const char *newline = memchr(text, '\n', size);
		size_t n = newline ? (size_t)(newline - text) : size;

		if (n)
			result = load(tep, text, n);
		n += newline != NULL;
		text += n;
		size -= n;
	}
	return result;
}

int uet_print_fmt_load_strings(struct tep_handle *tep, const char *text,
			       size_t size)
{
	return size ? each_line(tep, text, size, load_string) : 0;
}

static int check_line(struct tep_handle *tep, const char *line, size_t size)
{
	(void)tep;
	(void)line;
	return size > MAX_LINE ? -EINVAL : 0;
}

/* It wants a string of its own, and fails on an empty one. */
int uet_print_fmt_load_symbols(struct tep_handle *tep, const char *text,
			       size_t size)
{
	char *copy;
	int failed;

	if (!size || !*text)
		return 0;
	failed = each_line(tep, text, size, check_line);
	if (failed)
		return failed;
	copy = strndup(text, size);
	if (!copy)
		return -ENOMEM;
	failed = tep_parse_kallsyms(tep, copy);
	free(copy);
	return failed ? -EINVAL : 0;
}
