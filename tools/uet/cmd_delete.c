/* SPDX-License-Identifier: MIT */
/*
 * uet delete: deletes events that nobody uses any more.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>
#include <uet/registry.h>

#include "decl.h"
#include "holders.h"
#include "json.h"
#include "uet.h"

/* "user_events:" and "user_events_multi:" in front of a name. */
static const char *without_system(const char *name)
{
	const char *colon = strchr(name, ':');

	if (colon && !strncmp(name, "user_events", sizeof("user_events") - 1))
		return colon + 1;
	return name;
}

/* What is done to an event: told in either case. */
static bool tell(bool dry, const char *what)
{
	fputs(dry ? "would delete " : "deleted ", stdout);
	put_plain(stdout, what);
	putchar('\n');
	return true;
}

/* What could not be deleted, and who may be the reason. */
static bool tell_failure(int result, const struct uet_error *err)
{
	struct holders holders;
	char text[256];

	if (result != -EBUSY) {
		out_error(&cmd_delete, "%s", err->text);
		return false;
	}
	holders_find(&holders);
	holders_text(&holders, text, sizeof(text));
	out_error(&cmd_delete, "%s%s%s%s", err->text,
		  holders.n ? "; user_events_data is open in " : "", text,
		  holders.complete ? "" : "; root sees who has "
					  "user_events_data open");
	holders_free(&holders);
	return false;
}

static bool delete_name(const char *name)
{
	struct uet_error err;
	int result = uet_registry_delete(name, &err);

	return result ? tell_failure(result, &err) : tell(false, name);
}

static bool delete_format(const char *decl)
{
	struct uet_error err;
	int result = uet_registry_delete_format(decl, &err);

	return result ? tell_failure(result, &err) : tell(false, decl);
}

static bool try_name(const char *name, unsigned int used_by)
{
	char words[32];

	if (!used_by)
		return tell(true, name);
	out_error(&cmd_delete, "'%s' is busy: %s listens", name,
		  listener_words(used_by, words));
	return false;
}

/* The name that a program registered: NAME of NAME.HEX.  Freed by the
 * caller. */
static char *registered_name(const struct uet_catalog_event *event)
{
	const char *dot = strrchr(event->name, '.');

	if (!strcmp(event->system, "user_events") || !dot)
		return strdup(event->name);
	return strndup(event->name, (size_t)(dot - event->name));
}

/* Who listens to any format of that name; they stand together. */
static unsigned int users(const struct uet_catalog *catalog, size_t i,
			  const char *name)
{
	unsigned int used_by = 0;

	for (; i < catalog->n; i++) {
		char *other = registered_name(&catalog->events[i]);
		bool same = other && !strcmp(other, name);

		free(other);
		if (!same)
			break;
		used_by |= catalog->events[i].used_by;
	}
	return used_by;
}

static bool delete_found(const struct uet_catalog *catalog, bool dry)
{
	bool all = true;
	char *last = NULL;

	for (size_t i = 0; i < catalog->n; i++) {
		char *name = registered_name(&catalog->events[i]);

		/* One deletion takes all formats, which stand together. */
		if (name && (!last || strcmp(last, name)))
			all &= dry ? try_name(name, users(catalog, i, name)) :
				     delete_name(name);
		free(last);
		last = name;
	}
	free(last);
	return all;
}

static bool load(const char *pattern, struct uet_catalog **catalog)
{
	struct uet_error err;

	if (!uet_catalog_load(&pattern, 1, NULL, catalog, &err))
		return true;
	out_error(&cmd_delete, "%s", err.text);
	return false;
}

/* "x.1f" where there is a multi-format event x: that format alone.  False when
 * it is none; else *ok is what became of it. */
static bool is_one_format(const char *name, bool dry, bool *ok)
{
	struct uet_catalog *catalog;
	bool found = false;
	char *full, *decl;

	if (!strchr(name, '.') ||
	    asprintf(&full, "user_events_multi:%s", name) < 0)
		return false;
	if (load(full, &catalog)) {
		found = catalog->n == 1 &&
			!strcmp(catalog->events[0].name, name) &&
			catalog->events[0].parsed;
		decl = found ? decl_of_event(&catalog->events[0]) : NULL;
		if (decl)
			*ok = dry ? try_name(decl, catalog->events[0].used_by) :
				    delete_format(decl);
		found = decl;
		free(decl);
		uet_catalog_free(catalog);
	}
	free(full);
	return found;
}

static bool delete_argument(const char *argument, bool dry)
{
	const char *name = without_system(argument);
	bool pattern = strpbrk(name, "*?[");
	struct uet_catalog *catalog;
	bool ok = false;

	if (strchr(name, ':')) {
		out_error(&cmd_delete, "'%s' is not an event of user_events: "
			  "only those can be deleted", argument);
		return false;
	}
	if (!pattern && is_one_format(name, dry, &ok))
		return ok;
	if (!pattern && !dry)
		return delete_name(name);
	/* "user_events:x" also means the formats of a multi-format x. */
	if (!load(pattern ? argument : name, &catalog))
		return false;
	if (!catalog->n)
		out_error(&cmd_delete, "no event matches '%s': 'uet list' "
			  "shows what there is", argument);
	ok = catalog->n && delete_found(catalog, dry);
	uet_catalog_free(catalog);
	return ok;
}

/* The event with just this declaration, in whatever words. */
static bool try_format(const char *decl)
{
	char *name = strndup(decl, strcspn(decl, " "));
	struct uet_catalog *catalog;
	bool found = false, ok = false;

	if (name && load(name, &catalog)) {
		for (size_t i = 0; i < catalog->n && !found; i++) {
			struct uet_catalog_event *e = &catalog->events[i];
			char *other = e->parsed ? decl_of_event(e) : NULL;

			found = other && !strcmp(other, decl);
			if (found)
				ok = try_name(decl, e->used_by);
			free(other);
		}
		if (!found)
			out_error(&cmd_delete, "there is no event '%s' with "
				  "these fields: '%s'", name, decl);
		uet_catalog_free(catalog);
	}
	free(name);
	return ok;
}

static bool delete_declared(const char *line, bool dry)
{
	char *decl = decl_of_line(line);
	bool ok = decl && (dry ? try_format(decl) : delete_format(decl));

	if (!decl)
		out_error(&cmd_delete, "out of memory");
	free(decl);
	return ok;
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "dry-run", no_argument, NULL, 'n' },
		{ "format", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	bool dry = false, formats = false;
	struct uet_error err;
	char folder[256];
	bool all = true;
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":nh", longs, NULL)) != -1) {
		switch (c) {
		case 'n':
			dry = true;
			break;
		case 'f':
			formats = true;
			break;
		case 'h':
			return out_help(&cmd_delete);
		default:
			return opt_bad(&cmd_delete, argv, c);
		}
	}
	if (optind == argc)
		return out_usage(&cmd_delete, "which event? NAME is missing");
	/* Once, not for each name. */
	if (uet_tracing_find(folder, sizeof(folder), &err)) {
		out_error(&cmd_delete, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	for (int i = optind; i < argc; i++)
		all &= (formats ? delete_declared : delete_argument)(argv[i],
								     dry);
	return out_finish(&cmd_delete, all ? UET_EXIT_OK : UET_EXIT_FAILED);
}

const struct uet_cmd cmd_delete = {
	.name = "delete",
	.summary = "delete events that nobody uses",
	.help =
"Usage: uet delete [--dry-run] NAME|PATTERN...\n"
"       uet delete [--dry-run] --format DECL...\n"
"\n"
"Delete events of user_events: persistent ones, and what was left behind. An\n"
"event that a program has registered or that a tool listens to is busy, and\n"
"stays. A PATTERN is a glob; it and NAME may have user_events: in front. All\n"
"formats of a multi-format event are deleted by its NAME, one by NAME.HEX.\n"
"\n"
"Options:\n"
"      --format   the arguments are declarations, or lines of 'uet list':\n"
"                 delete just the event or format that has these fields\n"
"  -n, --dry-run  only tell what would be deleted\n"
"  -h, --help     this text\n"
"\n"
"Exit status: 0; 1 when one could not be deleted or nothing matched; 2 for\n"
"wrong usage.\n",
	.run = run,
};
