/* SPDX-License-Identifier: MIT */
/*
 * plain SLAB USED EVENTS DESCRIPTORS: registers events without libuet,
 * spread over descriptors in turn; tells what that took, what memory went, and
 * what a write to the last event takes.  Started by launch.c.
 */
#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include "common/user_events.h"
#include "figures.h"

#define EVENTS_MAX 10000
#define DESCRIPTORS_MAX 256

#define ROUND 100
#define ROUNDS 101

static uint32_t words[EVENTS_MAX];
static int descriptors[DESCRIPTORS_MAX];
static uint32_t last_index;

static int register_event(int fd, int number)
{
	char text[128];
	struct uet_user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(words[0]),
		.enable_addr = (uintptr_t)&words[number],
		.name_args = (uintptr_t)text,
	};

	snprintf(text, sizeof(text),
		 "plain_%d u32 a; u64 b; __rel_loc char[] c", number);
	if (ioctl(fd, UET_DIAG_IOCSREG, &reg))
		return -1;
	last_index = reg.write_index;
	return 0;
}

static int register_all(int events, int n)
{
	for (int i = 0; i < n; i++) {
		descriptors[i] = open("/sys/kernel/tracing/user_events_data",
				      O_WRONLY | O_CLOEXEC);
		if (descriptors[i] < 0)
			return -1;
	}
	for (int i = 0; i < events; i++)
		if (register_event(descriptors[i % n], i))
			return -1;
	return 0;
}

/* value: "1", or "0" for no more: an event that is listened to stays. */
static int listen_to(int event, const char *value)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path),
		 "/sys/kernel/tracing/events/user_events/plain_%d/enable",
		 event);
	fd = open(path, O_WRONLY);
	return fd < 0 || write(fd, value, 1) != 1 || close(fd) ? -1 : 0;
}

static int by_value(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

/* Of one write to the event that was registered last, and its loop. */
static long long write_cost(int fd)
{
	struct __attribute__((packed)) {
		uint32_t index, a;
		uint64_t b;
		uint32_t location;
		char text[4];
	} record = { last_index, 1, 2, 4 << 16, "abc" };
	static long long took[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		long long start = cpu_time();

		for (int j = 0; j < ROUND; j++)
			if (write(fd, &record, sizeof(record)) < 0)
				return -1;
		took[i] = cpu_time() - start;
	}
	qsort(took, ROUNDS, sizeof(took[0]), by_value);
	return took[ROUNDS / 2] / ROUND;
}

int main(int argc, char **argv)
{
	int events = argc == 5 ? atoi(argv[3]) : 0;
	int n = argc == 5 ? atoi(argv[4]) : 0;
	struct rlimit many = { 1024, 4096 };
	struct memory at_once, later;
	long long start, took, cost;

	if (events < 1 || events > EVENTS_MAX || n < 1 || n > DESCRIPTORS_MAX)
		return 2;
	setrlimit(RLIMIT_NOFILE, &many);
	start = cpu_time();
	if (register_all(events, n)) {
		perror("plain: cannot register");
		return 1;
	}
	took = cpu_time() - start;
	memory_in_use(&at_once);
	let_rcu_free();
	memory_in_use(&later);
	cost = listen_to(events - 1, "1") ?
		       -1 : write_cost(descriptors[(events - 1) % n]);
	if (cost < 0 || listen_to(events - 1, "0")) {
		perror("plain: cannot write");
		return 1;
	}
	printf("%lld ", took);
	print_growth(argv + 1, &at_once, &later);
	printf("%lld %lld ", cpu_time(), cost);
	fflush(stdout);
	return 0;
}
