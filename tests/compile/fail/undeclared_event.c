/* SPDX-License-Identifier: MIT */
/* expect: uet__arguments_of_nonesuch */
#include <uet/event.h>

void f(void);
void f(void)
{
	UET_TRACE(nonesuch);
}
