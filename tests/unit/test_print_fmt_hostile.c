/* SPDX-License-Identifier: MIT */
/*
 * Print fmts that an attacker wrote: each would crash libtraceevent, lead it
 * out of the record, or make it print without end.  None may get there.
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

#include "collect/print_fmt_text.h"
#include "print_fmt_bytes.h"

/* Why a whole format file was refused; "" if it was not. */
static const char *why_text(const char *system, const char *text)
{
	struct uet_print_fmt *p;
	const char *why = "";

	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	if (uet_print_fmt_add(p, system, text, strlen(text))) {
		why = uet_print_fmt_refused(p, ID);
		if (!why)
			why = "no number";
	}
	uet_print_fmt_free(p);
	return why;
}

static const char *why(const char *print)
{
	size_t size = strlen(print) + 2048;
	char *text = malloc(size);
	const char *result;

	assert_non_null(text);
	snprintf(text, size,
		 "name: event\nID: %d\nformat:\n" FIELDS "print fmt: %s\n", ID,
		 print);
	result = why_text("sys", text);
	free(text);
	return result;
}

struct bad {
	const char *print, *why;
};

static void check(const struct bad *bad, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *got = why(bad[i].print);

		if (strcmp(got, bad[i].why))
			print_error("%s:\n", bad[i].print);
		assert_string_equal(got, bad[i].why);
	}
}

#define CHECK(bad) check(bad, sizeof(bad) / sizeof((bad)[0]))

/* The parser computes with constants before anybody can look at them. */
static void refuses_divisors_that_may_be_nothing(void **state)
{
	static const char divides[] = "divides by what may be 0";
	static const struct bad bad[] = {
		{ "\"%u\", 10 / 0", divides },
		{ "\"%u\", 10 % 0", divides },
		{ "\"%u\", 10 / 0x0", divides },
		{ "\"%u\", 10 / 08", divides }, /* octal */
		{ "\"%u\", 10 / zero", divides },
		{ "\"%u\", 10 / (1 - 1)", divides },
		{ "\"%u\", 10 / -1", divides },
		{ "\"%u\", REC->n % 18446744073709551615", divides },
		{ "\"%u\", REC->n % 99999999999999999999", divides },
		{ "\"%u\", REC->n / REC->n", divides },
		{ "\"%u\", REC->n /", divides },
		/* 10 / (2 * 0), as the parser sees it */
		{ "\"%u\", 10 / 2 * 0", divides },
		{ "\"%u\", 10 / 5 / 10", divides },
		{ "\"%u\", 10 / 5 % 5", divides },
		{ "\"%u\", 10 / sizeof(int) / 5", divides },
	};

	(void)state;
	CHECK(bad);
	assert_string_equal(why("\"%u %s / 0 %%\", 10 / 5, \"1 / 0\""), "");
	assert_string_equal(why("\"%u\", '/' + 0"), "");
	assert_string_equal(why("\"%u\", (REC->n + 3) / 1000L - 1"), "");
	assert_string_equal(why("\"%u\", (10 / 5) * 0"), "");
}

/* The parser follows NULL where something is missing. */
static void refuses_what_is_unfinished(void **state)
{
	static const char type[] = "has a sizeof of no type that is known";
	static const char field[] = "has a field that the event does not";
	static const char string[] = "has a string without an end";
	static const char brackets[] = "has brackets that do not match";
	static const struct bad bad[] = {
		{ "\"%u\", sizeof(", type },
		{ "\"%u\", sizeof", type },
		{ "\"%u\", sizeof(unsigned", type },
		{ "\"%u\", sizeof()", type },
		{ "\"%u\", sizeof(*", type },
		{ "\"%u\", 1 / sizeof(", type },
		{ "\"%u\", sizeof(REC->n)", type },
		{ "\"%u\", sizeof(struct x)", type },
		{ "\"%s\", __print_flags(REC->nothing, \"|\", { 1, \"a\" })",
		  field },
		{ "\"%s\", __print_symbolic((REC) -> nothing, { 1, \"a\" })",
		  field },
		{ "\"%u\", REC", field },
		{ "\"%u\", REC->", field },
		{ "\"%u", string },
		{ "\"%u\", 'a", string },
		{ "\"%u\\", string },
		{ "\"%u\", \"\\", string },
		{ "\"a\\\\\\\\\"", "has a string that ends in a backslash" },
		{ "\"%u\", (1", brackets },
		{ "\"%u\", 1)", brackets },
		{ "\"%u\", (1]", brackets },
		{ "\"%u\", REC->words[1", brackets },
		{ "\"%s\", __print_symbolic(1, { 1, \"a\" )}", brackets },
		{ "\"%u\", \001", "has bytes that are no text" },
		{ "\"\303\244\"", "has bytes that are no text" },
		{ "\"%u\",\n1", "goes on in another line" },
		{ "\"%u\", a b c d e f g h i", "has too many words in a row" },
	};

	char text[2048];

	(void)state;
	CHECK(bad);
	/* Nor is the end of the text passed over, where no newline is. */
	snprintf(text, sizeof(text), "name: event\nID: 77\nformat:\n" FIELDS
		 "print fmt: \"%%u\", sizeof(int");
	assert_string_equal(why_text("sys", text), type);
}

/* Behind an element or a condition, the parser follows NULL for what it has no
 * precedence for. */
static void refuses_unknown_operators(void **state)
{
	static const char unknown[] =
		"has operators that libtraceevent does not know";
	static const struct bad bad[] = {
		{ "\"%u\", 1; 2", unknown },
		{ "\"%u\", REC->words[0][1]", unknown },
		{ "\"%u\", REC->words[0]->n", unknown },
		{ "\"%u\", REC->words[0].n", unknown },
		{ "\"%u\", REC->words[0] = 1", unknown },
		{ "\"%u\", REC->words[0] += 1", unknown },
		{ "\"%u\", REC->words[0] <<= 1", unknown },
		{ "\"%u\", REC->words[0] +== 1", unknown },
		{ "\"%u\", REC->words[0]++", unknown },
		{ "\"%u\", REC->words[0] { 1 }", unknown },
		{ "\"%u\", REC->words[REC->words[0]]", unknown },
		{ "\"%u\", 1 ? 2 : REC->words[0]", unknown },
		{ "\"%s\", __print_symbolic(1, { REC->words[0] }, \"a\")",
		  unknown },
		{ "\"%s\", __print_symbolic(1, { 1 ? 2 : 3 }, \"a\")",
		  unknown },
	};

	(void)state;
	CHECK(bad);
	assert_string_equal(why("\"%u\", REC->n ? REC->words[0] : 1"), "");
	assert_string_equal(why("\"%u %u\", 1 ? 2 : 3, REC->words[0] != 1"), "");
}

/* start, then piece n times, then end. */
static const char *why_repeated(const char *start, const char *piece, size_t n,
				const char *end)
{
	size_t size = strlen(start) + n * strlen(piece) + strlen(end) + 1;
	char *text = malloc(size), *at = text;
	const char *result;

	assert_non_null(text);
	at = stpcpy(at, start);
	for (size_t i = 0; i < n; i++)
		at = stpcpy(at, piece);
	strcpy(at, end);
	result = why(text);
	free(text);
	return result;
}

/* The parser recurses, and its stack is ours. */
static void refuses_what_nests_without_end(void **state)
{
	static const char deep[] = "is nested too deeply";
	static const char large[] = "has too long an expression";

	(void)state;
	assert_string_equal(why_repeated("\"%u\", ", "(", 65, "1"), deep);
	assert_string_equal(why_repeated("\"%u\", ", "(", 60000, "1"), deep);
	assert_string_equal(why_repeated("\"%u\", ", "(int)", 9000, "1"), large);
	assert_string_equal(why_repeated("\"%u\", ", "!", 60000, "1"), large);
	assert_string_equal(why_repeated("\"%u\", ", "1+", 30000, "1"), large);
	assert_string_equal(why_repeated("\"%u\", ", "1?1:", 15000, "1"), large);
	assert_string_equal(why_repeated("\"%u\", ", "REC->words[", 5000, "1"),
			    deep);
	assert_string_equal(why_repeated("\"%s\", __print_symbolic(1, { ",
					 "1|", 30000, "1, \"a\" })"), large);
	assert_string_equal(why_repeated("\"%s\", ",
					 "__print_flags(1, \"|\", { ", 40, "1"),
			    deep);
	/* Each list would begin to count anew. */
	assert_string_equal(why("\"%s\", __print_symbolic(1, { "
				"__print_symbolic(1, { 1, \"a\" }), \"a\" })"),
			    deep);
	assert_string_equal(why_repeated("\"", "x", 65536, "\""),
			    "is too long");
	/* What is long without being deep is not refused. */
	assert_string_equal(why_repeated("\"%s\", __print_symbolic(1",
					 ", { 1 << 2 | 3, \"a\" }", 2000, ")"),
			    "");
}

/* What it could read, or follow, outside of a record. */
static void refuses_what_leads_out_of_the_record(void **state)
{
	static const char *const bad[] = {
		"\"%s\", __print_hex(REC->words, 65537)",
		"\"%s\", __print_hex(REC->words, REC->n * 1000)",
		"\"%s\", __print_hex(REC->words, \" 0x\")",
		"\"%s\", __print_hex_str(__get_str(text), 3)",
		"\"%s\", __print_hex(3, 3)",
		"\"%s\", __print_array(__get_str(text), 1, 4)",
		"\"%s\", __print_array(REC->words, 4, REC->n)",
		"\"%s\", __print_array(REC->words, 4, 3)",
		/* as many elements as the array has bytes */
		"\"%s\", __print_array(__get_dynamic_array(text), "
		"__get_dynamic_array_len(text), 8)",
		"\"%s\", __print_array(__get_dynamic_array(text), "
		"__get_dynamic_array_len(text) / 4, 8)",
		/* stores its place through NULL */
		"\"%u\", __get_dynamic_array_len(near)",
		"\"%s\", __print_hex(__get_dynamic_array(near), "
		"__get_dynamic_array_len(near))",
		"\"%s\", __get_str(words)",
		"\"%s\", __get_str(nothing)",
		"\"%s\", __get_bitmask(words)",
		"\"%s\", __get_bitmask(nothing)",
		"\"%u\", REC->words[100000]",
		"\"%u\", 1[2]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *got = why(bad[i]);

		if (strcmp(got, "could read outside of a record"))
			print_error("%s:\n", bad[i]);
		assert_string_equal(got, "could read outside of a record");
	}
	/* The newer libtraceevent, the more of these it knows. */
	assert_string_not_equal(why("\"%u\", REC->words[REC->n + 1]"), "");
	assert_string_not_equal(why("\"%s\", __get_cpumask(words)"), "");
	assert_string_not_equal(why("\"%s\", __get_cpumask(nothing)"), "");
	assert_string_equal(why("no string"),
			    "is none that libtraceevent understands");
}

/* What printf() gets to see. */
static void refuses_conversions_without_bounds(void **state)
{
	static const char no_bound[] =
		"has conversions without a bound, or none of the kernel's";
	static const struct bad bad[] = {
		{ "\"%2000d\", REC->n", no_bound },
		{ "\"%-.99999d\", REC->n", no_bound },
		{ "\"%*d\", REC->n, REC->n", no_bound },
		{ "\"%-*s\", REC->n, __get_str(text)", no_bound },
		{ "\"%.*d\", REC->n, REC->n", no_bound },
		{ "\"%.*s\", -1, __get_str(text)", no_bound },
		{ "\"%.*s\", REC->n * 2, __get_str(text)", no_bound },
		{ "\"%ls\", __get_str(text)", no_bound },
		{ "\"%lc\", REC->n", no_bound },
		{ "\"%n\", REC->n", no_bound },
		/* text, for libtraceevent */
		{ "\"\\%d %u\", 1, 2", no_bound },
	};

	(void)state;
	CHECK(bad);
	assert_string_equal(why_repeated("\"%900d", "%900d", 4,
					 "\", 1, 1, 1, 1, 1"), no_bound);
	assert_string_equal(why_repeated("\"%s", "%s", 32, "\", \"a\", \"a\""
		", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\""
		", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\""
		", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\""
		", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\""),
		no_bound);
	assert_string_not_equal(why("\"%hhhd\", REC->n"), "");
	assert_string_equal(why("\"%-999.3s %08llx\", \"a\", 1"), "");
}

/* What comes before the print fmt is parsed as well. */
static void refuses_fields_unlike_the_kernels(void **state)
{
	static const char *const bad[] = {
		"\tfield:int x[", /* the parser compares NULL */
		"\tfield:int x[\n",
		"\tfield:__attribute__((x)) y;\toffset:8;\tsize:4;\tsigned:0;\n",
		"\tfield:int __attribute__((x;\toffset:8;\tsize:4;\tsigned:0;\n",
		"\tfield:int *;\toffset:8;\tsize:4;\tsigned:0;\n",
		"\tfield:;\toffset:8;\tsize:4;\tsigned:0;\n",
		"\tfield:int x;\toffset:65533;\tsize:4;\tsigned:0;\n",
		"\tfield:int x;\toffset:-8;\tsize:4;\tsigned:0;\n",
		"\tfield:int x;\toffset:010;\tsize:4;\tsigned:0;\n",
		"\tfield:int x;\tsize:4;\n",
		"\tfield:int x\n",
	};
	/* Another event's record is asked for its type there. */
	static const char far_type[] =
		"name: event\nID: 77\nformat:\n\tfield:unsigned short "
		"common_type;\toffset:2;\tsize:2;\tsigned:0;\n\n\n"
		"print fmt: \"x\"\n";
	struct uet_print_fmt_text fit;
	char text[2048];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(text, sizeof(text), "name: event\nID: 77\nformat:\n"
			 FIELDS);
		strcpy(text + strlen(text) - 1, bad[i]);
		strcat(text, "\nprint fmt: \"x\"\n");
		assert_string_equal(why_text("sys", text), "follows fields that "
				    "are not written as the kernel does");
	}
	assert_string_equal(why_text("sys", far_type), "follows fields that "
			    "are not written as the kernel does");
	assert_string_equal(why_text("sys", "name: event\nID: 77\nfields:\n"),
			    "is in a text unlike the kernel's");
	assert_string_equal(why_text("sys", "name: event\nID: -77\n"),
			    "no number");
	assert_string_equal(why_text("sys", ""), "no number");
	snprintf(text, sizeof(text), "name: event\nID: 77\nformat:\n" FIELDS);
	strcpy(text + strlen(text) - 1, "\tfield:const char __attribute__"
	       "((btf_type_tag(\"user\"))) * x;\toffset:40;\tsize:8;"
	       "\tsigned:0;\n\nprint fmt: \"%p\", REC->x\n");
	/* Not in libtraceevent, which forgets to free a word of it. */
	assert_true(uet_print_fmt_is_fit(&fit, text, sizeof(long)));
}

/* Its format is in the record. */
static void refuses_a_binary_printk(void **state)
{
	char text[2048];

	(void)state;
	snprintf(text, sizeof(text), "name: bprint\nID: 77\nformat:\n" FIELDS
		 "print fmt: \"%%u\", REC->n\n");
	assert_string_equal(why_text("sys", text), "");
	assert_string_equal(why_text("ftrace", text),
			    "is none that libtraceevent understands");
}

/* What a sound format would do with a record. */
static void leaves_hostile_records_to_the_fields(void **state)
{
	static const char text[] = "\"%.*s\", (int)REC->n, __get_str(text)";
	struct raw r = ordinary;

	(void)state;
	assert_string_equal(printed(text, &r, sizeof(r)), "se");
	r.n = 0xffffffff; /* a length of -1 is none for libtraceevent */
	assert_string_equal(printed(text, &r, sizeof(r)), "-");
	r = ordinary;
	r.near = 9 << 16 | 4;
	assert_string_equal(printed("\"%s\", __get_rel_str(near)", &r,
				    sizeof(r)), "-");
}

/* "!" where libtraceevent does not know it. */
static void leaves_an_empty_mask_of_cpus_to_the_fields(void **state)
{
	static const char mask[] = "\"%s\", __get_cpumask(text)";
	struct raw r = ordinary;

	(void)state;
	memcpy(r.data, "\x0d\0\0\0\0\0\0\x80", 8);
	if (!strcmp(printed(mask, &r, sizeof(r)), "!"))
		skip();
	assert_string_equal(printed(mask, &r, sizeof(r)), "0,2-3,63");
	r.text = offsetof(struct raw, data);
	assert_string_equal(printed(mask, &r, sizeof(r)), "-");
}

/* Of an event that comes twice, as in a stream, the first one counts. */
static void keeps_the_first_of_two(void **state)
{
	struct uet_print_fmt *p;
	const char *text;
	size_t n;

	(void)state;
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	assert_null(uet_print_fmt_refused(p, ID));
	assert_int_equal(add(p, "event", "\"one\""), 0);
	assert_int_equal(add(p, "event", "\"%u\", 1 / 0"), 0);
	assert_null(uet_print_fmt_refused(p, ID));
	assert_int_equal(uet_print_fmt_print(p, ID, &ordinary, sizeof(ordinary),
					     &text, &n), 1);
	assert_int_equal(n, 3);
	assert_memory_equal(text, "one", 3);
	uet_print_fmt_free(p);

	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	assert_int_equal(add(p, "event", "\"%u\", 1 / 0"), -EINVAL);
	assert_int_equal(add(p, "event", "\"one\""), -EINVAL);
	assert_int_equal(uet_print_fmt_print(p, ID, &ordinary, sizeof(ordinary),
					     &text, &n), 0);
	uet_print_fmt_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_divisors_that_may_be_nothing),
		cmocka_unit_test(refuses_what_is_unfinished),
		cmocka_unit_test(refuses_unknown_operators),
		cmocka_unit_test(refuses_what_nests_without_end),
		cmocka_unit_test(refuses_what_leads_out_of_the_record),
		cmocka_unit_test(refuses_conversions_without_bounds),
		cmocka_unit_test(refuses_fields_unlike_the_kernels),
		cmocka_unit_test(refuses_a_binary_printk),
		cmocka_unit_test(leaves_hostile_records_to_the_fields),
		cmocka_unit_test(leaves_an_empty_mask_of_cpus_to_the_fields),
		cmocka_unit_test(keeps_the_first_of_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
