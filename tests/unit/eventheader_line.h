/* SPDX-License-Identifier: MIT */
/*
 * The tracepoint of EventHeader events that tests print whole samples of.
 */
#ifndef UET_TEST_EVENTHEADER_LINE_H
#define UET_TEST_EVENTHEADER_LINE_H

#include <uet/format.h>

#include "../eventheader_format.h"

#define TEST_EVENT "user_events:Shop_L5K1f"

static const char test_format_text[] =
	"name: Shop_L5K1f\nID: 1001\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	EVENTHEADER_FIELDS;

static struct uet_format *test_format;

static inline int parse_test_format(void)
{
	return uet_format_parse(test_format_text, sizeof(test_format_text) - 1,
				&test_format, NULL);
}

#endif /* UET_TEST_EVENTHEADER_LINE_H */
