/* SPDX-License-Identifier: MIT */
/* expect but in C with clang: name is made of letters */
#include <uet/eventheader.h>

UET_PROVIDER(p, "My-Provider");
UET_EH_EVENT(e, p, "E", 4, 1);
