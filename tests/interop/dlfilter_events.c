/* SPDX-License-Identifier: MIT */
/*
 * Events for dlfilter.kt: the same one from two callers, and two formats of one
 * name.  Compiled with frame pointers, which call chains need.
 *
 *	dlfilter_events COUNT
 */
#include <stdlib.h>

#include <uet/event.h>

UET_EVENT(called, "dlf_called", UET_U32(n), UET_F64(half), UET_STR(by));
UET_EVENT_FLAGS(job, UET_FLAG_MULTI_FORMAT, "dlf_job", UET_U32(n));
UET_EVENT_FLAGS(job_done, UET_FLAG_MULTI_FORMAT, "dlf_job", UET_U32(n),
		UET_S32(status));

#define FRAME __attribute__((noinline, noclone))
/* Something after a call, so that it is none at the end. */
#define STAY __asm__ volatile("")

FRAME static void trace(unsigned int n, const char *by)
{
	UET_TRACE(called, n, n / 2.0, by);
	STAY;
}

FRAME static void alpha(unsigned int n)
{
	trace(n, "alpha one");
	STAY;
}

FRAME static void beta(unsigned int n)
{
	trace(n, "beta");
	STAY;
}

int main(int argc, char **argv)
{
	unsigned int count = argc > 1 ? (unsigned int)atoi(argv[1]) : 10;

	for (unsigned int n = 0; n < count; n++) {
		alpha(n);
		beta(n);
		UET_TRACE(job, n);
		UET_TRACE(job_done, n, n % 2 ? -1 : 0);
	}
	return 0;
}
