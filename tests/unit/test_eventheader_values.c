/* SPDX-License-Identifier: MIT */
/*
 * The values of EventHeader events: each encoding with each format, alone and
 * in arrays, in both byte orders.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "eventheader_bytes.h"

#define N_FORMATS 20 /* the last is unknown */

/* An override for events of big-endian programs. */
struct other {
	int format;
	const char *json;
};

/* The same value in both byte orders, and how each format shows it. */
struct row {
	unsigned int encoding;
	const char *little;
	const char *big;
	size_t size;
	const char *json[N_FORMATS];
	struct other others[8];
};

#define ROW(encoding, little, big) encoding, little, big, sizeof(little) - 1
#define ALL(x) x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x
#define N5(x) x, x, x, x, x

static const struct row rows[] = {
	{ ROW(2, "\xfe", "\xfe"),
	  { "254", "254", "-2", "\"0xFE\"", "254", "254", "254", "254", "254",
	    "\"fe\"", "\"\xc3\xbe\"", "254", N5("254"), "254", "254", "254" },
	  { { 0, NULL } } },
	{ ROW(3, "\xe4\xff", "\xff\xe4"),
	  { "65508", "65508", "-28", "\"0xFFE4\"", "65508", "65508", "65508",
	    "65508", "65508", "\"e4 ff\"", "65508", "\"\xef\xbf\xa4\"",
	    "65508", "65508", "65508", "65508", "58623", "65508", "65508",
	    "65508" },
	  { { 9, "\"ff e4\"" }, { 16, "65508" } } },
	{ ROW(4, "\xf2\xff\xff\xff", "\xff\xff\xff\xf2"),
	  { "4294967282", "4294967282", "-14", "\"0xFFFFFFF2\"",
	    "\"ERRNO(-14)\"", "-14", "\"1969-12-31T23:59:46\"", "-14",
	    "\"-nan\"", "\"f2 ff ff ff\"", "4294967282", "\"\xef\xbf\xbd\"",
	    "4294967282", "4294967282", "4294967282", "4294967282",
	    "4294967282", "\"242.255.255.255\"", "\"242.255.255.255\"",
	    "4294967282" },
	  { { 9, "\"ff ff ff f2\"" }, { 17, "\"255.255.255.242\"" },
	    { 18, "\"255.255.255.242\"" } } },
	{ ROW(5, "\1\0\0\0\0\0\x59\xc0", "\xc0\x59\0\0\0\0\0\1"),
	  { "13860109328209412097", "13860109328209412097",
	    "-4586634745500139519", "\"0xC059000000000001\"",
	    "13860109328209412097", "13860109328209412097",
	    "\"TIME(-4586634745500139519)\"", "13860109328209412097",
	    "-100.00000000000001", "\"01 00 00 00 00 00 59 c0\"",
	    N5("13860109328209412097"), "13860109328209412097",
	    "13860109328209412097", "13860109328209412097",
	    "13860109328209412097", "13860109328209412097" },
	  { { 9, "\"c0 59 00 00 00 00 00 01\"" } } },
#define HEX16 "\"00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\""
	{ ROW(6, "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf",
	      "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf"),
	  { N5(HEX16), N5(HEX16), N5(HEX16),
	    "\"00010203-0405-0607-0809-0a0b0c0d0e0f\"", HEX16,
	    "\"1:203:405:607:809:a0b:c0d:e0f\"",
	    "\"1:203:405:607:809:a0b:c0d:e0f\"", HEX16 },
	  { { 0, NULL } } },
#define H_E "\"h\xc3\xa9\""
	{ ROW(7, "h\xc3\xa9\0", "h\xc3\xa9\0"),
	  { N5(H_E), H_E, H_E, H_E, H_E, "\"68 c3 a9\"",
	    "\"h\xc3\x83\xc2\xa9\"", H_E, H_E, H_E, H_E, H_E, H_E, H_E, H_E,
	    H_E },
	  { { 0, NULL } } },
#define H_SMILE "\"h\xf0\x9f\x98\x80\""
	{ ROW(8, "h\0\x3d\xd8\0\xde\0\0", "\0h\xd8\x3d\xde\0\0\0"),
	  { N5(H_SMILE), H_SMILE, H_SMILE, H_SMILE, H_SMILE,
	    "\"68 00 3d d8 00 de\"", N5(H_SMILE), N5(H_SMILE) },
	  { { 9, "\"00 68 d8 3d de 00\"" } } },
	{ ROW(9, "h\0\0\0\0\xf6\1\0\0\0\0\0", "\0\0\0h\0\1\xf6\0\0\0\0\0"),
	  { N5("\"h\xf0\x9f\x98\x80\""), H_SMILE, H_SMILE, H_SMILE, H_SMILE,
	    "\"68 00 00 00 00 f6 01 00\"", N5(H_SMILE), N5(H_SMILE) },
	  { { 9, "\"00 00 00 68 00 01 f6 00\"" } } },
	{ ROW(10, "\2\0hi", "\0\2hi"),
	  { "\"hi\"", "26984", "26984", "\"0x6968\"", "\"hi\"", "\"hi\"",
	    "\"hi\"", "26984", "\"hi\"", "\"68 69\"", N5("\"hi\""), "\"hi\"",
	    "26729", "\"hi\"", "\"hi\"", "\"hi\"" },
	  { { 1, "26729" }, { 2, "26729" }, { 3, "\"0x6869\"" },
	    { 7, "26729" } } },
	{ ROW(11, "\3\0h\0\x3d\xd8\0\xde", "\0\3\0h\xd8\x3d\xde\0"),
	  { N5(H_SMILE), H_SMILE, H_SMILE, H_SMILE, H_SMILE,
	    "\"68 00 3d d8 00 de\"", N5(H_SMILE), N5(H_SMILE) },
	  { { 9, "\"00 68 d8 3d de 00\"" } } },
	{ ROW(12, "\2\0h\0\0\0\0\xf6\1\0", "\0\2\0\0\0h\0\1\xf6\0"),
	  { N5(H_SMILE), H_SMILE, H_SMILE, H_SMILE, H_SMILE,
	    "\"68 00 00 00 00 f6 01 00\"", N5(H_SMILE), N5(H_SMILE) },
	  { { 9, "\"00 00 00 68 00 01 f6 00\"" } } },
#define HEX4 "\"02 00 00 80\""
#define LATIN4 "\"\\u0002\\u0000\\u0000\xc2\x80\""
	{ ROW(13, "\4\0\2\0\0\x80", "\0\4\x80\0\0\2"),
	  { HEX4, "2147483650", "-2147483646", "\"0x80000002\"",
	    "\"ERRNO(-2147483646)\"", "-2147483646", "\"1901-12-13T20:45:54\"",
	    "-2147483646", "-3e-45", HEX4, N5(LATIN4), HEX4, HEX4,
	    "\"2.0.0.128\"", "\"2.0.0.128\"", HEX4 },
	  /* Bytes stay as they are. */
	  { { -1, "\"80 00 00 02\"" }, { 17, "\"128.0.0.2\"" },
	    { 18, "\"128.0.0.2\"" },
	    { -2, "\"\xc2\x80\\u0000\\u0000\\u0002\"" } } },
};

static const char *expected(const struct row *r, int format, bool is_big)
{
	const char *json = r->json[format];

	for (size_t i = 0; is_big && i < 8 && r->others[i].json; i++) {
		const struct other *o = &r->others[i];

		if (o->format == format ||
		    (o->format == -1 && !strcmp(json, HEX4)) ||
		    (o->format == -2 && !strcmp(json, LATIN4)))
			return o->json;
	}
	return json;
}

/* Alone, as an array of two of constant length, of variable length, of none. */
enum form { ALONE, FIXED, VARIABLE, EMPTY, N_FORMS };

static void make(struct bytes *b, const struct row *r, int format, bool is_big,
		 enum form form)
{
	static const unsigned int flags[N_FORMS] = { 0x80, 0xa0, 0xc0, 0xc0 };
	unsigned int n = form == EMPTY ? 0 : form == ALONE ? 1 : 2;

	begin_event(b, is_big, 1);
	PUT(b, "event\0value");
	put8(b, 0);
	put8(b, r->encoding | flags[form]);
	put8(b, (unsigned int)format);
	if (form == FIXED)
		put16(b, 2);
	/* What follows shows that no byte too many was taken. */
	FIELD(b, "end", 2);
	end_metadata(b);
	if (form == VARIABLE || form == EMPTY)
		put16(b, n);
	while (n--)
		put(b, is_big ? r->big : r->little, r->size);
	put8(b, 7);
}

static void check(const struct row *r, int format, bool is_big, enum form form)
{
	const char *json = expected(r, format, is_big);
	char value[512], all[1024];
	struct bytes b;

	make(&b, r, format, is_big, form);
	switch (form) {
	case ALONE:
		snprintf(value, sizeof(value), "%s", json);
		break;
	case EMPTY:
		snprintf(value, sizeof(value), "[]");
		break;
	default:
		snprintf(value, sizeof(value), "[%s,%s]", json, json);
	}
	snprintf(all, sizeof(all),
		 "\"provider\":\"Test\",\"level\":4,"
		 "\"fields\":{\"value\":%s,\"end\":7}", value);
	if (strcmp(json_of(&b), all) != 0)
		print_error("encoding %u, format %d, %s, form %d\n",
			    r->encoding, format, is_big ? "big" : "little",
			    (int)form);
	assert_string_equal(json_of(&b), all);
}

static void each_encoding_with_each_format(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (int format = 0; format < N_FORMATS; format++)
			for (int is_big = 0; is_big < 2; is_big++)
				for (int form = 0; form < N_FORMS; form++)
					check(&rows[i], format, is_big, form);
}

/* One value of an event of a little-endian program, as JSON. */
static const char *one(unsigned int encoding, unsigned int format,
		       const void *payload, size_t size)
{
	static char json[1024];
	static const char head[] =
		"\"provider\":\"Test\",\"level\":4,\"fields\":{\"v\":";
	struct bytes b;
	const char *all;

	begin_event(&b, false, 1);
	PUT(&b, "\0v\0");
	put8(&b, encoding | 0x80);
	put8(&b, format);
	end_metadata(&b);
	put(&b, payload, size);
	all = json_of(&b);
	assert_memory_equal(all, head, sizeof(head) - 1);
	assert_int_equal(all[strlen(all) - 1], '}');
	snprintf(json, sizeof(json), "%.*s",
		 (int)(strlen(all) - sizeof(head)), all + sizeof(head) - 1);
	return json;
}

#define ONE(encoding, format, payload)                                         \
	one(encoding, format, payload, sizeof(payload) - 1)

static void counted_values_take_the_length_that_they_have(void **state)
{
	static const unsigned int with_null[] = { 1, 2, 3, 4, 5, 6, 7, 8, 15,
						  16, 17, 18 };
	static const unsigned int without[] = { 0, 9, 10, 11, 12, 13, 14, 19 };

	(void)state;
	for (size_t i = 0; i < sizeof(with_null) / sizeof(with_null[0]); i++) {
		assert_string_equal(ONE(10, with_null[i], "\0\0"), "null");
		assert_string_equal(ONE(13, with_null[i], "\0\0"), "null");
	}
	for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++) {
		assert_string_equal(ONE(10, without[i], "\0\0"), "\"\"");
		assert_string_equal(ONE(13, without[i], "\0\0"), "\"\"");
	}
	assert_string_equal(ONE(11, 1, "\0\0"), "\"\"");
	assert_string_equal(ONE(13, 2, "\1\0\xff"), "-1");
	assert_string_equal(ONE(13, 2, "\2\0\xff\xfe"), "-257");
	assert_string_equal(ONE(13, 2, "\x8\0\xff\xff\xff\xff\xff\xff\xff\xff"),
			    "-1");
	assert_string_equal(ONE(13, 2, "\3\0\xff\xff\xff"), "\"ff ff ff\"");
	assert_string_equal(ONE(10, 2, "\3\0abc"), "\"abc\"");
	assert_string_equal(ONE(13, 8, "\x8\0\0\0\0\0\0\0\xf0\x3f"), "1");
	assert_string_equal(ONE(13, 6, "\x8\0\1\0\0\0\0\0\0\0"),
			    "\"1970-01-01T00:00:01\"");
	assert_string_equal(ONE(13, 15, "\4\0\1\2\3\4"), "\"01 02 03 04\"");
	assert_string_equal(ONE(13, 16, "\2\0\0\x50"), "80");
	assert_string_equal(ONE(13, 17, "\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1"),
			    "\"::1\"");
	assert_string_equal(ONE(10, 4, "\4\0\2\0\0\0"), "\"ENOENT(2)\"");
}

static void booleans_that_are_none_are_numbers(void **state)
{
	(void)state;
	assert_string_equal(ONE(2, 7, "\0"), "false");
	assert_string_equal(ONE(2, 7, "\1"), "true");
	assert_string_equal(ONE(2, 7, "\xff"), "255");
	assert_string_equal(ONE(3, 7, "\1\0"), "true");
	assert_string_equal(ONE(3, 7, "\xff\xff"), "65535");
	assert_string_equal(ONE(4, 7, "\1\0\0\0"), "true");
	assert_string_equal(ONE(4, 7, "\xff\xff\xff\xff"), "-1");
}

static void floats_have_the_fewest_digits(void **state)
{
	(void)state;
	assert_string_equal(ONE(4, 8, "\xcd\xcc\xcc\x3d"), "0.1");
	assert_string_equal(ONE(5, 8, "\x9a\x99\x99\x99\x99\x99\xb9\x3f"),
			    "0.1");
	assert_string_equal(ONE(4, 8, "\0\0\xc0\x7f"), "\"nan\"");
	assert_string_equal(ONE(4, 8, "\0\0\xc0\xff"), "\"-nan\"");
	assert_string_equal(ONE(4, 8, "\0\0\x80\x7f"), "\"inf\"");
	assert_string_equal(ONE(5, 8, "\0\0\0\0\0\0\xf0\xff"), "\"-inf\"");
	assert_string_equal(ONE(4, 8, "\0\0\0\x80"), "-0");
}

static void errors_have_names(void **state)
{
	(void)state;
	assert_string_equal(ONE(4, 4, "\0\0\0\0"), "\"ERRNO(0)\"");
	assert_string_equal(ONE(4, 4, "\1\0\0\0"), "\"EPERM(1)\"");
	assert_string_equal(ONE(4, 4, "\x29\0\0\0"), "\"ERRNO(41)\"");
	assert_string_equal(ONE(4, 4, "\x3a\0\0\0"), "\"ERRNO(58)\"");
	assert_string_equal(ONE(4, 4, "\x6e\0\0\0"), "\"ETIMEDOUT(110)\"");
	assert_string_equal(ONE(4, 4, "\x85\0\0\0"), "\"EHWPOISON(133)\"");
	assert_string_equal(ONE(4, 4, "\x86\0\0\0"), "\"ERRNO(134)\"");
}

static void times_have_any_year_of_32_bits(void **state)
{
	(void)state;
	/* 2000-02-29, 2100-03-01, 0000-01-01, -0001-12-31. */
	assert_string_equal(ONE(4, 6, "\x7f\x0e\xbc\x38"),
			    "\"2000-02-29T18:22:55\"");
	assert_string_equal(ONE(5, 6, "\x40\xec\xd4\xf4\0\0\0\0"),
			    "\"2100-03-01T14:33:36\"");
	assert_string_equal(ONE(5, 6, "\0\x84\x8b\x86\xf1\xff\xff\xff"),
			    "\"0000-01-01T00:00:00\"");
	assert_string_equal(ONE(5, 6, "\xff\x83\x8b\x86\xf1\xff\xff\xff"),
			    "\"-0001-12-31T23:59:59\"");
	assert_string_equal(ONE(5, 6, "\x7f\xa9\x54\x7c\xab\xc2\xf0\0"),
			    "\"2147485547-12-31T23:59:59\"");
	assert_string_equal(ONE(5, 6, "\x80\xa9\x54\x7c\xab\xc2\xf0\0"),
			    "\"TIME(67768036191676800)\"");
}

/* Counted, of 8-bit units: what is wrong is in the text alone. */
static const char *wide(unsigned int encoding, const void *text, size_t size)
{
	unsigned char payload[64] = { 0 };

	payload[0] = (unsigned char)(size >> (encoding - 10));
	memcpy(payload + 2, text, size);
	return one(encoding, 11, payload, size + 2);
}

#define WIDE(encoding, text) wide(encoding, text, sizeof(text) - 1)
#define BAD "\xef\xbf\xbd"

static void what_is_no_character_becomes_the_replacement(void **state)
{
	(void)state;
	/* UTF-16: a high one alone, before another, a low one alone, at the end. */
	assert_string_equal(WIDE(11, "\0\xd8z\0"), "\"" BAD "z\"");
	assert_string_equal(WIDE(11, "\0\xd8\0\xd8\0\xdc"),
			    "\"" BAD "\xf0\x90\x80\x80\"");
	assert_string_equal(WIDE(11, "\0\xdcz\0"), "\"" BAD "z\"");
	assert_string_equal(WIDE(11, "z\0\0\xd8"), "\"z" BAD "\"");
	assert_string_equal(WIDE(11, "\xff\xdb\xff\xdf"),
			    "\"\xf4\x8f\xbf\xbf\"");
	/* UTF-32: surrogates, and above U+10FFFF. */
	assert_string_equal(WIDE(12, "\0\xd8\0\0z\0\0\0"), "\"" BAD "z\"");
	assert_string_equal(WIDE(12, "\0\0\x11\0"), "\"" BAD "\"");
	assert_string_equal(WIDE(12, "\xff\xff\x10\0"),
			    "\"\xf4\x8f\xbf\xbf\"");
	assert_string_equal(ONE(3, 11, "\0\xd8"), "\"" BAD "\"");
	assert_string_equal(ONE(4, 11, "\xff\xff\xff\x7f"), "\"" BAD "\"");
	/* Controls and quotes as everywhere in JSON. */
	assert_string_equal(WIDE(11, "\"\0\\\0\n\0\0\0\1\0"),
			    "\"\\\"\\\\\\n\\u0000\\u0001\"");
	/* Bytes that are no UTF-8 are Latin-1, each for itself. */
	assert_string_equal(WIDE(10, "\xe9\xc3\xa9\xff"),
			    "\"\xc3\xa9\xc3\xa9\xc3\xbf\"");
	assert_string_equal(WIDE(10, "12345678\xe9"), "\"12345678\xc3\xa9\"");
}

static void marks_tell_the_byte_order(void **state)
{
	(void)state;
	for (unsigned int format = 12; format <= 14; format++) {
		assert_string_equal(ONE(10, format, "\4\0\xef\xbb\xbfz"),
				    "\"z\"");
		assert_string_equal(ONE(10, format, "\4\0\xff\xfez\0"),
				    "\"z\"");
		assert_string_equal(ONE(10, format, "\4\0\xfe\xff\0z"),
				    "\"z\"");
		assert_string_equal(ONE(7, format, "\xef\xbb\xbfz\0"), "\"z\"");
		assert_string_equal(ONE(8, format, "\xfe\xff\0z\0\0"), "\"z\"");
		assert_string_equal(ONE(11, format, "\2\0\xff\xfez\0"),
				    "\"z\"");
		assert_string_equal(ONE(12, format,
					"\2\0\0\0\xfe\xff\0\0\0z"), "\"z\"");
		assert_string_equal(ONE(12, format,
					"\2\0\xff\xfe\0\0z\0\0\0"), "\"z\"");
		/* A unit that is cut. */
		assert_string_equal(ONE(10, format, "\5\0\xff\xfez\0y"),
				    "\"z" BAD "\"");
		assert_string_equal(ONE(13, format, "\4\0\xff\xfez\0"),
				    "\"z\"");
	}
	/* Without such a format it is a character. */
	assert_string_equal(ONE(8, 11, "\xff\xfez\0\0\0"),
			    "\"\xef\xbb\xbfz\"");
}

/* The typed values themselves, for who wants no text. */
static void values_are_typed(void **state)
{
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "\0");
	FIELD(&b, "i", 0x82, 2);
	FIELD(&b, "f", 0x84, 8);
	FIELD(&b, "s", 8);
	FIELD(&b, "n", 0x8d, 1);
	end_metadata(&b);
	PUT(&b, "\x80\0\0\x80\x3fz\0\0\0\0\0");
	parse(&e, &b);
	uet_eh_begin(&c, &e);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
	assert_int_equal(item.type, UET_EH_TYPE_INT);
	assert_int_equal(item.value.kind, UET_VALUE_INT);
	assert_true(item.value.s == -128);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
	assert_int_equal(item.type, UET_EH_TYPE_FLOAT);
	assert_int_equal(item.value.kind, UET_VALUE_F32);
	assert_true(item.value.f == 1);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
	assert_int_equal(item.type, UET_EH_TYPE_TEXT);
	assert_int_equal(item.charset, UET_EH_UTF16LE);
	assert_int_equal(item.value.kind, UET_VALUE_STRING);
	assert_int_equal(item.value.size, 2);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
	assert_int_equal(item.type, UET_EH_TYPE_NULL);
	assert_int_equal(item.value.kind, UET_VALUE_MISSING);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_END);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_END);
}

static int tear_down(void **state)
{
	(void)state;
	uet_buffer_free(&test_out);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_encoding_with_each_format),
		cmocka_unit_test(counted_values_take_the_length_that_they_have),
		cmocka_unit_test(booleans_that_are_none_are_numbers),
		cmocka_unit_test(floats_have_the_fewest_digits),
		cmocka_unit_test(errors_have_names),
		cmocka_unit_test(times_have_any_year_of_32_bits),
		cmocka_unit_test(what_is_no_character_becomes_the_replacement),
		cmocka_unit_test(marks_tell_the_byte_order),
		cmocka_unit_test(values_are_typed),
	};

	return cmocka_run_group_tests(tests, NULL, tear_down);
}
