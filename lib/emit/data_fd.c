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

/* How many numbers the descriptor takes in turn: a probe that is in flight
 * with one is done before it comes again. */
#define HIGH_FDS 32

/* A process may have several libuets, linked into plug-ins: each takes its
 * numbers from another of so many ranges, most likely, and marks what it
 * opened, so that none takes another's descriptor for its own. */
#define RANGES 16
#define MARKS 64

/* Where the limit cannot be raised, its topmost numbers are taken, but none
 * above this: the kernel's table of descriptors grows up to the highest. */
#define HIGHEST_FD 4096

static int data_fd = -ENOTCONN;

/* Different in each libuet of a process. */
static unsigned int identity(void)
{
	uintptr_t address = (uintptr_t)&data_fd;

	return (unsigned int)((address ^ address >> 6) >> 4) % MARKS;
}

/* What the descriptor was when we opened it. */
static struct stat opened;
static bool is_marked;

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

/* Duplicates to the first free number from at on, and closes the old one. */
static int move_to(int fd, long at)
{
	int high = uet_sys_fcntl(fd, F_DUPFD_CLOEXEC, at);

	if (high >= 0)
		uet_sys_close(fd);
	return high;
}

/*
 * Out of the way of programs that close all descriptors they know and open
 * others: a low number would soon be somebody else's file, and a probe's
 * payload in it.  Above the soft limit no number is ever handed out; where
 * that cannot be raised for the moment, the topmost below it are the last to
 * be.
 */
static int move_high(int fd)
{
	static unsigned int turn;
	struct rlimit limit, raised;
	int high = -EMFILE;

	turn = (turn + 1) % HIGH_FDS;
	if (getrlimit(RLIMIT_NOFILE, &limit))
		return fd;
	raised = limit;
	raised.rlim_cur += HIGH_FDS * (RANGES + 1);
	if (limit.rlim_cur < HIGHEST_FD && raised.rlim_cur <= limit.rlim_max &&
	    setrlimit(RLIMIT_NOFILE, &raised) == 0) {
		high = move_to(fd, (long)limit.rlim_cur + turn +
				       HIGH_FDS * (identity() % RANGES));
		setrlimit(RLIMIT_NOFILE, &limit);
	}
	if (limit.rlim_cur > HIGHEST_FD)
		limit.rlim_cur = HIGHEST_FD;
	for (unsigned int i = 0; high < 0 && i < HIGH_FDS; i++) {
		long at = (long)limit.rlim_cur - 1 - (turn + i) % HIGH_FDS;

		if (at > fd)
			high = move_to(fd, at);
	}
	return high < 0 ? fd : high;
}

/*
 * The signal that a file would send if it sent signals, which this one does
 * not: a number that stays with what was opened, in children as well.  Not 0,
 * which all others have.
 */
static int mark(void)
{
	return 1 + (int)identity() % (MARKS - 1);
}

/* True when the program closed the descriptor, whatever it is by now. */
static bool is_gone(int fd)
{
	struct stat now;
	int found;

	/* Where looking is forbidden (seccomp), nothing speaks against it. */
	if (fstat(fd, &now))
		return errno == EBADF;
	if (opened.st_ino && (now.st_dev != opened.st_dev ||
			      now.st_ino != opened.st_ino))
		return true;
	found = uet_sys_fcntl(fd, F_GETSIG, 0);
	return is_marked && found >= 0 && found != mark();
}

int uet_data_file_open(void)
{
	int fd;
	int error = uet_tracefs_walk(open_in_folder, &fd);

	return error ? error : fd;
}

/* A new descriptor in its place, which becomes data_fd; or -errno. */
static int open_high(void)
{
	int fd = uet_data_file_open();

	if (fd < 0)
		return fd;
	fd = move_high(fd);
	if (fstat(fd, &opened))
		memset(&opened, 0, sizeof(opened));
	is_marked = !uet_sys_fcntl(fd, F_SETSIG, mark());
	data_fd = fd;
	return fd;
}

int uet_data_fd_open(bool *fresh)
{
	int saved = errno;

	*fresh = false;
	if (data_fd < 0 || is_gone(data_fd)) {
		int fd = open_high();

		*fresh = fd >= 0;
		if (fd < 0)
			data_fd = fd;
	}
	errno = saved;
	return data_fd;
}

int uet_data_fd_replace(int *old)
{
	int saved = errno;
	int fd;

	*old = data_fd;
	fd = data_fd < 0 ? data_fd : open_high();
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
