/* SPDX-License-Identifier: MIT */
/* expect: takes another number of arguments .UET_EH_BYTES, UET_EH_COUNTED, */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_U8(a), UET_EH_COUNTED(b));

void f(const char *text);
void f(const char *text)
{
	UET_EH_TRACE(e, 1, text);
}
