/* SPDX-License-Identifier: MIT */
/*
 * The file user_events_status: which events are registered, who listens.
 * Knows nothing about their fields.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/catalog_internal.h"
#include "collect/collect_internal.h"
#include "collect/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"

/* 32768 events of 512 bytes are far below it. */
#define STATUS_SIZE_MAX (64u << 20)
#define MAX_EVENTS_FILE "/proc/sys/kernel/user_events_max"

static const struct listener {
	const char *word;
	unsigned int bit;
} listeners[] = {
	{ "ftrace", UET_LISTENER_FTRACE },
	{ "perf", UET_LISTENER_PERF },
};

/* The words behind "Used by". */
static unsigned int parse_listeners(const char *at, const char *end)
{
	unsigned int bits = 0;

	while (at < end) {
		size_t n = 0;
		unsigned int bit = UET_LISTENER_OTHER;

		while (at < end && *at == ' ')
			at++;
		while (at + n < end && at[n] != ' ')
			n++;
		if (!n)
			break;
		for (size_t i = 0; i < sizeof(listeners) / sizeof(*listeners);
		     i++)
			if (strlen(listeners[i].word) == n &&
			    !memcmp(listeners[i].word, at, n))
				bit = listeners[i].bit;
		bits |= bit;
		at += n;
	}
	return bits;
}

static int add_event(struct uet_status *status, const char *line,
		     const char *end)
{
	static const char used_by[] = "# Used by ";
	const char *hash = memchr(line, ' ', (size_t)(end - line));
	const char *name_end = hash ? hash : end;
	struct uet_status_event *event;
	void *grown;

	if (!(status->n & (status->n - 1))) {
		size_t room = status->n ? status->n * 2 : 1;

		grown = reallocarray(status->events, room,
				     sizeof(*status->events));
		if (!grown)
			return -ENOMEM;
		status->events = grown;
	}
	event = &status->events[status->n];
	event->used_by = 0;
	if (hash) {
		hash++;
		if ((size_t)(end - hash) < sizeof(used_by) - 1 ||
		    memcmp(hash, used_by, sizeof(used_by) - 1))
			return -EBADMSG;
		event->used_by = parse_listeners(hash + sizeof(used_by) - 1,
						 end);
	}
	event->name = strndup(line, (size_t)(name_end - line));
	if (!event->name)
		return -ENOMEM;
	status->n++;
	return 0;
}

/* "Active: N" and its like, below the empty line. */
static int parse_count(struct uet_status *status, const char *line,
		       const char *end)
{
	char word[16];
	uint64_t value;
	int used = -1;
	char copy[64];
	size_t n = (size_t)(end - line);

	if (n >= sizeof(copy))
		return -EBADMSG;
	memcpy(copy, line, n);
	copy[n] = '\0';
	if (sscanf(copy, "%15[A-Za-z]: %" SCNu64 "%n", word, &value, &used) !=
		    2 || used != (int)n)
		return -EBADMSG;
	if (!strcmp(word, "Active"))
		status->active = value;
	else if (!strcmp(word, "Busy"))
		status->busy = value;
	else if (!strcmp(word, "Max"))
		status->max = value;
	return 0; /* a later kernel may count more */
}

static int by_name(const void *a, const void *b)
{
	const struct uet_status_event *left = a, *right = b;

	return strcmp(left->name, right->name);
}

/* Do the counts begin behind this end of a line? */
static bool at_counts(const char *eol, const char *end)
{
	static const char first[] = "\nActive: ";

	return (size_t)(end - eol) >= sizeof(first) - 1 &&
	       !memcmp(eol, first, sizeof(first) - 1);
}

int uet_status_parse(const char *text, size_t size, struct uet_status **out,
		     struct uet_error *err)
{
	struct uet_status *status = calloc(1, sizeof(*status));
	const char *at = text, *end = text + size;
	bool counts = false;
	int result = status ? 0 : -ENOMEM;

	while (!result && at < end) {
		const char *eol = memchr(at, '\n', (size_t)(end - at));

		if (!eol)
			eol = end;
		if (eol == at)
			/* Or an event without a name. */
			counts = at_counts(eol, end);
		else if (counts)
			result = parse_count(status, at, eol);
		else
			result = add_event(status, at, eol);
		at = eol + 1;
	}
	if (!result && !counts)
		result = -EBADMSG;
	if (result) {
		uet_status_free(status);
		return uet_error_set(err, result,
				     result == -EBADMSG ?
					     "%s does not look as a kernel "
					     "writes it" :
					     "%s: out of memory",
				     UET_STATUS_FILE);
	}
	if (status->n)
		qsort(status->events, status->n, sizeof(*status->events),
		      by_name);
	*out = status;
	return 0;
}

/* Linux 6.4 moved the limit from the file to a sysctl. */
static uint64_t read_max(void)
{
	uint64_t value = 0;
	char *text;
	size_t size;

	if (uet_sys_read_file(MAX_EVENTS_FILE, 64, &text, &size))
		return 0;
	value = strtoull(text, NULL, 10);
	free(text);
	return value;
}

int uet_status_read(char **text, size_t *size, struct uet_error *err)
{
	char folder[UET_TRACEFS_PATH_MAX];
	char path[UET_TRACEFS_PATH_MAX + sizeof("/" UET_STATUS_FILE)];
	int result = uet_tracing_find(folder, sizeof(folder), err);

	if (result)
		return result;
	snprintf(path, sizeof(path), "%s/%s", folder, UET_STATUS_FILE);
	result = uet_sys_read_file(path, STATUS_SIZE_MAX, text, size);
	if (result == -EACCES)
		return uet_error_set(err, result,
				     "no permission to read %s: run as root, "
				     "or have it opened to you (chmod)", path);
	if (result)
		return uet_error_set(err, result, "%s: %s", path,
				     strerror(-result));
	return 0;
}

int uet_status_load(struct uet_status **out, struct uet_error *err)
{
	char *text;
	size_t size;
	int result = uet_status_read(&text, &size, err);

	if (result)
		return result;
	result = uet_status_parse(text, size, out, err);
	free(text);
	if (!result && !(*out)->max)
		(*out)->max = read_max();
	return result;
}

void uet_status_free(struct uet_status *status)
{
	if (!status)
		return;
	for (size_t i = 0; i < status->n; i++)
		free(status->events[i].name);
	free(status->events);
	free(status);
}

unsigned int uet_status_used_by(const struct uet_status *status,
				const char *name)
{
	struct uet_status_event key = { .name = (char *)(uintptr_t)name };
	const struct uet_status_event *found =
		status->n ? bsearch(&key, status->events, status->n,
				    sizeof(key), by_name) :
			    NULL;

	return found ? found->used_by : 0;
}
