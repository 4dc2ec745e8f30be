/* SPDX-License-Identifier: MIT */
/*
 * The descriptor that all events are written to.  Knows nothing of events.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "common/sys.h"
#include "common/tracefs.h"
#include "common/user_events.h"
#include "emit_internal.h"

/* Below which number a program's own descriptors usually stay, and above
 * which the kernel's table of descriptors would grow for ours alone. */
#define HIGH_FD 1024
#define HIGH_FD_ROOM 16

static int data_fd = -ENOTCONN;

/* What the descriptor was when we opened it. */
static struct stat opened;

/* The lowest number for the next descriptor. */
static long lowest_fd;

static int open_in_folder(void *data, const char *folder)
{
	static const char name[] = "/" UET_DATA_FILE;
	char path[UET_TRACEFS_PATH_MAX + sizeof(name)];
	size_t length = strlen(folder);
	int fd;

	if (length > UET_TRACEFS_PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path, folder, length);
	memcpy(path + length, name, sizeof(name));
	/* Its mode is usually 0220: a writer need not be able to read. */
	fd = uet_sys_open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return fd;
	*(int *)data = fd;
	return 0;
}

/*
 * Out of the way of programs that close all descriptors they know and open
 * others: a low number would soon be somebody else's file, and a probe's
 * payload in it.
 */
static int move_high(int fd)
{
	struct rlimit limit;
	long lowest = HIGH_FD;
	int high;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < HIGH_FD)
		lowest = (long)limit.rlim_cur;
	lowest -= HIGH_FD_ROOM;
	if (lowest < lowest_fd)
		lowest = lowest_fd;
	if (fd >= lowest)
		return fd;
	high = uet_sys_fcntl(fd, F_DUPFD_CLOEXEC, lowest);
	if (high < 0)
		return fd;
	uet_sys_close(fd);
	return high;
}

/* True when the program closed the descriptor, whatever it is by now. */
static bool is_gone(int fd)
{
	struct stat now;

	return fstat(fd, &now) != 0 || now.st_dev != opened.st_dev ||
	       now.st_ino != opened.st_ino;
}

int uet_data_fd_open(bool *fresh)
{
	int saved = errno;
	int fd = data_fd;

	*fresh = false;
	if (fd < 0 || is_gone(fd)) {
		int error = uet_tracefs_walk(open_in_folder, &fd);

		fd = error ? error : move_high(fd);
		if (fd >= 0) {
			fstat(fd, &opened);
			lowest_fd = fd + 1;
			*fresh = true;
		}
		data_fd = fd;
	}
	errno = saved;
	return fd;
}

void uet_data_fd_close(void)
{
	int saved = errno;

	if (data_fd >= 0 && !is_gone(data_fd))
		uet_sys_close(data_fd);
	data_fd = -ENOTCONN;
	errno = saved;
}

int uet_data_fd_state(void)
{
	return data_fd;
}
