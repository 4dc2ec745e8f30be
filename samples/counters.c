/* SPDX-License-Identifier: MIT */
/*
 * An event that carries what the function around it took, in cycles and
 * instructions of the CPU:
 *
 *	cc counters.c $(pkg-config --cflags --libs uet) -o counters
 *	uet record -- ./counters && uet report
 *
 * Without such counters, as in most virtual machines, it says so once, and the
 * fields are 0 and marked as not counted (cycles_state=2).
 */
#include <stdio.h>
#include <stdlib.h>

#include <uet/counter.h>
#include <uet/event.h>

UET_EVENT(sorted, "counters_sorted", UET_U32(n), UET_COUNTER(cycles),
	  UET_COUNTER(instructions));

enum { CYCLES, INSTRUCTIONS, N };

/* Of this thread; each thread that wants some opens its own.  NULL while there
 * are none: reading them is allowed all the same. */
static _Thread_local struct uet_counter *counters[N];

static void open_counters(void)
{
	static const char *const events[N] = { "cycles:u", "instructions:u" };
	struct uet_error err;

	if (uet_counter_open_group(events, N, counters, &err))
		fprintf(stderr, "%s\n", err.text);
	else if (!uet_counter_is_user(counters[CYCLES]))
		fprintf(stderr, "each reading is a system call: %s\n",
			uet_counter_why_not_user(counters[CYCLES]));
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sort(int *numbers, unsigned int n)
{
	/* Two instructions while nobody listens. */
	struct uet_count cycles = UET_COUNTER_MARK(sorted, counters[CYCLES]);
	struct uet_count instructions =
		UET_COUNTER_MARK(sorted, counters[INSTRUCTIONS]);

	qsort(numbers, n, sizeof(*numbers), compare);
	UET_TRACE(sorted, n, uet_counter_since(counters[CYCLES], cycles),
		  uet_counter_since(counters[INSTRUCTIONS], instructions));
}

int main(void)
{
	static int numbers[10000];

	open_counters();
	for (unsigned int n = 10; n <= 10000; n *= 10) {
		for (unsigned int i = 0; i < n; i++)
			numbers[i] = rand();
		sort(numbers, n);
	}
	for (int i = 0; i < N; i++)
		uet_counter_close(counters[i]);
	return 0;
}
