/* SPDX-License-Identifier: MIT */
/* expect: this field takes an integer|could not convert|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_U32(n), UET_STR(s));
void f(const char *p);
void f(const char *p)
{
	UET_TRACE(e, p, p);
}
