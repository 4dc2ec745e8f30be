/* SPDX-License-Identifier: MIT */
/*
 * The names of events outside of user_events, without a look at the events:
 * cheap enough to be asked ten times a second.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/catalog_internal.h"

struct names {
	const char *const *patterns;
	size_t n_patterns;
	char **list;
	size_t n, room;
};

void uet_names_free(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

static int add_name(struct names *names, const char *system, const char *name)
{
	if (names->n == names->room) {
		size_t room = names->room ? names->room * 2 : 16;
		void *grown = reallocarray(names->list, room,
					   sizeof(*names->list));

		if (!grown)
			return -ENOMEM;
		names->list = grown;
		names->room = room;
	}
	if (asprintf(&names->list[names->n], "%s:%s", system, name) < 0)
		return -ENOMEM;
	names->n++;
	return 0;
}

static bool wants_system(const struct names *names, const char *system)
{
	for (size_t i = 0; i < names->n_patterns; i++)
		if (uet_catalog_match_system(names->patterns[i], system))
			return true;
	return false;
}

static bool wants_event(const struct names *names, const char *system,
			const char *name)
{
	for (size_t i = 0; i < names->n_patterns; i++)
		if (uet_catalog_match(names->patterns[i], system, name))
			return true;
	return false;
}

static bool is_folder(const struct dirent *entry)
{
	return entry->d_name[0] != '.' &&
	       (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
}

/* A system goes with its last event, also between two calls. */
static int list_system(struct names *names, const char *folder,
		       const char *system)
{
	struct dirent *entry;
	int result = 0;
	char *path;
	DIR *dir;

	if (asprintf(&path, "%s/events/%s", folder, system) < 0)
		return -ENOMEM;
	dir = opendir(path);
	if (!dir)
		result = errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
	free(path);
	while (!result && dir && (entry = readdir(dir)))
		if (is_folder(entry) &&
		    wants_event(names, system, entry->d_name))
			result = add_name(names, system, entry->d_name);
	if (dir)
		closedir(dir);
	return result;
}

static int list_systems(struct names *names, const char *folder)
{
	struct dirent *entry;
	int result = 0;
	char *path;
	DIR *dir;

	if (asprintf(&path, "%s/events", folder) < 0)
		return -ENOMEM;
	dir = opendir(path);
	if (!dir)
		result = -errno;
	free(path);
	while (!result && dir && (entry = readdir(dir)))
		if (is_folder(entry) && !uet_is_user_system(entry->d_name) &&
		    wants_system(names, entry->d_name))
			result = list_system(names, folder, entry->d_name);
	if (dir)
		closedir(dir);
	return result;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int uet_catalog_names(const char *folder, const char *const *patterns,
		      size_t n_patterns, char ***out, size_t *n)
{
	struct names names = { .patterns = patterns, .n_patterns = n_patterns };
	int result = list_systems(&names, folder);

	if (result) {
		uet_names_free(names.list, names.n);
		return result;
	}
	if (names.n)
		qsort(names.list, names.n, sizeof(*names.list), by_name);
	*out = names.list;
	*n = names.n;
	return 0;
}
