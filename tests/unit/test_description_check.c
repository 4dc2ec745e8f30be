/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../kernel/descriptions.h"
#include "common/description_check.h"

static void each_is_judged_as_expected(void **state)
{
	unsigned int wrong = 0;

	(void)state;
	for (size_t i = 0; i < N_DESCRIPTIONS; i++) {
		const struct description *d = &descriptions[i];
		struct uet_description_error where = { 12345, "not set" };
		int result = uet_description_check(d->text, &where);

		if (result == d->result && where.offset == d->offset &&
		    (d->says ? where.reason && strstr(where.reason, d->says) :
			       !where.reason))
			continue;
		wrong++;
		print_message("# '%s': %d at %zu: %s\n", d->text, result,
			      where.offset,
			      where.reason ? where.reason : "(nothing)");
	}
	assert_int_equal(wrong, 0);
}

static void each_is_measured_as_expected(void **state)
{
	unsigned int wrong = 0;

	(void)state;
	for (size_t i = 0; i < N_DESCRIPTIONS; i++) {
		const struct description *d = &descriptions[i];
		struct uet_description_info info = { .size = sizeof(info) };
		int result = uet_description_measure(d->text, &info);

		if (result == d->result && info.n_fields == d->n_fields &&
		    info.n_dynamic == d->n_dynamic &&
		    info.fixed_size == d->fixed_size && info.once == d->once)
			continue;
		wrong++;
		print_message("# '%s': %d, %u fields, %u dynamic, %llu bytes, "
			      "once %u\n", d->text, result, info.n_fields,
			      info.n_dynamic,
			      (unsigned long long)info.fixed_size, info.once);
	}
	assert_int_equal(wrong, 0);
}

static void reasons_fit_and_point_into_the_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_DESCRIPTIONS; i++) {
		struct uet_description_error where;
		size_t length = strlen(descriptions[i].text);

		uet_description_check(descriptions[i].text, &where);
		assert_in_range(where.offset, 0, length);
		if (!where.reason)
			continue;
		assert_in_range(strlen(where.reason), 20, 127);
		assert_int_not_equal(
			where.reason[strlen(where.reason) - 1], '.');
	}
}

/* Each text cut off everywhere, without a byte behind it: for ASan. */
static void no_byte_behind_the_text_is_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_DESCRIPTIONS; i++) {
		size_t length = strlen(descriptions[i].text);

		for (size_t n = 0; n <= length && n < 80; n++) {
			char *text = malloc(n + 1);

			assert_non_null(text);
			memcpy(text, descriptions[i].text, n);
			text[n] = '\0';
			uet_description_check(text, NULL);
			free(text);
		}
	}
}

static void a_long_text_is_read_up_to_the_limit(void **state)
{
	char *text = malloc(UET_DESC_MAX); /* no NUL */

	(void)state;
	assert_non_null(text);
	memset(text, 'n', UET_DESC_MAX);
	assert_int_equal(uet_description_check(text, NULL), -E2BIG);
	free(text);
}

static void fields_lie_packed(void **state)
{
	const char *text = "x u8 a; struct f64 b 8;__rel_loc u8[] c; "
			   "__data_loc char[] d";
	struct uet_description_error where;
	struct uet_desc_reader reader;
	struct uet_desc_field f;

	(void)state;
	assert_int_equal(uet_desc_begin(&reader, text, &where), 0);
	assert_int_equal(uet_desc_next(&reader, &f), 1);
	assert_true(uet_desc_span_is(f.type, "u8"));
	assert_true(uet_desc_span_is(f.name, "a"));
	assert_int_equal(f.offset, 0);
	assert_int_equal(f.size, 1);
	assert_false(f.is_struct || f.is_dynamic || f.is_string);
	assert_int_equal(uet_desc_next(&reader, &f), 1);
	assert_true(uet_desc_span_is(f.type, "struct f64"));
	assert_true(uet_desc_span_is(f.name, "b"));
	assert_int_equal(f.offset, 1);
	assert_int_equal(f.size, 8);
	assert_true(f.is_struct);
	assert_int_equal(uet_desc_next(&reader, &f), 1);
	assert_true(uet_desc_span_is(f.all, "__rel_loc u8[] c"));
	assert_int_equal(f.offset, 9);
	assert_true(f.is_dynamic && !f.is_string);
	assert_int_equal(uet_desc_next(&reader, &f), 1);
	assert_int_equal(f.offset, 13);
	assert_true(f.is_dynamic && f.is_string);
	assert_int_equal(uet_desc_next(&reader, &f), 0);
	assert_int_equal(uet_desc_next(&reader, &f), 0);
}

static void info_of_another_version_is_filled(void **state)
{
	struct {
		struct uet_description_info info;
		uint64_t added;
	} newer = { .info.size = sizeof(newer), .added = 7 };
	struct uet_description_info older = {
		.size = offsetof(struct uet_description_info, n_dynamic),
		.n_dynamic = 7,
	};

	(void)state;
	assert_int_equal(uet_description_measure("name u32 a; u8 b",
						 &newer.info), 0);
	assert_int_equal(newer.info.size, sizeof(newer));
	assert_int_equal(newer.info.name_length, 4);
	assert_int_equal(newer.info.n_fields, 2);
	assert_int_equal(newer.info.fixed_size, 5);
	assert_int_equal(newer.added, 0);
	assert_int_equal(uet_description_measure("x __rel_loc u8[] a", &older),
			 0);
	assert_int_equal(older.n_fields, 1);
	assert_int_equal(older.n_dynamic, 7); /* is not theirs */
	older.size = sizeof(older.size) - 1;
	assert_int_equal(uet_description_measure("x", &older), -EINVAL);
}

static void columns_count_characters(void **state)
{
	(void)state;
	assert_int_equal(uet_desc_column("abc", 0), 1);
	assert_int_equal(uet_desc_column("abc", 3), 4);
	assert_int_equal(uet_desc_column("\xc3\xa4:", 2), 2);
}

static void names_that_harm_are_told(void **state)
{
	static const char *const bad[] = {
		"", " u32 a", "a/b", "a/b u32 c", "a;b", ".", "..",
		".. u32 a", "a\tb", "a\nb", "\x7f",
	};
	static const char *const good[] = {
		"a", "a u32 b/c", "a.1f", "...", "\xc3\xa9", "a-b_c u8 d:e",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_non_null(uet_desc_bad_name(bad[i]));
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_null(uet_desc_bad_name(good[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_judged_as_expected),
		cmocka_unit_test(each_is_measured_as_expected),
		cmocka_unit_test(reasons_fit_and_point_into_the_text),
		cmocka_unit_test(no_byte_behind_the_text_is_read),
		cmocka_unit_test(a_long_text_is_read_up_to_the_limit),
		cmocka_unit_test(fields_lie_packed),
		cmocka_unit_test(info_of_another_version_is_filled),
		cmocka_unit_test(columns_count_characters),
		cmocka_unit_test(names_that_harm_are_told),
	};

	return cmocka_run_group_tests_name("description_check", tests, NULL,
					   NULL);
}
