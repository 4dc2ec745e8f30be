/* SPDX-License-Identifier: MIT */
/*
 * What a collection waits for: signals, the end of its time and of its
 * command, records, and room for its output.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect.h"

/* How long a reader that does not read may keep what has ended from ending. */
#define GRACE_MS 2000

/* How often what sends no signal is looked for. */
#define LOOK_MS 50

/* Until something wakes us. */
#define LONG_MS (60 * 1000)

static void take_signals(struct collect *c)
{
	struct signalfd_siginfo info;

	while (read(c->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		if (info.ssi_signo == SIGUSR2) {
			c->dump = true;
			continue;
		}
		/* Ctrl-C reaches a command by itself, and its last events are
		 * worth having; whoever presses it twice means us. */
		if (!c->has_child) {
			c->give_up |= c->stop;
			c->stop = true;
		} else if (++c->interrupts > 1) {
			c->stop = true;
			c->interrupted = (int)info.ssi_signo;
		} else if (info.ssi_signo != SIGINT) {
			kill(c->child.pid, (int)info.ssi_signo);
		}
	}
}

static int until_end(const struct collect *c, int timeout_ms)
{
	uint64_t now = collect_now(CLOCK_MONOTONIC);

	if (!c->end_ns || now + (uint64_t)timeout_ms * 1000000 < c->end_ns)
		return timeout_ms;
	return now < c->end_ns ? (int)((c->end_ns - now) / 1000000 + 1) : 0;
}

/* Of --duration; a command is ended with it. */
static void end_in_time(struct collect *c)
{
	if (!c->end_ns || collect_now(CLOCK_MONOTONIC) < c->end_ns)
		return;
	c->end_ns = 0;
	if (c->has_child)
		kill(c->child.pid, SIGTERM);
	else
		c->stop = true;
}

static void take_child(struct collect *c)
{
	if (c->has_child && child_ended(&c->child, &c->child_status)) {
		c->has_child = false;
		c->stop = true;
	}
}

/* Signals, the command's end, the end of time, and fd, timeout_ms at most.
 * True when nothing happened. */
static bool wait_for(struct collect *c, struct pollfd *fd, int timeout_ms)
{
	struct pollfd fds[] = { *fd, { .fd = c->signals, .events = POLLIN } };
	int n = poll(fds, 2, until_end(c, timeout_ms));

	fd->revents = n > 0 ? fds[0].revents : 0;
	take_signals(c);
	end_in_time(c);
	take_child(c);
	return n == 0;
}

bool collect_wait(struct collect *c, int timeout_ms)
{
	struct pollfd records = {
		.fd = c->threads_ended ? -1 : uet_session_fd(c->session),
		.events = POLLIN,
	};
	bool quiet = wait_for(c, &records, timeout_ms);

	if (c->counting)
		c->stop |= !c->has_child && collect_tasks_ended(c->o);
	else if (uet_session_poll(c->session, 0) == -ESRCH) {
		/* All threads have ended; a command's status is still to
		 * come. */
		c->threads_ended = true;
		c->stop |= !c->has_child;
	}
	return quiet;
}

void collect_wait_child(struct collect *c)
{
	struct pollfd none = { .fd = -1 };

	while (c->has_child && !c->stop)
		wait_for(c, &none, LONG_MS);
}

/* All of a regular file; of what may be full, a piece that fits or waits for
 * its turn as a whole. */
static ssize_t room_of(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) ? SSIZE_MAX : PIPE_BUF;
}

ssize_t collect_wait_output(void *context, int fd)
{
	struct collect *c = context;
	struct pollfd room = { .fd = fd, .events = POLLOUT };
	uint64_t end_ns = 0;

	for (;;) {
		uint64_t now = collect_now(CLOCK_MONOTONIC);

		if (c->stop && !end_ns)
			end_ns = now + (uint64_t)GRACE_MS * 1000000;
		wait_for(c, &room, c->stop ? LOOK_MS : LONG_MS);
		/* Also what is no room: writing tells what it is. */
		if (room.revents)
			return room_of(fd);
		if (c->give_up || (end_ns && now >= end_ns))
			return -ECANCELED;
	}
}

bool collect_wait_reader(struct collect *c, const char *path, int *fd)
{
	struct pollfd none = { .fd = -1 };
	uint64_t start = collect_now(CLOCK_MONOTONIC);
	struct stat st;

	*fd = -1;
	while (!stat(path, &st) && S_ISFIFO(st.st_mode)) {
		*fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
		/* Opening it for good tells of anything else. */
		if (*fd >= 0 || errno != ENXIO)
			break;
		wait_for(c, &none, LOOK_MS);
		if (c->stop || c->interrupts)
			return false;
		if (c->o->duration_ns && collect_now(CLOCK_MONOTONIC) >=
						 start + c->o->duration_ns) {
			out_error(c->o->cmd, "nobody opened %s to read it",
				  path);
			return false;
		}
	}
	return true;
}
