/* SPDX-License-Identifier: MIT */
/*
 * generate FILE COUNT [plain|zstd|eventheader|late]: writes a recording of COUNT
 * events that are always the same, for tests and benchmarks of reading.  Needs
 * no kernel feature.  plain: no multi-format events, whose names perf cannot
 * read; zstd: the same, compressed; eventheader: EventHeader events in their
 * place; late: the same, and the others come after the first LATE only.
 */
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uet/writer.h>

#include "../eventheader_format.h"

#define SAMPLE_TYPE                                                            \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |           \
	 PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |             \
	 PERF_SAMPLE_RAW)

#define START_NS UINT64_C(1000000000000) /* of the clock */
#define WALL_NS UINT64_C(1700000000123456789)

/* As many events share a round of the rings. */
#define ROUND 1000

#define LATE 8

#define COMMON                                                                 \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;"      \
	"\tsigned:0;\n"                                                        \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char request_format[] =
	"name: gen_request\nID: 1001\nformat:\n" COMMON
	"\tfield:u32 status;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:u64 latency_ns;\toffset:12;\tsize:8;\tsigned:0;\n"
	"\tfield:s8 level;\toffset:20;\tsize:1;\tsigned:1;\n"
	"\tfield:struct f64 load;\toffset:21;\tsize:8;\tsigned:1;\n"
	"\tfield:__rel_loc char path[7766496];\toffset:29;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"status=%u latency_ns=%llu level=%d load=%llu path=%s\", "
	"REC->status, REC->latency_ns, REC->level, REC->load, "
	"__get_rel_str(path)\n";

static const char multi_0_format[] =
	"name: gen_multi.0\nID: 1002\nformat:\n" COMMON
	"\tfield:u32 a;\toffset:8;\tsize:4;\tsigned:0;\n\n"
	"print fmt: \"a=%u\", REC->a\n";

static const char multi_1_format[] =
	"name: gen_multi.1\nID: 1003\nformat:\n" COMMON
	"\tfield:u32 a;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:u64 b;\toffset:12;\tsize:8;\tsigned:0;\n\n"
	"print fmt: \"a=%u b=%llu\", REC->a, REC->b\n";

static const char described_format[] =
	"name: Gen_L4K1\nID: 1002\nformat:\n" COMMON EVENTHEADER_FIELDS;

enum { DUMMY, REQUEST, MULTI_0, MULTI_1, N_EVENTS, DESCRIBED = MULTI_0 };

static unsigned int n_events = N_EVENTS;

static const uint64_t ids[N_EVENTS] = { 10, 11, 12, 13 };

struct bytes {
	unsigned char at[256];
	uint32_t size;
};

static void put(struct bytes *b, const void *from, size_t size)
{
	memcpy(b->at + b->size, from, size);
	b->size += (uint32_t)size;
}

static void put_u8(struct bytes *b, uint8_t n)
{
	put(b, &n, 1);
}

static void put_u16(struct bytes *b, uint16_t n)
{
	put(b, &n, 2);
}

static void put_u32(struct bytes *b, uint32_t n)
{
	put(b, &n, 4);
}

static void put_u64(struct bytes *b, uint64_t n)
{
	put(b, &n, 8);
}

/* Followed by the record's body; finish() sets the size. */
static void begin(struct bytes *b, uint32_t type)
{
	b->size = 0;
	put_u32(b, type);
	put_u16(b, 0);
	put_u16(b, 0);
}

static void finish(struct bytes *b)
{
	uint16_t size = (uint16_t)b->size;

	memcpy(b->at + 6, &size, 2);
}

/* A little-endian header of the id 9 and its metadata. */
#define HEAD(size) "\7\0\11\0\0\0\0\4" size "\0\1\0"
#define PUT(b, s) put(b, s, sizeof(s) - 1)

/* Two events in turn, of which one has a field like the header's; the second
 * one of these is cut. */
static void put_described(struct bytes *raw, uint64_t i)
{
	if (i % 8 == 3) {
		PUT(raw, HEAD("\42") "Sale\0"
		    "id\0\4" "request\0\x81\2" "path\0\7" "sizes\0\x22\2\0");
		put_u32(raw, (uint32_t)i);
		PUT(raw, "/a, b\0\1\2");
		return;
	}
	PUT(raw, HEAD("\20") "Visit\0" "n\0\2" "level\0\7");
	if (i == 15)
		return;
	put_u8(raw, (uint8_t)i);
	PUT(raw, "high\0");
}

static void put_payload(struct bytes *raw, unsigned int event, uint64_t i)
{
	double load = (double)i / 4;
	char path[32];

	raw->size = 0;
	put_u16(raw, (uint16_t)(1000 + event));
	put_u16(raw, 0);
	put_u32(raw, 101 + (uint32_t)(i & 1));
	if (event == DESCRIBED && n_events == DESCRIBED + 1) {
		put_described(raw, i);
		return;
	}
	if (event != REQUEST) {
		put_u32(raw, (uint32_t)i);
		if (event == MULTI_1)
			put_u64(raw, i * i);
		return;
	}
	put_u32(raw, 200 + 100 * (uint32_t)(i % 4));
	put_u64(raw, i * 100);
	put_u8(raw, (uint8_t)-(int)(i % 5));
	put(raw, &load, 8);
	snprintf(path, sizeof(path), i == 1 ? "say \"hi\", you" : "/p/%u",
		 (unsigned int)(i % 10));
	put_u32(raw, (uint32_t)(strlen(path) + 1) << 16);
	put(raw, path, strlen(path) + 1);
}

static unsigned int event_of(uint64_t i)
{
	if (i % 4 < 3 || n_events == REQUEST + 1)
		return REQUEST;
	if (n_events == DESCRIBED + 1)
		return DESCRIBED;
	return i % 8 == 3 ? MULTI_0 : MULTI_1;
}

static void make_sample(struct bytes *b, uint64_t i)
{
	unsigned int event = event_of(i);
	struct bytes raw;

	put_payload(&raw, event, i);
	/* The kernel aligns the record's end so. */
	while ((raw.size + 4) % 8)
		put_u8(&raw, 0);
	begin(b, PERF_RECORD_SAMPLE);
	put_u64(b, ids[event]);
	put_u64(b, 0);
	put_u32(b, 100);
	put_u32(b, 101 + (uint32_t)(i & 1));
	put_u64(b, START_NS + i * 1000);
	put_u32(b, (uint32_t)(i % 4));
	put_u32(b, 0);
	put_u64(b, 1);
	put_u32(b, raw.size);
	put(b, raw.at, raw.size);
	finish(b);
}

/* The name of a thread, at a time before all samples. */
static void make_comm(struct bytes *b, uint32_t tid, const char *comm)
{
	char text[16] = "";

	strncpy(text, comm, sizeof(text) - 1);
	begin(b, PERF_RECORD_COMM);
	put_u32(b, 100);
	put_u32(b, tid);
	put(b, text, sizeof(text));
	put_u32(b, 100);
	put_u32(b, tid);
	put_u64(b, START_NS - 1);
	put_u32(b, 0);
	put_u32(b, 0);
	put_u64(b, ids[DUMMY]);
	finish(b);
}

/* late: all events, if they are not all described yet; or NULL. */
static int write_all(struct uet_writer *w, uint64_t count,
		     const struct uet_writer_event *late)
{
	static const char *const argv[] = { "generate" };
	struct uet_writer_info info = {
		.size = sizeof(info), .argv = argv, .n_argv = 1,
		.cpus_online = 4, .cpus_available = 4, .memory_kb = 1,
		.clockid = CLOCK_MONOTONIC, .clock_resolution_ns = 1,
		.first_ns = START_NS, .last_ns = START_NS + count * 1000,
		.clock_ns = START_NS, .wall_ns = WALL_NS,
	};
	struct uet_error err;
	struct bytes b;

	make_comm(&b, 101, "gen");
	uet_writer_records(w, b.at, b.size);
	make_comm(&b, 102, "gen worker");
	uet_writer_records(w, b.at, b.size);
	for (uint64_t i = 0; i < count; i++) {
		if (late && i == LATE)
			uet_writer_describe(w, late, n_events);
		if (late && i < LATE && event_of(i) == REQUEST)
			continue;
		make_sample(&b, i);
		uet_writer_records(w, b.at, b.size);
		if (i % ROUND == ROUND - 1)
			uet_writer_round(w);
	}
	if (n_events == N_EVENTS)
		uet_writer_lost(w, SAMPLE_TYPE, ids[MULTI_1], 7);
	if (!uet_writer_finish(w, &info, &err))
		return 0;
	fprintf(stderr, "%s\n", err.text);
	return 1;
}

int main(int argc, char **argv)
{
	static struct {
		const char *name, *format;
		size_t size;
	} names[N_EVENTS] = {
		{ "dummy:HG", NULL, 0 },
		{ "user_events:gen_request", request_format,
		  sizeof(request_format) - 1 },
		{ "user_events_multi:gen_multi.0", multi_0_format,
		  sizeof(multi_0_format) - 1 },
		{ "user_events_multi:gen_multi.1", multi_1_format,
		  sizeof(multi_1_format) - 1 },
	};
	struct perf_event_attr attrs[N_EVENTS];
	struct uet_writer_event events[N_EVENTS], event;
	struct uet_writer *w;
	struct uet_error err;
	bool is_late;
	int status;

	if (argc < 3) {
		fprintf(stderr, "usage: generate FILE COUNT "
				"[plain|zstd|eventheader|late]\n");
		return 2;
	}
	if (argc > 3)
		n_events = REQUEST + 1;
	is_late = argc > 3 && !strcmp(argv[3], "late");
	if (is_late || (argc > 3 && !strcmp(argv[3], "eventheader"))) {
		n_events = DESCRIBED + 1;
		names[DESCRIBED].name = "user_events:Gen_L4K1";
		names[DESCRIBED].format = described_format;
		names[DESCRIBED].size = sizeof(described_format) - 1;
	}
	memset(attrs, 0, sizeof(attrs));
	for (size_t i = 0; i < N_EVENTS; i++) {
		attrs[i].type = i == DUMMY ? PERF_TYPE_SOFTWARE :
					     PERF_TYPE_TRACEPOINT;
		attrs[i].config = i == DUMMY ? PERF_COUNT_SW_DUMMY : 1000 + i;
		attrs[i].size = sizeof(attrs[i]);
		attrs[i].sample_period = 1;
		attrs[i].sample_type = SAMPLE_TYPE;
		attrs[i].sample_id_all = 1;
		attrs[i].use_clockid = 1;
		attrs[i].clockid = CLOCK_MONOTONIC;
		events[i] = (struct uet_writer_event){
			names[i].name, &attrs[i], &ids[i], 1, names[i].format,
			names[i].size,
		};
	}
	if (is_late) {
		event = events[REQUEST];
		events[REQUEST] = events[DESCRIBED];
		events[DESCRIBED] = event;
	}
	if (uet_writer_open(argv[1], events, n_events - is_late, &w, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	if (argc > 3 && !strcmp(argv[3], "zstd") &&
	    uet_writer_compress(w, 1, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	status = write_all(w, strtoull(argv[2], NULL, 10),
			   is_late ? events : NULL);
	uet_writer_close(w);
	return status;
}
