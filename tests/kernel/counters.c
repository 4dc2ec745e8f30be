/* SPDX-License-Identifier: MIT */
/*
 * Counters on a real kernel: counters WHAT [EVENT...] does one thing with them
 * and prints what it saw, a line each, for counters.kt to judge.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uet/counter.h"
#include "uet/event.h"

UET_EVENT(counted, "counters_counted", UET_U32(n), UET_COUNTER(count));
UET_EVENT(unheard, "counters_unheard", UET_COUNTER(count));

static const char *const states[] = { "exact", "scaled", "none" };

static struct uet_counter *open_counter(const char *event)
{
	struct uet_counter *counter;
	struct uet_error err = { "" };

	if (!uet_counter_open(event, &counter, &err))
		return counter;
	printf("%s\n", err.text);
	exit(1);
}

/* Two instructions each time on arm64 and x86-64. */
static void run_loop(uint64_t n)
{
#if defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\t"
			 "b.ne 1b"
			 : "+r"(n) : : "cc");
#elif defined(__x86_64__)
	__asm__ volatile("1: dec %0\n\t"
			 "jnz 1b"
			 : "+r"(n) : : "cc");
#else
	while (n--)
		__asm__ volatile("");
#endif
}

/* So many page faults. */
static void touch_pages(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *at = mmap(NULL, n * page, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	/* A huge page would be one fault. */
	madvise((void *)at, n * page, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < n; i++)
		at[i * page] = 1;
	munmap((void *)at, n * page);
}

/* What each is: read from user space, by how many bits, or why not. */
static int do_open(int n, char **events)
{
	for (int i = 0; i < n; i++) {
		struct uet_counter *counter;
		struct uet_error err = { "" };

		if (uet_counter_open(events[i], &counter, &err)) {
			printf("%s\n", err.text);
			continue;
		}
		if (uet_counter_is_user(counter))
			printf("%s: user, %u bits\n", events[i],
			       counter->page->pmc_width);
		else
			printf("%s: read, %s\n", events[i],
			       uet_counter_why_not_user(counter));
		uet_counter_close(counter);
	}
	return 0;
}

struct asked {
	struct uet_counter *counter;
	struct uet_count count;
};

static void *ask(void *data)
{
	struct asked *asked = data;

	asked->count = uet_counter_read(asked->counter);
	return NULL;
}

/* By read(2): so other threads do. */
static struct uet_count ask_the_kernel(struct uet_counter *counter)
{
	struct asked asked = { counter, UET_COUNT_INIT };
	pthread_t thread;

	if (pthread_create(&thread, NULL, ask, &asked))
		exit(2);
	pthread_join(thread, NULL);
	return asked.count;
}

/* Each value that the kernel gives lies between what is read before and behind
 * it; moving to another CPU each time where there are several. */
static int do_agree(int n, char **events)
{
	struct uet_counter *counter = open_counter(events[0]);
	long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int wrong = 0, exact = 0;

	(void)n;
	for (int i = 0; i < 200; i++) {
		struct uet_count before, kernel, behind;
		cpu_set_t cpu;

		CPU_ZERO(&cpu);
		CPU_SET(i % n_cpus, &cpu);
		before = uet_counter_read(counter);
		if (sched_setaffinity(0, sizeof(cpu), &cpu))
			return 2;
		kernel = ask_the_kernel(counter);
		behind = uet_counter_read(counter);
		wrong += kernel.value < before.value ||
			 behind.value < kernel.value;
		exact += before.state == UET_COUNT_EXACT &&
			 behind.state == UET_COUNT_EXACT;
	}
	printf("wrong %d of 200\nexact %d\n", wrong, exact);
	printf("counted %d\n", uet_counter_read(counter).value > 0);
	uet_counter_close(counter);
	return 0;
}

/* On another CPU than its owner, who is busy there. */
struct watch {
	struct uet_counter *counter;
	struct uet_count last;
	int wrong;
	bool ready, over;
};

static void *watch_it(void *data)
{
	struct watch *watch = data;
	cpu_set_t cpu;

	CPU_ZERO(&cpu);
	CPU_SET(1, &cpu);
	watch->wrong += sched_setaffinity(0, sizeof(cpu), &cpu) != 0;
	__atomic_store_n(&watch->ready, true, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&watch->over, __ATOMIC_ACQUIRE)) {
		struct uet_count count = uet_counter_read(watch->counter);

		watch->wrong += count.state != UET_COUNT_EXACT ||
				count.value < watch->last.value;
		watch->last = count;
	}
	return NULL;
}

static int do_watch(int n, char **events)
{
	struct watch watch = { 0 };
	struct uet_count first, last;
	pthread_t thread;
	cpu_set_t cpu;

	(void)n;
	CPU_ZERO(&cpu);
	CPU_SET(0, &cpu);
	if (sched_setaffinity(0, sizeof(cpu), &cpu))
		return 2;
	watch.counter = open_counter(events[0]);
	if (pthread_create(&thread, NULL, watch_it, &watch))
		return 2;
	while (!__atomic_load_n(&watch.ready, __ATOMIC_ACQUIRE))
		sched_yield();
	first = uet_counter_read(watch.counter);
	for (int i = 0; i < 300; i++) {
		run_loop(1000000);
		touch_pages(10);
	}
	__atomic_store_n(&watch.over, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	last = uet_counter_read(watch.counter);
	printf("wrong %d\n", watch.wrong);
	printf("within %d\n", watch.last.value > first.value &&
				      watch.last.value <= last.value);
	uet_counter_close(watch.counter);
	return 0;
}

/* What a read costs, in what the counter counts; the least of some. */
static int do_cost(int n, char **events)
{
	struct uet_counter *counter = open_counter(events[0]);
	uint64_t least = UINT64_MAX;

	(void)n;
	for (int i = 0; i < 20; i++) {
		struct uet_count mark = uet_counter_read(counter);
		struct uet_count cost = uet_counter_since(counter, mark);

		if (cost.state == UET_COUNT_EXACT && cost.value < least)
			least = cost.value;
	}
	printf("cost %llu\n", (unsigned long long)least);
	uet_counter_close(counter);
	return 0;
}

/* A loop of a known number of instructions; millions of them. */
static int do_loop(int n, char **arguments)
{
	struct uet_counter *counter = open_counter(arguments[0]);
	uint64_t expected = strtoull(arguments[1], NULL, 10) * 1000000;
	struct uet_count mark = uet_counter_read(counter), count;

	(void)n;
	run_loop(expected / 2);
	count = uet_counter_since(counter, mark);
	printf("%s\n", states[count.state]);
	printf("right %d\n", count.value >= expected &&
				     count.value < expected + expected / 100);
	printf("kernel %d\n",
	       ask_the_kernel(counter).value >= mark.value + count.value);
	uet_counter_close(counter);
	return 0;
}

static int do_fork(int n, char **events)
{
	struct uet_counter *counter = open_counter(events[0]), *own;
	struct uet_count before = uet_counter_read(counter), count;
	int status;
	pid_t child;

	(void)n;
	fflush(stdout);
	child = fork();
	if (!child) {
		count = uet_counter_read(counter);
		printf("child %llu %s, %s\n", (unsigned long long)count.value,
		       states[count.state], uet_counter_why_not_user(counter));
		uet_counter_close(counter);
		own = open_counter(events[0]);
		touch_pages(20);
		run_loop(100000);
		printf("own %s %d\n", states[uet_counter_read(own).state],
		       uet_counter_read(own).value >= 20);
		uet_counter_close(own);
		exit(0);
	}
	waitpid(child, &status, 0);
	touch_pages(20);
	run_loop(100000);
	count = uet_counter_since(counter, before);
	printf("child ended with %d\n", status);
	printf("parent %s %d\n", states[count.state], count.value >= 20);
	uet_counter_close(counter);
	return 0;
}

/* Stopped, a counter keeps its value; reset, it begins anew. */
static int do_switch(int n, char **events)
{
	struct uet_counter *counter = open_counter(events[0]);
	struct uet_count first, second, third, fourth;

	(void)n;
	touch_pages(50);
	run_loop(100000);
	if (uet_counter_disable(counter))
		return 2;
	first = uet_counter_read(counter);
	touch_pages(50);
	run_loop(100000);
	second = uet_counter_read(counter);
	if (uet_counter_enable(counter))
		return 2;
	touch_pages(50);
	run_loop(100000);
	third = uet_counter_read(counter);
	if (uet_counter_reset(counter))
		return 2;
	fourth = uet_counter_read(counter);
	printf("stopped %s %d\n", states[first.state],
	       first.value >= 50 && first.value == second.value);
	printf("again %s %d\n", states[third.state],
	       third.value >= second.value + 50);
	printf("reset %s %d\n", states[fourth.state],
	       fourth.value < first.value / 2);
	uet_counter_close(counter);
	return 0;
}

/* Puts the file in the place of every perf event; returns how many. */
static int replace_events(int file)
{
	int replaced = 0;

	for (int fd = 3; fd < 4096; fd++) {
		char path[40], target[40];
		ssize_t length;

		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		length = readlink(path, target, sizeof(target) - 1);
		if (length < 0)
			continue;
		target[length] = '\0';
		if (strcmp(target, "anon_inode:[perf_event]"))
			continue;
		if (fd < 512)
			printf("low %d\n", fd);
		if (dup2(file, fd) == fd)
			replaced++;
	}
	return replaced;
}

static int count_files(void)
{
	int files = 0;

	for (int fd = 0; fd < 4096; fd++)
		files += fcntl(fd, F_GETFD) >= 0;
	return files;
}

/* What is done to a file that got the counters' numbers. */
static void use_foreign(struct uet_counter **counters, int n)
{
	struct uet_count counts[8], alone = uet_counter_read(counters[0]);
	int none = alone.state == UET_COUNT_NONE;
	int refused = 0, files = count_files();

	uet_counter_read_group(counters, (size_t)n, counts);
	for (int i = 0; i < n; i++) {
		none += counts[i].state == UET_COUNT_NONE;
		refused += uet_counter_enable(counters[i]) == -EBADF;
		refused += uet_counter_disable(counters[i]) == -EBADF;
		refused += uet_counter_reset(counters[i]) == -EBADF;
		uet_counter_close(counters[i]);
	}
	printf("none %d, refused %d, closed %d\n", none, refused,
	       files - count_files());
}

/* The program closed all descriptors: the counters' numbers are those of a
 * file, of an empty pipe, of another counter. */
static int do_foreign(int n, char **events)
{
	int file = fileno(tmpfile()), ends[2];
	struct uet_counter *counters[8], *other;
	struct uet_count before;

	if (n > 8 || pipe(ends) || write(file, "0123456789", 10) != 10 ||
	    lseek(file, 0, SEEK_SET))
		return 2;
	for (int round = 0; round < 2; round++) {
		if (uet_counter_open_group((const char *const *)events,
					   (size_t)n, counters, NULL))
			return 2;
		printf("replaced %d\n",
		       replace_events(round ? ends[0] : file));
		use_foreign(counters, n);
		for (int fd = 3; fd < 4096; fd++)
			if (fd != file && fd != ends[0] && fd != ends[1])
				close(fd);
	}
	printf("at %ld\n", (long)lseek(file, 0, SEEK_CUR));
	counters[0] = open_counter(events[0]);
	replace_events(file);
	close(file);
	for (int fd = 3; fd < 4096; fd++)
		if (fd != ends[0] && fd != ends[1])
			close(fd);
	other = open_counter(events[0]);
	before = uet_counter_read(other);
	printf("of another %s\n", states[uet_counter_read(counters[0]).state]);
	uet_counter_close(counters[0]);
	touch_pages(20);
	printf("other %s %d\n", states[uet_counter_since(other, before).state],
	       uet_counter_since(other, before).value >= 20);
	uet_counter_close(other);
	return 0;
}

/* More than the hardware has, for so many million instructions. */
static int do_turns(int n, char **arguments)
{
	enum { N = 20 };
	struct uet_counter *counters[N];
	uint64_t expected = strtoull(arguments[1], NULL, 10) * 1000000;
	int of[3] = { 0, 0, 0 }, wrong = 0, user = 0;

	(void)n;
	for (int i = 0; i < N; i++)
		counters[i] = open_counter(arguments[0]);
	run_loop(expected / 2);
	for (int i = 0; i < N; i++) {
		struct uet_count count = uet_counter_read(counters[i]);
		struct uet_count kernel = ask_the_kernel(counters[i]);

		of[count.state]++;
		user += uet_counter_is_user(counters[i]);
		if (count.state != UET_COUNT_SCALED)
			continue;
		/* An estimate: within a quarter, and so is the kernel's. */
		if (count.value < expected / 4 * 3 ||
		    count.value > expected / 4 * 5 ||
		    kernel.value < expected / 4 * 3 ||
		    kernel.value > expected / 4 * 5) {
			wrong++;
			printf("# %llu, kernel %llu\n",
			       (unsigned long long)count.value,
			       (unsigned long long)kernel.value);
		}
	}
	printf("exact %d scaled %d none %d wrong %d\n", of[0], of[1], of[2],
	       wrong);
	printf("user %d\n", user);
	for (int i = 0; i < N; i++)
		uet_counter_close(counters[i]);
	return 0;
}

/* Members are read at one moment, backwards as well. */
static int do_group(int n, char **events)
{
	struct uet_counter *counters[8], *backwards[8];
	struct uet_count first[8], second[8];
	struct uet_error err = { "" };
	int bad = 0;

	if (n > 8 || uet_counter_open_group((const char *const *)events,
					    (size_t)n, counters, &err)) {
		printf("%s\n", err.text);
		return 1;
	}
	touch_pages(100);
	run_loop(1000000);
	uet_counter_read_group(counters, (size_t)n, first);
	for (int i = 0; i < n; i++)
		backwards[i] = counters[n - 1 - i];
	uet_counter_read_group(backwards, (size_t)n, second);
	for (int i = 0; i < n; i++) {
		struct uet_count alone = uet_counter_read(counters[i]);

		bad += first[i].state != UET_COUNT_EXACT ||
		       second[n - 1 - i].value < first[i].value ||
		       alone.value < second[n - 1 - i].value ||
		       first[i].value < 100 ||
		       alone.value - first[i].value > first[i].value;
		printf("%s: %s\n", events[i],
		       uet_counter_is_user(counters[i]) ? "user" : "read");
	}
	printf("bad %d\n", bad);
	for (int i = 0; i < n; i++)
		uet_counter_close(counters[i]);
	return 0;
}

/* Events that carry what was counted. */
static int do_emit(int n, char **events)
{
	struct uet_counter *counter = open_counter(events[0]);
	struct uet_count before = UET_COUNTER_MARK(unheard, counter);

	(void)n;
	for (uint32_t i = 1; i <= 3; i++) {
		struct uet_count mark = UET_COUNTER_MARK(counted, counter);

		touch_pages(10 * i);
		UET_TRACE(counted, i, uet_counter_since(counter, mark));
	}
	UET_TRACE(counted, 4, uet_counter_since(counter, before));
	printf("unheard %s\n", states[before.state]);
	uet_counter_close(counter);
	return 0;
}

static const struct {
	const char *name;
	int (*run)(int n, char **arguments);
	int n; /* arguments at least */
} all[] = {
	{ "open", do_open, 1 },	    { "agree", do_agree, 1 },
	{ "cost", do_cost, 1 },	    { "loop", do_loop, 2 },
	{ "fork", do_fork, 1 },	    { "switch", do_switch, 1 },
	{ "turns", do_turns, 2 },   { "group", do_group, 1 },
	{ "emit", do_emit, 1 },	    { "watch", do_watch, 1 },
	{ "foreign", do_foreign, 1 },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (argc - 2 >= all[i].n && !strcmp(argv[1], all[i].name))
			return all[i].run(argc - 2, argv + 2);
	fprintf(stderr, "usage: counters WHAT EVENT...\n");
	return 2;
}
