/* SPDX-License-Identifier: MIT */
/*
 * What happens to an event between the probe and the system call when
 * something is in its way.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_sys.h"
#include "uet/event.h"
#include "uet/register.h"

UET_EVENT(number, "number", UET_U32(a));
UET_EVENT(text, "text", UET_STR(a), UET_STR(b));
UET_EVENT(blobs, "blobs", UET_BYTES(a), UET_BYTES(b), UET_BYTES(c));
UET_EVENT(most, "most", UET_BYTES(a), UET_BYTES(b), UET_BYTES(c), UET_BYTES(d),
	  UET_BYTES(e), UET_BYTES(f), UET_BYTES(g), UET_BYTES(h), UET_BYTES(i),
	  UET_BYTES(j), UET_BYTES(k), UET_BYTES(l), UET_BYTES(m), UET_BYTES(n),
	  UET_BYTES(o), UET_BYTES(p), UET_BYTES(q), UET_BYTES(r), UET_BYTES(s),
	  UET_BYTES(t), UET_BYTES(u), UET_BYTES(v), UET_BYTES(w), UET_BYTES(x),
	  UET_BYTES(y), UET_BYTES(z), UET_BYTES(aa), UET_BYTES(ab));

static int start(void **state)
{
	(void)state;
	uet_unregister();
	fake_sys_reset();
	memset(uet__event_number.lost, 0, sizeof(uet__event_number.lost));
	memset(uet__event_text.lost, 0, sizeof(uet__event_text.lost));
	uet__event_number.emitted = uet__event_text.emitted = 0;
	if (uet_register())
		return -1;
	uet__word_number = uet__word_text = 1;
	uet__word_blobs = uet__word_most = 1;
	return 0;
}

static int stop(void **state)
{
	(void)state;
	uet__word_number = uet__word_text = 0;
	return 0;
}

#define assert_lost(id, disabled, size, fault, other) \
	do { \
		assert_int_equal(uet__event_##id.lost[0], disabled); \
		assert_int_equal(uet__event_##id.lost[1], size); \
		assert_int_equal(uet__event_##id.lost[2], fault); \
		assert_int_equal(uet__event_##id.lost[3], other); \
	} while (0)

static void emitted_events_are_counted(void **state)
{
	(void)state;
	UET_TRACE(number, 1);
	UET_TRACE(number, 2);
	assert_int_equal(uet__event_number.emitted, 2);
	assert_lost(number, 0, 0, 0, 0);
}

static void failures_are_counted_by_reason(void **state)
{
	(void)state;
	fake_sys.write_error = -EBADF;
	UET_TRACE(number, 1);
	assert_lost(number, 1, 0, 0, 0);
	fake_sys.fd_is_closed = true;
	UET_TRACE(number, 1);
	assert_lost(number, 1, 0, 0, 1);
	fake_sys.write_error = -EFAULT;
	UET_TRACE(number, 1);
	assert_lost(number, 1, 0, 1, 1);
	fake_sys.write_error = -EINVAL;
	UET_TRACE(number, 1);
	assert_lost(number, 1, 0, 1, 2);
	assert_int_equal(uet__event_number.emitted, 0);
	/* Each was tried once: a second try could be a second event. */
	assert_int_equal(fake_sys.n_writes, 4);
}

static void unregistered_event_writes_nothing(void **state)
{
	(void)state;
	uet_unregister();
	uet__word_number = uet__word_text = 1;
	UET_TRACE(number, 1);
	UET_TRACE(text, "a", "b");
	assert_int_equal(fake_sys.n_writes, 0);
	assert_lost(number, 0, 0, 0, 1);
	assert_lost(text, 0, 0, 0, 1);
}

static void errno_is_left_alone(void **state)
{
	(void)state;
	errno = 4711;
	UET_TRACE(number, 1);
	assert_int_equal(errno, 4711);
	fake_sys.write_error = -EBADF;
	fake_sys.fd_is_closed = true;
	UET_TRACE(text, "a", NULL);
	assert_int_equal(errno, 4711);
}

static char *letters(size_t n)
{
	char *s = test_malloc(n + 1);

	memset(s, 'x', n);
	s[n] = '\0';
	return s;
}

/* 4 bytes of index and 8 of location words stand in front. */
static void long_strings_go_as_segments(void **state)
{
	char *s = letters(253);

	(void)state;
	UET_TRACE(text, s, "b"); /* 254 + 2 bytes: all of the room */
	assert_int_equal(fake_sys.writes[0].segments, 1);
	assert_int_equal(fake_sys.writes[0].size, 12 + 256);
	UET_TRACE(text, s, "bc");
	assert_int_equal(fake_sys.writes[1].segments, 2);
	assert_int_equal(fake_sys.writes[1].size, 12 + 257);
	assert_memory_equal(fake_sys.writes[1].bytes + 4,
			    ((unsigned char[]){ 4, 0, 254, 0, 254, 0, 3, 0 }),
			    8);
	assert_memory_equal(fake_sys.writes[1].bytes + 12, s, 254);
	assert_memory_equal(fake_sys.writes[1].bytes + 12 + 254, "bc", 3);
	assert_memory_equal(fake_sys.writes[0].bytes + 12 + 254, "b", 2);
	test_free(s);
}

/* 8 bytes of location words, the strings with their NULs. */
static void payload_is_limited_to_what_perf_takes(void **state)
{
	char *s = letters(8176 - 8 - 2);

	(void)state;
	UET_TRACE(text, s, "");
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(fake_sys.writes[0].size, 4 + 8176);
	assert_lost(text, 0, 0, 0, 0);
	UET_TRACE(text, s, "x");
	assert_int_equal(fake_sys.n_writes, 1);
	assert_lost(text, 0, 1, 0, 0);
	test_free(s);
}

static void string_that_no_location_word_holds_is_refused(void **state)
{
	char *s = letters(65535);

	(void)state;
	UET_TRACE(text, "", s);
	assert_int_equal(fake_sys.n_writes, 0);
	assert_lost(text, 0, 1, 0, 0);
	test_free(s);
}

static void offset_that_no_location_word_holds_is_refused(void **state)
{
	char *s = letters(65534);

	(void)state;
	UET_TRACE(text, s, "");
	assert_int_equal(fake_sys.n_writes, 0);
	assert_lost(text, 0, 1, 0, 0);
	test_free(s);
}

/* Bytes do not look at what they are, and so can be as long as they like. */
static void offset_of_a_third_field_is_refused(void **state)
{
	static const char blob[40000];
	struct uet_event_counts before, after;

	(void)state;
	uet_event_stats(UET_EVENT_REF(blobs), &before);
	UET_TRACE(blobs, blob, sizeof(blob), blob, sizeof(blob), blob, 1);
	uet_event_stats(UET_EVENT_REF(blobs), &after);
	assert_int_equal(fake_sys.n_writes, 0);
	assert_int_equal(after.lost[UET_LOST_SIZE],
			 before.lost[UET_LOST_SIZE] + 1);
}

/* The most segments that a description of 512 bytes can make. */
static void as_many_long_fields_as_can_be_are_written(void **state)
{
	static const char b[200];

	(void)state;
#define B b, sizeof(b)
	UET_TRACE(most, B, B, B, B, B, B, B, B, B, B, B, B, B, B, B, B, B, B,
		  B, B, B, B, B, B, B, B, B, B);
#undef B
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(fake_sys.writes[0].size, 4 + 28 * 4 + 28 * 200);
	assert_int_equal(fake_sys.writes[0].segments, 28);
}

/* No program of this header has so many; one of another might. */
static void too_many_fields_are_refused(void **state)
{
	static const struct uet_part parts[34] = {
		[0 ... 32] = { 4, UET_PART_STRING, 4 },
	};
	struct uet_event event = uet__event_text;
	unsigned char record[8] = { 0 };
	uint64_t slots[33];

	(void)state;
	for (size_t i = 0; i < 33; i++)
		slots[i] = (uintptr_t)"x";
	event.parts = parts;
	event.n_parts = 33;
	event.fixed_size = sizeof(record);
	uet_probe_emit(&event, record, sizeof(record), slots);
	assert_int_equal(fake_sys.n_writes, 0);
	assert_int_equal(event.lost[UET_LOST_OTHER], 1);
}

#define test(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(emitted_events_are_counted),
		test(failures_are_counted_by_reason),
		test(unregistered_event_writes_nothing),
		test(errno_is_left_alone),
		test(long_strings_go_as_segments),
		test(payload_is_limited_to_what_perf_takes),
		test(string_that_no_location_word_holds_is_refused),
		test(offset_that_no_location_word_holds_is_refused),
		test(offset_of_a_third_field_is_refused),
		test(as_many_long_fields_as_can_be_are_written),
		test(too_many_fields_are_refused),
	};

	return cmocka_run_group_tests_name("emit", tests, NULL, NULL);
}
