/* SPDX-License-Identifier: MIT */
/*
 * Declarations as "uet list" prints and "uet register" takes them.  Knows
 * nothing of what is done with them.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "decl.h"
#include "json.h"

/* As a declaration has it.  The kernel does not show how long an array is,
 * nor how large a struct, but what it takes. */
static void print_field(FILE *to, const struct uet_field *field)
{
	size_t base = strcspn(field->type, "[");
	bool fixed = field->place == UET_PLACE_FIXED;

	if (fixed && field->type[base] && field->element_size) {
		fprintf(to, "%.*s[%u] ", (int)base, field->type,
		       field->size / field->element_size);
		put_plain(to, field->name);
		return;
	}
	put_plain(to, field->type);
	putc(' ', to);
	put_plain(to, field->name);
	if (fixed && !strncmp(field->type, "struct ", 7))
		fprintf(to, " %u", field->size);
}

void decl_fields(FILE *to, const struct uet_format *format)
{
	const char *between = "";

	if (!format) {
		fputs("(its format cannot be read)", to);
		return;
	}
	for (size_t i = 0; i < uet_format_n_fields(format); i++) {
		const struct uet_field *field = uet_format_field(format, i);

		if (field->is_common)
			continue;
		fputs(between, to);
		print_field(to, field);
		between = "; ";
	}
}

char *decl_of_event(const struct uet_catalog_event *event)
{
	char *text = NULL;
	size_t size, length = strlen(event->name);
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	if (strcmp(event->system, "user_events")) {
		char *full;

		if (asprintf(&full, "%s:%s", event->system, event->name) >= 0) {
			length = uet_catalog_base(full) -
				 strlen(event->system) - 1;
			free(full);
		}
	}
	fprintf(to, "%.*s", (int)length, event->name);
	for (size_t i = 0; i < uet_format_n_fields(event->parsed); i++) {
		if (uet_format_field(event->parsed, i)->is_common)
			continue;
		putc(' ', to);
		decl_fields(to, event->parsed);
		break;
	}
	if (fclose(to)) {
		free(text);
		return NULL;
	}
	return text;
}

/* The end of what stands before "  [ftrace perf]". */
static size_t without_listeners(const char *text, size_t size)
{
	const char *open = memrchr(text, '[', size);

	if (!size || text[size - 1] != ']' || !open || open - text < 2 ||
	    open[-1] != ' ' || open[-2] != ' ')
		return size;
	size = (size_t)(open - text);
	while (size && text[size - 1] == ' ')
		size--;
	return size;
}

char *decl_of_line(const char *line)
{
	static const char *const systems[] = { "user_events:",
					       "user_events_multi:" };
	size_t name, gap, size, base;
	char *text;

	for (size_t i = 0; i < 2; i++) {
		size_t length = strlen(systems[i]);

		if (strncmp(line, systems[i], length))
			continue;
		name = strcspn(line, " ");
		gap = strspn(line + name, " ");
		size = without_listeners(line, strlen(line));
		text = strndup(line, name);
		base = text ? uet_catalog_base(text) : 0;
		free(text);
		if (size <= name + gap)
			return strndup(line + length, base - length);
		if (asprintf(&text, "%.*s %.*s", (int)(base - length),
			     line + length, (int)(size - name - gap),
			     line + name + gap) < 0)
			return NULL;
		return text;
	}
	return strdup(line);
}

bool decl_is_eventheader(const char *name)
{
	static const char system[] = "user_events:";
	struct uet_eh_tracepoint tracepoint;

	if (!strncmp(name, system, sizeof(system) - 1))
		name += sizeof(system) - 1;
	/* A pattern's characters, another system and .HEX make it mean more or
	 * less than this tracepoint. */
	return !strpbrk(name, "*?[\\:.") &&
	       !uet_eh_tracepoint_parse(name, &tracepoint);
}

char *decl_to_register(const char *line)
{
	char *name = decl_of_line(line), *decl;

	if (!name || !decl_is_eventheader(name))
		return name;
	if (asprintf(&decl, "%s " UET_EH_FIELDS, name) < 0)
		decl = NULL;
	free(name);
	return decl;
}

const char *decl_hint(const char *name)
{
	struct uet_eh_tracepoint tracepoint;
	const char *at = strrchr(name, '_');

	if (!at || at[1] != 'L' || strchr(name, ' '))
		return "";
	for (at += 2; isxdigit((unsigned char)*at); at++)
		;
	if (*at != 'K' || !uet_eh_tracepoint_parse(name, &tracepoint))
		return "";
	return "; an EventHeader tracepoint would be PROVIDER_L<level>K<keyword>, "
	       "both in lower-case hexadecimal without zeros in front, the "
	       "level from 1 to ff";
}
