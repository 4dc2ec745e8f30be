/* SPDX-License-Identifier: MIT */
/*
 * What the files of one program in C share: events that one of them defines,
 * a probe in a function that each of them compiles for itself, and an
 * EventHeader event whose tracepoint all of them define.
 */
#ifndef PARTS_H
#define PARTS_H

#include <uet/event.h>
#include <uet/eventheader.h>

#include "driver.h"

UET_EVENT_DECLARE(shared, UET_U32(file));
UET_EVENT_DECLARE(inlined, UET_U32(file), UET_STR(text));

UET_PROVIDER(parts, NAME("described"));
UET_EH_EVENT(described, parts, "Part", UET_EH_VERBOSE, 0x2a,
	     UET_EH_ID(7, 1), UET_EH_U32(file), UET_EH_STR(text));

static inline void from_header(unsigned int file)
{
	UET_TRACE(inlined, count(file), "header");
	UET_EH_TRACE(described, count(file), "header");
}

void trace_second(void);
void trace_member(void);

#endif /* PARTS_H */
