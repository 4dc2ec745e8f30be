/* SPDX-License-Identifier: MIT */
/* expect: this field takes a number|could not convert|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_F64(d));
void f(char *p);
void f(char *p)
{
	UET_TRACE(e, p);
}
