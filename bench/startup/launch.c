/* SPDX-License-Identifier: MIT */
/*
 * launch PROGRAM [ARG]...: runs it, with the slab and the memory in use in
 * front of its arguments, and adds to what it prints the CPU time that it had
 * taken when it was gone.
 */
#include <sys/resource.h>
#include <sys/wait.h>

#include "figures.h"

#define ARGUMENTS_MAX 8

/* The events of the program before must be gone: that is deferred. */
static int wait_for_no_events(void)
{
	for (int i = 0; i < 100; i++) {
		if (line_of("/sys/kernel/tracing/user_events_status",
			    "Active:") == 0)
			return 0;
		usleep(100000);
	}
	return -1;
}

static pid_t start(char **argv, int argc)
{
	char *arguments[ARGUMENTS_MAX + 3] = { argv[0] };
	char slab[32], used[32];
	struct memory before;
	pid_t pid;

	memory_in_use(&before);
	snprintf(slab, sizeof(slab), "%ld", before.slab);
	snprintf(used, sizeof(used), "%ld", before.used);
	arguments[1] = slab;
	arguments[2] = used;
	for (int i = 1; i < argc; i++)
		arguments[i + 2] = argv[i];
	pid = vfork();
	if (pid == 0) {
		execv(argv[0], arguments);
		_exit(127);
	}
	return pid;
}

static long long nanoseconds(const struct timeval *t)
{
	return t->tv_sec * 1000000000LL + t->tv_usec * 1000LL;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc < 2 || argc > ARGUMENTS_MAX)
		return 2;
	if (wait_for_no_events()) {
		fprintf(stderr, "launch: there are still events\n");
		return 1;
	}
	let_rcu_free();
	pid = start(argv + 1, argc - 1);
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || status) {
		fprintf(stderr, "launch: %s failed\n", argv[1]);
		return 1;
	}
	printf("%lld\n", nanoseconds(&usage.ru_utime) +
			 nanoseconds(&usage.ru_stime));
	return 0;
}
