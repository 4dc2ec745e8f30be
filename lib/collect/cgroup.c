/* SPDX-License-Identifier: MIT */
/*
 * Finds a control group by its name.  Knows nothing about events.
 */
#include "collect/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "collect/sys.h"

#define MOUNT_TABLE "/proc/self/mounts"

/* The folder where the groups of version 2 are; the caller frees it. */
static int find_mount(char **folder)
{
	FILE *table = setmntent(MOUNT_TABLE, "re");
	struct mntent entry;
	char buffer[8192];
	int result = -ENOENT;

	if (!table)
		return -errno;
	while (result == -ENOENT &&
	       getmntent_r(table, &entry, buffer, sizeof(buffer))) {
		if (strcmp(entry.mnt_type, "cgroup2"))
			continue;
		*folder = strdup(entry.mnt_dir);
		result = *folder ? 0 : -ENOMEM;
	}
	endmntent(table);
	return result;
}

/* A part that is "..". */
static bool leads_out(const char *name)
{
	for (;;) {
		size_t length = strcspn(name, "/");

		if (length == 2 && !strncmp(name, "..", 2))
			return true;
		name += length;
		if (!*name++)
			return false;
	}
}

int uet_cgroup_open(const char *name, struct uet_error *err)
{
	char *mount, *path;
	int fd, result = find_mount(&mount);

	if (result == -ENOENT)
		return uet_error_set(err, result, "no control groups of "
				     "version 2 are mounted (mount -t cgroup2 "
				     "none /sys/fs/cgroup)");
	if (result)
		return uet_error_set(err, result, "cannot read %s: %s",
				     MOUNT_TABLE, strerror(-result));
	if (leads_out(name)) {
		free(mount);
		return uet_error_set(err, -EINVAL, "%s is no control group: "
				     "name one below the mount, without '..'",
				     name);
	}
	if (asprintf(&path, "%s/%s", mount, name) < 0)
		path = NULL;
	free(mount);
	if (!path)
		return uet_error_set(err, -ENOMEM, "out of memory");
	fd = uet_sys_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		uet_error_set(err, fd, "cannot open the control group %s: %s",
			      path, strerror(-fd));
	free(path);
	return fd;
}
