/* SPDX-License-Identifier: MIT */
/*
 * uet list: the events of the kernel, or those compiled into a file.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>
#include <uet/elf.h>
#include <uet/registry.h>

#include "json.h"
#include "list.h"
#include "uet.h"

struct options {
	bool json;
	const char *elf;
};

static void print_json_fields(const struct uet_format *format)
{
	const char *comma = "";

	for (size_t i = 0; i < uet_format_n_fields(format); i++) {
		const struct uet_field *field = uet_format_field(format, i);

		if (field->is_common)
			continue;
		printf("%s{\"name\":", comma);
		json_string(stdout, field->name);
		fputs(",\"type\":", stdout);
		json_string(stdout, field->type);
		printf(",\"offset\":%u,\"size\":%u,\"signed\":%s}",
		       field->offset, field->size,
		       field->is_signed ? "true" : "false");
		comma = ",";
	}
}

/* The name that programs registered: of all formats of a multi-format event
 * the same. */
static void json_base(const struct uet_catalog_event *event)
{
	char *base = strndup(event->name, list_base(event));

	json_string(stdout, base ? base : event->name);
	free(base);
}

static void print_json(const struct uet_catalog *catalog)
{
	for (size_t i = 0; i < catalog->n; i++) {
		const struct uet_catalog_event *event = &catalog->events[i];

		fputs("{\"system\":", stdout);
		json_string(stdout, event->system);
		fputs(",\"name\":", stdout);
		json_string(stdout, event->name);
		fputs(",\"base\":", stdout);
		json_base(event);
		printf(",\"id\":%u,\"fields\":[", event->id);
		if (event->parsed)
			print_json_fields(event->parsed);
		printf("],\"enabled\":%s,\"used_by\":",
		       event->enabled ? "true" : "false");
		json_listeners(stdout, event->used_by);
		fputs("}\n", stdout);
	}
}

static int list_kernel(const struct options *options, char **patterns, size_t n)
{
	size_t *matches = calloc(n + 1, sizeof(*matches));
	struct uet_catalog *catalog;
	struct uet_error err;
	int status = UET_EXIT_OK;

	if (!matches) {
		out_error(&cmd_list, "out of memory");
		return UET_EXIT_FAILED;
	}
	if (uet_catalog_load((const char *const *)patterns, n, matches,
			     &catalog, &err)) {
		out_error(&cmd_list, "%s", err.text);
		free(matches);
		return UET_EXIT_FAILED;
	}
	if (options->json)
		print_json(catalog);
	else
		list_text(catalog);
	for (size_t i = 0; i < n; i++) {
		if (matches[i])
			continue;
		out_error(&cmd_list, "no event matches '%s': 'uet list' "
			  "without it shows all of user_events", patterns[i]);
		status = UET_EXIT_FAILED;
	}
	if (!n && !catalog->n)
		out_error(&cmd_list, "no program has events registered now");
	uet_catalog_free(catalog);
	free(matches);
	return status;
}

static const char *flag_words(unsigned int flags)
{
	static const char *const words[] = {
		"", "persist", "multi-format", "persist multi-format",
	};

	return words[flags & (UET_REGISTRY_PERSIST |
			      UET_REGISTRY_MULTI_FORMAT)];
}

/* As "uet register" takes it. */
static void print_compiled(const struct uet_elf_event *event)
{
	put_plain(stdout, event->text);
	if (*flag_words(event->flags))
		printf("  [%s]", flag_words(event->flags));
	putchar('\n');
}

static void print_compiled_json(const struct uet_elf_event *event)
{
	size_t length = strcspn(event->text, " ");
	const char *fields = event->text + length;
	char *name = strndup(event->text, length);

	if (name) {
		fields += *fields == ' ';
		fputs("{\"name\":", stdout);
		json_string(stdout, name);
		fputs(",\"fields\":", stdout);
		json_string(stdout, fields);
		printf(",\"persist\":%s,\"multi_format\":%s}\n",
		       event->flags & UET_REGISTRY_PERSIST ? "true" : "false",
		       event->flags & UET_REGISTRY_MULTI_FORMAT ? "true" :
								  "false");
	}
	free(name);
}

static bool wanted(const struct uet_elf_event *event, char **patterns, size_t n,
		   bool *matched)
{
	char *name = strndup(event->text, strcspn(event->text, " "));
	bool any = n == 0;

	for (size_t i = 0; name && i < n; i++) {
		if (!uet_catalog_match(patterns[i], "user_events", name))
			continue;
		matched[i] = true;
		any = true;
	}
	free(name);
	return any;
}

static int list_file(const struct options *options, char **patterns, size_t n)
{
	bool *matched = calloc(n + 1, sizeof(*matched));
	struct uet_elf_list *list;
	struct uet_error err;
	int status = UET_EXIT_OK;

	if (!matched) {
		out_error(&cmd_list, "out of memory");
		return UET_EXIT_FAILED;
	}
	if (uet_elf_events(options->elf, &list, &err)) {
		out_error(&cmd_list, "%s", err.text);
		free(matched);
		return UET_EXIT_FAILED;
	}
	for (size_t i = 0; i < list->n; i++)
		if (wanted(&list->events[i], patterns, n, matched))
			(options->json ? print_compiled_json : print_compiled)(
				&list->events[i]);
	for (size_t i = 0; i < n; i++) {
		if (matched[i])
			continue;
		out_error(&cmd_list, "no event of %s matches '%s'",
			  options->elf, patterns[i]);
		status = UET_EXIT_FAILED;
	}
	if (list->skipped)
		out_error(&cmd_list, "%s: %zu damaged events, or of another "
			  "version of uet, were left out", options->elf,
			  list->skipped);
	uet_elf_list_free(list);
	free(matched);
	return status;
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "elf", required_argument, NULL, 'E' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct options options = { 0 };
	int c, status;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
		switch (c) {
		case 'j':
			options.json = true;
			break;
		case 'E':
			options.elf = optarg;
			break;
		case 'h':
			return out_help(&cmd_list);
		default:
			return opt_bad(&cmd_list, argv, c);
		}
	}
	status = (options.elf ? list_file : list_kernel)(
		&options, argv + optind, (size_t)(argc - optind));
	return out_finish(&cmd_list, status);
}

const struct uet_cmd cmd_list = {
	.name = "list",
	.summary = "list the events of the kernel or of a program's file",
	.help =
"Usage: uet list [--json] [PATTERN...]\n"
"       uet list [--json] --elf FILE [PATTERN...]\n"
"\n"
"List events with their fields and, in brackets, who listens to them.\n"
"\n"
"A PATTERN is a glob: NAME for events of user_events, SYSTEM:NAME for any\n"
"tracepoint of the kernel. Without one, all events of user_events are listed.\n"
"NAME also means all formats NAME.HEX of a multi-format event; a terminal shows\n"
"them below NAME, a pipe gets a line for each.\n"
"\n"
"Options:\n"
"      --elf FILE  list the events compiled into a program or shared object,\n"
"                  without running it; needs no kernel feature\n"
"      --json      one JSON object a line\n"
"  -h, --help      this text\n"
"\n"
"Exit status: 0; 1 when a pattern matches nothing, or on failure; 2 for wrong\n"
"usage.\n",
	.run = run,
};
