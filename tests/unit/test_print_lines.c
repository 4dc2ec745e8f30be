/* SPDX-License-Identifier: MIT */
/*
 * Many lines in one buffer, which remembers what they begin with; and strings
 * of fields, with any byte anywhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <uet/decode.h>

static const char format_text[] =
	"name: e\nID: 1\nformat:\n"
	"\tfield:u64 common_all;\toffset:0;\tsize:8;\tsigned:0;\n\n"
	"\tfield:__data_loc char[] s;\toffset:8;\tsize:4;\tsigned:1;\n";

static struct uet_format *format;
static struct uet_plan *plan;
static struct uet_csv *csv;

static int print_csv(struct uet_buffer *b, const struct uet_plan *unused,
		     const struct uet_line *line)
{
	(void)unused;
	return uet_print_csv(b, csv, 0, line);
}

typedef int printer(struct uet_buffer *, const struct uet_plan *,
		    const struct uet_line *);

static printer *const printers[] = { uet_print_text, uet_print_json,
				     print_csv };
#define N_PRINTERS (sizeof(printers) / sizeof(printers[0]))

static int make_plan(void **state)
{
	struct uet_csv_event event = { NULL, "s:e" };

	(void)state;
	if (uet_format_parse(format_text, strlen(format_text), &format, NULL) ||
	    uet_plan_new(format, "s:e", &plan, NULL))
		return -1;
	event.plan = plan;
	return uet_csv_new(&event, 1, NULL, 0, &csv, NULL);
}

static int free_plan(void **state)
{
	(void)state;
	uet_csv_free(csv);
	uet_plan_free(plan);
	uet_format_free(format);
	return 0;
}

/* What the line is without any before it. */
static void check_alone(printer *print, const struct uet_line *line,
			const char *text, size_t size)
{
	struct uet_buffer alone = { .data = NULL };

	assert_int_equal(print(&alone, plan, line), 0);
	assert_int_equal(alone.size, size);
	assert_memory_equal(alone.data, text, size);
	uet_buffer_free(&alone);
}

static uint32_t random_below(uint32_t n)
{
	static uint64_t x = 88172645463325252;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return (uint32_t)(x >> 32) % n;
}

/* Each fact changes now and then, and alone. */
static void change_line(struct uet_line *line, char comm[32])
{
	static const char *const names[] = {
		"sh", "worker 1", "worker 2", "fifteen letters",
		"more than fifteen letters", "", "\"q\"\n", "caf\xc3\xa9",
	};

	switch (random_below(9)) {
	case 0:
		line->time = random_below(9) * (uint64_t)10000000;
		break;
	case 1:
		line->has_time = random_below(8);
		break;
	case 2:
		line->is_wall = random_below(2);
		break;
	case 3:
		/* In place, as a thread that calls itself something else. */
		strcpy(comm, names[random_below(8)]);
		line->comm = random_below(8) ? comm : NULL;
		break;
	case 4:
		line->pid = 100 + random_below(2);
		line->has_task = random_below(8);
		break;
	case 5:
		line->tid = 100 + random_below(200);
		break;
	case 6:
		line->cpu = random_below(3);
		line->has_cpu = random_below(8);
		break;
	default:
		line->time += random_below(3) * (uint64_t)50000001;
	}
}

static void a_line_is_the_same_behind_any_others(void **state)
{
	struct uet_buffer many = { .data = NULL };
	char comm[32] = "sh";
	struct uet_line line = { .has_time = true, .comm = comm };

	(void)state;
	for (int i = 0; i < 200000; i++) {
		printer *print = printers[random_below(N_PRINTERS)];

		change_line(&line, comm);
		many.size = random_below(50) ? many.size : 0;
		size_t start = many.size;

		assert_int_equal(print(&many, plan, &line), 0);
		check_alone(print, &line, many.data + start, many.size - start);
	}
	uet_buffer_free(&many);
}

static void what_lines_have_in_common_is_not_confused(void **state)
{
	static const char expected[] =
		"1.099999999 one 1/2 [003] s:e s=<missing>\n"
		"1.099999999 one 1/2 [003] s:e s=<missing>\n"
		"1.100000000 two 1/2 [003] s:e s=<missing>\n"
		"{\"time_ns\":1100000000,\"comm\":\"two\",\"pid\":1,"
		"\"tid\":2,\"cpu\":3,\"event\":\"s:e\",\"fields\":{"
		"\"s\":null}}\n"
		"1970-01-01T00:00:01.100000000Z two 1/2 [003] s:e "
		"s=<missing>\n"
		"42,two,4294967295,2,3,s:e,\n"
		"{\"time_unix_ns\":42,\"comm\":\"two\",\"pid\":4294967295,"
		"\"tid\":2,\"cpu\":3,\"event\":\"s:e\",\"fields\":{"
		"\"s\":null}}\n";
	struct uet_buffer b = { .data = NULL };
	char comm[] = "one";
	struct uet_line line = {
		.has_time = true, .has_task = true, .has_cpu = true,
		.time = 1099999999, .pid = 1, .tid = 2, .cpu = 3, .comm = comm,
	};

	(void)state;
	for (int i = 0; i < 2; i++)
		assert_int_equal(uet_print_text(&b, plan, &line), 0);
	line.time++;
	memcpy(comm, "two", 3);
	assert_int_equal(uet_print_text(&b, plan, &line), 0);
	assert_int_equal(uet_print_json(&b, plan, &line), 0);
	line.is_wall = true;
	assert_int_equal(uet_print_text(&b, plan, &line), 0);
	line.pid = 4294967295;
	line.time = 42;
	assert_int_equal(print_csv(&b, plan, &line), 0);
	assert_int_equal(uet_print_json(&b, plan, &line), 0);
	assert_int_equal(b.size, sizeof(expected) - 1);
	assert_memory_equal(b.data, expected, b.size);
	uet_buffer_free(&b);
}

/* As each style has it, of "x" and one byte among them. */

static void text_of(char *to, const char *s, size_t size, unsigned char c)
{
	static const char names[] = "\aa\bb\tt\nn\vv\ff\rr\"\"\\\\";
	bool quotes = !size || c <= ' ' || c >= 0x7f || strchr("\"'\\<=", c);
	const char *name = NULL;

	to += sprintf(to, " s=%s", quotes ? "\"" : "");
	for (size_t i = 0; c && i < sizeof(names) - 1 && !name; i += 2)
		if ((unsigned char)names[i] == c)
			name = &names[i + 1];
	for (; size--; s++)
		if (*s == 'x' || (c >= ' ' && c < 0x7f && !name))
			*to++ = *s;
		else
			to += name ? sprintf(to, "\\%c", *name) :
				     sprintf(to, "\\%03o", c);
	sprintf(to, "%s\n", quotes ? "\"" : "");
}

static void csv_of(char *to, const char *s, size_t size, unsigned char c)
{
	bool quotes = !size || strchr(",\"\n\r", c) || s[0] == ' ' ||
		      s[size - 1] == ' ';

	to += sprintf(to, "s:e,%s", quotes ? "\"" : "");
	for (; size--; s++)
		if (*s == '"')
			to += sprintf(to, "\"\"");
		else if ((unsigned char)*s >= 0x80)
			to += sprintf(to, "\xef\xbf\xbd");
		else
			*to++ = *s;
	sprintf(to, "%s\n", quotes ? "\"" : "");
}

/* Of a record in memory of its size; expected ends the line. */
static void check_string(printer *print, const char *s, size_t size,
			 const char *expected)
{
	struct uet_buffer b = { .data = NULL };
	uint32_t location = (uint32_t)size << 16 | 12;
	char *raw = malloc(12 + size);
	struct uet_line line = { .raw = raw, .raw_size = 12 + size };
	size_t len = strlen(expected);

	assert_non_null(raw);
	memset(raw, 0, 8);
	memcpy(raw + 8, &location, 4);
	memcpy(raw + 12, s, size);
	assert_int_equal(print(&b, plan, &line), 0);
	assert_true(b.size >= len);
	assert_memory_equal(b.data + b.size - len, expected, len);
	uet_buffer_free(&b);
	free(raw);
}

/* The string ends at end. */
static void check_text_and_csv(const char *s, size_t size, size_t end,
			       unsigned char c)
{
	char expected[128];

	text_of(expected, s, end, c);
	check_string(uet_print_text, s, size, expected);
	csv_of(expected, s, end, c);
	check_string(print_csv, s, size, expected);
}

static void any_byte_anywhere_in_a_field(void **state)
{
	char s[20];

	(void)state;
	for (size_t size = 1; size <= sizeof(s); size++)
		for (size_t at = 0; at < size; at++)
			for (int c = 1; c < 256; c++) {
				memset(s, 'x', sizeof(s));
				s[at] = (char)c;
				check_text_and_csv(s, size, size,
						   (unsigned char)c);
			}
}

static void a_nul_ends_a_field_wherever_it_is(void **state)
{
	char s[20], expected[64];

	(void)state;
	for (size_t size = 1; size <= sizeof(s); size++)
		for (size_t at = 0; at < size; at++) {
			memset(s, 'x', sizeof(s));
			s[at] = '\0';
			/* Not looked at any more. */
			if (at + 2 < size)
				s[at + 1] = '"';
			sprintf(expected, ":{\"s\":\"%.*s\"}}\n", (int)at, s);
			check_string(uet_print_json, s, size, expected);
			check_text_and_csv(s, size, at, 'x');
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_the_same_behind_any_others),
		cmocka_unit_test(what_lines_have_in_common_is_not_confused),
		cmocka_unit_test(any_byte_anywhere_in_a_field),
		cmocka_unit_test(a_nul_ends_a_field_wherever_it_is),
	};

	return cmocka_run_group_tests_name("print_lines", tests, make_plan,
					   free_plan);
}
