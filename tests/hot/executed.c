/* SPDX-License-Identifier: MIT */
/*
 * Prints a line for each leaf function: its name, the instructions that it
 * executes with a probe that is off and without, and how many of the probe's
 * arguments were evaluated while it was off, while it was on, and should be
 * then.  Judges nothing.
 */
#include <stdio.h>
#include <string.h>

#include <uet/tap.h>

#include "leaves.h"
#include "step.h"

unsigned int evaluated;

unsigned int evaluate(void)
{
	return ++evaluated;
}

static const struct leaf {
	const char *name;
	long (*with)(long);
	long (*bare)(long);
	unsigned int evaluates;
} leaves[] = {
#define ROW(name, n) { #name, name, name##_bare, n },
	LEAVES(ROW)
};

static void listen(void *context, const struct uet_tap_event *event)
{
	(void)context;
	(void)event;
}

static unsigned int count_evaluated(long (*fn)(long), long argument)
{
	evaluated = 0;
	fn(argument);
	return evaluated;
}

static int measure(const struct leaf *leaf, long argument)
{
	long with = step_count(leaf->with, argument);
	long bare = step_count(leaf->bare, argument);
	unsigned int off = count_evaluated(leaf->with, argument);
	struct uet_tap *tap;
	unsigned int on;

	if (with < 0 || bare < 0) {
		fprintf(stderr, "%s\n", strerror(-(int)(with < 0 ? with : bare)));
		return -1;
	}
	if (uet_tap_open(NULL, listen, NULL, &tap))
		return -1;
	on = count_evaluated(leaf->with, argument);
	uet_tap_close(tap);
	printf("%s %ld %ld %u %u %u\n", leaf->name, with, bare, off, on,
	       leaf->evaluates);
	return 0;
}

int main(void)
{
	struct request request = { 200, 1000, "/" };

	for (size_t i = 0; i < sizeof(leaves) / sizeof(leaves[0]); i++)
		if (measure(&leaves[i], (long)&request))
			return 1;
	return 0;
}
