/* SPDX-License-Identifier: MIT */
/*
 * Looks through /proc for open descriptors of user_events_data.  The kernel
 * does not tell which events a descriptor has registered.
 */
#include "holders.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHOWN 4

static bool is_data_file(const char *descriptor)
{
	static const char name[] = "/user_events_data";
	char target[PATH_MAX];
	ssize_t n = readlink(descriptor, target, sizeof(target));

	return n >= (ssize_t)sizeof(name) - 1 &&
	       !memcmp(target + n - (sizeof(name) - 1), name, sizeof(name) - 1);
}

/* *hidden: it may not be looked at. */
static bool has_data_file(pid_t pid, bool *hidden)
{
	char path[PATH_MAX];
	struct dirent *entry;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	if (!dir) {
		*hidden |= errno == EACCES || errno == EPERM;
		return false;
	}
	while (!found && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/proc/%d/fd/%s", (int)pid,
			 entry->d_name);
		found = is_data_file(path);
	}
	closedir(dir);
	return found;
}

static void read_comm(struct holder *holder)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)holder->pid);
	file = fopen(path, "re");
	if (!file || !fgets(holder->comm, sizeof(holder->comm), file))
		strcpy(holder->comm, "?");
	if (file)
		fclose(file);
	holder->comm[strcspn(holder->comm, "\n")] = '\0';
	for (char *at = holder->comm; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = '?';
}

static bool add(struct holders *holders, pid_t pid)
{
	void *grown = reallocarray(holders->list, holders->n + 1,
				   sizeof(*holders->list));

	if (!grown)
		return false;
	holders->list = grown;
	holders->list[holders->n].pid = pid;
	read_comm(&holders->list[holders->n++]);
	return true;
}

static int by_pid(const void *a, const void *b)
{
	const struct holder *left = a, *right = b;

	return (left->pid > right->pid) - (left->pid < right->pid);
}

void holders_find(struct holders *holders)
{
	struct dirent *entry;
	bool hidden = false;
	DIR *dir = opendir("/proc");

	*holders = (struct holders){ .complete = dir };
	while (dir && (entry = readdir(dir))) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		if (pid > 0 && pid != getpid() &&
		    has_data_file(pid, &hidden) && !add(holders, pid))
			hidden = true;
	}
	if (dir)
		closedir(dir);
	if (hidden)
		holders->complete = false;
	if (holders->n)
		qsort(holders->list, holders->n, sizeof(*holders->list),
		      by_pid);
}

void holders_free(struct holders *holders)
{
	free(holders->list);
}

void holders_text(const struct holders *holders, char *text, size_t size)
{
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < holders->n && i < SHOWN && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%s%s (%d)",
				       i ? ", " : "", holders->list[i].comm,
				       (int)holders->list[i].pid);
	if (holders->n > SHOWN && at < size)
		snprintf(text + at, size - at, " and %zu more",
			 holders->n - SHOWN);
}
