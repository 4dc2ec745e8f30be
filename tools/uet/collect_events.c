/* SPDX-License-Identifier: MIT */
/*
 * Which events a command of uet collects: those asked for, those compiled into
 * the program that it runs, or all; and those that appear later.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/elf.h>

#include "collect.h"
#include "decl.h"
#include "needed.h"

/* Patterns made from the names that are compiled into the command. */
struct made_patterns {
	char **list;
	size_t n;
};

static void free_made(struct made_patterns *made)
{
	for (size_t i = 0; i < made->n; i++)
		free(made->list[i]);
	free(made->list);
}

/* "SYSTEM:NAME" that matches only this name, whatever characters it has. */
static bool make_pattern(struct made_patterns *made,
			 const struct uet_elf_event *event, bool multi)
{
	const char *system = multi ? "user_events_multi:" : "user_events:";
	size_t length = strcspn(event->text, " ");
	char **grown = reallocarray(made->list, made->n + 1, sizeof(*grown));
	char *to = malloc(strlen(system) + 2 * length + 1);

	if (grown)
		made->list = grown;
	if (!grown || !to) {
		free(to);
		return false;
	}
	grown[made->n++] = to;
	to = stpcpy(to, system);
	for (size_t i = 0; i < length; i++) {
		if (strchr("*?[\\", event->text[i]))
			*to++ = '\\';
		*to++ = event->text[i];
	}
	*to = '\0';
	return true;
}

static bool asked_for(const struct collect_options *o,
		      const struct uet_elf_event *event)
{
	bool multi = event->flags & UET_REGISTRY_MULTI_FORMAT;
	char *name = strndup(event->text, strcspn(event->text, " "));
	bool asked = !o->n_patterns && !o->n_perf_events;

	for (size_t i = 0; name && !asked && i < o->n_patterns; i++)
		asked = uet_catalog_match(o->patterns[i],
					  multi ? "user_events_multi" :
						  "user_events", name);
	free(name);
	return asked;
}

/* As the program would: without the flags that this kernel does not know or
 * this user may not set. */
static int add(struct uet_registry *registry, const struct uet_elf_event *event,
	       unsigned int *flags, struct uet_error *err)
{
	*flags = event->flags;
	for (;;) {
		int result = uet_registry_add(registry, event->text, *flags,
					      NULL, err);

		if (result == -EPERM && *flags & UET_REGISTRY_PERSIST)
			*flags &= ~UET_REGISTRY_PERSIST;
		else if (result == -EINVAL && *flags & UET_REGISTRY_MULTI_FORMAT)
			*flags &= ~UET_REGISTRY_MULTI_FORMAT;
		else if (result == -EINVAL && *flags & UET_REGISTRY_PERSIST)
			*flags &= ~UET_REGISTRY_PERSIST;
		else
			return result;
	}
}

/* One that cannot be registered is told and left out: the program will fare
 * no better with it. */
static bool register_one(const struct collect_options *o,
			 const struct uet_elf_event *event,
			 struct collect_events *events,
			 struct made_patterns *made, const char *consequence)
{
	struct uet_error err;
	unsigned int flags;

	if (!events->registry && uet_registry_open(&events->registry, &err)) {
		out_error(o->cmd, "%s", err.text);
		return false;
	}
	if (add(events->registry, event, &flags, &err)) {
		out_error(o->cmd, "%s%s", err.text, consequence);
		return true;
	}
	if (make_pattern(made, event, flags & UET_REGISTRY_MULTI_FORMAT))
		return true;
	out_error(o->cmd, "out of memory");
	return false;
}

static bool register_ahead(const struct collect_options *o,
			   const struct uet_elf_list *list,
			   struct collect_events *events,
			   struct made_patterns *made)
{
	for (size_t i = 0; i < list->n; i++)
		if (asked_for(o, &list->events[i]) &&
		    !register_one(o, &list->events[i], events, made,
				  " (left out)"))
			return false;
	return true;
}

/* Unlike what a program brings, it was asked for by name. */
static bool register_line(const struct collect_options *o, const char *line,
			  struct collect_events *events,
			  struct made_patterns *made)
{
	char *text = decl_to_register(line);
	const struct uet_elf_event event = { .text = text };
	size_t before = made->n;
	bool ok;

	if (!text)
		out_error(o->cmd, "out of memory");
	ok = text && register_one(o, &event, events, made, "") &&
	     made->n > before;
	if (ok && *decl_hint(text))
		out_error(o->cmd, "'%s' is registered without fields%s", text,
			  decl_hint(text));
	free(text);
	return ok;
}

/* --register: what is declared is wanted, whatever -e asks for. */
static bool register_declared(const struct collect_options *o,
			      struct collect_events *events,
			      struct made_patterns *made)
{
	for (size_t i = 0; i < o->n_decls; i++)
		if (!register_line(o, o->decls[i], events, made))
			return false;
	return true;
}

/* How many events the pattern means; -1 after a message. */
static ssize_t count_matches(const struct collect_options *o,
			     const char *pattern)
{
	struct uet_catalog *catalog;
	struct uet_error err;
	ssize_t n;

	if (uet_catalog_load(&pattern, 1, NULL, &catalog, &err)) {
		out_error(o->cmd, "%s", err.text);
		return -1;
	}
	n = (ssize_t)catalog->n;
	uet_catalog_free(catalog);
	return n;
}

/* -e with the name of an EventHeader tracepoint that is not there: its fields
 * are known, so that its program may come later. */
static bool register_named(const struct collect_options *o,
			   struct collect_events *events,
			   struct made_patterns *made)
{
	for (size_t i = 0; i < o->n_patterns; i++) {
		ssize_t n = 1;

		if (decl_is_eventheader(o->patterns[i]))
			n = count_matches(o, o->patterns[i]);
		if (n > 0)
			continue;
		if (n < 0 || !register_line(o, o->patterns[i], events, made))
			return false;
		out_error(o->cmd, "no event matches '%s' yet: registered, "
			  "waiting for its program", o->patterns[i]);
	}
	return true;
}

enum use { USED, NO_EVENTS_IN_IT, FAILED };

/* NO_EVENTS_IN_IT comes with err and without a message, FAILED with one. */
static enum use use_file(const struct collect_options *o, const char *path,
			 struct collect_events *events,
			 struct made_patterns *made, struct uet_error *err)
{
	struct uet_elf_list *list;
	bool ok;

	if (uet_elf_events(path, &list, err))
		return NO_EVENTS_IN_IT;
	ok = register_ahead(o, list, events, made);
	uet_elf_list_free(list);
	return ok ? USED : FAILED;
}

static bool use_elf(const struct collect_options *o, const char *path,
		    struct collect_events *events, struct made_patterns *made)
{
	struct uet_error err;
	enum use use = use_file(o, path, events, made, &err);

	if (use == NO_EVENTS_IN_IT)
		out_error(o->cmd, "%s", err.text);
	return use == USED;
}

/* The shared objects that it is loaded with; most have no events. */
static enum use use_needed(const struct collect_options *o, const char *path,
			   struct collect_events *events,
			   struct made_patterns *made)
{
	enum use found = NO_EVENTS_IN_IT;
	size_t n;
	char **files = needed_files(path, &n);

	for (size_t i = 0; found != FAILED && i < n; i++) {
		struct uet_error err;
		enum use use = use_file(o, files[i], events, made, &err);

		if (use != NO_EVENTS_IN_IT)
			found = use;
	}
	needed_free(files, n);
	return found;
}

static bool use_command(const struct collect_options *o, const char *path,
			struct collect_events *events,
			struct made_patterns *made)
{
	struct uet_error err;
	enum use use = use_file(o, path, events, made, &err), needed;

	if (use == FAILED)
		return false;
	needed = use_needed(o, path, events, made);
	if (needed == FAILED)
		return false;
	if (use == USED || needed == USED)
		return true;
	/* Named otherwise, a command needs no events of its own. */
	if (o->n_patterns || o->n_elfs || o->n_decls || o->n_perf_events ||
	    o->whole_system)
		return true;
	out_error(o->cmd, "%s: name the file that has them with --elf, declare "
		  "them with --register, or name registered ones with -e",
		  err.text);
	return false;
}

/* The command's own events and those of --elf. */
static bool use_files(const struct collect_options *o, const char *path,
		      struct collect_events *events, struct made_patterns *made)
{
	if (!register_declared(o, events, made))
		return false;
	for (size_t i = 0; i < o->n_elfs; i++)
		if (!use_elf(o, o->elfs[i], events, made))
			return false;
	if (path && !use_command(o, path, events, made))
		return false;
	if ((path || o->n_elfs) && !o->n_patterns && !o->n_perf_events &&
	    !o->whole_system && !made->n) {
		out_error(o->cmd, "none of the events of %s could be "
			  "registered", path ? path : o->elfs[0]);
		return false;
	}
	return true;
}

static bool is_glob(const char *pattern)
{
	return strpbrk(pattern, "*?[");
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

/* An exact name that is not there is a typo; a glob can wait. */
static bool check_matches(const struct collect_options *o, const size_t *matches)
{
	bool all = true;

	/* What was registered ahead is there, or somebody deleted it. */
	for (size_t i = 0; i < o->n_patterns; i++) {
		if (matches[i])
			continue;
		if (is_glob(o->patterns[i])) {
			out_error(o->cmd, "no event matches '%s' yet: waiting "
				  "for one", o->patterns[i]);
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

static bool load_catalog(const struct collect_options *o,
			 struct collect_events *events,
			 const struct made_patterns *made)
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
	if (ok && !catalog->n && !n)
		out_error(o->cmd, "no program has events registered yet: "
			  "waiting for one");
	if (keep_catalog(events, catalog))
		return ok;
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
			       const struct made_patterns *made)
{
	return o->n_perf_events && !o->n_patterns && !made->n;
}

bool collect_events_find(const struct collect_options *o, const char *path,
			struct collect_events *events)
{
	struct made_patterns made = { 0 };
	bool ok = use_files(o, path, events, &made) &&
		  register_named(o, events, &made) &&
		  (has_no_tracepoints(o, &made) ||
		   load_catalog(o, events, &made));

	free_made(&made);
	return ok;
}

void collect_events_free(struct collect_events *events)
{
	for (size_t i = 0; i < events->n_catalogs; i++)
		uet_catalog_free(events->catalogs[i]);
	free(events->catalogs);
	free(events->list);
	uet_watch_free(events->watch);
	uet_registry_close(events->registry);
}
