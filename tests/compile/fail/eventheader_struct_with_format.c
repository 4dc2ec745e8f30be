/* SPDX-License-Identifier: MIT */
/* expect: stand behind it */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1,
	     UET_EH_FORMAT(UET_EH_FORMAT_HEX, UET_EH_STRUCT(s, 1)),
	     UET_EH_U8(a));
