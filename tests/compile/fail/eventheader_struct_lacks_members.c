/* SPDX-License-Identifier: MIT */
/* expect: stand behind it */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
/* One of the outer one is missing: the others are the inner one's. */
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_STRUCT(outer, 3), UET_EH_U8(a),
	     UET_EH_STRUCT(inner, 2), UET_EH_U8(b), UET_EH_U8(c));
