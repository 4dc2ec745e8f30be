/* SPDX-License-Identifier: MIT */
/*
 * Events for dlfilter.kt: the same one from two callers, two formats of one
 * name, and one that describes itself (EventHeader).  Compiled with frame pointers, which call chains need.
 *
 *	dlfilter_events COUNT
 */
#include <stdlib.h>

#include <uet/event.h>
#include <uet/runtime.h>

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

/* Header, metadata with a u32 "n" and a string "by", then both. */
static void describe(const struct uet_event *event, uint32_t n)
{
	static const char head[] = "\7\0\0\0\0\0\0\5" "\14\0\1\0"
				   "Told\0n\0\4by\0\7";
	struct iovec segments[4] = {
		{ NULL, 0 },
		{ (void *)head, sizeof(head) - 1 },
		{ &n, sizeof(n) },
		{ (void *)(n % 2 ? "odd" : "even"), n % 2 ? 4 : 5 },
	};

	uet_event_write(event, segments, 4);
}

int main(int argc, char **argv)
{
	unsigned int count = argc > 1 ? (unsigned int)atoi(argv[1]) : 10;
	struct uet_event *told = NULL;

	uet_event_new("Dlf_L5K1 u8 eventheader_flags; u8 version; u16 id; "
		      "u16 tag; u8 opcode; u8 level", 0, &told);
	for (unsigned int n = 0; n < count; n++) {
		alpha(n);
		beta(n);
		UET_TRACE(job, n);
		UET_TRACE(job_done, n, n % 2 ? -1 : 0);
		describe(told, n);
	}
	uet_event_free(told);
	return 0;
}
