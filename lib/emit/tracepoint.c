/* SPDX-License-Identifier: MIT */
/*
 * Under which name tools find an event.  The kernel does not tell who
 * registers: the formats of a multi-format event are searched for the one with
 * the event's fields.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/description.h"
#include "common/description_check.h"
#include "common/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"
#include "emit_internal.h"
#include "uet/register.h"

/* A format's text is at most a page in the kernel for 40 fields or so; of a
 * longer one what is read decides. */
#define FORMAT_MAX 65536

static struct uet_span span_to(const char *at, const char *end)
{
	return (struct uet_span){ at, (size_t)(end - at) };
}

static bool same(struct uet_span a, struct uet_span b)
{
	return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

/* "char[16]" and "char": up to the bracket. */
static struct uet_span without_array(struct uet_span type)
{
	const char *bracket = memchr(type.at, '[', type.length);

	return bracket ? span_to(type.at, bracket) : type;
}

/*
 * One line, "\tfield:TYPE NAME[N];\toffset:O;\tsize:S;\tsigned:X;", against one
 * field of the description.  How many elements an array has shows in its size;
 * what stands in the brackets is not to be trusted.
 */
static bool is_field(const char *line, const struct uet_desc_field *field)
{
	const char *end = strchr(line, ';');
	const char *size = end ? strstr(end, "size:") : NULL;
	struct uet_span type = without_array(field->type), name;
	const char *blank;

	if (!size)
		return false;
	name = without_array(span_to(line, end));
	/* __data_loc char[] NAME: the bracket is the type's. */
	if (name.at + name.length < end && end[-1] != ']')
		name = span_to(line, end);
	blank = memrchr(name.at, ' ', name.length);
	if (!blank)
		return false;
	if (!same(span_to(blank + 1, name.at + name.length), field->name))
		return false;
	return same(without_array(span_to(name.at, blank)), type) &&
	       strtoul(size + strlen("size:"), NULL, 10) == field->size;
}

static bool is_format_of(const char *format, const char *description)
{
	static const char start[] = "\tfield:";
	struct uet_description_error ignored;
	struct uet_desc_reader reader;
	struct uet_desc_field field;
	/* The kernel's own fields stand in a block before ours. */
	const char *line = strstr(format, "\n\n");

	if (!line || uet_desc_begin(&reader, description, &ignored))
		return false;
	while ((line = strstr(line, start))) {
		line += sizeof(start) - 1;
		if (uet_desc_next(&reader, &field) != 1 ||
		    !is_field(line, &field))
			return false;
	}
	return uet_desc_next(&reader, &field) == 0;
}

static int read_text(const char *path, char *text, size_t size)
{
	int fd = uet_sys_open(path, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t got;

	if (fd < 0)
		return fd;
	while ((got = uet_sys_read(fd, text + length, size - 1 - length)) > 0)
		length += (size_t)got;
	uet_sys_close(fd);
	text[length] = '\0';
	return got < 0 ? (int)got : 0;
}

/* NAME.HEX */
static bool is_format_name(const char *entry, struct uet_span name)
{
	return !strncmp(entry, name.at, name.length) &&
	       entry[name.length] == '.' && entry[name.length + 1] &&
	       !entry[name.length + 1 +
		      strspn(entry + name.length + 1, "0123456789abcdefABCDEF")];
}

static int search(const char *folder, const char *description, char *format,
		  char *found, size_t size)
{
	char path[UET_TRACEFS_PATH_MAX + sizeof("/events/" UET_SYSTEM_MULTI) +
		  256 + sizeof("/format")];
	struct uet_span name = span_to(description,
				       description + strcspn(description, " "));
	int length = snprintf(path, sizeof(path), "%s/events/%s", folder,
			      UET_SYSTEM_MULTI);
	struct dirent *entry;
	int error = -ENOENT;
	DIR *dir = opendir(path);

	if (!dir)
		return -errno;
	while (error == -ENOENT && (entry = readdir(dir))) {
		if (!is_format_name(entry->d_name, name))
			continue;
		snprintf(path + length, sizeof(path) - (size_t)length,
			 "/%s/format", entry->d_name);
		error = read_text(path, format, FORMAT_MAX);
		if (!error && is_format_of(format, description))
			snprintf(found, size, "%s", entry->d_name);
		else if (!error)
			error = -ENOENT;
	}
	closedir(dir);
	return error;
}

static int multi_name(const char *description, char *found, size_t size)
{
	char folder[UET_TRACEFS_PATH_MAX];
	int error = uet_tracefs_find(folder, sizeof(folder));
	char *format;

	if (error)
		return error;
	format = malloc(FORMAT_MAX);
	if (!format)
		return -ENOMEM;
	error = search(folder, description, format, found, size);
	free(format);
	return error;
}

UET_API int uet_event_tracepoint(const struct uet_event *event, char *name,
				 size_t size)
{
	char text[UET_DESC_MAX], found[256];
	int saved = errno;
	int error;

	if (!event || event->state != UET_STATE_REGISTERED)
		return -ENOTCONN;
	error = uet_desc_expand(event->desc, event->desc->size, false, text);
	if (error < 0)
		return error;
	if (event->flags & UET_FLAG_MULTI_FORMAT) {
		error = multi_name(text, found, sizeof(found));
		if (!error)
			error = snprintf(name, size, "%s:%s", UET_SYSTEM_MULTI,
					 found);
	} else {
		error = snprintf(name, size, "%s:%.*s", UET_SYSTEM,
				 (int)strcspn(text, " "), text);
	}
	errno = saved;
	if (error < 0)
		return error;
	return (size_t)error < size ? 0 : -ENAMETOOLONG;
}
