/* SPDX-License-Identifier: MIT */
/*
 * Which events a command of uet collects: those asked for, those that were
 * registered ahead, or all; and those that appear later.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "decl.h"

static bool is_glob(const char *pattern)
{
	return strpbrk(pattern, "*?[");
}

static void tell_waiting(const struct collect_options *o, size_t i)
{
	const char *pattern = o->patterns[i];

	if (!o->twins[i])
		out_error(o->cmd, "no event matches '%s' yet: waiting for one",
			  pattern);
	else if (!o->chooses_names)
		out_error(o->cmd, "no event matches '%s' yet: waiting for one; "
			  "EventHeader events come by tracepoint, as in -e "
			  "'PROVIDER_L*'", pattern);
	else
		out_error(o->cmd, "no event matches '%s' yet, since there is "
			  "neither a system nor a provider '%.*s': waiting for "
			  "one", pattern, (int)(eh_colon(pattern) - pattern),
			  pattern);
}

bool collect_is_named(const struct collect_options *o,
		      const struct uet_catalog_event *event)
{
	for (size_t i = 0; i < o->n_patterns; i++)
		if (!is_glob(o->patterns[i]) &&
		    uet_catalog_match(o->patterns[i], event->system,
				      event->name))
			return true;
	return false;
}

/* An exact name that is not there is a typo; a glob can wait, and so can a
 * provider's event, of which only samples tell. */
static bool check_matches(const struct collect_options *o, const size_t *matches)
{
	bool all = true;

	/* What was registered ahead is there, or somebody deleted it. */
	for (size_t i = 0; i < o->n_asked; i++) {
		bool is_there = o->twins[i] && matches[o->twins[i]];

		if (matches[i] || (is_there && o->chooses_names))
			continue;
		if (o->twins[i] && !o->chooses_names &&
		    (is_there || !is_glob(o->patterns[i]))) {
			collect_tell_provider(o, i);
			all = false;
			continue;
		}
		if (is_glob(o->patterns[i]) || o->twins[i]) {
			tell_waiting(o, i);
			continue;
		}
		out_error(o->cmd, "no event matches '%s': 'uet list' shows "
			  "what there is; --elf FILE and --register DECL "
			  "register ahead, and a pattern with '*' waits for events that "
			  "are registered later%s", o->patterns[i],
			  decl_hint(o->patterns[i]));
		all = false;
	}
	return all;
}

/* False without memory. */
static bool keep_catalog(struct collect_events *events, struct uet_catalog *c)
{
	void *catalogs = reallocarray(events->catalogs, events->n_catalogs + 1,
				      sizeof(*events->catalogs));
	void *list = reallocarray(events->list, events->n + c->n + 1,
				  sizeof(*events->list));

	if (catalogs)
		events->catalogs = catalogs;
	if (list)
		events->list = list;
	if (!catalogs || !list) {
		uet_catalog_free(c);
		return false;
	}
	events->catalogs[events->n_catalogs++] = c;
	for (size_t i = 0; i < c->n; i++)
		if (collect_wants(events->o, &c->events[i]))
			events->list[events->n++] = &c->events[i];
	return true;
}

/*
 * Without -e, what a command's plug-ins register later is the command's, too.
 * The kernel does not tell who registered an event: it is all that come from
 * now on, and the session lets in what the command's processes emit.
 */
static bool follows_all(const struct collect_options *o)
{
	return o->command && !o->whole_system && !o->n_patterns &&
	       !o->n_perf_events;
}

static int watch_all(struct collect_events *events, struct uet_error *err)
{
	struct uet_catalog *there;
	int result = uet_catalog_load(NULL, 0, NULL, &there, err);

	if (result)
		return result;
	result = uet_watch_new(NULL, 0, there, &events->watch, err);
	uet_catalog_free(there);
	return result;
}

/* Nothing passes --level and --keyword. */
static void tell_limits(const struct collect_options *o,
			const struct collect_made *made)
{
	const char *limits = eh_limits_text(&o->limits);

	if (made->n_left_out)
		out_error(o->cmd, "none of %s's tracepoints has such a %s: "
			  "waiting for another",
			  o->command ? o->command[0] : o->elfs[0], limits);
	else
		out_error(o->cmd, "no event has such a %s yet: waiting for one",
			  limits);
}

static bool load_catalog(const struct collect_options *o,
			 struct collect_events *events,
			 const struct collect_made *made)
{
	/* Where there are patterns, what was made has been compared with them
	 * already, but for declarations. */
	size_t n_made = o->n_patterns && !o->n_decls ? 0 : made->n;
	size_t n = o->n_patterns + n_made;
	const char **patterns = calloc(n + 1, sizeof(*patterns));
	size_t *matches = calloc(n + 1, sizeof(*matches));
	struct uet_catalog *catalog = NULL;
	struct uet_error err;
	bool ok;

	if (!patterns || !matches) {
		out_error(o->cmd, "out of memory");
		free(patterns);
		free(matches);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		patterns[i] = i < o->n_patterns ? o->patterns[i] :
						  made->list[i - o->n_patterns];
	if (uet_catalog_load(patterns, n, matches, &catalog, &err) ||
	    (follows_all(o) ?
		     watch_all(events, &err) :
		     uet_watch_new(patterns, n, catalog, &events->watch,
				   &err))) {
		out_error(o->cmd, "%s", err.text);
		uet_catalog_free(catalog);
		free(patterns);
		free(matches);
		return false;
	}
	ok = check_matches(o, matches);
	free(patterns);
	free(matches);
	if (ok && !catalog->n && !n && !eh_has_limits(&o->limits))
		out_error(o->cmd, "no program has events registered yet: "
			  "waiting for one");
	if (keep_catalog(events, catalog)) {
		if (ok && eh_has_limits(&o->limits) && !events->n)
			tell_limits(o, made);
		return ok;
	}
	out_error(o->cmd, "out of memory");
	return false;
}

ssize_t collect_events_late(struct collect_events *events,
			    struct uet_error *err)
{
	size_t n = events->n;
	struct uet_catalog *catalog;
	int result = events->watch ?
			     uet_watch_poll(events->watch, &catalog, err) :
			     0;

	if (result <= 0)
		return result;
	if (keep_catalog(events, catalog))
		return (ssize_t)(events->n - n);
	snprintf(err->text, sizeof(err->text), "out of memory");
	return -1;
}

/* -e named none, only what perf counts otherwise. */
static bool has_no_tracepoints(const struct collect_options *o,
			       const struct collect_made *made)
{
	return o->n_perf_events && !o->n_patterns && !made->n;
}

bool collect_events_find(const struct collect_options *o, const char *path,
			struct collect_events *events)
{
	struct collect_made made = { 0 };
	bool ok;

	events->o = o;
	ok = collect_register_ahead(o, path, events, &made) &&
	     (has_no_tracepoints(o, &made) ||
	      load_catalog(o, events, &made));

	collect_made_free(&made);
	return ok;
}

void collect_events_free(struct collect_events *events)
{
	for (size_t i = 0; i < events->n_catalogs; i++)
		uet_catalog_free(events->catalogs[i]);
	free(events->catalogs);
	free(events->list);
	free(events->awaited);
	uet_watch_free(events->watch);
	uet_registry_close(events->registry);
}
