/* SPDX-License-Identifier: MIT */
/*
 * counters: what reading a counter and a probe that is off cost, in
 * instructions, as the counter of instructions itself says: of user space and
 * in all.  Prints "NAME USER ALL", one a line.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uet/counter.h>
#include <uet/event.h>

#define TIMES 1000

UET_EVENT(unheard, "bench_unheard", UET_U32(a), UET_U64(b), UET_STR(c));

static struct uet_counter *user, *all;

static struct uet_counter *open_or_exit(const char *event)
{
	struct uet_counter *counter;
	struct uet_error err;

	if (!uet_counter_open(event, &counter, &err))
		return counter;
	fprintf(stderr, "bench/counters: %s\n", err.text);
	exit(1);
}

static void set_user_access(const char *value)
{
	int fd = open("/proc/sys/kernel/perf_user_access", O_WRONLY);

	if (fd < 0 || write(fd, value, 1) != 1)
		perror("/proc/sys/kernel/perf_user_access");
	close(fd);
}

/* A loop with nothing in it but this: the loop's own cost is measured first. */
#define LOOP(body)                                                \
	do {                                                      \
		for (unsigned int i_ = 0; i_ < TIMES; i_++) {     \
			__asm__ volatile("" : "+r"(i_) : : "memory"); \
			body;                                     \
		}                                                 \
	} while (0)

struct cost {
	double user, all;
};

#define MEASURE(into, body)                                                    \
	do {                                                                   \
		struct uet_count u_ = uet_counter_read(user);                  \
		struct uet_count a_ = uet_counter_read(all);                   \
		LOOP(body);                                                    \
		a_ = uet_counter_since(all, a_);                               \
		u_ = uet_counter_since(user, u_);                              \
		(into) = (struct cost){ (double)u_.value / TIMES,              \
					(double)a_.value / TIMES };            \
	} while (0)

static void print(const char *name, struct cost cost, struct cost empty)
{
	printf("%s\t%.1f\t%.1f\n", name, cost.user - empty.user,
	       cost.all - empty.all);
}

static __attribute__((noinline)) void probe(unsigned int a, const char *c)
{
	UET_TRACE(unheard, a, a, c);
}

static __attribute__((noinline)) void no_probe(unsigned int a, const char *c)
{
	__asm__ volatile("" : : "r"(a), "r"(c));
}

int main(void)
{
	struct cost empty, cost, call;
	struct uet_counter *cycles, *asks;
	struct uet_count count;

	set_user_access("0");
	asks = open_or_exit("instructions");
	set_user_access("1");
	user = open_or_exit("instructions:u");
	all = open_or_exit("instructions");
	cycles = open_or_exit("cycles");
	if (!uet_counter_is_user(cycles) || uet_counter_is_user(asks)) {
		fprintf(stderr, "bench/counters: cycles: %s, instructions: %s\n",
			uet_counter_why_not_user(cycles),
			uet_counter_why_not_user(asks));
		return 1;
	}
	/* Once before, so that pages and caches are there. */
	for (int round = 0; round < 2; round++)
		MEASURE(empty, (void)0);
	for (int round = 0; round < 2; round++)
		MEASURE(cost, count = uet_counter_read(cycles);
			__asm__ volatile("" : : "r"(count.value)));
	print("the cycle counter from user space", cost, empty);
	for (int round = 0; round < 2; round++)
		MEASURE(cost, count = uet_counter_read(user);
			__asm__ volatile("" : : "r"(count.value)));
	print("another counter from user space", cost, empty);
	for (int round = 0; round < 2; round++)
		MEASURE(cost, count = uet_counter_read(asks);
			__asm__ volatile("" : : "r"(count.value)));
	print("a counter by read(2)", cost, empty);
	for (int round = 0; round < 2; round++)
		MEASURE(call, no_probe(i_, "text"));
	for (int round = 0; round < 2; round++)
		MEASURE(cost, probe(i_, "text"));
	print("a probe of three fields that is off", cost, call);
	return 0;
}
