/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events byte by byte, in either byte order, without the code that
 * decodes them.
 */
#ifndef UET_TEST_EVENTHEADER_BYTES_H
#define UET_TEST_EVENTHEADER_BYTES_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "collect/print.h"

struct bytes {
	unsigned char data[8192];
	size_t size;
	bool is_big;
};

static inline void put(struct bytes *b, const void *data, size_t size)
{
	assert_true(b->size + size <= sizeof(b->data));
	memcpy(b->data + b->size, data, size);
	b->size += size;
}

#define PUT(b, s) put(b, s, sizeof(s) - 1)

static inline void put8(struct bytes *b, unsigned int n)
{
	put(b, &(unsigned char){ (unsigned char)n }, 1);
}

static inline void put16(struct bytes *b, unsigned int n)
{
	put8(b, b->is_big ? n >> 8 : n & 255);
	put8(b, b->is_big ? n & 255 : n >> 8);
}

static inline void put32(struct bytes *b, uint32_t n)
{
	put16(b, b->is_big ? n >> 16 : n & 0xffff);
	put16(b, b->is_big ? n & 0xffff : n >> 16);
}

/* Up to the metadata's size, which end_metadata() writes. */
static inline void begin_event(struct bytes *b, bool is_big, unsigned int kind)
{
	b->size = 0;
	b->is_big = is_big;
	put8(b, is_big ? 5 : 7); /* pointers of 64 bits, an extension */
	put8(b, 0);
	put16(b, 0);
	put16(b, 0);
	put8(b, 0);
	put8(b, 4);
	put16(b, 0);
	put16(b, kind);
}

static inline void end_metadata(struct bytes *b)
{
	size_t end = b->size;

	b->size = 8;
	put16(b, (unsigned int)(end - 12));
	b->size = end;
}

/* A name, its NUL, and what more there is of a field in the metadata. */
#define FIELD(b, name, ...)                                                    \
	do {                                                                   \
		static const unsigned char more_[] = { __VA_ARGS__ };          \
		put(b, name, sizeof(name));                                    \
		put(b, more_, sizeof(more_));                                  \
	} while (0)

/* An event "Done" without fields, with an activity and maybe its parent's. */
static inline void make_activity(struct bytes *b, bool has_parent)
{
	begin_event(b, false, 2);
	b->size = 8;
	put16(b, has_parent ? 32 : 16);
	put16(b, 0x8002); /* another extension follows */
	PUT(b, "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20");
	if (has_parent)
		PUT(b, "\x21\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20");
	put16(b, sizeof("Done"));
	put16(b, 1);
	FIELD(b, "Done");
}

static const struct uet_eh_tracepoint test_tracepoint = {
	.provider = "Test", .provider_size = 4, .level = 4,
	.options = "", .group = "",
};

/* The same behind the common fields of a tracepoint, all 0; returns its size. */
static inline size_t record_of(const struct bytes *b,
			       unsigned char raw[sizeof(b->data) + 8])
{
	memset(raw, 0, 8);
	memcpy(raw + 8, b->data, b->size);
	return b->size + 8;
}

static struct uet_buffer test_out;

static inline const char *test_text(void)
{
	assert_int_equal(uet_buffer_put(&test_out, "", 1), 0);
	return test_out.data;
}

/* For tests/fuzz/fuzz_eventheader to begin with, if there is a folder for it. */
static inline void keep(const struct bytes *b)
{
	static const char name[] = "Fuzz_L4Kf0Gab";
	static unsigned int n;
	const char *folder = getenv("UET_EVENTHEADER_CORPUS");
	char path[512];
	FILE *to;

	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/%s-%u", folder,
		 program_invocation_short_name, n++);
	to = fopen(path, "w");
	assert_non_null(to);
	assert_int_equal(fwrite(name, sizeof(name), 1, to) +
			 fwrite(b->data, b->size, 1, to), 2);
	fclose(to);
}

static inline void parse(struct uet_eh_event *e, const struct bytes *b)
{
	keep(b);
	assert_int_equal(uet_eh_event_parse(e, &test_tracepoint, b->data,
					    b->size), 0);
}

/* Also again, when the buffer may remember it. */
static inline const char *
printed(const struct uet_eh_event *e,
	int (*print)(struct uet_buffer *b, const struct uet_eh_event *e))
{
	size_t size;

	test_out.size = 0;
	assert_int_equal(print(&test_out, e), 0);
	size = test_out.size;
	assert_int_equal(print(&test_out, e), 0);
	assert_int_equal(test_out.size, 2 * size);
	if (size)
		assert_memory_equal(test_out.data, test_out.data + size, size);
	test_out.size = size;
	return test_text();
}

static inline const char *json_of(const struct bytes *b)
{
	struct uet_eh_event e;

	parse(&e, b);
	return printed(&e, uet_eh_print_json);
}

static inline const char *text_of(const struct bytes *b)
{
	struct uet_eh_event e;

	parse(&e, b);
	return printed(&e, uet_eh_print_text);
}

#endif /* UET_TEST_EVENTHEADER_BYTES_H */
