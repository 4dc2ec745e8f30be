/* SPDX-License-Identifier: MIT */
/*
 * Probes in odd places of a C program, and odd arguments.
 */
#include <uet/event.h>

#include "driver.h"

const char way[] = WAY;

struct point {
	short x, y;
};

/* Two events of one line, and of one macro. */
UET_EVENT(one, NAME("one"), UET_U32(n)); UET_EVENT(two, NAME("two"), UET_U32(n));
#define PAIR(a, b) UET_EVENT(a, NAME(#a), UET_U32(n)); \
	UET_EVENT(b, NAME(#b), UET_STRUCT(p, point))
PAIR(left, right);
UET_EVENT(outer, NAME("outer"), UET_U32(n), UET_STR(s));
UET_EVENT(inner, NAME("inner"), UET_U32(n));

#define BOTH(n) \
	do { \
		UET_TRACE(one, count(n)); \
		UET_TRACE(two, count(n)); \
	} while (0)

static unsigned int traces_inner(unsigned int n)
{
	UET_TRACE(inner, count(n));
	return count(n);
}

static void in_one_expansion(void)
{
	BOTH(1); BOTH(2);
	UET_TRACE(left, count(3)); UET_TRACE(right, &((struct point){ 4, 5 }));
}

static void in_arguments(void)
{
	unsigned int n = 6;

	UET_TRACE(outer, traces_inner(n), "call");
	UET_TRACE(outer, ({
			unsigned int twice = count(n) * 2;

			UET_TRACE(inner, count(twice + 1));
			twice;
		}), "statement");
	UET_TRACE(outer, (count(1), count(8)), n ? "comma" : NULL);
	UET_TRACE(one, n++ + count(0));
	UET_TRACE(two, n);
}

static void in_nested_function(unsigned int n)
{
#ifdef __clang__ /* has no nested functions */
#define nested() ({ UET_TRACE(inner, count(n)); count(n + 1); })
#else
	unsigned int nested(void)
	{
		UET_TRACE(inner, count(n));
		return count(n + 1);
	}
#endif

	UET_TRACE(one, nested());
}

static void in_control_flow(int n)
{
	unsigned int room[n]; /* the stack's size is not known */

	room[0] = 11;
	switch (n) {
	case 1:
		UET_TRACE(two, count(0));
		break;
	default:
		UET_TRACE(two, count(room[0]));
	}
	if (n == 1)
		UET_TRACE(two, count(0));
	else
		for (int i = 0; i < 2; i++)
			UET_TRACE(one, count(12));
	goto end;
end:	UET_TRACE(left, count(13));
}

void trace_all(void)
{
	in_one_expansion();
	in_arguments();
	in_nested_function(9);
	in_control_flow(3);
}
