/* SPDX-License-Identifier: MIT */
/* expect: this field takes a string|invalid conversion|cannot convert|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_U32(n), UET_STR(s));
void f(int *p);
void f(int *p)
{
	UET_TRACE(e, 1, p);
}
