/* SPDX-License-Identifier: MIT */
/*
 * A process that forks: parent and child write, a child gives its events up, a
 * daemon goes on as a grandchild, and children are made while another thread
 * holds the library's lock.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uet/event.h>

#include "ways.h"

UET_EVENT(child, "way_fork_child", UET_S32(number));
UET_EVENT(parent, "way_fork_parent", UET_S32(number));

static bool stop;
static unsigned int rounds;

/* 0, or what was wrong; a child that hangs is killed. */
static int wait_for(pid_t pid)
{
	int status;

	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return 255;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}

static void give_up_in_child(void)
{
	pid_t pid;

	UET_TRACE(parent, 1);
	pid = fork();
	if (!pid) {
		UET_TRACE(child, 1);
		UET_TRACE(child, 2);
		uet_unregister();
		UET_TRACE(child, 3);
		exit(UET_ENABLED(child) ? 1 : 0);
	}
	UET_TRACE(parent, 2);
	printf("child: %d\n", wait_for(pid));
	UET_TRACE(parent, 3);
	say_state("parent", UET_EVENT_REF(parent));
	say_counts("parent", UET_EVENT_REF(parent));
}

static void become_daemon(void)
{
	if (daemon(0, 0))
		abort();
	UET_TRACE(child, 1);
	uet_unregister();
	UET_TRACE(child, 2);
	uet_register();
	UET_TRACE(child, 3);
}

static void *come_and_go(void *arg)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		uet_unregister();
		uet_register();
		__atomic_fetch_add(&rounds, 1, __ATOMIC_RELAXED);
	}
	return arg;
}

/* Forked from any moment of the other thread's rounds.  1: not registered, 2:
 * not on, though somebody listens, 3: not emitted, 4: all is well, but its
 * limit of descriptors is another. */
static int stormy_child(const struct rlimit *before)
{
	struct uet_event_counts counts;
	struct rlimit now;

	alarm(30);
	if (uet_register())
		return 1;
	if (!wait_until_on(&uet__word_child))
		return 2;
	UET_TRACE(child, 1);
	uet_event_stats(UET_EVENT_REF(child), &counts);
	if (counts.emitted != 1)
		return 3;
	getrlimit(RLIMIT_NOFILE, &now);
	return now.rlim_cur == before->rlim_cur ? 0 : 4;
}

static void storm(int n)
{
	int results[256] = { 0 };
	struct rlimit before;
	pthread_t thread;

	getrlimit(RLIMIT_NOFILE, &before);
	pthread_create(&thread, NULL, come_and_go, NULL);
	while (n--) {
		unsigned int seen = __atomic_load_n(&rounds, __ATOMIC_RELAXED);
		pid_t pid = fork();

		if (!pid)
			exit(stormy_child(&before));
		results[wait_for(pid)]++;
		while (__atomic_load_n(&rounds, __ATOMIC_RELAXED) == seen)
			sched_yield();
	}
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	for (int i = 0; i < 256; i++)
		if (results[i])
			printf("status %d: %d\n", i, results[i]);
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "storm"))
		storm(atoi(argv[2]));
	else if (argc > 1 && !strcmp(argv[1], "daemon"))
		become_daemon();
	else
		give_up_in_child();
	return 0;
}
