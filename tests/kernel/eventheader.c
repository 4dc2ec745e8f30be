/* SPDX-License-Identifier: MIT */
/*
 * Emits EventHeader events of every kind of field, each by macro and by builder,
 * and prints what a tap sees of each: "NAME HEX" lines.  eventheader.kt compares
 * what arrives.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <uet/eventheader.h>
#include <uet/eventheader_builder.h>
#include <uet/register.h>
#include <uet/runtime.h>
#include <uet/tap.h>

#define ADD(name, encoding, format, data) \
	uet_eh_add(b, name, UET_EH_ENCODING_##encoding, \
		   UET_EH_FORMAT_##format, data, \
		   UET_EH_ENCODING_##encoding < UET_EH_ENCODING_ZSTRING8 ? 1 : \
		   UET_EH_TO_NUL)

UET_PROVIDER(kinds, "Kinds_Macro", "test");
UET_EH_EVENT(numbers, kinds, "Numbers", 5, 0xf00, UET_EH_U8(a), UET_EH_U16(b),
	     UET_EH_U32(c), UET_EH_U64(d), UET_EH_S8(e), UET_EH_S16(f),
	     UET_EH_S32(g), UET_EH_S64(h), UET_EH_HEX8(i), UET_EH_HEX16(j),
	     UET_EH_HEX32(k), UET_EH_HEX64(l));
UET_EH_EVENT(meanings, kinds, "Meanings", 5, 0xf00, UET_EH_F32(a),
	     UET_EH_F64(b), UET_EH_BOOL(c), UET_EH_CHAR8(d), UET_EH_CHAR16(e),
	     UET_EH_CHAR32(f), UET_EH_PTR(g), UET_EH_ERRNO(h), UET_EH_PID(i),
	     UET_EH_TIME(j), UET_EH_PORT(k), UET_EH_IP4(l), UET_EH_IP6(m),
	     UET_EH_UUID(n), UET_EH_HEX128(o));
UET_EH_EVENT(texts, kinds, "Texts", 5, 0xf00, UET_EH_STR(a), UET_EH_STR16(b),
	     UET_EH_STR32(c), UET_EH_JSON(d), UET_EH_XML(e), UET_EH_COUNTED(f),
	     UET_EH_COUNTED16(g), UET_EH_COUNTED32(h), UET_EH_BYTES(i));
UET_EH_EVENT(arrays, kinds, "Arrays", 5, 0xf00, UET_EH_ARRAY(UET_EH_U16(a), 3),
	     UET_EH_SEQUENCE(UET_EH_F64(b)), UET_EH_SEQUENCE(UET_EH_UUID(c)));
UET_EH_EVENT(nested, kinds, "Nested;k=v", 5, 0xf00,
	     UET_EH_OPCODE(UET_EH_OPCODE_START), UET_EH_ID(4711, 3),
	     UET_EH_EVENT_TAG(0x1234), UET_EH_ACTIVITY_AND_PARENT,
	     UET_EH_STRUCT(s, 2), UET_EH_U8(a), UET_EH_STRUCT(t, 1),
	     UET_EH_STR(b), UET_EH_TAG(7, UET_EH_U8(c)));
UET_EH_EVENT(large, kinds, "Large", 5, 0xf00, UET_EH_STR(a), UET_EH_U32(b),
	     UET_EH_STR(c), UET_EH_STR(d));
/* What the gate does alone, for the text of perf. */
UET_EH_EVENT(simple, kinds, "Simple", 5, 0xf00, UET_EH_U32(a), UET_EH_STR(b),
	     UET_EH_U8(c));

static const uint16_t text16[] = { 'a', 0x20ac, 0 };
static const uint32_t text32[] = { 0x1f600, 0 };
static const uint16_t three[] = { 1, 2, 65535 };
static const double two[] = { 0.1, -1e300 };
static const char bytes16[] = "0123456789abcdef", other16[] = "fedcba9876543210";
static char x1000[1001], y3000[3001];

static void by_macro(void)
{
	UET_EH_TRACE(numbers, UINT8_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX,
		     INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, 1, 2, 3, 4);
	UET_EH_TRACE(meanings, 0.1f, -1e300, true, 'x', 0x20ac, 0x1f600,
		     (void *)(uintptr_t)0x1234, ENOENT, 42, -1, 0x5000, 0x100007f,
		     bytes16, bytes16, other16);
	UET_EH_TRACE(texts, "plain", text16, text32, "{}", "<x/>", "counted", 7,
		     text16, 2, text32, 1, "\xff\xfe", 2);
	UET_EH_TRACE(arrays, three, two, 2, NULL, 0);
	UET_EH_TRACE(nested, bytes16, other16, 1, "in", 2);
	UET_EH_TRACE(large, x1000, 7, y3000, "end");
	UET_EH_TRACE(simple, 7, "simple", 8);
}

static void build_numbers(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Numbers", 0);
	uet_eh_add_u8(b, "a", 0, UINT8_MAX);
	uet_eh_add_u16(b, "b", 0, UINT16_MAX);
	uet_eh_add_u32(b, "c", 0, UINT32_MAX);
	uet_eh_add_u64(b, "d", 0, UINT64_MAX);
	uet_eh_add_u8(b, "e", UET_EH_FORMAT_SIGNED, (uint8_t)INT8_MIN);
	uet_eh_add_u16(b, "f", UET_EH_FORMAT_SIGNED, (uint16_t)INT16_MIN);
	uet_eh_add_u32(b, "g", UET_EH_FORMAT_SIGNED, (uint32_t)INT32_MIN);
	uet_eh_add_u64(b, "h", UET_EH_FORMAT_SIGNED, (uint64_t)INT64_MIN);
	uet_eh_add_u8(b, "i", UET_EH_FORMAT_HEX, 1);
	uet_eh_add_u16(b, "j", UET_EH_FORMAT_HEX, 2);
	uet_eh_add_u32(b, "k", UET_EH_FORMAT_HEX, 3);
	uet_eh_add_u64(b, "l", UET_EH_FORMAT_HEX, 4);
}

static void build_meanings(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Meanings", 0);
	uet_eh_add_f32(b, "a", 0.1f);
	uet_eh_add_f64(b, "b", -1e300);
	uet_eh_add_u8(b, "c", UET_EH_FORMAT_BOOLEAN, 1);
	uet_eh_add_u8(b, "d", UET_EH_FORMAT_STRING8, 'x');
	uet_eh_add_u16(b, "e", UET_EH_FORMAT_UTF, 0x20ac);
	uet_eh_add_u32(b, "f", UET_EH_FORMAT_UTF, 0x1f600);
	uet_eh_add_u64(b, "g", UET_EH_FORMAT_HEX, 0x1234);
	uet_eh_add_u32(b, "h", UET_EH_FORMAT_ERRNO, ENOENT);
	uet_eh_add_u32(b, "i", UET_EH_FORMAT_PID, 42);
	uet_eh_add_u64(b, "j", UET_EH_FORMAT_TIME, (uint64_t)-1);
	uet_eh_add_u16(b, "k", UET_EH_FORMAT_PORT, 0x5000);
	uet_eh_add_u32(b, "l", UET_EH_FORMAT_IP, 0x100007f);
	ADD("m", VALUE128, IP, bytes16);
	ADD("n", VALUE128, UUID, bytes16);
	ADD("o", VALUE128, HEX, other16);
}

static void build_texts(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Texts", 0);
	uet_eh_add_string(b, "a", 0, "plain");
	ADD("b", ZSTRING16, DEFAULT, text16);
	ADD("c", ZSTRING32, DEFAULT, text32);
	ADD("d", ZSTRING8, JSON, "{}");
	ADD("e", ZSTRING8, XML, "<x/>");
	ADD("f", STRING8, DEFAULT, "counted");
	ADD("g", STRING16, DEFAULT, text16);
	ADD("h", STRING32, DEFAULT, text32);
	ADD("i", BINARY, DEFAULT, "\xff\xfe");
}

static void build_arrays(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Arrays", 0);
	uet_eh_add(b, "a", UET_EH_ENCODING_VALUE16 | UET_EH_CONSTANT_ARRAY, 0,
		   three, 3);
	uet_eh_add(b, "b", UET_EH_ENCODING_VALUE64 | UET_EH_VARIABLE_ARRAY,
		   UET_EH_FORMAT_FLOAT, two, 2);
	uet_eh_add(b, "c", UET_EH_ENCODING_VALUE128 | UET_EH_VARIABLE_ARRAY,
		   UET_EH_FORMAT_UUID, NULL, 0);
}

static void build_nested(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Nested;k=v", 0x1234);
	uet_eh_set_opcode(b, UET_EH_OPCODE_START);
	uet_eh_set_id(b, 4711, 3);
	uet_eh_set_activity(b, bytes16, other16);
	uet_eh_begin_struct(b, "s");
	uet_eh_add_u8(b, "a", 0, 1);
	uet_eh_begin_struct(b, "t");
	uet_eh_add_string(b, "b", 0, "in");
	uet_eh_end_struct(b);
	uet_eh_end_struct(b);
	uet_eh_set_tag(b, 7);
	uet_eh_add_u8(b, "c", 0, 2);
}

static void build_large(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Large", 0);
	uet_eh_add_string(b, "a", 0, x1000);
	uet_eh_add_u32(b, "b", 0, 7);
	uet_eh_add_string(b, "c", 0, y3000);
	uet_eh_add_string(b, "d", 0, "end");
}

static void build_simple(struct uet_eh_builder *b)
{
	uet_eh_reset(b, "Simple", 0);
	uet_eh_add_u32(b, "a", 0, 7);
	uet_eh_add_string(b, "b", 0, "simple");
	uet_eh_add_u8(b, "c", 0, 8);
}

static int by_builder(const struct uet_event *event)
{
	static void (*const build[])(struct uet_eh_builder *) = {
		build_numbers, build_meanings, build_texts, build_arrays,
		build_nested, build_large, build_simple,
	};
	struct uet_eh_builder *b;
	int error = uet_eh_builder_new(&b);

	for (size_t i = 0; !error && i < sizeof(build) / sizeof(build[0]); i++) {
		build[i](b);
		error = uet_eh_write(event, b);
	}
	uet_eh_builder_free(b);
	return error;
}

static void print(void *context, const struct uet_tap_event *event)
{
	const unsigned char *payload = event->payload;

	(void)context;
	printf("%.*s ", (int)event->name_length, event->name);
	for (size_t i = 0; i < event->size; i++)
		printf("%02x", payload[i]);
	printf("\n");
}

int main(int argc, char **argv)
{
	const struct uet_event *events[2];
	struct uet_event_counts counts;
	struct uet_event *built;
	struct uet_tap *tap = NULL;
	char detail[256];

	(void)argv;
	memset(x1000, 'x', sizeof(x1000) - 1);
	memset(y3000, 'y', sizeof(y3000) - 1);
	if (uet_eh_event_new("Kinds_Builder", "test", 5, 0xf00, &built)) {
		fprintf(stderr, "eventheader: no memory\n");
		return 1;
	}
	events[0] = UET_EVENT_REF(numbers);
	events[1] = built;
	for (int i = 0; i < 2; i++) {
		if (uet_event_state(events[i], NULL) == UET_STATE_REGISTERED)
			continue;
		uet_strerror_detail(events[i], detail, sizeof(detail));
		fprintf(stderr, "eventheader: %s\n", detail);
		return 1;
	}
	/* Without a tap the gate does what it can. */
	by_macro();
	if (argc > 1) {
		uet_tap_open(NULL, print, NULL, &tap);
		by_macro();
		by_builder(built);
		uet_tap_close(tap);
	}
	for (int i = 0; i < 2; i++) {
		uet_event_stats(events[i], &counts);
		printf("emitted %llu lost %llu\n",
		       (unsigned long long)counts.emitted,
		       (unsigned long long)(counts.lost[0] + counts.lost[1] +
					    counts.lost[2] + counts.lost[3]));
	}
	uet_event_free(built);
	return 0;
}
