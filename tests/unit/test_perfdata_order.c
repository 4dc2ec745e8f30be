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
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include <uet/decode.h>
#include <uet/perfdata.h>

#include "perfdata_bytes.h"

static struct uet_error err;
static char text[4096];

/* What the tests share in attr() is replaced: more is in these samples. */
#define TYPE                                                                   \
	(SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK |      \
	 PERF_SAMPLE_CPU)

static void set_type(size_t attr_at)
{
	size_t saved = file.size;

	file.size = attr_at + 24;
	put64(TYPE);
	file.size = saved;
}

/* pointer: its bytes on the machine. */
static void put_formats(unsigned int pointer)
{
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

	put("\x17\x08\x44tracing0.6", 14);
	put(file.swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) ?
		    "\1" : "\0", 1);
	put(pointer == 4 ? "\4" : "\x8", 1);
	put32(4096);
	put("header_page", 12);
	put64(0);
	put("header_event", 13);
	put64(0);
	put32(0);
	put32(1);
	put("user_events", 12);
	put32(1);
	put64((uint64_t)n);
	put(format, (size_t)n);
	put32(0);
	put32(0);
	put64(0);
}

static void put_sample(unsigned int pointer)
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
	if (pointer == 4) {
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

static void put_header(size_t data_end, unsigned int bits)
{
	const uint32_t features = 1 << UET_FEAT_TRACING_DATA |
				  1 << UET_FEAT_HOSTNAME;
	size_t saved = file.size;

	file.size = 0;
	put(file.swap ? "2ELIFREP" : "PERFILE2", 8);
	put64(104);
	put64(144);
	put64(file.attrs_at);
	put64(144);
	put64(file.data_at);
	put64(data_end - file.data_at);
	put64(0);
	put64(0);
	/* In longs of the machine. */
	if (bits == 32)
		put32(features);
	else
		put64(features);
	file.size = saved;
}

static void make_file(bool swap, unsigned int bits)
{
	size_t end, formats_at;

	memset(&file, 0, sizeof(file));
	file.swap = swap;
	file.size = 104;
	file.ids_at = file.size;
	put64(1);
	file.attrs_at = file.size;
	attr(100, file.ids_at, 1);
	set_type(file.attrs_at);
	file.data_at = file.size;
	put_others();
	put_sample(bits / 8);
	end = file.size;
	file.size += 32;
	formats_at = file.size;
	put_formats(bits / 8);
	put_header(end, bits);
	file.data_end = file.size;
	file.size = end;
	put64(formats_at);
	put64(file.data_end - formats_at);
	put64(file.data_end);
	put64(0);
	file.size = file.data_end;
}

static void make_stream(bool swap)
{
	size_t at, size;

	memset(&file, 0, sizeof(file));
	file.swap = swap;
	put(swap ? "2ELIFREP" : "PERFILE2", 8);
	put64(16);
	record_header(UET_RECORD_HEADER_ATTR, 8 + 128 + 8);
	attr(100, 0, 0);
	file.size -= 16;
	set_type(file.size - 128);
	put64(1);
	record_header(UET_RECORD_HEADER_TRACING_DATA, 12);
	at = file.size;
	put32(0);
	put_formats(8);
	size = file.size - at - 4;
	file.size = at;
	put32((uint32_t)size);
	file.size += size;
	put_others();
	put_sample(8);
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

static int read_it(size_t size, bool shown)
{
	int fd = memfd_create("order", MFD_CLOEXEC), ret;
	struct uet_perfdata *p;
	struct uet_perfdata_record r;
	char path[64];

	text[0] = err.text[0] = '\0';
	n_lost = 0;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, file.data, size), (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = uet_perfdata_open(path, &p, &err);
	close(fd);
	if (ret)
		return ret;
	while ((ret = uet_perfdata_next(p, &r, &err)) > 0) {
		if (r.record.type == PERF_RECORD_LOST)
			n_lost = r.record.lost;
		if (shown && r.record.type == PERF_RECORD_SAMPLE &&
		    r.event->format)
			show(&r);
	}
	uet_perfdata_close(p);
	return ret;
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
			assert_int_equal(read_it(file.size, true), 0);
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
		assert_int_equal(read_it(file.size, true), 0);
		assert_string_equal(text, expected);
		assert_int_equal(n_lost, 77);
	}
}

static void a_cut_is_told_as_ever(void **state)
{
	(void)state;
	make_file(true, 64);
	for (size_t n = 0; n < file.size; n++) {
		assert_int_equal(read_it(n, true), -ENODATA);
		assert_true(err.text[0]);
	}
}

static void any_byte_may_be_wrong(void **state)
{
	(void)state;
	for (int stream = 0; stream < 2; stream++) {
		if (stream)
			make_stream(true);
		else
			make_file(true, 64);
		for (size_t at = 0; at < file.size; at++) {
			unsigned char right = file.data[at];
			const unsigned char wrong[] = { 0, 0xff, right ^ 0x10 };

			for (size_t k = 0; k < sizeof(wrong); k++) {
				int ret;

				file.data[at] = wrong[k];
				ret = read_it(file.size, false);
				assert_int_equal(!ret, !err.text[0]);
			}
			file.data[at] = right;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_machines_file_reads_alike),
		cmocka_unit_test(every_machines_stream_reads_alike),
		cmocka_unit_test(a_cut_is_told_as_ever),
		cmocka_unit_test(any_byte_may_be_wrong),
	};

	return cmocka_run_group_tests_name("perfdata_order", tests, NULL,
					   NULL);
}
