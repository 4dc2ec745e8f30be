/* SPDX-License-Identifier: MIT */
/* expect: this field takes a pointer|invalid conversion|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_BYTES(b));
void f(int n);
void f(int n)
{
	UET_TRACE(e, n, n);
}
