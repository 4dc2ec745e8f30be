/* SPDX-License-Identifier: MIT */
#include "test_eventheader_emit.h"

UET_EH_EVENT(other, pair, "Other", 2, 0x1, UET_EH_U16(a));

void trace_in_other(unsigned char a)
{
	UET_EH_TRACE(in_both, a);
	UET_EH_TRACE(other, a);
}

const struct uet_event *event_of_other(void)
{
	return UET_EVENT_REF(other);
}
