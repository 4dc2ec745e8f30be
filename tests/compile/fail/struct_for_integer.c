/* SPDX-License-Identifier: MIT */
/* expect: this field takes an integer|could not convert|no matching */
#include <uet/event.h>

struct s { int i; };
UET_EVENT(e, "e", UET_U32(n), UET_STR(s));
void f(struct s s);
void f(struct s s)
{
	UET_TRACE(e, s, "");
}
