/* SPDX-License-Identifier: MIT */
/* expect: a name ends at its NUL */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E\0F", 4, 1);
