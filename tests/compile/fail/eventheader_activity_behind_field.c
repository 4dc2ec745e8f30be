/* SPDX-License-Identifier: MIT */
/* expect: an activity stands in front of the fields */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_U8(a), UET_EH_ACTIVITY);
