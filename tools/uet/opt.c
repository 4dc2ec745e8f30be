/* SPDX-License-Identifier: MIT */
/*
 * What the commands' options have in common.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "uet.h"

bool opt_number(const struct uet_cmd *cmd, const char *option,
		const char *text, unsigned long long min,
		unsigned long long max, unsigned long long *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	/* strtoull() takes "-1" and " 1"; an option does not. */
	if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && !errno &&
	    *value >= min && *value <= max)
		return true;
	out_usage(cmd, "%s: '%s' is not a number from %llu to %llu", option,
		  text, min, max);
	return false;
}

int opt_bad(const struct uet_cmd *cmd, char **argv, int c)
{
	char letter[3] = { '-', (char)optopt, '\0' };
	const char *last = argv[optind - 1];
	/* A letter may stand among others, and then optind is not past it. */
	const char *name = !strncmp(last, "--", 2) && last[2] ? last : letter;

	return out_usage(cmd, c == ':' ? "%s needs an argument" :
					 "unknown option %s", name);
}
