/* SPDX-License-Identifier: MIT */
/*
 * Compares user_events_status with what was there before, and looks up only
 * what is new.  Knows nothing about sessions.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "uet/watch.h"

struct uet_watch {
	char **patterns;
	size_t n;
	char **names; /* known, in the order of strcmp() */
	size_t n_names;
};

static void free_list(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int copy_known(struct uet_watch *w, const struct uet_catalog *known)
{
	w->names = calloc(known->n + 1, sizeof(*w->names));
	if (!w->names)
		return -ENOMEM;
	for (size_t i = 0; i < known->n; i++) {
		if (strncmp(known->events[i].system, "user_events", 11))
			continue;
		w->names[w->n_names] = strdup(known->events[i].name);
		if (!w->names[w->n_names++])
			return -ENOMEM;
	}
	qsort(w->names, w->n_names, sizeof(*w->names), by_name);
	return 0;
}

int uet_watch_new(const char *const *patterns, size_t n,
		  const struct uet_catalog *known, struct uet_watch **out,
		  struct uet_error *err)
{
	struct uet_watch *w = calloc(1, sizeof(*w));
	int result = w ? 0 : -ENOMEM;

	if (w)
		w->patterns = calloc(n + 1, sizeof(*w->patterns));
	if (!result && !w->patterns)
		result = -ENOMEM;
	for (size_t i = 0; !result && i < n; i++) {
		w->patterns[i] = strdup(patterns[i]);
		w->n++;
		if (!w->patterns[i])
			result = -ENOMEM;
	}
	if (!result && known)
		result = copy_known(w, known);
	if (result) {
		uet_watch_free(w);
		return uet_error_set(err, result, "out of memory");
	}
	*out = w;
	return 0;
}

void uet_watch_free(struct uet_watch *w)
{
	if (!w)
		return;
	free_list(w->patterns, w->n);
	free_list(w->names, w->n_names);
	free(w);
}

/* The status does not name the system, nor does a name always tell it. */
static bool matches(const struct uet_watch *w, const char *name)
{
	for (size_t i = 0; i < w->n; i++)
		if (uet_catalog_match(w->patterns[i], "user_events", name) ||
		    uet_catalog_match(w->patterns[i], "user_events_multi",
				      name))
			return true;
	return !w->n;
}

/* A pattern that means this name only, in whichever system. */
static char *exactly(const char *name)
{
	static const char any[] = "user_events*:";
	char *pattern = malloc(sizeof(any) + 2 * strlen(name));
	char *to = pattern;

	if (!pattern)
		return NULL;
	to = stpcpy(to, any);
	for (; *name; name++) {
		if (strchr("*?[\\", *name))
			*to++ = '\\';
		*to++ = *name;
	}
	*to = '\0';
	return pattern;
}

/* Patterns for the new names that match. */
static int find_new(const struct uet_watch *w, const struct uet_status *status,
		    char **patterns, size_t *n)
{
	size_t known = 0;

	for (size_t i = 0; i < status->n; i++) {
		const char *name = status->events[i].name;

		while (known < w->n_names &&
		       strcmp(w->names[known], name) < 0)
			known++;
		if ((known < w->n_names && !strcmp(w->names[known], name)) ||
		    !matches(w, name))
			continue;
		patterns[*n] = exactly(name);
		if (!patterns[(*n)++])
			return -ENOMEM;
	}
	return 0;
}

static int take_names(struct uet_watch *w, struct uet_status *status)
{
	char **names = calloc(status->n + 1, sizeof(*names));

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < status->n; i++) {
		names[i] = status->events[i].name;
		status->events[i].name = NULL;
	}
	free_list(w->names, w->n_names);
	w->names = names;
	w->n_names = status->n;
	return 0;
}

int uet_watch_poll(struct uet_watch *w, struct uet_catalog **out,
		   struct uet_error *err)
{
	struct uet_status *status;
	char **patterns;
	size_t n = 0;
	int result = uet_status_load(&status, err);

	if (result)
		return result;
	patterns = calloc(status->n + 1, sizeof(*patterns));
	result = patterns ? find_new(w, status, patterns, &n) : -ENOMEM;
	if (!result)
		result = take_names(w, status);
	if (result)
		uet_error_set(err, result, "out of memory");
	else if (n)
		result = uet_catalog_load((const char *const *)patterns, n,
					  NULL, out, err);
	uet_status_free(status);
	if (patterns)
		free_list(patterns, n);
	if (result || !n)
		return result;
	if (!(*out)->n) { /* gone again */
		uet_catalog_free(*out);
		return 0;
	}
	return 1;
}
