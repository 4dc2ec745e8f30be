/* SPDX-License-Identifier: MIT */
/* expect but in C with clang: name must not be empty nor hold */
#include <uet/event.h>

UET_EVENT(e, "shop:done", UET_U32(a));
