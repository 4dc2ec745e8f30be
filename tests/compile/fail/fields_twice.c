/* SPDX-License-Identifier: MIT */
/* expect: redefinition of|duplicate member|redeclaration of */
#include <uet/event.h>

UET_EVENT(e, "e", UET_U32(a), UET_U32(a));
