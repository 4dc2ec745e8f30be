/* SPDX-License-Identifier: MIT */
/*
 * Raw records to typed values: each kind of field, dynamic data, and locations
 * that lie.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <uet/decode.h>

#define HEAD                                                                   \
	"name: e\nID: 1\nformat:\n"                                            \
	"\tfield:u64 common_all;\toffset:0;\tsize:8;\tsigned:0;\n\n"

/* Every value that a visit saw, in order. */
struct seen {
	struct uet_value values[16];
	const char *names[16];
	size_t n;
};

static int remember(void *context, const struct uet_field *field,
		    const struct uet_value *value)
{
	struct seen *seen = context;

	seen->names[seen->n] = field->name;
	seen->values[seen->n++] = *value;
	return 0;
}

static struct uet_format *format;
static struct uet_plan *plan;
static void *copy;

/* The record is copied to exactly its size, for the sanitizer to see. */
static struct seen decode(const char *fields, const void *raw, size_t size)
{
	struct seen seen = { .n = 0 };
	char text[2048];

	uet_plan_free(plan);
	uet_format_free(format);
	free(copy);
	strcpy(text, HEAD);
	strcat(text, fields);
	assert_int_equal(uet_format_parse(text, strlen(text), &format, NULL),
			 0);
	assert_int_equal(uet_plan_new(format, "s:e", &plan, NULL), 0);
	copy = malloc(size ? size : 1);
	memcpy(copy, raw, size);
	assert_int_equal(uet_plan_visit(plan, copy, size, remember, &seen), 0);
	return seen;
}

static int free_all(void **state)
{
	(void)state;
	uet_plan_free(plan);
	uet_format_free(format);
	free(copy);
	return 0;
}

#define FIELD(declaration, offset, size, is_signed)                            \
	"\tfield:" declaration ";\toffset:" #offset ";\tsize:" #size           \
	";\tsigned:" #is_signed ";\n"

static void integers_of_every_size(void **state)
{
	static const unsigned char raw[] = {
		0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xfe, 0xff, 0xfe, 0xff,
		0xfd, 0xff, 0xff, 0xff, 0xfd, 0xff, 0xff, 0xff,
		0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff,
	};
	struct seen s = decode(FIELD("s8 a", 8, 1, 1) FIELD("u8 b", 9, 1, 0)
			       FIELD("s16 c", 10, 2, 1)
			       FIELD("u16 d", 12, 2, 0)
			       FIELD("s32 e", 14, 4, 1)
			       FIELD("u32 f", 18, 4, 0)
			       FIELD("s64 g", 22, 8, 1)
			       FIELD("u64 h", 30, 8, 0), raw, sizeof(raw));

	(void)state;
	assert_int_equal(s.n, 8);
	assert_string_equal(s.names[0], "a");
	assert_int_equal(s.values[0].kind, UET_VALUE_INT);
	assert_int_equal(s.values[0].s, -1);
	assert_int_equal(s.values[1].kind, UET_VALUE_UINT);
	assert_int_equal(s.values[1].u, 255);
	assert_int_equal(s.values[2].s, -2);
	assert_int_equal(s.values[3].u, 65534);
	assert_int_equal(s.values[4].s, -3);
	assert_int_equal(s.values[5].u, 4294967293);
	assert_true(s.values[6].s == INT64_MIN);
	assert_true(s.values[7].u == UINT64_MAX);
}

static void numbers_with_a_point(void **state)
{
	static const unsigned char raw[] = {
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0x3f,
		0, 0, 0, 0, 0, 0, 0x04, 0xc0,
	};
	struct seen s = decode(FIELD("struct f32 x", 8, 4, 1)
			       FIELD("struct f64 y", 12, 8, 1), raw,
			       sizeof(raw));

	(void)state;
	assert_int_equal(s.values[0].kind, UET_VALUE_F32);
	assert_true(s.values[0].f == 1.5);
	assert_int_equal(s.values[1].kind, UET_VALUE_F64);
	assert_true(s.values[1].f == -2.5);
}

static void assert_view(const struct uet_value *v, enum uet_value_kind kind,
			const void *data, size_t size)
{
	assert_int_equal(v->kind, kind);
	assert_int_equal(v->size, size);
	assert_memory_equal(v->data, data, size);
}

static void fixed_strings_end_at_their_nul(void **state)
{
	struct seen s = decode(FIELD("char tag[6]", 8, 6, 1)
			       FIELD("char full[4]", 14, 4, 1)
			       FIELD("u8 mac[3]", 18, 3, 0)
			       FIELD("struct p q", 21, 2, 1),
			       "\0\0\0\0\0\0\0\0ab\0xyzfull\1\2\3\4\5", 23);

	(void)state;
	assert_view(&s.values[0], UET_VALUE_STRING, "ab", 2);
	assert_view(&s.values[1], UET_VALUE_STRING, "full", 4);
	assert_view(&s.values[2], UET_VALUE_BYTES, "\1\2\3", 3);
	assert_view(&s.values[3], UET_VALUE_BYTES, "\4\5", 2);
}

static void dynamic_data_is_found_both_ways(void **state)
{
	/* rel: 3 bytes, 8 behind the end of the u32 at 8; abs: 4 at 24. */
	static const unsigned char raw[] = {
		0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 3, 0, 24, 0, 4, 0,
		4, 0, 4, 0, 'h', 'i', 0, 0, 0xfe, 0xff, 7, 0,
	};
	struct seen s = decode(FIELD("__rel_loc char m[7766496]", 8, 4, 1)
			       FIELD("__data_loc s16[] l", 12, 4, 1)
			       FIELD("__rel_loc u8 b[]", 16, 4, 1), raw,
			       sizeof(raw));
	struct uet_value element;

	(void)state;
	assert_view(&s.values[0], UET_VALUE_STRING, "hi", 2);
	assert_int_equal(s.values[1].kind, UET_VALUE_ARRAY);
	assert_int_equal(s.values[1].count, 2);
	uet_value_element(&s.values[1], 0, &element);
	assert_int_equal(element.kind, UET_VALUE_INT);
	assert_int_equal(element.s, -2);
	uet_value_element(&s.values[1], 1, &element);
	assert_int_equal(element.s, 7);
	assert_view(&s.values[2], UET_VALUE_BYTES, "\xfe\xff\7\0", 4);
}

static void an_array_of_longs(void **state)
{
	static const unsigned char raw[] = {
		0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
		2, 0, 0, 0, 0, 0, 0, 0xf0,
	};
	struct seen s = decode(FIELD("unsigned long args[2]", 8, 16, 0), raw,
			       sizeof(raw));
	struct uet_value element;

	(void)state;
	assert_int_equal(s.values[0].kind, UET_VALUE_ARRAY);
	assert_int_equal(s.values[0].count, 2);
	uet_value_element(&s.values[0], 1, &element);
	assert_int_equal(element.kind, UET_VALUE_UINT);
	assert_true(element.u == 0xf000000000000002);
}

static void what_lies_outside_is_missing(void **state)
{
	static const unsigned char raw[][12] = {
		/* One byte too many; far away; the largest of both. */
		{ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 },
		{ 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0 },
		{ 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff },
	};
	struct seen s;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		s = decode(FIELD("__rel_loc char m[]", 8, 4, 1), raw[i], 12);
		assert_int_equal(s.values[0].kind, UET_VALUE_MISSING);
	}
	s = decode(FIELD("__data_loc char[] m", 8, 4, 1), raw[2], 12);
	assert_int_equal(s.values[0].kind, UET_VALUE_MISSING);
	/* The record ends inside of the u32, or before any field. */
	s = decode(FIELD("__rel_loc char m[]", 8, 4, 1), raw[0], 11);
	assert_int_equal(s.values[0].kind, UET_VALUE_MISSING);
	/* Its end, taken as 32 bits, is 7. */
	s = decode(FIELD("u64 n", 4294967295, 8, 0), raw[0], 12);
	assert_int_equal(s.values[0].kind, UET_VALUE_MISSING);
	s = decode(FIELD("u64 n", 8, 8, 0), raw[0], 0);
	assert_int_equal(s.values[0].kind, UET_VALUE_MISSING);
}

static void an_empty_location_at_the_end_is_empty(void **state)
{
	static const unsigned char raw[12] = { 0 };
	struct seen s = decode(FIELD("__rel_loc u8 b[]", 8, 4, 1), raw, 12);

	(void)state;
	assert_int_equal(s.values[0].kind, UET_VALUE_BYTES);
	assert_int_equal(s.values[0].size, 0);
}

static int stop(void *context, const struct uet_field *field,
		const struct uet_value *value)
{
	(void)field;
	(void)value;
	return ++*(int *)context == 2 ? 5 : 0;
}

static void a_visitor_can_stop(void **state)
{
	static const unsigned char raw[16];
	int calls = 0;

	(void)state;
	decode(FIELD("u8 a", 8, 1, 0) FIELD("u8 b", 9, 1, 0)
	       FIELD("u8 c", 10, 1, 0), raw, sizeof(raw));
	assert_int_equal(uet_plan_visit(plan, raw, sizeof(raw), stop, &calls),
			 5);
	assert_int_equal(calls, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_of_every_size),
		cmocka_unit_test(numbers_with_a_point),
		cmocka_unit_test(fixed_strings_end_at_their_nul),
		cmocka_unit_test(dynamic_data_is_found_both_ways),
		cmocka_unit_test(an_array_of_longs),
		cmocka_unit_test(what_lies_outside_is_missing),
		cmocka_unit_test(an_empty_location_at_the_end_is_empty),
		cmocka_unit_test(a_visitor_can_stop),
	};

	return cmocka_run_group_tests_name("decode", tests, NULL, free_all);
}
