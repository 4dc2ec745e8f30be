/* SPDX-License-Identifier: MIT */
/*
 * Formats of the kernel, damaged at random, and a record printed by each.  No
 * result is wrong but a crash, a hang and more text than a record can have.
 * Always the same ones; to look for others:
 *
 *	test_print_fmt_mutation FIRST COUNT
 *
 * and with a COUNT of 1, the texts are shown.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <uet/print_fmt.h>

#include "print_fmt_formats.h"

#define MAX_TEXT 8192
#define MAX_RECORD 512

/* 32 strings and arrays of a record's size, and what they are printed with. */
#define MAX_OUTPUT ((size_t)16 << 20)

/* As many go into one process. */
#define BATCH 500

/* A process may take so long, where all is slow. */
#define SECONDS 120

static uint64_t first = 1, count = 6000;

/* xorshift64* */
struct chance {
	uint64_t state;
};

static uint64_t draw(struct chance *c, uint64_t below)
{
	c->state ^= c->state >> 12;
	c->state ^= c->state << 25;
	c->state ^= c->state >> 27;
	return (c->state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % below;
}

struct text {
	char at[MAX_TEXT];
	size_t size;
};

/* What formats are made of, and what has crashed printers of them. */
static const char *const pieces[] = {
	"(", ")", "[", "]", "{", "}", ",", ":", "?", "\"", "'", "\\", "\\\"",
	"\\\\", ";", "\n", "\t", "*", "/", "%", "/ 0", "% 0", "/ 5 * 0", "/ 2",
	"-", "!", "~", "<<", ">>", "->", "REC->", "REC", "(REC)->", "0", "1",
	"-1", "64", "65536", "4294967295", "9223372036854775808", "0x0", "08",
	"((((((((((((((((", "))))))))", "(int)(int)(int)(int)", "(u8)",
	"(unsigned long)", "1?1:1?1:", "sizeof(", "sizeof(unsigned",
	"sizeof(int)", "sizeof(REC->", "__print_flags(", "__print_symbolic(",
	"__print_hex(", "__print_hex_str(", "__print_array(", "__get_str(",
	"__get_rel_str(", "__get_bitmask(", "__get_cpumask(",
	"__get_dynamic_array(", "__get_dynamic_array_len(",
	"__get_rel_dynamic_array_len(", "__get_sockaddr(", "__builtin_expect(",
	"{ 1, \"a\" }", ", \"|\"", "%s", "%999s", "%.*s", "%*d", "%*ph", "%ls",
	"%c", "%lc", "%n", "%p", "%pS", "%pM", "%pI4", "%pI6c", "%pISpc",
	"%pUb", "%hhhd", "%lld", "%%", "LOCAL_PR_FMT", "STA_PR_FMT",
	"__data_loc ", "__rel_loc ", "char[] ", "[4]", "__attribute__((a)) ",
	"\tfield:u32 x;\toffset:8;\tsize:4;\tsigned:0;\n", "common_type",
	"offset:65535;", "size:0;", "size:8;", "signed:1;", "print fmt: ",
};

#define N_PIECES (sizeof(pieces) / sizeof(pieces[0]))

/* size bytes from elsewhere in place of old ones. */
static void replace(struct text *t, size_t at, size_t old, const char *from,
		    size_t size)
{
	char copy[MAX_TEXT];

	if (t->size - old + size > sizeof(t->at))
		return;
	memcpy(copy, from, size);
	memmove(t->at + at + size, t->at + at + old, t->size - at - old);
	memcpy(t->at + at, copy, size);
	t->size += size - old;
}

static size_t some(struct chance *c, size_t left, size_t most)
{
	size_t n = (size_t)draw(c, most + 1);

	return n < left ? n : left;
}

/* Mostly behind the fields, where there is more to be said wrong. */
static size_t somewhere(struct chance *c, const struct text *t)
{
	const char *print = memmem(t->at, t->size, "print fmt: ", 11);
	size_t from = print && draw(c, 4) ? (size_t)(print - t->at) : 0;

	return from + (size_t)draw(c, t->size - from + 1);
}

static void mutate(struct chance *c, struct text *t)
{
	size_t at = somewhere(c, t), from;
	const char *other;
	char byte;

	switch (draw(c, 6)) {
	case 0:
		byte = (char)draw(c, 256);
		replace(t, at, some(c, t->size - at, 1), &byte, 1);
		break;
	case 1:
		replace(t, at, some(c, t->size - at, 20), "", 0);
		break;
	case 2: /* the same once more */
		from = somewhere(c, t);
		replace(t, at, 0, t->at + from, some(c, t->size - from, 40));
		break;
	case 3: /* of another event */
		other = real_formats[draw(c, N_REAL_FORMATS)];
		from = (size_t)draw(c, strlen(other));
		replace(t, at, some(c, t->size - at, 10), other + from,
			some(c, strlen(other) - from, 60));
		break;
	default:
		other = pieces[draw(c, N_PIECES)];
		replace(t, at, some(c, t->size - at, draw(c, 2) ? 0 : 8), other,
			strlen(other));
	}
}

static unsigned int id_of(const char *format)
{
	return (unsigned int)strtoul(strstr(format, "\nID: ") + 5, NULL, 10);
}

/* Of any content, but small numbers are more likely to be places in it. */
static size_t make_record(struct chance *c, unsigned int id,
			  unsigned char *record)
{
	size_t size = 64 + (size_t)draw(c, MAX_RECORD - 64);

	for (size_t i = 0; i < size; i++)
		record[i] = draw(c, 3) ? (unsigned char)draw(c, 9) :
					 (unsigned char)draw(c, 256);
	record[0] = (unsigned char)id;
	record[1] = (unsigned char)(id >> 8);
	/* A location of what is there, at some word. */
	for (size_t i = draw(c, 4); i; i--) {
		size_t at = 8 + 4 * (size_t)draw(c, 10);
		uint32_t location = (uint32_t)draw(c, 9) << 16 | 52;

		memcpy(record + at, &location, sizeof(location));
	}
	return size;
}

static bool print(struct uet_print_fmt *p, unsigned int id,
		  const unsigned char *record, size_t size)
{
	const char *text;
	size_t n = 0;

	return uet_print_fmt_print(p, id, record, size, &text, &n) <= 1 &&
	       n <= MAX_OUTPUT;
}

static bool survives(uint64_t seed, bool show)
{
	struct chance c = { seed * UINT64_C(0x9e3779b97f4a7c15) | 1 };
	const char *format = real_formats[draw(&c, N_REAL_FORMATS)];
	const char *next = real_formats[draw(&c, N_REAL_FORMATS)];
	struct text t = { .size = strlen(format) };
	unsigned char record[MAX_RECORD];
	struct uet_print_fmt *p;
	bool is_fine;

	memcpy(t.at, format, t.size);
	for (uint64_t n = 1 + draw(&c, 6); n; n--)
		mutate(&c, &t);
	if (show) {
		printf("%.*s\n", (int)t.size, t.at);
		fflush(stdout);
	}
	if (uet_print_fmt_new(&p, NULL))
		return false;
	uet_print_fmt_add(p, "sys", t.at, t.size);
	/* What the first one may have left behind is met by the second. */
	uet_print_fmt_add(p, "sys", next, strlen(next));
	is_fine = print(p, id_of(format), record,
			make_record(&c, id_of(format), record));
	is_fine &= print(p, id_of(next), record,
			 make_record(&c, id_of(next), record));
	uet_print_fmt_free(p);
	return is_fine;
}

/* cmocka goes on behind a crash. */
static void crash_as_usual(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL,
				       SIGABRT };

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], SIG_DFL);
}

/* In a process of its own, which ends without a look for leaks:
 * libtraceevent's parser has some. */
static bool all_survive(uint64_t from, uint64_t n)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		crash_as_usual();
		alarm(SECONDS);
		for (uint64_t i = 0; i < n; i++)
			if (!survives(from + i, count == 1))
				_exit(1);
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static void prints_damaged_formats_or_refuses_them(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < count; i += BATCH) {
		uint64_t n = count - i < BATCH ? count - i : BATCH;

		if (all_survive(first + i, n))
			continue;
		for (uint64_t k = 0; k < n; k++)
			if (!all_survive(first + i + k, 1))
				print_error("seed %llu\n",
					    (unsigned long long)(first + i + k));
		fail_msg("one of the seeds from %llu on",
			 (unsigned long long)(first + i));
	}
}

/* Else the test above would test only how they are refused. */
static void takes_the_kernels_formats(void **state)
{
	struct uet_print_fmt *p;
	size_t taken = 0;

	(void)state;
	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	for (size_t i = 0; i < N_REAL_FORMATS; i++)
		taken += !uet_print_fmt_add(p, "sys", real_formats[i],
					    strlen(real_formats[i]));
	uet_print_fmt_free(p);
	/* How many, depends on libtraceevent's version. */
	assert_in_range(taken, N_REAL_FORMATS - 2, N_REAL_FORMATS);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_the_kernels_formats),
		cmocka_unit_test(prints_damaged_formats_or_refuses_them),
	};

	if (argc == 3) {
		first = strtoull(argv[1], NULL, 10);
		count = strtoull(argv[2], NULL, 10);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
