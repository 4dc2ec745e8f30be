/* SPDX-License-Identifier: MIT */
/* Events of test_macros_other.c, used from two files. */
#include "uet/event.h"

UET_EVENT_DECLARE(elsewhere, UET_U32(a), UET_STR(s));

void trace_elsewhere(unsigned int a, const char *s);
