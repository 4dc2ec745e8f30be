/* SPDX-License-Identifier: MIT */
/*
 * The parts of perf.data files, written out byte by byte for the tests that
 * read such files.  Uses nothing of the library but the layout's numbers.
 */
#ifndef UET_TESTS_PERFDATA_BYTES_H
#define UET_TESTS_PERFDATA_BYTES_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "collect/perfdata_abi.h"

/* The file under construction, and where its parts are. */
static struct {
	unsigned char data[16384];
	size_t size;
	size_t ids_at, attrs_at, data_at, data_end, names_at;
	bool swap; /* as a machine of the other byte order writes it */
} file;

static inline void put(const void *bytes, size_t size)
{
	assert_true(file.size + size <= sizeof(file.data));
	memcpy(file.data + file.size, bytes, size);
	file.size += size;
}

static inline void put16(uint16_t n)
{
	if (file.swap)
		n = __builtin_bswap16(n);
	put(&n, 2);
}

static inline void put32(uint32_t n)
{
	if (file.swap)
		n = __builtin_bswap32(n);
	put(&n, 4);
}

static inline void put64(uint64_t n)
{
	if (file.swap)
		n = __builtin_bswap64(n);
	put(&n, 8);
}

static inline void record_header(uint32_t type, uint16_t size)
{
	put32(type);
	put16(0);
	put16(size);
}

#define SAMPLE_TYPE                                                            \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |         \
	 PERF_SAMPLE_RAW)

/* 48 bytes; the tracepoint's record is common_all, n. */
static inline void sample(uint64_t id, uint32_t tid, uint64_t time, uint32_t n)
{
	record_header(PERF_RECORD_SAMPLE, 48);
	put64(id);
	put32(tid);
	put32(tid);
	put64(time);
	put32(12);
	put64(0);
	put32(n);
}

static inline void trailer(uint64_t id, uint32_t tid, uint64_t time)
{
	put32(tid);
	put32(tid);
	put64(time);
	put64(id);
}

static inline void comm(uint32_t tid, uint64_t time, const char *name)
{
	char padded[8] = "";

	memcpy(padded, name, strlen(name));
	record_header(PERF_RECORD_COMM, 48);
	put32(tid);
	put32(tid);
	put(padded, 8);
	trailer(0, tid, time);
}

static inline void fork_record(uint32_t tid, uint32_t parent, uint64_t time)
{
	record_header(PERF_RECORD_FORK, 56);
	put32(tid);
	put32(parent);
	put32(tid);
	put32(parent);
	put64(time);
	trailer(0, parent, time);
}

static inline void lost(uint64_t id, uint64_t n)
{
	record_header(PERF_RECORD_LOST, 48);
	put64(id);
	put64(n);
	trailer(id, 1, 1);
}

static inline void lost_samples(uint64_t id, uint64_t n)
{
	record_header(PERF_RECORD_LOST_SAMPLES, 40);
	put64(n);
	trailer(id, 0, 0);
}

static inline void finished_round(void)
{
	record_header(UET_RECORD_FINISHED_ROUND, 8);
}

static inline void attr(uint64_t config, uint64_t ids_at, uint64_t n_ids)
{
	/* sample_id_all, in a bitfield of 64 bits. */
	static const unsigned char id_all[] = { 0, 0, 4, 0, 0, 0, 0, 0 };
	static const unsigned char id_all_big[] = { 0, 0, 0x20, 0, 0, 0, 0, 0 };
	static const unsigned char rest[80];

	put32(PERF_TYPE_TRACEPOINT);
	put32(128);
	put64(config);
	put64(1);
	put64(SAMPLE_TYPE);
	put64(0);
	put(file.swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) ?
		    id_all_big : id_all, 8);
	put(rest, sizeof(rest));
	put64(ids_at);
	put64(n_ids * 8);
}

/* Two events: tracepoints 100 with the ids 1 and 2, and 200 with 3. */
static inline void begin_file(void)
{
	memset(&file, 0, sizeof(file));
	file.size = sizeof(struct uet_perfdata_header);
	file.ids_at = file.size;
	put64(1);
	put64(2);
	put64(3);
	file.attrs_at = file.size;
	attr(100, file.ids_at, 2);
	attr(200, file.ids_at + 16, 1);
	file.data_at = file.size;
}

static inline void put_format(const char *name, unsigned int id)
{
	char text[512];
	int n = snprintf(text, sizeof(text),
		"name: %s\nID: %u\nformat:\n"
		"\tfield:u64 common_all;\toffset:0;\tsize:8;\tsigned:0;\n\n"
		"\tfield:u32 n;\toffset:8;\tsize:4;\tsigned:0;\n\n"
		"print fmt: \"\"\n", name, id);

	put64((uint64_t)n);
	put(text, (size_t)n);
}

/* In the layout of trace.dat's head; of the two events, 100 has a format. */
static inline void put_tracing_data(void)
{
	put("\x17\x08\x44tracing0.6", 14);
	/* Byte order, size of a long, page size. */
	put(file.swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) ?
		    "\1" : "\0", 1);
	put("\x08\0\x10\0\0", 5);
	put("header_page", 12);
	put64(4);
	put("page", 4);
	put("header_event", 13);
	put64(0);
	put32(1); /* a format of ftrace itself */
	put64(3);
	put("abc", 3);
	put32(1); /* one system of two events */
	put("user_events", 12);
	put32(2);
	put_format("other", 999);
	put_format("shop", 100);
	put32(0);
	put32(0);
	put64(0);
}

static inline void put_event_desc(void)
{
	struct perf_event_attr a;

	memset(&a, 0, sizeof(a));
	put32(2);
	put32(sizeof(a));
	put(&a, sizeof(a));
	put32(1);
	put32(16);
	put("sys:first\0\0\0\0\0\0", 16);
	put64(1);
	put(&a, sizeof(a));
	put32(1);
	put32(16);
	put("sys:second\0\0\0\0\0", 16);
	put64(3);
}

#endif /* UET_TESTS_PERFDATA_BYTES_H */
