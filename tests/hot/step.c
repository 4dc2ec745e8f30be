/* SPDX-License-Identifier: MIT */
/*
 * The child stops at a breakpoint in front of the call and at one behind it;
 * in between the parent lets it go one instruction at a time.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "step.h"

#if defined(__x86_64__)

/* More is no leaf function. */
#define STEPS_MAX 1000000

/* The call itself and the breakpoint behind it. */
#define NOT_THE_FUNCTION 2

static __attribute__((noreturn)) void child(long (*fn)(long), long argument)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(errno);
	/* The stack as a function expects it, clear of the red zone. */
	__asm__ volatile("subq $128, %%rsp\n\t"
			 "andq $-16, %%rsp\n\t"
			 "int3\n\t"
			 "call *%[fn]\n\t"
			 "int3\n\t"
			 "hlt"
			 : "+D"(argument)
			 : [fn] "b"(fn)
			 : "memory");
	__builtin_unreachable();
}

/* Stopped, and by a breakpoint of its own rather than by a step. */
static bool at_breakpoint(pid_t pid, int status)
{
	siginfo_t info;

	return WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP &&
	       ptrace(PTRACE_GETSIGINFO, pid, NULL, &info) == 0 &&
	       info.si_code == SI_KERNEL;
}

static long count(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		return -errno;
	if (WIFEXITED(status))
		return -WEXITSTATUS(status);
	if (!at_breakpoint(pid, status))
		return -EPROTO;
	for (long steps = 1; steps < STEPS_MAX; steps++) {
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) ||
		    waitpid(pid, &status, 0) != pid)
			return -errno;
		if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
			return -EPROTO;
		if (at_breakpoint(pid, status))
			return steps - NOT_THE_FUNCTION;
	}
	return -EPROTO;
}

long step_count(long (*fn)(long), long argument)
{
	pid_t pid = fork();
	long result;

	if (pid < 0)
		return -errno;
	if (pid == 0)
		child(fn, argument);
	result = count(pid);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return result;
}

#else

long step_count(long (*fn)(long), long argument)
{
	(void)fn;
	(void)argument;
	return -ENOSYS;
}

#endif
