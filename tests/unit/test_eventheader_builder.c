/* SPDX-License-Identifier: MIT */
/*
 * What events of a builder write, byte by byte, and what it refuses.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_registration.h"
#include "uet/eventheader.h"
#include "uet/eventheader_builder.h"
#include "uet/register.h"
#include "uet/runtime.h"

#if UINTPTR_MAX == UINT32_MAX
#define FLAGS 6
#else
#define FLAGS 7
#endif
#define FIELDS " u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; " \
	"u8 level"
#define V8 UET_EH_ENCODING_VALUE8
#define V16 UET_EH_ENCODING_VALUE16
#define V128 UET_EH_ENCODING_VALUE128
#define ID "\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"
#define PARENT "\x20\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2a\x2b\x2c\x2d\x2e\x2f"

UET_PROVIDER(p, "Macro");
UET_EH_EVENT(of_macro, p, "M", 3, 2, UET_EH_U8(a));

static struct uet_event *event;
static struct uet_eh_builder *b;

static int start(void **state)
{
	(void)state;
	uet_unregister();
	fake_sys_reset();
	if (uet_register() || uet_eh_event_new("Built", NULL, 4, 0xab, &event) ||
	    uet_eh_builder_new(&b))
		return -1;
	*event->word = 1;
	return uet_eh_reset(b, "E", 0);
}

static int stop(void **state)
{
	(void)state;
	*event->word = 0;
	uet_event_free(event);
	uet_eh_builder_free(b);
	return 0;
}

#define assert_bytes(at, string) \
	assert_memory_equal(at, string, sizeof(string) - 1)

/* Writes and compares; header without the flags. */
#define assert_event(header, metadata, payload) \
	do { \
		struct fake_write *w = fake_sys.writes; \
		const unsigned char *at = w->bytes + 4; \
		size_t n = sizeof(metadata) - 1; \
		assert_int_equal(uet_eh_write(event, b), 0); \
		assert_int_equal(fake_sys.n_writes, 1); \
		assert_int_equal(w->segments, 1); \
		assert_int_equal(w->size, 4 + 8 + 4 + n + sizeof(payload) - 1); \
		assert_int_equal(at[0], FLAGS); \
		assert_bytes(at + 1, header); \
		assert_int_equal(at[8], n); \
		assert_bytes(at + 9, "\0\1\0"); \
		assert_bytes(at + 12, metadata); \
		assert_bytes(at + 12 + n, payload); \
		fake_sys.n_writes = 0; \
	} while (0)

static void tracepoints_are_registered(void **state)
{
	struct uet_event *other;

	(void)state;
	assert_string_equal(registration(event)->text, "Built_L4Kab" FIELDS);
	assert_int_equal(uet_eh_event_new("A_1", "team2", 255, UINT64_MAX,
					  &other), 0);
	assert_string_equal(registration(other)->text,
			    "A_1_LffKffffffffffffffffGteam2" FIELDS);
	uet_event_free(other);
}

static void bad_tracepoints_are_refused(void **state)
{
	struct uet_event *other = NULL;
	char name[300];

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[250] = '\0'; /* _L1K1: 255 in all */
	assert_int_equal(uet_eh_event_new(name, "", 1, 1, &other), 0);
	uet_event_free(other);
	other = NULL;
	name[250] = 'x';
	name[251] = '\0';
	assert_int_equal(uet_eh_event_new(name, "", 1, 1, &other), -E2BIG);
	assert_int_equal(uet_eh_event_new(NULL, "", 1, 1, &other), -EINVAL);
	assert_int_equal(uet_eh_event_new("", "", 1, 1, &other), -EINVAL);
	assert_int_equal(uet_eh_event_new("a-b", "", 1, 1, &other), -EINVAL);
	assert_int_equal(uet_eh_event_new("a", "A", 1, 1, &other), -EINVAL);
	assert_int_equal(uet_eh_event_new("a", "", 0, 1, &other), -EINVAL);
	assert_int_equal(uet_eh_event_new("a", "", 256, 1, &other), -EINVAL);
	assert_null(other);
}

static void numbers(void **state)
{
	(void)state;
	uet_eh_add_u8(b, "a", UET_EH_FORMAT_DEFAULT, 1);
	uet_eh_add_u16(b, "b", UET_EH_FORMAT_PORT, 2);
	uet_eh_add_u32(b, "c", UET_EH_FORMAT_SIGNED, (uint32_t)-3);
	uet_eh_add_u64(b, "d", UET_EH_FORMAT_HEX, 4);
	uet_eh_add_f32(b, "e", 1.5f);
	uet_eh_add_f64(b, "f", -2);
	assert_int_equal(uet_eh_add(b, "g", V128, UET_EH_FORMAT_UUID,
				    "0123456789abcdef", 1), 0);
	assert_event("\0\0\0\0\0\0\4",
		     "E\0a\0\2b\0\x83\x10" "c\0\x84\2d\0\x85\3e\0\x84\x08"
		     "f\0\x85\x08g\0\x86\x0f",
		     "\1\2\0\xfd\xff\xff\xff\4\0\0\0\0\0\0\0\0\0\xc0\x3f"
		     "\0\0\0\0\0\0\0\xc0" "0123456789abcdef");
}

static void signed_numbers_and_booleans(void **state)
{
	(void)state;
	uet_eh_add_s32(b, "a", -2);
	uet_eh_add_s64(b, "b", INT64_MIN);
	uet_eh_add_bool(b, "c", true);
	assert_int_equal(uet_eh_add_bool(b, "d", false), 0);
	assert_event("\0\0\0\0\0\0\4",
		     "E\0a\0\x84\2b\0\x85\2c\0\x82\7d\0\x82\7",
		     "\xfe\xff\xff\xff\0\0\0\0\0\0\0\x80\1\0");
}

static void strings_and_bytes(void **state)
{
	static const uint16_t wide[] = { 'a', 'b', 0 };
	static const uint32_t wider[] = { 'c', 0 };

	(void)state;
	uet_eh_add_string(b, "a", UET_EH_FORMAT_DEFAULT, "hey");
	uet_eh_add(b, "b", UET_EH_ENCODING_ZSTRING16, 0, wide, UET_EH_TO_NUL);
	uet_eh_add(b, "c", UET_EH_ENCODING_ZSTRING32, 0, wider, 1);
	uet_eh_add(b, "d", UET_EH_ENCODING_ZSTRING8, UET_EH_FORMAT_JSON, "{}x",
		   2);
	uet_eh_add(b, "e", UET_EH_ENCODING_STRING8, 0, "x\0y", 3);
	uet_eh_add(b, "f", UET_EH_ENCODING_STRING16, 0, wide, UET_EH_TO_NUL);
	uet_eh_add(b, "g", UET_EH_ENCODING_STRING32, 0, NULL, 0);
	uet_eh_add(b, "h", UET_EH_ENCODING_BINARY, UET_EH_FORMAT_IP,
		   "\x7f\0\0\1", 4);
	assert_event("\0\0\0\0\0\0\4",
		     "E\0a\0\7b\0\x08" "c\0\x09" "d\0\x87\x0e" "e\0\x0a" "f\0"
		     "\x0bg\0\x0ch\0\x8d\x11",
		     "hey\0a\0b\0\0\0c\0\0\0\0\0\0\0{}\0\3\0x\0y\2\0a\0b\0\0\0"
		     "\4\0\x7f\0\0\1");
}

static void arrays(void **state)
{
	static const uint16_t three[] = { 1, 2, 3 };

	(void)state;
	uet_eh_add(b, "a", V16 | UET_EH_CONSTANT_ARRAY, UET_EH_FORMAT_HEX, three,
		   3);
	uet_eh_add(b, "b", V16 | UET_EH_VARIABLE_ARRAY, 0, three, 2);
	uet_eh_set_tag(b, 0x0102);
	uet_eh_add(b, "c", V8 | UET_EH_CONSTANT_ARRAY, 0, "\xff", 1);
	uet_eh_add(b, "d", V128 | UET_EH_VARIABLE_ARRAY, 0, NULL, 0);
	assert_event("\0\0\0\0\0\0\4",
		     "E\0a\0\xa3\3\3\0b\0\x43" "c\0\xa2\x80\2\1\1\0d\0\x46",
		     "\1\0\2\0\3\0\2\0\1\0\2\0\xff\0\0");
}

static void arrays_of_strings(void **state)
{
	static const char *const texts[] = { "one", NULL, "x" };

	(void)state;
	uet_eh_add_strings(b, "a", UET_EH_FORMAT_DEFAULT, texts, 3);
	uet_eh_add_strings(b, "b", UET_EH_FORMAT_JSON, NULL, 0);
	assert_event("\0\0\0\0\0\0\4", "E\0a\0\x47" "b\0\xc7\x0e",
		     "\3\0one\0\0x\0\0\0");
}

static void structs_options_and_activities(void **state)
{
	const unsigned char *got = fake_sys.writes[0].bytes + 4;

	(void)state;
	uet_eh_reset(b, "E;k=v", 0x4321);
	uet_eh_set_id(b, 0x1234, 5);
	uet_eh_set_opcode(b, UET_EH_OPCODE_START);
	uet_eh_set_tag(b, 9);
	uet_eh_begin_struct(b, "s");
	uet_eh_add_u8(b, "a", 0, 1);
	uet_eh_begin_struct(b, "i");
	uet_eh_add_u8(b, "b", 0, 2);
	uet_eh_end_struct(b);
	uet_eh_add_u8(b, "c", 0, 3);
	uet_eh_end_struct(b);
	uet_eh_add_u8(b, "d", 0, 4);
	assert_event("\5\x34\x12\x21\x43\1\4",
		     "E;k=v\0s\0\x81\x83\x09\0a\0\2i\0\x81\1b\0\2c\0\2d\0\2",
		     "\1\2\3\4");
	uet_eh_reset(b, "E", 0);
	uet_eh_add_u8(b, "a", 0, 7);
	uet_eh_set_activity(b, ID, PARENT);
	assert_int_equal(uet_eh_write(event, b), 0);
	assert_bytes(got + 8, "\5\0\1\x80" "E\0a\0\2\x20\0\2\0" ID PARENT "\7");
	assert_int_equal(fake_sys.writes[0].size, 4 + 8 + 9 + 36 + 1);
	/* Again, to another tracepoint, and with one id less. */
	fake_sys.n_writes = 0;
	*UET_EVENT_REF(of_macro)->word = 1;
	uet_eh_set_activity(b, ID, NULL);
	assert_int_equal(uet_eh_write(UET_EVENT_REF(of_macro), b), 0);
	*UET_EVENT_REF(of_macro)->word = 0;
	assert_bytes(got + 7, "\3\5\0\1\x80" "E\0a\0\2\x10\0\2\0" ID "\7");
	assert_int_equal(fake_sys.writes[0].size, 4 + 8 + 9 + 20 + 1);
}

/* Each returns the error, the event is not written, and it is counted. */
#define assert_refused(error_, reason, statement) \
	do { \
		struct uet_event_counts before_, after_; \
		uet_eh_reset(b, "E", 0); \
		uet_event_stats(event, &before_); \
		assert_int_equal(statement, error_); \
		uet_eh_add_u8(b, "more", 0, 1); \
		assert_int_equal(uet_eh_write(event, b), error_); \
		uet_event_stats(event, &after_); \
		assert_int_equal(fake_sys.n_writes, 0); \
		assert_true(after_.lost[reason] > before_.lost[reason]); \
	} while (0)
#define assert_invalid(statement) \
	assert_refused(-EINVAL, UET_LOST_OTHER, statement)
#define assert_too_large(statement) \
	assert_refused(-EMSGSIZE, UET_LOST_SIZE, statement)

static void what_is_no_field_is_refused(void **state)
{
	(void)state;
	assert_invalid(uet_eh_add_u8(b, NULL, 0, 1));
	assert_invalid(uet_eh_add_string(b, "a", 0, NULL));
	assert_invalid(uet_eh_add(b, "a", 0, 0, "", 1));
	assert_invalid(uet_eh_add(b, "a", UET_EH_ENCODING_STRUCT, 1, "", 1));
	assert_invalid(uet_eh_add(b, "a", 14, 0, "", 1));
	assert_invalid(uet_eh_add(b, "a", V8 | UET_EH_HAS_FORMAT, 0, "", 1));
	assert_invalid(uet_eh_add(b, "a", V8 | 0x60, 0, "", 1));
	assert_invalid(uet_eh_add(b, "a", V8 | UET_EH_CONSTANT_ARRAY, 0, "", 0));
	assert_invalid(uet_eh_add(b, "a", UET_EH_ENCODING_BINARY |
				  UET_EH_VARIABLE_ARRAY, 0, "", 1));
	assert_invalid(uet_eh_add(b, "a", V8, 0x80, "", 1));
	assert_invalid(uet_eh_add(b, "a", V8, 0, "ab", 2));
	assert_invalid(uet_eh_add_strings(b, "a", 0, NULL, 1));
	assert_invalid(uet_eh_add_strings(b, "a", 0x80, NULL, 0));
	assert_invalid(uet_eh_end_struct(b));
	assert_invalid((uet_eh_begin_struct(b, "s"), uet_eh_end_struct(b)));
	assert_invalid((uet_eh_begin_struct(b, "s"), uet_eh_add_u8(b, "a", 0, 1),
			uet_eh_write(event, b)));
	assert_invalid(uet_eh_set_activity(b, NULL, ID));
	assert_int_equal(uet_eh_write(NULL, b), -EINVAL);
}

static int many_members(int n)
{
	uet_eh_begin_struct(b, "s");
	for (int i = 0; i < n; i++)
		uet_eh_add_u8(b, "a", 0, 1);
	return uet_eh_end_struct(b);
}

static int many_levels(int n)
{
	for (int i = 0; i < n; i++)
		uet_eh_begin_struct(b, "s");
	uet_eh_add_u8(b, "a", 0, 1);
	for (int i = 0; i < n; i++)
		if (uet_eh_end_struct(b))
			return uet_eh_end_struct(b);
	return 0;
}

static void what_does_not_fit_is_refused(void **state)
{
	static char text[70000];
	const char *large = text;

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	assert_too_large(uet_eh_add(b, "a", UET_EH_ENCODING_BINARY, 0, text,
				    65536));
	assert_too_large(uet_eh_add(b, "a", UET_EH_ENCODING_BINARY, 0, text,
				    65535));
	assert_too_large(uet_eh_add(b, "a", V8 | UET_EH_VARIABLE_ARRAY, 0, text,
				    UET_EH_TO_NUL));
	assert_too_large(uet_eh_add_string(b, "a", 0, text));
	assert_too_large(uet_eh_add_strings(b, "a", 0, &large, 1));
	assert_too_large(uet_eh_add_strings(b, "a", 0, &large, 65536));
	assert_too_large(uet_eh_add_u8(b, text, 0, 1));
	assert_too_large(many_members(128));
	assert_too_large(many_levels(9));
	uet_eh_reset(b, "E", 0);
	assert_int_equal(many_members(127), 0);
	assert_int_equal(many_levels(8), 0);
	assert_int_equal(uet_eh_write(event, b), 0);
	fake_sys.n_writes = 0;

	/* All of it: header and metadata of 12 + 2 + 3 bytes, a length of 2. */
	uet_eh_reset(b, "E", 0);
	uet_eh_add(b, "a", UET_EH_ENCODING_BINARY, 0, text, 8176 - 17 - 2);
	assert_int_equal(uet_eh_write(event, b), 0);
	assert_int_equal(fake_sys.writes[0].size, 4 + 8176);
	fake_sys.n_writes = 0;
	assert_too_large((uet_eh_add(b, "a", UET_EH_ENCODING_BINARY, 0, text,
				     8176 - 17 - 1), uet_eh_write(event, b)));
	/* The activity is one thing too many, though it comes last. */
	assert_too_large((uet_eh_add(b, "a", UET_EH_ENCODING_BINARY, 0, text,
				     8176 - 17 - 2 - 19),
			  uet_eh_set_activity(b, ID, NULL),
			  uet_eh_write(event, b)));
	uet_eh_reset(b, text, 0);
	assert_int_equal(uet_eh_write(event, b), -EMSGSIZE);
}

static void errors_stay_until_reset(void **state)
{
	struct uet_eh_builder *fresh;

	(void)state;
	assert_int_equal(uet_eh_builder_new(&fresh), 0);
	assert_int_equal(uet_eh_add_u8(fresh, "a", 0, 1), -EINVAL);
	assert_int_equal(uet_eh_write(event, fresh), -EINVAL);
	assert_int_equal(uet_eh_reset(fresh, "E", 0), 0);
	assert_int_equal(uet_eh_write(event, fresh), 0);
	assert_int_equal(uet_eh_reset(fresh, NULL, 0), -EINVAL);
	assert_int_equal(uet_eh_set_opcode(fresh, 1), -EINVAL);
	uet_eh_builder_free(fresh);
	uet_eh_builder_free(NULL);
}

static void nobody_listens(void **state)
{
	(void)state;
	*event->word = 0;
	assert_int_equal(uet_eh_write(event, b), -EBADF);
	assert_int_equal(fake_sys.n_writes, 0);
}

#define test(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(tracepoints_are_registered),
		test(bad_tracepoints_are_refused),
		test(numbers),
		test(signed_numbers_and_booleans),
		test(strings_and_bytes),
		test(arrays),
		test(arrays_of_strings),
		test(structs_options_and_activities),
		test(what_is_no_field_is_refused),
		test(what_does_not_fit_is_refused),
		test(errors_stay_until_reset),
		test(nobody_listens),
	};

	return cmocka_run_group_tests_name("eventheader builder", tests, NULL,
					   NULL);
}
