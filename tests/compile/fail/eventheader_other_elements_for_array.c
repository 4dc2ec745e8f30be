/* SPDX-License-Identifier: MIT */
/* expect: pointer to its elements|cannot convert|no matching function */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_SEQUENCE(UET_EH_U32(a)));

void f(const unsigned char *bytes);
void f(const unsigned char *bytes)
{
	UET_EH_TRACE(e, bytes, 1);
}
