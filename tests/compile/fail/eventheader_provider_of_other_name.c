/* SPDX-License-Identifier: MIT */
/* expect: two providers have one id */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
UET_EH_EVENT(e, p, "E", 4, 1);
UET_PROVIDER(p, "Q");
UET_EH_EVENT(f, p, "F", 4, 1);
