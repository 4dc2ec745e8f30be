/* SPDX-License-Identifier: MIT */
/* expect in C: conflicting types|redeclar|different type */
#include <uet/event.h>

UET_EVENT_DECLARE(e, UET_U32(a));
UET_EVENT(e, "e", UET_STR(a));
