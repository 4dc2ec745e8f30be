/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events as a whole: names of tracepoints, headers, extensions,
 * structs and arrays, attributes, paths, and how they are printed.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "eventheader_bytes.h"

static void assert_name(const char *name, const char *provider,
			unsigned int level, uint64_t keyword,
			const char *options, const char *group)
{
	struct uet_eh_tracepoint t;

	assert_int_equal(uet_eh_tracepoint_parse(name, &t), 0);
	assert_int_equal(t.provider_size, strlen(provider));
	assert_memory_equal(t.provider, provider, t.provider_size);
	assert_int_equal(t.level, level);
	assert_true(t.keyword == keyword);
	assert_int_equal(t.options_size, strlen(options));
	assert_memory_equal(t.options, options, t.options_size);
	assert_int_equal(t.group_size, strlen(group));
	assert_memory_equal(t.group, group, t.group_size);
}

static void names_of_tracepoints_are_taken_apart(void **state)
{
	(void)state;
	assert_name("Shop_L4K0", "Shop", 4, 0, "", "");
	assert_name("My_Shop_L1K2a", "My_Shop", 1, 0x2a, "", "");
	assert_name("S_LffKffffffffffffffff", "S", 255, UINT64_MAX, "", "");
	assert_name("S_L5K1Gmsft", "S", 5, 1, "Gmsft", "msft");
	assert_name("S_L5K1A1Gx9Zz", "S", 5, 1, "A1Gx9Zz", "x9");
	assert_name("user_events:S_L5K1", "S", 5, 1, "", "");
	assert_name("S_L5K1G7.1F", "S", 5, 1, "G7", "7");
	assert_name("S_L2_L5K1", "S_L2", 5, 1, "", "");
}

static void other_names_are_refused(void **state)
{
	static const char *const names[] = {
		"", "_", "S", "S_", "S_L", "S_L5", "S_L5K", "_L5K1", "S_L0K1",
		"S_L05K1", "S_L5K01", "S_L100K1", "S_L5K10000000000000000",
		"S_L5KA", "S_LAK1", "S_K1L5", "S_l5k1", "S_L5K1g", "S_L5K1G-",
		"S_L5K1.", "S_L5K1.x", "S_L5K1.1.2", "S_L5K1 ", "a b_L5K1",
		"a:b:S_L5K1", "S_L5K1_x", "\xff_L5K1",
	};
	char name[UET_EH_NAME_MAX + 1];
	struct uet_eh_tracepoint t;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!uet_eh_tracepoint_parse(names[i], &t))
			print_error("\"%s\" is taken\n", names[i]);
		assert_int_equal(uet_eh_tracepoint_parse(names[i], &t),
				 -EINVAL);
	}
	memset(name, 'x', sizeof(name));
	memcpy(name + UET_EH_NAME_MAX - 5, "_L5K1", 6);
	assert_int_equal(uet_eh_tracepoint_parse(name, &t), -EINVAL);
	assert_int_equal(uet_eh_tracepoint_parse(name + 1, &t), 0);
}

#define COMMON                                                                 \
	"name: x\nID: 7\nformat:\n"                                            \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define FLAGS "\tfield:u8 eventheader_flags;\toffset:8;\tsize:1;\tsigned:0;\n"
#define VERSION "\tfield:u8 version;\toffset:9;\tsize:1;\tsigned:0;\n"
#define ID "\tfield:u16 id;\toffset:10;\tsize:2;\tsigned:0;\n"
#define TAG "\tfield:u16 tag;\toffset:12;\tsize:2;\tsigned:0;\n"
#define OPCODE "\tfield:u8 opcode;\toffset:14;\tsize:1;\tsigned:0;\n"
#define LEVEL "\tfield:u8 level;\toffset:15;\tsize:1;\tsigned:0;\n"
#define MORE "\tfield:u8 more;\toffset:16;\tsize:1;\tsigned:0;\n"
#define END "\nprint fmt: \"\"\n"

static int offset_of(const char *text, uint32_t *offset)
{
	struct uet_format *format;
	int ret;

	assert_int_equal(uet_format_parse(text, strlen(text), &format, NULL), 0);
	ret = uet_eh_format_offset(format, offset);
	uet_format_free(format);
	return ret;
}

static void formats_are_known_by_their_fields(void **state)
{
	uint32_t offset = 0;

	(void)state;
	assert_int_equal(offset_of(COMMON FLAGS VERSION ID TAG OPCODE LEVEL END,
				   &offset), 0);
	assert_int_equal(offset, 8);
	assert_int_equal(offset_of(COMMON FLAGS VERSION ID TAG OPCODE END,
				   &offset), -EINVAL);
	assert_int_equal(offset_of(COMMON FLAGS VERSION ID TAG OPCODE LEVEL MORE
				   END, &offset), -EINVAL);
	assert_int_equal(offset_of(COMMON VERSION FLAGS ID TAG OPCODE LEVEL END,
				   &offset), -EINVAL);
	assert_int_equal(offset_of(COMMON END, &offset), -EINVAL);
}

static void headers_are_read_in_both_byte_orders(void **state)
{
	static const unsigned char little[] = { 3, 9, 0xe8, 3, 0x34, 0x12, 2,
						1 };
	static const unsigned char big[] = { 0, 9, 3, 0xe8, 0x12, 0x34, 2, 1 };
	struct uet_eh_event e;

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(uet_eh_event_parse(&e, &test_tracepoint,
						    i ? big : little, 8), 0);
		assert_int_equal(e.version, 9);
		assert_int_equal(e.id, 1000);
		assert_int_equal(e.tag, 0x1234);
		assert_int_equal(e.opcode, 2);
		assert_int_equal(e.level, 1);
		assert_int_equal(e.is_big_endian, i);
		assert_int_equal(e.pointer_size, i ? 4 : 8);
		/* There was no extension. */
		assert_int_equal(e.damage, UET_EH_DAMAGE_NO_FIELDS);
	}
	assert_int_equal(uet_eh_event_parse(&e, &test_tracepoint, big, 7),
			 -EINVAL);
}

#define IDS                                                                    \
	"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10"

static void extensions_come_in_any_order(void **state)
{
	static const char first[] =
		"\x07\x01\x02\0\x03\0\x0a\x05"
		"\x20\0\x02\x80" IDS "\xff" IDS /* 32 of these 33 bytes */;
	static const char json[] =
		"\"provider\":\"Test\",\"level\":5,\"opcode\":10,\"id\":2,"
		"\"version\":1,\"tag\":\"0x3\","
		"\"activity\":\"01020304-0506-0708-090a-0b0c0d0e0f10\","
		"\"relatedActivity\":\"ff010203-0405-0607-0809-0a0b0c0d0e0f\","
		"\"fields\":{\"v\":42}";
	struct bytes b = { .size = 0 };
	struct uet_eh_event e;

	(void)state;
	put(&b, first, 8 + 4 + 32);
	PUT(&b, "\3\0\x77\x80" "???");		/* unknown */
	PUT(&b, "\5\0\1\0" "e\0v\0\2" "\x2a");
	assert_string_equal(json_of(&b), json);
	parse(&e, &b);
	assert_int_equal(e.name_size, 1);
	assert_memory_equal(e.name, "e", 1);
	/* The other way round, with an activity alone. */
	b.size = 0;
	PUT(&b, "\7\0\0\0\0\0\0\5" "\5\0\1\x80" "e\0v\0\2");
	PUT(&b, "\x10\0\2\0" IDS "\x2a");
	assert_string_equal(json_of(&b),
			    "\"provider\":\"Test\",\"level\":5,\"activity\":"
			    "\"01020304-0506-0708-090a-0b0c0d0e0f10\","
			    "\"fields\":{\"v\":42}");
}

static void bad_extensions_are_told(void **state)
{
	static const struct {
		const char *data;
		size_t size;
		enum uet_eh_damage damage;
		const char *json; /* of the fields */
	} cases[] = {
#define CASE(data, damage, json) { data, sizeof(data) - 1, damage, json }
		CASE("\x0f\0\0\0\0\0\0\5\5\0\1\0e\0v\0\2*",
		     UET_EH_DAMAGE_FLAGS, ""),
		CASE("\7\0\0\0\0\0\0\5\5\0\1", UET_EH_DAMAGE_EXTENSION, ""),
		CASE("\7\0\0\0\0\0\0\5\5\0\1\0e\0v\0", UET_EH_DAMAGE_EXTENSION,
		     ""),
		/* The payload's place is not known. */
		CASE("\7\0\0\0\0\0\0\5\5\0\1\x80" "e\0v\0\2\x10\0\2\0",
		     UET_EH_DAMAGE_EXTENSION, ""),
		/* The event's name has no end. */
		CASE("\7\0\0\0\0\0\0\5\1\0\1\0e", UET_EH_DAMAGE_EXTENSION, ""),
		/* Twice, of kind 0, of a wrong size: the fields are known. */
		CASE("\7\0\0\0\0\0\0\5\5\0\1\x80" "e\0v\0\2\1\0\1\0z*",
		     UET_EH_DAMAGE_EXTENSION, "\"v\":42"),
		CASE("\7\0\0\0\0\0\0\5\5\0\1\x80" "e\0v\0\2\0\0\0\0*",
		     UET_EH_DAMAGE_EXTENSION, "\"v\":42"),
		CASE("\7\0\0\0\0\0\0\5\5\0\1\x80" "e\0v\0\2\1\0\2\0z*",
		     UET_EH_DAMAGE_EXTENSION, "\"v\":42"),
		CASE("\7\0\0\0\0\0\0\5\1\0\3\0z", UET_EH_DAMAGE_NO_FIELDS, ""),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bytes b = { .size = 0 };
		char json[512];

		put(&b, cases[i].data, cases[i].size);
		snprintf(json, sizeof(json),
			 "\"provider\":\"Test\",\"level\":5,\"fields\":{%s},"
			 "\"damaged\":\"%s\"", cases[i].json,
			 uet_eh_damage_string(cases[i].damage));
		assert_string_equal(json_of(&b), json);
	}
}

#define HEAD "\"provider\":\"Test\",\"level\":4,"

/* s is a struct of x and t, which is an array of structs of y and z. */
static void make_nested(struct bytes *b, bool is_big)
{
	begin_event(b, is_big, 1);
	PUT(b, "e\0");
	FIELD(b, "s", 0x81, 2);
	FIELD(b, "x", 2);
	FIELD(b, "t", 0xc1, 2);
	FIELD(b, "y", 0x22, 0, 2); /* the count's order comes below */
	b->size -= 2;
	put16(b, 2);
	FIELD(b, "z", 7);
	FIELD(b, "x", 3);
	end_metadata(b);
}

static void structs_and_arrays_keep_their_shape(void **state)
{
	(void)state;
	for (int is_big = 0; is_big < 2; is_big++) {
		struct bytes b;

		make_nested(&b, is_big);
		put8(&b, 1);
		put16(&b, 2);
		PUT(&b, "\2\3ab\0\4\5\0");
		put16(&b, 300);
		assert_string_equal(json_of(&b), HEAD
				    "\"fields\":{\"s\":{\"x\":1,\"t\":["
				    "{\"y\":[2,3],\"z\":\"ab\"},"
				    "{\"y\":[4,5],\"z\":\"\"}]},\"x\":300}");
		assert_string_equal(text_of(&b),
				    "<level=4> s={x=1 t=[{y=[2,3] z=ab},"
				    "{y=[4,5] z=\"\"}]} x=300");
		/* None: the descriptions of its fields are passed over. */
		make_nested(&b, is_big);
		put8(&b, 1);
		put16(&b, 0);
		put16(&b, 300);
		assert_string_equal(json_of(&b), HEAD
				    "\"fields\":{\"s\":{\"x\":1,\"t\":[]},"
				    "\"x\":300}");
		assert_string_equal(text_of(&b),
				    "<level=4> s={x=1 t=[]} x=300");
	}
}

static void arrays_of_none_pass_over_structs_in_structs(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 0xc1, 2);
	FIELD(&b, "b", 0x81, 2);
	FIELD(&b, "c", 0xc1, 0x81, 5, 6);
	FIELD(&b, "d", 0x22, 7, 0);
	FIELD(&b, "f", 0x8d, 9);
	FIELD(&b, "g", 2);
	FIELD(&b, "h", 2);
	end_metadata(&b);
	PUT(&b, "\0\0\x2a\x2b");
	assert_string_equal(json_of(&b), HEAD
			    "\"fields\":{\"a\":[],\"h\":42}");
}

/* Structs in structs, the last with a byte in it. */
static void make_deep(struct bytes *b, unsigned int depth)
{
	begin_event(b, false, 1);
	PUT(b, "e\0");
	while (depth--)
		FIELD(b, "s", 0x81, 1);
	FIELD(b, "v", 2);
	FIELD(b, "w", 2);
	end_metadata(b);
	PUT(b, "\1\2");
}

static void eight_structs_lie_in_each_other_but_not_nine(void **state)
{
	struct bytes b;

	(void)state;
	make_deep(&b, 8);
	assert_string_equal(text_of(&b),
			    "<level=4> s={s={s={s={s={s={s={s={v=1}}}}}}}} w=2");
	make_deep(&b, 9);
	assert_string_equal(text_of(&b),
			    "<level=4> s={s={s={s={s={s={s={s={<damaged: s: "
			    "structs are nested more than 8 deep>}}}}}}}}");
}

static void a_struct_may_say_more_fields_than_there_are(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 0xc1, 20);
	FIELD(&b, "v", 2);
	end_metadata(&b);
	PUT(&b, "\2\0\7\x8");
	assert_string_equal(text_of(&b), "<level=4> a=[{v=7},{v=8}]");
}

/* Else a few bytes would be 65535 structs, of 65535 each, and so on. */
static void arrays_of_structs_without_values_end(void **state)
{
	struct bytes b;
	struct uet_eh_event e;
	struct uet_eh_cursor c;
	struct uet_eh_item item;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 0xa1, 1, 0xff, 0xff);
	FIELD(&b, "b", 0xa1, 1, 0xff, 0xff);
	FIELD(&b, "c", 0xa1, 1, 0xff, 0xff);
	end_metadata(&b);
	parse(&e, &b);
	uet_eh_begin(&c, &e);
	for (int n = 0; uet_eh_next(&c, &item) != UET_EH_END; n++)
		assert_in_range(n, 0, 20);
	assert_string_equal(text_of(&b), "<level=4> a=[{b=[{c=[{} "
			    "<damaged: c: the description is cut>]}]}]");
	/* One has an end; and where it takes bytes, any number has. */
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 0xc1, 1);
	FIELD(&b, "b", 0xc1, 1);
	end_metadata(&b);
	PUT(&b, "\2\0\1\0\1\0");
	assert_string_equal(text_of(&b), "<level=4> a=[{b=[{}]},{b=[{}]}]");
}

static void bad_descriptions_end_the_event(void **state)
{
	static const struct {
		unsigned char more[4];
		size_t size;
		enum uet_eh_damage damage;
	} cases[] = {
		{ { 0 }, 1, UET_EH_DAMAGE_ENCODING },
		{ { 14 }, 1, UET_EH_DAMAGE_ENCODING },
		{ { 31 }, 1, UET_EH_DAMAGE_ENCODING },
		{ { 0x62, 1, 0 }, 3, UET_EH_DAMAGE_ENCODING },
		{ { 0x22, 0, 0 }, 3, UET_EH_DAMAGE_ENCODING },
		{ { 1 }, 1, UET_EH_DAMAGE_ENCODING },
		{ { 0x81, 0 }, 2, UET_EH_DAMAGE_ENCODING },
		{ { 0x82 }, 1, UET_EH_DAMAGE_FIELD },
		{ { 0x82, 0x80 }, 2, UET_EH_DAMAGE_FIELD },
		{ { 0x82, 0x80, 1 }, 3, UET_EH_DAMAGE_FIELD },
		{ { 0x22, 1 }, 2, UET_EH_DAMAGE_FIELD },
		{ { 0 }, 0, UET_EH_DAMAGE_FIELD },
		{ { 4 }, 1, UET_EH_DAMAGE_PAYLOAD },
		{ { 0x42 }, 1, UET_EH_DAMAGE_PAYLOAD },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bytes b;
		char text[128];

		begin_event(&b, false, 1);
		PUT(&b, "e\0a\0\2bad\0");
		put(&b, cases[i].more, cases[i].size);
		end_metadata(&b);
		PUT(&b, "\1\2");
		if (i == sizeof(cases) / sizeof(cases[0]) - 1)
			b.size--;
		snprintf(text, sizeof(text), "<level=4> a=1 <damaged: bad: %s>",
			 uet_eh_damage_string(cases[i].damage));
		assert_string_equal(text_of(&b), text);
	}
}

static void cut_values_show_what_there_is(void **state)
{
	struct bytes b;

	(void)state;
#define CUT(payload, text, ...)                                                \
	do {                                                                   \
		begin_event(&b, false, 1);                                     \
		PUT(&b, "e\0");                                                \
		FIELD(&b, "v", __VA_ARGS__);                                   \
		end_metadata(&b);                                              \
		PUT(&b, payload);                                              \
		assert_string_equal(text_of(&b), "<level=4> " text             \
				    "<damaged: v: the event ends before the "  \
				    "value does>" TAIL);                       \
	} while (0)
#define TAIL ""
	CUT("hell", "v=hell ", 7);
	CUT("h\0i\0?", "v=hi ", 8);
	CUT("\5\0hell", "v=hell ", 10);
	CUT("\5\0h\0i\0?", "v=hi ", 11);
	CUT("\5\0\1\2", "v=0102 ", 13);
	/* Of a number a part is none. */
	CUT("\4\0\1\2", "", 0x8d, 1);
	CUT("\4\0\1\2", "", 0x8a, 4);
	CUT("\5\0", "", 10);
	CUT("\5", "", 10);
	CUT("", "", 7);
#undef TAIL
#define TAIL "]"
	CUT("\3\0\1\2", "v=[1,2 ", 0x42);
	CUT("\3\0a\0b", "v=[a,b ", 0x47);
	CUT("\3\0", "v=[", 0x45);
#undef TAIL
}

static void attributes_and_tags_stand_with_their_names(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e;kind=a;;b;c\0");
	FIELD(&b, "t;unit=ms;note=x;;;;y z;;", 0x84, 0x81, 0x1f, 0);
	FIELD(&b, "s;q", 0x81, 1);
	FIELD(&b, "v;;=1;", 2);
	FIELD(&b, "w", 2);
	end_metadata(&b);
	PUT(&b, "\5\0\0\0\1\2");
	assert_string_equal(json_of(&b), HEAD
		"\"attributes\":{\"kind\":\"a;b\",\"c\":\"\"},"
		"\"fields\":{\"t;tag=0x1F\":5,\"s\":{\"v\":1},\"w\":2},"
		"\"fieldAttributes\":{"
		"\"t\":{\"unit\":\"ms\",\"note\":\"x;;y z;\"},"
		"\"s\":{\"q\":\"\"},\"s.v\":{\"\":\"1\"}}");
	assert_string_equal(text_of(&b),
		"<level=4 kind=a;b c=\"\"> "
		"t<tag=0x1F unit=ms note=\"x;;y z;\">=5 "
		"s<q=\"\">={v<\"\"=1>=1} w=2");
}

/* They are put right behind where they are printed to. */
static void attributes_of_one_character_are_not_written_over(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e;q=\"\0");
	FIELD(&b, "v;q=\n;r=\\", 2);
	end_metadata(&b);
	PUT(&b, "\1");
	assert_string_equal(json_of(&b), HEAD
		"\"attributes\":{\"q\":\"\\\"\"},\"fields\":{\"v\":1},"
		"\"fieldAttributes\":{\"v\":{\"q\":\"\\n\",\"r\":\"\\\\\"}}");
	assert_string_equal(text_of(&b), "<level=4 q=\"\\\"\"> "
			    "v<q=\"\\n\" r=\"\\\\\">=1");
}

static void the_group_and_the_keyword_are_told(void **state)
{
	struct uet_eh_tracepoint t;
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	assert_int_equal(uet_eh_tracepoint_parse("P_L4Kf0Gab", &t), 0);
	begin_event(&b, true, 1);
	PUT(&b, "e\0");
	end_metadata(&b);
	assert_int_equal(uet_eh_event_parse(&e, &t, b.data, b.size), 0);
	test_out.size = 0;
	assert_int_equal(uet_eh_print_json(&test_out, &e), 0);
	assert_string_equal(test_text(),
			    "\"provider\":\"P\",\"level\":4,\"keyword\":\"0xF0\","
			    "\"group\":\"ab\",\"fields\":{}");
	test_out.size = 0;
	assert_int_equal(uet_eh_print_text(&test_out, &e), 0);
	assert_string_equal(test_text(), "<level=4 keyword=0xF0 group=ab>");
}

static void assert_found(const struct uet_eh_event *e, const char *path,
			 uint64_t n)
{
	struct uet_eh_cursor c;
	struct uet_eh_item item;

	assert_int_equal(uet_eh_find(e, path, &c, &item), 0);
	assert_int_equal(item.kind, UET_EH_VALUE);
	assert_true(item.value.u == n);
}

static void fields_are_found_by_their_paths(void **state)
{
	static const char *const none[] = { "", "y", "s.", "s.y", "s.x.y", "sx",
					    "t", "x.", ".x", "s.t.y.z", "xx" };
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	make_nested(&b, false);
	PUT(&b, "\1\2\0\2\3ab\0\4\5\0\x2c\1");
	parse(&e, &b);
	assert_found(&e, "s.x", 1);
	assert_found(&e, "x", 300);
	assert_int_equal(uet_eh_find(&e, "s", &c, &item), 0);
	assert_int_equal(item.kind, UET_EH_STRUCT_BEGIN);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
	assert_true(item.value.u == 1);
	assert_int_equal(uet_eh_find(&e, "s.t", &c, &item), 0);
	assert_int_equal(item.kind, UET_EH_ARRAY_BEGIN);
	assert_int_equal(item.count, 2);
	assert_int_equal(uet_eh_find(&e, "s.t.y", &c, &item), 0);
	assert_int_equal(item.kind, UET_EH_ARRAY_BEGIN);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
	assert_true(item.value.u == 2);
	assert_true(item.is_element);
	assert_int_equal(uet_eh_find(&e, "s.t.z", &c, &item), 0);
	assert_int_equal(item.value.size, 2);
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(uet_eh_find(&e, none[i], &c, &item), -ENOENT);
	/* Cut in front of the last field. */
	b.size -= 2;
	parse(&e, &b);
	assert_found(&e, "s.x", 1);
	assert_int_equal(uet_eh_find(&e, "x", &c, &item), -EBADMSG);
}

static void the_first_of_two_fields_is_found_that_has_the_path(void **state)
{
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 2);
	FIELD(&b, "a", 0x81, 1);
	FIELD(&b, "b", 2);
	FIELD(&b, "a", 0x81, 2);
	FIELD(&b, "c", 2);
	FIELD(&b, "b", 2);
	FIELD(&b, "a.d", 2);
	end_metadata(&b);
	PUT(&b, "\1\2\3\4\5");
	parse(&e, &b);
	assert_found(&e, "a", 1);
	assert_found(&e, "a.b", 2);
	assert_found(&e, "a.c", 3);
	/* A name with a point in it is a name. */
	assert_found(&e, "a.d", 5);
}

static void items_know_their_places(void **state)
{
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	make_nested(&b, false);
	PUT(&b, "\1\2\0\2\3ab\0\4\5\0\x2c\1");
	parse(&e, &b);
	assert_int_equal(uet_eh_find(&e, "s.t", &c, &item), 0);
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_STRUCT_BEGIN);
		assert_true(item.is_element);
		assert_int_equal(item.index, i);
		assert_int_equal(item.count, 2);
		assert_memory_equal(item.field->name, "t", 2);
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_ARRAY_BEGIN);
		assert_int_equal(item.count, 2);
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
		assert_int_equal(item.index, 0);
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
		assert_int_equal(item.index, 1);
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_ARRAY_END);
		assert_memory_equal(item.field->name, "y", 2);
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
		assert_false(item.is_element);
		assert_int_equal(uet_eh_next(&c, &item), UET_EH_STRUCT_END);
	}
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_ARRAY_END);
	assert_memory_equal(item.field->name, "t", 2);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_STRUCT_END);
	assert_memory_equal(item.field->name, "s", 2);
	assert_int_equal(uet_eh_next(&c, &item), UET_EH_VALUE);
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
		cmocka_unit_test(names_of_tracepoints_are_taken_apart),
		cmocka_unit_test(other_names_are_refused),
		cmocka_unit_test(formats_are_known_by_their_fields),
		cmocka_unit_test(headers_are_read_in_both_byte_orders),
		cmocka_unit_test(extensions_come_in_any_order),
		cmocka_unit_test(bad_extensions_are_told),
		cmocka_unit_test(structs_and_arrays_keep_their_shape),
		cmocka_unit_test(arrays_of_none_pass_over_structs_in_structs),
		cmocka_unit_test(eight_structs_lie_in_each_other_but_not_nine),
		cmocka_unit_test(a_struct_may_say_more_fields_than_there_are),
		cmocka_unit_test(arrays_of_structs_without_values_end),
		cmocka_unit_test(bad_descriptions_end_the_event),
		cmocka_unit_test(cut_values_show_what_there_is),
		cmocka_unit_test(attributes_and_tags_stand_with_their_names),
		cmocka_unit_test(attributes_of_one_character_are_not_written_over),
		cmocka_unit_test(the_group_and_the_keyword_are_told),
		cmocka_unit_test(fields_are_found_by_their_paths),
		cmocka_unit_test(the_first_of_two_fields_is_found_that_has_the_path),
		cmocka_unit_test(items_know_their_places),
	};

	return cmocka_run_group_tests(tests, NULL, tear_down);
}
