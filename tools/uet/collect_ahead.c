/* SPDX-License-Identifier: MIT */
/*
 * What record, live and stat register before the programs whose events it is
 * do: what was declared, what is compiled into files, and tracepoints whose
 * names tell their fields.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <uet/elf.h>

#include "collect.h"
#include "decl.h"
#include "needed.h"

void collect_made_free(struct collect_made *made)
{
	for (size_t i = 0; i < made->n; i++)
		free(made->list[i]);
	free(made->list);
}

/* "SYSTEM:NAME" that matches only this name, whatever characters it has. */
static bool make_pattern(struct collect_made *made,
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
		      const struct uet_elf_event *event,
		      struct collect_made *made)
{
	bool multi = event->flags & UET_REGISTRY_MULTI_FORMAT;
	char *name = strndup(event->text, strcspn(event->text, " "));
	bool asked = name && !o->n_patterns && !o->n_perf_events;

	for (size_t i = 0; name && !asked && i < o->n_patterns; i++)
		asked = uet_catalog_match(o->patterns[i],
					  multi ? "user_events_multi" :
						  "user_events", name);
	if (asked && !collect_wants_name(o, name)) {
		made->n_left_out++;
		asked = false;
	}
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
			 struct collect_made *made, const char *consequence)
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
			   struct collect_made *made)
{
	for (size_t i = 0; i < list->n; i++)
		if (asked_for(o, &list->events[i], made) &&
		    !register_one(o, &list->events[i], events, made,
				  " (left out)"))
			return false;
	return true;
}

/* Unlike what a program brings, it was asked for by name. */
static bool register_line(const struct collect_options *o, const char *line,
			  struct collect_events *events,
			  struct collect_made *made)
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
			      struct collect_made *made)
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

/* One that is there goes with its last program, maybe before it is opened.  Who
 * may not register, and what has other fields, takes that chance. */
static void hold(const char *name, struct collect_events *events)
{
	char *text = decl_to_register(name);

	if (text && (events->registry ||
		     !uet_registry_open(&events->registry, NULL)))
		uet_registry_add(events->registry, text, 0, NULL, NULL);
	free(text);
}

static bool register_name(const struct collect_options *o, const char *name,
			  struct collect_events *events,
			  struct collect_made *made, bool *awaited)
{
	ssize_t n = count_matches(o, name);

	if (n > 0)
		hold(name, events);
	if (n)
		return n > 0;
	if (!collect_wants_name(o, name)) {
		out_error(o->cmd, "'%s' is not of the %s asked for: leave out "
			  "one or the other", name,
			  eh_limits_text(&o->limits));
		return false;
	}
	if (!register_line(o, name, events, made))
		return false;
	*awaited = true;
	out_error(o->cmd, "no event matches '%s' yet: registered, waiting for "
		  "its program", name);
	return true;
}

/* -e with the name of an EventHeader tracepoint: its fields are known, so that
 * its program may come later. */
static bool register_named(const struct collect_options *o,
			   struct collect_events *events,
			   struct collect_made *made)
{
	events->awaited = calloc(o->n_asked + 1, sizeof(*events->awaited));
	if (!events->awaited) {
		out_error(o->cmd, "out of memory");
		return false;
	}
	for (size_t i = 0; i < o->n_asked; i++)
		if (decl_is_eventheader(o->patterns[i]) &&
		    !register_name(o, o->patterns[i], events, made,
				   &events->awaited[i]))
			return false;
	return true;
}

enum use { USED, NO_EVENTS_IN_IT, FAILED };

/* NO_EVENTS_IN_IT comes with err and without a message, FAILED with one. */
static enum use use_file(const struct collect_options *o, const char *path,
			 struct collect_events *events,
			 struct collect_made *made, struct uet_error *err)
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
		    struct collect_events *events, struct collect_made *made)
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
			   struct collect_made *made)
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
			struct collect_made *made)
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
		      struct collect_events *events, struct collect_made *made)
{
	if (!register_declared(o, events, made))
		return false;
	for (size_t i = 0; i < o->n_elfs; i++)
		if (!use_elf(o, o->elfs[i], events, made))
			return false;
	if (path && !use_command(o, path, events, made))
		return false;
	if ((path || o->n_elfs) && !o->n_patterns && !o->n_perf_events &&
	    !o->whole_system && !made->n && !eh_has_limits(&o->limits)) {
		out_error(o->cmd, "none of the events of %s could be "
			  "registered", path ? path : o->elfs[0]);
		return false;
	}
	return true;
}

bool collect_register_ahead(const struct collect_options *o, const char *path,
			    struct collect_events *events,
			    struct collect_made *made)
{
	return use_files(o, path, events, made) &&
	       register_named(o, events, made);
}
