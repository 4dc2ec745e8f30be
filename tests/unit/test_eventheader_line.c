/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events on whole lines: what the printers make of a sample of
 * such a tracepoint.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "uet/decode.h"

#include "collect/perfdata_reader.h"

#include "eventheader_line.h"

/* The common fields; header; metadata: say "hi", n = -5, then both. */
#define META "Say \"hi\"\0n\0\x84\x02s\0\x07"
#define EVENT \
	"\0\0\0\0\0\0\0\0" \
	"\x07\0\0\0\0\0\0\5" "\x10\0\1\0" META "\xfb\xff\xff\xff" "a b\0"
/* Without the literal's own NUL; the kernel's padding behind it. */
static const char raw[] = EVENT "\0\0\0";

static struct uet_plan *plan;

static int set_up(void **state)
{
	(void)state;
	return parse_test_format() ||
	       uet_plan_new(test_format, TEST_EVENT, &plan, NULL);
}

static int tear_down(void **state)
{
	(void)state;
	uet_plan_free(plan);
	uet_format_free(test_format);
	return 0;
}

static const struct uet_line whole = {
	.has_time = true, .has_task = true, .has_cpu = true,
	.time = 1500000000, .pid = 7, .tid = 8, .cpu = 2, .comm = "shop",
	.raw = raw, .raw_size = sizeof(raw),
};

static void check(int (*print)(struct uet_buffer *buffer,
			       const struct uet_plan *of,
			       const struct uet_line *line),
		  const struct uet_line *line, const char *expected)
{
	struct uet_buffer b = { 0 };

	assert_int_equal(print(&b, plan, line), 0);
	assert_int_equal(b.size, strlen(expected));
	assert_memory_equal(b.data, expected, b.size);
	uet_buffer_free(&b);
}

static void json_has_its_structure(void **state)
{
	(void)state;
	check(uet_print_json, &whole,
	      "{\"time_ns\":1500000000,\"comm\":\"shop\",\"pid\":7,\"tid\":8,"
	      "\"cpu\":2,\"event\":\"Shop:Say \\\"hi\\\"\","
	      "\"tracepoint\":\"user_events:Shop_L5K1f\",\"provider\":\"Shop\","
	      "\"level\":5,\"keyword\":\"0x1F\","
	      "\"fields\":{\"n\":-5,\"s\":\"a b\"}}\n");
}

static void text_is_one_line(void **state)
{
	(void)state;
	check(uet_print_text, &whole,
	      "1.500000000 shop 7/8 [002] Shop:\"Say \\\"hi\\\"\" "
	      "<level=5 keyword=0x1F> n=-5 s=\"a b\"\n");
}

/* A record that ends in the header goes by the tracepoint's own fields. */
static void short_record_is_the_tracepoints(void **state)
{
	struct uet_line line = whole;
	struct uet_buffer b = { 0 };

	(void)state;
	line.raw_size = 12;
	assert_int_equal(uet_print_text(&b, plan, &line), 0);
	assert_non_null(memmem(b.data, b.size, "user_events:Shop_L5K1f", 22));
	uet_buffer_free(&b);
}

/* A recording of another machine: what the event itself says of its byte order
 * holds for all of it, and the rest of the record is put right. */
static void foreign_records_keep_the_event(void **state)
{
	static const unsigned char expected[] = {
		0xe9, 3, 0, 0, 0, 0, 0, 7, 5, 0, 1, 7, 0, 9, 0, 5,
	};
	unsigned char record[] = {
		3, 0xe9, 0, 0, 7, 0, 0, 0, 5, 0, 1, 7, 0, 9, 0, 5,
	};
	struct uet_format *plain;
	char text[sizeof(test_format_text)];

	(void)state;
	uet_perfdata_put_raw_right(test_format, record, sizeof(record));
	assert_memory_equal(record, expected, sizeof(record));
	/* Fields of these names in an event that is called otherwise. */
	strcpy(text, test_format_text);
	memcpy(text, "name: Shop_x5", 13);
	assert_int_equal(uet_format_parse(text, strlen(text), &plain, NULL), 0);
	uet_perfdata_put_raw_right(plain, record, sizeof(record));
	assert_int_equal(record[10] + record[12], 7 + 9);
	uet_format_free(plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_has_its_structure),
		cmocka_unit_test(text_is_one_line),
		cmocka_unit_test(short_record_is_the_tracepoints),
		cmocka_unit_test(foreign_records_keep_the_event),
	};

	return cmocka_run_group_tests_name("eventheader_line", tests, set_up,
					   tear_down);
}
