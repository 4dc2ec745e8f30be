/* SPDX-License-Identifier: MIT */
/*
 * Time and memory in use, of this process and of the whole machine, on which
 * nothing else runs.
 */
#ifndef UET_BENCH_FIGURES_H
#define UET_BENCH_FIGURES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* KiB. */
struct memory {
	long rss;
	long slab;
	long used;
};

/* Of this process, from its fork on: nanoseconds, or instructions in the VM
 * that counts them.  What it waited for is not in it. */
static inline long long cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline long line_of(const char *file, const char *key)
{
	char line[256];
	long value = 0;
	FILE *f = fopen(file, "r");

	while (f && fgets(line, sizeof(line), f))
		if (strncmp(line, key, strlen(key)) == 0)
			value = atol(line + strlen(key));
	if (f)
		fclose(f);
	return value;
}

static inline void memory_in_use(struct memory *m)
{
	m->rss = line_of("/proc/self/status", "VmRSS:");
	m->slab = line_of("/proc/meminfo", "Slab:");
	m->used = -line_of("/proc/meminfo", "MemFree:");
}

/* The kernel frees what readers may still see after five seconds, in one go;
 * where idle time is skipped that takes no time. */
static inline void let_rcu_free(void)
{
	sleep(8);
}

/* before: SLAB and USED as they were.  What is in use later tells nothing that
 * the slab does not: the machine's caches come and go. */
static inline void print_growth(char **before, const struct memory *at_once,
				const struct memory *later)
{
	printf("%ld %ld %ld ", later->rss, at_once->used - atol(before[1]),
	       later->slab - atol(before[0]));
}

#endif /* UET_BENCH_FIGURES_H */
