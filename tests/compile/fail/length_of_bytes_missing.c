/* SPDX-License-Identifier: MIT */
/* expect: the event e takes another number of arguments */
#include <uet/event.h>

UET_EVENT(e, "e", UET_BYTES(b));
void f(char *p);
void f(char *p)
{
	UET_TRACE(e, p);
}
