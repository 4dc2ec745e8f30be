/* SPDX-License-Identifier: MIT */
/*
 * What comes out of a ring, driven with plain memory: whole records, in order,
 * given back to the kernel, and nothing that is no record.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/ring.h"

#define RING_SIZE 64

struct fixture {
	struct perf_event_mmap_page page;
	unsigned char data[RING_SIZE] __attribute__((aligned(8)));
	unsigned char bounce[UET_RING_BOUNCE] __attribute__((aligned(8)));
	struct uet_ring ring;
	unsigned char got[256];
	size_t n_got, calls;
	int answer;
	uint64_t tail_seen[8]; /* data_tail at each call */
};

static struct fixture f;

static int set_up(void **state)
{
	(void)state;
	memset(&f, 0, sizeof(f));
	f.ring = (struct uet_ring){ &f.page, f.data, RING_SIZE, f.bounce };
	return 0;
}

static size_t walk(void *context, const void *records, size_t size)
{
	const unsigned char *bytes = records;
	struct perf_event_header header;
	size_t at = 0, one = 1;

	(void)context;
	while (one && size - at >= sizeof(header)) {
		memcpy(&header, bytes + at, sizeof(header));
		one = uet_ring_record_size(&header, size - at);
		at += one;
	}
	return at;
}

static int sink(void *context, const void *records, size_t size)
{
	struct fixture *to = context;

	assert_int_equal((uintptr_t)records % 8, 0);
	assert_true(to->n_got + size <= sizeof(to->got));
	memcpy(to->got + to->n_got, records, size);
	to->n_got += size;
	to->tail_seen[to->calls++] = to->page.data_tail;
	return to->answer;
}

/* A record of size bytes at head, its body filled with fill. */
static void produce(uint16_t size, unsigned char fill)
{
	unsigned char record[UET_RING_BOUNCE];
	struct perf_event_header header = { .type = 9, .size = size };

	memset(record, fill, size);
	memcpy(record, &header, sizeof(header));
	for (size_t i = 0; i < size; i++)
		f.data[(f.page.data_head + i) % RING_SIZE] = record[i];
	f.page.data_head += size;
}

static ssize_t drain(void)
{
	return uet_ring_drain(&f.ring, walk, sink, &f);
}

static void empty_ring_gives_nothing(void **state)
{
	(void)state;
	assert_int_equal(drain(), 0);
	assert_int_equal(f.calls, 0);
}

static void neighbours_come_in_one_piece(void **state)
{
	static const unsigned char expected[] = {
		9, 0, 0, 0, 0, 0, 16, 0, 1, 1, 1, 1, 1, 1, 1, 1,
		9, 0, 0, 0, 0, 0, 8, 0,
	};

	(void)state;
	produce(16, 1);
	produce(8, 2);
	assert_int_equal(drain(), 24);
	assert_int_equal(f.calls, 1);
	assert_int_equal(f.n_got, sizeof(expected));
	assert_memory_equal(f.got, expected, sizeof(expected));
	assert_int_equal(f.page.data_tail, 24);
}

static void wrapped_body_is_put_together(void **state)
{
	static const unsigned char expected[] = {
		9, 0, 0, 0, 0, 0, 24, 0, 7, 7, 7, 7, 7, 7, 7, 7,
		7, 7, 7, 7, 7, 7, 7, 7,
	};

	(void)state;
	f.page.data_head = f.page.data_tail = RING_SIZE * 3 + 48;
	produce(24, 7);
	assert_int_equal(drain(), 24);
	assert_memory_equal(f.got, expected, sizeof(expected));
	assert_int_equal(f.page.data_tail, RING_SIZE * 3 + 72);
}

/* The header is the last thing before the ring's end. */
static void body_after_the_end_is_put_together(void **state)
{
	static const unsigned char expected[] = {
		9, 0, 0, 0, 0, 0, 16, 0, 5, 5, 5, 5, 5, 5, 5, 5,
	};

	(void)state;
	f.page.data_head = f.page.data_tail = 56;
	produce(16, 5);
	assert_int_equal(drain(), 16);
	assert_memory_equal(f.got, expected, sizeof(expected));
}

static void full_ring_comes_out_whole(void **state)
{
	(void)state;
	f.page.data_head = f.page.data_tail = 40;
	produce(16, 1);
	produce(16, 2);
	produce(32, 3);
	assert_int_equal(drain(), 64);
	/* Up to the end; over the end; the rest. */
	assert_int_equal(f.calls, 3);
	assert_int_equal(f.got[8], 1);
	assert_int_equal(f.got[24], 2);
	assert_int_equal(f.got[63], 3);
}

static void place_is_given_back_after_the_sink_has_seen_it(void **state)
{
	(void)state;
	f.page.data_head = f.page.data_tail = 48;
	produce(16, 1);
	produce(16, 2);
	assert_int_equal(drain(), 32);
	assert_int_equal(f.calls, 2);
	assert_int_equal(f.tail_seen[0], 48);
	assert_int_equal(f.tail_seen[1], 64);
	assert_int_equal(f.page.data_tail, 80);
}

static void counters_may_wrap_around(void **state)
{
	(void)state;
	f.page.data_head = f.page.data_tail = UINT64_MAX - 7;
	produce(16, 4);
	assert_int_equal(drain(), 16);
	assert_int_equal(f.page.data_tail, 8);
}

static void failure_of_the_sink_ends_the_draining(void **state)
{
	(void)state;
	f.page.data_head = f.page.data_tail = 48;
	produce(16, 1);
	produce(16, 2);
	f.answer = -ENOSPC;
	assert_int_equal(drain(), -ENOSPC);
	assert_int_equal(f.calls, 1);
	assert_int_equal(f.page.data_tail, 64);
}

static void bad_size_drops_the_rest(uint16_t size)
{
	set_up(NULL);
	produce(16, 1);
	produce(16, 2);
	memcpy(f.data + 16 + 6, &size, sizeof(size));
	assert_int_equal(drain(), -EBADMSG);
	assert_int_equal(f.n_got, 16); /* what was good */
	assert_int_equal(f.page.data_tail, f.page.data_head);
	assert_int_equal(drain(), 0);
}

static void no_record_is_made_of_a_bad_size(void **state)
{
	(void)state;
	bad_size_drops_the_rest(0);
	bad_size_drops_the_rest(7);
	bad_size_drops_the_rest(12);	/* no multiple of 8 */
	bad_size_drops_the_rest(24);	/* behind the head */
	bad_size_drops_the_rest(65528); /* larger than the ring */
}

static void head_that_ran_over_the_tail_is_refused(void **state)
{
	(void)state;
	produce(16, 1);
	f.page.data_head = RING_SIZE + 8;
	assert_int_equal(drain(), -EBADMSG);
	assert_int_equal(f.calls, 0);
	assert_int_equal(f.page.data_tail, RING_SIZE + 8);
}

/* Written backward: the head goes down, the newest record begins at it. */
static void produce_backward(uint16_t size, unsigned char fill)
{
	uint64_t head = f.page.data_head - size;

	f.page.data_head = head;
	produce(size, fill);
	f.page.data_head = head;
}

static ssize_t dump(void)
{
	return uet_ring_dump(&f.ring, walk, sink, &f);
}

static void dump_of_a_ring_with_room_is_newest_first(void **state)
{
	(void)state;
	assert_int_equal(dump(), 0);
	produce_backward(16, 1);
	produce_backward(24, 2);
	assert_int_equal(dump(), 40);
	assert_int_equal(f.got[8], 2);
	assert_int_equal(f.got[24 + 8], 1);
	assert_int_equal(f.page.data_tail, 0);
	/* It is all still there. */
	f.n_got = 0;
	assert_int_equal(dump(), 40);
}

static void dump_leaves_out_what_was_overwritten_in_part(void **state)
{
	(void)state;
	produce_backward(24, 1); /* 16 bytes of it will be gone */
	produce_backward(24, 2);
	produce_backward(32, 3);
	assert_int_equal(dump(), 56);
	assert_int_equal(f.got[8], 3);
	assert_int_equal(f.got[32 + 8], 2);
	assert_int_equal(f.got[55], 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(empty_ring_gives_nothing, set_up),
		cmocka_unit_test_setup(neighbours_come_in_one_piece, set_up),
		cmocka_unit_test_setup(wrapped_body_is_put_together, set_up),
		cmocka_unit_test_setup(body_after_the_end_is_put_together,
				       set_up),
		cmocka_unit_test_setup(full_ring_comes_out_whole, set_up),
		cmocka_unit_test_setup(
			place_is_given_back_after_the_sink_has_seen_it,
			set_up),
		cmocka_unit_test_setup(counters_may_wrap_around, set_up),
		cmocka_unit_test_setup(failure_of_the_sink_ends_the_draining,
				       set_up),
		cmocka_unit_test_setup(no_record_is_made_of_a_bad_size,
				       set_up),
		cmocka_unit_test_setup(head_that_ran_over_the_tail_is_refused,
				       set_up),
		cmocka_unit_test_setup(dump_of_a_ring_with_room_is_newest_first,
				       set_up),
		cmocka_unit_test_setup(
			dump_leaves_out_what_was_overwritten_in_part, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
