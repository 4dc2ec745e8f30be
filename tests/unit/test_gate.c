/* SPDX-License-Identifier: MIT */
/*
 * Through the library as it is installed: what arrives, and what the program's
 * registers and stack look like behind uet_probe_gate.  A pipe stands for the
 * kernel.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate_registers.h"
#include "uet/counter.h"
#include "uet/event.h"
#include "uet/register.h"
#include "uet/tap.h"

struct pair {
	int a, b;
};

UET_EVENT(nothing, "gate_nothing");
UET_EVENT(numbers, "gate_numbers", UET_U8(a), UET_S16(b), UET_U32(c),
	  UET_S64(d), UET_F32(e), UET_F64(f), UET_BOOL(g), UET_PTR(h));
/* Two operands each: eight, and ten, which the gate does not take. */
UET_EVENT(counts, "gate_counts", UET_COUNTER(a), UET_COUNTER(b), UET_U8(n),
	  UET_COUNTER(c));
UET_EVENT(five, "gate_five", UET_COUNTER(a), UET_COUNTER(b), UET_COUNTER(c),
	  UET_COUNTER(d), UET_COUNTER(e));
UET_EVENT(text, "gate_text", UET_STR(s), UET_U8(n));
UET_EVENT(texts, "gate_texts", UET_STR(a), UET_STR(b), UET_STR(c));
UET_EVENT(mixed, "gate_mixed", UET_CHARS(c, 5), UET_STRUCT(p, pair),
	  UET_BYTES(b), UET_STR(s));
/* More than the gate takes: ten arguments, and a large record. */
UET_EVENT(many, "gate_many", UET_U8(a), UET_U8(b), UET_U8(c), UET_U8(d),
	  UET_U8(e), UET_U8(f), UET_U8(g), UET_U8(h), UET_U8(i), UET_STR(s));
UET_EVENT(large, "gate_large", UET_CHARS(c, 200), UET_U8(n));

static int from, to;
static unsigned char got[70000];

static int start(void **state)
{
	int ends[2];

	(void)state;
	uet_unregister();
	if (pipe2(ends, O_NONBLOCK))
		return -1;
	from = ends[0];
	to = ends[1];
	return 0;
}

static int stop(void **state)
{
	(void)state;
	close(from);
	return close(to);
}

/* Switches an event on, its kernel the pipe. */
#define on(id) \
	do { \
		uet__event_##id.write_index = 0x11223344; \
		uet__event_##id.fd = to; \
		uet__event_##id.emitted = 0; \
		uet__word_##id = 1; \
	} while (0)

#define off(id) \
	do { \
		uet__event_##id.fd = -1; \
		uet__word_##id = 0; \
	} while (0)

#define assert_emitted(id, expected, size) \
	do { \
		ssize_t n = read(from, got, sizeof(got)); \
		assert_int_equal(n, 4 + (size)); \
		assert_memory_equal(got, "\x44\x33\x22\x11", 4); \
		assert_memory_equal(got + 4, expected, size); \
		assert_int_equal(uet__event_##id.emitted, 1); \
	} while (0)

static void numbers_arrive(void **state)
{
	(void)state;
	on(nothing);
	UET_TRACE(nothing);
	assert_emitted(nothing, "", 0);
	off(nothing);

	on(numbers);
	UET_TRACE(numbers, 255, -2, 0xdeadbeef, INT64_MIN, 1.5f, -2.0, 7,
		  (void *)0x1234567890);
	assert_emitted(numbers,
		       "\xff\xfe\xff\xef\xbe\xad\xde\0\0\0\0\0\0\0\x80"
		       "\0\0\xc0\x3f\0\0\0\0\0\0\0\xc0\1\x90\x78\x56\x34\x12\0"
		       "\0\0", 36);
	off(numbers);
}

static void counts_arrive(void **state)
{
	struct uet_count small = { 3, UET_COUNT_EXACT };
	struct uet_count large = { UINT64_MAX - 1, UET_COUNT_SCALED };
	struct uet_count none = { 0, UET_COUNT_NONE };

	(void)state;
	on(counts);
	UET_TRACE(counts, small, large, 5, none);
	assert_emitted(counts,
		       "\3\0\0\0\0\0\0\0\0"
		       "\xfe\xff\xff\xff\xff\xff\xff\xff\1\5"
		       "\0\0\0\0\0\0\0\0\2", 28);
	off(counts);
	on(five);
	UET_TRACE(five, small, small, small, small, large);
	assert_emitted(five,
		       "\3\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0"
		       "\3\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0"
		       "\xfe\xff\xff\xff\xff\xff\xff\xff\1", 45);
	off(five);
}

#if defined(UET__GATE)

/* The gate of counters changes rax and rdx and no other register. */
static void counter_gate_keeps_the_registers(void **state)
{
	uint64_t value = 0, worth = 77, different;

	(void)state;
	__asm__ volatile(
		"lea -128(%%rsp), %%rsp\n\t"
		"mov $11, %%ecx\n\t mov $12, %%esi\n\t mov $13, %%edi\n\t"
		"mov $14, %%r8d\n\t mov $15, %%r9d\n\t mov $16, %%r10d\n\t"
		"mov $17, %%r11d\n\t mov $18, %%ebx\n\t mov $19, %%r12d\n\t"
		"call *uet_probe_counter_gate@GOTPCREL(%%rip)\n\t"
		"xor $11, %%rcx\n\t xor $12, %%rsi\n\t xor $13, %%rdi\n\t"
		"xor $14, %%r8\n\t xor $15, %%r9\n\t xor $16, %%r10\n\t"
		"xor $17, %%r11\n\t xor $18, %%rbx\n\t xor $19, %%r12\n\t"
		"or %%rsi, %%rcx\n\t or %%rdi, %%rcx\n\t or %%r8, %%rcx\n\t"
		"or %%r9, %%rcx\n\t or %%r10, %%rcx\n\t or %%r11, %%rcx\n\t"
		"or %%rbx, %%rcx\n\t or %%r12, %%rcx\n\t"
		"lea 128(%%rsp), %%rsp"
		: "+a"(value), "+d"(worth), "=c"(different)
		:
		: "rsi", "rdi", "r8", "r9", "r10", "r11", "rbx", "r12", "cc",
		  "memory");
	assert_int_equal(different, 0);
	assert_int_equal(value, 0);
	assert_int_equal(worth & 0xff, UET_COUNT_NONE);
}

#else

static void counter_gate_keeps_the_registers(void **state)
{
	(void)state;
}

#endif

/* Of every length, and with its NUL before, at and behind a chunk's end; the
 * page behind the string cannot be read. */
static void strings_arrive(void **state)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned char expected[1000];

	(void)state;
	assert_true(two != MAP_FAILED);
	assert_int_equal(mprotect(two + page, page, PROT_NONE), 0);
	for (size_t length = 0; length < 700; length++) {
		for (size_t gap = 0; gap < 40; gap++) {
			char *s = two + page - 1 - length - gap;
			uint32_t word = (uint32_t)(length + 1) << 16 | 1;

			memset(two, '#', page);
			for (size_t i = 0; i < length; i++)
				s[i] = (char)('a' + i % 26);
			s[length] = '\0';
			memcpy(expected, &word, 4);
			expected[4] = 9;
			memcpy(expected + 5, s, length + 1);
			on(text);
			UET_TRACE(text, s, 9);
			assert_emitted(text, expected, 5 + length + 1);
		}
	}
	off(text);
	munmap(two, 2 * page);
}

static void several_strings_arrive(void **state)
{
	static const char long_one[] =
		"a string of more than sixteen characters, and of two chunks";

	(void)state;
	on(texts);
	UET_TRACE(texts, "", "0123456789abcdef", long_one);
	assert_emitted(texts,
		       "\x08\0\1\0\x05\0\x11\0\x12\0\x3c\0\0"
		       "0123456789abcdef\0"
		       "a string of more than sixteen characters, and of two "
		       "chunks", 12 + 1 + 17 + sizeof(long_one));
	on(texts);
	UET_TRACE(texts, NULL, "b", NULL);
	assert_emitted(texts,
		       "\x08\0\7\0\x0b\0\2\0\x09\0\7\0(null)\0b\0(null)",
		       12 + 7 + 2 + 7);
	off(texts);
}

static void what_the_gate_leaves_to_others_arrives(void **state)
{
	const struct pair p = { 1, -1 };

	(void)state;
	on(mixed);
	UET_TRACE(mixed, "abc", &p, "\0\1\2", 3, "s");
	assert_emitted(mixed,
		       "abc\0\0\1\0\0\0\xff\xff\xff\xff\4\0\3\0\3\0\2\0"
		       "\0\1\2s", 5 + 8 + 8 + 3 + 2);
	on(mixed);
	UET_TRACE(mixed, NULL, NULL, NULL, 7, "");
	assert_emitted(mixed, "\0\0\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\0\0\1\0",
		       5 + 8 + 8 + 1);
	off(mixed);

	on(many);
	UET_TRACE(many, 1, 2, 3, 4, 5, 6, 7, 8, 9, "ten");
	assert_emitted(many, "\1\2\3\4\5\6\7\x8\x9\0\0\4\0ten", 13 + 4);
	off(many);

	on(large);
	UET_TRACE(large, "c", 1);
	assert_int_equal(read(from, got, sizeof(got)), 4 + 201);
	assert_int_equal(got[4], 'c');
	assert_int_equal(got[4 + 200], 1);
	off(large);
}

static void refusals_are_counted(void **state)
{
	(void)state;
	on(text);
	uet__event_text.fd = from; /* not to be written: EBADF, but open */
	memset(uet__event_text.lost, 0, sizeof(uet__event_text.lost));
	errno = 4711;
	UET_TRACE(text, "s", 1);
	assert_int_equal(errno, 4711);
	assert_int_equal(uet__event_text.lost[UET_LOST_DISABLED], 1);
	uet__event_text.fd = -1;
	UET_TRACE(text, "s", 1);
	assert_int_equal(uet__event_text.lost[UET_LOST_OTHER], 1);
	assert_int_equal(uet__event_text.emitted, 0);
	off(text);
}

#if defined(UET__GATE)

DEFINE_CALL_GATE(call_gate, uet_probe_gate);
DEFINE_CALL_GATE_WITH_AVX512(call_gate_with_avx512, uet_probe_gate)

static void spoil(void *context, const struct uet_tap_event *event)
{
	(void)event;
	++*(int *)context;
	spoil_general();
}

static void registers_stay(void **state)
{
	char long_one[400];
	struct uet_tap *tap;
	int calls = 0;

	(void)state;
	memset(long_one, 'l', sizeof(long_one));
	long_one[sizeof(long_one) - 1] = '\0';
	on(text);
	assert_int_equal(call_gate(&uet__event_text, "fast"), 0);
	assert_int_equal(call_gate(&uet__event_text, long_one), 0);
	assert_int_equal(call_gate(&uet__event_text, NULL), 0);
	assert_int_equal(uet__event_text.emitted, 3);
	uet__event_text.fd = from;
	assert_int_equal(call_gate(&uet__event_text, "refused"), 0);
	assert_int_equal(uet_tap_open(NULL, spoil, &calls, &tap), 0);
	assert_int_equal(call_gate(&uet__event_text, "tapped"), 0);
	uet_tap_close(tap);
	assert_int_equal(calls, 1);
	off(text);
}

/* As call_gate(), for the upper halves of ymm0 to ymm13: how many changed. */
__attribute__((target("avx"))) static int
call_gate_with_avx(struct uet_event *event, const char *string)
{
	static const unsigned char pattern[32] = { [31] = 0x5a };
	unsigned char after[14][32];
	int changed = 0;

	__asm__ volatile(
		".irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\n\t"
		"vmovdqu %[pattern], %%ymm\\x\n\t"
		".endr\n\t"
		"lea -640(%%rsp), %%rsp\n\t"
		"mov %[string], 432(%%rsp)\n\t"
		"mov %[event], %%rax\n\t"
		"call *uet_probe_gate@GOTPCREL(%%rip)\n\t"
		"lea 640(%%rsp), %%rsp\n\t"
		".irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\n\t"
		"vmovdqu %%ymm\\x, 32*\\x(%[after])\n\t"
		".endr\n\t"
		"vzeroupper"
		: /* no output but in memory */
		: [pattern] "m"(pattern), [string] "r"(string),
		  [event] "r"(event), [after] "r"(after)
		: "rax", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
		  "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
		  "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
	for (size_t i = 0; i < 14; i++)
		changed += memcmp(after[i], pattern, 32) != 0;
	return changed;
}

__attribute__((target("avx"))) static void
spoil_avx(void *context, const struct uet_tap_event *event)
{
	(void)context;
	(void)event;
	__asm__ volatile("vzeroall" : : : "xmm0", "memory");
}

static void upper_halves_stay(void **state)
{
	char long_one[400];
	struct uet_tap *tap;

	(void)state;
	if (!__builtin_cpu_supports("avx"))
		return;
	memset(long_one, 'l', sizeof(long_one));
	long_one[sizeof(long_one) - 1] = '\0';
	on(text);
	assert_int_equal(call_gate_with_avx(&uet__event_text, "fast"), 0);
	assert_int_equal(call_gate_with_avx(&uet__event_text, long_one), 0);
	assert_int_equal(uet_tap_open(NULL, spoil_avx, NULL, &tap), 0);
	assert_int_equal(call_gate_with_avx(&uet__event_text, "tapped"), 0);
	uet_tap_close(tap);
	off(text);
}

static void spoil_all(void *context, const struct uet_tap_event *event)
{
	(void)context;
	(void)event;
	spoil_avx512();
}

static void vectors_of_512_bits_stay(void **state)
{
	char long_one[400];
	struct uet_tap *tap;

	(void)state;
	if (!__builtin_cpu_supports("avx512bw"))
		return;
	memset(long_one, 'l', sizeof(long_one));
	long_one[sizeof(long_one) - 1] = '\0';
	on(text);
	assert_int_equal(call_gate_with_avx512(&uet__event_text, "fast"), 0);
	assert_int_equal(call_gate_with_avx512(&uet__event_text, long_one), 0);
	assert_int_equal(uet_tap_open(NULL, spoil_all, NULL, &tap), 0);
	assert_int_equal(call_gate_with_avx512(&uet__event_text, "tapped"), 0);
	uet_tap_close(tap);
	off(text);
}

/* Eight numbers on x87's stack, and a tap that needs it. */
static long double tapped_sum;

static void sum_up(void *context, const struct uet_tap_event *event)
{
	const long double *terms = context;

	(void)event;
	tapped_sum = 0;
	for (int i = 0; i < 8; i++)
		tapped_sum += terms[i] * 2;
}

static void x87_stack_is_the_taps(void **state)
{
	static long double terms[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct uet_tap *tap;
	long double after = 0;

	(void)state;
	assert_int_equal(uet_tap_open(NULL, sum_up, terms, &tap), 0);
	__asm__ volatile("fld1\n\tfld1\n\tfld1\n\tfld1\n\t"
			 "fld1\n\tfld1\n\tfld1\n\tfld1" : : : "memory");
	call_gate(&uet__event_text, "x87");
	__asm__ volatile("faddp\n\tfaddp\n\tfaddp\n\tfaddp\n\t"
			 "faddp\n\tfaddp\n\tfaddp\n\tfstpt %0"
			 : "=m"(after));
	uet_tap_close(tap);
	assert_true(after == 8);
	assert_true(tapped_sum == 72);
}

/* What the kernel refused is not tried again. */
static volatile sig_atomic_t n_sigpipe;

static void on_sigpipe(int signal)
{
	(void)signal;
	n_sigpipe++;
}

static void one_try_is_all(void **state)
{
	struct sigaction action = { .sa_handler = on_sigpipe }, before;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	sigaction(SIGPIPE, &action, &before);
	on(text);
	uet__event_text.fd = ends[1];
	UET_TRACE(text, "s", 1);
	off(text);
	sigaction(SIGPIPE, &before, NULL);
	close(ends[1]);
	assert_int_equal(n_sigpipe, 1);
}

/* No event of another thread's goes uncounted. */
static void *trace_many(void *context)
{
	for (int i = 0; i < 20000; i++)
		UET_TRACE(text, "s", 1);
	return context;
}

static void threads_count_together(void **state)
{
	int null = open("/dev/null", O_WRONLY);
	pthread_t other;

	(void)state;
	on(text);
	uet__event_text.fd = null;
	assert_int_equal(pthread_create(&other, NULL, trace_many, NULL), 0);
	trace_many(NULL);
	pthread_join(other, NULL);
	off(text);
	close(null);
	assert_int_equal(uet__event_text.emitted, 40000);
}

static void *frames[32];
static int n_frames;
static void *returns_to[2];

static void look_back(void *context, const struct uet_tap_event *event)
{
	(void)context;
	(void)event;
	n_frames = backtrace(frames, 32);
}

__attribute__((noinline)) static void traced(int n)
{
	returns_to[0] = __builtin_return_address(0);
	UET_TRACE(text, "s", n);
	/* No tail call, and something to come back for. */
	__asm__ volatile("" : : "r"(n) : "memory");
}

__attribute__((noinline)) static void with_a_frame(int n)
{
	char local[300];

	returns_to[1] = __builtin_return_address(0);
	__asm__ volatile("" : : "r"(local) : "memory");
	traced(n);
	__asm__ volatile("" : : "r"(local) : "memory");
}

/* From a tap the stack can be walked through the gate into the program. */
static void stack_can_be_walked(void **state)
{
	struct uet_tap *tap;
	int found = 0;

	(void)state;
	assert_int_equal(uet_tap_open(NULL, look_back, NULL, &tap), 0);
	with_a_frame(7);
	uet_tap_close(tap);
	for (int i = 0; i + 1 < n_frames; i++)
		found += frames[i] == returns_to[0] &&
			 frames[i + 1] == returns_to[1];
	assert_int_equal(found, 1);
}

#endif /* UET__GATE */

#define test(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(numbers_arrive),
		test(counts_arrive),
		test(counter_gate_keeps_the_registers),
		test(strings_arrive),
		test(several_strings_arrive),
		test(what_the_gate_leaves_to_others_arrives),
		test(refusals_are_counted),
#if defined(UET__GATE)
		test(registers_stay),
		test(upper_halves_stay),
		test(vectors_of_512_bits_stay),
		test(x87_stack_is_the_taps),
		test(one_try_is_all),
		test(threads_count_together),
		test(stack_can_be_walked),
#endif
	};

	return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
