/* SPDX-License-Identifier: MIT */
/* expect: a struct has 1 field or more, and these stand behind it */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_STRUCT(s, 2), UET_EH_U8(a));
