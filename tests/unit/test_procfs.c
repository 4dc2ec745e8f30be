/* SPDX-License-Identifier: MIT */
/*
 * Lists of CPUs, and the records about processes that run already.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/procfs.h"

static void expect_cpus(const char *text, const int *expected, size_t n_expected)
{
	int *cpus = NULL;
	size_t n = 0;

	assert_int_equal(uet_cpulist_parse(text, &cpus, &n), 0);
	assert_int_equal(n, n_expected);
	assert_memory_equal(cpus, expected, n * sizeof(*cpus));
	free(cpus);
}

static void cpu_numbers_may_have_gaps(void **state)
{
	(void)state;
	expect_cpus("0\n", (int[]){ 0 }, 1);
	expect_cpus("0-3\n", (int[]){ 0, 1, 2, 3 }, 4);
	expect_cpus("0,2-3,8", (int[]){ 0, 2, 3, 8 }, 4);
	expect_cpus("5\n", (int[]){ 5 }, 1);
}

static void other_lists_are_refused(void **state)
{
	static const char *const texts[] = {
		"", "\n", "x", "0-\n", "3-1\n", "0,\n", "0;1\n", "0-99999999\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		int *cpus = NULL;
		size_t n = 0;

		assert_int_equal(uet_cpulist_parse(texts[i], &cpus, &n),
				 -EINVAL);
	}
}

struct taken {
	unsigned char bytes[1 << 16];
	size_t size;
};

static int take(void *context, const void *records, size_t size)
{
	struct taken *taken = context;

	assert_int_equal(size % 8, 0);
	if (taken->size + size <= sizeof(taken->bytes)) {
		memcpy(taken->bytes + taken->size, records, size);
		taken->size += size;
	}
	return 0;
}

/* The first record of a type; NULL without one. */
static const unsigned char *find(const struct taken *taken, uint32_t type)
{
	struct perf_event_header header;

	for (size_t at = 0; at < taken->size; at += header.size) {
		memcpy(&header, taken->bytes + at, sizeof(header));
		assert_true(header.size >= sizeof(header));
		assert_true(at + header.size <= taken->size);
		if (header.type == type)
			return taken->bytes + at;
	}
	return NULL;
}

static void own_name_and_program_are_told(void **state)
{
	static struct taken taken;
	const unsigned char *record;
	pid_t pid = getpid();
	uint32_t ids[2];
	uint16_t size, misc;

	(void)state;
	prctl(PR_SET_NAME, "sleepy cat");
	assert_int_equal(uet_process_records(&pid, 1,
					     PERF_SAMPLE_TID |
						     PERF_SAMPLE_TIME |
						     PERF_SAMPLE_IDENTIFIER,
					     take, &taken), 0);

	record = find(&taken, PERF_RECORD_COMM);
	assert_non_null(record);
	memcpy(&size, record + 6, sizeof(size));
	assert_int_equal(size, 8 + 8 + 16 + 24);
	memcpy(ids, record + 8, sizeof(ids));
	assert_int_equal(ids[0], pid);
	assert_int_equal(ids[1], pid);
	assert_memory_equal(record + 16, "sleepy cat\0\0\0\0\0", 16);
	for (size_t i = 32; i < size; i++)
		assert_int_equal(record[i], 0);

	record = find(&taken, PERF_RECORD_MMAP2);
	assert_non_null(record);
	memcpy(&misc, record + 4, sizeof(misc));
	assert_int_equal(misc, PERF_RECORD_MISC_USER);
	memcpy(ids, record + 8, sizeof(ids));
	assert_int_equal(ids[0], pid);
	assert_int_equal(record[64] & 4, 4); /* PROT_EXEC */
}

static void process_that_has_ended_tells_nothing(void **state)
{
	static struct taken taken;
	pid_t none = 0x7ffffff0;

	(void)state;
	assert_int_equal(uet_process_records(&none, 1, 0, take, &taken), 0);
	assert_null(find(&taken, PERF_RECORD_COMM));
}

static int refuse(void *context, const void *records, size_t size)
{
	(void)context;
	(void)records;
	(void)size;
	return -ENOSPC;
}

static void failure_of_the_sink_ends_it(void **state)
{
	pid_t pid = getpid();

	(void)state;
	assert_int_equal(uet_process_records(&pid, 1, 0, refuse, NULL),
			 -ENOSPC);
}

static void own_threads_are_found(void **state)
{
	struct uet_error err = { "" };
	pid_t *tids = NULL;
	size_t n = 0;

	(void)state;
	assert_int_equal(uet_process_tids(getpid(), &tids, &n, &err), 0);
	assert_int_equal(n, 1);
	assert_int_equal(tids[0], getpid());
	assert_int_equal(uet_process_tids(0x7ffffff0, &tids, &n, &err),
			 -ESRCH);
	assert_string_equal(err.text, "there is no process 2147483632");
	assert_int_equal(n, 1);
	free(tids);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpu_numbers_may_have_gaps),
		cmocka_unit_test(other_lists_are_refused),
		cmocka_unit_test(own_name_and_program_are_told),
		cmocka_unit_test(process_that_has_ended_tells_nothing),
		cmocka_unit_test(failure_of_the_sink_ends_it),
		cmocka_unit_test(own_threads_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
