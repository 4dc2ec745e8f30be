/* SPDX-License-Identifier: MIT */
/*
 * What the macros tell the kernel and write to it, byte by byte.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_registration.h"
#include "test_macros.h"
#include "uet/register.h"

struct point {
	short x, y;
	char z;
};

enum { LENGTH = 5 };

UET_EVENT(nothing, "nothing");
UET_EVENT(numbers, "numbers", UET_U8(a), UET_S8(b), UET_U16(c), UET_S16(d),
	  UET_U32(e), UET_S32(f), UET_U64(g), UET_S64(h), UET_BOOL(i));
UET_EVENT(others, "others", UET_PTR(p), UET_F32(f), UET_F64(d),
	  UET_CHARS(c, LENGTH + 1), UET_STRUCT(s, point));
UET_EVENT(dynamic, "dynamic", UET_STR(s), UET_U8(mid), UET_BYTES(b));
UET_EVENT(errno_, "errno_", UET_S32(errno));
UET_EVENT(counted, "counted", UET_U8(a), UET_COUNTER(errno), UET_U8(z));
UET_EVENT_FLAGS(flagged, UET_FLAG_PERSIST | UET_FLAG_MULTI_FORMAT, "flagged",
		UET_U32(a));
UET_EVENT(many, "many",
	  UET_U8(a0), UET_U8(a1), UET_U8(a2), UET_U8(a3), UET_U8(a4),
	  UET_U8(a5), UET_U8(a6), UET_U8(a7), UET_U8(a8), UET_U8(a9),
	  UET_U8(b0), UET_U8(b1), UET_U8(b2), UET_U8(b3), UET_U8(b4),
	  UET_U8(b5), UET_U8(b6), UET_U8(b7), UET_U8(b8), UET_U8(b9),
	  UET_U8(c0), UET_U8(c1), UET_U8(c2), UET_U8(c3), UET_U8(c4),
	  UET_U8(c5), UET_U8(c6), UET_U8(c7), UET_U8(c8), UET_U8(c9),
	  UET_U8(d0), UET_U8(d1));
/* As many as a description of 512 bytes holds. */
UET_EVENT(all_bytes, "all_bytes",
	  UET_BYTES(a0), UET_BYTES(a1), UET_BYTES(a2), UET_BYTES(a3),
	  UET_BYTES(a4), UET_BYTES(a5), UET_BYTES(a6), UET_BYTES(a7),
	  UET_BYTES(b0), UET_BYTES(b1), UET_BYTES(b2), UET_BYTES(b3),
	  UET_BYTES(b4), UET_BYTES(b5), UET_BYTES(b6), UET_BYTES(b7),
	  UET_BYTES(c0), UET_BYTES(c1), UET_BYTES(c2), UET_BYTES(c3),
	  UET_BYTES(c4), UET_BYTES(c5), UET_BYTES(c6), UET_BYTES(c7));

#define assert_description(id, expected) \
	assert_string_equal(registration(UET_EVENT_REF(id))->text, expected)

/* What the last write had behind its write index. */
#define assert_payload(id, ...) \
	do { \
		static const unsigned char expected[] = { __VA_ARGS__ }; \
		struct fake_write *w = fake_sys.writes; \
		assert_int_equal(fake_sys.n_writes, 1); \
		assert_memory_equal(w->bytes, &uet__event_##id.write_index, \
				    4); \
		assert_int_equal(w->size, 4 + sizeof(expected)); \
		assert_memory_equal(w->bytes + 4, expected, \
				    sizeof(expected)); \
	} while (0)

static void turn(uint32_t *word, bool on)
{
	*word = on ? 1 : 0;
}

static int start(void **state)
{
	(void)state;
	uet_unregister();
	fake_sys_reset();
	return uet_register();
}

static void descriptions(void **state)
{
	(void)state;
	assert_description(nothing, "nothing");
	assert_description(numbers, "numbers u8 a; s8 b; u16 c; s16 d; u32 e; "
				    "s32 f; u64 g; s64 h; u8 i");
	assert_description(others, "others u64 p; struct f32 f 4; "
				   "struct f64 d 8; char[6] c; "
				   "struct point s 6");
	assert_description(dynamic, "dynamic __rel_loc char[] s; u8 mid; "
				    "__rel_loc u8[] b");
	assert_description(errno_, "errno_ s32 errno");
	assert_description(counted, "counted u8 a; u64 errno; u8 errno_state; "
				    "u8 z");
	assert_description(elsewhere, "elsewhere u32 a; __rel_loc char[] s");
	assert_int_equal(registration(UET_EVENT_REF(flagged))->flags, 3);
	assert_int_equal(registration(UET_EVENT_REF(nothing))->flags, 0);
}

static void disabled_probe_evaluates_nothing(void **state)
{
	int evaluated = 0;

	(void)state;
	UET_TRACE(errno_, ++evaluated);
	assert_int_equal(evaluated, 0);
	assert_int_equal(fake_sys.n_writes, 0);
	turn(&uet__word_errno_, true);
	UET_TRACE(errno_, ++evaluated);
	turn(&uet__word_errno_, false);
	assert_int_equal(evaluated, 1);
	assert_payload(errno_, 1, 0, 0, 0);
}

static void enabled_follows_any_bit_of_the_word(void **state)
{
	(void)state;
	assert_false(UET_ENABLED(nothing));
	for (int bit = 0; bit < 32; bit++) {
		uet__word_nothing = UINT32_C(1) << bit;
		assert_true(UET_ENABLED(nothing));
	}
	uet__word_nothing = 0;
	assert_false(UET_ENABLED(nothing));
}

static void no_fields_write_the_index_alone(void **state)
{
	(void)state;
	turn(&uet__word_nothing, true);
	UET_TRACE(nothing);
	turn(&uet__word_nothing, false);
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(fake_sys.writes[0].size, 4);
}

static void integers_are_packed(void **state)
{
	(void)state;
	turn(&uet__word_numbers, true);
	UET_TRACE(numbers, 0xff, -1, 0x1234, -2, 0x12345678, -3,
		  0x1122334455667788, -4, 7);
	turn(&uet__word_numbers, false);
	assert_payload(numbers, 0xff, 0xff, 0x34, 0x12, 0xfe, 0xff, 0x78, 0x56,
		       0x34, 0x12, 0xfd, 0xff, 0xff, 0xff, 0x88, 0x77, 0x66,
		       0x55, 0x44, 0x33, 0x22, 0x11, 0xfc, 0xff, 0xff, 0xff,
		       0xff, 0xff, 0xff, 0xff, 1);
}

static void floats_arrays_and_structs(void **state)
{
	const struct point p = { 1, -1, 'z' };

	(void)state;
	turn(&uet__word_others, true);
	UET_TRACE(others, (void *)0x1234, 1.5f, -2, "hello, world", &p);
	turn(&uet__word_others, false);
	assert_int_equal(fake_sys.writes[0].size, 4 + 8 + 4 + 8 + 6 + 6);
	/* The struct's last byte is padding. */
	fake_sys.writes[0].bytes[35] = 0;
	assert_payload(others, 0x34, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0x3f,
		       0, 0, 0, 0, 0, 0, 0, 0xc0, 'h', 'e', 'l', 'l', 'o', ',',
		       1, 0, 0xff, 0xff, 'z', 0);
}

static void short_strings_are_padded_and_null_is_zeros(void **state)
{
	(void)state;
	turn(&uet__word_others, true);
	UET_TRACE(others, NULL, 0, 0, "ab", NULL);
	turn(&uet__word_others, false);
	assert_payload(others, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		       0, 0, 0, 0, 'a', 'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

static void dynamic_fields_lie_behind_the_fixed_ones(void **state)
{
	(void)state;
	turn(&uet__word_dynamic, true);
	UET_TRACE(dynamic, "hey", 7, "\1\2", 2);
	turn(&uet__word_dynamic, false);
	/* s: 4 bytes, 5 behind its location word; b: 2 bytes, 4 behind */
	assert_payload(dynamic, 5, 0, 4, 0, 7, 4, 0, 2, 0, 'h', 'e', 'y', 0, 1,
		       2);
	assert_int_equal(fake_sys.writes[0].segments, 1);
}

static void null_and_empty_dynamic_fields(void **state)
{
	(void)state;
	turn(&uet__word_dynamic, true);
	UET_TRACE(dynamic, NULL, 0, NULL, 10);
	assert_payload(dynamic, 5, 0, 7, 0, 0, 7, 0, 0, 0, '(', 'n', 'u', 'l',
		       'l', ')', 0);
	fake_sys.n_writes = 0;
	UET_TRACE(dynamic, "", 0, "x", 0);
	assert_payload(dynamic, 5, 0, 1, 0, 0, 1, 0, 0, 0, 0);
	turn(&uet__word_dynamic, false);
}

static void thirty_two_fields(void **state)
{
	(void)state;
	turn(&uet__word_many, true);
	UET_TRACE(many, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
		  31);
	turn(&uet__word_many, false);
	assert_payload(many, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
		       15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
		       29, 30, 31);
}

static void two_arguments_for_each_of_many_fields(void **state)
{
	const char *x = "x";

	(void)state;
	turn(&uet__word_all_bytes, true);
	UET_TRACE(all_bytes, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x,
		  1, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x, 1, x,
		  1, x, 1, x, 1, x, 1, x, 1, x, 1);
	turn(&uet__word_all_bytes, false);
	assert_int_equal(fake_sys.writes[0].size, 4 + 24 * 4 + 24);
	/* The last location word: right in front of its byte's 23 fellows. */
	assert_memory_equal(fake_sys.writes[0].bytes + 4 + 23 * 4,
			    ((unsigned char[]){ 23, 0, 1, 0 }), 4);
}

static void event_of_another_file(void **state)
{
	(void)state;
	turn(&uet__word_elsewhere, true);
	UET_TRACE(elsewhere, 1, "a");
	trace_elsewhere(1, "a");
	turn(&uet__word_elsewhere, false);
	assert_int_equal(fake_sys.n_writes, 2);
	assert_int_equal(fake_sys.writes[0].size, fake_sys.writes[1].size);
	assert_memory_equal(fake_sys.writes[0].bytes, fake_sys.writes[1].bytes,
			    fake_sys.writes[0].size);
}

static void count_is_a_value_and_what_it_is_worth(void **state)
{
	struct uet_count count = { UINT64_C(0x1122334455667788),
				   UET_COUNT_SCALED };

	(void)state;
	turn(&uet__word_counted, true);
	UET_TRACE(counted, 7, count, 9);
	turn(&uet__word_counted, false);
	assert_payload(counted, 7, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22,
		       0x11, 1, 9);
}

static void trace_is_one_statement(void **state)
{
	(void)state;
	turn(&uet__word_nothing, true);
	if (fake_sys.n_writes)
		UET_TRACE(nothing);
	else
		UET_TRACE(nothing);
	turn(&uet__word_nothing, false);
	assert_int_equal(fake_sys.n_writes, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(descriptions, start),
		cmocka_unit_test_setup(disabled_probe_evaluates_nothing,
				       start),
		cmocka_unit_test_setup(enabled_follows_any_bit_of_the_word,
				       start),
		cmocka_unit_test_setup(no_fields_write_the_index_alone, start),
		cmocka_unit_test_setup(integers_are_packed, start),
		cmocka_unit_test_setup(floats_arrays_and_structs, start),
		cmocka_unit_test_setup(
			short_strings_are_padded_and_null_is_zeros, start),
		cmocka_unit_test_setup(
			dynamic_fields_lie_behind_the_fixed_ones, start),
		cmocka_unit_test_setup(null_and_empty_dynamic_fields, start),
		cmocka_unit_test_setup(thirty_two_fields, start),
		cmocka_unit_test_setup(two_arguments_for_each_of_many_fields,
				       start),
		cmocka_unit_test_setup(event_of_another_file, start),
		cmocka_unit_test_setup(count_is_a_value_and_what_it_is_worth,
				       start),
		cmocka_unit_test_setup(trace_is_one_statement, start),
	};

	return cmocka_run_group_tests_name("macros", tests, NULL, NULL);
}
