/* SPDX-License-Identifier: MIT */
/*
 * The second file: traces an event of the first, and defines one that the
 * first traces.
 */
#include "parts.h"

UET_EVENT_DEFINE(inlined, 0, NAME("inlined"), UET_U32(file), UET_STR(text));

void trace_second(void)
{
	UET_TRACE(shared, count(2));
	from_header(2);
}
