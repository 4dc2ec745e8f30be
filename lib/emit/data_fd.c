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
#define HIGH_FDS 64

/* A process may have several libuets, linked into plug-ins: each takes its
 * numbers from another of so many ranges, most likely, and marks what it
 * opened, so that none takes another's descriptor for its own. */
#define RANGES 16
#define MARKS 64

/* Where the limit cannot be raised, its topmost numbers are taken, but none
 * above this: the kernel's table of descriptors grows up to the highest. */
#define HIGHEST_FD 4096

/*
 * What no program's own file has together, and means nothing to this one: by
 * this a descriptor is known for ours with one cheap system call, which
 * filters of system calls allow more often than any other.
 */
#define OUR_FLAGS (O_WRONLY | O_APPEND | O_NONBLOCK | O_SYNC | O_ASYNC)
#define COMPARED_FLAGS (O_ACCMODE | O_APPEND | O_NONBLOCK | O_SYNC | O_ASYNC)

static int data_fd = -ENOTCONN;

/* What the descriptor was when we opened it. */
static struct stat opened;
static bool is_marked;

/* It was below the soft limit then: open() may hand its number out once the
 * program closed it. */
static bool is_reachable;

/*
 * From what to what we last raised the soft limit for a moment.  A child that
 * is forked in it puts it back.  (It cannot be told by what memory says of that
 * moment: fork copies limits and memory one after the other.)
 */
static struct {
	struct rlimit before, after;
} raised;

/* Different in each libuet of a process. */
static unsigned int identity(void)
{
	uintptr_t address = (uintptr_t)&data_fd;

	return (unsigned int)((address ^ address >> 6) >> 4) % MARKS;
}

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
	fd = uet_sys_open(path, OUR_FLAGS | O_CLOEXEC);
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

/* Above the soft limit, by raising it for the moment; -errno where it cannot
 * be. */
static int move_above(int fd, struct rlimit limit, unsigned int turn)
{
	rlim_t room = limit.rlim_max - limit.rlim_cur;
	int high = -EMFILE;

	if (limit.rlim_cur >= HIGHEST_FD || !room)
		return -EMFILE;
	if (room > HIGH_FDS * (RANGES + 1))
		room = HIGH_FDS * (RANGES + 1);
	raised.before = limit;
	limit.rlim_cur += room;
	raised.after = limit;
	uet_process()->knows_its_limit = 1;
	if (!setrlimit(RLIMIT_NOFILE, &limit)) {
		long first = (long)raised.before.rlim_cur;
		long wanted = turn + HIGH_FDS * (identity() % RANGES);

		high = move_to(fd, first + wanted % (long)room);
		if (high < 0)
			high = move_to(fd, first);
		setrlimit(RLIMIT_NOFILE, &raised.before);
	}
	return high;
}

static void put_parents_limit_back(void)
{
	struct uet_process *process = uet_process();
	struct rlimit now;

	if (process->knows_its_limit)
		return;
	process->knows_its_limit = 1;
	/* Nobody else takes such a number. */
	if (raised.after.rlim_cur && !getrlimit(RLIMIT_NOFILE, &now) &&
	    now.rlim_cur == raised.after.rlim_cur) {
		now.rlim_cur = raised.before.rlim_cur;
		setrlimit(RLIMIT_NOFILE, &now);
	}
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
	struct rlimit limit;
	long below;
	int high;

	turn = (turn + 1) % HIGH_FDS;
	is_reachable = false;
	if (getrlimit(RLIMIT_NOFILE, &limit))
		return fd;
	high = move_above(fd, limit, turn);
	if (high >= 0)
		return high;
	is_reachable = true;
	below = limit.rlim_cur < HIGHEST_FD ? (long)limit.rlim_cur : HIGHEST_FD;
	for (unsigned int i = 0; high < 0 && i < HIGH_FDS; i++) {
		long at = below - 1 - (turn + i) % HIGH_FDS;

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
	/* Still the file, but probes would not know it any more. */
	if (is_reachable && !uet_data_fd_is_ours(fd))
		return true;
	found = uet_sys_fcntl(fd, F_GETSIG, 0);
	return is_marked && found >= 0 && found != mark();
}

bool uet_data_fd_is_ours(int fd)
{
	int flags = uet_sys_fcntl(fd, F_GETFL, 0);

	return flags >= 0 && (flags & COMPARED_FLAGS) == OUR_FLAGS;
}

bool uet_data_fd_came_in_reach(void)
{
	struct rlimit limit;

	return data_fd >= 0 && !is_reachable &&
	       !getrlimit(RLIMIT_NOFILE, &limit) &&
	       (rlim_t)data_fd < limit.rlim_cur;
}

int uet_data_fd_to_watch(int fd)
{
	return is_reachable ? UET_WATCHED(fd) : fd;
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
	put_parents_limit_back();
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
