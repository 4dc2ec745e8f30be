/* SPDX-License-Identifier: MIT */
/*
 * A process that starts programs which know nothing of its events: by vfork,
 * by posix_spawn, and in its own place.
 */
#include <dirent.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uet/event.h>

#include "ways.h"

UET_EVENT(spawn, "way_spawn", UET_U32(number));
UET_EVENT_FLAGS(persist, UET_FLAG_PERSIST, "way_spawn_persist");

static int open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static void by_vfork(char **command)
{
	pid_t pid = vfork();

	if (!pid) {
		UET_TRACE(spawn, 0);
		execvp(command[0], command);
		_exit(127);
	}
	UET_TRACE(spawn, 1);
	waitpid(pid, NULL, 0);
}

static void by_spawn(char **command)
{
	pid_t pid;

	if (posix_spawnp(&pid, command[0], NULL, NULL, command, environ))
		exit(1);
	UET_TRACE(spawn, 2);
	waitpid(pid, NULL, 0);
}

/* spawn vfork|posix_spawn|exec COMMAND [ARGUMENT]… */
int main(int argc, char **argv)
{
	int before = open_descriptors();

	if (argc < 3)
		return 2;
	if (!strcmp(argv[1], "exec")) {
		execvp(argv[2], argv + 2);
		return 127;
	}
	if (!strcmp(argv[1], "vfork"))
		by_vfork(argv + 2);
	else
		by_spawn(argv + 2);
	UET_TRACE(spawn, 3);
	say_state("after", UET_EVENT_REF(spawn));
	say_counts("after", UET_EVENT_REF(spawn));
	printf("descriptors: %+d\n", open_descriptors() - before);
	return 0;
}
