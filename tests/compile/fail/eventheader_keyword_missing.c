/* SPDX-License-Identifier: MIT */
/* expect: uet: a level and a keyword are integer literals */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4);
