/* SPDX-License-Identifier: MIT */
/*
 * What the programs that make recordings up share: records byte by byte, and
 * the head of a tracepoint's format.
 */
#ifndef UET_TEST_GENERATE_H
#define UET_TEST_GENERATE_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <uet/writer.h>

#define SAMPLE_TYPE                                                            \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |           \
	 PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |             \
	 PERF_SAMPLE_RAW)

#define START_NS UINT64_C(1000000000000) /* of the clock */
#define WALL_NS UINT64_C(1700000000123456789)

#define COMMON                                                                 \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;"      \
	"\tsigned:0;\n"                                                        \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

struct bytes {
	unsigned char at[512];
	uint32_t size;
};

static inline void put(struct bytes *b, const void *from, size_t size)
{
	memcpy(b->at + b->size, from, size);
	b->size += (uint32_t)size;
}

static inline void put_u8(struct bytes *b, uint8_t n)
{
	put(b, &n, 1);
}

static inline void put_u16(struct bytes *b, uint16_t n)
{
	put(b, &n, 2);
}

static inline void put_u32(struct bytes *b, uint32_t n)
{
	put(b, &n, 4);
}

static inline void put_u64(struct bytes *b, uint64_t n)
{
	put(b, &n, 8);
}

/* Followed by the record's body; finish() sets the size. */
static inline void begin(struct bytes *b, uint32_t type)
{
	b->size = 0;
	put_u32(b, type);
	put_u16(b, 0);
	put_u16(b, 0);
}

static inline void finish(struct bytes *b)
{
	uint16_t size = (uint16_t)b->size;

	memcpy(b->at + 6, &size, 2);
}

/* A tracepoint whose id is config, or the event that has no samples. */
static inline void set_attr(struct perf_event_attr *attr, uint32_t type,
			    uint64_t config)
{
	memset(attr, 0, sizeof(*attr));
	attr->type = type;
	attr->config = config;
	attr->size = sizeof(*attr);
	attr->sample_period = 1;
	attr->sample_type = SAMPLE_TYPE;
	attr->sample_id_all = 1;
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
}

/* An event; without a format the one that has no samples. */
struct made_event {
	const char *name, *format;
};

/* The tracepoint of events[i] has the number 1000 + i. */
static inline void describe_events(const struct made_event *events,
				   const uint64_t *ids, size_t n,
				   struct perf_event_attr *attrs,
				   struct uet_writer_event *out)
{
	for (size_t i = 0; i < n; i++) {
		const char *format = events[i].format;

		set_attr(&attrs[i], format ? PERF_TYPE_TRACEPOINT :
					     PERF_TYPE_SOFTWARE,
			 format ? 1000 + i : PERF_COUNT_SW_DUMMY);
		out[i] = (struct uet_writer_event){
			events[i].name, &attrs[i], &ids[i], 1, format,
			format ? strlen(format) : 0,
		};
	}
}

/* The fields that all tracepoints have. */
static inline void begin_raw(struct bytes *raw, uint16_t tracepoint,
			     uint32_t tid)
{
	raw->size = 0;
	put_u16(raw, tracepoint);
	put_u16(raw, 0);
	put_u32(raw, tid);
}

/* The sample number i, of thread 101 or 102 of process 100. */
static inline void put_sample(struct bytes *b, uint64_t id, uint64_t i,
			      struct bytes *raw)
{
	/* The kernel aligns the record's end so. */
	while ((raw->size + 4) % 8)
		put_u8(raw, 0);
	begin(b, PERF_RECORD_SAMPLE);
	put_u64(b, id);
	put_u64(b, 0);
	put_u32(b, 100);
	put_u32(b, 101 + (uint32_t)(i & 1));
	put_u64(b, START_NS + i * 1000);
	put_u32(b, (uint32_t)(i % 4));
	put_u32(b, 0);
	put_u64(b, 1);
	put_u32(b, raw->size);
	put(b, raw->at, raw->size);
	finish(b);
}

/* False after a message. */
static inline bool finish_recording(struct uet_writer *w,
				    const struct uet_writer_info *info)
{
	struct uet_error err;
	bool ok = !uet_writer_finish(w, info, &err);

	if (!ok)
		fprintf(stderr, "%s\n", err.text);
	return ok;
}

#endif /* UET_TEST_GENERATE_H */
