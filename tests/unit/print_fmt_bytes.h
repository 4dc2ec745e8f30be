/* SPDX-License-Identifier: MIT */
/*
 * An event and a record of it, for the tests of print fmts.
 */
#ifndef UET_TEST_PRINT_FMT_BYTES_H
#define UET_TEST_PRINT_FMT_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <uet/print_fmt.h>

#define ID 77

/* Fields of the test's event; n counts, words is of 4 u16. */
#define FIELDS                                                                 \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;"      \
	"\tsigned:0;\n"                                                        \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"           \
	"\tfield:u32 n;\toffset:8;\tsize:4;\tsigned:0;\n"                      \
	"\tfield:u16 words[4];\toffset:12;\tsize:8;\tsigned:0;\n"              \
	"\tfield:__data_loc char[] text;\toffset:20;\tsize:4;\tsigned:1;\n"    \
	"\tfield:void * at;\toffset:24;\tsize:8;\tsigned:0;\n"              \
	"\tfield:__rel_loc char[] near;\toffset:32;\tsize:4;\tsigned:1;\n"     \
	"\tfield:u32 at32;\toffset:36;\tsize:4;\tsigned:0;\n\n"

struct raw {
	uint16_t type;
	uint8_t flags, preempt;
	int32_t pid;
	uint32_t n;
	uint16_t words[4];
	uint32_t text;
	uint64_t at;
	uint32_t near;
	uint32_t at32;
	char data[8];
} __attribute__((packed));

static const struct raw ordinary = {
	.type = ID,
	.n = 2,
	.words = { 1, 2, 3, 4 },
	.text = 8 << 16 | offsetof(struct raw, data),
	.at = 0xffffffff81000010,
	.near = 8 << 16 | 4, /* behind at32, the same text */
	.at32 = 0xc1000010,
	.data = "seven!!",
};

static inline int add(struct uet_print_fmt *p, const char *name,
		      const char *print)
{
	char text[2048];
	int n = snprintf(text, sizeof(text),
			 "name: %s\nID: %d\nformat:\n" FIELDS "print fmt: %s\n",
			 name, ID, print);

	return uet_print_fmt_add(p, "sys", text, (size_t)n);
}

/* What is printed for a record, "-" for nothing; "!" for a refused format. */
static inline const char *printed(const char *print, const struct raw *raw,
				  size_t size)
{
	static char result[256];
	struct uet_print_fmt *p;
	const char *text;
	size_t length;
	int ret;

	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	strcpy(result, "!");
	if (!add(p, "event", print)) {
		ret = uet_print_fmt_print(p, ID, raw, size, &text, &length);
		assert_in_range(ret, 0, 1);
		if (ret)
			snprintf(result, sizeof(result), "%.*s", (int)length,
				 text);
		else
			strcpy(result, "-");
	}
	uet_print_fmt_free(p);
	return result;
}

#endif /* UET_TEST_PRINT_FMT_BYTES_H */
