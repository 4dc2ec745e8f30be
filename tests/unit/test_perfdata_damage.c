/* SPDX-License-Identifier: MIT */
/*
 * The table of damaged files, for each kind of file: every number with wrong
 * values, every bit, and the file cut at every byte.  Each must be told where
 * it can be, and no length that a file claims may become memory.
 */
#include "config.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "perfdata_kinds.h"
#include "perfdata_read.h"

/* What the library has in hand; the linker sends its calls here. */
static long in_hand, most;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_reallocarray(void *old, size_t n, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_reallocarray(void *old, size_t n, size_t size);
void __wrap_free(void *old);

static long usable(void *at)
{
	return (long)malloc_usable_size(at);
}

static void *got(void *at, long before)
{
	in_hand += usable(at) - before;
	if (in_hand > most)
		most = in_hand;
	return at;
}

void *__wrap_malloc(size_t size)
{
	return got(__real_malloc(size), 0);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return got(__real_calloc(n, size), 0);
}

void *__wrap_realloc(void *old, size_t size)
{
	long before = usable(old);

	return got(__real_realloc(old, size), before);
}

void *__wrap_reallocarray(void *old, size_t n, size_t size)
{
	long before = usable(old);

	return got(__real_reallocarray(old, n, size), before);
}

void __wrap_free(void *old)
{
	in_hand -= usable(old);
	__real_free(old);
}

/*
 * The file as it is in the buffer, or its beginning, through a pipe if it can
 * be read so.  Checks what must be true of any answer.
 */
static int read_whole(const struct kind *kind, size_t size, bool piped)
{
	int ret;

	in_hand = most = 0;
	ret = piped && kind->is_stream ? read_pipe(file.data, size) :
					 read_stored(file.data, size);
	if (most > (long)size + (16 << 20))
		fail_msg("%ld bytes of memory for a file of %zu", most, size);
	if (ret && ret != -ENODATA && ret != -EBADMSG && ret != -EINVAL &&
	    ret != -EFBIG && ret != -EOPNOTSUPP)
		fail_msg("%d: '%s'", ret, err.text);
	/* One line, with the file's name in it. */
	if (ret ? !strstr(err.text, "/proc/self/fd/") ||
			  strchr(err.text, '\n') : err.text[0])
		fail_msg("%d: '%s'", ret, err.text);
	return ret;
}

/* Does uet report say something then? */
static bool is_told(int ret)
{
	return ret || stats.unknown_ids || stats.unknown_records;
}

/* The numbers that a field of width bytes should not have, in *wrong. */
#define N_WRONG 6

static void list_wrong(uint64_t right, size_t width, uint64_t wrong[N_WRONG])
{
	uint64_t ones = UINT64_MAX >> (64 - 8 * width);

	wrong[0] = 0;
	wrong[1] = 1;
	wrong[2] = (right - 1) & ones;
	wrong[3] = (right + 1) & ones;
	wrong[4] = ones;
	wrong[5] = right ^ (ones ^ ones >> 1);
}

/* In the file's byte order: where its i-th byte from the highest is. */
static unsigned char *byte_of(size_t at, size_t width, size_t i)
{
	return &file.data[at + (is_big() ? i : width - 1 - i)];
}

static uint64_t get_number(size_t at, size_t width)
{
	uint64_t value = 0;

	for (size_t i = 0; i < width; i++)
		value = value << 8 | *byte_of(at, width, i);
	return value;
}

static void set_number(size_t at, size_t width, uint64_t value)
{
	for (size_t i = width; i-- > 0; value >>= 8)
		*byte_of(at, width, i) = (unsigned char)value;
}

static bool can_read(const struct kind *kind)
{
#ifdef HAVE_ZSTD
	(void)kind;
	return true;
#else
	return !kind->needs_zstd;
#endif
}

static const struct kind *next_kind(const struct kind *kind)
{
	for (kind = kind ? kind + 1 : kinds; kind < kinds + N_KINDS; kind++)
		if (can_read(kind)) {
			kind->make();
			return kind;
		}
	return NULL;
}

#define FOR_EACH_KIND(kind)                                                    \
	for (const struct kind *kind = next_kind(NULL); kind;                  \
	     kind = next_kind(kind))

static void the_sound_files_are_sound(void **state)
{
	(void)state;
	FOR_EACH_KIND(kind) {
		if (read_whole(kind, file.size, true))
			fail_msg("%s: %s", kind->name, err.text);
		assert_string_equal(seen, kind->seen);
		assert_int_equal(n_samples, file.n_ends);
		assert_int_equal(stats.unknown_ids, 0);
		assert_int_equal(stats.unknown_records, 0);
	}
}

static void try_wrong_numbers(const struct kind *kind, const struct mark *m)
{
	uint64_t right = get_number(m->at, m->width), wrong[N_WRONG];

	list_wrong(right, m->width, wrong);
	for (int i = 0; i < N_WRONG; i++) {
		int ret;

		if (wrong[i] == right)
			continue;
		set_number(m->at, m->width, wrong[i]);
		ret = read_whole(kind, file.size, i % 2);
		if (m->told && !is_told(ret))
			fail_msg("%s: at %zu %s is %#llx and not %#llx",
				 kind->name, m->at, m->name,
				 (unsigned long long)wrong[i],
				 (unsigned long long)right);
	}
	set_number(m->at, m->width, right);
}

static void every_number_is_wrong(void **state)
{
	(void)state;
	FOR_EACH_KIND(kind)
		for (size_t i = 0; i < file.n_marks; i++)
			try_wrong_numbers(kind, &file.marks[i]);
}

/* Those that have no mark: answered somehow, and never by much. */
static void every_place_may_hold_a_wrong_number(void **state)
{
	(void)state;
	FOR_EACH_KIND(kind)
		for (size_t at = 0; at + 8 <= file.size; at += 4)
			for (size_t width = 4; width <= 8; width += 4)
				try_wrong_numbers(kind, &(struct mark){
					"a number", at, width, false });
}

static void every_bit_may_be_wrong(void **state)
{
	(void)state;
	FOR_EACH_KIND(kind)
		for (size_t at = 0; at < file.size; at++) {
			unsigned char right = file.data[at];

			for (unsigned int bit = 0; bit < 8; bit++) {
				file.data[at] =
					(unsigned char)(right ^ 1u << bit);
				read_whole(kind, file.size, bit % 2);
			}
			try_wrong_numbers(kind, &(struct mark){
				"a byte", at, 1, false });
		}
}

/* A stream that ends between records looks like a whole one. */
static bool looks_whole(const struct kind *kind, size_t size)
{
	if (kind->is_stream)
		for (size_t i = 1; i < file.n_starts; i++)
			if (file.starts[i] == size)
				return true;
	return false;
}

static void every_cut_leaves_the_samples_before_it(void **state)
{
	(void)state;
	FOR_EACH_KIND(kind)
		for (size_t size = 0; size < file.size; size++) {
			int ret = read_whole(kind, size, size % 2);
			size_t n = 0;

			for (size_t i = 0; i < file.n_ends; i++)
				n += file.ends[i] <= size;
			if (ret != (looks_whole(kind, size) ? 0 : -ENODATA) ||
			    n_samples != n)
				fail_msg("%s, cut at %zu: %d '%s', %d samples "
					 "of %zu", kind->name, size, ret,
					 err.text, (int)n_samples, n);
		}
}

/*
 * --write KIND FILE: makes the sound file and lists for damage.sh its byte
 * order, the numbers of its header, and where a cut cannot be seen.
 */
static int write_file(const char *name, const char *path)
{
	const struct kind *kind = kinds;
	FILE *to;

	while (strcmp(kind->name, name))
		if (++kind == kinds + N_KINDS)
			return 1;
	kind->make();
	printf("order %s\n", is_big() ? "big" : "little");
	for (size_t i = 0; i < file.n_marks; i++)
		if (file.marks[i].told &&
		    file.marks[i].at < sizeof(struct uet_perfdata_header) &&
		    !(kind->is_stream && file.marks[i].at >= 16))
			printf("number %zu %s\n", file.marks[i].at,
			       file.marks[i].name);
	for (size_t size = 0; size < file.size; size++)
		if (looks_whole(kind, size))
			printf("whole %zu\n", size);
	to = fopen(path, "w");
	return !to || fwrite(file.data, file.size, 1, to) != 1 || fclose(to);
}

static int list_kinds(void)
{
	for (size_t i = 0; i < N_KINDS; i++)
		if (can_read(&kinds[i]))
			puts(kinds[i].name);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sound_files_are_sound),
		cmocka_unit_test(every_number_is_wrong),
		cmocka_unit_test(every_place_may_hold_a_wrong_number),
		cmocka_unit_test(every_bit_may_be_wrong),
		cmocka_unit_test(every_cut_leaves_the_samples_before_it),
	};

	if (argc == 2 && !strcmp(argv[1], "--list"))
		return list_kinds();
	if (argc == 4 && !strcmp(argv[1], "--write"))
		return write_file(argv[2], argv[3]);
	return cmocka_run_group_tests_name("perfdata_damage", tests, NULL,
					   NULL);
}
