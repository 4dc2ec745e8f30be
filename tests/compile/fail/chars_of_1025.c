/* SPDX-License-Identifier: MIT */
/* expect: takes 1 to 1024 characters */
#include <uet/event.h>

UET_EVENT(e, "e", UET_CHARS(c, 1025));
