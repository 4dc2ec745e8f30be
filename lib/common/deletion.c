/* SPDX-License-Identifier: MIT */
/*
 * Deletes events.  Knows nothing of how the data file is found.
 */
#include "common/deletion.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "common/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"
#include "uet/abi.h"

int uet_deletion_by_name(int fd, const char *name)
{
	for (int waited = 0;; waited += UET_DELETION_STEP_MS) {
		int error = uet_sys_ioctl(fd, UET_DIAG_IOCSDEL,
					  (void *)(uintptr_t)name);

		if (error != -EBUSY || waited >= UET_DELETION_WAIT_MS)
			return error;
		uet_sys_pause(UET_DELETION_STEP_MS * 1000);
	}
}

int uet_deletion_of_format(const char *folder, const char *description)
{
	/* With the system, lest a kprobe of this name is meant as well. */
	static const char minus[] = "-:" UET_SYSTEM "/";
	char path[UET_TRACEFS_PATH_MAX + sizeof("/dynamic_events")];
	char command[sizeof(minus) + UET_DESC_MAX];
	int length, fd;

	snprintf(path, sizeof(path), "%s/dynamic_events", folder);
	length = snprintf(command, sizeof(command), "%s%s", minus,
			  description);
	if (length >= (int)sizeof(command))
		return -E2BIG;
	/* Not truncated: that would delete all events of all kinds. */
	fd = uet_sys_open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return fd;
	for (int waited = 0;; waited += UET_DELETION_STEP_MS) {
		ssize_t result = uet_sys_write(fd, command, (size_t)length);

		if (result != -EBUSY || waited >= UET_DELETION_WAIT_MS) {
			uet_sys_close(fd);
			return result < 0 ? (int)result : 0;
		}
		uet_sys_pause(UET_DELETION_STEP_MS * 1000);
	}
}
