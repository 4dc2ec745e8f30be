/* SPDX-License-Identifier: MIT */
/*
 * Reads perf.data from the bytes that a test made, to its end, and collects
 * what was in it.
 */
#ifndef UET_TESTS_PERFDATA_READ_H
#define UET_TESTS_PERFDATA_READ_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include <uet/perfdata.h>

#include "perfdata_bytes.h"

/* What the last reading came to. */
static struct uet_error err;
static struct uet_perfdata_stats stats;
static char seen[512]; /* "NAME/COMM/n " for each sample with such fields */
static uint64_t n_samples, sum; /* of those, and of their n */
static char stored_path[64];

/* Gets each record if it is set. */
static void (*on_record)(const struct uet_perfdata_record *r);

static inline void collect(const struct uet_perfdata_record *r)
{
	size_t used = strlen(seen);
	uint32_t n;

	if (on_record)
		on_record(r);
	if (r->record.type != PERF_RECORD_SAMPLE ||
	    r->record.sample.raw.size != 12)
		return;
	memcpy(&n, (const char *)r->record.sample.raw.data + 8, 4);
	n_samples++;
	sum += n;
	if (used + 64 < sizeof(seen))
		snprintf(seen + used, 64, "%.20s/%s/%u ", r->event->name,
			 r->comm ? r->comm : "?", n);
}

/* What uet_perfdata_next() said last, or uet_perfdata_open(). */
static inline int read_path(const char *path)
{
	struct uet_perfdata *p;
	struct uet_perfdata_record r;
	int ret;

	seen[0] = err.text[0] = '\0';
	n_samples = sum = 0;
	memset(&stats, 0, sizeof(stats));
	alarm(20); /* nothing hangs */
	ret = uet_perfdata_open(path, &p, &err);
	if (!ret) {
		while ((ret = uet_perfdata_next(p, &r, &err)) > 0)
			collect(&r);
		assert_int_equal(uet_perfdata_next(p, &r, &err), ret);
		uet_perfdata_get_stats(p, &stats);
		uet_perfdata_close(p);
	}
	alarm(0);
	return ret;
}

static inline int read_stored(const void *bytes, size_t size)
{
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("perf.data", MFD_CLOEXEC);
		snprintf(stored_path, sizeof(stored_path), "/proc/self/fd/%d",
			 fd);
	}
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(pwrite(fd, bytes, size, 0), (ssize_t)size);
	return read_path(stored_path);
}

static inline int read_file(void)
{
	return read_stored(file.data, file.size);
}

/* Through a pipe, which holds all of it. */
static inline int read_pipe(const void *bytes, size_t size)
{
	char path[64];
	int fds[2], ret;

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], bytes, size), (ssize_t)size);
	close(fds[1]);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[0]);
	ret = read_path(path);
	close(fds[0]);
	return ret;
}

#endif /* UET_TESTS_PERFDATA_READ_H */
