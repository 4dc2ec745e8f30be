/* SPDX-License-Identifier: MIT */
/*
 * Filters on EventHeader events: an own field, then the tracepoint's, then what
 * is known of any sample.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <uet/filter.h>

#include "eventheader_bytes.h"
#include "eventheader_line.h"

/* Of a header with the id 9; its fields id and pid are its own. */
static void make_sale(struct bytes *b)
{
	begin_event(b, false, 1);
	b->data[2] = 9;
	FIELD(b, "Sale");
	FIELD(b, "n", 0x84, 2);
	FIELD(b, "s", 7);
	FIELD(b, "id", 4);
	FIELD(b, "pid", 7);
	FIELD(b, "request", 0x81, 2);
	FIELD(b, "path", 7);
	FIELD(b, "cpu", 2);
	FIELD(b, "comm", 0x22, 1, 0);
	end_metadata(b);
	put32(b, (uint32_t)-5);
	PUT(b, "a b\0");
	put32(b, 77);
	PUT(b, "none\0" "/x\0" "\4" "\1");
}

static void check_has(const struct bytes *b, const char *text, int expected);

static bool wants_of(const struct bytes *b, const char *text)
{
	const struct uet_format *const formats[] = { test_format };
	unsigned char raw[sizeof(b->data) + 8];
	struct uet_line line = {
		.has_time = true, .has_task = true, .has_cpu = true,
		.time = 1500000000, .pid = 7, .tid = 8, .cpu = 2,
		.comm = "shop", .raw = raw,
	};
	struct uet_matcher *matcher;
	struct uet_filter *filter;
	bool wanted;

	line.raw_size = record_of(b, raw);
	assert_int_equal(uet_filter_new(text, &filter, NULL, NULL), 0);
	assert_int_equal(uet_filter_check(filter, formats, 1, NULL, NULL), 0);
	assert_int_equal(uet_matcher_new(filter, test_format, &matcher), 0);
	wanted = uet_matcher_wants(matcher, &line);
	uet_matcher_free(matcher);
	uet_filter_free(filter);
	return wanted;
}

static bool wants(const char *text)
{
	struct bytes b;

	make_sale(&b);
	return wants_of(&b, text);
}

static void filters_know_what_the_event_describes(void **state)
{
	(void)state;
	assert_true(wants("n == -5"));
	assert_false(wants("n > 0"));
	assert_true(wants("s == 'a b' && s ~ 'a*' && level == 4"));
	assert_false(wants("s == a"));
	/* Neither true nor false. */
	assert_false(wants("other == 1"));
	assert_false(wants("!(other == 1)"));
	assert_false(wants("n == word"));
	assert_false(wants("n ~ '-*'"));
	assert_false(wants("s & 1"));
}

static void an_own_field_comes_first(void **state)
{
	(void)state;
	assert_true(wants("id == 77"));
	assert_false(wants("id == 9"));
	assert_true(wants("pid == none && pid ~ n*"));
	assert_false(wants("pid == 7"));
	/* An array is one, too, if none that compares. */
	assert_false(wants("comm == shop"));
	assert_false(wants("!(comm == shop)"));
}

static void then_the_tracepoints_then_any_samples(void **state)
{
	struct bytes b;

	(void)state;
	assert_true(wants("level == 4 && eventheader_flags & 1 && tag == 0"));
	assert_true(wants("tid == 8 && cpu == 2 && time == 1.5 && "
			  "time_ns == 1500000000 && common_pid == 0"));
	/* What would be a mistake with them is none here, but is not true. */
	assert_false(wants("level ~ '4'"));
	assert_false(wants("!(tid == word)"));
	/* An event without fields of its own. */
	begin_event(&b, false, 1);
	b.data[2] = 9;
	FIELD(&b, "None");
	end_metadata(&b);
	assert_true(wants_of(&b, "id == 9 && pid == 7 && comm == shop"));
	assert_false(wants_of(&b, "id == 77"));
}

static void the_header_has_the_events_byte_order(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, true, 1);
	b.size = 2;
	put16(&b, 0x107);
	put16(&b, 9);
	b.size = 12;
	FIELD(&b, "Far");
	end_metadata(&b);
	assert_true(wants_of(&b, "id == 0x107 && tag == 9 && level == 4"));
	assert_true(wants_of(&b, "id & 0x100 && common_pid == 0"));
	assert_false(wants_of(&b, "id == 0x701"));
}

static void paths_lead_into_structs(void **state)
{
	(void)state;
	assert_true(wants("request.path == /x"));
	assert_true(wants("request.cpu==4&&cpu==2"));
	assert_true(wants("!(request.path ~ '/y*') && (request.cpu & 4)"));
	assert_false(wants("request == 1"));
	assert_false(wants("!(request.nope == 1)"));
}

/* One of each kind that is not printed as a number, and some that are. */
static void make_kinds(struct bytes *b)
{
	begin_event(b, false, 1);
	FIELD(b, "Kinds");
	FIELD(b, "ok", 0x82, 7);
	FIELD(b, "odd", 0x82, 7);
	FIELD(b, "error", 0x84, 4);
	FIELD(b, "unknown", 0x84, 4);
	FIELD(b, "at", 0x84, 6);
	FIELD(b, "ip", 0x84, 17);
	FIELD(b, "uuid", 0x86, 15);
	FIELD(b, "bytes", 13);
	FIELD(b, "empty", 13);
	FIELD(b, "hex", 0x82, 3);
	FIELD(b, "load", 0x84, 8);
	FIELD(b, "null", 0x8d, 2);
	FIELD(b, "latin", 10);
	FIELD(b, "wide", 8);
	end_metadata(b);
	PUT(b, "\1\7");
	put32(b, 2);
	put32(b, 1234);
	put32(b, 1796026542); /* 2026-11-30T08:15:42 */
	PUT(b, "\12\0\0\1" "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20");
	PUT(b, "\2\0\1\xff" "\0\0" "\x1f");
	put32(b, 0x3fc00000); /* 1.5 */
	PUT(b, "\0\0" "\1\0\xe9" "\xac\x20\0\0");
}

static void words_compare_as_they_are_printed(void **state)
{
	static const char *const right[] = {
		"ok == true", "ok != false", "ok ~ 'tr*'", "ok == 1", "ok & 1",
		"odd == 7 && odd != true", "odd == '7'",
		"error == ENOENT", "error == 'ENOENT(2)'", "error ~ ENO*",
		"error == 2", "error != EPERM", "error < 3",
		"unknown == ERRNO && unknown == 'ERRNO(1234)'",
		"at == 2026-11-30T08:15:42", "at > 2026-11-30",
		"at < '2026-12'", "at ~ 2026-*", "at == 1796026542",
		"ip == 10.0.0.1", "ip ~ 10.0.*", "ip != 10.0.0.2",
		"uuid == 01020304-0506-0708-090a-0b0c0d0e0f10",
		"bytes == 01ff", "bytes ~ *ff", "empty == ''", "empty ~ '*'",
		"latin == \xc3\xa9", "wide == \xe2\x82\xac",
	};
	/* Neither these nor their opposites. */
	static const char *const neither[] = {
		"hex == '0x1F'", "hex ~ 0x*", "load == '1.5'", "null == null",
		"null == 0", "bytes & 1", "ip & 1 == 1", "load & 1",
		"wide & 1",
	};
	struct bytes b;
	char text[80];

	(void)state;
	make_kinds(&b);
	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
		if (!wants_of(&b, right[i]))
			fail_msg("is not true: %s", right[i]);
		snprintf(text, sizeof(text), "!(%s)", right[i]);
		assert_false(wants_of(&b, text));
	}
	for (size_t i = 0; i < sizeof(neither) / sizeof(neither[0]); i++) {
		snprintf(text, sizeof(text), "!(%s)", neither[i]);
		if (wants_of(&b, neither[i]) || wants_of(&b, text))
			fail_msg("is true or false: %s", neither[i]);
	}
}

static void what_else_is_printed_can_be_asked_for(void **state)
{
	static const char *const right[] = {
		"activity == 01020304-0506-0708-090a-0b0c0d0e0f10",
		"activity ~ 01020304-*",
		"relatedActivity == 21020304-0506-0708-090a-0b0c0d0e0f10",
		"keyword == 0x1f", "keyword & 0x2", "keyword & 0xf0 == 0x10",
		"provider == Shop", "provider ~ Sh*", "event == Done",
		"event != Sale",
	};
	struct bytes b;
	char text[80];

	(void)state;
	make_activity(&b, true);
	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
		if (!wants_of(&b, right[i]))
			fail_msg("is not true: %s", right[i]);
		snprintf(text, sizeof(text), "!(%s)", right[i]);
		assert_false(wants_of(&b, text));
	}
	check_has(&b, "activity == x", 1);
	check_has(&b, "keyword == 1", 1);
	check_has(&b, "group == x", 0);
	/* What an event does not have is neither true nor false. */
	make_activity(&b, false);
	assert_true(wants_of(&b, "activity ~ *"));
	assert_false(wants_of(&b, "!(relatedActivity == x) || group != x"));
	check_has(&b, "relatedActivity == x", 0);
}

static void an_own_field_comes_before_what_else_is_printed(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	FIELD(&b, "Own");
	FIELD(&b, "keyword", 2);
	FIELD(&b, "event", 7);
	end_metadata(&b);
	PUT(&b, "\7mine\0");
	assert_true(wants_of(&b, "keyword == 7 && event == mine"));
	/* Damaged in front of it: there may have been one. */
	b.size -= 5;
	assert_true(wants_of(&b, "keyword == 7 && event == Own"));
}

static void what_comes_behind_damage_is_not_there(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	b.size -= 13; /* in id */
	assert_true(wants_of(&b, "n == -5"));
	assert_true(wants_of(&b, "id == 9 && pid == 7"));
	assert_false(wants_of(&b, "request.path == /x"));
	/* Not even a header. */
	b.size = 4;
	assert_true(wants_of(&b, "id == 9 && pid == 7"));
	assert_false(wants_of(&b, "level == 4"));
}

/* What a comparison asks for, by its number. */
static void check_has(const struct bytes *b, const char *text, int expected)
{
	unsigned char raw[sizeof(b->data) + 8];
	struct uet_line line = { .raw = raw, .raw_size = record_of(b, raw) };
	struct uet_matcher *matcher;
	struct uet_filter *filter;

	assert_int_equal(uet_filter_new(text, &filter, NULL, NULL), 0);
	assert_int_equal(uet_matcher_new(filter, test_format, &matcher), 0);
	assert_int_equal(uet_matcher_has(matcher, 0, &line), expected);
	assert_int_equal(uet_matcher_has(matcher, 1, &line), -ENOENT);
	uet_matcher_free(matcher);
	uet_filter_free(filter);
}

static void it_is_known_what_a_sample_has(void **state)
{
	struct bytes b;

	(void)state;
	make_sale(&b);
	check_has(&b, "n == 1", 1);
	check_has(&b, "request.path ~ x", 1);
	check_has(&b, "request.n == 1", 0);
	check_has(&b, "level == 1", 1);
	check_has(&b, "tid > 0", 1);
	check_has(&b, "tid == word", 0);
	check_has(&b, "nope == 1", 0);
	b.size -= 13; /* in id */
	check_has(&b, "n == 1", 1);
	check_has(&b, "request.path ~ x", -EBADMSG);
	b.size = 4;
	check_has(&b, "n == 1", 0);
	check_has(&b, "id == 1", 1);
}

static void comparisons_have_names(void **state)
{
	struct uet_filter *filter;
	size_t at = 0;

	(void)state;
	assert_int_equal(uet_filter_new("a == 1 && !(b.c ~ x)", &filter, NULL,
					NULL), 0);
	assert_string_equal(uet_filter_name(filter, 0, NULL), "a");
	assert_string_equal(uet_filter_name(filter, 1, &at), "b.c");
	assert_int_equal(at, 12);
	assert_null(uet_filter_name(filter, 2, &at));
	uet_filter_free(filter);
}

static int check_plain(const char *text, const char *filter_text)
{
	const struct uet_format *formats[1];
	struct uet_filter *filter;
	struct uet_format *format;
	int ret;

	assert_int_equal(uet_format_parse(text, strlen(text), &format, NULL),
			 0);
	formats[0] = format;
	assert_int_equal(uet_filter_new(filter_text, &filter, NULL, NULL), 0);
	ret = uet_filter_check(filter, formats, 1, NULL, NULL);
	uet_filter_free(filter);
	uet_format_free(format);
	return ret;
}

/* Name and format are those of such events, or it is none. */
static void other_events_are_as_ever(void **state)
{
	static const char format[] =
		"name: Shop_L5K1f\nID: 1\nformat:\n"
		"\tfield:u8 common_x;\toffset:0;\tsize:1;\tsigned:0;\n\n"
		"\tfield:u8 level;\toffset:0;\tsize:1;\tsigned:0;\n"
		"print fmt: \"\"\n";
	static const char name[] =
		"name: Shop_L5\nID: 1\nformat:\n"
		"\tfield:u8 common_x;\toffset:0;\tsize:1;\tsigned:0;\n\n"
		EVENTHEADER_FIELDS;

	(void)state;
	assert_int_equal(check_plain(format, "request.path == 1"), -ENOENT);
	assert_int_equal(check_plain(format, "level == x"), -EINVAL);
	assert_int_equal(check_plain(name, "request.path == 1"), -ENOENT);
	assert_int_equal(check_plain(name, "level == x"), -EINVAL);
	assert_int_equal(check_plain(test_format_text, "level == x"), 0);
}

static int set_up(void **state)
{
	(void)state;
	return parse_test_format();
}

static int tear_down(void **state)
{
	(void)state;
	uet_format_free(test_format);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filters_know_what_the_event_describes),
		cmocka_unit_test(an_own_field_comes_first),
		cmocka_unit_test(then_the_tracepoints_then_any_samples),
		cmocka_unit_test(the_header_has_the_events_byte_order),
		cmocka_unit_test(paths_lead_into_structs),
		cmocka_unit_test(words_compare_as_they_are_printed),
		cmocka_unit_test(what_else_is_printed_can_be_asked_for),
		cmocka_unit_test(an_own_field_comes_before_what_else_is_printed),
		cmocka_unit_test(what_comes_behind_damage_is_not_there),
		cmocka_unit_test(it_is_known_what_a_sample_has),
		cmocka_unit_test(comparisons_have_names),
		cmocka_unit_test(other_events_are_as_ever),
	};

	return cmocka_run_group_tests_name("eventheader_filter", tests, set_up,
					   tear_down);
}
