/* SPDX-License-Identifier: MIT */
/*
 * Emits one event of the largest size, and two that are larger.
 */
#include <stdio.h>

#include <uet/event.h>
#include <uet/register.h>

UET_EVENT(large, "too_large", UET_BYTES(blob));

int main(void)
{
	static const char blob[20000];
	struct uet_event_counts counts;

	UET_TRACE(large, blob, UET_PAYLOAD_MAX - 4);
	UET_TRACE(large, blob, UET_PAYLOAD_MAX - 3);
	UET_TRACE(large, blob, sizeof(blob));
	uet_event_stats(UET_EVENT_REF(large), &counts);
	printf("emitted %u, lost %u by size\n", (unsigned int)counts.emitted,
	       (unsigned int)counts.lost[UET_LOST_SIZE]);
	return 0;
}
