/* SPDX-License-Identifier: MIT */
/*
 * The names of clocks, as perf record -k has them.  Knows nothing about what
 * the kernel thinks of a clock.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "collect.h"

static const struct {
	const char *name;
	clockid_t id;
} clocks[] = {
	{ "monotonic", CLOCK_MONOTONIC },
	{ "mono", CLOCK_MONOTONIC },
	{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
	{ "raw", CLOCK_MONOTONIC_RAW },
	{ "realtime", CLOCK_REALTIME },
	{ "real", CLOCK_REALTIME },
	{ "boottime", CLOCK_BOOTTIME },
	{ "boot", CLOCK_BOOTTIME },
	{ "tai", CLOCK_TAI },
};

#define N_CLOCKS (sizeof(clocks) / sizeof(clocks[0]))

uint64_t collect_now(clockid_t clock)
{
	struct timespec time;

	if (clock_gettime(clock, &time))
		return 0;
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static bool is_number(const char *text, clockid_t *clock)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || value > INT_MAX)
		return false;
	*clock = (clockid_t)value;
	return true;
}

bool collect_clock(struct collect_options *o, const char *text)
{
	const char *name = strncasecmp(text, "CLOCK_", 6) ? text : text + 6;
	struct timespec resolution;

	o->has_clock = is_number(text, &o->clock);
	for (size_t i = 0; !o->has_clock && i < N_CLOCKS; i++)
		if (!strcasecmp(name, clocks[i].name)) {
			o->clock = clocks[i].id;
			o->has_clock = true;
		}
	if (o->has_clock && !clock_getres(o->clock, &resolution))
		return true;
	out_usage(o->cmd, "-k: '%s' is no clock: take monotonic, "
		  "monotonic_raw, boottime, realtime or tai", text);
	return false;
}
