/* SPDX-License-Identifier: MIT */
/*
 * generate_fields FILE COUNT [late]: writes a recording of COUNT events, always
 * the same, whose fields are looked for by name: each fourth is an EventHeader
 * event.  late: the others come after the first LATE only.  Needs no kernel
 * feature.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <uet/writer.h>

#include "../eventheader_format.h"
#include "generate.h"

#define LATE 8

enum { DUMMY, DESCRIBED, REQUEST, N_EVENTS };

static const struct made_event names[N_EVENTS] = {
	[DUMMY] = { "dummy:HG", NULL },
	[DESCRIBED] = { "user_events:Gen_L4K1",
			"name: Gen_L4K1\nID: 1001\nformat:\n" COMMON
			EVENTHEADER_FIELDS },
	[REQUEST] = { "user_events:gen_request",
		      "name: gen_request\nID: 1002\nformat:\n" COMMON
		      "\tfield:u32 status;\toffset:8;\tsize:4;\tsigned:0;\n"
		      "\tfield:s8 level;\toffset:12;\tsize:1;\tsigned:1;\n"
		      "\tfield:struct f64 load;\toffset:13;\tsize:8;"
		      "\tsigned:1;\n\n"
		      "print fmt: \"status=%u level=%d\", REC->status, "
		      "REC->level\n" },
};

static const uint64_t ids[N_EVENTS] = { 10, 11, 12 };

static unsigned int event_of(uint64_t i)
{
	return i % 4 == 3 ? DESCRIBED : REQUEST;
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

static void put_request(struct bytes *raw, uint64_t i)
{
	double load = (double)i / 4;

	put_u32(raw, 200 + 100 * (uint32_t)(i % 4));
	put_u8(raw, (uint8_t)-(int)(i % 5));
	put(raw, &load, 8);
}

static void make_sample(struct bytes *b, uint64_t i)
{
	unsigned int event = event_of(i);
	struct bytes raw;

	begin_raw(&raw, (uint16_t)(1000 + event), 101 + (uint32_t)(i & 1));
	if (event == DESCRIBED)
		put_described(&raw, i);
	else
		put_request(&raw, i);
	put_sample(b, ids[event], i, &raw);
}

/* late: all events, if they are not all described yet; or NULL.  False: the
 * writer has kept the reason. */
static bool write_all(struct uet_writer *w, uint64_t count,
		      const struct uet_writer_event *late)
{
	const struct uet_writer_info info = { .size = sizeof(info),
					      .clockid = -1 };
	struct bytes b;

	for (uint64_t i = 0; i < count; i++) {
		if (late && i == LATE)
			uet_writer_describe(w, late, N_EVENTS);
		if (late && i < LATE && event_of(i) == REQUEST)
			continue;
		make_sample(&b, i);
		uet_writer_records(w, b.at, b.size);
	}
	return finish_recording(w, &info);
}

int main(int argc, char **argv)
{
	struct perf_event_attr attrs[N_EVENTS];
	struct uet_writer_event events[N_EVENTS];
	struct uet_writer *w;
	struct uet_error err;
	bool is_late = argc > 3, ok;

	if (argc < 3) {
		fprintf(stderr, "usage: generate_fields FILE COUNT [late]\n");
		return 2;
	}
	describe_events(names, ids, N_EVENTS, attrs, events);
	if (uet_writer_open(argv[1], events, N_EVENTS - is_late, &w, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	ok = write_all(w, strtoull(argv[2], NULL, 10), is_late ? events : NULL);
	uet_writer_close(w);
	return ok ? 0 : 1;
}
