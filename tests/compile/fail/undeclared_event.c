/* SPDX-License-Identifier: MIT */
/* expect: undeclared|not declared */
#include <uet/event.h>

void f(void);
void f(void)
{
	UET_TRACE(nonesuch);
}
