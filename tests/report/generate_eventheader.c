/* SPDX-License-Identifier: MIT */
/*
 * generate_eventheader FILE COUNT [names]: writes a recording of COUNT events,
 * most of them EventHeader events, that are always the same; names: each with a
 * name of its own.  Needs no kernel feature.  The last tracepoint appears after
 * half of them.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <uet/writer.h>

#include "../eventheader_format.h"
#include "generate.h"

#define EVENTHEADER(system, name, id)                                          \
	{ system ":" name, "name: " name "\nID: " #id "\nformat:\n"            \
			   COMMON EVENTHEADER_FIELDS }

enum {
	DUMMY, ERRORS, WORK, CACHE, MULTI_0, MULTI_1, STORE, FAKE, LATE,
	N_EVENTS
};

static const struct made_event names[N_EVENTS] = {
	[DUMMY] = { "dummy:HG", NULL },
	[ERRORS] = EVENTHEADER("user_events", "Shop_L2K1", 1001),
	[WORK] = EVENTHEADER("user_events", "Shop_L4K1", 1002),
	[CACHE] = EVENTHEADER("user_events", "Shop_L5K1f", 1003),
	[MULTI_0] = EVENTHEADER("user_events_multi", "Shop_Db_L4K2.0", 1004),
	[MULTI_1] = EVENTHEADER("user_events_multi", "Shop_Db_L4K2.1", 1005),
	[STORE] = EVENTHEADER("user_events", "Store_L4K1Gx", 1006),
	/* Called like them, but with fields of its own. */
	[FAKE] = { "user_events:Fake_L1K1",
		   "name: Fake_L1K1\nID: 1007\nformat:\n" COMMON
		   "\tfield:u32 level;\toffset:8;\tsize:4;\tsigned:0;\n\n"
		   "print fmt: \"level=%u\", REC->level\n" },
	[LATE] = EVENTHEADER("user_events", "Shop_L3K1", 1008),
};

static const uint64_t ids[N_EVENTS] = { 10, 11, 12, 13, 14, 15, 16, 17, 18 };

/* What comes again and again. */
static const struct {
	unsigned int tracepoint;
	unsigned int level;
	const char *name;
} events[] = {
	{ WORK, 4, "Start" },	 { WORK, 4, "Done;unit=ns" },
	{ ERRORS, 2, "Failed" }, { CACHE, 5, "Hit" },
	{ CACHE, 3, "Hit" }, /* more severe than its tracepoint */
	{ MULTI_0, 4, "Query" }, { MULTI_1, 4, "Query" },
	{ STORE, 4, "Start" },	 { FAKE, 0, NULL },
	{ WORK, 4, "Odd \"name\"" },
};

#define N_KINDS (sizeof(events) / sizeof(events[0]))

static void put_name(struct bytes *b, const char *name)
{
	put(b, name, strlen(name) + 1);
}

/* A name and its encoding with a format. */
static void put_field(struct bytes *b, const char *name, uint8_t encoding,
		      uint8_t format)
{
	put_name(b, name);
	put_u8(b, encoding | 0x80);
	put_u8(b, format);
}

static void put_metadata(struct bytes *b, const char *name)
{
	put_name(b, name);
	put_field(b, "request", 1, 2);		/* a struct of two */
	put_field(b, "latency", 5, 1);		/* u64 */
	put_field(b, "flags", 3, 3);		/* u16, hex */
	put_field(b, "errno", 4, 4);		/* s32 */
	put_field(b, "at", 5, 6);		/* time */
	put_field(b, "ok", 2, 7);		/* boolean */
	put_field(b, "load", 5, 8);		/* double */
	put_field(b, "delta", 2, 2);		/* s8 */
	put_field(b, "id", 7, 11);		/* text, named as in the header */
	put_field(b, "sizes", 3 | 0x40, 1);	/* u16, as many as one likes */
}

static void put_payload(struct bytes *b, uint64_t i)
{
	double load = (double)i / 4;

	put_u64(b, i * 100);
	put_u16(b, (uint16_t)i);
	put_u32(b, (uint32_t)-(int)(i % 5));
	put_u64(b, i);
	put_u8(b, i & 1);
	put(b, &load, 8);
	put_u8(b, (uint8_t)-(int)(i % 3));
	put_name(b, "7");
	put_u16(b, 2);
	put_u16(b, (uint16_t)i);
	put_u16(b, (uint16_t)(i + 1));
}

static void put_event(struct bytes *raw, uint64_t i, unsigned int level,
		      const char *name)
{
	struct bytes metadata = { .size = 0 };

	put_metadata(&metadata, name);
	put_u8(raw, 7);			/* flags: as on this machine, extended */
	put_u8(raw, 0);			/* version */
	put_u16(raw, (uint16_t)(i % 2)); /* id */
	put_u16(raw, 0);		/* tag */
	put_u8(raw, 0);			/* opcode */
	put_u8(raw, (uint8_t)level);
	put_u16(raw, (uint16_t)metadata.size);
	put_u16(raw, 1);
	put(raw, metadata.at, metadata.size);
	put_payload(raw, i);
}

static void make_sample(struct bytes *b, uint64_t i, bool has_names, bool late)
{
	unsigned int kind = i % N_KINDS;
	unsigned int tracepoint = late ? LATE : events[kind].tracepoint;
	struct bytes raw;
	char name[24];

	snprintf(name, sizeof(name), "N%llu", (unsigned long long)i);
	begin_raw(&raw, (uint16_t)(1000 + tracepoint), 101 + (uint32_t)(i & 1));
	if (tracepoint == FAKE)
		put_u32(&raw, (uint32_t)i);
	else
		put_event(&raw, i, late ? 3 : events[kind].level,
			  late ? "Retry" :
			  has_names ? name : events[kind].name);
	put_sample(b, ids[tracepoint], i, &raw);
}

/* False: the writer has kept the reason. */
static bool write_all(struct uet_writer *w, uint64_t count, bool has_names,
		      const struct uet_writer_event *all)
{
	struct uet_writer_info info = {
		.size = sizeof(info), .clockid = CLOCK_MONOTONIC,
		.clock_resolution_ns = 1, .first_ns = START_NS,
		.last_ns = START_NS + count * 1000, .clock_ns = START_NS,
		.wall_ns = WALL_NS,
	};
	struct bytes b;

	for (uint64_t i = 0; i < count; i++) {
		if (i == count / 2)
			uet_writer_describe(w, all, N_EVENTS);
		make_sample(&b, i, has_names, i > count / 2 && i % 100 == 99);
		uet_writer_records(w, b.at, b.size);
		if (i % 1000 == 999)
			uet_writer_round(w);
	}
	uet_writer_lost(w, SAMPLE_TYPE, ids[WORK], 7);
	return finish_recording(w, &info);
}

int main(int argc, char **argv)
{
	struct perf_event_attr attrs[N_EVENTS];
	struct uet_writer_event list[N_EVENTS];
	struct uet_writer *w;
	struct uet_error err;
	bool ok;

	if (argc < 3) {
		fprintf(stderr, "usage: generate_eventheader FILE COUNT [names]\n");
		return 2;
	}
	describe_events(names, ids, N_EVENTS, attrs, list);
	if (uet_writer_open(argv[1], list, LATE, &w, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	ok = write_all(w, strtoull(argv[2], NULL, 10), argc > 3, list);
	uet_writer_close(w);
	return ok ? 0 : 1;
}
