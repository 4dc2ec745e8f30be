/* SPDX-License-Identifier: MIT */
/*
 * Records taken apart: every part of a sample at its place, trailers, and
 * lengths that lie.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <uet/record.h>

/* A record being written; the header's size is filled in by parse(). */
struct bytes {
	unsigned char data[512];
	size_t size;
};

static void put32(struct bytes *b, uint32_t n)
{
	memcpy(b->data + b->size, &n, 4);
	b->size += 4;
}

static void put64(struct bytes *b, uint64_t n)
{
	memcpy(b->data + b->size, &n, 8);
	b->size += 8;
}

static void put_text(struct bytes *b, const char *text, size_t size)
{
	memset(b->data + b->size, 0, size);
	memcpy(b->data + b->size, text, strlen(text));
	b->size += size;
}

static void begin(struct bytes *b, uint32_t type)
{
	b->size = 0;
	put32(b, type);
	put32(b, 0);
}

/* Parses a copy of exactly the record's size, for the sanitizer to see. */
static int parse(struct bytes *b, const struct uet_sample_layout *layout,
		 struct uet_record *out)
{
	static unsigned char *copy;
	uint16_t size = (uint16_t)b->size;

	memcpy(b->data + 6, &size, 2);
	free(copy);
	copy = malloc(size);
	memcpy(copy, b->data, size);
	return uet_record_parse(copy, size, layout, out);
}

static uint64_t nth64(const struct uet_view *v, size_t i)
{
	uint64_t n;

	assert_true(8 * (i + 1) <= v->size);
	memcpy(&n, (const char *)v->data + 8 * i, 8);
	return n;
}

static const struct uet_sample_layout tracepoint = {
	.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
		       PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
		       PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW,
	.sample_id_all = true,
};

static void a_tracepoints_sample(void **state)
{
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_SAMPLE);
	put64(&b, 77);
	put64(&b, 0xffffffff81000000);
	put32(&b, 42);
	put32(&b, 43);
	put64(&b, 12345678901234);
	put32(&b, 3);
	put32(&b, 0);
	put64(&b, 1);
	put32(&b, 12);
	put_text(&b, "abcdefghi", 12);
	assert_int_equal(parse(&b, &tracepoint, &r), 0);
	assert_true(r.known);
	assert_int_equal(r.has, UET_HAS_ID | UET_HAS_TID | UET_HAS_TIME |
					UET_HAS_CPU);
	assert_int_equal(r.id, 77);
	assert_int_equal(r.pid, 42);
	assert_int_equal(r.tid, 43);
	assert_int_equal(r.time, 12345678901234);
	assert_int_equal(r.cpu, 3);
	assert_int_equal(r.sample.ip, 0xffffffff81000000);
	assert_int_equal(r.sample.period, 1);
	assert_int_equal(r.sample.raw.size, 12);
	assert_memory_equal(r.sample.raw.data, "abcdefghi\0\0\0", 12);
}

/* Everything that a sample can hold, each part with a value of its own. */
static void put_full_sample(struct bytes *b)
{
	begin(b, PERF_RECORD_SAMPLE);
	put64(b, 1001); /* IDENTIFIER */
	put64(b, 1002); /* IP */
	put32(b, 1003); /* TID */
	put32(b, 1004);
	put64(b, 1005); /* TIME */
	put64(b, 1006); /* ADDR */
	put64(b, 1007); /* ID */
	put64(b, 1008); /* STREAM_ID */
	put32(b, 1009); /* CPU */
	put32(b, 0);
	put64(b, 1010); /* PERIOD */
	put64(b, 2);	/* READ: a group of two */
	put64(b, 9001);
	put64(b, 9002);
	for (uint64_t i = 0; i < 6; i++)
		put64(b, 9010 + i);
	put64(b, 2); /* CALLCHAIN */
	put64(b, 2001);
	put64(b, 2002);
	put32(b, 4); /* RAW */
	put_text(b, "raw", 4);
	put64(b, 1); /* BRANCH_STACK */
	put64(b, 3000);
	put64(b, 3001);
	put64(b, 3002);
	put64(b, 3003);
	put64(b, 3004);
	put64(b, 2); /* REGS_USER */
	put64(b, 4001);
	put64(b, 4002);
	put64(b, 16); /* STACK_USER */
	put_text(b, "stack", 16);
	put64(b, 8);
	put64(b, 5001); /* WEIGHT */
	put64(b, 5002); /* DATA_SRC */
	put64(b, 5003); /* TRANSACTION */
	put64(b, 2);	/* REGS_INTR */
	put64(b, 6001);
	put64(b, 7001); /* PHYS_ADDR */
	put64(b, 7002); /* CGROUP */
	put64(b, 7003); /* DATA_PAGE_SIZE */
	put64(b, 7004); /* CODE_PAGE_SIZE */
	put64(b, 8);	/* AUX */
	put_text(b, "auxdata", 8);
}

static const struct uet_sample_layout full = {
	.sample_type = (PERF_SAMPLE_WEIGHT_STRUCT << 1) - 1 -
		       PERF_SAMPLE_WEIGHT,
	.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
		       PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID |
		       1 << 4 /* LOST */,
	.branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX | 1 << 19,
	.sample_regs_user = 0x5,
	.sample_regs_intr = 0x100,
	.sample_id_all = true,
};

static void every_part_of_a_sample(void **state)
{
	struct bytes b;
	struct uet_record r;
	const struct uet_sample *s = &r.sample;

	(void)state;
	put_full_sample(&b);
	assert_int_equal(parse(&b, &full, &r), 0);
	assert_int_equal(r.id, 1007);
	assert_int_equal(s->ip, 1002);
	assert_int_equal(r.tid, 1004);
	assert_int_equal(r.time, 1005);
	assert_int_equal(s->addr, 1006);
	assert_int_equal(r.stream_id, 1008);
	assert_int_equal(r.cpu, 1009);
	assert_int_equal(s->period, 1010);
	assert_int_equal(s->read.size, 72);
	assert_int_equal(nth64(&s->read, 8), 9015);
	assert_int_equal(s->callchain.size, 16);
	assert_int_equal(nth64(&s->callchain, 1), 2002);
	assert_int_equal(s->raw.size, 4);
	assert_string_equal(s->raw.data, "raw");
	assert_int_equal(s->branch_hw_idx, 3000);
	assert_int_equal(s->branch_stack.size, 24);
	assert_int_equal(nth64(&s->branch_stack, 2), 3003);
	assert_int_equal(nth64(&s->branch_counters, 0), 3004);
	assert_int_equal(s->regs_user_abi, 2);
	assert_int_equal(nth64(&s->regs_user, 1), 4002);
	assert_int_equal(s->stack_user.size, 8);
	assert_string_equal(s->stack_user.data, "stack");
	assert_int_equal(s->weight, 5001);
	assert_int_equal(s->data_src, 5002);
	assert_int_equal(s->transaction, 5003);
	assert_int_equal(nth64(&s->regs_intr, 0), 6001);
	assert_int_equal(s->phys_addr, 7001);
	assert_int_equal(s->cgroup, 7002);
	assert_int_equal(s->data_page_size, 7003);
	assert_int_equal(s->code_page_size, 7004);
	assert_int_equal(s->aux.size, 8);
	assert_string_equal(s->aux.data, "auxdata");
}

static void a_sample_cut_anywhere_is_refused(void **state)
{
	struct bytes b;
	struct uet_record r;
	size_t size;

	(void)state;
	put_full_sample(&b);
	size = b.size;
	for (size_t n = 8; n < size; n++) {
		b.size = n;
		assert_int_equal(parse(&b, &full, &r), -EBADMSG);
	}
}

static void lengths_that_overflow_are_refused(void **state)
{
	static const uint64_t lies[] = { 9, 1ULL << 32, 1ULL << 61,
					 UINT64_MAX / 8, UINT64_MAX };
	static const uint64_t types[] = { PERF_SAMPLE_CALLCHAIN,
					  PERF_SAMPLE_BRANCH_STACK,
					  PERF_SAMPLE_STACK_USER,
					  PERF_SAMPLE_READ, PERF_SAMPLE_AUX };
	struct bytes b;
	struct uet_record r;

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct uet_sample_layout layout = {
			.sample_type = types[i],
			.read_format = PERF_FORMAT_GROUP,
		};

		for (size_t k = 0; k < sizeof(lies) / sizeof(lies[0]); k++) {
			begin(&b, PERF_RECORD_SAMPLE);
			put64(&b, lies[k]);
			put64(&b, 0);
			assert_int_equal(parse(&b, &layout, &r), -EBADMSG);
		}
	}
}

static void more_stack_than_was_copied_is_refused(void **state)
{
	static const struct uet_sample_layout layout = {
		.sample_type = PERF_SAMPLE_STACK_USER,
	};
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_SAMPLE);
	put64(&b, 8);
	put_text(&b, "stack", 8);
	put64(&b, 9);
	assert_int_equal(parse(&b, &layout, &r), -EBADMSG);
}

static void other_records_have_a_trailer(void **state)
{
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_COMM);
	put32(&b, 10);
	put32(&b, 11);
	put_text(&b, "worker", 8);
	put32(&b, 10); /* TID */
	put32(&b, 11);
	put64(&b, 555); /* TIME */
	put32(&b, 1);	/* CPU */
	put32(&b, 0);
	put64(&b, 77); /* IDENTIFIER */
	assert_int_equal(parse(&b, &tracepoint, &r), 0);
	assert_true(r.known);
	assert_string_equal(r.comm, "worker");
	assert_int_equal(r.task.tid, 11);
	assert_int_equal(r.time, 555);
	assert_int_equal(r.cpu, 1);
	assert_int_equal(r.id, 77);
	/* Without its NUL the name would run into the trailer. */
	memset(b.data + 16, 'x', 8);
	assert_int_equal(parse(&b, &tracepoint, &r), -EBADMSG);
}

static void fork_exit_and_losses(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_FORK);
	put32(&b, 1);
	put32(&b, 2);
	put32(&b, 3);
	put32(&b, 4);
	put64(&b, 99);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.task.pid, 1);
	assert_int_equal(r.task.ppid, 2);
	assert_int_equal(r.task.tid, 3);
	assert_int_equal(r.task.ptid, 4);
	assert_int_equal(r.time, 99);
	assert_int_equal(r.has, UET_HAS_TIME);

	begin(&b, PERF_RECORD_LOST);
	put64(&b, 5);
	put64(&b, 17);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.id, 5);
	assert_int_equal(r.lost, 17);

	begin(&b, PERF_RECORD_LOST_SAMPLES);
	put64(&b, 18);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.lost, 18);
}

static void an_mmap2_record(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_MMAP2);
	put32(&b, 1);
	put32(&b, 2);
	put64(&b, 0x1000);
	put64(&b, 0x2000);
	put64(&b, 0x3000);
	put64(&b, 0);
	put64(&b, 0);
	put64(&b, 0);
	put32(&b, 5);
	put32(&b, 6);
	put_text(&b, "/bin/shop", 16);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.task.pid, 1);
	assert_int_equal(r.map.addr, 0x1000);
	assert_int_equal(r.map.len, 0x2000);
	assert_int_equal(r.map.pgoff, 0x3000);
	assert_int_equal(r.map.prot, 5);
	assert_string_equal(r.map.filename, "/bin/shop");
}

static void a_type_of_the_future_is_told_as_unknown(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, 40);
	put64(&b, 1);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_false(r.known);
	assert_int_equal(r.type, 40);
}

static void a_header_that_lies_is_refused(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	static const unsigned char short_size[8] = { 3, 0, 0, 0, 0, 0, 7, 0 };
	static const unsigned char long_size[8] = { 40, 0, 0, 0, 0, 0, 9, 0 };
	struct uet_record r;

	(void)state;
	assert_int_equal(uet_record_parse(short_size, 8, &bare, &r), -EBADMSG);
	assert_int_equal(uet_record_parse(long_size, 8, &bare, &r), -EBADMSG);
	assert_int_equal(uet_record_parse(long_size, 7, &bare, &r), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tracepoints_sample),
		cmocka_unit_test(every_part_of_a_sample),
		cmocka_unit_test(a_sample_cut_anywhere_is_refused),
		cmocka_unit_test(lengths_that_overflow_are_refused),
		cmocka_unit_test(more_stack_than_was_copied_is_refused),
		cmocka_unit_test(other_records_have_a_trailer),
		cmocka_unit_test(fork_exit_and_losses),
		cmocka_unit_test(an_mmap2_record),
		cmocka_unit_test(a_type_of_the_future_is_told_as_unknown),
		cmocka_unit_test(a_header_that_lies_is_refused),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
