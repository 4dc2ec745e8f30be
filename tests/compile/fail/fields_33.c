/* SPDX-License-Identifier: MIT */
/* expect: takes up to 32 fields */
#include <uet/event.h>

UET_EVENT(e, "e",
	  UET_U8(a0), UET_U8(a1), UET_U8(a2), UET_U8(a3), UET_U8(a4), UET_U8(a5),
	  UET_U8(a6), UET_U8(a7), UET_U8(a8), UET_U8(a9), UET_U8(a10), UET_U8(a11),
	  UET_U8(a12), UET_U8(a13), UET_U8(a14), UET_U8(a15), UET_U8(a16), UET_U8(a17),
	  UET_U8(a18), UET_U8(a19), UET_U8(a20), UET_U8(a21), UET_U8(a22), UET_U8(a23),
	  UET_U8(a24), UET_U8(a25), UET_U8(a26), UET_U8(a27), UET_U8(a28), UET_U8(a29),
	  UET_U8(a30), UET_U8(a31), UET_U8(a32));
