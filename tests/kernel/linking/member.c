/* SPDX-License-Identifier: MIT */
/*
 * The third file, an archive's member: its event stands nowhere else.
 */
#include "parts.h"

UET_EVENT(member, NAME("member"), UET_S32(n));

void trace_member(void)
{
	UET_TRACE(member, -(int)count(3));
}
