/* SPDX-License-Identifier: MIT */
/*
 * Bytes that grow at their end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collect/blob.h"

static void nothing_is_a_place(void **state)
{
	struct uet_blob blob = { 0 };

	(void)state;
	/* NULL would say that there is no memory. */
	assert_non_null(uet_blob_extend(&blob, 0));
	uet_blob_put(&blob, NULL, 0);
	assert_int_equal(blob.n, 0);
	assert_false(blob.failed);
	uet_blob_put(&blob, "abc", 3);
	assert_ptr_equal(uet_blob_extend(&blob, 0), blob.bytes + 3);
	assert_int_equal(blob.n, 3);
	assert_memory_equal(blob.bytes, "abc", 3);
	free(blob.bytes);
}

static void what_is_there_stays_when_it_grows(void **state)
{
	struct uet_blob blob = { 0 };

	(void)state;
	for (uint32_t i = 0; i < 10000; i++)
		uet_blob_put_u32(&blob, i);
	assert_int_equal(blob.n, 40000);
	for (uint32_t i = 0; i < 10000; i++)
		assert_memory_equal(blob.bytes + 4 * i, &i, 4);
	free(blob.bytes);
}

static void failure_is_remembered(void **state)
{
	struct uet_blob blob = { 0 };

	(void)state;
	uet_blob_put_u8(&blob, 1);
	assert_null(uet_blob_extend(&blob, SIZE_MAX));
	assert_true(blob.failed);
	assert_null(uet_blob_extend(&blob, 0));
	uet_blob_put_u8(&blob, 2);
	assert_int_equal(blob.n, 1);
	free(blob.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_a_place),
		cmocka_unit_test(what_is_there_stays_when_it_grows),
		cmocka_unit_test(failure_is_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
