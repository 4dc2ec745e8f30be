/* SPDX-License-Identifier: MIT */
/*
 * The reader's tables of numbers, which remember where they found the last
 * ones: with more numbers than they remember, while they grow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "collect/comms.h"
#include "collect/perfdata_reader.h"

#define N 2000

/* Numbers that differ by this share what is remembered. */
#define SAME UET_HASH_RECENT

static void ids_are_found_by_turns_while_the_table_grows(void **state)
{
	struct uet_id_table t = { .ids = NULL };

	(void)state;
	assert_int_equal(uet_ids_find(&t, 7), -1);
	for (uint64_t i = 1; i <= N; i++) {
		assert_int_equal(uet_ids_find(&t, i), -1);
		assert_int_equal(uet_ids_add(&t, i, i + 5), 0);
		assert_int_equal(uet_ids_find(&t, i), i + 5);
		if (i > SAME)
			assert_int_equal(uet_ids_find(&t, i - SAME),
					 i - SAME + 5);
		assert_int_equal(uet_ids_find(&t, 0), -1);
	}
	uet_ids_free(&t);
}

static void check_comm(struct uet_comms *c, uint32_t tid, const char *expected)
{
	const char *comm = uet_comms_get(c, tid);

	if (expected)
		assert_string_equal(comm, expected);
	else
		assert_null(comm);
}

static void threads_are_found_by_turns_while_the_table_grows(void **state)
{
	struct uet_comms c = { .slots = NULL };
	char name[UET_COMM_SIZE];

	(void)state;
	check_comm(&c, 0, NULL);
	for (uint32_t tid = 1; tid <= N; tid++) {
		check_comm(&c, tid, NULL);
		snprintf(name, sizeof(name), "%u", tid);
		assert_int_equal(uet_comms_set(&c, tid, name), 0);
		check_comm(&c, tid, name);
		snprintf(name, sizeof(name), "%u", tid - SAME);
		check_comm(&c, tid - SAME, tid > SAME ? name : NULL);
		check_comm(&c, 0, NULL);
	}
	assert_int_equal(uet_comms_set(&c, 9, "new"), 0);
	check_comm(&c, 9, "new");
	uet_comms_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_are_found_by_turns_while_the_table_grows),
		cmocka_unit_test(
			threads_are_found_by_turns_while_the_table_grows),
	};

	return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
