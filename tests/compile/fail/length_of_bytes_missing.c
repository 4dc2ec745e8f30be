/* SPDX-License-Identifier: MIT */
/* expect: too few arguments|no matching function */
#include <uet/event.h>

UET_EVENT(e, "e", UET_BYTES(b));
void f(char *p);
void f(char *p)
{
	UET_TRACE(e, p);
}
