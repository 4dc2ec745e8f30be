/* SPDX-License-Identifier: MIT */
/*
 * Leaf functions with a probe that is off and without; see leaves.h.  Compiled
 * as C and as C++, by each compiler.
 */
#include <uet/event.h>
#include <uet/eventheader.h>

#include "leaves.h"

UET_EVENT(leaf, "executed_leaf", UET_U32(a), UET_U64(b), UET_STR(c));
UET_PROVIDER(executed, "Executed");
UET_EH_EVENT(described_leaf, executed, "Leaf", 4, 1, UET_EH_U32(a),
	     UET_EH_U64(b), UET_EH_STR(c));

/* A leaf's work, with the probe in front of it or without. */
#define LEAF(name, work, ...) \
	long name##_bare(long x) { work } \
	long name(long x) { UET_TRACE(leaf, __VA_ARGS__); work }

#define REQUEST ((struct request *)x)

LEAF(constants, return x + 1;, 1, 2, "three")
LEAF(parameter, return x + 1;, (unsigned int)x, (unsigned long)x, "three")
LEAF(loads, return (long)REQUEST->latency;,
     REQUEST->status, REQUEST->latency, REQUEST->path)
LEAF(stores, REQUEST->status = 200; return 0;,
     REQUEST->status, REQUEST->latency, REQUEST->path)
LEAF(branches, return x > 5 ? x * 7 : x - 3;,
     (unsigned int)x, (unsigned long)x + 1, "three")
LEAF(counters, return x + 1;,
     ++evaluated, evaluated++, (evaluated += 1) ? "three" : "")
LEAF(calls, return x + 1;, evaluate(), evaluate(), evaluate() ? "three" : "")

long described_bare(long x)
{
	return x + 1;
}

long described(long x)
{
	UET_EH_TRACE(described_leaf, ++evaluated, (unsigned long)x, "three");
	return x + 1;
}

long in_the_middle_bare(long x)
{
	long y = x * 3;

	return y ^ x;
}

long in_the_middle(long x)
{
	long y = x * 3;

	UET_TRACE(leaf, (unsigned int)y, (unsigned long)x, "three");
	return y ^ x;
}

#define ROUNDS 10

/* The compiler must not do the rounds in its head. */
#define KEEP(value) __asm__ volatile("" : "+r"(value))

long loop_bare(long x)
{
	for (int i = 0; i < ROUNDS; i++)
		KEEP(x);
	return x;
}

long loop(long x)
{
	for (int i = 0; i < ROUNDS; i++) {
		KEEP(x);
		UET_TRACE(leaf, (unsigned int)i, (unsigned long)x, "three");
	}
	return x;
}
