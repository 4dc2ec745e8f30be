/* SPDX-License-Identifier: MIT */
/*
 * What the kernel would print for a record, and that no length of a record
 * leads libtraceevent out of it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "print_fmt_bytes.h"

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
	assert_string_equal(printed("\"%s\", __get_rel_str(near)", r,
				    sizeof(*r)), "seven!!");
	assert_string_equal(printed("\"%.*s\", (int)REC->n, __get_str(text)", r,
				    sizeof(*r)), "se");
	assert_string_equal(printed("\"%*phD\", 3, __get_dynamic_array(text)",
				    r, sizeof(*r)), "73-65-76");
	assert_string_equal(printed("\"%u\", (REC->words[3] + 3) / 4 % 3", r,
				    sizeof(*r)), "!");
	assert_string_equal(printed("\"%u\", (REC->words[3] + 5) / 4", r,
				    sizeof(*r)), "2");
	assert_string_equal(printed("\"%u %u sizeof(int)\", sizeof(unsigned int)"
				    ", (REC->n + 6) / sizeof (u16) + 1",
				    r, sizeof(*r)), "4 5 sizeof(int)");
	assert_string_equal(printed("\"%s\", __print_hex(REC->words, 16 / 4)",
				    r, sizeof(*r)), "01 00 02 00");
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
	r.text = 9 << 16 | offsetof(struct raw, data);
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
	r.text = 0xffff;
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
	r = ordinary;
	memcpy(r.data, "no end!!", 8);
	assert_string_equal(printed(text, &r, sizeof(r)), "no end!!");
	r.type = ID + 1; /* another event's */
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
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
	r.near = 0;
	r.text = 3 << 16 | offsetof(struct raw, data);
	assert_int_equal(uet_print_fmt_print(p, ID, &r, sizeof(r) - 5, &text,
					     &n), 1);
	assert_int_equal(n, 3);
	assert_memory_equal(text, "sev", 3);
	uet_print_fmt_free(p);
}

/* What ends in \n, is empty or very short, and what is none. */
static void takes_strings_as_the_kernel_writes_them(void **state)
{
	static const char strings[] =
		"0xffffffff81000010 : \"say \\\"a\\\"\\n\"\n"
		"0x10 : \"\"\n\n0x11 : \"x\"\n0x12 : \"\\n\"";
	static const char *const bad[] = {
		"0x10", "0x10\n", "0x10 : ", "0x10 : \"", "0x10 : x", "0x10:\"x\"",
		": \"x\"", "x : \"x\"",
	};
	char *long_line = malloc(2000);
	struct raw r = ordinary;
	struct uet_print_fmt *p;
	const char *text;
	size_t n;

	(void)state;
	assert_non_null(long_line);
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(uet_print_fmt_strings(p, bad[i],
						       strlen(bad[i])),
				 -EINVAL);
	/* Every "%s" could print it. */
	snprintf(long_line, 2000, "0x13 : \"%01900d\"", 0);
	assert_int_equal(uet_print_fmt_strings(p, long_line, strlen(long_line)),
			 -EINVAL);
	snprintf(long_line, 2000, "0000000000000013 T %01900d", 0);
	assert_int_equal(uet_print_fmt_symbols(p, long_line, strlen(long_line)),
			 -EINVAL);
	free(long_line);
	assert_int_equal(uet_print_fmt_strings(p, strings, sizeof(strings)), 0);
	assert_int_equal(add(p, "event", "\"<%s>\", REC->at"), 0);
	assert_int_equal(uet_print_fmt_print(p, ID, &r, sizeof(r), &text, &n),
			 1);
	assert_int_equal(n, strlen("<say \\\"a\\\">"));
	assert_memory_equal(text, "<say \\\"a\\\">", n);
	for (r.at = 0x10; r.at <= 0x12; r.at++) {
		assert_int_equal(uet_print_fmt_print(p, ID, &r, sizeof(r),
						     &text, &n), 1);
		assert_memory_equal(text, r.at == 0x11 ? "<x>" : "<>", n);
	}
	uet_print_fmt_free(p);
}

/* libtraceevent has sorted them by then, and would read behind its table. */
static void takes_no_names_after_the_first_record(void **state)
{
	static const char strings[] = "0xffffffff81000010 : \"late\"\n";
	static const char symbols[] = "ffffffff81000000 T late\n";
	struct uet_print_fmt *p;
	const char *text;
	size_t n;

	(void)state;
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	assert_int_equal(add(p, "event", "\"%s\", REC->at"), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(uet_print_fmt_print(p, ID, &ordinary,
						     sizeof(ordinary), &text,
						     &n), 1);
		assert_memory_equal(text, "ffffffff81000010", n);
		assert_int_equal(uet_print_fmt_strings(p, strings,
						       sizeof(strings) - 1),
				 -EBUSY);
		assert_int_equal(uet_print_fmt_symbols(p, symbols,
						       sizeof(symbols) - 1),
				 -EBUSY);
	}
	uet_print_fmt_free(p);
}

/* A kernel of 32 bits points with 4 bytes. */
static void prints_records_of_another_long(void **state)
{
	static const char print[] = "\"%s %u\", REC->at32, sizeof(long)";
	static const char strings[] = "0xc1000010 : \"pointed to\"\n";
	struct uet_print_fmt *p;
	const char *text;
	size_t n;

	(void)state;
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	assert_int_equal(uet_print_fmt_long_size(p, 0), -EINVAL);
	assert_int_equal(uet_print_fmt_long_size(p, 16), -EINVAL);
	assert_int_equal(uet_print_fmt_long_size(p, 4), 0);
	assert_int_equal(uet_print_fmt_strings(p, strings, sizeof(strings) - 1),
			 0);
	assert_int_equal(add(p, "event", print), 0);
	assert_int_equal(uet_print_fmt_print(p, ID, &ordinary, sizeof(ordinary),
					     &text, &n), 1);
	assert_int_equal(n, strlen("pointed to 4"));
	assert_memory_equal(text, "pointed to 4", n);
	uet_print_fmt_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints_what_the_kernel_would),
		cmocka_unit_test(names_functions_and_strings),
		cmocka_unit_test(leaves_damaged_records_to_the_fields),
		cmocka_unit_test(forgets_the_record_before),
		cmocka_unit_test(takes_strings_as_the_kernel_writes_them),
		cmocka_unit_test(takes_no_names_after_the_first_record),
		cmocka_unit_test(prints_records_of_another_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
