/* SPDX-License-Identifier: MIT */
/*
 * The fourth file: nothing here is referred to by another.  A linker that
 * collects such things must keep the events all the same, since somebody may
 * ask for them by name.
 */
#include "parts.h"

UET_EVENT(idle, NAME("idle"), UET_U8(x));
UET_EVENT(uncalled, NAME("uncalled"), UET_U64(x));

void trace_uncalled(void);
void trace_uncalled(void)
{
	UET_TRACE(uncalled, count(0));
}
