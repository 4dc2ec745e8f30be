/* SPDX-License-Identifier: MIT */
/*
 * The program that is built in many ways, first of its four files.
 */
#include "parts.h"

const char way[] = WAY;

UET_EVENT(first, NAME("first"), UET_U32(n), UET_F64(d), UET_STR(s));
UET_EVENT_DEFINE(shared, 0, NAME("shared"), UET_U32(file));

void trace_all(void)
{
	UET_TRACE(first, count(7), 0.5, "text");
	UET_TRACE(shared, count(1));
	from_header(1);
	trace_second();
	trace_member();
}
