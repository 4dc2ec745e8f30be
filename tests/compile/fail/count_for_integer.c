/* SPDX-License-Identifier: MIT */
/* expect: this field takes an integer|could not convert|no viable|no known conversion|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_U64(n));
void f(struct uet_count count);
void f(struct uet_count count)
{
	UET_TRACE(e, count);
}
