/* SPDX-License-Identifier: MIT */
#include "ftrace.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TRACING "/sys/kernel/tracing/"

void ftrace_switch(const char *prefix, const char *value, int print)
{
	char pattern[256];
	glob_t found = { 0 };

	snprintf(pattern, sizeof(pattern),
		 TRACING "events/user_events*/%s*", prefix);
	glob(pattern, 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char path[300];
		int fd;

		if (print)
			printf(" %s", strrchr(found.gl_pathv[i], '/') + 1 +
				       strlen(prefix));
		snprintf(path, sizeof(path), "%s/enable", found.gl_pathv[i]);
		fd = open(path, O_WRONLY);
		/* The event of a program that has ended goes at any time. */
		if ((fd < 0 || write(fd, value, 1) != 1) && errno != ENOENT &&
		    errno != ENODEV)
			perror(path);
		close(fd);
	}
	globfree(&found);
}

void ftrace_print(const char *prefix)
{
	FILE *trace = fopen(TRACING "trace", "r");
	char line[1024], *at;

	while (trace && fgets(line, sizeof(line), trace)) {
		at = strstr(line, prefix);
		if (at)
			printf("%s", at + strlen(prefix));
	}
	if (trace)
		fclose(trace);
	/* Opened for writing it is emptied. */
	trace = fopen(TRACING "trace", "w");
	if (trace)
		fclose(trace);
}
