/* SPDX-License-Identifier: MIT */
/* expect: the event e takes another number of arguments */
#include <uet/event.h>

UET_EVENT(e, "e", UET_U32(n), UET_STR(s));
void f(void);
void f(void)
{
	UET_TRACE(e, 1);
}
