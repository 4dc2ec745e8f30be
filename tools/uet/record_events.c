/* SPDX-License-Identifier: MIT */
/*
 * Which events uet record records: those asked for, those compiled into the
 * command, or all.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <uet/elf.h>

#include "record.h"

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
			 const struct uet_elf_event *event)
{
	bool multi = event->flags & UET_REGISTRY_MULTI_FORMAT;
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

static bool asked_for(const struct record_options *o,
		      const struct uet_elf_event *event)
{
	bool multi = event->flags & UET_REGISTRY_MULTI_FORMAT;
	char *name = strndup(event->text, strcspn(event->text, " "));
	bool asked = o->n_patterns == 0;

	for (size_t i = 0; name && !asked && i < o->n_patterns; i++)
		asked = uet_catalog_match(o->patterns[i],
					  multi ? "user_events_multi" :
						  "user_events", name);
	free(name);
	return asked;
}

/* One that cannot be registered is told and left out: the program will fare
 * no better with it. */
static bool register_ahead(const struct record_options *o,
			   const struct uet_elf_list *list,
			   struct record_events *events,
			   struct made_patterns *made)
{
	struct uet_error err;

	for (size_t i = 0; i < list->n; i++) {
		const struct uet_elf_event *event = &list->events[i];

		if (!asked_for(o, event))
			continue;
		if (!events->registry &&
		    uet_registry_open(&events->registry, &err)) {
			out_error(&cmd_record, "%s", err.text);
			return false;
		}
		/* Persistent is what the program may make it. */
		if (uet_registry_add(events->registry, event->text,
				     event->flags & UET_REGISTRY_MULTI_FORMAT,
				     NULL, &err)) {
			out_error(&cmd_record, "%s", err.text);
			continue;
		}
		if (!make_pattern(made, event)) {
			out_error(&cmd_record, "out of memory");
			return false;
		}
	}
	return true;
}

enum use { USED, NO_EVENTS_IN_IT, FAILED };

/* NO_EVENTS_IN_IT comes with err and without a message, FAILED with one. */
static enum use use_file(const struct record_options *o, const char *path,
			 struct record_events *events,
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

static bool use_elf(const struct record_options *o, const char *path,
		    struct record_events *events, struct made_patterns *made)
{
	struct uet_error err;
	enum use use = use_file(o, path, events, made, &err);

	if (use == NO_EVENTS_IN_IT)
		out_error(&cmd_record, "%s", err.text);
	return use == USED;
}

static bool use_command(const struct record_options *o, const char *path,
			struct record_events *events,
			struct made_patterns *made)
{
	struct uet_error err;
	enum use use = use_file(o, path, events, made, &err);

	if (use != NO_EVENTS_IN_IT)
		return use == USED;
	/* Named otherwise, a command needs no events of its own. */
	if (o->n_patterns || o->n_elfs)
		return true;
	out_error(&cmd_record, "%s: name the events to record with -e, or the "
		  "file that has them with --elf", err.text);
	return false;
}

/* The command's own events and those of --elf. */
static bool use_files(const struct record_options *o, const char *path,
		      struct record_events *events, struct made_patterns *made)
{
	for (size_t i = 0; i < o->n_elfs; i++)
		if (!use_elf(o, o->elfs[i], events, made))
			return false;
	if (path && !use_command(o, path, events, made))
		return false;
	if ((path || o->n_elfs) && !o->n_patterns && !made->n) {
		out_error(&cmd_record, "none of the events of %s could be "
			  "registered", path ? path : o->elfs[0]);
		return false;
	}
	return true;
}

static bool check_matches(const struct record_options *o, const size_t *matches)
{
	bool all = true;

	/* What was registered ahead is there, or somebody deleted it. */
	for (size_t i = 0; i < o->n_patterns; i++) {
		if (matches[i])
			continue;
		out_error(&cmd_record, "no event matches '%s': 'uet list' "
			  "shows what there is; --elf FILE registers those of "
			  "a file ahead", o->patterns[i]);
		all = false;
	}
	return all;
}

static bool load_catalog(const struct record_options *o,
			 struct record_events *events,
			 const struct made_patterns *made)
{
	const char *const *patterns = o->patterns;
	size_t n = o->n_patterns, *matches;
	struct uet_error err;
	bool ok;

	if (!n) {
		patterns = (const char *const *)made->list;
		n = made->n;
	}
	matches = calloc(n + 1, sizeof(*matches));
	if (!matches) {
		out_error(&cmd_record, "out of memory");
		return false;
	}
	if (uet_catalog_load(patterns, n, matches, &events->catalog, &err)) {
		out_error(&cmd_record, "%s", err.text);
		free(matches);
		return false;
	}
	ok = check_matches(o, matches);
	free(matches);
	if (ok && !events->catalog->n) {
		out_error(&cmd_record, "no program has events registered now: "
			  "start it first, or let uet start it (uet record -- "
			  "COMMAND)");
		return false;
	}
	return ok;
}

bool record_events_find(const struct record_options *o, const char *path,
			struct record_events *events)
{
	struct made_patterns made = { 0 };
	bool ok = use_files(o, path, events, &made) &&
		  load_catalog(o, events, &made);

	free_made(&made);
	return ok;
}

void record_events_free(struct record_events *events)
{
	uet_catalog_free(events->catalog);
	uet_registry_close(events->registry);
}
