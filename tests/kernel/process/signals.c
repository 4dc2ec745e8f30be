/* SPDX-License-Identifier: MIT */
/*
 * Probes in a signal handler that interrupts probes: a storm of a timer's
 * signals, each of which emits, on a small stack of its own.  And a probe in a thread that
 * is to be cancelled.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uet/event.h>
#include <uet/tap.h>

#include "ways.h"

#define OUTER 3000
#define LONGEST 600

/* length times the letter, short enough to be copied or too long for it. */
UET_EVENT(outer, "way_outer", UET_U32(length), UET_STR(text));
UET_EVENT(inner, "way_inner", UET_U32(length), UET_STR(text));
UET_EVENT(cancelled, "way_cancelled", UET_U32(number));

static char many_o[LONGEST + 1], many_i[LONGEST + 1];
static volatile sig_atomic_t in_probe;
static unsigned int handled, nested, errno_changed, tapped;
static volatile bool over;
static timer_t timer;

static unsigned int length_of(unsigned int n)
{
	return n * 37 % LONGEST;
}

/* Armed anew by each signal, so that the program gets on in between. */
static void arm(void)
{
	const struct itimerspec soon = { .it_value = { .tv_nsec = 100000 } };

	if (!over)
		timer_settime(timer, 0, &soon, NULL);
}

static void handler(int signal)
{
	unsigned int length = length_of(handled);
	int saved = errno;

	(void)signal;
	nested += in_probe;
	errno = 4321;
	UET_TRACE(inner, length, many_i + LONGEST - length);
	errno_changed += errno != 4321;
	handled++;
	arm();
	errno = saved;
}

static void count_tapped(void *context, const struct uet_tap_event *event)
{
	(void)event;
	__atomic_fetch_add((unsigned int *)context, 1, __ATOMIC_RELAXED);
}

static void catch_signals(void)
{
	static char stack[16384];
	const stack_t alternative = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_handler = handler,
				    .sa_flags = SA_ONSTACK | SA_RESTART };

	sigaltstack(&alternative, NULL);
	sigaction(SIGALRM, &action, NULL);
	if (timer_create(CLOCK_MONOTONIC, NULL, &timer))
		abort();
	arm();
}

static void *cancel_yourself(void *arg)
{
	pthread_cancel(pthread_self());
	UET_TRACE(cancelled, 1);
	*(bool *)arg = true;
	pthread_testcancel();
	return NULL;
}

int main(void)
{
	pthread_t thread;
	struct uet_tap *tap;
	bool survived = false;

	if (!wait_until_on(&uet__word_outer) ||
	    uet_tap_open(NULL, count_tapped, &tapped, &tap))
		return 2;
	memset(many_o, 'o', LONGEST);
	memset(many_i, 'i', LONGEST);
	catch_signals();
	for (unsigned int n = 0; n < OUTER; n++) {
		unsigned int length = length_of(n);

		errno = 1234;
		in_probe = 1;
		UET_TRACE(outer, length, many_o + LONGEST - length);
		in_probe = 0;
		errno_changed += errno != 1234;
	}
	over = true;
	timer_delete(timer);
	printf("handled: %u\nnested: %u\n", handled, nested);
	printf("errno changed: %u\n", errno_changed);
	printf("tapped: %+d\n", (int)(tapped - handled - OUTER));
	pthread_create(&thread, NULL, cancel_yourself, &survived);
	pthread_join(thread, NULL);
	printf("the probe cancels: %d\n", !survived);
	say_counts("outer", UET_EVENT_REF(outer));
	say_counts("inner", UET_EVENT_REF(inner));
	return 0;
}
