/* SPDX-License-Identifier: MIT */
/*
 * The descriptors of counters, and whether they still are that: a program may
 * close all descriptors and get their numbers for files of its own.  Knows
 * nothing of handles.  Any thread; but for keeping, any signal handler.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/resource.h>

#include "common/sys.h"
#include "emit/counter_internal.h"

/*
 * What no program's own file has together and means nothing to a counter: one
 * cheap system call tells by it, and does nothing to whatever the descriptor is
 * by now.  (An ioctl could; all anonymous inodes are one to fstat; and /proc is
 * not everywhere.)
 */
#define OUR_FLAGS (O_APPEND | O_NONBLOCK | O_ASYNC)
#define COMPARED_FLAGS (O_ACCMODE | O_APPEND | O_NONBLOCK | O_ASYNC | O_SYNC)

/* The kernel's table of descriptors grows up to the highest. */
#define HIGHEST_FD 4096

/* Where programs do not get to that open a few files: between looking at a
 * descriptor and using it another thread could have closed all, and opened. */
static int move_up(int fd)
{
	struct rlimit limit;
	long at = HIGHEST_FD / 2;
	int high;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return fd;
	if (limit.rlim_cur < HIGHEST_FD)
		at = (long)limit.rlim_cur / 2;
	if (at <= fd)
		return fd;
	high = uet_sys_fcntl(fd, F_DUPFD_CLOEXEC, at);
	if (high < 0)
		return fd;
	uet_sys_close(fd);
	return high;
}

int uet_counter_fd_keep(int fd, struct uet_counter_fd *kept)
{
	int result;

	kept->fd = move_up(fd);
	result = uet_sys_fcntl(kept->fd, F_SETFL, OUR_FLAGS);
	if (!result)
		result = uet_sys_ioctl(kept->fd, PERF_EVENT_IOC_ID, &kept->id);
	if (result < 0)
		uet_sys_close(kept->fd);
	return result;
}

bool uet_counter_fd_is_counter(const struct uet_counter_fd *kept)
{
	int flags = uet_sys_fcntl(kept->fd, F_GETFL, 0);

	return flags >= 0 && (flags & COMPARED_FLAGS) == (O_RDWR | OUR_FLAGS);
}

bool uet_counter_fd_is_ours(const struct uet_counter_fd *kept)
{
	uint64_t id;

	/* Another counter may have its number. */
	return uet_counter_fd_is_counter(kept) &&
	       !uet_sys_ioctl(kept->fd, PERF_EVENT_IOC_ID, &id) &&
	       id == kept->id;
}

void uet_counter_fd_close(const struct uet_counter_fd *kept)
{
	if (uet_counter_fd_is_ours(kept))
		uet_sys_close(kept->fd);
}
