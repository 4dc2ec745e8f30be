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

/* A number of the file that something depends on. */
struct mark {
	const char *name;
	size_t at, width;
	bool told; /* a wrong value cannot be overlooked */
};

/* The file under construction, and where its parts are. */
static struct {
	unsigned char data[16384];
	size_t size;
	size_t ids_at, attrs_at, data_at, data_end, names_at;
	bool swap; /* as a machine of the other byte order writes it */
	unsigned int bits; /* of that machine's longs; 0: 64 */
	bool no_ids; /* neither samples nor other records tell their event */
	struct mark marks[1024];
	size_t n_marks;
	size_t starts[64]; /* of records */
	size_t n_starts;
	size_t ends[64]; /* of samples */
	size_t n_ends;
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

static inline void mark(const char *name, size_t width, bool told)
{
	assert_true(file.n_marks < sizeof(file.marks) / sizeof(*file.marks));
	file.marks[file.n_marks++] =
		(struct mark){ name, file.size, width, told };
}

static inline void marked32(const char *name, bool told, uint32_t n)
{
	mark(name, 4, told);
	put32(n);
}

static inline void marked64(const char *name, bool told, uint64_t n)
{
	mark(name, 8, told);
	put64(n);
}

/* Is this file of the byte order that writes the lowest byte last? */
static inline bool is_big(void)
{
	return file.swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
}

static inline void record_header(uint32_t type, uint16_t size)
{
	assert_true(file.n_starts < sizeof(file.starts) / sizeof(size_t));
	file.starts[file.n_starts++] = file.size;
	marked32("a record's type", false, type);
	mark("a record's flags", 2, false);
	put16(0);
	mark("a record's size", 2, true);
	put16(size);
}

/* Sets what record_header() could not know yet. */
static inline void set_record_size(size_t record_at)
{
	size_t end = file.size;

	file.size = record_at + 6;
	put16((uint16_t)(end - record_at));
	file.size = end;
}

#define SAMPLE_TYPE                                                            \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |         \
	 PERF_SAMPLE_RAW)

/* What it has of SAMPLE_TYPE: the id may be missing. */
#define ID_SIZE (file.no_ids ? 0 : 8)

/* 48 bytes, or 40; the tracepoint's record is common_all, n. */
static inline void sample(uint64_t id, uint32_t tid, uint64_t time, uint32_t n)
{
	record_header(PERF_RECORD_SAMPLE, (uint16_t)(40 + ID_SIZE));
	if (!file.no_ids)
		put64(id);
	put32(tid);
	put32(tid);
	put64(time);
	marked32("the size of a sample's fields", false, 12);
	put64(0);
	put32(n);
	assert_true(file.n_ends < sizeof(file.ends) / sizeof(size_t));
	file.ends[file.n_ends++] = file.size;
}

#define TRAILER_SIZE (file.no_ids ? 0 : 24)

static inline void trailer(uint64_t id, uint32_t tid, uint64_t time)
{
	if (file.no_ids)
		return;
	put32(tid);
	put32(tid);
	put64(time);
	put64(id);
}

static inline void comm(uint32_t tid, uint64_t time, const char *name)
{
	char padded[8] = "";

	memcpy(padded, name, strlen(name));
	record_header(PERF_RECORD_COMM, (uint16_t)(24 + TRAILER_SIZE));
	put32(tid);
	put32(tid);
	put(padded, 8);
	trailer(0, tid, time);
}

static inline void fork_record(uint32_t tid, uint32_t parent, uint64_t time)
{
	record_header(PERF_RECORD_FORK, (uint16_t)(32 + TRAILER_SIZE));
	put32(tid);
	put32(parent);
	put32(tid);
	put32(parent);
	put64(time);
	trailer(0, parent, time);
}

static inline void lost(uint64_t id, uint64_t n)
{
	record_header(PERF_RECORD_LOST, (uint16_t)(24 + TRAILER_SIZE));
	put64(id);
	put64(n);
	trailer(id, 1, 1);
}

static inline void lost_samples(uint64_t id, uint64_t n)
{
	record_header(PERF_RECORD_LOST_SAMPLES, (uint16_t)(16 + TRAILER_SIZE));
	put64(n);
	trailer(id, 0, 0);
}

static inline void finished_round(void)
{
	record_header(UET_RECORD_FINISHED_ROUND, 8);
}

/* 128 bytes, without where the ids are. */
static inline void bare_attr(uint32_t type, uint64_t config, uint64_t samples)
{
	/* sample_id_all, in a bitfield of 64 bits. */
	static const unsigned char id_all[] = { 0, 0, 4, 0, 0, 0, 0, 0 };
	static const unsigned char id_all_big[] = { 0, 0, 0x20, 0, 0, 0, 0, 0 };
	static const unsigned char rest[80];

	marked32("an event's type", false, type);
	marked32("the size of an event's attributes", false, 128);
	marked64("an event's config", false, config);
	put64(1);
	marked64("an event's sample type", false, samples);
	marked64("an event's read format", false, 0);
	mark("an event's flags", 8, false);
	put(file.no_ids ? rest : is_big() ? id_all_big : id_all, 8);
	put(rest, sizeof(rest));
}

static inline void attr(uint64_t config, uint64_t ids_at, uint64_t n_ids)
{
	bare_attr(PERF_TYPE_TRACEPOINT, config,
		  file.no_ids ? SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_IDENTIFIER :
				SAMPLE_TYPE);
	marked64("the place of an event's ids", n_ids, ids_at);
	marked64("the size of an event's ids", n_ids, n_ids * 8);
}

/* Room for the header, and the ids from 1 on. */
static inline void begin_bare_file(bool swap, unsigned int bits, uint64_t n_ids)
{
	memset(&file, 0, sizeof(file));
	file.swap = swap;
	file.bits = bits;
	file.size = sizeof(struct uet_perfdata_header);
	file.ids_at = file.size;
	for (uint64_t id = 1; id <= n_ids; id++)
		put64(id);
	file.attrs_at = file.size;
}

/* Two events: tracepoints 100 with the ids 1 and 2, and 200 with 3. */
static inline void begin_file_of(bool swap, unsigned int bits)
{
	begin_bare_file(swap, bits, 3);
	attr(100, file.ids_at, 2);
	attr(200, file.ids_at + 16, 1);
	file.data_at = file.size;
}

static inline void begin_file(void)
{
	begin_file_of(false, 64);
}

/* The file's header, when all that it tells of is there. */
static inline void put_header(uint64_t features)
{
	size_t saved = file.size;

	file.size = 0;
	mark("magic", 8, true);
	put(file.swap ? "2ELIFREP" : "PERFILE2", 8);
	marked64("the header's size", true, 104);
	marked64("the size of a list entry", true, 144);
	marked64("the place of the events", true, file.attrs_at);
	marked64("the size of the events", true, file.data_at - file.attrs_at);
	marked64("the place of the records", true, file.data_at);
	marked64("the size of the records", true,
		 file.data_end - file.data_at);
	put64(0); /* the list of event types, which nobody reads */
	put64(0);
	for (int i = 0; i < 4; i++) {
		mark("the features", 8, true);
		/* In longs of the machine. */
		if (i || file.bits != 32) {
			put64(i ? 0 : features);
		} else {
			put32((uint32_t)features);
			put32(0);
		}
	}
	file.size = saved;
}

static inline void begin_section(size_t table, size_t i)
{
	size_t saved = file.size;

	file.size = table + 16 * i;
	marked64("the place of a feature", true, saved);
	file.size = saved;
}

static inline void end_section(size_t table, size_t i)
{
	size_t saved = file.size, begin;
	uint64_t at;

	memcpy(&at, file.data + table + 16 * i, 8);
	begin = file.swap ? __builtin_bswap64(at) : at;
	file.size = table + 16 * i + 8;
	marked64("the size of a feature", false, saved - begin);
	file.size = saved;
}

/* The features that follow the records; each is put by its function. */
struct feature {
	unsigned int bit;
	void (*put)(void);
};

static inline void end_file_with(const struct feature *features, size_t n)
{
	size_t table = file.size;
	uint64_t bits = 0;

	file.data_end = table;
	file.size += 16 * n;
	for (size_t i = 0; i < n; i++) {
		bits |= 1ULL << features[i].bit;
		begin_section(table, i);
		if (features[i].bit == UET_FEAT_EVENT_DESC)
			file.names_at = file.size;
		features[i].put();
		end_section(table, i);
	}
	put_header(bits);
}

static inline void put_format_text(const char *text, size_t size)
{
	marked64("the size of a format", true, size);
	put(text, size);
}

static inline void put_format(const char *name, unsigned int id)
{
	char text[512];
	int n = snprintf(text, sizeof(text),
		"name: %s\nID: %u\nformat:\n"
		"\tfield:u64 common_all;\toffset:0;\tsize:8;\tsigned:0;\n\n"
		"\tfield:u32 n;\toffset:8;\tsize:4;\tsigned:0;\n\n"
		"print fmt: \"\"\n", name, id);

	put_format_text(text, (size_t)n);
}

/* The layout of trace.dat's head, down to the n formats of user_events. */
static inline void begin_tracing_data(uint32_t n)
{
	put("\x17\x08\x44tracing0.6", 14);
	put(is_big() ? "\1" : "\0", 1);
	put(file.bits == 32 ? "\4" : "\x8", 1);
	put32(4096);
	put("header_page", 12);
	marked64("the size of the page's header", true, 4);
	put("page", 4);
	put("header_event", 13);
	marked64("the size of an event's header", true, 0);
	marked32("the number of ftrace's formats", false, 1);
	marked64("the size of ftrace's format", true, 3);
	put("abc", 3);
	marked32("the number of systems", false, 1);
	put("user_events", 12);
	marked32("the number of formats", false, n);
}

static inline void end_tracing_data(void)
{
	marked32("the size of the symbols", false, 21);
	put("ffffffff81000000 T a\n", 21);
	marked32("the size of the strings", false, 0);
	marked64("the size of the commands", false, 0);
}

/* Of the two events, 100 has a format. */
static inline void put_tracing_data(void)
{
	begin_tracing_data(2);
	put_format("other", 999);
	put_format("shop", 100);
	end_tracing_data();
}

static inline void put_event_desc(void)
{
	static const struct perf_event_attr a;

	marked32("the number of names", false, 2);
	marked32("the size of a name's attributes", true, sizeof(a));
	put(&a, sizeof(a));
	marked32("the number of a name's ids", true, 1);
	marked32("the size of a name", true, 16);
	put("sys:first\0\0\0\0\0\0", 16);
	put64(1);
	put(&a, sizeof(a));
	marked32("the number of a name's ids", true, 1);
	marked32("the size of a name", false, 16);
	put("sys:second\0\0\0\0\0", 16);
	put64(3);
}

static inline void end_file(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
		{ UET_FEAT_EVENT_DESC, put_event_desc },
	};

	end_file_with(features, 2);
}

/* Streams. */

static inline void header_attr(uint64_t config, uint64_t first_id, size_t n_ids)
{
	record_header(UET_RECORD_HEADER_ATTR, (uint16_t)(8 + 128 + 8 * n_ids));
	bare_attr(PERF_TYPE_TRACEPOINT, config, SAMPLE_TYPE);
	for (size_t i = 0; i < n_ids; i++)
		put64(first_id + i);
}

/* Around what put puts; the record's size does not count that. */
static inline void header_tracing_data(void (*put_data)(void))
{
	size_t at, end;

	record_header(UET_RECORD_HEADER_TRACING_DATA, 12);
	at = file.size;
	marked32("the size of the formats", true, 0);
	put_data();
	while ((file.size - at - 4) % 8)
		put("", 1);
	end = file.size;
	file.size = at;
	put32((uint32_t)(end - at - 4));
	file.size = end;
}

static inline void update_name(uint64_t id, const char name[8])
{
	record_header(UET_RECORD_EVENT_UPDATE, 32);
	put64(2);
	put64(id);
	put(name, 8);
}

/* Its header alone. */
static inline void begin_bare_stream(bool swap)
{
	memset(&file, 0, sizeof(file));
	file.swap = swap;
	mark("magic", 8, true);
	put(swap ? "2ELIFREP" : "PERFILE2", 8);
	marked64("the header's size", true, 16);
}

/* Tracepoint 100 with the ids 1 and 2, 200 with 3; only 100 has a format. */
static inline void begin_stream(void)
{
	begin_bare_stream(false);
	header_attr(100, 1, 2);
	header_attr(200, 3, 1);
}

#endif /* UET_TESTS_PERFDATA_BYTES_H */
