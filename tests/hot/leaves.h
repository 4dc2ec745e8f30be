/* SPDX-License-Identifier: MIT */
/*
 * The leaf functions that executed.sh measures: NAME has a probe with three
 * arguments that is off, NAME_bare is the same without.
 */
#ifndef UET_TESTS_HOT_LEAVES_H
#define UET_TESTS_HOT_LEAVES_H

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, how many arguments change the world when they are evaluated) */
#define LEAVES(X) \
	X(constants, 0) \
	X(parameter, 0) \
	X(loads, 0) \
	X(stores, 0) \
	X(branches, 0) \
	X(counters, 3) \
	X(calls, 3) \
	X(described, 1) \
	X(in_the_middle, 0) \
	X(loop, 0)

#define DECLARE_LEAF(name, n) long name##_bare(long x); long name(long x);
LEAVES(DECLARE_LEAF)

struct request {
	unsigned int status;
	unsigned long latency;
	const char *path;
};

/* What evaluated arguments change. */
extern unsigned int evaluated;
unsigned int evaluate(void);

#ifdef __cplusplus
}
#endif

#endif /* UET_TESTS_HOT_LEAVES_H */
