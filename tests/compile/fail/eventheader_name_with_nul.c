/* SPDX-License-Identifier: MIT */
/* expect: a name ends at its NUL */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_NAME("a\0b", UET_EH_U8(a)));
