/* SPDX-License-Identifier: MIT */
/* expect: this field takes an integer|could not convert|no viable|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_U32(n), UET_STR(s));
void f(double d);
void f(double d)
{
	UET_TRACE(e, d, "");
}
