/* SPDX-License-Identifier: MIT */
/*
 * A thread that is stopped at any instruction of a probe, as by a debugger or
 * a busy machine, while another registers the events anew, so that the
 * kernel's indexes change hands; nearly as often as it takes for the data file
 * to have the number that it had.  Only one of two events is ever emitted.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <uet/event.h>

#include "ways.h"

#define STOPS 2000
#define NUMBERS 64 /* that the data file's descriptor has in turn */

UET_EVENT(emitted, "way_stopped_emitted", UET_U32(number));
UET_EVENT(silent, "way_stopped_silent", UET_U32(number));

/* How often the thread was stopped, and how often it could go on. */
static unsigned int stopped, let_go;
static timer_t timer;

static void arm(void)
{
	/* Another moment each time. */
	const struct itimerspec soon = {
		.it_value = { .tv_nsec = 20000 + stopped * 7919 % 60000 },
	};

	timer_settime(timer, 0, &soon, NULL);
}

static void stop(int signal)
{
	unsigned int mine = __atomic_add_fetch(&stopped, 1, __ATOMIC_SEQ_CST);

	(void)signal;
	while (__atomic_load_n(&let_go, __ATOMIC_SEQ_CST) != mine)
		sched_yield();
	if (mine < STOPS)
		arm();
}

/* The first of the two gets the lower index. */
static void register_in_order(bool silent_first)
{
	uet_unregister();
	if (silent_first)
		uet_event_register(UET_EVENT_REF(silent));
	uet_event_register(UET_EVENT_REF(emitted));
	uet_event_register(UET_EVENT_REF(silent));
}

static void *register_anew(void *arg)
{
	bool silent_first = false;

	for (unsigned int n = 1; n <= STOPS; n++) {
		unsigned int rounds = 1 + n * 13 % (NUMBERS - 1);

		while (__atomic_load_n(&stopped, __ATOMIC_SEQ_CST) != n)
			sched_yield();
		silent_first = !silent_first;
		while (rounds--)
			register_in_order(silent_first);
		__atomic_store_n(&let_go, n, __ATOMIC_SEQ_CST);
	}
	return arg;
}

int main(void)
{
	const struct sigaction action = { .sa_handler = stop };
	unsigned int n = 0;
	sigset_t alarm_only;
	pthread_t thread;

	/* The signal is this thread's. */
	sigemptyset(&alarm_only);
	sigaddset(&alarm_only, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm_only, NULL);
	pthread_create(&thread, NULL, register_anew, NULL);
	pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);

	sigaction(SIGALRM, &action, NULL);
	if (timer_create(CLOCK_MONOTONIC, NULL, &timer))
		abort();
	arm();
	while (__atomic_load_n(&let_go, __ATOMIC_SEQ_CST) < STOPS)
		UET_TRACE(emitted, ++n);
	pthread_join(thread, NULL);
	say_counts("silent", UET_EVENT_REF(silent));
	return 0;
}
