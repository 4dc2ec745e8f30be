/* SPDX-License-Identifier: MIT */
/* expect: conflicting types|redeclar|different type|declared with other fields */
#include <uet/event.h>

UET_EVENT_DECLARE(e, UET_U32(a));
UET_EVENT_DEFINE(e, 0, "e", UET_STR(a));
