/* SPDX-License-Identifier: MIT */
/*
 * What the macros of EventHeader events tell the kernel and write to it, byte
 * by byte.
 */
#include <endian.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_registration.h"
#include "test_eventheader_emit.h"
#include "uet/register.h"
#include "uet/tap.h"

/* Flags: an extension follows; little-endian; 64-bit pointers. */
#if UINTPTR_MAX == UINT32_MAX
#define FLAGS 6
#else
#define FLAGS 7
#endif

UET_PROVIDER(p, "My_Provider");
UET_PROVIDER(g, "Grouped", "team1");

UET_EH_EVENT(empty, p, "Empty", UET_EH_ERROR, 0xAb0);
UET_EH_EVENT(same, p, "Same", 2, 0xAb0, UET_EH_U8(a));
UET_EH_EVENT(other_level, p, "Other", 3, 0xAb0);
UET_EH_EVENT(top, g, "Top", 255, 0x8000000000000001);
UET_EH_EVENT(unsigneds, p, "U", 4, 1, UET_EH_U8(a), UET_EH_U16(b),
	     UET_EH_U32(c), UET_EH_U64(d));
UET_EH_EVENT(signeds, p, "S", 4, 1, UET_EH_S8(a), UET_EH_S16(b), UET_EH_S32(c),
	     UET_EH_S64(d));
UET_EH_EVENT(hexes, p, "H", 4, 1, UET_EH_HEX8(a), UET_EH_HEX16(b),
	     UET_EH_HEX32(c), UET_EH_HEX64(d), UET_EH_HEX128(e));
UET_EH_EVENT(others, p, "O", 4, 1, UET_EH_F32(a), UET_EH_F64(b), UET_EH_BOOL(c),
	     UET_EH_CHAR8(d), UET_EH_CHAR16(e), UET_EH_CHAR32(f), UET_EH_PTR(g));
UET_EH_EVENT(net, p, "N", 4, 1, UET_EH_ERRNO(errno), UET_EH_PID(b),
	     UET_EH_TIME(c), UET_EH_PORT(d), UET_EH_IP4(e), UET_EH_IP6(f),
	     UET_EH_UUID(g));
UET_EH_EVENT(texts, p, "T", 4, 1, UET_EH_STR(a), UET_EH_STR16(b),
	     UET_EH_STR32(c), UET_EH_JSON(d), UET_EH_XML(e));
UET_EH_EVENT(counted, p, "C", 4, 1, UET_EH_COUNTED(a), UET_EH_COUNTED16(b),
	     UET_EH_COUNTED32(c), UET_EH_BYTES(d), UET_EH_U8(e));
UET_EH_EVENT(arrays, p, "A", 4, 1, UET_EH_ARRAY(UET_EH_U16(a), 2),
	     UET_EH_SEQUENCE(UET_EH_S32(b)), UET_EH_ARRAY(UET_EH_IP6(c), 1),
	     UET_EH_SEQUENCE(UET_EH_UUID(d)));
UET_EH_EVENT(nested, p, "E;k=v", 4, 1, UET_EH_OPCODE(UET_EH_OPCODE_RECEIVE),
	     UET_EH_ID(0x1234, 5), UET_EH_EVENT_TAG(0x4321),
	     UET_EH_STRUCT(s, 2), UET_EH_U8(a), UET_EH_STRUCT(i, 1),
	     UET_EH_TAG(0x0102, UET_EH_U8(b)),
	     UET_EH_NAME("a name", UET_EH_ATTRIBUTES("x=y", UET_EH_FORMAT(
		     UET_EH_FORMAT_HEX, UET_EH_TAG(3, UET_EH_ARRAY(
		     UET_EH_U8(c), 3))))));
UET_EH_EVENT(active, p, "V", 4, 1, UET_EH_ACTIVITY, UET_EH_U8(a));
UET_EH_EVENT(related, p, "R", 4, 1, UET_EH_OPCODE(UET_EH_OPCODE_START),
	     UET_EH_ACTIVITY_AND_PARENT, UET_EH_U8(a));
UET_EH_EVENT(long_ones, p, "L", 4, 2, UET_EH_STR(a), UET_EH_U32(b),
	     UET_EH_STR(c), UET_EH_BYTES(d), UET_EH_U8(e));
UET_EH_EVENT(many_long, p, "M", 4, 2, UET_EH_STR(a), UET_EH_STR(b),
	     UET_EH_STR(c), UET_EH_STR(d), UET_EH_STR(e), UET_EH_STR(f),
	     UET_EH_STR(g), UET_EH_STR(h), UET_EH_STR(i), UET_EH_STR(j));

#define FIELDS " u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; " \
	"u8 level"

#define assert_tracepoint(id, expected) \
	assert_string_equal(registration(UET_EVENT_REF(id))->text, \
			    expected FIELDS)

/* A string without its NUL, where numbers follow letters. */
#define assert_bytes(at, string) \
	assert_memory_equal(at, string, sizeof(string) - 1)

/* What the last write had behind its write index: header, metadata, payload,
 * each a string; flags are left out of the header. */
#define assert_event(header, metadata, payload) \
	do { \
		struct fake_write *w = fake_sys.writes; \
		const unsigned char *at = w->bytes + 4; \
		size_t n = sizeof(metadata) - 1; \
		assert_int_equal(fake_sys.n_writes, 1); \
		assert_int_equal(w->segments, 1); \
		assert_int_equal(w->size, 4 + 8 + 4 + n + sizeof(payload) - 1); \
		assert_int_equal(at[0], FLAGS); \
		assert_bytes(at + 1, header); \
		assert_int_equal(at[8], n); \
		assert_int_equal(at[9], 0); \
		assert_bytes(at + 10, "\1\0"); \
		assert_bytes(at + 12, metadata); \
		assert_bytes(at + 12 + n, payload); \
		fake_sys.n_writes = 0; \
	} while (0)

static void turn(const struct uet_event *event, uint32_t value)
{
	*event->word = value;
}

#define on(id) turn(UET_EVENT_REF(id), 1)
#define off(id) turn(UET_EVENT_REF(id), 0)

static int start(void **state)
{
	(void)state;
	uet_unregister();
	fake_sys_reset();
	if (uet_register())
		return -1;
	on(empty);
	on(unsigneds);
	on(long_ones);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	off(empty);
	off(unsigneds);
	off(long_ones);
	return 0;
}

static void tracepoints_are_named_by_level_and_keyword(void **state)
{
	(void)state;
	assert_tracepoint(empty, "My_Provider_L2Kab0");
	assert_tracepoint(other_level, "My_Provider_L3Kab0");
	assert_tracepoint(unsigneds, "My_Provider_L4K1");
	assert_tracepoint(top, "Grouped_LffK8000000000000001Gteam1");
}

static void events_share_the_tracepoint(void **state)
{
	unsigned int found = 0;

	(void)state;
	assert_ptr_equal(UET_EVENT_REF(empty), UET_EVENT_REF(same));
	assert_ptr_not_equal(UET_EVENT_REF(empty), UET_EVENT_REF(other_level));
	assert_true(UET_ENABLED(same));
	off(empty);
	assert_false(UET_ENABLED(same));
	/* Two files have events of this one, and one kernel. */
	assert_ptr_equal(UET_EVENT_REF(in_both), event_of_other());
	for (size_t i = 0; i < 64; i++)
		if (fake_sys.registered[i].in_use &&
		    !strcmp(fake_sys.registered[i].text, "Pair_L2K1" FIELDS))
			found++;
	assert_int_equal(found, 1);
	on(in_both);
	trace_in_other(1);
	off(in_both);
	assert_int_equal(fake_sys.n_writes, 2);
}

static void disabled_probe_evaluates_nothing(void **state)
{
	unsigned char evaluated = 0;

	(void)state;
	UET_EH_TRACE(in_both, ++evaluated);
	assert_int_equal(evaluated, 0);
	assert_int_equal(fake_sys.n_writes, 0);
}

static void event_without_fields(void **state)
{
	(void)state;
	UET_EH_TRACE(empty);
	assert_event("\0\0\0\0\0\0\2", "Empty\0", "");
	UET_EH_TRACE(same, 9);
	assert_event("\0\0\0\0\0\0\2", "Same\0a\0\2", "\x09");
}

static void integers(void **state)
{
	(void)state;
	UET_EH_TRACE(unsigneds, 1, 0x0203, 0x04050607, 0x08090a0b0c0d0e0f);
	assert_event("\0\0\0\0\0\0\4",
		     "U\0a\0\2b\0\3c\0\4d\0\5",
		     "\1\3\2\7\6\5\4\x0f\x0e\x0d\x0c\x0b\x0a\x09\x08");
	UET_EH_TRACE(signeds, -1, -2, -3, -4);
	assert_event("\0\0\0\0\0\0\4",
		     "S\0a\0\x82\2b\0\x83\2c\0\x84\2d\0\x85\2",
		     "\xff\xfe\xff\xfd\xff\xff\xff"
		     "\xfc\xff\xff\xff\xff\xff\xff\xff");
	UET_EH_TRACE(hexes, 1, 2, 3, 4, "0123456789abcdef");
	assert_event("\0\0\0\0\0\0\4",
		     "H\0a\0\x82\3b\0\x83\3c\0\x84\3d\0\x85\3" "e\0\x86\3",
		     "\1\2\0\3\0\0\0\4\0\0\0\0\0\0\0" "0123456789abcdef");
}

static void floats_characters_and_pointers(void **state)
{
	(void)state;
	UET_EH_TRACE(others, 1.5f, -2, 7, 'x', 0x20ac, 0x1f600,
		     (void *)(uintptr_t)0x12345678);
	assert_event("\0\0\0\0\0\0\4",
		     "O\0a\0\x84\x08" "b\0\x85\x08" "c\0\x82\x07" "d\0\x82\x0a"
		     "e\0\x83\x0b" "f\0\x84\x0bg\0\x85\3",
		     "\0\0\xc0\x3f\0\0\0\0\0\0\0\xc0\1x\xac\x20\0\xf6\1\0"
		     "\x78\x56\x34\x12\0\0\0\0");
}

static void what_numbers_mean(void **state)
{
	const uint16_t port = htobe16(8080);
	const uint32_t address = htobe32(0x7f000001);

	(void)state;
	UET_EH_TRACE(net, EINVAL, 4711, 1000000000, port, address,
		     "\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1",
		     "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf");
	assert_event("\0\0\0\0\0\0\4",
		     "N\0errno\0\x84\4b\0\x84\5c\0\x85\6d\0\x83\x10"
		     "e\0\x84\x11" "f\0\x86\x11g\0\x86\x0f",
		     "\x16\0\0\0\x67\x12\0\0\0\xca\x9a\x3b\0\0\0\0\x1f\x90"
		     "\x7f\0\0\1\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1"
		     "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf");
}

static void nul_terminated_strings(void **state)
{
	static const uint16_t wide[] = { 'a', 0x20ac, 0 };
	static const uint32_t wider[] = { 0x1f600, 0 };

	(void)state;
	UET_EH_TRACE(texts, "hey", wide, wider, "{}", "<x/>");
	assert_event("\0\0\0\0\0\0\4",
		     "T\0a\0\7b\0\x08" "c\0\x09" "d\0\x87\x0e" "e\0\x87\x0d",
		     "hey\0a\0\xac\x20\0\0\0\xf6\1\0\0\0\0\0{}\0<x/>\0");
	UET_EH_TRACE(texts, NULL, NULL, NULL, "", NULL);
	assert_event("\0\0\0\0\0\0\4",
		     "T\0a\0\7b\0\x08" "c\0\x09" "d\0\x87\x0e" "e\0\x87\x0d",
		     "(null)\0(\0n\0u\0l\0l\0)\0\0\0(\0\0\0n\0\0\0u\0\0\0l\0\0\0"
		     "l\0\0\0)\0\0\0\0\0\0\0\0(null)\0");
}

static void counted_strings_and_bytes(void **state)
{
	static const uint16_t wide[] = { 1, 2 };
	static const uint32_t wider[] = { 3 };

	(void)state;
	UET_EH_TRACE(counted, "a\0bc", 3, wide, 2, wider, 1, "\xff\xfe", 2, 7);
	assert_event("\0\0\0\0\0\0\4",
		     "C\0a\0\x0a" "b\0\x0b" "c\0\x0c" "d\0\x0d" "e\0\2",
		     "\3\0a\0b\2\0\1\0\2\0\1\0\3\0\0\0\2\0\xff\xfe\7");
	UET_EH_TRACE(counted, NULL, 3, wide, 0, NULL, SIZE_MAX, "", 0, 7);
	assert_event("\0\0\0\0\0\0\4",
		     "C\0a\0\x0a" "b\0\x0b" "c\0\x0c" "d\0\x0d" "e\0\2",
		     "\0\0\0\0\0\0\0\0\7");
}

static void arrays_of_constant_and_variable_count(void **state)
{
	static const uint16_t two[] = { 1, 2 };
	static const int32_t three[] = { -1, 0, 1 };

	(void)state;
	UET_EH_TRACE(arrays, two, three, 3, "0123456789abcdef", NULL, 9);
	assert_event("\0\0\0\0\0\0\4",
		     "A\0a\0\x23\2\0b\0\xc4\2c\0\xa6\x11\1\0d\0\xc6\x0f",
		     "\1\0\2\0\3\0\xff\xff\xff\xff\0\0\0\0\1\0\0\0"
		     "0123456789abcdef\0\0");
	UET_EH_TRACE(arrays, NULL, NULL, 3, NULL, "0123456789abcdef", 1);
	assert_event("\0\0\0\0\0\0\4",
		     "A\0a\0\x23\2\0b\0\xc4\2c\0\xa6\x11\1\0d\0\xc6\x0f",
		     "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		     "\1\0" "0123456789abcdef");
}

static void structs_tags_attributes_and_options(void **state)
{
	static const uint8_t three[] = { 3, 4, 5 };

	(void)state;
	UET_EH_TRACE(nested, 1, 2, three);
	assert_event("\5\x34\x12\x21\x43\xf0\4",
		     "E;k=v\0s\0\x81\2a\0\2i\0\x81\1"
		     "b\0\x82\x80\2\1"
		     "a name;x=y\0\xa2\x83\3\0\3\0",
		     "\1\2\3\4\5");
}

#define ID "\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"
#define PARENT "\x20\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2a\x2b\x2c\x2d\x2e\x2f"

static void activities_are_an_extension(void **state)
{
	const unsigned char *at = fake_sys.writes[0].bytes + 4;

	(void)state;
	UET_EH_TRACE(active, ID, 7);
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(fake_sys.writes[0].size, 4 + 8 + 4 + 5 + 4 + 16 + 1);
	assert_bytes(at + 8, "\5\0\1\x80V\0a\0\2\x10\0\2\0" ID "\7");

	fake_sys.n_writes = 0;
	UET_EH_TRACE(related, ID, PARENT, 7);
	assert_int_equal(fake_sys.writes[0].size, 4 + 8 + 4 + 5 + 4 + 32 + 1);
	assert_bytes(at + 1, "\0\0\0\0\0\1\4");
	assert_bytes(at + 8, "\5\0\1\x80R\0a\0\2\x20\0\2\0" ID PARENT "\7");

	fake_sys.n_writes = 0;
	UET_EH_TRACE(related, ID, NULL, 7);
	assert_bytes(at + 8, "\5\0\1\x80R\0a\0\2\x20\0\2\0" ID
		     "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\7");
}

static char *letters(size_t n, char c)
{
	char *s = test_malloc(n + 1);

	memset(s, c, n);
	s[n] = '\0';
	return s;
}

/* Header and metadata of long_ones. */
#define LONG_PREFIX (4 + 8 + 4 + 2 + 5 * 3)

static void long_strings_go_as_segments(void **state)
{
	char *s = letters(1000, 's'), *t = letters(500, 't');
	struct fake_write *w = fake_sys.writes;
	const unsigned char *at = w->bytes + LONG_PREFIX;

	(void)state;
	UET_EH_TRACE(long_ones, s, 0x01020304, t, "bytes", 5, 9);
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(w->size, LONG_PREFIX + 1001 + 4 + 501 + 2 + 5 + 1);
	/* The prefix, s, b, t, and the rest. */
	assert_int_equal(w->segments, 5);
	assert_memory_equal(at, s, 1001);
	assert_bytes(at + 1001, "\4\3\2\1");
	assert_memory_equal(at + 1005, t, 501);
	assert_bytes(at + 1506, "\5\0bytes\x09");
	assert_int_equal(fake_sys.n_maps, 0);
	test_free(s);
	test_free(t);
}

/* However much a longer one before them takes of the room. */
static void short_parts_always_have_room(void **state)
{
	const struct uet_eh *eh = &uet__eh_long_ones;
	const size_t size = eh->fixed_size +
			    eh->n_parts * (size_t)UET_EH_PART_ROOM + 40u;
	unsigned char *record = test_malloc(size + 64);
	char *s = letters(300, 's');
	struct fake_write *w = fake_sys.writes;

	(void)state;
	for (size_t n = 0; n < 300; n++) {
		const uint64_t slots[] = {
			(uintptr_t)(s + 300 - n), 1, (uintptr_t)"fifteen letters",
			(uintptr_t)"sixteen  letters", 16, 9,
		};

		memset(record, 0x55, size + 64);
		uet_probe_eh_emit(eh, record, size, slots);
		assert_int_equal(w->size, LONG_PREFIX + n + 1 + 4 + 16 + 18 + 1);
		assert_memory_equal(w->bytes + w->size - 17,
				    "sixteen  letters\x09", 17);
		for (size_t i = size; i < size + 64; i++)
			assert_int_equal(record[i], 0x55);
		fake_sys.n_writes = 0;
	}
	test_free(record);
	test_free(s);
}

static void many_long_strings_are_gathered(void **state)
{
	char *s[10];
	struct fake_write *w = fake_sys.writes;
	const unsigned char *at = w->bytes + 4 + 8 + 4 + 2 + 10 * 3;

	(void)state;
	for (int i = 0; i < 10; i++)
		s[i] = letters(700, (char)('a' + i));
	UET_EH_TRACE(many_long, s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7],
		     s[8], s[9]);
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(w->size, 4 + 8 + 4 + 2 + 10 * 3 + 10 * 701);
	assert_int_equal(w->segments, 1);
	for (int i = 0; i < 10; i++)
		assert_memory_equal(at + i * 701, s[i], 701);
	assert_int_equal(fake_sys.n_maps, 0);

	/* Ten of 900 are too many; without memory none is cut either. */
	fake_sys.n_writes = 0;
	fake_sys.no_memory = true;
	UET_EH_TRACE(many_long, s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7],
		     s[8], s[9]);
	assert_int_equal(fake_sys.n_writes, 0);
	for (int i = 0; i < 10; i++)
		test_free(s[i]);
}

#define assert_lost_by(reason, statement) \
	do { \
		struct uet_event_counts before_, after_; \
		uet_event_stats(UET_EVENT_REF(long_ones), &before_); \
		statement; \
		uet_event_stats(UET_EVENT_REF(long_ones), &after_); \
		assert_int_equal(fake_sys.n_writes, 0); \
		assert_int_equal(after_.lost[reason], \
				 before_.lost[reason] + 1); \
	} while (0)

/* With b, c and d empty: 4 + 1 + 2 bytes and the last field's 1. */
#define MOST (8176 - (LONG_PREFIX - 4) - 1 - 8)

static void what_does_not_fit_is_refused(void **state)
{
	char *most = letters(MOST, 'x'), *more = letters(MOST + 1, 'x');
	char *longest = letters(65535, 'x'), *too_long = letters(65536, 'x');
	char *s = letters(900, 's');

	(void)state;
	UET_EH_TRACE(long_ones, most, 1, "", "", 0, 1);
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(fake_sys.writes[0].size, 4 + 8176);
	fake_sys.n_writes = 0;
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(long_ones, more, 1, "", "", 0, 1));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(long_ones, longest, 1, "", "", 0, 1));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(long_ones, too_long, 1, "", "", 0, 1));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(long_ones, "", 1, "", "", 65536, 1));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(long_ones, "", 1, "", "", SIZE_MAX, 1));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(many_long, s, s, s, s, s, s, s, s, s, s));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(many_long, s, s, s, s, s, s, s, s, s, more));
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(many_long, most, most, most, most, most,
				    most, most, most, s, s));
	assert_int_equal(fake_sys.n_maps, 0);
	test_free(most);
	test_free(more);
	test_free(longest);
	test_free(too_long);
	test_free(s);
}

static char tapped_name[64];
static size_t tapped_size;

static void tap(void *context, const struct uet_tap_event *event)
{
	(void)context;
	memcpy(tapped_name, event->name, event->name_length);
	tapped_name[event->name_length] = '\0';
	tapped_size = event->size;
}

static void taps_get_the_name_and_the_payload(void **state)
{
	struct uet_tap *t;

	(void)state;
	off(empty);
	assert_int_equal(uet_tap_open(UET_EVENT_REF(empty), tap, NULL, &t), 0);
	assert_true(UET_ENABLED(same));
	UET_EH_TRACE(same, 1);
	uet_tap_close(t);
	assert_string_equal(tapped_name, "My_Provider_L2Kab0");
	assert_int_equal(tapped_size, 8 + 4 + 8 + 1);
	assert_false(UET_ENABLED(same));
}

/* A tap takes more than the kernel, but what the convention has no length for
 * nobody gets. */
static void taps_get_no_string_without_its_end(void **state)
{
	char *longest = letters(65535, 'x'), *too_long = letters(65536, 'x');
	struct uet_tap *t;

	(void)state;
	off(long_ones);
	assert_int_equal(uet_tap_open(UET_EVENT_REF(long_ones), tap, NULL, &t),
			 0);
	tapped_size = 0;
	UET_EH_TRACE(long_ones, longest, 1, "", "", 0, 1);
	assert_int_equal(tapped_size, LONG_PREFIX - 4 + 65536 + 4 + 1 + 2 + 1);
	tapped_size = 0;
	assert_lost_by(UET_LOST_SIZE,
		       UET_EH_TRACE(long_ones, too_long, 1, "", "", 0, 1));
	assert_int_equal(tapped_size, 0);
	uet_tap_close(t);
	test_free(longest);
	test_free(too_long);
}

#define test(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(tracepoints_are_named_by_level_and_keyword),
		test(events_share_the_tracepoint),
		test(disabled_probe_evaluates_nothing),
		test(event_without_fields),
		test(integers),
		test(floats_characters_and_pointers),
		test(what_numbers_mean),
		test(nul_terminated_strings),
		test(counted_strings_and_bytes),
		test(arrays_of_constant_and_variable_count),
		test(structs_tags_attributes_and_options),
		test(activities_are_an_extension),
		test(long_strings_go_as_segments),
		test(short_parts_always_have_room),
		test(many_long_strings_are_gathered),
		test(what_does_not_fit_is_refused),
		test(taps_get_the_name_and_the_payload),
		test(taps_get_no_string_without_its_end),
	};

	return cmocka_run_group_tests_name("eventheader", tests, NULL, NULL);
}
