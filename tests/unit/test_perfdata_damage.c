/* SPDX-License-Identifier: MIT */
/*
 * The table of damaged files: every field of the header with wrong values, and
 * the file cut at every byte.  Each must be told, and no length that a file
 * claims may become memory.  With --write FILE, only makes the sound file, for
 * damage.sh.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include <uet/perfdata.h>

#include "perfdata_bytes.h"

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

static void put_header(size_t data_size)
{
	struct uet_perfdata_header h = {
		.magic = UET_PERFDATA_MAGIC,
		.size = sizeof(h),
		.attr_size = 144,
		.attrs = { file.attrs_at, file.data_at - file.attrs_at },
		.data = { file.data_at, data_size },
		.features = { 1ULL << UET_FEAT_TRACING_DATA |
			      1ULL << UET_FEAT_EVENT_DESC },
	};

	memcpy(file.data, &h, sizeof(h));
}

static void make_file(void)
{
	uint64_t table[4];
	size_t at;

	begin_file();
	comm(5, 1, "shop");
	sample(1, 5, 10, 1);
	sample(3, 5, 20, 2);
	finished_round();
	fork_record(6, 5, 25);
	sample(2, 6, 30, 3);
	lost(1, 0);
	lost_samples(3, 0);
	at = file.size;
	put_header(at - file.data_at);
	file.size += sizeof(table);
	table[0] = file.size;
	put_tracing_data();
	table[1] = file.size - table[0];
	table[2] = file.size;
	put_event_desc();
	table[3] = file.size - table[2];
	memcpy(file.data + at, table, sizeof(table));
}

static int read_bytes(const void *bytes, size_t size)
{
	int fd = memfd_create("damage", MFD_CLOEXEC), ret;
	struct uet_error err = { "" };
	struct uet_perfdata_stats stats = { 0 };
	struct uet_perfdata_record r;
	struct uet_perfdata *p;
	char path[64];

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	in_hand = most = 0;
	ret = uet_perfdata_open(path, &p, &err);
	if (!ret) {
		while ((ret = uet_perfdata_next(p, &r, &err)) > 0)
			;
		uet_perfdata_get_stats(p, &stats);
		uet_perfdata_close(p);
	}
	close(fd);
	if (most > (long)size + (16 << 20))
		fail_msg("%ld bytes of memory for a file of %zu", most, size);
	/* One line, with the file's name in it. */
	if (ret && (!strstr(err.text, path) || strchr(err.text, '\n')))
		fail_msg("%d: '%s'", ret, err.text);
	/* The command exits with 1 then. */
	return ret ? ret : -(int)(stats.unknown_ids != 0);
}

static void the_sound_file_is_sound(void **state)
{
	(void)state;
	make_file();
	assert_int_equal(read_bytes(file.data, file.size), 0);
}

static void every_field_of_the_header(void **state)
{
	(void)state;
	make_file();
	for (size_t at = 0; at < sizeof(struct uet_perfdata_header); at += 8) {
		bool unused =
			at == offsetof(struct uet_perfdata_header, event_types) ||
			at == offsetof(struct uet_perfdata_header,
				       event_types) + 8;
		uint64_t right;

		memcpy(&right, file.data + at, 8);
		for (int k = 0; k < 5; k++) {
			const uint64_t wrong[] = { 0, 1, right - 1, right + 1,
						   UINT64_MAX };
			int ret;

			if (wrong[k] == right)
				continue;
			memcpy(file.data + at, &wrong[k], 8);
			ret = read_bytes(file.data, file.size);
			if (unused ? ret : ret >= 0)
				fail_msg("at %zu, %llx: %d", at,
					 (unsigned long long)wrong[k], ret);
		}
		memcpy(file.data + at, &right, 8);
	}
}

/* The fields that the header leads to: answered somehow, and never by much. */
static void every_other_number(void **state)
{
	(void)state;
	make_file();
	for (size_t at = sizeof(struct uet_perfdata_header);
	     at + 8 <= file.size; at += 4) {
		uint64_t right;

		memcpy(&right, file.data + at, 8);
		for (int k = 0; k < 5; k++) {
			const uint64_t wrong[] = { 0, 1, right - 1, right + 1,
						   UINT64_MAX };
			const uint32_t narrow = (uint32_t)wrong[k];

			memcpy(file.data + at, &wrong[k], 8);
			read_bytes(file.data, file.size);
			memcpy(file.data + at, &right, 8);
			memcpy(file.data + at, &narrow, 4);
			read_bytes(file.data, file.size);
		}
		memcpy(file.data + at, &right, 8);
	}
}

static void every_cut(void **state)
{
	(void)state;
	make_file();
	for (size_t n = 0; n < file.size; n++)
		assert_int_equal(read_bytes(file.data, n), -ENODATA);
}

static int write_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	make_file();
	return fd < 0 || write(fd, file.data, file.size) !=
				 (ssize_t)file.size;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sound_file_is_sound),
		cmocka_unit_test(every_field_of_the_header),
		cmocka_unit_test(every_other_number),
		cmocka_unit_test(every_cut),
	};

	if (argc == 3 && !strcmp(argv[1], "--write"))
		return write_file(argv[2]);
	return cmocka_run_group_tests_name("perfdata_damage", tests, NULL,
					   NULL);
}
