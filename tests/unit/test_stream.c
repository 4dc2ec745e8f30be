/* SPDX-License-Identifier: MIT */
/*
 * The samples of a session's rings in the order of time, with names, late ones
 * counted, and within a bound of memory.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/merge.h"
#include "fake_perf.h"
#include "uet/stream.h"

#define TID 7

static char system_name[] = "user_events", name_a[] = "shop_a";
static struct uet_catalog_event shop_a = { system_name, name_a, .id = 1001 };
static const struct uet_catalog_event *const events[] = { &shop_a };

static struct fixture {
	struct uet_session *session;
	struct uet_stream *stream;
	struct uet_error err;
	uint64_t times[16];
	char comms[16][16];
	size_t n;
	uint64_t last, out_of_order;
	int answer;
} f;

static int take(void *context, const struct uet_stream_sample *sample)
{
	struct fixture *to = context;

	assert_int_equal(sample->event_index, 1);
	assert_int_equal(sample->record.tid, TID);
	to->out_of_order += sample->record.time < to->last;
	to->last = sample->record.time;
	if (to->n < 16) {
		to->times[to->n] = sample->record.time;
		strcpy(to->comms[to->n], sample->comm ? sample->comm : "?");
	}
	to->n++;
	return to->answer;
}

static int set_up(void **state)
{
	struct uet_session_options options = { .size = sizeof(options) };

	(void)state;
	memset(&f, 0, sizeof(f));
	fake_perf_reset();
	if (uet_session_open(events, 1, &options, &f.session, &f.err))
		return -1;
	return uet_stream_new(f.session, take, &f, &f.stream);
}

static int tear_down(void **state)
{
	(void)state;
	uet_stream_free(f.stream);
	uet_session_close(f.session);
	return fake_perf.n_open || fake_perf.n_maps ? -1 : 0;
}

struct sample {
	struct perf_event_header header;
	uint64_t id;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint32_t raw_size;
	unsigned char raw[996];
};

/* size: a multiple of 8, at least 48. */
static struct sample sample_of(int cpu, uint64_t time, uint16_t size)
{
	return (struct sample){
		.header = { .type = PERF_RECORD_SAMPLE, .size = size },
		.id = fake_perf_id(fake_perf_find(1001, cpu)),
		.pid = TID,
		.tid = TID,
		.time = time,
		.cpu = (uint32_t)cpu,
		.raw_size = size - 44u,
	};
}

static void write_sample(int cpu, uint64_t time)
{
	struct sample sample = sample_of(cpu, time, 48);

	fake_perf_write(fake_perf_find(0, cpu), &sample, 48);
}

/* pid, tid, the name, and the trailer: tid, time, CPU, identifier. */
static void write_comm(int cpu, uint64_t time, const char *name)
{
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		char comm[8];
		uint32_t own_pid, own_tid;
		uint64_t time, cpu, id;
	} record = {
		.header = { .type = PERF_RECORD_COMM, .size = 56 },
		.pid = TID,
		.tid = TID,
		.time = time,
	};

	strcpy(record.comm, name);
	fake_perf_write(fake_perf_find(0, cpu), &record, sizeof(record));
}

static void rings_become_one_in_the_order_of_time(void **state)
{
	static const uint64_t expected[] = { 10, 20, 30, 40, 50 };

	(void)state;
	write_sample(0, 10);
	write_sample(0, 30);
	write_sample(0, 50);
	write_sample(1, 20);
	write_sample(1, 40);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 5);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(f.times[i], expected[i]);
	assert_int_equal(uet_stream_late(f.stream), 0);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 0);
}

static void samples_have_the_name_of_their_time(void **state)
{
	(void)state;
	write_comm(0, 5, "before");
	write_comm(0, 25, "after");
	write_sample(1, 1);
	write_sample(1, 20);
	write_sample(1, 30);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 3);
	assert_string_equal(f.comms[0], "?");
	assert_string_equal(f.comms[1], "before");
	assert_string_equal(f.comms[2], "after");
}

/* Between two rounds, what comes may be as old as the round before. */
static void what_comes_between_rounds_waits_its_turn(void **state)
{
	struct sample newer = sample_of(0, 300, 48);

	(void)state;
	assert_int_equal(uet_stream_records(f.stream, &newer, 48), 0);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 0);
	write_sample(1, 200);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 2);
	assert_int_equal(f.times[0], 200);
	assert_int_equal(f.times[1], 300);
	assert_int_equal(uet_stream_late(f.stream), 0);
}

static void late_ones_are_delivered_and_counted(void **state)
{
	(void)state;
	write_sample(0, 100);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 1);
	write_sample(1, 50);
	write_sample(1, 150);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), 2);
	assert_int_equal(f.times[1], 50);
	assert_int_equal(f.times[2], 150);
	assert_int_equal(uet_stream_late(f.stream), 1);
}

static void the_end_delivers_the_rest(void **state)
{
	(void)state;
	write_sample(0, 2);
	write_sample(1, 1);
	assert_int_equal(uet_stream_finish(f.stream, &f.err), 2);
	assert_int_equal(f.times[0], 1);
	assert_int_equal(f.times[1], 2);
}

static void failure_of_the_taker_ends_it(void **state)
{
	(void)state;
	f.answer = -EPIPE;
	write_sample(0, 1);
	write_sample(0, 2);
	assert_int_equal(uet_stream_drain(f.stream, &f.err), -EPIPE);
	assert_int_equal(f.n, 1);
}

/* 100 MB of one round, when 64 MiB are the bound. */
static void memory_is_bounded_without_an_end_of_a_round(void **state)
{
	const size_t size = 1040, total = 100000;

	(void)state;
	assert_true(sizeof(struct sample) >= size);
	for (size_t i = 1; i <= total; i++) {
		struct sample sample = sample_of(0, i, (uint16_t)size);

		assert_int_equal(uet_stream_records(f.stream, &sample, size),
				 0);
		assert_true((i - f.n) * size <= UET_MERGE_LIMIT);
	}
	assert_true(f.n > 0);
	assert_int_equal(uet_stream_finish(f.stream, &f.err) > 0, 1);
	assert_int_equal(f.n, total);
	assert_int_equal(f.out_of_order, 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rings_become_one_in_the_order_of_time),
		TEST(samples_have_the_name_of_their_time),
		TEST(what_comes_between_rounds_waits_its_turn),
		TEST(late_ones_are_delivered_and_counted),
		TEST(the_end_delivers_the_rest),
		TEST(failure_of_the_taker_ends_it),
		TEST(memory_is_bounded_without_an_end_of_a_round),
	};

	return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
