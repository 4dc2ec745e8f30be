/* SPDX-License-Identifier: MIT */
/*
 * The arguments of perf script --dlarg.  Knows nothing about events.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dlfilter.h"

#define MANUAL "see uet-dlfilter(7)"

struct flag {
	const char *word;
	size_t member;
};

static const struct flag flags[] = {
	{ "keep-others", offsetof(struct dlf_args, keep_others) },
	{ "early", offsetof(struct dlf_args, early) },
	{ "stats", offsetof(struct dlf_args, stats) },
	{ "kernel", offsetof(struct dlf_args, kernel) },
};

static const struct flag options[] = {
	{ "show", offsetof(struct dlf_args, show) },
	{ "sym", offsetof(struct dlf_args, caller) },
	{ "input", offsetof(struct dlf_args, input) },
};

static bool set_flag(struct dlf_args *a, const char *argument)
{
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		if (strcmp(argument, flags[i].word))
			continue;
		*(bool *)((char *)a + flags[i].member) = true;
		return true;
	}
	return false;
}

/* "sym == 3" is an expression, "sym=main" is none. */
static const char *value_of(const char *argument, const char *option)
{
	size_t n = strlen(option);

	if (strncmp(argument, option, n) || argument[n] != '=' ||
	    argument[n + 1] == '=')
		return NULL;
	return argument + n + 1;
}

static int set(char **to, const char *what, const char *value)
{
	if (*to)
		return dlf_fail(-EINVAL, "%s is given twice", what);
	if (!*value)
		return dlf_fail(-EINVAL, "%s is empty: " MANUAL, what);
	*to = strdup(value);
	return *to ? 0 : dlf_no_memory();
}

/* 1 if it was one, 0 if it was none, or -errno. */
static int set_option(struct dlf_args *a, const char *argument)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		const char *value = value_of(argument, options[i].word);
		char what[16] = "";
		int ret;

		if (!value)
			continue;
		strcat(strcpy(what, options[i].word), "=");
		ret = set((char **)((char *)a + options[i].member), what,
			  value);
		return ret ? ret : 1;
	}
	return 0;
}

static int split_show(struct dlf_args *a)
{
	char *save, *word;

	/* There are not more names than commas and one. */
	a->show_names = calloc(strlen(a->show) + 1, sizeof(*a->show_names));
	if (!a->show_names)
		return dlf_no_memory();
	for (word = strtok_r(a->show, ",", &save); word;
	     word = strtok_r(NULL, ",", &save))
		a->show_names[a->n_show++] = word;
	if (!a->n_show)
		return dlf_fail(-EINVAL, "show= is empty: " MANUAL);
	return 0;
}

static int check(struct dlf_args *a)
{
	if (!a->expression && !a->caller && !a->show && !a->stats)
		return dlf_fail(-EINVAL, "nothing to filter by: --dlarg "
				"'EXPRESSION', as of uet report --filter; "
				MANUAL);
	if (a->kernel && a->input)
		return dlf_fail(-EINVAL, "input= and kernel contradict each "
				"other: formats come from one of them");
	return a->show ? split_show(a) : 0;
}

int dlf_args_parse(struct dlf_args *a, char *const *argv, int argc)
{
	int ret;

	*a = (struct dlf_args){ .expression = NULL };
	for (int i = 0; argv && i < argc; i++) {
		if (set_flag(a, argv[i]))
			continue;
		ret = set_option(a, argv[i]);
		if (ret < 0)
			return ret;
		if (ret)
			continue;
		if (a->expression)
			return dlf_fail(-EINVAL, "'%s' is a second expression: "
					"join the two by &&", argv[i]);
		ret = set(&a->expression, "the expression", argv[i]);
		if (ret)
			return ret;
	}
	return check(a);
}

void dlf_args_free(struct dlf_args *a)
{
	free(a->expression);
	free(a->caller);
	free(a->input);
	free(a->show);
	free(a->show_names);
}
