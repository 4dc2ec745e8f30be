/* SPDX-License-Identifier: MIT */
/*
 * Lines and columns of "uet list".  Takes a catalog as it is sorted; knows
 * nothing about the kernel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "decl.h"
#include "json.h"
#include "list.h"
#include "uet.h"

/* Names up to here are lined up; a longer one pushes its line out. */
#define WIDEST_COLUMN 48
#define INDENT 2

/* From a name to the next column. */
static void print_gap(size_t length, size_t width)
{
	printf("%*s", length < width ? (int)(width - length) + 2 : 2, "");
}

/* Columns of the terminal; 0 where standard output is none. */
static size_t terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) ||
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return 0;
	return size.ws_col;
}

/* A word of the fields or behind them, on the next line if it has no room on
 * this one.  Returns the column behind it. */
static size_t print_word(const char *word, size_t length, const char *gap,
			 size_t column, size_t indent, size_t width)
{
	if (column > indent && width > indent + 20 &&
	    column + strlen(gap) + length > width) {
		printf("\n%*s", (int)indent, "");
		column = indent;
	} else if (column > indent) {
		column += (size_t)printf("%s", gap);
	}
	printf("%.*s", (int)length, word);
	return column + length;
}

static char *fields_of(const struct uet_catalog_event *event)
{
	char *text = NULL;
	size_t size;
	FILE *memory = open_memstream(&text, &size);

	if (!memory)
		return NULL;
	decl_fields(memory, event->parsed);
	fclose(memory);
	return text;
}

/* The fields, on a terminal broken between two of them and lined up, and who
 * listens. */
static void print_rest(const struct uet_catalog_event *event, size_t indent,
		       size_t width)
{
	unsigned int used_by =
		event->used_by |
		(event->enabled ? (unsigned int)UET_LISTENER_FTRACE : 0);
	char *text = fields_of(event), *end, words[32], who[40];
	size_t column = indent;

	for (char *at = text; at && *at; at = end + (*end == ' ')) {
		end = strstr(at, "; ");
		end = end ? end + 1 : at + strlen(at);
		column = print_word(at, (size_t)(end - at), " ", column, indent,
				    width);
	}
	free(text);
	if (used_by) {
		int n = snprintf(who, sizeof(who), "[%s]",
				 listener_words(used_by, words));

		/* Two blanks in front, also where there are no fields: so
		 * "uet register" knows it from them. */
		if (column == indent)
			printf("  %s", who);
		else
			print_word(who, (size_t)n, "  ", column, indent, width);
	}
	putchar('\n');
}

size_t list_base(const struct uet_catalog_event *event)
{
	size_t system = strlen(event->system) + 1, base;
	char *whole;

	if (asprintf(&whole, "%s:%s", event->system, event->name) < 0)
		return strlen(event->name);
	base = uet_catalog_base(whole) - system;
	free(whole);
	return base;
}

/* How many events from the first on are formats of one name. */
static size_t group_size(const struct uet_catalog *catalog, size_t first)
{
	const struct uet_catalog_event *event = &catalog->events[first];
	size_t base = list_base(event), n = 1;

	/* Without a number there are no others. */
	if (!event->name[base])
		return 1;
	while (first + n < catalog->n) {
		const struct uet_catalog_event *next = event + n;

		if (strcmp(next->system, event->system) ||
		    list_base(next) != base ||
		    strncmp(next->name, event->name, base))
			break;
		n++;
	}
	return n;
}

static size_t name_length(const struct uet_catalog_event *event)
{
	return strlen(event->system) + 1 + strlen(event->name);
}

static void print_event(const struct uet_catalog_event *event, size_t width,
			size_t terminal)
{
	size_t length = name_length(event);

	put_plain(stdout, event->system);
	putchar(':');
	put_plain(stdout, event->name);
	print_gap(length, width);
	print_rest(event, (length > width ? length : width) + 2, terminal);
}

static void print_group(const struct uet_catalog_event *events, size_t n,
			size_t terminal)
{
	size_t base = list_base(events), width = 0;
	char *name = strndup(events->name, base);

	put_plain(stdout, events->system);
	putchar(':');
	put_plain(stdout, name ? name : events->name);
	free(name);
	printf("  %zu formats\n", n);
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(events[i].name + base);

		if (length > width)
			width = length;
	}
	for (size_t i = 0; i < n; i++) {
		const char *number = events[i].name + base;

		printf("%*s", INDENT, "");
		put_plain(stdout, number);
		print_gap(strlen(number), width);
		print_rest(&events[i], INDENT + width + 2, terminal);
	}
}

void list_text(const struct uet_catalog *catalog)
{
	size_t width = 0, terminal = terminal_width(), n;

	for (size_t i = 0; i < catalog->n; i += n) {
		n = terminal ? group_size(catalog, i) : 1;
		if (n == 1 && name_length(&catalog->events[i]) > width &&
		    name_length(&catalog->events[i]) <= WIDEST_COLUMN)
			width = name_length(&catalog->events[i]);
	}
	for (size_t i = 0; i < catalog->n; i += n) {
		n = terminal ? group_size(catalog, i) : 1;
		if (n > 1)
			print_group(&catalog->events[i], n, terminal);
		else
			print_event(&catalog->events[i], width, terminal);
	}
}
