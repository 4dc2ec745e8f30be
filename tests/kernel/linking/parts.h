/* SPDX-License-Identifier: MIT */
/*
 * What the files of one program in C share: events that one of them defines,
 * and a probe in a function that each of them compiles for itself.
 */
#ifndef PARTS_H
#define PARTS_H

#include <uet/event.h>

#include "driver.h"

UET_EVENT_DECLARE(shared, UET_U32(file));
UET_EVENT_DECLARE(inlined, UET_U32(file), UET_STR(text));

static inline void from_header(unsigned int file)
{
	UET_TRACE(inlined, count(file), "header");
}

void trace_second(void);
void trace_member(void);

#endif /* PARTS_H */
