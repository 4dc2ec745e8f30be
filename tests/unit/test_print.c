/* SPDX-License-Identifier: MIT */
/*
 * Lines of text and JSON: every byte of them, for strings and numbers that are
 * hard to write.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <uet/decode.h>

#include "collect/print.h"

static struct uet_buffer out;

static const char *text_of(void)
{
	assert_non_null(uet_buffer_room(&out, 1));
	out.data[out.size] = '\0';
	return out.data;
}

static const char *text_string(const char *s, size_t size)
{
	out.size = 0;
	assert_int_equal(uet_text_string(&out, s, size), 0);
	return text_of();
}

static const char *json_string(const char *s, size_t size)
{
	out.size = 0;
	assert_int_equal(uet_json_string(&out, s, size), 0);
	return text_of();
}

#define TEXT(s) text_string(s, sizeof(s) - 1)
#define JSON(s) json_string(s, sizeof(s) - 1)

static void plain_words_stand_as_they_are(void **state)
{
	(void)state;
	assert_string_equal(TEXT("/var/log/x-1.log"), "/var/log/x-1.log");
	assert_string_equal(TEXT("caf\xc3\xa9"), "caf\xc3\xa9");
	assert_string_equal(TEXT("\xf0\x9f\x90\xa7"), "\xf0\x9f\x90\xa7");
}

static void other_strings_are_quoted(void **state)
{
	(void)state;
	assert_string_equal(TEXT(""), "\"\"");
	assert_string_equal(TEXT("two words"), "\"two words\"");
	assert_string_equal(TEXT("a=b"), "\"a=b\"");
	assert_string_equal(TEXT("say \"hi\""), "\"say \\\"hi\\\"\"");
	assert_string_equal(TEXT("c:\\x"), "\"c:\\\\x\"");
	assert_string_equal(TEXT("<missing>"), "\"<missing>\"");
	assert_string_equal(TEXT("a\nb\tc\r"), "\"a\\nb\\tc\\r\"");
	assert_string_equal(TEXT("\033[1m7"), "\"\\033[1m7\"");
	assert_string_equal(TEXT("\x7f"), "\"\\177\"");
	/* Invalid: alone, overlong, surrogate, too large, cut. */
	assert_string_equal(TEXT("\xff"), "\"\\377\"");
	assert_string_equal(TEXT("\xc0\xaf"), "\"\\300\\257\"");
	assert_string_equal(TEXT("\xed\xa0\x80"), "\"\\355\\240\\200\"");
	assert_string_equal(TEXT("\xf4\x90\x80\x80"),
			    "\"\\364\\220\\200\\200\"");
	assert_string_equal(TEXT("\xc3"), "\"\\303\"");
	/* Controls and ends of lines outside of ASCII. */
	assert_string_equal(TEXT("\xc2\x85"), "\"\\302\\205\"");
	assert_string_equal(TEXT("\xe2\x80\xa8"), "\"\\342\\200\\250\"");
}

static void json_strings_are_valid(void **state)
{
	(void)state;
	assert_string_equal(JSON(""), "\"\"");
	assert_string_equal(JSON("a \"b\" \\"), "\"a \\\"b\\\" \\\\\"");
	assert_string_equal(JSON("\b\f\n\r\t\1\0\x7f"),
			    "\"\\b\\f\\n\\r\\t\\u0001\\u0000\\u007f\"");
	assert_string_equal(JSON("caf\xc3\xa9 \xf0\x9f\x90\xa7"),
			    "\"caf\xc3\xa9 \xf0\x9f\x90\xa7\"");
	assert_string_equal(JSON("x\xffy"), "\"x\xef\xbf\xbdy\"");
	assert_string_equal(JSON("\xc0\xaf"),
			    "\"\xef\xbf\xbd\xef\xbf\xbd\"");
	assert_string_equal(JSON("\xed\xa0\x80"),
			    "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
	assert_string_equal(JSON("\xe2\x82"),
			    "\"\xef\xbf\xbd\xef\xbf\xbd\"");
}

/* As RFC 8259 has it; what is above ASCII is not UTF-8 when it stands alone. */
static void escape(char *to, unsigned char c)
{
	static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *found = c ? strchr(special, c) : NULL;

	if (c >= 0x80)
		strcpy(to, "\xef\xbf\xbd");
	else if (found)
		sprintf(to, "\\%c", letters[found - special]);
	else if (c < ' ' || c == 0x7f)
		sprintf(to, "\\u%04x", c);
	else
		sprintf(to, "%c", c);
}

/* Wherever it stands: runs are copied some bytes at a time. */
static void any_byte_anywhere_in_a_string_of_json(void **state)
{
	static const char others[] = "xxxxxxxxxxxxxxxxxxxx";
	char s[20], escaped[8], expected[64];

	(void)state;
	for (size_t size = 1; size <= sizeof(s); size++)
		for (size_t at = 0; at < size; at++)
			for (int c = 0; c < 256; c++) {
				memcpy(s, others, size);
				s[at] = (char)c;
				escape(escaped, (unsigned char)c);
				sprintf(expected, "\"%.*s%s%.*s\"", (int)at,
					others, escaped, (int)(size - at - 1),
					others);
				assert_string_equal(json_string(s, size),
						    expected);
			}
}

static const char *number(double f)
{
	static char text[UET_NUMBER_MAX + 1];

	*uet_put_double(text, f) = '\0';
	return text;
}

static void numbers_have_the_fewest_digits(void **state)
{
	(void)state;
	assert_string_equal(number(0), "0");
	assert_string_equal(number(-0.0), "-0");
	assert_string_equal(number(3), "3");
	assert_string_equal(number(-2.5), "-2.5");
	assert_string_equal(number(0.1), "0.1");
	assert_string_equal(number(0.1 + 0.2), "0.30000000000000004");
	assert_string_equal(number(1.0 / 3), "0.3333333333333333");
	assert_string_equal(number(1000.001), "1000.001");
	assert_string_equal(number(123456789.123456), "123456789.123456");
	assert_string_equal(number(0.0001), "0.0001");
	assert_string_equal(number(0.00001), "1e-05");
	assert_string_equal(number(1e15), "1e+15");
	assert_string_equal(number(9007199254740993.0), "9007199254740992");
	assert_string_equal(number(5e-324), "5e-324");
	assert_string_equal(number(1.7976931348623157e308),
			    "1.7976931348623157e+308");
}

static void numbers_read_back_the_same(void **state)
{
	uint64_t x = 88172645463325252;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		double f;

		/* xorshift: any 64 bits, and numbers with few decimals. */
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		if (i % 2)
			f = (double)(x >> 34) / 1000;
		else
			memcpy(&f, &x, sizeof(f));
		if (isfinite(f))
			assert_true(strtod(number(f), NULL) == f);
	}
}

static void a_float_needs_fewer_digits_than_a_double(void **state)
{
	char text[UET_NUMBER_MAX + 1];

	(void)state;
	*uet_put_float(text, 0.1f) = '\0';
	assert_string_equal(text, "0.1");
	*uet_put_float(text, 16777216.0f) = '\0';
	assert_string_equal(text, "16777216");
	*uet_put_float(text, 3.40282347e38f) = '\0';
	assert_string_equal(text, "3.4028235e+38");
}

static void integers_at_their_ends(void **state)
{
	char text[UET_NUMBER_MAX + 1];

	(void)state;
	*uet_put_u64(text, UINT64_MAX) = '\0';
	assert_string_equal(text, "18446744073709551615");
	*uet_put_u64(text, 0) = '\0';
	assert_string_equal(text, "0");
	*uet_put_u64(text, 100) = '\0';
	assert_string_equal(text, "100");
	*uet_put_s64(text, INT64_MIN) = '\0';
	assert_string_equal(text, "-9223372036854775808");
	*uet_put_padded(text, 42, 9) = '\0';
	assert_string_equal(text, "000000042");
	*uet_put_padded(text, 1234, 3) = '\0';
	assert_string_equal(text, "1234");
	*uet_put_hex64(text, 0) = '\0';
	assert_string_equal(text, "0");
	*uet_put_hex64(text, 0xffffffff81000000) = '\0';
	assert_string_equal(text, "ffffffff81000000");
}

static const char format_text[] =
	"name: e\nID: 1\nformat:\n"
	"\tfield:u64 common_all;\toffset:0;\tsize:8;\tsigned:0;\n\n"
	"\tfield:s8 a;\toffset:8;\tsize:1;\tsigned:1;\n"
	"\tfield:__rel_loc char s[];\toffset:9;\tsize:4;\tsigned:1;\n"
	"\tfield:u16 l[2];\toffset:13;\tsize:4;\tsigned:0;\n"
	"\tfield:u8 b[2];\toffset:17;\tsize:2;\tsigned:0;\n"
	"\tfield:struct f64 f;\toffset:19;\tsize:8;\tsigned:1;\n"
	"\tfield:void * p;\toffset:27;\tsize:8;\tsigned:0;\n"
	"\tfield:u8 a;\toffset:200;\tsize:1;\tsigned:0;\n";

/* A NaN in f, and "x y" behind all. */
static const unsigned char raw[] = {
	0, 0, 0, 0, 0, 0, 0, 0, 0xff, 22, 0, 4, 0, 1, 0, 0xff, 0xff,
	0xab, 0xcd, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f,
	0xef, 0xbe, 0xad, 0xde, 0, 0, 0, 0, 'x', ' ', 'y', 0,
};

typedef int printer(struct uet_buffer *, const struct uet_plan *,
		    const struct uet_line *);

static const char *print(printer *p, const struct uet_line *line,
			 bool with_format)
{
	struct uet_format *format;
	struct uet_plan *plan;

	out.size = 0;
	assert_int_equal(uet_format_parse(format_text, strlen(format_text),
					  &format, NULL), 0);
	assert_int_equal(uet_plan_new(with_format ? format : NULL, "s:e", &plan,
				      NULL), 0);
	assert_int_equal(p(&out, plan, line), 0);
	uet_plan_free(plan);
	uet_format_free(format);
	return text_of();
}

static const struct uet_line known = {
	.has_time = true, .has_task = true, .has_cpu = true,
	.time = 12345000000042, .pid = 7, .tid = 8, .cpu = 3,
	.comm = "Web Content", .raw = raw, .raw_size = sizeof(raw),
};

static const struct uet_line unknown_facts = { .comm = NULL };

static void check_integer(uint64_t n)
{
	char text[UET_NUMBER_MAX + 1], expected[64];

	snprintf(expected, sizeof(expected), "%" PRIu64, n);
	*uet_put_u64(text, n) = '\0';
	assert_string_equal(text, expected);
	for (int width = 1; width <= 20; width += 3) {
		snprintf(expected, sizeof(expected), "%0*" PRIu64, width, n);
		*uet_put_padded(text, n, (unsigned int)width) = '\0';
		assert_string_equal(text, expected);
	}
}

static void integers_of_every_length(void **state)
{
	uint64_t power = 1, x = 88172645463325252;

	(void)state;
	for (uint64_t n = 0; n < 20000; n++)
		check_integer(n);
	for (int length = 1; length < 20; length++) {
		power *= 10;
		check_integer(power - 1);
		check_integer(power);
		for (int i = 0; i < 500; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			check_integer(x % power);
		}
	}
}

static void few_decimals_of_every_length(void **state)
{
	(void)state;
	for (unsigned int n = 1; n < 20000; n += 7)
		for (int k = 0; k <= 3; k++) {
			double f = n / pow(10, k);
			char expected[64];

			snprintf(expected, sizeof(expected), "%.10g", f);
			assert_string_equal(number(f), expected);
		}
}

static void a_line_of_text(void **state)
{
	(void)state;
	assert_string_equal(print(uet_print_text, &known, true),
		"12345.000000042 \"Web Content\" 7/8 [003] s:e a=-1 s=\"x y\" "
		"l=[1,65535] b=abcd f=nan p=0xdeadbeef a=<missing>\n");
}

static void a_line_of_json(void **state)
{
	(void)state;
	assert_string_equal(print(uet_print_json, &known, true),
		"{\"time_ns\":12345000000042,\"comm\":\"Web Content\","
		"\"pid\":7,\"tid\":8,\"cpu\":3,\"event\":\"s:e\",\"fields\":{"
		"\"a\":-1,\"s\":\"x y\",\"l\":[1,65535],\"b\":\"abcd\","
		"\"f\":null,\"p\":3735928559,\"a\":null}}\n");
}

static const char *wall_time(uint64_t ns)
{
	static char text[UET_NUMBER_MAX + 1];

	*uet_put_wall_time(text, ns) = '\0';
	return text;
}

static void wall_times_are_of_utc(void **state)
{
	const uint64_t s = 1000000000;
	struct uet_line line = known;

	(void)state;
	assert_string_equal(wall_time(0), "1970-01-01T00:00:00.000000000Z");
	assert_string_equal(wall_time(951782400 * s),
			    "2000-02-29T00:00:00.000000000Z");
	assert_string_equal(wall_time(951868799 * s + 1),
			    "2000-02-29T23:59:59.000000001Z");
	assert_string_equal(wall_time(4107542400 * s),
			    "2100-03-01T00:00:00.000000000Z");
	assert_string_equal(wall_time(1704067199 * s + 999999999),
			    "2023-12-31T23:59:59.999999999Z");
	assert_string_equal(wall_time(UINT64_MAX),
			    "2554-07-21T23:34:33.709551615Z");
	line.is_wall = true;
	line.time = 1700000000 * s;
	assert_non_null(strstr(print(uet_print_text, &line, true),
			       "2023-11-14T22:13:20.000000000Z \"Web Content"));
	assert_non_null(strstr(print(uet_print_json, &line, true),
			       "{\"time_unix_ns\":1700000000000000000,\"comm"));
}

static void only_fields_that_were_asked_for(void **state)
{
	/* "a" is two fields; a name counts once. */
	static const char *const names[] = { "l", "nope", "a", "l", "s" };
	struct uet_format *format;
	struct uet_plan *plan;

	(void)state;
	assert_int_equal(uet_format_parse(format_text, strlen(format_text),
					  &format, NULL), 0);
	assert_int_equal(uet_plan_new_fields(format, "s:e", names, 5, &plan,
					     NULL), 0);
	out.size = 0;
	assert_int_equal(uet_print_text(&out, plan, &known), 0);
	assert_string_equal(strchr(text_of(), ']'),
			    "] s:e l=[1,65535] a=-1 a=<missing> s=\"x y\"\n");
	out.size = 0;
	assert_int_equal(uet_print_json(&out, plan, &known), 0);
	assert_string_equal(strstr(text_of(), "\"fields\""),
			    "\"fields\":{\"l\":[1,65535],\"a\":-1,\"a\":null,"
			    "\"s\":\"x y\"}}\n");
	uet_plan_free(plan);
	assert_int_equal(uet_plan_new_fields(format, "s:e", names, 0, &plan,
					     NULL), 0);
	out.size = 0;
	assert_int_equal(uet_print_text(&out, plan, &known), 0);
	assert_string_equal(strchr(text_of(), ']'), "] s:e\n");
	uet_plan_free(plan);
	uet_format_free(format);
}

static struct uet_csv *table(const struct uet_plan *plan,
			     const struct uet_plan *other)
{
	const struct uet_csv_event events[] = {
		{ plan, "s:e" }, { NULL, NULL }, { other, "cycles,u" },
	};
	struct uet_csv *csv;

	assert_int_equal(uet_csv_new(events, 3, NULL, 0, &csv, NULL), 0);
	return csv;
}

static void rows_of_csv(void **state)
{
	struct uet_line line = known;
	struct uet_format *format;
	struct uet_plan *plan, *other;
	struct uet_csv *csv;

	(void)state;
	assert_int_equal(uet_format_parse(format_text, strlen(format_text),
					  &format, NULL), 0);
	assert_int_equal(uet_plan_new(format, "", &plan, NULL), 0);
	assert_int_equal(uet_plan_new(NULL, "", &other, NULL), 0);
	csv = table(plan, other);
	out.size = 0;
	assert_int_equal(uet_csv_header(&out, csv, false), 0);
	line.comm = "x,\"y";
	assert_int_equal(uet_print_csv(&out, csv, 0, &line), 0);
	line = unknown_facts;
	line.has_ip = true;
	line.ip = 255;
	line.raw = "\1\2";
	line.raw_size = 2;
	assert_int_equal(uet_print_csv(&out, csv, 2, &line), 0);
	assert_int_equal(uet_print_csv(&out, csv, 1, &line), -EINVAL);
	assert_int_equal(uet_print_csv(&out, csv, 3, &line), -EINVAL);
	assert_string_equal(text_of(),
		"time_ns,comm,pid,tid,cpu,event,a,s,l,b,f,p,a,ip,raw\n"
		"12345000000042,\"x,\"\"y\",7,8,3,s:e,-1,x y,\"[1,65535]\","
		"abcd,nan,3735928559,,,\n"
		",,,,,\"cycles,u\",,,,,,,,255,0102\n");
	uet_csv_free(csv);
	uet_plan_free(plan);
	uet_plan_free(other);
	uet_format_free(format);
}

static void strings_of_csv(void **state)
{
	static const char *const names[] = { "", " a", "a\nb", "\xff\xc3\xa9" };
	struct uet_csv *csv;

	(void)state;
	assert_int_equal(uet_csv_new(NULL, 0, names, 4, &csv, NULL), 0);
	out.size = 0;
	assert_int_equal(uet_csv_header(&out, csv, false), 0);
	assert_string_equal(strstr(text_of(), "event,"),
			    "event,\"\",\" a\",\"a\nb\","
			    "\xef\xbf\xbd\xc3\xa9\n");
	uet_csv_free(csv);
}

/* Each event has a field of its own, then one that all have, and that twice. */
static void many_columns_keep_their_order(void **state)
{
	enum { N = 1000 };
	static struct uet_csv_event events[N];
	static struct uet_format *formats[N];
	static struct uet_plan *plans[N];
	static char expected[N * 16];
	struct uet_line line = { .raw = "\0\0\0\0\0\0\0\0\1\2\3",
				 .raw_size = 11 };
	struct uet_csv *csv;
	char *to = expected;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		char text[512];
		int n = snprintf(text, sizeof(text),
			"name: e\nID: 1\nformat:\n"
			"\tfield:u64 common_all;\toffset:0;\tsize:8;"
			"\tsigned:0;\n\n"
			"\tfield:u8 own%zu;\toffset:8;\tsize:1;\tsigned:0;\n"
			"\tfield:u8 all;\toffset:9;\tsize:1;\tsigned:0;\n"
			"\tfield:u8 all;\toffset:10;\tsize:1;\tsigned:0;\n\n"
			"print fmt: \"\"\n", i);

		assert_int_equal(uet_format_parse(text, (size_t)n, &formats[i],
						  NULL), 0);
		assert_int_equal(uet_plan_new(formats[i], "s:e", &plans[i],
					      NULL), 0);
		events[i] = (struct uet_csv_event){ plans[i], "s:e" };
		to += sprintf(to, ",own%zu%s", i, i ? "" : ",all,all");
	}
	strcpy(to, "\n");
	assert_int_equal(uet_csv_new(events, N, NULL, 0, &csv, NULL), 0);
	out.size = 0;
	assert_int_equal(uet_csv_header(&out, csv, false), 0);
	assert_string_equal(strstr(text_of(), "event") + 5, expected);
	out.size = 0;
	assert_int_equal(uet_print_csv(&out, csv, 0, &line), 0);
	assert_memory_equal(text_of(), ",,,,,s:e,1,2,3,,", 16);
	out.size = 0;
	assert_int_equal(uet_print_csv(&out, csv, N - 1, &line), 0);
	assert_memory_equal(text_of(), ",,,,,s:e,,2,3,,,", 16);
	assert_string_equal(text_of() + out.size - 4, ",,1\n");
	uet_csv_free(csv);
	for (size_t i = 0; i < N; i++) {
		uet_plan_free(plans[i]);
		uet_format_free(formats[i]);
	}
}

static void what_is_unknown_is_said_so(void **state)
{
	struct uet_line line = unknown_facts;

	(void)state;
	assert_string_equal(print(uet_print_text, &line, false),
			    "- - -/- [-] s:e\n");
	assert_string_equal(print(uet_print_json, &line, false),
		"{\"time_ns\":null,\"comm\":null,\"pid\":null,\"tid\":null,"
		"\"cpu\":null,\"event\":\"s:e\",\"fields\":{}}\n");
	line.has_task = true;
	line.tid = 9;
	line.has_ip = true;
	line.ip = 255;
	line.raw = "\1\2";
	line.raw_size = 2;
	assert_string_equal(print(uet_print_text, &line, false),
			    "- :9 0/9 [-] s:e ip=0xff raw=0102\n");
	assert_string_equal(print(uet_print_json, &line, false),
		"{\"time_ns\":null,\"comm\":null,\"pid\":0,\"tid\":9,"
		"\"cpu\":null,\"event\":\"s:e\",\"fields\":{\"ip\":255,"
		"\"raw\":\"0102\"}}\n");
}

static void what_the_kernel_prints_is_one_line(void **state)
{
	struct uet_line line = unknown_facts;

	(void)state;
	line.print = "a=\"b\" \\ \n\033\xff \xc3\xa9\xc2\x9b";
	line.print_size = strlen(line.print);
	assert_string_equal(print(uet_print_text, &line, false),
		"- - -/- [-] s:e a=\"b\" \\ \\n\\033\\377 \xc3\xa9"
		"\\302\\233\n");
	assert_non_null(strstr(print(uet_print_json, &line, false),
		",\"fields\":{},\"print\":\"a=\\\"b\\\" \\\\ \\n\\u001b"
		"\xef\xbf\xbd \xc3\xa9"));
	line.print_size = 0;
	assert_string_equal(print(uet_print_text, &line, false),
			    "- - -/- [-] s:e \n");
}

static int free_buffer(void **state)
{
	(void)state;
	uet_buffer_free(&out);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_words_stand_as_they_are),
		cmocka_unit_test(other_strings_are_quoted),
		cmocka_unit_test(json_strings_are_valid),
		cmocka_unit_test(any_byte_anywhere_in_a_string_of_json),
		cmocka_unit_test(numbers_have_the_fewest_digits),
		cmocka_unit_test(numbers_read_back_the_same),
		cmocka_unit_test(a_float_needs_fewer_digits_than_a_double),
		cmocka_unit_test(integers_at_their_ends),
		cmocka_unit_test(integers_of_every_length),
		cmocka_unit_test(few_decimals_of_every_length),
		cmocka_unit_test(a_line_of_text),
		cmocka_unit_test(a_line_of_json),
		cmocka_unit_test(wall_times_are_of_utc),
		cmocka_unit_test(only_fields_that_were_asked_for),
		cmocka_unit_test(rows_of_csv),
		cmocka_unit_test(strings_of_csv),
		cmocka_unit_test(many_columns_keep_their_order),
		cmocka_unit_test(what_is_unknown_is_said_so),
		cmocka_unit_test(what_the_kernel_prints_is_one_line),
	};

	return cmocka_run_group_tests_name("print", tests, NULL, free_buffer);
}
