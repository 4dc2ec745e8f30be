/* SPDX-License-Identifier: MIT */
/*
 * Fields of EventHeader events that a plan has by name, in text, JSON and CSV;
 * and all of them in a table.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "eventheader_bytes.h"
#include "eventheader_line.h"

#define N(names) (sizeof(names) / sizeof((names)[0]))

static struct uet_line line_of(const struct bytes *b)
{
	static unsigned char raw[sizeof(b->data) + 8];

	return (struct uet_line){ .raw_size = record_of(b, raw), .raw = raw };
}

/* Of a header with the id 9; its fields id and pid are its own. */
static void make_sale(struct bytes *b)
{
	begin_event(b, false, 1);
	b->data[2] = 9;
	FIELD(b, "Sale");
	FIELD(b, "id", 4);
	FIELD(b, "pid", 4);
	FIELD(b, "note", 7);
	FIELD(b, "request", 0x81, 2);
	FIELD(b, "path", 7);
	FIELD(b, "n;unit=ms", 0x82, 0x81, 0x1f, 0);
	FIELD(b, "items", 0xc1, 2);
	FIELD(b, "a", 2);
	FIELD(b, "in", 0x81, 1);
	FIELD(b, "b", 2);
	FIELD(b, "l", 0x22, 3, 0);
	end_metadata(b);
	put32(b, 77);
	put32(b, 42);
	PUT(b, "x, \"y\"\0" "/x\0" "\3" "\2\0" "\1\2\3\4" "\5\6\7");
}

/* Cut in s.c, so that z is not there. */
static void make_damaged(struct bytes *b)
{
	begin_event(b, false, 1);
	FIELD(b, "Cut");
	FIELD(b, "a", 2);
	FIELD(b, "s", 0x81, 2);
	FIELD(b, "b", 2);
	FIELD(b, "c", 4);
	FIELD(b, "z", 2);
	end_metadata(b);
	PUT(b, "\1\2\0\0");
}

static struct uet_plan *plan_of(const char *const *names, size_t n)
{
	struct uet_plan *plan;

	assert_int_equal(uet_plan_new_fields(test_format, TEST_EVENT, names, n,
					     &plan, NULL), 0);
	return plan;
}

typedef int print_function(struct uet_buffer *buffer,
			   const struct uet_plan *plan,
			   const struct uet_line *line);

static void check(print_function *print, const struct bytes *b,
		  const char *const *names, size_t n, const char *expected)
{
	struct uet_plan *plan = plan_of(names, n);
	struct uet_line line = line_of(b);

	test_out.size = 0;
	assert_int_equal(print(&test_out, plan, &line), 0);
	assert_string_equal(test_text(), expected);
	uet_plan_free(plan);
}

#define CHECK_TEXT(b, expected, ...)                                           \
	do {                                                                   \
		static const char *const names_[] = { __VA_ARGS__ };           \
		check(uet_print_text, b, names_, N(names_),                    \
		      "- - -/- [-] " expected "\n");                           \
	} while (0)

#define CHECK_JSON(b, head, fields, ...)                                       \
	do {                                                                   \
		static const char *const names_[] = { __VA_ARGS__ };           \
		check(uet_print_json, b, names_, N(names_),                    \
		      "{\"time_ns\":null,\"comm\":null,\"pid\":null,"          \
		      "\"tid\":null,\"cpu\":null," head                        \
		      ",\"fields\":{" fields "\n");                            \
	} while (0)

#define SALE                                                                   \
	"\"event\":\"Shop:Sale\",\"tracepoint\":\"" TEST_EVENT "\","           \
	"\"provider\":\"Shop\",\"level\":4,\"keyword\":\"0x1F\",\"id\":9"
#define UNIT ",\"fieldAttributes\":{\"request.n\":{\"unit\":\"ms\"}}"

static void an_own_field_comes_before_the_headers(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	CHECK_TEXT(&b, "Shop:Sale pid=42 level=4 id=77", "pid", "level", "id");
	CHECK_JSON(&b, SALE, "\"level\":4,\"id\":77}" UNIT "}", "level", "id");
	/* Another event, another answer. */
	begin_event(&b, false, 1);
	b.data[2] = 9;
	FIELD(&b, "Own");
	FIELD(&b, "level", 7);
	end_metadata(&b);
	PUT(&b, "high\0");
	CHECK_TEXT(&b, "Shop:Own level=high id=9", "level", "id");
}

/* Of the id 0x107 and the tag 9, from a machine of either byte order. */
static void make_foreign(struct bytes *b, bool is_big)
{
	begin_event(b, is_big, 1);
	b->size = 2;
	put16(b, 0x107);
	put16(b, 9);
	b->size = 12;
	FIELD(b, "Far");
	FIELD(b, "n", 3);
	end_metadata(b);
	put16(b, 5);
}

static void the_header_has_the_events_byte_order(void **state)
{
	struct bytes b;

	(void)state;
	for (int is_big = 0; is_big < 2; is_big++) {
		make_foreign(&b, is_big);
		CHECK_TEXT(&b, "Shop:Far id=263 tag=9 level=4 n=5", "id", "tag",
			   "level", "n");
	}
}

static void structs_and_arrays_are_printed_to_their_ends(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	CHECK_TEXT(&b, "Shop:Sale request={path=/x n<tag=0x1F unit=ms>=3}",
		   "request");
	CHECK_TEXT(&b, "Shop:Sale items=[{a=1 in={b=2}},{a=3 in={b=4}}] "
		   "l=[5,6,7]", "items", "l");
	CHECK_JSON(&b, SALE, "\"l\":[5,6,7],\"items\":[{\"a\":1,"
		   "\"in\":{\"b\":2}},{\"a\":3,\"in\":{\"b\":4}}]}" UNIT "}",
		   "l", "items");
}

static void paths_lead_into_structs(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	CHECK_TEXT(&b, "Shop:Sale request.path=/x items.in={b=2} items.in.b=2",
		   "request.path", "items.in", "items.in.b");
	/* What the field's notes are does not change its name. */
	CHECK_TEXT(&b, "Shop:Sale request.n=3", "request.n");
	CHECK_JSON(&b, SALE, "\"request.n\":3,\"pid\":42}" UNIT "}",
		   "request.n", "pid");
}

static void what_is_not_there_is_left_out(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	CHECK_TEXT(&b, "Shop:Sale pid=42", "nope", "pid", "pid", "request.no",
		   "note.x", "common_pid");
	CHECK_TEXT(&b, "Shop:Sale", "nope");
	CHECK_JSON(&b, SALE, "}" UNIT "}", "nope");
	check(uet_print_text, &b, (const char *[]){ "" }, 0,
	      "- - -/- [-] Shop:Sale\n");
}

#define REASON "the event ends before the value does"
#define CUT                                                                    \
	"\"event\":\"Shop:Cut\",\"tracepoint\":\"" TEST_EVENT "\","            \
	"\"provider\":\"Shop\",\"level\":4,\"keyword\":\"0x1F\""

static void damage_that_was_met_is_told_once(void **state)
{
	struct bytes b;

	(void)state;
	make_damaged(&b);
	CHECK_TEXT(&b, "Shop:Cut a=1", "a");
	CHECK_TEXT(&b, "Shop:Cut s.b=2 <damaged: c: " REASON ">", "s.b", "z",
		   "nope");
	CHECK_TEXT(&b, "Shop:Cut s={b=2 <damaged: c: " REASON ">} a=1", "s",
		   "z", "a");
	CHECK_TEXT(&b, "Shop:Cut level=4 <damaged: c: " REASON ">", "level");
	CHECK_JSON(&b, CUT, "\"a\":1}}", "a");
	CHECK_JSON(&b, CUT, "\"s\":{\"b\":2}},\"damaged\":\"c: " REASON "\"}",
		   "s");
	CHECK_JSON(&b, CUT, "\"a\":1},\"damaged\":\"c: " REASON "\"}", "a",
		   "z");
	/* A text is shown as far as it goes. */
	begin_event(&b, false, 1);
	FIELD(&b, "Cut");
	FIELD(&b, "t", 7);
	end_metadata(&b);
	PUT(&b, "ab");
	CHECK_TEXT(&b, "Shop:Cut t=ab <damaged: t: " REASON ">", "t");
	CHECK_JSON(&b, CUT, "\"t\":\"ab\"},\"damaged\":\"t: " REASON "\"}",
		   "t");
}

/* Where the header itself is cut. */
static void a_short_record_is_the_tracepoints(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	b.size = 4;
	CHECK_TEXT(&b, TEST_EVENT " id=9 level=<missing>", "id", "level",
		   "pid");
}

static int visit_name(void *context, const struct uet_field *field,
		      const struct uet_value *value)
{
	char *names = context;

	strcat(names, field->name);
	strcat(names, value->kind == UET_VALUE_UINT ? " " : "? ");
	return 0;
}

static void visits_are_of_the_tracepoints_fields(void **state)
{
	static const char *const names[] = { "pid", "level", "id" };
	struct uet_plan *plan = plan_of(names, N(names));
	char visited[64] = "";
	struct uet_line line;
	struct bytes b;

	(void)state;
	make_sale(&b);
	line = line_of(&b);
	assert_int_equal(uet_plan_visit(plan, line.raw, line.raw_size,
					visit_name, visited), 0);
	assert_string_equal(visited, "level id ");
	uet_plan_free(plan);
}

static void each_sample_says_what_it_has(void **state)
{
	struct uet_plan *plan = plan_of(NULL, 0);
	struct uet_line line;
	struct bytes b;

	(void)state;
	make_sale(&b);
	line = line_of(&b);
	assert_int_equal(uet_plan_has_field(plan, &line, "pid"), 1);
	assert_int_equal(uet_plan_has_field(plan, &line, "items.in.b"), 1);
	assert_int_equal(uet_plan_has_field(plan, &line, "level"), 1);
	assert_int_equal(uet_plan_has_field(plan, &line, "nope"), 0);
	assert_int_equal(uet_plan_has_field(plan, &line, "keyword"), 1);
	assert_int_equal(uet_plan_has_field(plan, &line, "group"), 0);
	assert_int_equal(uet_plan_has_field(plan, &line, "common_pid"), 0);
	make_damaged(&b);
	line = line_of(&b);
	assert_int_equal(uet_plan_has_field(plan, &line, "a"), 1);
	assert_int_equal(uet_plan_has_field(plan, &line, "z"), -EBADMSG);
	assert_int_equal(uet_plan_has_field(plan, &line, "tag"), 1);
	uet_plan_free(plan);
	assert_int_equal(uet_plan_new(NULL, "s:e", &plan, NULL), 0);
	assert_int_equal(uet_plan_has_field(plan, &line, "a"), 0);
	uet_plan_free(plan);
}

static void fields_alone_have_no_head(void **state)
{
	static const char *const some[] = { "pid", "note" };
	static const char *const none[] = { "nope" };
	struct bytes b;

	(void)state;
	make_sale(&b);
	check(uet_print_text_fields, &b, some, 2,
	      " pid=42 note=\"x, \\\"y\\\"\"");
	check(uet_print_text_fields, &b, none, 1, "");
	begin_event(&b, false, 1);
	FIELD(&b, "E");
	FIELD(&b, "a", 2);
	end_metadata(&b);
	put8(&b, 1);
	check(uet_print_text_fields, &b, NULL, 0,
	      " <level=4 keyword=0x1F> a=1");
	b.size = 6;
	check(uet_print_text_fields, &b, (const char *[]){ "level", "id" }, 2,
	      " level=<missing> id=0");
}

/* Tables. */

static const char plain_text[] =
	"name: plain\nID: 1002\nformat:\n"
	"\tfield:u8 common_x;\toffset:0;\tsize:1;\tsigned:0;\n\n"
	"\tfield:u8 id;\toffset:0;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 fields;\toffset:1;\tsize:1;\tsigned:0;\n"
	"print fmt: \"\"\n";

/* The header, and a row for each event and a plain one; returns how many are
 * known to be damaged. */
static uint64_t check_table(const char *const *names, size_t n,
			    const struct bytes *events, size_t n_events,
			    const char *expected)
{
	static const struct uet_line plain = { .raw = "\5\6", .raw_size = 2 };
	struct uet_csv_event of[2] = { { NULL, "s:plain" },
				       { NULL, TEST_EVENT } };
	struct uet_plan *plans[2];
	struct uet_format *format;
	struct uet_csv *csv;
	uint64_t damaged;

	assert_int_equal(uet_format_parse(plain_text, sizeof(plain_text) - 1,
					  &format, NULL), 0);
	assert_int_equal(uet_plan_new_fields(format, "s:plain", names, n,
					     &plans[0], NULL), 0);
	plans[1] = plan_of(names, n);
	of[0].plan = plans[0];
	of[1].plan = plans[1];
	assert_int_equal(uet_csv_new(of, 2, names, n, &csv, NULL), 0);
	test_out.size = 0;
	assert_int_equal(uet_csv_header(&test_out, csv, false), 0);
	for (size_t i = 0; i < n_events; i++) {
		struct uet_line line = line_of(&events[i]);

		assert_int_equal(uet_print_csv(&test_out, csv, 1, &line), 0);
	}
	assert_int_equal(uet_print_csv(&test_out, csv, 0, &plain), 0);
	assert_string_equal(test_text(), expected);
	damaged = uet_csv_damaged(csv);
	uet_csv_free(csv);
	uet_plan_free(plans[0]);
	uet_plan_free(plans[1]);
	uet_format_free(format);
	return damaged;
}

#define HEAD "time_ns,comm,pid,tid,cpu,event"

static void a_table_of_all_fields_has_them_in_one_column(void **state)
{
	struct bytes b[3];

	(void)state;
	make_sale(&b[0]);
	make_damaged(&b[1]);
	make_damaged(&b[2]);
	b[2].size = 8;
	b[2].data[0] = 3; /* no extension */
	check_table(NULL, 0, b, 3,
		    HEAD ",id,fields,eventheader_flags,version,tag,opcode,"
		    "level,fields\n"
		    ",,,,,Shop:Sale,9,,7,0,0,0,4,\"{\"\"id\"\":77,"
		    "\"\"pid\"\":42,\"\"note\"\":\"\"x, \\\"\"y\\\"\"\"\","
		    "\"\"request\"\":{\"\"path\"\":\"\"/x\"\","
		    "\"\"n;tag=0x1F\"\":3},\"\"items\"\":["
		    "{\"\"a\"\":1,\"\"in\"\":{\"\"b\"\":2}},"
		    "{\"\"a\"\":3,\"\"in\"\":{\"\"b\"\":4}}],"
		    "\"\"l\"\":[5,6,7]}\"\n"
		    ",,,,,Shop:Cut,0,,7,0,0,0,4,"
		    "\"{\"\"a\"\":1,\"\"s\"\":{\"\"b\"\":2}}\"\n"
		    ",,,,,Shop:,0,,3,0,0,0,4,{}\n"
		    ",,,,,s:plain,5,6,,,,,,\n");
}

static void a_table_has_the_events_byte_order(void **state)
{
	struct bytes b[2];

	(void)state;
	make_foreign(&b[0], true);
	make_foreign(&b[1], false);
	check_table(NULL, 0, b, 2,
		    HEAD ",id,fields,eventheader_flags,version,tag,opcode,"
		    "level,fields\n"
		    ",,,,,Shop:Far,263,,5,0,9,0,4,\"{\"\"n\"\":5}\"\n"
		    ",,,,,Shop:Far,263,,7,0,9,0,4,\"{\"\"n\"\":5}\"\n"
		    ",,,,,s:plain,5,6,,,,,,\n");
}

static void a_table_of_names_has_a_column_for_each(void **state)
{
	static const char *const names[] = { "note", "request", "id", "l",
					     "nope", "level", "z", "id" };
	struct bytes b[2];

	(void)state;
	make_sale(&b[0]);
	make_damaged(&b[1]);
	check_table(names, N(names), b, 2,
		    HEAD ",note,request,id,l,nope,level,z\n"
		    ",,,,,Shop:Sale,\"x, \"\"y\"\"\",\"{\"\"path\"\":\"\"/x\"\","
		    "\"\"n;tag=0x1F\"\":3}\",77,\"[5,6,7]\",,4,\n"
		    ",,,,,Shop:Cut,,,0,,,4,\n"
		    ",,,,,s:plain,,,5,,,,\n");
}

static void what_else_is_printed_is_a_field(void **state)
{
	static const char *const names[] = { "event", "keyword", "group" };
	struct bytes b;

	(void)state;
	make_sale(&b);
	CHECK_TEXT(&b, "Shop:Sale keyword=0x1F provider=Shop event=Sale",
		   "keyword", "provider", "activity", "group", "event");
	CHECK_JSON(&b, SALE, "\"keyword\":\"0x1F\",\"event\":\"Sale\"}" UNIT
		   "}", "keyword", "relatedActivity", "event");
	check_table(names, N(names), &b, 1,
		    HEAD ",event,keyword,group\n,,,,,Shop:Sale,Sale,0x1F,\n"
		    ",,,,,s:plain,,,\n");
	/* Damage that was met on the way is still told. */
	make_damaged(&b);
	CHECK_TEXT(&b, "Shop:Cut keyword=0x1F <damaged: c: " REASON ">",
		   "keyword");
	make_activity(&b, true);
	CHECK_TEXT(&b, "Shop:Done activity=01020304-0506-0708-090a-0b0c0d0e0f10 "
		   "relatedActivity=21020304-0506-0708-090a-0b0c0d0e0f10",
		   "activity", "relatedActivity");
}

static void a_table_counts_what_is_damaged(void **state)
{
	static const char *const in_front[] = { "a" };
	static const char *const behind[] = { "s", "z", "keyword" };
	struct bytes b[2];

	(void)state;
	make_sale(&b[0]);
	make_damaged(&b[1]);
	assert_int_equal(check_table(NULL, 0, &b[1], 1,
		HEAD ",id,fields,eventheader_flags,version,tag,opcode,level,"
		"fields\n,,,,,Shop:Cut,0,,7,0,0,0,4,"
		"\"{\"\"a\"\":1,\"\"s\"\":{\"\"b\"\":2}}\"\n"
		",,,,,s:plain,5,6,,,,,,\n"), 1);
	/* Once for each row, and only where that was met. */
	assert_int_equal(check_table(behind, N(behind), b, 2,
		HEAD ",s,z,keyword\n,,,,,Shop:Sale,,,0x1F\n"
		",,,,,Shop:Cut,\"{\"\"b\"\":2}\",,0x1F\n,,,,,s:plain,,,\n"), 1);
	assert_int_equal(check_table(in_front, 1, &b[1], 1,
		HEAD ",a\n,,,,,Shop:Cut,1\n,,,,,s:plain,\n"), 0);
}

static void a_short_record_has_its_columns(void **state)
{
	static const char *const names[] = { "pid", "id", "level" };
	struct bytes b;

	(void)state;
	make_sale(&b);
	b.size = 4;
	check_table(names, N(names), &b, 1,
		    HEAD ",pid,id,level\n,,,,," TEST_EVENT ",,9,\n"
		    ",,,,,s:plain,,5,\n");
	check_table(NULL, 0, &b, 1,
		    HEAD ",id,fields,eventheader_flags,version,tag,opcode,"
		    "level,fields\n"
		    ",,,,," TEST_EVENT ",9,,7,0,,,,\n"
		    ",,,,,s:plain,5,6,,,,,,\n");
}

/* Every kind of value, and a name that wants quotes. */
static void make_kinds(struct bytes *b)
{
	begin_event(b, false, 1);
	FIELD(b, "a, b");
	FIELD(b, "neg", 0x82, 2);
	FIELD(b, "hex", 0x84, 3);
	FIELD(b, "err", 0x84, 4);
	FIELD(b, "yes", 0x82, 7);
	FIELD(b, "f", 0x84, 8);
	FIELD(b, "bin", 13);
	FIELD(b, "null", 0x8d, 1);
	FIELD(b, "empty", 7);
	FIELD(b, "nul", 10);
	FIELD(b, "wide", 8);
	FIELD(b, "ip", 0x84, 17);
	end_metadata(b);
	put8(b, 0xfe);
	put32(b, 0x2a);
	put32(b, 2);
	put8(b, 1);
	put32(b, 0x3fc00000);
	PUT(b, "\2\0\1\xff" "\0\0" "\0" "\3\0x\0y" "\xe9\0,\0\0\0"
	       "\x7f\0\0\1");
}

static void values_are_those_of_the_whole_event(void **state)
{
	static const char *const names[] = {
		"ip", "neg", "hex", "err", "yes", "f", "bin", "null", "empty",
		"nul", "wide"
	};
	struct bytes b;

	(void)state;
	make_kinds(&b);
	check(uet_print_text_fields, &b, names, N(names),
	      " ip=127.0.0.1 neg=-2 hex=0x2A err=ENOENT(2) yes=true f=1.5 "
	      "bin=01ff null=<null> empty=\"\" nul=\"x\\000y\" "
	      "wide=\xc3\xa9,");
	check(uet_print_json, &b, names, N(names),
	      "{\"time_ns\":null,\"comm\":null,\"pid\":null,\"tid\":null,"
	      "\"cpu\":null,\"event\":\"Shop:a, b\","
	      "\"tracepoint\":\"" TEST_EVENT "\",\"provider\":\"Shop\","
	      "\"level\":4,\"keyword\":\"0x1F\",\"fields\":{"
	      "\"ip\":\"127.0.0.1\",\"neg\":-2,\"hex\":\"0x2A\","
	      "\"err\":\"ENOENT(2)\",\"yes\":true,\"f\":1.5,\"bin\":\"01 ff\","
	      "\"null\":null,\"empty\":\"\",\"nul\":\"x\\u0000y\","
	      "\"wide\":\"\xc3\xa9,\"}}\n");
	check_table(names, N(names), &b, 1,
		    HEAD ",ip,neg,hex,err,yes,f,bin,null,empty,nul,wide\n"
		    ",,,,,\"Shop:a, b\",127.0.0.1,-2,0x2A,ENOENT(2),true,1.5,"
		    "01ff,,\"\",x\xef\xbf\xbdy,\"\xc3\xa9,\"\n"
		    ",,,,,s:plain,,,,,,,,,,,\n");
}

static int set_up(void **state)
{
	(void)state;
	return parse_test_format();
}

static int tear_down(void **state)
{
	(void)state;
	uet_buffer_free(&test_out);
	uet_format_free(test_format);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_own_field_comes_before_the_headers),
		cmocka_unit_test(the_header_has_the_events_byte_order),
		cmocka_unit_test(structs_and_arrays_are_printed_to_their_ends),
		cmocka_unit_test(paths_lead_into_structs),
		cmocka_unit_test(what_is_not_there_is_left_out),
		cmocka_unit_test(damage_that_was_met_is_told_once),
		cmocka_unit_test(a_short_record_is_the_tracepoints),
		cmocka_unit_test(visits_are_of_the_tracepoints_fields),
		cmocka_unit_test(what_else_is_printed_is_a_field),
		cmocka_unit_test(each_sample_says_what_it_has),
		cmocka_unit_test(fields_alone_have_no_head),
		cmocka_unit_test(a_table_of_all_fields_has_them_in_one_column),
		cmocka_unit_test(a_table_has_the_events_byte_order),
		cmocka_unit_test(a_table_of_names_has_a_column_for_each),
		cmocka_unit_test(a_table_counts_what_is_damaged),
		cmocka_unit_test(a_short_record_has_its_columns),
		cmocka_unit_test(values_are_those_of_the_whole_event),
	};

	return cmocka_run_group_tests_name("eventheader_fields", tests, set_up,
					   tear_down);
}
