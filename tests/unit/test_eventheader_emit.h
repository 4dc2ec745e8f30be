/* SPDX-License-Identifier: MIT */
/* Events of a header that two files have. */
#include "uet/eventheader.h"

UET_PROVIDER(pair, "Pair");
UET_EH_EVENT(in_both, pair, "Both", UET_EH_ERROR, 0x1, UET_EH_U8(a));

void trace_in_other(unsigned char a);
const struct uet_event *event_of_other(void);
