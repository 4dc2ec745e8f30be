/* SPDX-License-Identifier: MIT */
/*
 * Descriptions that are built field by field.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "uet/description.h"

static void every_type_is_written_as_the_kernel_reads_it(void **state)
{
	struct uet_description_builder b;

	(void)state;
	uet_description_begin(&b, "all");
	assert_string_equal(b.text, "all");
	uet_description_add(&b, UET_TYPE_U8, "a", 0);
	uet_description_add(&b, UET_TYPE_S16, "b", 0);
	uet_description_add(&b, UET_TYPE_U64, "c", 0);
	uet_description_add(&b, UET_TYPE_F32, "d", 0);
	uet_description_add(&b, UET_TYPE_F64, "e", 0);
	uet_description_add(&b, UET_TYPE_STRING, "f", 0);
	uet_description_add(&b, UET_TYPE_BYTES, "g", 0);
	uet_description_add(&b, UET_TYPE_CHARS, "h", 1024);
	uet_description_add_struct(&b, "point", "i", 8);
	assert_int_equal(b.error, 0);
	assert_string_equal(b.text,
			    "all u8 a; s16 b; u64 c; struct f32 d 4; "
			    "struct f64 e 8; __rel_loc char[] f; "
			    "__rel_loc u8[] g; char[1024] h; "
			    "struct point i 8");
	assert_int_equal(b.length, strlen(b.text));
	assert_int_equal(uet_description_check(b.text, NULL), 0);
}

static void bad_names_are_refused(void **state)
{
	static const char *const events[] = {
		"", "a b", "a/b", "a:b", "a;b", "a\nb", ".", "..", "enable",
		"filter",
	};
	static const char *const fields[] = {
		"", "1a", "a b", "a;", "a-b", "*a", "a[2]", "\xc3\xa9",
	};
	struct uet_description_builder b;

	(void)state;
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		assert_int_equal(uet_description_begin(&b, events[i]),
				 -EINVAL);
	assert_int_equal(uet_description_begin(&b, NULL), -EINVAL);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		assert_int_equal(uet_description_begin(&b, "x"), 0);
		assert_int_equal(uet_description_add(&b, UET_TYPE_U8,
						     fields[i], 0), -EINVAL);
	}
	assert_int_equal(uet_description_begin(&b, "x"), 0);
	assert_int_equal(uet_description_add(&b, UET_TYPE_U8, NULL, 0),
			 -EINVAL);
}

static void a_mistake_stays(void **state)
{
	struct uet_description_builder b;

	(void)state;
	uet_description_begin(&b, "x");
	uet_description_add(&b, UET_TYPE_U8, "a", 0);
	assert_int_equal(uet_description_add(&b, UET_TYPE_U16, "a", 0),
			 -EEXIST);
	assert_int_equal(uet_description_add(&b, UET_TYPE_U16, "b", 0),
			 -EEXIST);
	assert_int_equal(uet_description_add_struct(&b, "s", "c", 1), -EEXIST);
	assert_int_equal(b.error, -EEXIST);
	assert_string_equal(b.text, "");
	assert_int_equal(uet_description_begin(&b, "y"), 0);
	assert_int_equal(b.error, 0);
}

#define assert_refused(call) \
	do { \
		struct uet_description_builder b; \
		uet_description_begin(&b, "x"); \
		assert_int_equal(call, -EINVAL); \
	} while (0)

static void bad_sizes_and_types_are_refused(void **state)
{
	(void)state;
	assert_refused(uet_description_add(&b, UET_TYPE_CHARS, "a", 0));
	assert_refused(uet_description_add(&b, UET_TYPE_CHARS, "a", 1025));
	assert_refused(uet_description_add(&b, UET_TYPE_U32, "a", 4));
	assert_refused(uet_description_add(&b, (enum uet_type)0, "a", 0));
	assert_refused(uet_description_add(&b, (enum uet_type)14, "a", 0));
	assert_refused(uet_description_add(&b, (enum uet_type)-1, "a", 0));
	assert_refused(uet_description_add_struct(&b, "s", "a", 0));
	assert_refused(uet_description_add_struct(&b, "s t", "a", 1));
	assert_refused(uet_description_add_struct(&b, NULL, "a", 1));
	assert_refused(uet_description_add_struct(&b, "s", "a", 1u << 31));
}

static void it_is_as_long_as_the_kernel_takes(void **state)
{
	struct uet_description_builder b;
	char name[600];

	(void)state;
	/* "NAME u8 a" and its NUL. */
	memset(name, 'n', sizeof(name));
	name[UET_DESC_MAX - 6] = '\0';
	assert_int_equal(uet_description_begin(&b, name), 0);
	assert_int_equal(uet_description_add(&b, UET_TYPE_U8, "a", 0), 0);
	assert_int_equal(b.length, UET_DESC_MAX - 1);
	assert_int_equal(uet_description_check(b.text, NULL), 0);
	assert_int_equal(uet_description_add(&b, UET_TYPE_U8, "b", 0), -E2BIG);
	name[UET_DESC_MAX - 6] = 'n';
	name[UET_DESC_MAX - 5] = '\0';
	assert_int_equal(uet_description_begin(&b, name), 0);
	assert_int_equal(uet_description_add(&b, UET_TYPE_U8, "a", 0), -E2BIG);
	name[UET_DESC_MAX - 5] = 'n';
	name[UET_DESC_MAX] = '\0';
	assert_int_equal(uet_description_begin(&b, name), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_type_is_written_as_the_kernel_reads_it),
		cmocka_unit_test(bad_names_are_refused),
		cmocka_unit_test(a_mistake_stays),
		cmocka_unit_test(bad_sizes_and_types_are_refused),
		cmocka_unit_test(it_is_as_long_as_the_kernel_takes),
	};

	return cmocka_run_group_tests_name("builder", tests, NULL, NULL);
}
