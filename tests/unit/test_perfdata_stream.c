/* SPDX-License-Identifier: MIT */
/*
 * perf.data streams made here byte by byte, read from a pipe and from a file:
 * events and formats that come as records, and every place to be cut at.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include <uet/perfdata.h>

#include "perfdata_bytes.h"

static struct uet_error err;
static struct uet_perfdata_stats stats;
static char seen[512]; /* "NAME/COMM/n " for each sample */

static void header_attr(uint64_t config, uint64_t first_id, size_t n_ids)
{
	record_header(UET_RECORD_HEADER_ATTR, (uint16_t)(8 + 128 + 8 * n_ids));
	attr(config, 0, 0);
	file.size -= 16; /* the ids follow themselves */
	for (size_t i = 0; i < n_ids; i++)
		put64(first_id + i);
}

static void header_tracing_data(void)
{
	size_t at, size;

	record_header(UET_RECORD_HEADER_TRACING_DATA, 12);
	put32(0);
	at = file.size;
	put_tracing_data();
	while ((file.size - at) % 8)
		put("", 1);
	size = file.size - at;
	memcpy(file.data + at - 4, &size, 4);
}

static void update_name(uint64_t id, const char name[8])
{
	record_header(UET_RECORD_EVENT_UPDATE, 32);
	put64(2);
	put64(id);
	put(name, 8);
}

/* Tracepoint 100 with the ids 1 and 2, 200 with 3; only 100 has a format. */
static void begin_stream(void)
{
	memset(&file, 0, sizeof(file));
	put("PERFILE2", 8);
	put64(16);
	header_attr(100, 1, 2);
	header_attr(200, 3, 1);
}

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

static uint32_t last_u32(const struct uet_perfdata_record *r)
{
	uint32_t n;

	memcpy(&n, (const char *)r->record.sample.raw.data + 8, 4);
	return n;
}

static int read_path(const char *path)
{
	struct uet_perfdata *p;
	struct uet_perfdata_record r;
	size_t used = 0;
	int ret;

	seen[0] = '\0';
	err.text[0] = '\0';
	memset(&stats, 0, sizeof(stats));
	ret = uet_perfdata_open(path, &p, &err);
	if (ret)
		return ret;
	while ((ret = uet_perfdata_next(p, &r, &err)) > 0)
		if (r.record.type == PERF_RECORD_SAMPLE &&
		    r.record.sample.raw.size == 12)
			used += (size_t)snprintf(seen + used, 64,
				"%.20s/%s/%u ", r.event->name,
				r.comm ? r.comm : "?", last_u32(&r));
	assert_int_equal(uet_perfdata_next(p, &r, &err), ret);
	uet_perfdata_get_stats(p, &stats);
	uet_perfdata_close(p);
	return ret;
}

/* Through a pipe, which holds all of it. */
static int read_pipe(size_t size)
{
	char path[64];
	int fds[2], ret;

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], file.data, size), (ssize_t)size);
	close(fds[1]);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[0]);
	ret = read_path(path);
	close(fds[0]);
	return ret;
}

static int read_stored(size_t size)
{
	char path[64];
	int fd = memfd_create("stream", MFD_CLOEXEC), ret;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, file.data, size), (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = read_path(path);
	close(fd);
	return ret;
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
	header_tracing_data();
	comm(5, 1, "shop");
	record_header(UET_RECORD_FINISHED_INIT, 8);
	sample(3, 5, 20, 2);
	sample(1, 5, 10, 1);
	finished_round();
	sample(2, 5, 30, 3);
	finished_round();
	assert_int_equal(read_pipe(file.size), 0);
	assert_string_equal(seen, expected);
	assert_int_equal(stats.samples, 3);
	assert_int_equal(stats.unknown_records, 0);
	assert_int_equal(read_stored(file.size), 0);
	assert_string_equal(seen, expected);
}

static void names_come_in_a_feature(void **state)
{
	size_t at;
	uint16_t size;

	(void)state;
	begin_stream();
	at = file.size;
	record_header(UET_RECORD_HEADER_FEATURE, 0);
	put64(UET_FEAT_EVENT_DESC);
	put_event_desc();
	size = (uint16_t)(file.size - at);
	memcpy(file.data + at + 6, &size, 2);
	sample(1, 5, 10, 1);
	sample(3, 5, 20, 2);
	assert_int_equal(read_pipe(file.size), 0);
	assert_string_equal(seen, "sys:first/?/1 sys:second/?/2 ");
}

static void a_round_orders_what_came_before_it(void **state)
{
	(void)state;
	begin_stream();
	header_tracing_data();
	sample(1, 5, 30, 3);
	sample(1, 5, 10, 1);
	finished_round();
	sample(1, 5, 20, 2);
	finished_round();
	finished_round();
	sample(1, 5, 5, 9); /* too late */
	assert_int_equal(read_pipe(file.size), 0);
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
	header_tracing_data();
	sample(7, 5, 20, 2);
	sample(1, 5, 30, 3);
	assert_int_equal(read_pipe(file.size), 0);
	assert_string_equal(seen, "user_events:shop/?/1 sys:new/?/2 "
		"user_events:shop/?/3 ");
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
	assert_int_equal(read_pipe(file.size), -EBADMSG);
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
	assert_int_equal(read_pipe(file.size), -EINVAL);
	assert_non_null(strstr(err.text, "name the file"));
}

static void nothing_and_something_else_are_told(void **state)
{
	(void)state;
	memset(&file, 0, sizeof(file));
	assert_int_equal(read_pipe(0), -ENODATA);
	assert_non_null(strstr(err.text, "empty"));
	put("hello, I am a text\n", 19);
	assert_int_equal(read_pipe(file.size), -EINVAL);
	assert_non_null(strstr(err.text, "text"));
	assert_int_equal(read_pipe(5), -EINVAL);
}

static void standard_input_is_a_dash(void **state)
{
	int saved = dup(STDIN_FILENO), fds[2];

	(void)state;
	begin_stream();
	header_tracing_data();
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

/* Nothing but a whole record, or the word of what is missing. */
static void a_stream_cut_anywhere_gives_what_is_there(void **state)
{
	size_t ends[3], front;

	(void)state;
	begin_stream();
	header_tracing_data();
	front = file.size;
	for (uint32_t i = 0; i < 3; i++) {
		sample(1, 5, 10 + i, i);
		ends[i] = file.size;
	}
	for (size_t n = 0; n <= file.size; n++) {
		bool whole = n == ends[0] || n == ends[1] || n == ends[2] ||
			     n == front || n == 16 + 152 || n == 16 + 296;
		int ret = n % 2 ? read_pipe(n) : read_stored(n);

		assert_int_equal(ret, whole ? 0 : -ENODATA);
		assert_int_equal(stats.samples, (n >= ends[0]) +
			(n >= ends[1]) + (n >= ends[2]));
		assert_int_equal(!ret, !err.text[0]);
	}
}

static void any_byte_of_a_stream_may_be_wrong(void **state)
{
	(void)state;
	begin_stream();
	put_features();
	update_name(3, "sys:two");
	header_tracing_data();
	sample(1, 5, 10, 1);
	finished_round();
	for (size_t at = 0; at < file.size; at++) {
		unsigned char right = file.data[at];
		const unsigned char wrong[] = {
			0, 0xff, (unsigned char)(right + 1),
			(unsigned char)(right - 1), right ^ 0x80,
		};

		for (size_t k = 0; k < sizeof(wrong); k++) {
			int ret;

			file.data[at] = wrong[k];
			ret = k % 2 ? read_pipe(file.size) :
				      read_stored(file.size);
			assert_true(ret == 0 || ret == -ENODATA ||
				    ret == -EBADMSG || ret == -EINVAL ||
				    ret == -EFBIG || ret == -EOPNOTSUPP);
			assert_int_equal(!ret, !err.text[0]);
		}
		file.data[at] = right;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stream_is_read),
		cmocka_unit_test(names_come_in_a_feature),
		cmocka_unit_test(a_round_orders_what_came_before_it),
		cmocka_unit_test(an_event_may_come_later),
		cmocka_unit_test(
			a_late_event_must_have_its_id_at_the_same_place),
		cmocka_unit_test(a_file_through_a_pipe_is_told),
		cmocka_unit_test(nothing_and_something_else_are_told),
		cmocka_unit_test(standard_input_is_a_dash),
		cmocka_unit_test(a_stream_cut_anywhere_gives_what_is_there),
		cmocka_unit_test(any_byte_of_a_stream_may_be_wrong),
	};

	return cmocka_run_group_tests_name("perfdata_stream", tests, NULL,
					   NULL);
}
