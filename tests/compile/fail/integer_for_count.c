/* SPDX-License-Identifier: MIT */
/* expect: this field takes a struct uet_count|could not convert|no viable|no known conversion|no matching */
#include <uet/event.h>

UET_EVENT(e, "e", UET_COUNTER(n), UET_STR(s));
void f(void);
void f(void)
{
	UET_TRACE(e, 1, "");
}
