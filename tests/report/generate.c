/* SPDX-License-Identifier: MIT */
/*
 * generate FILE COUNT [plain|zstd]: writes a recording of COUNT events that are
 * always the same, for tests and benchmarks of reading.  Needs no kernel
 * feature.  plain: no multi-format events, whose names perf cannot read; zstd:
 * the same, compressed.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/writer.h>

#include "generate.h"

/* As many events share a round of the rings. */
#define ROUND 1000

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

enum { DUMMY, REQUEST, MULTI_0, MULTI_1, N_EVENTS };

static unsigned int n_events = N_EVENTS;

static const uint64_t ids[N_EVENTS] = { 10, 11, 12, 13 };

static void put_payload(struct bytes *raw, unsigned int event, uint64_t i)
{
	double load = (double)i / 4;
	char path[32];

	begin_raw(raw, (uint16_t)(1000 + event), 101 + (uint32_t)(i & 1));
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

static void make_sample(struct bytes *b, uint64_t i)
{
	unsigned int event = i % 4 < 3 || n_events < N_EVENTS ? REQUEST :
			     i % 8 == 3 ? MULTI_0 : MULTI_1;
	struct bytes raw;

	put_payload(&raw, event, i);
	put_sample(b, ids[event], i, &raw);
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

static int write_all(struct uet_writer *w, uint64_t count)
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
	static const struct {
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
	struct uet_writer_event events[N_EVENTS];
	struct uet_writer *w;
	struct uet_error err;
	int status;

	if (argc < 3) {
		fprintf(stderr, "usage: generate FILE COUNT [plain|zstd]\n");
		return 2;
	}
	if (argc > 3)
		n_events = REQUEST + 1;
	for (size_t i = 0; i < N_EVENTS; i++) {
		set_attr(&attrs[i], i == DUMMY ? PERF_TYPE_SOFTWARE :
					 PERF_TYPE_TRACEPOINT,
			 i == DUMMY ? PERF_COUNT_SW_DUMMY : 1000 + i);
		events[i] = (struct uet_writer_event){
			names[i].name, &attrs[i], &ids[i], 1, names[i].format,
			names[i].size,
		};
	}
	if (uet_writer_open(argv[1], events, n_events, &w, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	if (argc > 3 && !strcmp(argv[3], "zstd") &&
	    uet_writer_compress(w, 1, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	status = write_all(w, strtoull(argv[2], NULL, 10));
	uet_writer_close(w);
	return status;
}
