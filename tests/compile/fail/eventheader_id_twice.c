/* SPDX-License-Identifier: MIT */
/* expect: (duplicate member|redeclaration of).*uet__id */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1, UET_EH_ID(1, 1), UET_EH_ID(2, 1));
