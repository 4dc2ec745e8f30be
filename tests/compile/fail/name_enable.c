/* SPDX-License-Identifier: MIT */
/* expect but in C with clang: stands for something else in the tracing folder */
#include <uet/event.h>

UET_EVENT(e, "enable", UET_U32(a));
