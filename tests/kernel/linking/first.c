/* SPDX-License-Identifier: MIT */
/*
 * The program that is built in many ways, first of its three files.
 */
#include "parts.h"

const char way[] = WAY;

UET_EVENT(first, NAME("first"), UET_U32(n), UET_F64(d), UET_STR(s));
UET_EVENT(shared, NAME("shared"), UET_U32(file));

/* Nothing traces it: a linker that collects what is not referred to must keep
 * it, since somebody may ask for it by name. */
UET_EVENT(idle, NAME("idle"), UET_U8(x));

void trace_all(void)
{
	UET_TRACE(first, count(7), 0.5, "text");
	UET_TRACE(shared, count(1));
	from_header(1);
	trace_second();
	trace_member();
}
