/* SPDX-License-Identifier: MIT */
/*
 * The public face of lib/common/deletion.c.
 */
#include "uet/delete.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "common/deletion.h"
#include "common/description_check.h"
#include "common/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"
#include "emit_internal.h"

UET_API int uet_delete(const char *name)
{
	int fd, error, saved = errno;

	if (!name || !*name)
		return -EINVAL;
	fd = uet_data_file_open();
	if (fd < 0)
		return fd;
	error = uet_deletion_by_name(fd, name);
	uet_sys_close(fd);
	errno = saved;
	return error;
}

UET_API int uet_delete_format(const char *description)
{
	char folder[UET_TRACEFS_PATH_MAX];
	int error;

	if (!description)
		return -EINVAL;
	error = uet_description_check(description, NULL);
	/* What the command's parser would cut or take for two commands. */
	if (!error && strpbrk(description, "#\n"))
		error = -EINVAL;
	if (!error)
		error = uet_tracefs_find(folder, sizeof(folder));
	return error ? error : uet_deletion_of_format(folder, description);
}
