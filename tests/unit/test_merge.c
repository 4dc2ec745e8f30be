/* SPDX-License-Identifier: MIT */
/*
 * The queue that orders records: rounds, equal times, late ones, its bound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/merge.h"

/* A record here is eight bytes: the letter that it is known by, and NULs. */
static int push(struct uet_merge *m, uint64_t time, char letter)
{
	char record[8] = { letter };

	return uet_merge_push(m, time, record, sizeof(record));
}

/* The letters of all that is due. */
static const char *due(struct uet_merge *m)
{
	static char letters[64];
	size_t n = 0, size;
	const char *record;

	while ((record = uet_merge_pop(m, &size))) {
		assert_int_equal(size, 8);
		assert_true(n + 1 < sizeof(letters));
		letters[n++] = record[0];
	}
	letters[n] = '\0';
	return letters;
}

static struct uet_merge *queue(size_t limit)
{
	struct uet_merge *m;

	assert_int_equal(uet_merge_new(limit, &m), 0);
	return m;
}

static void a_round_waits_for_the_next(void **state)
{
	struct uet_merge *m = queue(UET_MERGE_LIMIT);

	(void)state;
	/* Two rings, one after the other. */
	push(m, 10, 'a');
	push(m, 30, 'c');
	push(m, 20, 'b');
	assert_int_equal(uet_merge_round(m), 0);
	assert_string_equal(due(m), "");
	push(m, 40, 'e');
	push(m, 25, 'x');
	assert_int_equal(uet_merge_round(m), 0);
	/* Up to 30, the newest of the first round. */
	assert_string_equal(due(m), "abxc");
	assert_int_equal(uet_merge_finish(m), 0);
	assert_string_equal(due(m), "e");
	uet_merge_free(m);
}

static void equal_times_keep_their_order(void **state)
{
	struct uet_merge *m = queue(UET_MERGE_LIMIT);

	(void)state;
	push(m, 7, 'a');
	push(m, 9, 'e');
	push(m, 7, 'b');
	push(m, 7, 'c');
	push(m, 3, '_');
	push(m, 7, 'd');
	assert_int_equal(uet_merge_finish(m), 0);
	assert_string_equal(due(m), "_abcde");
	uet_merge_free(m);
}

static void what_comes_too_late_is_not_queued(void **state)
{
	struct uet_merge *m = queue(UET_MERGE_LIMIT);

	(void)state;
	push(m, 10, 'a');
	uet_merge_round(m);
	uet_merge_round(m);
	assert_string_equal(due(m), "a");
	assert_int_equal(push(m, 9, 'z'), 1);
	assert_int_equal(push(m, 10, 'b'), 0);
	uet_merge_finish(m);
	assert_string_equal(due(m), "b");
	uet_merge_free(m);
}

static void above_the_bound_the_older_half_goes(void **state)
{
	/* One chunk of 256 KiB is more than this: every push is above it. */
	struct uet_merge *m = queue(1);

	(void)state;
	push(m, 5, 'a');
	assert_string_equal(due(m), "a");
	push(m, 8, 'b');
	assert_string_equal(due(m), "b");
	assert_int_equal(push(m, 7, 'c'), 1);
	uet_merge_free(m);
}

static void memory_stays_bounded_without_rounds(void **state)
{
	struct uet_merge *m = queue((size_t)1 << 20);
	char record[1000] = { 0 };
	uint64_t given = 0, last = 0;
	size_t size;

	(void)state;
	for (uint64_t i = 1; i <= 20000; i++) {
		const void *p;
		uint64_t time;

		memcpy(record, &i, sizeof(i));
		assert_int_equal(uet_merge_push(m, i, record, sizeof(record)),
				 0);
		while ((p = uet_merge_pop(m, &size))) {
			memcpy(&time, p, sizeof(time));
			assert_true(time > last);
			last = time;
			given++;
		}
		/* 1 MiB holds about a thousand of them. */
		assert_true(i - given < 1200);
	}
	uet_merge_finish(m);
	while (uet_merge_pop(m, &size))
		given++;
	assert_int_equal(given, 20000);
	uet_merge_free(m);
}

static void many_runs_become_one(void **state)
{
	struct uet_merge *m = queue(UET_MERGE_LIMIT);
	uint64_t expected = 0, time;
	const void *p;
	size_t size;

	(void)state;
	/* 97 is prime to 1000: each time from 1 to 999 once. */
	for (uint64_t i = 1; i < 1000; i++) {
		time = i * 97 % 1000;
		uet_merge_push(m, time, &time, sizeof(time));
	}
	uet_merge_finish(m);
	while ((p = uet_merge_pop(m, &size))) {
		memcpy(&time, p, sizeof(time));
		assert_int_equal(time, ++expected);
	}
	assert_int_equal(expected, 999);
	uet_merge_free(m);
}

/* Rings that are written by turns for some rounds, and then at the same time:
 * what comes is sorted, and then not. */
static void sorted_rounds_and_others_in_turn(void **state)
{
	struct uet_merge *m = queue(UET_MERGE_LIMIT);
	uint64_t record[2], last[2] = { 0, 0 }, given = 0;
	const void *p;
	size_t size;

	(void)state;
	for (uint64_t i = 0; i < 10000; i++) {
		bool sorted = i / 1000 % 2 == 0;

		/* Two rings of 50 in a round; each time twice. */
		record[0] = 10 + (sorted ? i : i - i % 100 + i % 50 * 2) / 2;
		record[1] = i;
		assert_int_equal(uet_merge_push(m, record[0], record,
						sizeof(record)), 0);
		if (i % 100 < 99)
			continue;
		assert_int_equal(i < 9999 ? uet_merge_round(m) :
					    uet_merge_finish(m), 0);
		for (; (p = uet_merge_pop(m, &size)); given++) {
			assert_int_equal(size, sizeof(record));
			memcpy(record, p, sizeof(record));
			assert_true(record[0] > last[0] ||
				    (record[0] == last[0] &&
				     record[1] >= last[1]));
			memcpy(last, record, sizeof(last));
		}
		/* All of the rounds before this one. */
		if (i < 9999)
			assert_int_equal(given, i + 1 - 100);
	}
	assert_int_equal(given, 10000);
	uet_merge_free(m);
}

static void what_is_left_is_freed(void **state)
{
	struct uet_merge *m = queue(UET_MERGE_LIMIT);
	static const char large[60000];
	size_t size;

	(void)state;
	/* Several chunks of them, some due and some not. */
	for (uint64_t i = 1; i <= 10; i++)
		uet_merge_push(m, i, large, sizeof(large));
	uet_merge_round(m);
	for (uint64_t i = 11; i <= 20; i++)
		uet_merge_push(m, i, large, sizeof(large));
	uet_merge_round(m);
	assert_non_null(uet_merge_pop(m, &size));
	uet_merge_free(m);
	uet_merge_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_round_waits_for_the_next),
		cmocka_unit_test(equal_times_keep_their_order),
		cmocka_unit_test(what_comes_too_late_is_not_queued),
		cmocka_unit_test(above_the_bound_the_older_half_goes),
		cmocka_unit_test(memory_stays_bounded_without_rounds),
		cmocka_unit_test(many_runs_become_one),
		cmocka_unit_test(sorted_rounds_and_others_in_turn),
		cmocka_unit_test(what_is_left_is_freed),
	};

	return cmocka_run_group_tests_name("merge", tests, NULL, NULL);
}
