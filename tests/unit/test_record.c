/* SPDX-License-Identifier: MIT */
/*
 * Records taken apart: every part of a sample at its place, trailers, and
 * lengths that lie.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
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
	struct uet_read_value value;

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
	assert_int_equal(s->read.n, 2);
	assert_int_equal(s->read.time_enabled, 9001);
	assert_int_equal(s->read.time_running, 9002);
	assert_int_equal(s->read.bytes.size, 72);
	uet_read_get(&s->read, 1, &value);
	assert_int_equal(value.value, 9013);
	assert_int_equal(value.id, 9014);
	assert_int_equal(value.lost, 9015);
	uet_read_get(&s->read, 2, &value);
	assert_int_equal(value.value, 0);
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
	put32(&b, 8);
	put32(&b, 3);
	put64(&b, 12345);
	put64(&b, 67890);
	put32(&b, 5);
	put32(&b, 6);
	put_text(&b, "/bin/shop", 16);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.task.pid, 1);
	assert_int_equal(r.map.addr, 0x1000);
	assert_int_equal(r.map.len, 0x2000);
	assert_int_equal(r.map.pgoff, 0x3000);
	assert_int_equal(r.map.maj, 8);
	assert_int_equal(r.map.min, 3);
	assert_int_equal(r.map.ino, 12345);
	assert_int_equal(r.map.ino_generation, 67890);
	assert_int_equal(r.map.prot, 5);
	assert_string_equal(r.map.filename, "/bin/shop");
}

/* Every form of read_format, in a READ record: 7, 70, ... are told apart. */
static void every_form_of_a_count(void **state)
{
	struct bytes b;
	struct uet_record r;
	struct uet_read_value v;

	(void)state;
	for (uint64_t format = 0; format < 32; format++) {
		const struct uet_sample_layout layout = {
			.read_format = format,
		};
		bool group = format & PERF_FORMAT_GROUP;
		bool times = format & PERF_FORMAT_TOTAL_TIME_ENABLED;
		bool running = format & PERF_FORMAT_TOTAL_TIME_RUNNING;
		bool id = format & PERF_FORMAT_ID, lost = format & 16;

		begin(&b, PERF_RECORD_READ);
		put32(&b, 1);
		put32(&b, 2);
		put64(&b, group ? 2 : 7);
		if (times)
			put64(&b, 50);
		if (running)
			put64(&b, 40);
		for (uint64_t i = 0; i < (group ? 2 : 1); i++) {
			if (group)
				put64(&b, 7 + i);
			if (id)
				put64(&b, 70 + i);
			if (lost)
				put64(&b, 700 + i);
		}
		assert_int_equal(parse(&b, &layout, &r), 0);
		assert_true(r.known);
		assert_int_equal(r.task.pid, 1);
		assert_int_equal(r.task.tid, 2);
		assert_int_equal(r.read.n, group ? 2 : 1);
		assert_int_equal(r.read.time_enabled, times ? 50 : 0);
		assert_int_equal(r.read.time_running, running ? 40 : 0);
		for (uint64_t i = 0; i < r.read.n; i++) {
			uet_read_get(&r.read, i, &v);
			assert_int_equal(v.value, 7 + i);
			assert_int_equal(v.id, id ? 70 + i : 0);
			assert_int_equal(v.lost, lost ? 700 + i : 0);
		}
		b.size -= 8;
		assert_int_equal(parse(&b, &layout, &r), -EBADMSG);
	}
}

/* The rest of perf_event_open(2)'s records, in the order of their numbers. */
static void every_other_record(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_MMAP);
	put32(&b, 1);
	put32(&b, 2);
	put64(&b, 3);
	put64(&b, 4);
	put64(&b, 5);
	put_text(&b, "/a", 8);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.task.tid, 2);
	assert_int_equal(r.map.pgoff, 5);
	assert_string_equal(r.map.filename, "/a");

	begin(&b, PERF_RECORD_UNTHROTTLE);
	put64(&b, 1);
	put64(&b, 2);
	put64(&b, 3);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.throttle.time, 1);
	assert_int_equal(r.throttle.id, 2);
	assert_int_equal(r.throttle.stream_id, 3);

	begin(&b, PERF_RECORD_AUX);
	put64(&b, 1);
	put64(&b, 2);
	put64(&b, 3);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.aux.offset, 1);
	assert_int_equal(r.aux.size, 2);
	assert_int_equal(r.aux.flags, 3);

	begin(&b, PERF_RECORD_ITRACE_START);
	put32(&b, 1);
	put32(&b, 2);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_true(r.known);
	assert_int_equal(r.task.tid, 2);

	begin(&b, PERF_RECORD_SWITCH);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_true(r.known);

	begin(&b, PERF_RECORD_SWITCH_CPU_WIDE);
	put32(&b, 1);
	put32(&b, 2);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.task.pid, 1);
	assert_int_equal(r.task.tid, 2);

	begin(&b, PERF_RECORD_NAMESPACES);
	put32(&b, 1);
	put32(&b, 2);
	put64(&b, 2);
	for (uint64_t i = 0; i < 4; i++)
		put64(&b, 10 + i);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.namespaces.size, 32);
	assert_int_equal(nth64(&r.namespaces, 3), 13);

	begin(&b, PERF_RECORD_KSYMBOL);
	put64(&b, 1);
	put32(&b, 2);
	put32(&b, 4 << 16 | 3);
	put_text(&b, "bpf_prog", 16);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.ksymbol.addr, 1);
	assert_int_equal(r.ksymbol.len, 2);
	assert_int_equal(r.ksymbol.type, 3);
	assert_int_equal(r.ksymbol.flags, 4);
	assert_string_equal(r.ksymbol.name, "bpf_prog");

	begin(&b, PERF_RECORD_BPF_EVENT);
	put32(&b, 2 << 16 | 1);
	put32(&b, 3);
	put_text(&b, "tagtag", 8);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.bpf.type, 1);
	assert_int_equal(r.bpf.flags, 2);
	assert_int_equal(r.bpf.id, 3);
	assert_memory_equal(r.bpf.tag, "tagtag\0", 8);

	begin(&b, PERF_RECORD_CGROUP);
	put64(&b, 1);
	put_text(&b, "/slice", 8);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.cgroup.id, 1);
	assert_string_equal(r.cgroup.path, "/slice");

	begin(&b, PERF_RECORD_TEXT_POKE);
	put64(&b, 1);
	put32(&b, 3 << 16 | 2);
	put_text(&b, "abcde", 8);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.text_poke.old_bytes.size, 2);
	assert_memory_equal(r.text_poke.old_bytes.data, "ab", 2);
	assert_int_equal(r.text_poke.new_bytes.size, 3);
	assert_memory_equal(r.text_poke.new_bytes.data, "cde", 3);

	begin(&b, 21 /* AUX_OUTPUT_HW_ID */);
	put64(&b, 99);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_true(r.known);
	assert_int_equal(r.hw_id, 99);
}

static void bodies_that_are_too_short_are_refused(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	/* Bytes that each type needs at least, by its number. */
	static const unsigned char needs[] = {
		[1] = 33, [2] = 16, [3] = 9, [4] = 24, [5] = 24, [6] = 24,
		[7] = 24, [8] = 16, [10] = 65, [11] = 24, [12] = 8, [13] = 8,
		[14] = 0, [15] = 8, [16] = 16, [17] = 17, [18] = 16, [19] = 9,
		[20] = 12, [21] = 8,
	};
	struct bytes b;
	struct uet_record r;

	(void)state;
	for (uint32_t type = 1; type < sizeof(needs); type++) {
		if (type == PERF_RECORD_SAMPLE)
			continue;
		for (size_t n = 0; n < 80; n++) {
			begin(&b, type);
			memset(b.data + 8, 0, n);
			b.size = 8 + n;
			assert_int_equal(parse(&b, &bare, &r),
					 n < needs[type] ? -EBADMSG : 0);
		}
	}
	/* More namespaces than memory has, and more code than the record. */
	begin(&b, PERF_RECORD_NAMESPACES);
	put64(&b, 0);
	put64(&b, 1ULL << 60);
	put64(&b, 0);
	assert_int_equal(parse(&b, &bare, &r), -EBADMSG);
	begin(&b, PERF_RECORD_TEXT_POKE);
	put64(&b, 0);
	put32(&b, 4 << 16 | 4);
	put32(&b, 0);
	assert_int_equal(parse(&b, &bare, &r), -EBADMSG);
}

static void a_build_id_in_an_mmap2_record(void **state)
{
	static const struct uet_sample_layout bare = { 0 };
	struct bytes b;
	struct uet_record r;

	(void)state;
	begin(&b, PERF_RECORD_MMAP2);
	b.data[5] = 1 << 6; /* PERF_RECORD_MISC_MMAP_BUILD_ID */
	for (size_t i = 0; i < 4; i++)
		put64(&b, i);
	put32(&b, 20);
	put_text(&b, "a build id of twenty", 20);
	put32(&b, 5);
	put32(&b, 6);
	put_text(&b, "/a", 8);
	assert_int_equal(parse(&b, &bare, &r), 0);
	assert_int_equal(r.map.build_id.size, 20);
	assert_memory_equal(r.map.build_id.data, "a build id of twenty", 20);
	assert_int_equal(r.map.flags, 6);
	assert_int_equal(r.map.ino, 0);
	b.data[8 + 32] = 21;
	assert_int_equal(parse(&b, &bare, &r), -EBADMSG);
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
		cmocka_unit_test(a_build_id_in_an_mmap2_record),
		cmocka_unit_test(every_form_of_a_count),
		cmocka_unit_test(every_other_record),
		cmocka_unit_test(bodies_that_are_too_short_are_refused),
		cmocka_unit_test(a_type_of_the_future_is_told_as_unknown),
		cmocka_unit_test(a_header_that_lies_is_refused),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
