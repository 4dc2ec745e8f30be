/* SPDX-License-Identifier: MIT */
/*
 * The same recording as machines of both byte orders and of 32 and 64 bits
 * write it: all must read alike, down to the fields of the events.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include <uet/decode.h>

#include "perfdata_read.h"

static char text[4096];

/* More is in these samples than in those that the tests share. */
#define TYPE                                                                   \
	(SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK |      \
	 PERF_SAMPLE_CPU)

static void put_formats(void)
{
	unsigned int pointer = file.bits == 32 ? 4 : 8;
	char format[1024];
	int n = snprintf(format, sizeof(format),
		"name: shop\nID: 100\nformat:\n"
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
		"\tfield:u64 big;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:s16 list[3];\toffset:16;\tsize:6;\tsigned:1;\n"
		"\tfield:u8 byte;\toffset:22;\tsize:1;\tsigned:0;\n"
		"\tfield:void * where;\toffset:24;\tsize:%u;\tsigned:0;\n"
		"\tfield:__rel_loc u32[] many;\toffset:32;\tsize:4;\tsigned:0;\n"
		"\tfield:__data_loc char[] word;\toffset:36;\tsize:4;\tsigned:0;\n"
		"\tfield:struct f64 x;\toffset:40;\tsize:8;\tsigned:0;\n\n"
		"print fmt: \"\"\n", pointer);

	begin_tracing_data(1);
	put_format_text(format, (size_t)n);
	end_tracing_data();
}

static void put_sample(void)
{
	size_t at = file.size;

	record_header(PERF_RECORD_SAMPLE, 168);
	put64(1);
	put32(5);
	put32(6);
	put64(1000000007);
	put32(3); /* CPU */
	put32(0);
	put64(2); /* CALLCHAIN */
	put64(0xffffffff81000001);
	put64(0x401000);
	put32(64 + 4); /* RAW */
	put16(100);
	put16(0);
	put32(6);
	put64(0x0102030405060708);
	put16(1);
	put16((uint16_t)-2);
	put16(300);
	put("\x2a", 2);
	if (file.bits == 32) {
		put32(0x12345678);
		put32(0);
	} else {
		put64(0x12345678);
	}
	put32(8 << 16 | 12); /* from the word's end: 48 */
	put32(5 << 16 | 56);
	put64(0x3ff8000000000000); /* 1.5 */
	put32(70000);
	put32(80000);
	put("word", 5);
	put("\0\0\0\0\0\0", 7); /* aligns */
	put64(1); /* BRANCH_STACK */
	put64(11);
	put64(22);
	/* mispred, a hundred cycles, type 3: from the end where the machine's
	 * compiler begins. */
	put64(file.swap ? 1ULL << 63 | 100ULL << 44 | 3ULL << 40 :
			  1ULL | 100ULL << 4 | 3ULL << 20);
	assert_int_equal(file.size - at, 168);
}

static void put_trailer(uint64_t time)
{
	put32(5);
	put32(6);
	put64(time);
	put32(3);
	put32(0);
	put64(1);
}

static void put_others(void)
{
	record_header(PERF_RECORD_COMM, 56);
	put32(5);
	put32(6);
	put("shop\0\0\0", 8);
	put_trailer(10);
	record_header(PERF_RECORD_LOST, 56);
	put64(1);
	put64(77);
	put_trailer(20);
}

static void put_nothing(void)
{
}

static void make_file(bool swap, unsigned int bits)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_formats },
		{ UET_FEAT_HOSTNAME, put_nothing },
	};

	begin_bare_file(swap, bits, 1);
	bare_attr(PERF_TYPE_TRACEPOINT, 100, TYPE);
	put64(file.ids_at);
	put64(8);
	file.data_at = file.size;
	put_others();
	put_sample();
	end_file_with(features, 2);
}

static void make_stream(bool swap)
{
	begin_bare_stream(swap);
	record_header(UET_RECORD_HEADER_ATTR, 8 + 128 + 8);
	bare_attr(PERF_TYPE_TRACEPOINT, 100, TYPE);
	put64(1);
	header_tracing_data(put_formats);
	put_others();
	put_sample();
	finished_round();
}

/* All that is in the samples, as text. */
static void show(const struct uet_perfdata_record *r)
{
	const struct uet_sample *s = &r->record.sample;
	struct uet_buffer buffer = { 0 };
	struct uet_plan *plan;
	uint64_t ip, flags;
	struct uet_line line = {
		.comm = r->comm,
		.time = r->record.time,
		.has_time = true,
		.raw = s->raw.data,
		.raw_size = s->raw.size,
	};

	assert_int_equal(s->callchain.size, 16);
	memcpy(&ip, s->callchain.data, 8);
	assert_int_equal(s->branch_stack.size, 24);
	memcpy(&flags, (const char *)s->branch_stack.data + 16, 8);
	assert_int_equal(uet_plan_new(r->event->format, r->event->name, &plan,
				      NULL), 0);
	assert_int_equal(uet_print_json(&buffer, plan, &line), 0);
	snprintf(text, sizeof(text), "%u %u %u %llx %llx %.*s",
		 r->record.pid, r->record.tid, r->record.cpu,
		 (unsigned long long)ip, (unsigned long long)flags,
		 (int)buffer.size, (const char *)buffer.data);
	uet_buffer_free(&buffer);
	uet_plan_free(plan);
}

static uint64_t n_lost;

static void note(const struct uet_perfdata_record *r)
{
	if (r->record.type == PERF_RECORD_LOST)
		n_lost = r->record.lost;
	if (r->record.type == PERF_RECORD_SAMPLE)
		show(r);
}

static void read_it(void)
{
	text[0] = '\0';
	n_lost = 0;
	on_record = note;
	assert_int_equal(read_file(), 0);
}

static const char expected[] =
	"5 6 3 ffffffff81000001 300641 "
	"{\"time_ns\":1000000007,\"comm\":\"shop\",\"pid\":null,"
	"\"tid\":null,\"cpu\":null,\"event\":\"user_events:shop\","
	"\"fields\":{\"big\":72623859790382856,\"list\":[1,-2,300],"
	"\"byte\":42,\"where\":305419896,\"many\":[70000,80000],"
	"\"word\":\"word\",\"x\":1.5}}\n";

static void every_machines_file_reads_alike(void **state)
{
	(void)state;
	for (int swap = 0; swap < 2; swap++) {
		for (unsigned int bits = 32; bits <= 64; bits += 32) {
			make_file(swap, bits);
			read_it();
			assert_string_equal(text, expected);
			assert_int_equal(n_lost, 77);
		}
	}
}

static void every_machines_stream_reads_alike(void **state)
{
	(void)state;
	for (int swap = 0; swap < 2; swap++) {
		make_stream(swap);
		read_it();
		assert_string_equal(text, expected);
		assert_int_equal(n_lost, 77);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_machines_file_reads_alike),
		cmocka_unit_test(every_machines_stream_reads_alike),
	};

	return cmocka_run_group_tests_name("perfdata_order", tests, NULL,
					   NULL);
}
