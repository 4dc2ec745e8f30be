/* SPDX-License-Identifier: MIT */
/*
 * main() of every program of ways.sh: calls its probes while its events are
 * off, on and off again, and prints which events the kernel knows, how many
 * arguments were evaluated, and what arrived.  Knows neither libuet nor the
 * events.
 */
#include <stdio.h>

#include "driver.h"
#include "ftrace.h"

static unsigned int evaluated;

unsigned int count(unsigned int n)
{
	evaluated++;
	return n;
}

static unsigned int evaluated_by_tracing(void)
{
	evaluated = 0;
	trace_all();
	return evaluated;
}

int main(void)
{
	unsigned int before, on, after;
	char prefix[128];

	snprintf(prefix, sizeof(prefix), "lk_%s_", way);
	before = evaluated_by_tracing();
	printf("events");
	ftrace_switch(prefix, "1", 1);
	on = evaluated_by_tracing();
	ftrace_switch(prefix, "0", 0);
	after = evaluated_by_tracing();
	printf("\nevaluated %u %u %u\n", before, on, after);
	ftrace_print(prefix);
	return 0;
}
