/* SPDX-License-Identifier: MIT */
/* expect: this field takes a pointer to its struct|cannot convert|no matching */
#include <uet/event.h>

struct one { int i; };
struct two { int i; };
UET_EVENT(e, "e", UET_STRUCT(s, one));
void f(struct two *p);
void f(struct two *p)
{
	UET_TRACE(e, p);
}
