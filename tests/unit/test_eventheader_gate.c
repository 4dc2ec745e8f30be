/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events through the library as it is installed: what arrives from
 * uet_probe_eh_gate, and what it leaves alone.  A pipe stands for the kernel.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate_registers.h"
#include "uet/eventheader.h"
#include "uet/register.h"
#include "uet/tap.h"

#if UINTPTR_MAX == UINT32_MAX
#define FLAGS "\6"
#else
#define FLAGS "\7"
#endif
#define HEADER FLAGS "\0\0\0\0\0\0\4"

UET_PROVIDER(gate, "Gate");
UET_EH_EVENT(empty, gate, "E", 4, 1);
UET_EH_EVENT(numbers, gate, "N", 4, 1, UET_EH_U8(a), UET_EH_S16(b),
	     UET_EH_U32(c), UET_EH_S64(d), UET_EH_F32(e), UET_EH_F64(f),
	     UET_EH_BOOL(g), UET_EH_PTR(h), UET_EH_U8(i));
/* More operands than the gate takes. */
UET_EH_EVENT(ten, gate, "T", 4, 1, UET_EH_U8(a), UET_EH_U8(b), UET_EH_U8(c),
	     UET_EH_U8(d), UET_EH_U8(e), UET_EH_U8(f), UET_EH_U8(g),
	     UET_EH_U8(h), UET_EH_U8(i), UET_EH_STR(j));
UET_EH_EVENT(text, gate, "S", 4, 1, UET_EH_U16(a), UET_EH_STR(s), UET_EH_U8(n));
/* In all places that the gate knows and those that it does not. */
UET_EH_EVENT(mixed, gate, "M", 4, 1, UET_EH_U8(a), UET_EH_STR(s),
	     UET_EH_U64(b), UET_EH_UUID(c), UET_EH_F64(d), UET_EH_STR(t),
	     UET_EH_S16(e));
UET_EH_EVENT(slow, gate, "W", 4, 1, UET_EH_STR(s), UET_EH_U32(a),
	     UET_EH_BYTES(b), UET_EH_U8(c));
/* A prefix that has no room in the block. */
UET_EH_EVENT(large, gate,
	     "A long name, 0123456789012345678901234567890123456789012345678901"
	     "234567890123456789012345678901234567890123456789012345678901234567"
	     "890123456789012345678901234567890123456789012345678901234567890123",
	     4, 1, UET_EH_U8(a), UET_EH_STR(b), UET_EH_U8(c));

static int from, to;
static unsigned char got[70000];

static int start(void **state)
{
	struct uet_event *event = (struct uet_event *)UET_EVENT_REF(empty);
	int ends[2];

	(void)state;
	uet_unregister();
	if (pipe2(ends, O_NONBLOCK))
		return -1;
	from = ends[0];
	to = ends[1];
	event->write_index = 0x11223344;
	event->fd = to;
	event->emitted = 0;
	memset(event->lost, 0, sizeof(event->lost));
	*event->word = 1;
	return 0;
}

static int stop(void **state)
{
	struct uet_event *event = (struct uet_event *)UET_EVENT_REF(empty);

	(void)state;
	event->fd = -1;
	*event->word = 0;
	close(from);
	return close(to);
}

/* Metadata and payload as a string each; the first is that long. */
#define assert_emitted(metadata, payload) \
	do { \
		static const char expected[] = "\x44\x33\x22\x11" HEADER; \
		const size_t m = sizeof(metadata) - 1, p = sizeof(payload) - 1; \
		ssize_t n = read(from, got, sizeof(got)); \
		assert_int_equal(n, 16 + m + p); \
		assert_memory_equal(got, expected, 12); \
		assert_int_equal(got[12], m); \
		assert_memory_equal(got + 13, "\0\1\0", 3); \
		assert_memory_equal(got + 16, metadata, m); \
		assert_memory_equal(got + 16 + m, payload, p); \
	} while (0)

static void numbers_arrive(void **state)
{
	(void)state;
	UET_EH_TRACE(empty);
	assert_emitted("E\0", "");
	UET_EH_TRACE(numbers, 255, -2, 0xdeadbeef, INT64_MIN, 1.5f, -2.0, 7,
		     (void *)(uintptr_t)0x12345678, 9);
	assert_emitted("N\0a\0\2b\0\x83\2c\0\4d\0\x85\2e\0\x84\x08"
		       "f\0\x85\x08g\0\x82\7h\0\x85\3i\0\2",
		       "\xff\xfe\xff\xef\xbe\xad\xde\0\0\0\0\0\0\0\x80"
		       "\0\0\xc0\x3f\0\0\0\0\0\0\0\xc0\1\x78\x56\x34\x12"
		       "\0\0\0\0\x09");
	UET_EH_TRACE(ten, 1, 2, 3, 4, 5, 6, 7, 8, 9, "ten");
	assert_emitted("T\0a\0\2b\0\2c\0\2d\0\2e\0\2f\0\2g\0\2h\0\2i\0\2j\0\7",
		       "\1\2\3\4\5\6\7\x08\x09ten\0");
	assert_int_equal(UET_EVENT_REF(empty)->emitted, 3);
}

static void fields_follow_one_another(void **state)
{
	(void)state;
	UET_EH_TRACE(mixed, 1, "sixteen letters!", 2, "0123456789abcdef", 1.5,
		     "t", -1);
	assert_emitted("M\0a\0\2s\0\7b\0\5c\0\x86\x0f" "d\0\x85\x08t\0\7e\0"
		       "\x83\2",
		       "\1sixteen letters!\0\2\0\0\0\0\0\0\0" "0123456789abcdef"
		       "\0\0\0\0\0\0\xf8\x3ft\0\xff\xff");
	UET_EH_TRACE(mixed, 1, NULL, 2, NULL, 1.5, "", -1);
	assert_emitted("M\0a\0\2s\0\7b\0\5c\0\x86\x0f" "d\0\x85\x08t\0\7e\0"
		       "\x83\2",
		       "\1(null)\0\2\0\0\0\0\0\0\0"
		       "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		       "\0\0\0\0\0\0\xf8\x3f\0\xff\xff");
	UET_EH_TRACE(slow, "s", 1, "\xff", 1, 2);
	assert_emitted("W\0s\0\7a\0\4b\0\x0d" "c\0\2",
		       "s\0\1\0\0\0\1\0\xff\2");
}

static void large_prefix_arrives(void **state)
{
	(void)state;
	UET_EH_TRACE(large, 1, "b", 2);
	assert_int_equal(read(from, got, sizeof(got)),
			 16 + 198 + 3 * 3 + 4);
	assert_memory_equal(got + 16 + 198, "a\0\2b\0\7c\0\2\1b\0\2", 13);
}

/* As a program of another header may have them. */
static void prefixes_of_every_size(void **state)
{
	static const struct uet_part end = { 0, UET_PART_END, 0 };
	unsigned char prefix[300], record[301];
	uint64_t slot = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(prefix); i++)
		prefix[i] = (unsigned char)(i * 7);
	for (uint16_t size = 16; size <= sizeof(prefix); size++) {
		const struct uet_eh eh = {
			.event = (struct uet_event *)UET_EVENT_REF(empty),
			.prefix = prefix,
			.parts = &end,
			.size = sizeof(eh),
			.prefix_size = size,
			.fixed_size = (uint16_t)(size + 1),
		};

		memset(record, 0x55, sizeof(record));
		uet_probe_eh_emit(&eh, record, size + 1u, &slot);
		assert_int_equal(read(from, got, sizeof(got)), size + 1);
		assert_memory_equal(got + 4, prefix + 4, size - 4u);
		assert_int_equal(got[size], 0x55);
	}
}

/* From a page's last bytes, in front of one that nobody may read. */
static void strings_of_every_length(void **state)
{
	long page = sysconf(_SC_PAGESIZE);
	char *map = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_int_equal(mprotect(map + page, (size_t)page, PROT_NONE), 0);
	for (long n = 0; n < 600; n++) {
		char *s = map + page - 1 - n;

		memset(s, 'x', (size_t)n);
		for (int at = 0; at < 2; at++) {
			ssize_t size;

			/* At the end of its page, and away from it. */
			UET_EH_TRACE(text, 0x0102, at ? s : memcpy(map, s,
						(size_t)n + 1), 9);
			size = read(from, got, sizeof(got));
			assert_int_equal(size, 16 + 11 + 2 + n + 1 + 1);
			assert_memory_equal(got + 27, "\2\1", 2);
			assert_memory_equal(got + 29, s, (size_t)n + 1);
			assert_int_equal(got[size - 1], 9);
		}
	}
	munmap(map, (size_t)page * 2);
}

static void tap(void *context, const struct uet_tap_event *event)
{
	/* What a compiler would use for its own purposes. */
	memset(got, 0, sizeof(got));
	*(size_t *)context = event->size;
}

static void taps_hear_of_them(void **state)
{
	struct uet_tap *t;
	size_t size = 0;

	(void)state;
	assert_int_equal(uet_tap_open(UET_EVENT_REF(text), tap, &size, &t), 0);
	UET_EH_TRACE(text, 1, "text", 2);
	assert_int_equal(size, 12 + 11 + 2 + 5 + 1);
	uet_tap_close(t);
	assert_emitted("S\0a\0\3s\0\7n\0\2", "\1\0text\0\2");
}

static void refusals_are_counted(void **state)
{
	struct uet_event *event = (struct uet_event *)UET_EVENT_REF(empty);

	(void)state;
	errno = 4711;
	event->fd = 12345;
	UET_EH_TRACE(text, 1, "text", 2);
	assert_int_equal(event->lost[UET_LOST_OTHER], 1);
	event->fd = -1;
	UET_EH_TRACE(text, 1, "text", 2);
	assert_int_equal(event->lost[UET_LOST_OTHER], 2);
	assert_int_equal(errno, 4711);
	assert_int_equal(read(from, got, sizeof(got)), -1);
}

#if defined(UET__GATE)

DEFINE_CALL_GATE(call_gate, uet_probe_eh_gate);
DEFINE_CALL_GATE_WITH_AVX512(call_gate_with_avx512, uet_probe_eh_gate)

/* Every register that a compiler may rely upon, around a probe. */
static __attribute__((noinline)) uint64_t sum_around_probe(uint64_t a,
							   uint64_t b, double x)
{
	uint64_t c = a * 3, d = b * 5, e = a ^ b, f = a + b, g = a - b;
	double y = x * 2, z = x * 3;

	__asm__ volatile("" : "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g),
			 "+x"(y), "+x"(z));
	UET_EH_TRACE(mixed, 1, "s", a, "0123456789abcdef", x, "t", 2);
	UET_EH_TRACE(slow, "s", 1, "\xff", 1, 2);
	__asm__ volatile("" : "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g),
			 "+x"(y), "+x"(z));
	return a + b + c + d + e + f + g + (uint64_t)(x + y + z);
}

static void registers_stay(void **state)
{
	uint64_t on, off;

	(void)state;
	on = sum_around_probe(1000, 7, 10);
	stop(state);
	off = sum_around_probe(1000, 7, 10);
	assert_int_equal(start(state), 0);
	assert_int_equal(on, off);
	assert_int_equal(off, 1007 + 3000 + 35 + (1000 ^ 7) + 1007 + 993 + 60);
}

static void spoil(void *context, const struct uet_tap_event *event)
{
	(void)event;
	++*(int *)context;
	spoil_general();
	if (__builtin_cpu_supports("avx512bw"))
		spoil_avx512();
}

/* In all ways that there are through the gate: with what it does itself, a
 * segment, no string, a refusal, and a tap. */
static void all_registers_stay(void **state)
{
	struct uet_event *event = (struct uet_event *)UET_EVENT_REF(empty);
	int (*const calls[])(const void *, const char *) = {
		call_gate, __builtin_cpu_supports("avx512bw") ?
				   call_gate_with_avx512 : call_gate,
	};
	char long_one[800];
	struct uet_tap *t;
	int n = 0;

	(void)state;
	memset(long_one, 'l', sizeof(long_one));
	long_one[sizeof(long_one) - 1] = '\0';
	for (int i = 0; i < 2; i++) {
		event->fd = to;
		assert_int_equal(calls[i](&uet__eh_text, "fast"), 0);
		assert_int_equal(calls[i](&uet__eh_text, long_one), 0);
		assert_int_equal(calls[i](&uet__eh_text, NULL), 0);
		event->fd = from;
		assert_int_equal(calls[i](&uet__eh_text, "refused"), 0);
		assert_int_equal(uet_tap_open(NULL, spoil, &n, &t), 0);
		assert_int_equal(calls[i](&uet__eh_text, "tapped"), 0);
		uet_tap_close(t);
	}
	assert_int_equal(event->emitted, 6);
	assert_int_equal(event->lost[UET_LOST_DISABLED], 4);
	assert_int_equal(n, 2);
}
#endif

#define test(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(numbers_arrive),
		test(fields_follow_one_another),
		test(large_prefix_arrives),
		test(prefixes_of_every_size),
		test(strings_of_every_length),
		test(taps_hear_of_them),
		test(refusals_are_counted),
#if defined(UET__GATE)
		test(registers_stay),
		test(all_registers_stay),
#endif
	};

	return cmocka_run_group_tests_name("eventheader gate", tests, NULL,
					   NULL);
}
