/* SPDX-License-Identifier: MIT */
/*
 * Distributions: what is exact, and how far off the rest may be.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <uet/histogram.h>

static struct uet_histogram *h;

static int fresh(void **state)
{
	(void)state;
	return uet_histogram_new(&h);
}

static int drop(void **state)
{
	(void)state;
	uet_histogram_free(h);
	return 0;
}

static void add_u64(uint64_t u)
{
	struct uet_value v = { .kind = UET_VALUE_UINT, .u = u };

	assert_true(uet_histogram_add(h, &v));
}

static void add_s64(int64_t s)
{
	struct uet_value v = { .kind = UET_VALUE_INT, .s = s };

	assert_true(uet_histogram_add(h, &v));
}

static bool add_f64(double f)
{
	struct uet_value v = { .kind = UET_VALUE_F64, .f = f };

	return uet_histogram_add(h, &v);
}

static void nothing_is_zero(void **state)
{
	(void)state;
	assert_int_equal(uet_histogram_count(h), 0);
	assert_int_equal(uet_histogram_min(h)->kind, UET_VALUE_MISSING);
	assert_int_equal(uet_histogram_max(h)->kind, UET_VALUE_MISSING);
	assert_true(uet_histogram_quantile(h, 0.5) == 0);
	assert_true(uet_histogram_mean(h) == 0);
	assert_int_equal(uet_histogram_below(h, 1e300), 0);
}

static void small_whole_numbers_are_exact(void **state)
{
	(void)state;
	for (int i = -255; i <= 255; i++)
		add_s64(i);
	for (int i = -255; i <= 255; i++) {
		double q = (double)(i + 256) / 511;

		assert_true(fabs(uet_histogram_quantile(h, q) - i) < 0.5);
	}
	assert_true(uet_histogram_quantile(h, 0) == -255);
	assert_true(fabs(uet_histogram_mean(h)) < 1e-9);
}

static void great_numbers_are_right_to_the_bound(void **state)
{
	(void)state;
	for (uint64_t i = 1; i <= 100000; i++)
		add_u64(i * 7919);
	for (int p = 1; p < 100; p++) {
		double exact = p * 1000 * 7919.0;
		double got = uet_histogram_quantile(h, p / 100.0);

		assert_true(fabs(got - exact) <= exact * 0.004);
	}
}

static void the_ends_are_exact(void **state)
{
	(void)state;
	add_u64(UINT64_MAX);
	add_u64(UINT64_MAX - 1);
	assert_true(uet_histogram_min(h)->u == UINT64_MAX - 1);
	assert_true(uet_histogram_max(h)->u == UINT64_MAX);
}

static void borders_count_exactly(void **state)
{
	(void)state;
	for (int i = -1024; i <= 1024; i++)
		add_s64(i);
	assert_int_equal(uet_histogram_below(h, 0), 1024);
	assert_int_equal(uet_histogram_below(h, 1), 1025);
	assert_int_equal(uet_histogram_below(h, 512), 1024 + 512);
	assert_int_equal(uet_histogram_below(h, 1024), 2048);
	assert_int_equal(uet_histogram_below(h, 2048), 2049);
	assert_int_equal(uet_histogram_below(h, -512), 512);
	assert_int_equal(uet_histogram_below(h, -1024), 0);
}

static void only_finite_numbers_count(void **state)
{
	struct uet_value s = { .kind = UET_VALUE_STRING };

	(void)state;
	assert_false(add_f64(NAN));
	assert_false(add_f64(INFINITY));
	assert_false(uet_histogram_add(h, &s));
	assert_true(add_f64(1e300));
	assert_true(add_f64(-1e300));
	assert_true(add_f64(1e-300));
	assert_int_equal(uet_histogram_count(h), 3);
	assert_int_equal(uet_histogram_below(h, 1e301), 3);
	assert_int_equal(uet_histogram_below(h, 1), 2);
	assert_int_equal(uet_histogram_below(h, -1e301), 0);
	assert_true(uet_histogram_quantile(h, 0.5) < 1e-18);
}

static void elements_of_an_array_count_each(void **state)
{
	static const uint16_t numbers[] = { 3, 5, 4 };
	struct uet_value v = {
		.kind = UET_VALUE_ARRAY, .element = UET_VALUE_UINT,
		.element_size = 2, .count = 3, .data = numbers, .size = 6,
	};

	(void)state;
	assert_true(uet_histogram_add(h, &v));
	assert_int_equal(uet_histogram_count(h), 3);
	assert_true(uet_histogram_mean(h) == 4);
	assert_true(uet_histogram_max(h)->u == 5);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_is_zero),
		TEST(small_whole_numbers_are_exact),
		TEST(great_numbers_are_right_to_the_bound),
		TEST(the_ends_are_exact),
		TEST(borders_count_exactly),
		TEST(only_finite_numbers_count),
		TEST(elements_of_an_array_count_each),
	};

	return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
