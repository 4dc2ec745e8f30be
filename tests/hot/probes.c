/* SPDX-License-Identifier: MIT */
/*
 * Pairs of functions, NAME and NAME_bare: the same work with and without one
 * probe.  hot.sh counts what the probe adds to the code that runs while nobody
 * listens.  Compiled as C and as C++.
 */
#include <uet/counter.h>
#include <uet/event.h>
#include <uet/eventheader.h>

#ifdef __cplusplus
extern "C" {
#endif

UET_EVENT(e_none, "hot_none");
UET_EVENT(e_one, "hot_one", UET_U32(a));
UET_EVENT(e_three, "hot_three", UET_U32(a), UET_U64(b), UET_STR(c));
UET_EVENT(e_eight, "hot_eight", UET_U8(a), UET_S16(b), UET_U32(c), UET_S64(d),
	  UET_F64(e), UET_CHARS(f, 16), UET_STR(g), UET_BYTES(h));

UET_EVENT(e_count, "hot_count", UET_U32(a), UET_COUNTER(c));

UET_PROVIDER(hot, "Hot");
UET_EH_EVENT(e_described, hot, "Described", 4, 1, UET_EH_U32(a), UET_EH_U64(b),
	     UET_EH_STR(c), UET_EH_U16(d));

#define PAIR(name, parameters, result, ...) \
	long name##_bare parameters; \
	long name##_bare parameters { return result; } \
	long name parameters; \
	long name parameters \
	{ \
		UET_TRACE(__VA_ARGS__); \
		return result; \
	}

struct request {
	unsigned int status;
	unsigned long latency;
	const char *path;
};

extern int work(int);

PAIR(no_fields, (long x), x + 1, e_none)
PAIR(one_field, (long x), x + 1, e_one, (unsigned int)x)
PAIR(three_fields, (const struct request *r), (long)r->latency, e_three,
     r->status, r->latency, r->path)
/* Arguments that would cost much, were they evaluated. */
PAIR(calls_in_arguments, (long x), x * 3, e_one, (unsigned int)work(work(1)))
PAIR(eight_fields, (long x), x + 1, e_eight, 1, 2, (unsigned int)x, x, 2.5,
     "chars", "string", "bytes", 5)
PAIR(described, (const struct request *r), (long)r->latency, e_described,
     r->status, r->latency, r->path, 1)

/* Two probes: a mark and what was counted since. */
long marked_bare(long x, struct uet_counter *counter);
long marked_bare(long x, struct uet_counter *counter)
{
	(void)counter;
	return x * 3 + 1;
}

long marked(long x, struct uet_counter *counter);
long marked(long x, struct uet_counter *counter)
{
	struct uet_count mark = UET_COUNTER_MARK(e_count, counter);

	x = x * 3 + 1;
	UET_TRACE(e_count, 1, uet_counter_since(counter, mark));
	return x;
}

#ifdef __cplusplus
}
#endif
