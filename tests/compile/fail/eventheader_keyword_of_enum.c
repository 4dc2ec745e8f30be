/* SPDX-License-Identifier: MIT */
/* expect: non-constant expression|expected absolute expression */
#include <uet/eventheader.h>

UET_PROVIDER(p, "P");
enum { KEYWORD = 1 };
UET_EH_EVENT(e, p, "E", 4, KEYWORD);
