/* SPDX-License-Identifier: MIT */
/* expect: takes up to 60 fields and options */
#include <uet/eventheader.h>

#define FIVE(a) \
	UET_EH_U8(a##0), UET_EH_U8(a##1), UET_EH_U8(a##2), \
	UET_EH_U8(a##3), UET_EH_U8(a##4)
#define TEN(a) FIVE(a##0), FIVE(a##1)
UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1,
	     TEN(a0), TEN(a1), TEN(a2), TEN(a3), TEN(a4),
	     TEN(a5), TEN(a6), TEN(a7), TEN(a8), TEN(a9));
