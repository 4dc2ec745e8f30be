/* SPDX-License-Identifier: MIT */
#include "test_macros.h"

UET_EVENT_DEFINE(elsewhere, 0, "elsewhere", UET_U32(a), UET_STR(s));

void trace_elsewhere(unsigned int a, const char *s)
{
	UET_TRACE(elsewhere, a, s);
}
