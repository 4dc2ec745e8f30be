/* SPDX-License-Identifier: MIT */
/*
 * System calls that answer as a kernel with perf events would, with plain
 * memory for rings.  Replaces both sys.c; knows nothing about sessions.
 */
#ifndef UET_TESTS_FAKE_PERF_H
#define UET_TESTS_FAKE_PERF_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define FAKE_EVENTS 64
#define FAKE_FD 1000 /* the first event's descriptor, and 10 times its id */

struct fake_event {
	struct perf_event_attr attr;
	pid_t tid;
	int cpu;
	int output; /* descriptor whose ring it writes to; -1: its own */
	bool open, enabled, hung_up;
	unsigned int n_enabled; /* how often it was */
	char filter[64];
	uint64_t value, lost, enabled_ns, running_ns;
	struct perf_event_mmap_page *page;
	size_t ring_size;
};

extern struct fake_perf {
	const char *online;   /* /sys/devices/system/cpu/online */
	const char *paranoid; /* kernel.perf_event_paranoid */
	bool before_6_0;      /* no PERF_FORMAT_LOST */
	int missing_cpu;      /* -ENODEV; -1: none */
	size_t fail_open_at;  /* counted from 1: that one and all later ones */
	int open_error;
	int pmu_error;	      /* of events that are no tracepoints */
	int gone_id;	      /* a tracepoint that is not there */
	size_t most_pages;    /* rings above it: -EPERM; 0: no limit */
	int filter_error;
	const char *format;   /* what each event's file has; NULL: no tracefs */

	struct fake_event events[FAKE_EVENTS];
	size_t n_events;
	size_t n_open;	/* descriptors, also epoll's */
	size_t n_maps;
} fake_perf;

/* Two CPUs, the rights of root, Linux 6.0 or later. */
void fake_perf_reset(void);

/* The event of a tracepoint (0: the dummy) on a CPU; it must be open. */
struct fake_event *fake_perf_find(uint64_t tracepoint, int cpu);

/* The identifier that samples of it have. */
uint64_t fake_perf_id(const struct fake_event *event);

/* Puts a record, a multiple of 8 bytes, into the ring that it writes to. */
void fake_perf_write(const struct fake_event *event, const void *record,
		     size_t size);

#endif /* UET_TESTS_FAKE_PERF_H */
