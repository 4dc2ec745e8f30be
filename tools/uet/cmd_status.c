/* SPDX-License-Identifier: MIT */
/*
 * uet status: user_events_status as a table.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>

#include "holders.h"
#include "json.h"
#include "uet.h"

static void print_table(const struct uet_status *status)
{
	size_t width = sizeof("EVENT") - 1;
	char words[32];

	for (size_t i = 0; i < status->n; i++)
		if (strlen(status->events[i].name) > width)
			width = strlen(status->events[i].name);
	if (status->n)
		printf("%-*s  USED BY\n", (int)width, "EVENT");
	for (size_t i = 0; i < status->n; i++) {
		const struct uet_status_event *event = &status->events[i];

		put_plain(stdout, event->name);
		printf("%*s  %s\n", (int)(width - strlen(event->name)), "",
		       event->used_by ?
			       listener_words(event->used_by, words) : "-");
	}
	printf("%s%" PRIu64 " active, %" PRIu64 " busy", status->n ? "\n" : "",
	       status->active, status->busy);
	if (status->max)
		printf(", at most %" PRIu64, status->max);
	putchar('\n');
}

static void print_holders(const struct holders *holders)
{
	printf("\n%7s  PROCESS WITH user_events_data OPEN\n", "PID");
	for (size_t i = 0; i < holders->n; i++)
		printf("%7d  %s\n", (int)holders->list[i].pid,
		       holders->list[i].comm);
	if (!holders->n)
		printf("%7s  none\n", "-");
	if (!holders->complete) {
		fflush(stdout);
		out_error(&cmd_status, "not all processes may be looked at: "
			  "root sees the others");
	}
}

static void print_json_holders(const struct holders *holders)
{
	const char *comma = "";

	fputs(",\"processes\":[", stdout);
	for (size_t i = 0; i < holders->n; i++) {
		printf("%s{\"pid\":%d,\"comm\":", comma,
		       (int)holders->list[i].pid);
		json_string(stdout, holders->list[i].comm);
		putchar('}');
		comma = ",";
	}
	printf("],\"processes_complete\":%s",
	       holders->complete ? "true" : "false");
}

/* holders may be NULL. */
static void print_json(const struct uet_status *status,
		       const struct holders *holders)
{
	const char *comma = "";

	printf("{\"active\":%" PRIu64 ",\"busy\":%" PRIu64 ",\"max\":",
	       status->active, status->busy);
	if (status->max)
		printf("%" PRIu64, status->max);
	else
		fputs("null", stdout);
	fputs(",\"events\":[", stdout);
	for (size_t i = 0; i < status->n; i++) {
		printf("%s{\"name\":", comma);
		json_string(stdout, status->events[i].name);
		fputs(",\"used_by\":", stdout);
		json_listeners(stdout, status->events[i].used_by);
		putchar('}');
		comma = ",";
	}
	putchar(']');
	if (holders)
		print_json_holders(holders);
	fputs("}\n", stdout);
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "processes", no_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct uet_status *status;
	struct uet_error err;
	struct holders holders = { 0 };
	bool json = false, processes = false;
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":ph", longs, NULL)) != -1) {
		switch (c) {
		case 'j':
			json = true;
			break;
		case 'p':
			processes = true;
			break;
		case 'h':
			return out_help(&cmd_status);
		default:
			return opt_bad(&cmd_status, argv, c);
		}
	}
	if (optind < argc)
		return out_usage(&cmd_status, "takes no argument: '%s' (names "
				 "are for uet list)", argv[optind]);
	if (uet_status_load(&status, &err)) {
		out_error(&cmd_status, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	if (processes)
		holders_find(&holders);
	if (json)
		print_json(status, processes ? &holders : NULL);
	else
		print_table(status);
	if (processes && !json)
		print_holders(&holders);
	holders_free(&holders);
	uet_status_free(status);
	return out_finish(&cmd_status, UET_EXIT_OK);
}

const struct uet_cmd cmd_status = {
	.name = "status",
	.summary = "show which events are registered and who listens",
	.help =
"Usage: uet status [-p] [--json]\n"
"\n"
"Show what the kernel's user_events_status tells: every registered event, who\n"
"listens to it (ftrace, perf, other), how many are active (registered) and how\n"
"many busy (listened to).\n"
"\n"
"Options:\n"
"  -p, --processes  also the processes that have user_events_data open: one of\n"
"                   them has what uet delete calls busy\n"
"      --json       one JSON object\n"
"  -h, --help       this text\n"
"\n"
"Exit status: 0; 1 on failure; 2 for wrong usage.\n",
	.run = run,
};
