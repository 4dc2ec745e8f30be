/* SPDX-License-Identifier: MIT */
/*
 * Says why there is nothing to trace here: the three reasons that every
 * command meets.  Knows nothing about events.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/catalog_internal.h"
#include "collect/collect_internal.h"
#include "common/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"

static int not_allowed(struct uet_error *err, const char *what)
{
	return uet_error_set(err, -EACCES,
			     "no permission to search %s: run as root, or have "
			     "the folder opened to you (chmod or the mount "
			     "option gid=)", what);
}

int uet_tracing_check(const char *folder, struct uet_error *err)
{
	char path[UET_TRACEFS_PATH_MAX + sizeof("/" UET_DATA_FILE)];
	int n = snprintf(path, sizeof(path), "%s/%s", folder, UET_DATA_FILE);
	int result;

	if (n < 0 || (size_t)n >= sizeof(path))
		return uet_error_set(err, -ENAMETOOLONG,
				     "the path of the tracing folder is too "
				     "long: %s", folder);
	result = uet_sys_access(path, F_OK);
	if (result == -ENOENT)
		return uet_error_set(err, -ENOSYS,
				     "this kernel has no user_events (%s is "
				     "missing): it takes Linux 6.4 or later "
				     "with CONFIG_USER_EVENTS=y", path);
	if (result == -EACCES)
		return not_allowed(err, folder);
	if (result)
		return uet_error_set(err, result, "%s: %s", path,
				     strerror(-result));
	return 0;
}

int uet_tracing_find(char *path, size_t size, struct uet_error *err)
{
	char folder[UET_TRACEFS_PATH_MAX];
	int result = uet_tracefs_find(folder, sizeof(folder));

	if (result == -ENOENT)
		return uet_error_set(err, result,
				     "tracefs is not mounted: as root, mount "
				     "-t tracefs tracefs /sys/kernel/tracing");
	if (result == -EACCES)
		return not_allowed(err, "the tracing folder "
					"(/sys/kernel/tracing)");
	if (result)
		return uet_error_set(err, result, "the tracing folder: %s",
				     strerror(-result));
	result = uet_tracing_check(folder, err);
	if (result)
		return result;
	if (strlen(folder) >= size)
		return uet_error_set(err, -ENAMETOOLONG,
				     "the path of the tracing folder is too "
				     "long: %s", folder);
	strcpy(path, folder);
	return 0;
}
