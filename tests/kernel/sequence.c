/* SPDX-License-Identifier: MIT */
/*
 * Emits numbered events from several threads, pinned to CPUs in turn, once
 * somebody listens: sequence [-mnrt] [-w FILE] NAME THREADS COUNT.
 *
 * The numbers grow with time over all threads; -m makes the event a
 * multi-format one, -n does not wait for a listener, -r has its fields the
 * other way round, -w waits until FILE is there: a listener is seen before it
 * listens on all CPUs; with -t the threads are there already while it waits.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <uet/register.h>
#include <uet/runtime.h>

/* 20 s: whoever is to listen has failed. */
#define TRIES 20000

static struct uet_event *event;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t number;
static unsigned long count;
static int reversed;

static void *emit(void *argument)
{
	uint32_t thread = (uint32_t)(uintptr_t)argument;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(thread % (unsigned int)cpus, &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (unsigned long i = 0; i < count; i++) {
		struct iovec segments[3];

		pthread_mutex_lock(&lock);
		segments[1 + reversed] =
			(struct iovec){ &thread, sizeof(thread) };
		segments[2 - reversed] =
			(struct iovec){ &number, sizeof(number) };
		uet_event_write(event, segments, 3);
		number++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[64];
	char description[256];
	unsigned int flags = 0;
	unsigned long n;
	const char *file = NULL;
	int wait = 1, early = 0, option;

	while ((option = getopt(argc, argv, "mnrtw:")) != -1) {
		if (option == 'm')
			flags |= UET_FLAG_MULTI_FORMAT;
		else if (option == 't')
			early = 1;
		else if (option == 'r')
			reversed = 1;
		else if (option == 'w')
			file = optarg;
		else
			wait = 0;
	}
	if (argc - optind != 3)
		return 2;
	snprintf(description, sizeof(description),
		 reversed ? "%s u64 number; u32 thread" :
			    "%s u32 thread; u64 number", argv[optind]);
	n = strtoul(argv[optind + 1], NULL, 10);
	count = strtoul(argv[optind + 2], NULL, 10);
	if (n > 64 || uet_event_new(description, flags, &event))
		return 2;
	pthread_mutex_lock(&lock);
	for (unsigned long i = 0; early && i < n; i++)
		if (pthread_create(&threads[i], NULL, emit,
				   (void *)(uintptr_t)i))
			return 1;
	for (int i = 0; (wait && !uet_event_enabled(event)) ||
			(file && access(file, F_OK)); i++) {
		if (i == TRIES) {
			fputs("sequence: nobody listens\n", stderr);
			return 1;
		}
		usleep(1000);
	}
	for (unsigned long i = 0; !early && i < n; i++)
		if (pthread_create(&threads[i], NULL, emit,
				   (void *)(uintptr_t)i))
			return 1;
	pthread_mutex_unlock(&lock);
	for (unsigned long i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	uet_event_free(event);
	return 0;
}
