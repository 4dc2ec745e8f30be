/* SPDX-License-Identifier: MIT */
/*
 * A daemon that closes every descriptor, also those that are not its own, and
 * then opens as many files as it may while its event is on.  Not a byte of an
 * event may be in one of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uet/event.h>

#include "ways.h"

UET_EVENT(closing, "way_closing", UET_U32(number), UET_BYTES(blob));

static const char blob[1000];

/* Both of the library's ways into the kernel: write and writev. */
static void emit(void)
{
	UET_TRACE(closing, 1, blob, 10);
	UET_TRACE(closing, 2, blob, sizeof(blob));
}

static void close_all(const char *how)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	if (!strcmp(how, "range"))
		close_range(0, ~0U, 0);
	else
		for (int i = 0; i < (int)limit.rlim_cur; i++)
			close(i);
}

static void raise_soft_limit(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		abort();
}

/* Returns the highest number. */
static int open_as_many_as_possible(void)
{
	int fd, last = -1;

	while ((fd = memfd_create("theirs", MFD_CLOEXEC)) >= 0) {
		last = fd > last ? fd : last;
		emit();
	}
	if (errno != EMFILE)
		abort();
	return last;
}

/* How many files are not empty any more; closes them. */
static int close_spoiled(int last)
{
	int spoiled = 0;

	for (int fd = 0; fd <= last; fd++) {
		struct stat st;

		if (fstat(fd, &st) || !S_ISREG(st.st_mode))
			continue;
		spoiled += st.st_size != 0;
		close(fd);
	}
	return spoiled;
}

/* descriptors OUT range|loop keep|raise [again]: keeps or raises its soft limit
 * first, which the library is told by uet_register(); closes them so.  With
 * again, all is done after another uet_register() as well. */
int main(int argc, char **argv)
{
	int last = 0, spoiled = 0, error, rounds = argc > 4 ? 2 : 1;

	if (argc < 4 || !wait_until_on(&uet__word_closing))
		return 2;
	while (rounds--) {
		emit();
		if (!strcmp(argv[3], "raise")) {
			raise_soft_limit();
			if (uet_register())
				abort();
		}
		close_all(argv[2]);
		emit();
		last = open_as_many_as_possible();
		spoiled += close_spoiled(last);
		emit();
		error = uet_register();
	}

	/* As a daemon does it: no descriptor is standard output by itself. */
	if (!freopen(argv[1], "w", stdout))
		return 1;
	say_error("register", error);
	printf("on: %d\n", UET_ENABLED(closing));
	say_counts("before", UET_EVENT_REF(closing));
	emit();
	say_counts("after", UET_EVENT_REF(closing));
	printf("files: %d, spoiled: %d\n", last + 1, spoiled);
	return 0;
}
