/* SPDX-License-Identifier: MIT */
/* expect: a format is 0 to 127 */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_FORMAT(200, UET_EH_U8(a)));
