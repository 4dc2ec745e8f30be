/* SPDX-License-Identifier: MIT */
/* expect: name must not be empty */
#include <uet/event.h>

UET_EVENT(e, "", UET_U32(a));
