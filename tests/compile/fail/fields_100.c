/* SPDX-License-Identifier: MIT */
/* expect: takes up to 32 fields */
#include <uet/event.h>

#define FIVE(a) \
	UET_U8(a##0), UET_U8(a##1), UET_U8(a##2), \
	UET_U8(a##3), UET_U8(a##4)
#define TEN(a) FIVE(a##0), FIVE(a##1)
UET_EVENT(e, "e",
	  TEN(a0), TEN(a1), TEN(a2), TEN(a3), TEN(a4),
	  TEN(a5), TEN(a6), TEN(a7), TEN(a8), TEN(a9));
