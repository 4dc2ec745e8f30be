/* SPDX-License-Identifier: MIT */
/*
 * Many threads emit while others switch the events on and off and register
 * them anew, in another order each time, so that the kernel's indexes change
 * hands.  Each payload carries its event's number.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <uet/event.h>

#include "ways.h"

#define EMITTERS 64
#define ROUNDS 200 /* of each of those who disturb them */
#define SWITCHED 2   /* events that ftrace is switched off and on for */
#define EVENTS 6

#define EVENT(n) \
	UET_EVENT(event_##n, "way_thread_" #n, UET_U32(tag), UET_U32(serial))
EVENT(0);
EVENT(1);
EVENT(2);
EVENT(3);
EVENT(4);
EVENT(5);

static const struct uet_event *const all[EVENTS] = {
	UET_EVENT_REF(event_0), UET_EVENT_REF(event_1),
	UET_EVENT_REF(event_2), UET_EVENT_REF(event_3),
	UET_EVENT_REF(event_4), UET_EVENT_REF(event_5),
};
static unsigned int attempts, disturbing = 3;

/* The arguments are evaluated where the event is on, and only there. */
#define TRY(n) UET_TRACE(event_##n, n, first + ++mine)

static bool over(void)
{
	return !__atomic_load_n(&disturbing, __ATOMIC_RELAXED);
}

/* A few rather fast; the others leave the processor to those who disturb
 * them. */
static void *emit(void *arg)
{
	unsigned int first = (unsigned int)(size_t)arg * 1000000, mine = 0;

	while (!over()) {
		TRY(0);
		TRY(1);
		TRY(2);
		TRY(3);
		TRY(4);
		TRY(5);
		usleep((size_t)arg % 16 ? 50000 : 1000);
	}
	__atomic_fetch_add(&attempts, mine, __ATOMIC_RELAXED);
	return NULL;
}

static void *switch_listeners(void *arg)
{
	for (size_t rounds = 0; rounds < ROUNDS; rounds++) {
		char path[128];
		int fd;

		snprintf(path, sizeof(path), "%s/way_thread_%zu/enable",
			 (const char *)arg, rounds / 2 % SWITCHED);
		fd = open(path, O_WRONLY | O_CLOEXEC);
		if (fd < 0 || write(fd, rounds % 2 ? "1" : "0", 1) != 1)
			abort();
		close(fd);
		sched_yield();
	}
	__atomic_fetch_sub(&disturbing, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void *register_anew(void *arg)
{
	unsigned int seed = (unsigned int)(size_t)arg;

	for (int rounds = 0; rounds < ROUNDS; rounds++) {
		int at = rand_r(&seed) % EVENTS;

		if (rounds % 4)
			uet_event_unregister(all[at]);
		else
			uet_unregister();
		/* From another one on, in another direction. */
		for (int i = 0; i < EVENTS; i++, at += 1 + seed % 2 * 4)
			if (uet_event_register(all[at % EVENTS]))
				abort();
		sched_yield();
	}
	__atomic_fetch_sub(&disturbing, 1, __ATOMIC_RELAXED);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t emitters[EMITTERS], others[3];

	if (argc < 2 || !wait_until_on(&uet__word_event_5))
		return 2;
	for (size_t i = 0; i < EMITTERS; i++)
		pthread_create(&emitters[i], NULL, emit, (void *)i);
	pthread_create(&others[0], NULL, switch_listeners, argv[1]);
	pthread_create(&others[1], NULL, register_anew, (void *)1);
	pthread_create(&others[2], NULL, register_anew, (void *)2);
	for (int i = 0; i < EMITTERS; i++)
		pthread_join(emitters[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(others[i], NULL);
	printf("attempts: %u\n", attempts);
	printf("register: %d\n", uet_register());
	for (int i = 0; i < EVENTS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "way_thread_%d", i);
		say_counts(name, all[i]);
	}
	return 0;
}
