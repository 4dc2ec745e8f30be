/* SPDX-License-Identifier: MIT */
/*
 * usage FILE COMMAND [ARG...]: runs a command and writes what it used to FILE:
 * CPU time, user and system, in seconds, and its greatest memory, KiB.  As a
 * program of its own, because a process begins with the greatest memory of
 * the one that it was forked from: for a child of Python, that is Python's.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct rusage used;
	int status;
	FILE *to;
	pid_t pid;

	if (argc < 3) {
		fprintf(stderr, "usage: usage FILE COMMAND [ARG...]\n");
		return 2;
	}
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &used) != pid) {
		perror("usage");
		return 1;
	}
	to = fopen(argv[1], "w");
	if (!to || fprintf(to, "%.3f %ld\n",
			   seconds(used.ru_utime) + seconds(used.ru_stime),
			   used.ru_maxrss) < 0 || fclose(to)) {
		perror(argv[1]);
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}
