/* SPDX-License-Identifier: MIT */
/*
 * Finds the tracing folder.  Knows nothing about what is in it but the names
 * by which a mounted one is recognised.
 */
#include "common/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "common/sys.h"

#define USUAL_FOLDER "/sys/kernel/tracing"
#define MOUNT_TABLE "/proc/self/mounts"

struct walk {
	int (*visit)(void *data, const char *folder);
	void *data;
	int result;
};

/* True when the walk is over. */
static bool offer(struct walk *walk, const char *folder)
{
	int result = walk->visit(walk->data, folder);

	if (result == 0 || walk->result == -ENOENT)
		walk->result = result;
	return result == 0;
}

/* The mount table writes blank, tab, newline and backslash as \ooo. */
static bool unescape(const char *from, char *to, size_t size)
{
	size_t n = 0;

	while (*from) {
		if (n + 1 >= size)
			return false;
		if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' &&
		    from[2] >= '0' && from[2] <= '7' && from[3] >= '0' &&
		    from[3] <= '7') {
			to[n++] = (char)((from[1] - '0') << 6 |
					 (from[2] - '0') << 3 |
					 (from[3] - '0'));
			from += 4;
		} else {
			to[n++] = *from++;
		}
	}
	to[n] = '\0';
	return true;
}

int uet_tracefs_parse_mount(char *line, char path[UET_TRACEFS_PATH_MAX])
{
	static const char sub_folder[] = "/tracing";
	char *word[3] = { 0 };
	size_t length;

	for (int i = 0; i < 3; i++) {
		word[i] = line;
		line = strchr(line, ' ');
		if (!line)
			return 0;
		*line++ = '\0';
	}
	if (!strcmp(word[2], "tracefs"))
		return unescape(word[1], path, UET_TRACEFS_PATH_MAX) ? 1 : 0;
	if (strcmp(word[2], "debugfs"))
		return 0;
	if (!unescape(word[1], path,
		      UET_TRACEFS_PATH_MAX - (sizeof(sub_folder) - 1)))
		return 0;
	length = strlen(path);
	memcpy(path + length, sub_folder, sizeof(sub_folder));
	return 2;
}

/* Offers the folders of one kind (1 tracefs, 2 debugfs) to the walk. */
static bool walk_mounts(struct walk *walk, int kind)
{
	/* One line is at most a page in the kernel's own table; an overlay's
	 * options can be longer, and what does not fit is skipped. */
	char buffer[4096];
	size_t have = 0;
	bool over = false, skipping = false;
	int fd = uet_sys_open(MOUNT_TABLE, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	while (!over) {
		ssize_t got = uet_sys_read(fd, buffer + have,
					   sizeof(buffer) - have);
		char *line = buffer, *end;

		if (got == -EINTR)
			continue;
		if (got <= 0)
			break;
		have += (size_t)got;
		while (!over && (end = memchr(line, '\n',
					      have - (size_t)(line - buffer)))) {
			char path[UET_TRACEFS_PATH_MAX];

			*end = '\0';
			if (!skipping &&
			    uet_tracefs_parse_mount(line, path) == kind)
				over = offer(walk, path);
			skipping = false;
			line = end + 1;
		}
		have -= (size_t)(line - buffer);
		memmove(buffer, line, have);
		if (have == sizeof(buffer)) {
			skipping = true;
			have = 0;
		}
	}
	uet_sys_close(fd);
	return over;
}

int uet_tracefs_walk(int (*visit)(void *data, const char *folder), void *data)
{
	struct walk walk = { visit, data, -ENOENT };

	/* First without the mount table: a container may have been given this
	 * one file and no /proc. */
	if (!offer(&walk, USUAL_FOLDER) && !walk_mounts(&walk, 1))
		walk_mounts(&walk, 2);
	return walk.result;
}

struct found {
	char *path;
	size_t size;
};

/* The folder exists where nothing is mounted, too: look for what is in it. */
static int try_folder(void *data, const char *folder)
{
	static const char probe[] = "/events";
	struct found *found = data;
	char path[UET_TRACEFS_PATH_MAX + sizeof(probe)];
	size_t length = strlen(folder);
	int result;

	if (length >= found->size || length >= UET_TRACEFS_PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path, folder, length);
	memcpy(path + length, probe, sizeof(probe));
	result = uet_sys_access(path, F_OK);
	if (result == 0)
		memcpy(found->path, folder, length + 1);
	return result;
}

int uet_tracefs_find(char *path, size_t size)
{
	struct found found = { path, size };

	return uet_tracefs_walk(try_folder, &found);
}
