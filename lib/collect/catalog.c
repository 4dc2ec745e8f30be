/* SPDX-License-Identifier: MIT */
/*
 * The events that tracefs shows and that match somebody's patterns.  Knows
 * nothing about perf; reads, never writes, never mounts.
 */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "collect/catalog_internal.h"
#include "collect/collect_internal.h"
#include "collect/sys.h"
#include "common/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"

/* The kernel's own limit of a format's text is far below it. */
#define EVENT_FILE_MAX (1u << 20)

struct loading {
	const char *folder;
	const char *const *patterns;
	size_t n_patterns;
	size_t *matches;
	const struct uet_status *status; /* may be NULL */
	struct uet_catalog *catalog;
	size_t room;
	struct uet_error *err;
};

size_t uet_multi_base(const char *name)
{
	size_t length = strlen(name), digits = 0;

	while (digits < length &&
	       isxdigit((unsigned char)name[length - 1 - digits]))
		digits++;
	if (digits && digits + 1 < length && name[length - 1 - digits] == '.')
		return length - 1 - digits;
	return length;
}

size_t uet_catalog_base(const char *event)
{
	static const char multi[] = UET_SYSTEM_MULTI ":";

	if (strncmp(event, multi, sizeof(multi) - 1))
		return strlen(event);
	return sizeof(multi) - 1 + uet_multi_base(event + sizeof(multi) - 1);
}

/* The colon between system and name, not that of a "[[:alpha:]]". */
static const char *find_colon(const char *pattern)
{
	for (const char *at = pattern; (at = strchr(at, ':')); at++)
		if ((at == pattern || at[-1] != '[') && at[1] != ']')
			return at;
	return NULL;
}

bool uet_is_user_system(const char *system)
{
	return !strncmp(system, UET_SYSTEM, sizeof(UET_SYSTEM) - 1);
}

bool uet_catalog_match_system(const char *pattern, const char *system)
{
	const char *colon = find_colon(pattern);
	char *glob;
	bool matched;

	if (!colon)
		return uet_is_user_system(system);
	glob = strndup(pattern, (size_t)(colon - pattern));
	matched = glob && !fnmatch(glob, system, 0);
	free(glob);
	return matched;
}

static bool match_name(const char *pattern, const char *system,
		       const char *name)
{
	const char *colon = find_colon(pattern);
	const char *glob = colon ? colon + 1 : pattern;
	char *base;
	bool matched;

	if (!fnmatch(glob, name, 0))
		return true;
	if (!uet_is_user_system(system) || !strcmp(system, UET_SYSTEM))
		return false;
	base = strndup(name, uet_multi_base(name));
	matched = base && !fnmatch(glob, base, 0);
	free(base);
	return matched;
}

bool uet_catalog_match(const char *pattern, const char *system,
		       const char *name)
{
	return uet_catalog_match_system(pattern, system) &&
	       match_name(pattern, system, name);
}

/* Does any pattern ask for this system? */
static bool wanted_system(const struct loading *load, const char *system)
{
	if (!load->n_patterns)
		return uet_is_user_system(system);
	for (size_t i = 0; i < load->n_patterns; i++)
		if (uet_catalog_match_system(load->patterns[i], system))
			return true;
	return false;
}

static bool wanted_event(const struct loading *load, const char *system,
			 const char *name)
{
	bool wanted = !load->n_patterns;

	for (size_t i = 0; i < load->n_patterns; i++) {
		if (!uet_catalog_match(load->patterns[i], system, name))
			continue;
		wanted = true;
		if (load->matches)
			load->matches[i]++;
	}
	return wanted;
}

static bool gone(int result)
{
	return result == -ENOENT || result == -ENODEV;
}

/* Not tracefs_event_file_read(): it prints about an event that has gone. */
static int read_event_file(const struct loading *load,
			   const struct uet_catalog_event *event,
			   const char *file, char **text, size_t *size)
{
	char *path;
	int result;

	if (asprintf(&path, "%s/events/%s/%s/%s", load->folder, event->system,
		     event->name, file) < 0)
		return uet_error_set(load->err, -ENOMEM, "out of memory");
	result = uet_sys_read_file(path, EVENT_FILE_MAX, text, size);
	if (result == -EACCES)
		uet_error_set(load->err, result,
			      "no permission to read %s: run as root, or have "
			      "the tracing folder opened to you (mount option "
			      "gid=)", path);
	else if (result && !gone(result))
		uet_error_set(load->err, result, "%s: %s", path,
			      strerror(-result));
	free(path);
	return result;
}

static void free_event(struct uet_catalog_event *event)
{
	free(event->system);
	free(event->name);
	free(event->format);
	uet_format_free(event->parsed);
}

static int read_event(const struct loading *load,
		      struct uet_catalog_event *event)
{
	char *text;
	size_t size;
	int result;

	result = read_event_file(load, event, "id", &text, &size);
	/* tracefs's "ftrace" events have no id: no tracepoint to open. */
	if (result)
		return result;
	event->id = (uint32_t)strtoul(text, NULL, 10);
	free(text);

	result = read_event_file(load, event, "format", &event->format,
				 &event->format_size);
	if (result)
		return result;
	/* What cannot be parsed is still recorded, and told by its bytes. */
	uet_format_parse(event->format, event->format_size, &event->parsed,
			 NULL);

	result = read_event_file(load, event, "enable", &text, &size);
	if (result)
		return result;
	event->enabled = text[0] == '1';
	free(text);

	if (load->status && uet_is_user_system(event->system))
		event->used_by = uet_status_used_by(load->status, event->name);
	return 0;
}

static int add_event(struct loading *load, const char *system,
		     const char *name)
{
	struct uet_catalog *catalog = load->catalog;
	struct uet_catalog_event event = { 0 };
	int result = -ENOMEM;

	event.system = strdup(system);
	event.name = strdup(name);
	if (event.system && event.name)
		result = read_event(load, &event);
	if (result) {
		free_event(&event);
		return gone(result) ? 0 : result;
	}
	if (catalog->n == load->room) {
		size_t room = load->room ? load->room * 2 : 16;
		void *grown = reallocarray(catalog->events, room,
					   sizeof(*catalog->events));

		if (!grown) {
			free_event(&event);
			return -ENOMEM;
		}
		catalog->events = grown;
		load->room = room;
	}
	catalog->events[catalog->n++] = event;
	return 0;
}

static int add_system(struct loading *load, const char *system)
{
	char **names;
	int result = 0;

	errno = 0;
	names = tracefs_system_events(load->folder, system);
	/* The folder goes with its last event, which ends a listing that has
	 * begun with EINVAL (seen on Linux 6.12); NULL also means "none".  For
	 * EIO, and whatever came meanwhile, see add_unlisted(). */
	if (!names && (errno == EIO || errno == EINVAL) &&
	    uet_is_user_system(system))
		return 0;
	if (!names)
		return errno && !gone(-errno) ? -errno : 0;
	for (char **name = names; *name && !result; name++)
		if (wanted_event(load, system, *name))
			result = add_event(load, system, *name);
	tracefs_list_free(names);
	return result;
}

static bool has_event(const struct uet_catalog *catalog, const char *system,
		      const char *name)
{
	for (size_t i = 0; i < catalog->n; i++)
		if (!strcmp(catalog->events[i].name, name) &&
		    !strcmp(catalog->events[i].system, system))
			return true;
	return false;
}

static bool has_folder(const struct loading *load, const char *system,
		       const char *name)
{
	char *path;
	bool has;

	if (asprintf(&path, "%s/events/%s/%s/id", load->folder, system,
		     name) < 0)
		return false;
	has = uet_sys_access(path, F_OK) == 0;
	free(path);
	return has;
}

static int add_unlisted_event(struct loading *load, const char *name)
{
	static const char *const systems[] = { UET_SYSTEM, UET_SYSTEM_MULTI };
	int result = 0;

	for (size_t i = 0; i < 2 && !result; i++)
		if (wanted_system(load, systems[i]) &&
		    !has_event(load->catalog, systems[i], name) &&
		    has_folder(load, systems[i], name) &&
		    wanted_event(load, systems[i], name))
			result = add_event(load, systems[i], name);
	return result;
}

/*
 * What the listing of a folder left out: while somebody has an event with a
 * '/' in its name, or without a name, the kernel ends it there.  The status
 * file has all names, but not their systems.
 */
static int add_unlisted(struct loading *load)
{
	size_t listed = 0;
	int result = 0;

	if (!load->status)
		return 0;
	for (size_t i = 0; i < load->catalog->n; i++)
		listed += uet_is_user_system(load->catalog->events[i].system);
	if (listed == load->status->n)
		return 0;
	for (size_t i = 0; i < load->status->n && !result; i++) {
		const char *name = load->status->events[i].name;

		if (!strchr(name, '/') && strcmp(name, ".") &&
		    strcmp(name, ".."))
			result = add_unlisted_event(load, name);
	}
	return result;
}

/* The formats of one name stand together, in the order of their numbers, which
 * have no leading zeros. */
static int by_system_and_name(const void *a, const void *b)
{
	const struct uet_catalog_event *left = a, *right = b;
	size_t left_base, right_base;
	int order = strcmp(left->system, right->system);

	if (order || strcmp(left->system, UET_SYSTEM_MULTI))
		return order ? order : strcmp(left->name, right->name);
	left_base = uet_multi_base(left->name);
	right_base = uet_multi_base(right->name);
	order = strncmp(left->name, right->name,
			left_base < right_base ? left_base : right_base);
	if (order)
		return order;
	if (left_base != right_base)
		return left_base < right_base ? -1 : 1;
	left_base = strlen(left->name);
	right_base = strlen(right->name);
	if (left_base != right_base)
		return left_base < right_base ? -1 : 1;
	return strcmp(left->name, right->name);
}

static int load_systems(struct loading *load)
{
	char **systems;
	int result = 0;

	errno = 0;
	systems = tracefs_event_systems(load->folder);
	if (!systems) {
		result = errno ? -errno : -EIO;
		return uet_error_set(load->err, result, "%s/events: %s",
				     load->folder,
				     result == -EACCES ?
					     "no permission to read it: run as "
					     "root" :
					     strerror(-result));
	}
	for (char **system = systems; *system && !result; system++)
		if (wanted_system(load, *system))
			result = add_system(load, *system);
	tracefs_list_free(systems);
	if (!result)
		result = add_unlisted(load);
	if (result && load->err && !load->err->text[0])
		uet_error_set(load->err, result, "%s/events: %s", load->folder,
			      strerror(-result));
	return result;
}

static struct uet_status *load_status(const char *folder)
{
	char *path, *text;
	struct uet_status *status = NULL;
	size_t size;

	if (asprintf(&path, "%s/%s", folder, UET_STATUS_FILE) < 0)
		return NULL;
	/* Who may not read it does not learn who listens, and no more. */
	if (!uet_sys_read_file(path, SIZE_MAX / 2, &text, &size)) {
		uet_status_parse(text, size, &status, NULL);
		free(text);
	}
	free(path);
	return status;
}

int uet_catalog_load_at(const char *folder, const char *const *patterns,
			size_t n, size_t *matches, struct uet_catalog **out,
			struct uet_error *err)
{
	struct uet_status *status = load_status(folder);
	struct loading load = {
		.folder = folder,
		.patterns = patterns,
		.n_patterns = n,
		.matches = matches,
		.status = status,
		.catalog = calloc(1, sizeof(*load.catalog)),
		.err = err,
	};
	int result = -ENOMEM;

	if (err)
		err->text[0] = '\0';
	for (size_t i = 0; matches && i < n; i++)
		matches[i] = 0;
	if (load.catalog)
		result = load_systems(&load);
	else
		uet_error_set(err, result, "out of memory");
	uet_status_free(status);
	if (result) {
		uet_catalog_free(load.catalog);
		return result;
	}
	if (load.catalog->n)
		qsort(load.catalog->events, load.catalog->n,
		      sizeof(*load.catalog->events), by_system_and_name);
	*out = load.catalog;
	return 0;
}

bool uet_needs_user_events(const char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!find_colon(patterns[i]) || uet_is_user_system(patterns[i]))
			return true;
	return n == 0;
}

int uet_catalog_load(const char *const *patterns, size_t n, size_t *matches,
		     struct uet_catalog **out, struct uet_error *err)
{
	char folder[UET_TRACEFS_PATH_MAX];
	int result = uet_tracing_find(folder, sizeof(folder), err);

	if (result == -ENOSYS && !uet_needs_user_events(patterns, n))
		result = uet_tracefs_find(folder, sizeof(folder));
	if (result)
		return result;
	return uet_catalog_load_at(folder, patterns, n, matches, out, err);
}

void uet_catalog_free(struct uet_catalog *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->n; i++)
		free_event(&c->events[i]);
	free(c->events);
	free(c);
}
