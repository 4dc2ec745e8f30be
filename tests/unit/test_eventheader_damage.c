/* SPDX-License-Identifier: MIT */
/*
 * Damaged EventHeader events: cut at every byte, and every byte changed in many
 * ways.  Behind each lies a page that cannot be read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "eventheader_bytes.h"
#include "eventheader_check.h"

/* Every encoding, flag and extension; only ASCII, and nothing that text would
 * put in quotes, so that what is cut is the beginning of what is whole. */
static void make_rich(struct bytes *b, bool is_big)
{
	begin_event(b, is_big, 0x8001);
	PUT(b, "event;kind=rich\0");
	FIELD(b, "u8", 2);
	FIELD(b, "i16;unit=ms", 0x83, 2);
	FIELD(b, "f32", 0x84, 8);
	FIELD(b, "time", 0x85, 6);
	FIELD(b, "uuid", 0x86, 15);
	FIELD(b, "z8", 7);
	FIELD(b, "z16", 8);
	FIELD(b, "z32", 9);
	FIELD(b, "list", 0xc1, 0x83, 1, 1);
	FIELD(b, "in", 0x81, 2);
	FIELD(b, "c8", 10);
	FIELD(b, "c16", 11);
	FIELD(b, "more", 0x43);
	FIELD(b, "c32", 12);
	FIELD(b, "bin", 13);
	FIELD(b, "num", 0x8d, 1);
	PUT(b, "pair\0\x24");
	put16(b, 2);
	FIELD(b, "text", 0x88, 12);
	end_metadata(b);
	put16(b, 16);
	put16(b, 2);
	PUT(b, "0123456789abcdef");
	put8(b, 200);
	put16(b, 0xfff0);
	put32(b, 0x3f800000);
	put32(b, 0);
	put32(b, 0);
	PUT(b, "0123456789abcdef");
	PUT(b, "string\0");
	put16(b, 'a');
	put16(b, 'b');
	put16(b, 0);
	put32(b, 'c');
	put32(b, 0);
	put16(b, 2); /* list */
	for (int i = 0; i < 2; i++) {
		put16(b, 3); /* c8 */
		PUT(b, "abc");
		put16(b, 2); /* c16 */
		put16(b, 'x');
		put16(b, 'y');
		put16(b, 2); /* more */
		put16(b, 1);
		put16(b, 2);
		put16(b, 1); /* c32 */
		put32(b, 'd');
	}
	put16(b, 3); /* bin */
	PUT(b, "\1\2\3");
	put16(b, 4); /* num */
	put32(b, 70000);
	put32(b, 1);
	put32(b, 2);
	put16(b, 0xfeff); /* text */
	put16(b, 'q');
	put16(b, 0);
}

static unsigned char *page;
static size_t page_size;

/* The event's bytes, right in front of what cannot be read. */
static unsigned char *at_the_edge(const void *data, size_t size)
{
	unsigned char *at = page + page_size - size;

	memcpy(at, data, size);
	return at;
}

static enum uet_eh_damage try_all(const void *data, size_t size)
{
	const unsigned char *at = at_the_edge(data, size);
	struct uet_eh_event e;

	assert_int_equal(uet_eh_event_parse(&e, &test_tracepoint, at, size), 0);
	return check_event(&e, size, &test_out);
}

/* Where the text says so, or where it ends. */
static size_t readable_part(void)
{
	const char *at = memmem(test_out.data, test_out.size, "<damaged: ", 10);

	return at ? (size_t)(at - test_out.data) : test_out.size;
}

static void what_comes_before_a_cut_is_shown(void **state)
{
	(void)state;
	for (int is_big = 0; is_big < 2; is_big++) {
		struct bytes b;
		char whole[2048];
		size_t payload, last = 0, fields;
		struct uet_eh_event e;

		make_rich(&b, is_big);
		parse(&e, &b);
		payload = b.size - e.payload_size;
		assert_int_equal(try_all(b.data, b.size), UET_EH_DAMAGE_NONE);
		fields = test_out.size;
		assert_true(fields < sizeof(whole));
		memcpy(whole, test_out.data, fields);
		for (size_t size = 8; size < b.size; size++) {
			enum uet_eh_damage damage = try_all(b.data, size);
			size_t part = readable_part();

			assert_int_equal(damage, size < payload ?
						 UET_EH_DAMAGE_EXTENSION :
						 UET_EH_DAMAGE_PAYLOAD);
			if (size < payload)
				continue;
			/* Of a text there may be its byte-order mark alone. */
			if (!memcmp(test_out.data + part - 3, "\"\"", 2))
				part -= 2;
			/* The blank in front of the damage is not in it. */
			assert_memory_equal(test_out.data, whole, part - 1);
			assert_true(part + 2 > last);
			last = part;
		}
		/* In the end all but the last character was there. */
		assert_true(last + 8 > fields);
	}
}

/* A byte's other values. */
static void change(const struct bytes *sound, size_t at, unsigned char byte)
{
	struct bytes b = *sound;

	b.data[at] = byte;
	try_all(b.data, b.size);
}

static void every_byte_may_be_changed(void **state)
{
	(void)state;
	for (int is_big = 0; is_big < 2; is_big++) {
		struct bytes b;

		make_rich(&b, is_big);
		for (size_t at = 0; at < b.size; at++) {
			unsigned char right = b.data[at];

			change(&b, at, 0);
			change(&b, at, 1);
			change(&b, at, 0x7f);
			change(&b, at, 0xff);
			change(&b, at, (unsigned char)~right);
			change(&b, at, (unsigned char)(right + 1));
			change(&b, at, (unsigned char)(right - 1));
			for (int bit = 0; bit < 8; bit++)
				change(&b, at, (unsigned char)(right ^ 1 << bit));
		}
	}
}

/* The metadata's bytes, each with every value. */
static void every_byte_of_the_metadata_may_be_anything(void **state)
{
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	make_rich(&b, false);
	parse(&e, &b);
	for (size_t at = 0; at < b.size - e.payload_size; at++)
		for (unsigned int byte = 0; byte < 256; byte++)
			change(&b, at, (unsigned char)byte);
}

/* A generator whose numbers are the same everywhere. */
static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void several_bytes_may_be_changed(void **state)
{
	uint32_t seed = 1;
	struct bytes sound;

	(void)state;
	make_rich(&sound, false);
	for (int i = 0; i < 20000; i++) {
		struct bytes b = sound;
		size_t size = b.size;

		for (int k = 0; k < 4; k++)
			b.data[next_random(&seed) % size] =
				(unsigned char)next_random(&seed);
		try_all(b.data, size - next_random(&seed) % 8);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The fuzzer's entry, which takes the name in front of the event. */
static void so_may_the_tracepoints_name(void **state)
{
	static const char name[] = "Test_L4Kf00Gab";
	uint32_t seed = 2;
	struct bytes sound, b;

	(void)state;
	make_rich(&sound, true);
	for (int i = 0; i < 20000; i++) {
		size_t size = sizeof(name) + sound.size;

		memcpy(b.data, name, sizeof(name));
		memcpy(b.data + sizeof(name), sound.data, sound.size);
		for (int k = 0; k < 4; k++)
			b.data[next_random(&seed) % size] =
				(unsigned char)next_random(&seed);
		LLVMFuzzerTestOneInput(b.data, size - next_random(&seed) % 8);
	}
}

static double used(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

/* An array of structs of arrays of no structs with thousands of fields: two
 * bytes of the payload each, for which all descriptions are to be passed. */
static void arrays_of_none_are_passed_over_quickly(void **state)
{
	static unsigned char data[65000];
	struct bytes b;
	size_t at, metadata;
	struct uet_eh_event e;
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	double start;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "s", 0xc1, 1);
	FIELD(&b, "t", 0xc1, 127);
	memcpy(data, b.data, b.size);
	at = b.size;
	for (; at < 32000; at += 3)
		memcpy(data + at, "\0\x81\x7f", 3);
	metadata = at - 12;
	data[8] = metadata & 255;
	data[9] = (unsigned char)(metadata >> 8);
	data[at] = 16000 & 255;
	data[at + 1] = 16000 >> 8;
	assert_int_equal(uet_eh_event_parse(&e, &test_tracepoint, data,
					    at + 2 + 2 * 16000), 0);
	start = used();
	uet_eh_begin(&c, &e);
	while (uet_eh_next(&c, &item) != UET_EH_END)
		assert_int_not_equal(item.kind, UET_EH_DAMAGED);
	/* It is milliseconds; going over all each time, it would be seconds. */
	assert_true(used() - start < 0.5);
}

/* Each byte of the payload is a struct, with the same long name in it. */
static void repeated_names_do_not_fill_the_memory(void **state)
{
	static unsigned char data[61000];
	const size_t name = 30000;
	struct bytes b;
	struct uet_eh_event e;
	unsigned char *at;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "s", 0xc1, 1);
	memcpy(data, b.data, b.size);
	at = data + b.size;
	memset(at, 'x', name);
	memcpy(at + name, "\0\2\x30\x75", 4); /* a u8; 30,000 structs */
	at += name + 2;
	data[8] = (at - data - 12) & 255;
	data[9] = (unsigned char)((at - data - 12) >> 8);
	assert_int_equal(uet_eh_event_parse(&e, &test_tracepoint, data,
					    (size_t)(at - data) + 2 + name), 0);
	test_out.size = 0;
	assert_int_equal(uet_eh_print_json(&test_out, &e), 0);
	assert_in_range(test_out.size, UET_EH_DESCRIPTIONS_MAX,
			UET_EH_DESCRIPTIONS_MAX + 2 * sizeof(data));
	assert_int_equal(uet_buffer_put(&test_out, "", 1), 0);
	assert_non_null(strstr(test_out.data, ",\"damaged\":\"xxx"));
	assert_non_null(strstr(test_out.data, ": the descriptions of structs"));
}

/* Structs with long names in each other, and in the innermost ones many small
 * fields with attributes, each of which has all the names in its path. */
static void paths_of_attributes_do_not_fill_the_memory(void **state)
{
	static unsigned char data[65000];
	const size_t name = 4000;
	unsigned char *at = data;
	struct uet_eh_event e;
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	memcpy(at, b.data, b.size);
	at += b.size;
	for (unsigned int i = 0; i < UET_EH_DEPTH_MAX - 1; i++) {
		memset(at, 'a' + (int)i, name);
		memcpy(at + name, "\0\x81\x7f", 3);
		at += name + 3;
	}
	while (at < data + sizeof(data) - 1000) {
		memcpy(at, "s\0\x81\x7f", 4);
		at += 4;
		for (unsigned int i = 0; i < 127; i++, at += 5)
			memcpy(at, "f;u\0\2", 5);
	}
	data[8] = (at - data - 12) & 255;
	data[9] = (unsigned char)((at - data - 12) >> 8);
	assert_int_equal(uet_eh_event_parse(&e, &test_tracepoint, data,
					    (size_t)(at - data)), 0);
	test_out.size = 0;
	assert_int_equal(uet_eh_print_json(&test_out, &e), 0);
	assert_in_range(test_out.size, UET_EH_DESCRIPTIONS_MAX,
			UET_EH_DESCRIPTIONS_MAX + 2 * sizeof(data));
	/* The event is damaged as well: it has no values. */
	assert_int_equal(uet_buffer_put(&test_out, "", 1), 0);
	assert_non_null(strstr(test_out.data, "\"u\":\"\"}},\"damaged\":\"f: "
			       "the event ends"));
	/* With values, the attributes are. */
	e.payload = data;
	e.payload_size = sizeof(data);
	test_out.size = 0;
	assert_int_equal(uet_eh_print_json(&test_out, &e), 0);
	assert_int_equal(uet_buffer_put(&test_out, "", 1), 0);
	assert_non_null(strstr(test_out.data, "\"u\":\"\"}},\"damaged\":\"f: "
			       "the descriptions of structs"));
}

static int set_up(void **state)
{
	(void)state;
	page_size = (size_t)sysconf(_SC_PAGESIZE);
	page = mmap(NULL, 2 * page_size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return page == MAP_FAILED ||
	       mprotect(page + page_size, page_size, PROT_NONE);
}

static int tear_down(void **state)
{
	(void)state;
	munmap(page, 2 * page_size);
	uet_buffer_free(&test_out);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_comes_before_a_cut_is_shown),
		cmocka_unit_test(every_byte_may_be_changed),
		cmocka_unit_test(every_byte_of_the_metadata_may_be_anything),
		cmocka_unit_test(several_bytes_may_be_changed),
		cmocka_unit_test(so_may_the_tracepoints_name),
		cmocka_unit_test(arrays_of_none_are_passed_over_quickly),
		cmocka_unit_test(repeated_names_do_not_fill_the_memory),
		cmocka_unit_test(paths_of_attributes_do_not_fill_the_memory),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
