/* SPDX-License-Identifier: MIT */
/*
 * What the kernel would print for a record, and that no length of a format or
 * a record leads libtraceevent out of it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

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
	"\tfield:void * at;\toffset:24;\tsize:8;\tsigned:0;\n\n"

struct raw {
	uint16_t type;
	uint8_t flags, preempt;
	int32_t pid;
	uint32_t n;
	uint16_t words[4];
	uint32_t text;
	uint64_t at;
	char data[8];
} __attribute__((packed));

static const struct raw ordinary = {
	.type = ID,
	.n = 2,
	.words = { 1, 2, 3, 4 },
	.text = 8 << 16 | 32,
	.at = 0xffffffff81000010,
	.data = "seven!!",
};

static int add(struct uet_print_fmt *p, const char *name, const char *print)
{
	char text[2048];
	int n = snprintf(text, sizeof(text),
			 "name: %s\nID: %d\nformat:\n" FIELDS "print fmt: %s\n",
			 name, ID, print);

	return uet_print_fmt_add(p, "sys", text, (size_t)n);
}

/* What is printed for a record, "-" for nothing; "!" for a refused format. */
static const char *printed(const char *print, const struct raw *raw,
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

static void prints_what_the_kernel_would(void **state)
{
	const struct raw *r = &ordinary;

	(void)state;
	assert_string_equal(printed("\"n=%u %s\", REC->n, __get_str(text)", r,
				    sizeof(*r)), "n=2 seven!!");
	assert_string_equal(printed("\"%s\", __print_symbolic(REC->n, "
				    "{ 1, \"one\" }, { 2, \"two\" })", r,
				    sizeof(*r)), "two");
	assert_string_equal(printed("\"%s\", __print_flags(REC->words[2], "
				    "\"|\", { 1, \"a\" }, { 2, \"b\" })", r,
				    sizeof(*r)), "a|b");
	/* How, depends on libtraceevent's version. */
	assert_non_null(strchr(printed("\"%s\", __print_array(REC->words, "
				       "REC->n, 2)", r, sizeof(*r)), '2'));
	assert_string_equal(printed("\"%s\", __print_hex(REC->words, 3)", r,
				    sizeof(*r)), "01 00 02");
	assert_string_equal(printed("\"%u\\n\", REC->n", r, sizeof(*r)), "2");
}

static void names_functions_and_strings(void **state)
{
	static const char symbols[] = "ffffffff81000000 T first\n"
				      "ffffffff81000100 T second\n";
	static const char strings[] = "0xffffffff81000010 : \"pointed to\"\n";
	struct uet_print_fmt *p;
	const char *text;
	size_t n;

	(void)state;
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	/* Neither needs an end: the last byte is no part of them. */
	assert_int_equal(uet_print_fmt_symbols(p, symbols, sizeof(symbols) - 1),
			 0);
	assert_int_equal(uet_print_fmt_strings(p, strings, sizeof(strings) - 1),
			 0);
	assert_int_equal(uet_print_fmt_symbols(p, NULL, 0), 0);
	/* A name that libtraceevent alone could not read. */
	assert_int_equal(add(p, "event.1f", "\"%pS %s\", REC->at, REC->at"), 0);
	assert_int_equal(uet_print_fmt_print(p, ID, &ordinary, sizeof(ordinary),
					     &text, &n), 1);
	assert_int_equal(n, strlen("first+0x10 pointed to"));
	assert_memory_equal(text, "first+0x10 pointed to", n);
	assert_int_equal(uet_print_fmt_print(p, ID + 1, &ordinary,
					     sizeof(ordinary), &text, &n), 0);
	uet_print_fmt_free(p);
}

/* All that a record can say wrong. */
static void leaves_damaged_records_to_the_fields(void **state)
{
	static const char words[] = "\"%s\", __print_array(REC->words, "
				    "REC->n, 2)";
	static const char text[] = "\"%s\", __get_str(text)";
	struct raw r = ordinary;

	(void)state;
	for (size_t size = 0; size < offsetof(struct raw, data) + 8; size++)
		assert_string_equal(printed(text, &r, size), "-");
	r.n = 32768; /* as far as the room behind the record */
	assert_string_not_equal(printed(words, &r, sizeof(r)), "-");
	r.n = 32769;
	assert_string_equal(printed(words, &r, sizeof(r)), "-");
	r = ordinary;
	r.text = 9 << 16 | 32;
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
	r.text = 0xffff;
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
	r = ordinary;
	memcpy(r.data, "no end!!", 8);
	assert_string_equal(printed(text, &r, sizeof(r)), "no end!!");
	r.type = ID + 1; /* another event's */
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
}

/* What would make libtraceevent read far away, or fill the memory. */
static void refuses_formats_without_bounds(void **state)
{
	static const char *const bad[] = {
		"\"%s\", __print_hex(REC->words, 65537)",
		"\"%s\", __print_hex(REC->words, REC->n * 1000)",
		"\"%s\", __print_hex(REC->words, REC->nothing)",
		"\"%s\", __print_array(REC->words, 4, REC->n)",
		"\"%s\", __print_array(REC->words, 4, 3)",
		"\"%u\", REC->words[REC->n + 1]",
		"\"%u\", REC->words[100000]",
		"\"%2000d\", REC->n",
		"\"%-.99999d\", REC->n",
		"\"%*d\", REC->n, REC->n",
		"no string",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *got = printed(bad[i], &ordinary, sizeof(ordinary));

		if (strcmp(got, "!"))
			print_error("%s: %s\n", bad[i], got);
		assert_string_equal(got, "!");
	}
}

/* One object prints many records: nothing of a longer one before stays. */
static void forgets_the_record_before(void **state)
{
	struct raw r = ordinary;
	struct uet_print_fmt *p;
	const char *text;
	size_t n;

	(void)state;
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	assert_int_equal(add(p, "event", "\"%s\", __get_str(text)"), 0);
	assert_int_equal(uet_print_fmt_print(p, ID, &r, sizeof(r), &text, &n),
			 1);
	r.text = 3 << 16 | 32;
	assert_int_equal(uet_print_fmt_print(p, ID, &r, sizeof(r) - 5, &text,
					     &n), 1);
	assert_int_equal(n, 3);
	assert_memory_equal(text, "sev", 3);
	uet_print_fmt_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints_what_the_kernel_would),
		cmocka_unit_test(names_functions_and_strings),
		cmocka_unit_test(leaves_damaged_records_to_the_fields),
		cmocka_unit_test(refuses_formats_without_bounds),
		cmocka_unit_test(forgets_the_record_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
