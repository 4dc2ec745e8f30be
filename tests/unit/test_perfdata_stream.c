/* SPDX-License-Identifier: MIT */
/*
 * perf.data streams made here byte by byte, read from a pipe and from a file:
 * events and formats that come as records.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "perfdata_read.h"

/* What perf sends ahead and uet does not need. */
static void put_features(void)
{
	record_header(UET_RECORD_HEADER_FEATURE, 24);
	put64(UET_FEAT_HOSTNAME);
	put64(0);
	record_header(UET_RECORD_HEADER_BUILD_ID, 16);
	put64(0);
	record_header(UET_RECORD_HEADER_EVENT_TYPE, 16);
	put64(0);
}

static int read_it(void)
{
	return read_pipe(file.data, file.size);
}

static void a_stream_is_read(void **state)
{
	static const char expected[] =
		"user_events:shop/shop/1 sys:two/shop/2 "
		"user_events:shop/shop/3 ";

	(void)state;
	begin_stream();
	put_features();
	update_name(3, "sys:two");
	header_tracing_data(put_tracing_data);
	comm(5, 1, "shop");
	record_header(UET_RECORD_FINISHED_INIT, 8);
	sample(3, 5, 20, 2);
	sample(1, 5, 10, 1);
	finished_round();
	sample(2, 5, 30, 3);
	finished_round();
	assert_int_equal(read_it(), 0);
	assert_string_equal(seen, expected);
	assert_int_equal(stats.samples, 3);
	assert_int_equal(stats.unknown_records, 0);
	assert_int_equal(read_file(), 0);
	assert_string_equal(seen, expected);
}

static void names_come_in_a_feature(void **state)
{
	size_t at;

	(void)state;
	begin_stream();
	at = file.size;
	record_header(UET_RECORD_HEADER_FEATURE, 0);
	put64(UET_FEAT_EVENT_DESC);
	put_event_desc();
	set_record_size(at);
	sample(1, 5, 10, 1);
	sample(3, 5, 20, 2);
	assert_int_equal(read_it(), 0);
	assert_string_equal(seen, "sys:first/?/1 sys:second/?/2 ");
}

static void a_round_orders_what_came_before_it(void **state)
{
	(void)state;
	begin_stream();
	header_tracing_data(put_tracing_data);
	sample(1, 5, 30, 3);
	sample(1, 5, 10, 1);
	finished_round();
	sample(1, 5, 20, 2);
	finished_round();
	finished_round();
	sample(1, 5, 5, 9); /* too late */
	assert_int_equal(read_it(), 0);
	assert_string_equal(seen, "user_events:shop/?/1 user_events:shop/?/2 "
		"user_events:shop/?/3 user_events:shop/?/9 ");
	assert_int_equal(stats.out_of_order, 1);
}

static void an_event_may_come_later(void **state)
{
	(void)state;
	begin_stream();
	sample(1, 5, 10, 1);
	header_attr(300, 7, 1);
	update_name(7, "sys:new");
	header_tracing_data(put_tracing_data);
	sample(7, 5, 20, 2);
	sample(1, 5, 30, 3);
	assert_int_equal(read_it(), 0);
	assert_string_equal(seen, "user_events:shop/?/1 sys:new/?/2 "
		"user_events:shop/?/3 ");
}

static void a_late_event_of_the_same_tracepoint_has_its_format(void **state)
{
	(void)state;
	begin_stream();
	header_tracing_data(put_tracing_data);
	sample(1, 5, 10, 1);
	header_attr(100, 7, 1);
	header_tracing_data(put_tracing_data);
	sample(7, 5, 20, 2);
	assert_int_equal(read_it(), 0);
	assert_string_equal(seen, "user_events:shop/?/1 user_events:shop/?/2 ");
}

static void a_late_event_must_have_its_id_at_the_same_place(void **state)
{
	uint64_t wrong = SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_IDENTIFIER;

	(void)state;
	begin_stream();
	sample(1, 5, 10, 1);
	header_attr(300, 7, 1);
	memcpy(file.data + file.size - 8 - 128 + 24, &wrong, 8);
	sample(1, 5, 30, 3);
	assert_int_equal(read_it(), -EBADMSG);
	assert_string_equal(seen, "tracepoint:100/?/1 ");
}

static void a_file_through_a_pipe_is_told(void **state)
{
	struct uet_perfdata_header h = {
		.magic = UET_PERFDATA_MAGIC,
		.size = sizeof(h),
	};

	(void)state;
	memset(&file, 0, sizeof(file));
	put(&h, sizeof(h));
	assert_int_equal(read_it(), -EINVAL);
	assert_non_null(strstr(err.text, "name the file"));
}

static void nothing_and_something_else_are_told(void **state)
{
	(void)state;
	memset(&file, 0, sizeof(file));
	assert_int_equal(read_pipe("", 0), -ENODATA);
	assert_non_null(strstr(err.text, "empty"));
	put("hello, I am a text\n", 19);
	assert_int_equal(read_it(), -EINVAL);
	assert_non_null(strstr(err.text, "text"));
	assert_int_equal(read_pipe(file.data, 5), -EINVAL);
}

static void standard_input_is_a_dash(void **state)
{
	int saved = dup(STDIN_FILENO), fds[2];

	(void)state;
	begin_stream();
	header_tracing_data(put_tracing_data);
	sample(1, 5, 10, 1);
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], file.data, file.size),
			 (ssize_t)file.size);
	close(fds[1]);
	dup2(fds[0], STDIN_FILENO);
	close(fds[0]);
	assert_int_equal(read_path("-"), 0);
	assert_string_equal(seen, "user_events:shop/?/1 ");
	/* At its end now. */
	assert_int_equal(read_path("-"), -ENODATA);
	assert_non_null(strstr(err.text, "standard input: empty"));
	dup2(saved, STDIN_FILENO);
	close(saved);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stream_is_read),
		cmocka_unit_test(names_come_in_a_feature),
		cmocka_unit_test(a_round_orders_what_came_before_it),
		cmocka_unit_test(an_event_may_come_later),
		cmocka_unit_test(
			a_late_event_of_the_same_tracepoint_has_its_format),
		cmocka_unit_test(
			a_late_event_must_have_its_id_at_the_same_place),
		cmocka_unit_test(a_file_through_a_pipe_is_told),
		cmocka_unit_test(nothing_and_something_else_are_told),
		cmocka_unit_test(standard_input_is_a_dash),
	};

	return cmocka_run_group_tests_name("perfdata_stream", tests, NULL,
					   NULL);
}
