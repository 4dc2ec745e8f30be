/* SPDX-License-Identifier: MIT */
/*
 * Who is remembered: names, forks, ends, and records of rings out of turn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <linux/perf_event.h>

#include "uet/tasks.h"

#define TYPE (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER)

struct comm_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	char name[16];
	uint64_t task, time, id;
};

struct task_record {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
	uint64_t in_body;
	uint64_t task, time, id;
};

static struct uet_tasks *nobody(void)
{
	struct uet_tasks *tasks;

	assert_int_equal(uet_tasks_new(TYPE, &tasks), 0);
	return tasks;
}

static void comm(struct uet_tasks *tasks, uint64_t time, uint32_t pid,
		 uint32_t tid, const char *name)
{
	struct comm_record record = {
		.header = { PERF_RECORD_COMM, 0, sizeof(record) },
		.pid = pid, .tid = tid, .time = time,
	};

	strncpy(record.name, name, sizeof(record.name) - 1);
	assert_int_equal(uet_tasks_records(tasks, &record, sizeof(record)), 0);
}

static void task(struct uet_tasks *tasks, uint32_t type, uint64_t time,
		 uint32_t pid, uint32_t tid, uint32_t parent)
{
	struct task_record record = {
		.header = { type, 0, sizeof(record) },
		.pid = pid, .tid = tid, .ptid = parent, .time = time,
	};

	assert_int_equal(uet_tasks_records(tasks, &record, sizeof(record)), 0);
}

/* What is written: names by number of the thread. */
struct told {
	size_t n;
	uint32_t pid[512];
	char name[512][16];
};

static int take(void *context, const void *records, size_t size)
{
	struct told *told = context;
	const struct comm_record *record = records;
	/* The name is as short as it can be: 8 bytes or 16. */
	const uint64_t *trailer = (const uint64_t *)((const char *)records +
						     size) - 3;

	assert_int_equal(record->header.type, PERF_RECORD_COMM);
	assert_int_equal(record->header.size, size);
	assert_true(record->tid < 512);
	assert_int_equal(trailer[1], 0); /* the time */
	told->n++;
	told->pid[record->tid] = record->pid;
	snprintf(told->name[record->tid], 16, "%s", record->name);
	return 0;
}

static struct told told;

static void tell(struct uet_tasks *tasks)
{
	memset(&told, 0, sizeof(told));
	assert_int_equal(uet_tasks_write(tasks, take, &told), 0);
	uet_tasks_free(tasks);
}

static void names_are_told_again(void **state)
{
	struct uet_tasks *tasks = nobody();

	(void)state;
	comm(tasks, 0, 10, 10, "shop");
	comm(tasks, 5, 10, 11, "fifteen letters");
	comm(tasks, 9, 10, 10, "renamed");
	tell(tasks);
	assert_int_equal(told.n, 2);
	assert_string_equal(told.name[10], "renamed");
	assert_string_equal(told.name[11], "fifteen letters");
	assert_int_equal(told.pid[11], 10);
}

static void children_have_the_name_of_their_parent(void **state)
{
	struct uet_tasks *tasks = nobody();

	(void)state;
	comm(tasks, 0, 10, 10, "sh");
	task(tasks, PERF_RECORD_FORK, 5, 20, 20, 10);
	task(tasks, PERF_RECORD_FORK, 6, 10, 12, 10);
	tell(tasks);
	assert_int_equal(told.n, 3);
	assert_string_equal(told.name[20], "sh");
	assert_int_equal(told.pid[20], 20);
	assert_string_equal(told.name[12], "sh");
	assert_int_equal(told.pid[12], 10);
}

static void the_dead_are_not(void **state)
{
	struct uet_tasks *tasks = nobody();

	(void)state;
	comm(tasks, 0, 10, 10, "sh");
	comm(tasks, 0, 20, 20, "cat");
	task(tasks, PERF_RECORD_EXIT, 5, 10, 10, 1);
	tell(tasks);
	assert_int_equal(told.n, 1);
	assert_string_equal(told.name[20], "cat");
}

/* A ring that is read first may have what happened last. */
static void what_is_older_changes_nothing(void **state)
{
	struct uet_tasks *tasks = nobody();

	(void)state;
	comm(tasks, 0, 10, 10, "sh");
	/* exec of a child before its FORK */
	comm(tasks, 7, 20, 20, "cat");
	task(tasks, PERF_RECORD_FORK, 5, 20, 20, 10);
	/* an end before a name */
	task(tasks, PERF_RECORD_EXIT, 9, 30, 30, 1);
	comm(tasks, 8, 30, 30, "gone");
	/* a number that is used again */
	comm(tasks, 9, 40, 40, "second");
	task(tasks, PERF_RECORD_EXIT, 8, 40, 40, 1);
	/* the parent's exec after the child's FORK */
	task(tasks, PERF_RECORD_FORK, 9, 50, 51, 10);
	comm(tasks, 8, 10, 10, "bash");
	tell(tasks);
	assert_string_equal(told.name[20], "cat");
	assert_string_equal(told.name[30], "");
	assert_string_equal(told.name[40], "second");
	assert_string_equal(told.name[51], "bash");
	assert_int_equal(told.n, 4);
}

static void many_come_and_go(void **state)
{
	struct uet_tasks *tasks = nobody();

	(void)state;
	for (uint32_t round = 1; round < 100; round++) {
		for (uint32_t tid = 1; tid < 500; tid++)
			comm(tasks, round * 2, tid, tid, "busy");
		for (uint32_t tid = 1; tid < 500; tid += 2)
			task(tasks, PERF_RECORD_EXIT, round * 2 + 1, tid, tid,
			     1);
	}
	tell(tasks);
	assert_int_equal(told.n, 249);
	assert_string_equal(told.name[498], "busy");
	assert_string_equal(told.name[499], "");
}

static void short_records_are_passed_over(void **state)
{
	struct uet_tasks *tasks = nobody();
	struct perf_event_header header = {
		.type = PERF_RECORD_COMM, .size = sizeof(header),
	};

	(void)state;
	assert_int_equal(uet_tasks_records(tasks, &header, sizeof(header)), 0);
	header.type = PERF_RECORD_SAMPLE;
	assert_int_equal(uet_tasks_records(tasks, &header, sizeof(header)), 0);
	tell(tasks);
	assert_int_equal(told.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_told_again),
		cmocka_unit_test(children_have_the_name_of_their_parent),
		cmocka_unit_test(the_dead_are_not),
		cmocka_unit_test(what_is_older_changes_nothing),
		cmocka_unit_test(many_come_and_go),
		cmocka_unit_test(short_records_are_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
