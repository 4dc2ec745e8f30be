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

static bool delete_name(const char *name)
{
	struct uet_error err;

	if (uet_registry_delete(name, &err)) {
		out_error(&cmd_delete, "%s", err.text);
		return false;
	}
	fputs("deleted ", stdout);
	put_plain(stdout, name);
	putchar('\n');
	return true;
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

static bool delete_found(const struct uet_catalog *catalog)
{
	bool all = true;
	char *last = NULL;

	for (size_t i = 0; i < catalog->n; i++) {
		char *name = registered_name(&catalog->events[i]);

		/* One deletion takes all formats, which stand together. */
		if (name && (!last || strcmp(last, name)))
			all &= delete_name(name);
		free(last);
		last = name;
	}
	free(last);
	return all;
}

/* "x.1f" where there is a multi-format event x. */
static bool is_one_format(const char *name)
{
	const char *pattern[1];
	char *full;
	struct uet_catalog *catalog;
	bool found = false;

	if (!strchr(name, '.') ||
	    asprintf(&full, "user_events_multi:%s", name) < 0)
		return false;
	pattern[0] = full;
	if (!uet_catalog_load(pattern, 1, NULL, &catalog, NULL)) {
		found = catalog->n == 1 && !strcmp(catalog->events[0].name, name);
		uet_catalog_free(catalog);
	}
	free(full);
	return found;
}

static bool delete_argument(const char *argument)
{
	const char *name = without_system(argument);
	struct uet_catalog *catalog;
	struct uet_error err;
	bool ok;

	if (strchr(name, ':')) {
		out_error(&cmd_delete, "'%s' is not an event of user_events: "
			  "only those can be deleted", argument);
		return false;
	}
	if (!strpbrk(name, "*?[")) {
		if (!is_one_format(name))
			return delete_name(name);
		out_error(&cmd_delete, "'%s' is one format of the multi-format "
			  "event '%.*s': uet delete %.*s deletes all its "
			  "formats", name,
			  (int)(strrchr(name, '.') - name), name,
			  (int)(strrchr(name, '.') - name), name);
		return false;
	}
	if (uet_catalog_load(&argument, 1, NULL, &catalog, &err)) {
		out_error(&cmd_delete, "%s", err.text);
		return false;
	}
	if (!catalog->n)
		out_error(&cmd_delete, "no event matches '%s': 'uet list' "
			  "shows what there is", argument);
	ok = catalog->n && delete_found(catalog);
	uet_catalog_free(catalog);
	return ok;
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct uet_error err;
	char folder[256];
	bool all = true;
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
		if (c == 'h')
			return out_help(&cmd_delete);
		return opt_bad(&cmd_delete, argv, c);
	}
	if (optind == argc)
		return out_usage(&cmd_delete, "which event? NAME is missing");
	/* Once, not for each name. */
	if (uet_tracing_find(folder, sizeof(folder), &err)) {
		out_error(&cmd_delete, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	for (int i = optind; i < argc; i++)
		all &= delete_argument(argv[i]);
	return out_finish(&cmd_delete, all ? UET_EXIT_OK : UET_EXIT_FAILED);
}

const struct uet_cmd cmd_delete = {
	.name = "delete",
	.summary = "delete events that nobody uses",
	.help =
"Usage: uet delete NAME|PATTERN...\n"
"\n"
"Delete events of user_events: persistent ones, and what was left behind. An\n"
"event that a program has registered or that a tool listens to is busy, and\n"
"stays. A PATTERN is a glob; it and NAME may have user_events: in front. All\n"
"formats of a multi-format event are deleted by its NAME without .HEX.\n"
"\n"
"Options:\n"
"  -h, --help  this text\n"
"\n"
"Exit status: 0; 1 when one could not be deleted or nothing matched; 2 for\n"
"wrong usage.\n",
	.run = run,
};
