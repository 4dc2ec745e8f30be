/* SPDX-License-Identifier: MIT */
/*
 * A kernel that opens counters as a test wants it to, and the registers and
 * pages of those.  Replaces sys_perf.c and, by the linker's --wrap, what
 * counters call of sys.c.  Knows nothing of handles.
 */
#ifndef UET_TESTS_FAKE_COUNTERS_H
#define UET_TESTS_FAKE_COUNTERS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/detail/counter.h"

#define FAKE_COUNTERS 40
#define FAKE_FIRST_FD 5000

struct fake_counter {
	struct perf_event_attr attr;
	uint64_t config3;
	int leader; /* -1: none */
	bool open;
	/* Whose the descriptor is: what F_GETFL says, and the event's number. A
	 * test that changes them has made another file of it. */
	int flags;
	uint64_t id;
	struct uet__counter_page *page; /* that is mapped */
};

extern struct fake_counters {
	/* What the next calls of perf_event_open() answer, one by one; 0: a
	 * descriptor, as all that come after them. */
	int open_errors[8];
	unsigned int n_tries; /* calls, also of those that failed */
	uint64_t tried_config1[8];
	struct fake_counter counters[FAKE_COUNTERS];
	unsigned int n;
	unsigned int n_open, n_maps; /* now */

	int map_error;
	bool no_wipe;	       /* Linux before 4.14 */
	uint64_t capabilities; /* of new pages */
	int cpu;
	unsigned long affinity;

	/* What read(2) gives: times and values, as long as they are asked for
	 * a group of n; short_read: nothing. */
	uint64_t enabled, running, values[FAKE_COUNTERS];
	bool short_read;
	unsigned int n_reads;
	int mark_error; /* of F_SETFL */

	uint64_t registers[32];
	unsigned int n_pmc;    /* how often one was read */
	void (*on_pmc)(void);  /* what happens just then */
	uint64_t time;

	unsigned long last_ioctl;
	unsigned long last_argument;
	int last_fd;
} fake;

/* Everything counts, from user space, on CPU 0 of four. */
void fake_counters_reset(void);

/* The page of the counter that was opened i-th. */
struct uet__counter_page *fake_page(unsigned int i);

#endif /* UET_TESTS_FAKE_COUNTERS_H */
