/* SPDX-License-Identifier: MIT */
/*
 * Compares user_events_status, and the folders of other systems that are asked
 * for, with what was there before, and looks up only what is new.  Knows
 * nothing about sessions.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "collect/catalog_internal.h"
#include "common/tracefs.h"
#include "common/user_events.h"
#include "uet/watch.h"

/* Names that are known, in the order of strcmp(). */
struct known {
	char **names;
	size_t n;
};

struct uet_watch {
	char **patterns;
	size_t n;
	struct known users;   /* NAME */
	struct known others;  /* SYSTEM:NAME */
	char *status;	      /* the text that users are of; NULL: none yet */
	size_t status_size;
	bool asks_for_users;  /* a pattern means nothing else, or there is none */
	bool asks_for_others; /* a pattern may mean another system */
};

struct patterns {
	char **list;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int copy_known(struct uet_watch *w, const struct uet_catalog *from)
{
	w->users.names = calloc(from->n + 1, sizeof(char *));
	w->others.names = calloc(from->n + 1, sizeof(char *));
	if (!w->users.names || !w->others.names)
		return -ENOMEM;
	for (size_t i = 0; i < from->n; i++) {
		const struct uet_catalog_event *event = &from->events[i];

		if (uet_is_user_system(event->system)) {
			w->users.names[w->users.n] = strdup(event->name);
			if (!w->users.names[w->users.n++])
				return -ENOMEM;
		} else {
			if (asprintf(&w->others.names[w->others.n], "%s:%s",
				     event->system, event->name) < 0)
				return -ENOMEM;
			w->others.n++;
		}
	}
	qsort(w->users.names, w->users.n, sizeof(char *), by_name);
	qsort(w->others.names, w->others.n, sizeof(char *), by_name);
	return 0;
}

/* A system that is written out is one or the other; a glob may be both. */
static bool asks_for_others(const char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!uet_needs_user_events(&patterns[i], 1))
			return true;
	return false;
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
	if (!result) {
		w->asks_for_users = uet_needs_user_events(patterns, n);
		w->asks_for_others = asks_for_others(patterns, n);
	}
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
	uet_names_free(w->patterns, w->n);
	free(w->status);
	uet_names_free(w->users.names, w->users.n);
	uet_names_free(w->others.names, w->others.n);
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

/* "*:NAME" */
static bool may_be_user(const struct uet_watch *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (uet_catalog_match_system(w->patterns[i], UET_SYSTEM) ||
		    uet_catalog_match_system(w->patterns[i], UET_SYSTEM_MULTI))
			return true;
	return false;
}

/* A pattern that means this name only: behind the system's. */
static int add_exactly(struct patterns *patterns, const char *system,
		       const char *name)
{
	void *grown = reallocarray(patterns->list, patterns->n + 1,
				   sizeof(*patterns->list));
	char *to;

	if (!grown)
		return -ENOMEM;
	patterns->list = grown;
	to = malloc(strlen(system) + 2 * strlen(name) + 1);
	if (!to)
		return -ENOMEM;
	patterns->list[patterns->n++] = to;
	to = stpcpy(to, system);
	for (; *name; name++) {
		if (strchr("*?[\\", *name))
			*to++ = '\\';
		*to++ = *name;
	}
	*to = '\0';
	return 0;
}

static bool is_known(const struct known *known, const char *name)
{
	return known->n && bsearch(&name, known->names, known->n,
				   sizeof(char *), by_name);
}

static void replace(struct known *known, char **names, size_t n)
{
	uet_names_free(known->names, known->n);
	known->names = names;
	known->n = n;
}

static void forget_status(struct uet_watch *w)
{
	free(w->status);
	w->status = NULL;
}

static void forget(struct known *known, const char *name)
{
	char **at = known->n ? bsearch(&name, known->names, known->n,
				       sizeof(char *), by_name) :
			       NULL;

	if (!at)
		return;
	free(*at);
	known->n--;
	memmove(at, at + 1,
		(size_t)(known->names + known->n - at) * sizeof(*at));
}

void uet_watch_forget(struct uet_watch *w,
		      const struct uet_catalog_event *event)
{
	char *name;

	if (uet_is_user_system(event->system)) {
		forget(&w->users, event->name);
		forget_status(w);
	} else if (asprintf(&name, "%s:%s", event->system, event->name) >= 0) {
		forget(&w->others, name);
		free(name);
	}
}

/* Patterns for the new names that match; all names are known then. */
static int find_new_users(struct uet_watch *w, struct uet_status *status,
			  struct patterns *patterns)
{
	char **names = calloc(status->n + 1, sizeof(*names));
	int result = names ? 0 : -ENOMEM;

	for (size_t i = 0; !result && i < status->n; i++) {
		const char *name = status->events[i].name;

		if (!is_known(&w->users, name) && matches(w, name))
			result = add_exactly(patterns, "user_events*:", name);
	}
	if (result) {
		free(names);
		return result;
	}
	for (size_t i = 0; i < status->n; i++) {
		names[i] = status->events[i].name;
		status->events[i].name = NULL;
	}
	replace(&w->users, names, status->n);
	return 0;
}

/* Most of the time nobody has registered anything: the same text again. */
static int find_users(struct uet_watch *w, struct patterns *patterns,
		      struct uet_error *err)
{
	struct uet_status *status;
	char *text;
	size_t size;
	int result = uet_status_read(&text, &size, err);

	if (result == -ENOSYS && !w->asks_for_users)
		return 0; /* a kernel without, and "*:NAME" */
	if (result)
		return result;
	if (w->status && size == w->status_size &&
	    !memcmp(text, w->status, size)) {
		free(text);
		return 0;
	}
	forget_status(w);
	result = uet_status_parse(text, size, &status, err);
	if (!result) {
		result = find_new_users(w, status, patterns);
		uet_status_free(status);
		if (result)
			uet_error_set(err, result, "out of memory");
	}
	if (result) {
		free(text);
		return result;
	}
	w->status = text;
	w->status_size = size;
	return 0;
}

static int find_others(struct uet_watch *w, struct patterns *patterns,
		       struct uet_error *err)
{
	char folder[UET_TRACEFS_PATH_MAX], **names;
	size_t n;
	int result = uet_tracefs_find(folder, sizeof(folder));

	if (!result)
		result = uet_catalog_names(folder,
					   (const char *const *)w->patterns,
					   w->n, &names, &n);
	if (result)
		return uet_error_set(err, result, "the tracing folder's events: "
				     "%s", strerror(-result));
	for (size_t i = 0; !result && i < n; i++)
		if (!is_known(&w->others, names[i]))
			result = add_exactly(patterns, "", names[i]);
	if (!result) {
		replace(&w->others, names, n);
		return 0;
	}
	uet_names_free(names, n);
	return uet_error_set(err, result, "out of memory");
}

int uet_watch_poll(struct uet_watch *w, struct uet_catalog **out,
		   struct uet_error *err)
{
	struct patterns new = { 0 };
	int result = 0;

	/* Where only another system is named, user_events need not be there. */
	if (w->asks_for_users || may_be_user(w))
		result = find_users(w, &new, err);
	if (!result && w->asks_for_others)
		result = find_others(w, &new, err);
	if (!result && new.n)
		result = uet_catalog_load((const char *const *)new.list, new.n,
					  NULL, out, err);
	uet_names_free(new.list, new.n);
	if (result || !new.n)
		return result;
	if (!(*out)->n) { /* gone again, or no tracepoints */
		uet_catalog_free(*out);
		return 0;
	}
	return 1;
}
