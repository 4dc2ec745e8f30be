/* SPDX-License-Identifier: MIT */
/*
 * Filters: what each operator means for each kind of field, and where the
 * mistakes of an expression are.
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

#include <uet/filter.h>

static const char format_text[] =
	"name: e\nID: 1\nformat:\n"
	"\tfield:u32 common_x;\toffset:0;\tsize:4;\tsigned:0;\n\n"
	"\tfield:s8 small;\toffset:4;\tsize:1;\tsigned:1;\n"
	"\tfield:u64 big;\toffset:5;\tsize:8;\tsigned:0;\n"
	"\tfield:struct f64 f;\toffset:13;\tsize:8;\tsigned:1;\n"
	"\tfield:char s[8];\toffset:21;\tsize:8;\tsigned:1;\n"
	"\tfield:struct f64 nan;\toffset:29;\tsize:8;\tsigned:1;\n"
	"\tfield:u8 cpu;\toffset:37;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 l[2];\toffset:38;\tsize:2;\tsigned:0;\n"
	"\tfield:struct f32 g;\toffset:40;\tsize:4;\tsigned:1;\n"
	"\tfield:u8 outside;\toffset:90;\tsize:1;\tsigned:0;\n";

/* small -1, big 2^64 - 1, f 1.5, s "ab]c", cpu 9, g 0.1. */
static const unsigned char raw[] = {
	5, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 'a', 'b', ']', 'c', 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0xf8, 0x7f, 9, 1, 2, 0xcd, 0xcc, 0xcc, 0x3d,
};

static struct uet_format *format;

static bool wanted(const char *text)
{
	static const struct uet_line line = {
		.has_time = true, .has_task = true,
		.time = 1500000000, .pid = 7, .tid = 8, .comm = "my shop",
		.raw = raw, .raw_size = sizeof(raw),
	};
	struct uet_error err = { "" };
	struct uet_matcher *m;
	struct uet_filter *f;
	bool wants;
	size_t at;

	if (uet_filter_new(text, &f, &at, &err))
		fail_msg("%s: %s", text, err.text);
	assert_int_equal(uet_matcher_new(f, format, &m), 0);
	wants = uet_matcher_wants(m, &line);
	uet_matcher_free(m);
	uet_filter_free(f);
	return wants;
}

/* Some are true, and these are neither. */
static const char *const true_ones[] = {
	"small == -1", "small != 255", "small < 0", "small <= -1", "small > -2",
	"small < 0.5", "small > -1.5", "small & 0x80", "small & 1 == 1",
	"small & 0xf >= 15", "small & 1 != -1", "small < 18446744073709551615",
	"big == 18446744073709551615", "big == 0xffffffffffffffff", "big > -1",
	"big > 0", "f == 1.5", "f < 2", "f > 1", "f >= 1.5", "g == 0.1",
	"s == ab]c", "s == \"ab]c\"", "s != ab", "s > ab", "s < b",
	"s ~ a*", "s ~ *", "s ~ ab]?", "s ~ *b*c", "s ~ [a-c]b*", "s ~ '[!b]*'",
	"s ~ '*[]]c'", "s ~ \"\\a*\"", "s ~ a\\b]c", "s ~ ****c",
	"comm == 'my shop'", "comm ~ \"my *\"", "pid == 7", "tid == 8",
	"cpu == 9", "common_x == 5", "time == 1.5", "time < 1.500000001",
	"time_ns == 1500000000",
	"pid == 7 && tid == 8", "pid == 1 || tid == 8",
	"pid == 1 && tid == 8 || cpu == 9", "cpu == 9 || pid == 1 && tid == 1",
	"!(pid == 1)", "!!(pid == 7)", "! pid == 1", "((pid==7))",
	"none == 1 || pid == 7", "!(none == 1 && pid == 1)",
	"pid==7&&small&1",
};

static const char *const others[] = {
	"small == 255", "small > 0", "big & 0", "big < 0", "big == -1",
	"big != 18446744073709551615", "f == 1", "s == ab", "s == \"ab]c \"",
	"s ~ b*", "s ~ ?", "s ~ ab]", "s ~ [b-z]*", "s ~ a\\*", "s ~ ''",
	"pid == 1 && tid == 8", "! pid == 7", "time > 1.5",
	/* Neither true nor false. */
	"none == 1", "!(none == 1)", "none != 1", "nan == nan", "nan != 1",
	"!(nan == 1)", "outside == 0", "!(outside == 0)", "none == 1 && pid == 7",
	"!(none == 1 || pid == 1)", "s == 1 && none == 1", "l == 1",
	"pid ~ 7", "pid == x",
};

static void what_is_true(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(true_ones) / sizeof(true_ones[0]); i++)
		if (!wanted(true_ones[i]))
			fail_msg("is not true: %s", true_ones[i]);
}

static void what_is_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (wanted(others[i]))
			fail_msg("is true: %s", others[i]);
}

static void mistakes_are_pointed_at(void **state)
{
	static const struct {
		const char *text;
		size_t at;
		const char *words;
	} cases[] = {
		{ "", 0, "name of a field" },
		{ "a", 1, "is missing, at 'the end'" },
		{ "a ==", 4, "a number, a word" },
		{ "a == 1 b", 7, "&& or || is missing" },
		{ "a == 1)", 6, "nothing was opened" },
		{ "b==1 && (a == 1", 8, "not closed" },
		{ "(a == 1 b)", 8, "&&, || or )" },
		{ "a == 'x", 5, "does not end" },
		{ "a = 1", 2, "equal is '=='" },
		{ "a == 1 | b == 1", 7, "either-or" },
		{ "a & x", 4, "a number" },
		{ "a & -1", 4, "a number" },
		{ "a & 1 == x", 9, "whole number" },
		{ "a & 1 ~ 1", 8, "no pattern" },
		{ "1 == && a", 5, "a number, a word" },
		{ "&& a == 1", 0, "name of a field" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct uet_filter *f;
		struct uet_error err = { "" };
		size_t at = 99;

		assert_int_equal(uet_filter_new(cases[i].text, &f, &at, &err),
				 -EINVAL);
		assert_null(f);
		if (at != cases[i].at || !strstr(err.text, cases[i].words))
			fail_msg("'%s': %zu, %s", cases[i].text, at, err.text);
	}
}

static void too_much_is_refused(void **state)
{
	static char text[8192];
	struct uet_filter *f;

	(void)state;
	memset(text, '(', sizeof(text) - 1);
	assert_int_equal(uet_filter_new(text, &f, NULL, NULL), -E2BIG);
	memset(text, '!', sizeof(text) - 1);
	assert_int_equal(uet_filter_new(text, &f, NULL, NULL), -E2BIG);
	text[0] = '\0';
	for (int i = 0; i < 201; i++)
		strcat(text, i ? "||a==1" : "a==1");
	assert_int_equal(uet_filter_new(text, &f, NULL, NULL), -E2BIG);
	text[200 * 6 - 2] = '\0';
	assert_int_equal(uet_filter_new(text, &f, NULL, NULL), 0);
	uet_filter_free(f);
}

static int check(const char *text, size_t *at, bool unknown_too)
{
	const struct uet_format *formats[] = { format, NULL };
	struct uet_filter *f;
	int ret;

	assert_int_equal(uet_filter_new(text, &f, NULL, NULL), 0);
	ret = uet_filter_check(f, formats, unknown_too ? 2 : 1, at, NULL);
	uet_filter_free(f);
	return ret;
}

static void fields_are_checked(void **state)
{
	size_t at = 99;

	(void)state;
	assert_int_equal(check("small == 1 && s ~ x && pid == 1", &at, false),
			 0);
	assert_int_equal(check("pid == 1 && none == 1", &at, false), -ENOENT);
	assert_int_equal(at, 12);
	assert_int_equal(check("none == 1", &at, true), 0);
	assert_int_equal(check("small == x", &at, false), -EINVAL);
	assert_int_equal(check("small ~ 1", &at, false), -EINVAL);
	assert_int_equal(check("s & 1", &at, false), -EINVAL);
	assert_int_equal(check("f & 1", &at, false), -EINVAL);
	assert_int_equal(check("l == 1", &at, false), -EINVAL);
	assert_int_equal(check("time == -1", &at, false), -EINVAL);
	assert_int_equal(check("time & 1", &at, false), -EINVAL);
	assert_int_equal(check("small == '1'", &at, false), -EINVAL);
	assert_int_equal(check("s == 1", &at, false), 0);
}

static int parse(void **state)
{
	(void)state;
	return uet_format_parse(format_text, strlen(format_text), &format,
				NULL);
}

static int drop(void **state)
{
	(void)state;
	uet_format_free(format);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_true),
		cmocka_unit_test(what_is_not),
		cmocka_unit_test(mistakes_are_pointed_at),
		cmocka_unit_test(too_much_is_refused),
		cmocka_unit_test(fields_are_checked),
	};

	return cmocka_run_group_tests_name("filter", tests, parse, drop);
}
