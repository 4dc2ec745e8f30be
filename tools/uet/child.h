/* SPDX-License-Identifier: MIT */
/*
 * A command that uet runs, and the signals that end uet's own waiting.
 */
#ifndef UET_TOOL_CHILD_H
#define UET_TOOL_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "uet.h"

/* As env(1) and the shells have them. */
#define EXIT_CANNOT_RUN 126
#define EXIT_NOT_FOUND 127

struct child {
	pid_t pid;
	int go;	    /* a byte written here lets it run */
	int failed; /* what execve(2) said, read here */
};

/*
 * Where execvp(3) would find a command.  0, or EXIT_CANNOT_RUN or
 * EXIT_NOT_FOUND after a message.  The caller frees *path.
 */
int child_find(const struct uet_cmd *cmd, const char *name, char **path);

/*
 * Blocks SIGINT, SIGTERM, SIGHUP, SIGCHLD and SIGUSR2 and returns a signalfd(2) for
 * them, or -1 after a message.  Once, before child_start().
 */
int child_signals(const struct uet_cmd *cmd);

/* Forks; the child waits before it becomes the command.  False after a
 * message. */
bool child_start(const struct uet_cmd *cmd, struct child *child,
		 const char *path, char **argv);

/* Lets it run.  0, or EXIT_* after a message when it cannot; it is then
 * gone. */
int child_release(const struct uet_cmd *cmd, struct child *child,
		  const char *path);

/* Ends one that was not released yet. */
void child_abandon(struct child *child);

/* True when it has ended: its status as a shell would have it. */
bool child_ended(struct child *child, int *status);

#endif /* UET_TOOL_CHILD_H */
