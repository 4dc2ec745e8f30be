/* SPDX-License-Identifier: MIT */
/* expect: a level is 1 to 255 */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 256, 1, UET_EH_U8(a));
