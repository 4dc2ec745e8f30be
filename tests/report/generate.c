/* SPDX-License-Identifier: MIT */
/*
 * generate FILE COUNT [plain|zstd|eventheader|flat]: writes a recording of COUNT
 * events that are always the same, for tests and benchmarks of reading.  Needs
 * no kernel feature.  plain: no multi-format events, whose names perf cannot
 * read; zstd: the same, compressed; eventheader: events that describe
 * themselves; flat: the same values in fields of the kernel.
 */
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_abi.h>
#include <uet/writer.h>

#include "../eventheader_format.h"
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

static const char eventheader_format[] =
	"name: Gen_Shop_L4K1\nID: 1004\nformat:\n" COMMON EVENTHEADER_FIELDS;

static const char flat_format[] =
	"name: gen_flat\nID: 1005\nformat:\n" COMMON
	"\tfield:u32 status;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:u64 latency_ns;\toffset:12;\tsize:8;\tsigned:0;\n"
	"\tfield:__rel_loc char path[7766496];\toffset:20;\tsize:4;\tsigned:1;\n"
	"\tfield:u16 port;\toffset:24;\tsize:2;\tsigned:0;\n"
	"\tfield:u32 peer_id;\toffset:26;\tsize:4;\tsigned:0;\n"
	"\tfield:struct f64 load;\toffset:30;\tsize:8;\tsigned:1;\n\n"
	"print fmt: \"status=%u latency_ns=%llu path=%s port=%u peer_id=%u "
	"load=%llu\", REC->status, REC->latency_ns, __get_rel_str(path), "
	"REC->port, REC->peer_id, REC->load\n";

enum { DUMMY, REQUEST, MULTI_0, MULTI_1, EVENTHEADER, FLAT, N_EVENTS };

/* The event of all samples; DUMMY: the first three in turn. */
static unsigned int only = DUMMY;

static const uint64_t ids[N_EVENTS] = { 10, 11, 12, 13, 14, 15 };

/* Of a format's field: how long it is, and that it follows so many bytes
 * later. */
static void put_location(struct bytes *raw, const char *text, uint32_t later)
{
	put_u32(raw, (uint32_t)(strlen(text) + 1) << 16 | later);
}

static void put_text(struct bytes *raw, const char *text)
{
	put(raw, text, strlen(text) + 1);
}

static const char *path_of(uint64_t i)
{
	static char path[32];

	snprintf(path, sizeof(path), i == 1 ? "say \"hi\", you" : "/p/%u",
		 (unsigned int)(i % 10));
	return path;
}

static void put_request(struct bytes *raw, uint64_t i)
{
	double load = (double)i / 4;

	put_u32(raw, 200 + 100 * (uint32_t)(i % 4));
	put_u64(raw, i * 100);
	put_u8(raw, (uint8_t)-(int)(i % 5));
	put(raw, &load, 8);
	put_location(raw, path_of(i), 0);
	put_text(raw, path_of(i));
}

/* A name, its NUL and what else there is of a field. */
#define FIELD(name, more) name "\0" more

static void put_eventheader(struct bytes *raw, uint64_t i)
{
	static const char metadata[] =
		"RequestDone\0" FIELD("status", "\x04")
		FIELD("latency_ns", "\x05") FIELD("path", "\x07")
		FIELD("peer", "\x81\x02") FIELD("port", "\x03")
		FIELD("id", "\x04") FIELD("load", "\x85\x08");
	const uint16_t one = 1;
	uint8_t is_little = *(const uint8_t *)&one;
	double load = (double)i / 4;

	put_u8(raw, (uint8_t)(UET_EH_FLAG_POINTER_64 | UET_EH_FLAG_EXTENSION |
			      is_little * UET_EH_FLAG_LITTLE_ENDIAN));
	put(raw, "\0\0\0\0\0", 6); /* neither version, id, tag nor opcode */
	put_u8(raw, UET_EH_INFORMATION);
	put_u16(raw, sizeof(metadata) - 1);
	put_u16(raw, UET_EH_KIND_METADATA);
	put(raw, metadata, sizeof(metadata) - 1);
	put_u32(raw, 200 + 100 * (uint32_t)(i % 4));
	put_u64(raw, i * 100);
	put_text(raw, path_of(i));
	put_u16(raw, (uint16_t)(1024 + i % 30000));
	put_u32(raw, (uint32_t)i);
	put(raw, &load, 8);
}

static void put_flat(struct bytes *raw, uint64_t i)
{
	double load = (double)i / 4;

	put_u32(raw, 200 + 100 * (uint32_t)(i % 4));
	put_u64(raw, i * 100);
	put_location(raw, path_of(i), 14);
	put_u16(raw, (uint16_t)(1024 + i % 30000));
	put_u32(raw, (uint32_t)i);
	put(raw, &load, 8);
	put_text(raw, path_of(i));
}

static void put_payload(struct bytes *raw, unsigned int event, uint64_t i)
{
	begin_raw(raw, (uint16_t)(1000 + event), 101 + (uint32_t)(i & 1));
	switch (event) {
	case REQUEST:
		put_request(raw, i);
		break;
	case EVENTHEADER:
		put_eventheader(raw, i);
		break;
	case FLAT:
		put_flat(raw, i);
		break;
	default:
		put_u32(raw, (uint32_t)i);
		if (event == MULTI_1)
			put_u64(raw, i * i);
	}
}

static void make_sample(struct bytes *b, uint64_t i)
{
	unsigned int event = only       ? only :
			     i % 4 < 3  ? REQUEST :
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
	if (!only)
		uet_writer_lost(w, SAMPLE_TYPE, ids[MULTI_1], 7);
	return finish_recording(w, &info) ? 0 : 1;
}

/* Which event a kind has, in front of which is the dummy. */
static bool choose(const char *kind)
{
	static const struct {
		const char *name;
		unsigned int event;
	} kinds[] = {
		{ "plain", REQUEST },
		{ "zstd", REQUEST },
		{ "eventheader", EVENTHEADER },
		{ "flat", FLAT },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kind, kinds[i].name))
			only = kinds[i].event;
	return only;
}

static bool is_wanted(unsigned int event)
{
	if (only)
		return event == DUMMY || event == only;
	return event <= MULTI_1;
}

/* Of the events that are wanted; how many. */
static size_t describe(struct perf_event_attr attrs[N_EVENTS],
		       struct uet_writer_event events[N_EVENTS])
{
	static const struct made_event names[N_EVENTS] = {
		{ "dummy:HG", NULL },
		{ "user_events:gen_request", request_format },
		{ "user_events_multi:gen_multi.0", multi_0_format },
		{ "user_events_multi:gen_multi.1", multi_1_format },
		{ "user_events:Gen_Shop_L4K1", eventheader_format },
		{ "user_events:gen_flat", flat_format },
	};
	struct uet_writer_event all[N_EVENTS];
	size_t n = 0;

	describe_events(names, ids, N_EVENTS, attrs, all);
	for (unsigned int i = 0; i < N_EVENTS; i++)
		if (is_wanted(i))
			events[n++] = all[i];
	return n;
}

int main(int argc, char **argv)
{
	struct perf_event_attr attrs[N_EVENTS];
	struct uet_writer_event events[N_EVENTS];
	struct uet_writer *w;
	struct uet_error err;
	int status;

	if (argc < 3 || (argc > 3 && !choose(argv[3]))) {
		fprintf(stderr, "usage: generate FILE COUNT "
				"[plain|zstd|eventheader|flat]\n");
		return 2;
	}
	if (uet_writer_open(argv[1], events, describe(attrs, events), &w,
			    &err)) {
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
