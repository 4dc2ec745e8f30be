/* SPDX-License-Identifier: MIT */
/* expect: uet__provider_nobody */
#include <uet/eventheader.h>

UET_EH_EVENT(e, nobody, "E", 4, 1);
