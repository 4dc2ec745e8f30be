/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "uet/activity.h"

#define THREADS 8
#define IDS 1000

static unsigned char ids[(THREADS + 2) * IDS][UET_ACTIVITY_SIZE];

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, UET_ACTIVITY_SIZE);
}

static void *make_ids(void *argument)
{
	unsigned char (*mine)[UET_ACTIVITY_SIZE] = argument;

	for (int i = 0; i < IDS; i++)
		uet_activity_new(mine[i]);
	return NULL;
}

static void *make_ids_in_child(void *argument)
{
	unsigned char (*mine)[UET_ACTIVITY_SIZE] = argument;
	const size_t size = IDS * UET_ACTIVITY_SIZE;
	size_t got = 0;
	ssize_t n;
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		make_ids(mine);
		for (size_t at = 0; at < size; at += (size_t)n)
			n = write(ends[1], (char *)mine + at, size - at);
		_exit(0);
	}
	while (got < size &&
	       (n = read(ends[0], (char *)mine + got, size - got)) > 0)
		got += (size_t)n;
	assert_int_equal(got, size);
	assert_int_equal(waitpid(child, NULL, 0), child);
	close(ends[0]);
	close(ends[1]);
	return NULL;
}

/* The first of all threads at once, and in a child that has its parent's
 * memory. */
static void no_id_comes_twice(void **state)
{
	const size_t n = sizeof(ids) / sizeof(ids[0]);
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, make_ids,
						ids[i * IDS]), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	make_ids_in_child(ids[THREADS * IDS]);
	make_ids(ids[(THREADS + 1) * IDS]);
	qsort(ids, n, UET_ACTIVITY_SIZE, by_bytes);
	for (size_t i = 1; i < n; i++)
		assert_memory_not_equal(ids[i - 1], ids[i], UET_ACTIVITY_SIZE);
}

static void ids_are_uuids_of_version_4(void **state)
{
	unsigned char id[UET_ACTIVITY_SIZE];

	(void)state;
	for (int i = 0; i < 300; i++) {
		uet_activity_new(id);
		assert_int_equal(id[6] & 0xf0, 0x40);
		assert_int_equal(id[8] & 0xc0, 0x80);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_id_comes_twice),
		cmocka_unit_test(ids_are_uuids_of_version_4),
	};

	return cmocka_run_group_tests_name("activity", tests, NULL, NULL);
}
