/* SPDX-License-Identifier: MIT */
/*
 * main() of every program here: calls its probes while its events are off, on
 * and off again, and prints which events the kernel knows, how many arguments
 * were evaluated, and what arrived.  Knows neither libuet nor the events.
 */
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

#define TRACING "/sys/kernel/tracing/"
#define EVENTS TRACING "events/user_events/"

unsigned int evaluated;

unsigned int count(unsigned int n)
{
	evaluated++;
	return n;
}

/* Those of this program, by their names' beginning.  What they are called
 * behind it is printed where print is set; value goes to their switches. */
static void switch_events(const char *value, int print)
{
	char pattern[256];
	glob_t found = { 0 };
	size_t skip = strlen(EVENTS "lk__") + strlen(way);

	snprintf(pattern, sizeof(pattern), EVENTS "lk_%s_[a-z]*", way);
	glob(pattern, 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char path[300];
		int fd;

		if (print)
			printf(" %s", found.gl_pathv[i] + skip);
		snprintf(path, sizeof(path), "%s/enable", found.gl_pathv[i]);
		fd = open(path, O_WRONLY);
		if (fd < 0 || write(fd, value, 1) != 1)
			perror(path);
		close(fd);
	}
	globfree(&found);
}

static unsigned int evaluated_by_tracing(void)
{
	evaluated = 0;
	trace_all();
	return evaluated;
}

/* What ftrace has of this program.  It cannot tell what they
 * are called any more once they are gone. */
static void print_trace(void)
{
	FILE *trace = fopen(TRACING "trace", "r");
	char line[1024], *at;
	char prefix[128];

	snprintf(prefix, sizeof(prefix), "lk_%s_", way);
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

int main(void)
{
	unsigned int before, on, after;

	before = evaluated_by_tracing();
	printf("events");
	switch_events("1", 1);
	on = evaluated_by_tracing();
	switch_events("0", 0);
	after = evaluated_by_tracing();
	printf("\nevaluated %u %u %u\n", before, on, after);
	print_trace();
	return 0;
}
