/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a perf.data file, and what is left of one when the disk is
 * full.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "uet/perfdata.h"
#include "uet/writer.h"

#define ATTR sizeof(struct perf_event_attr)
#define IDS_AT 104
#define ATTRS_AT (IDS_AT + 3 * 8)
#define FORMATS_AT (ATTRS_AT + 2 * (ATTR + 16))
/* The formats' size depends on the machine's page size, so that the data's
 * place is taken from the header; beginning_says_where_all_is checks it. */
#define DATA_AT ((size_t)u64_at(40))

static char folder[64], path[96], old[96];
static unsigned char file[1 << 20];
static size_t file_size;

static int set_up(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/uet-test-writer-XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/perf.data", folder);
	snprintf(old, sizeof(old), "%s/perf.data.old", folder);
	umask(0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	unlink(path);
	unlink(old);
	return rmdir(folder);
}

static void read_back(void)
{
	FILE *from = fopen(path, "r");

	assert_non_null(from);
	file_size = fread(file, 1, sizeof(file), from);
	fclose(from);
}

static uint64_t u64_at(size_t at)
{
	uint64_t value;

	assert_true(at + 8 <= file_size);
	memcpy(&value, file + at, 8);
	return value;
}

static uint32_t u32_at(size_t at)
{
	uint32_t value;

	assert_true(at + 4 <= file_size);
	memcpy(&value, file + at, 4);
	return value;
}

static struct uet_writer *open_writer(void)
{
	static const struct perf_event_attr dummy = {
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR,
		.config = PERF_COUNT_SW_DUMMY,
	};
	static const struct perf_event_attr shop = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = ATTR,
		.config = 1234,
		.sample_type = PERF_SAMPLE_RAW,
	};
	static const uint64_t ids[] = { 7, 8, 9 };
	static const struct uet_writer_event events[] = {
		{ "dummy:HG", &dummy, ids, 1, NULL, 0 },
		{ "user_events:shop", &shop, ids + 1, 2, "name: shop\n", 11 },
	};
	struct uet_writer *w = NULL;
	struct uet_error err = { "" };

	assert_int_equal(uet_writer_open(path, events, 2, &w, &err), 0);
	return w;
}

static const char *const argv[] = { "uet", "record" };

static const struct uet_writer_info info = {
	.size = sizeof(info),
	.hostname = "uet-vm",
	.osrelease = "6.12.0",
	.version = "uet 0.1.0",
	.arch = "x86_64",
	.cpus_online = 2,
	.cpus_available = 4,
	.memory_kb = 1024,
	.argv = argv,
	.n_argv = 2,
	.first_ns = 100,
	.last_ns = 200,
	.clockid = 1,
	.clock_resolution_ns = 1,
	.wall_ns = 5000,
	.clock_ns = 50,
};

/* A record of 16 bytes; its type tells it from others. */
static const unsigned char record[] = { 9, 0, 0, 0, 0,	0,  16,	 0,
					1, 2, 3, 4, 5,	6,  7,	 8 };

static void finish(struct uet_writer *w)
{
	struct uet_error err = { "" };

	assert_int_equal(uet_writer_finish(w, &info, &err), 0);
	read_back();
	assert_int_equal(uet_writer_size(w), file_size);
	uet_writer_close(w);
}

static void beginning_says_where_all_is(void **state)
{
	struct uet_writer *w = open_writer();
	struct stat st;

	(void)state;
	assert_int_equal(uet_writer_records(w, record, 16), 0);
	finish(w);
	assert_memory_equal(file, "PERFILE2", 8);
	assert_int_equal(u64_at(8), 104);
	assert_int_equal(u64_at(16), ATTR + 16);
	assert_int_equal(u64_at(24), ATTRS_AT);
	assert_int_equal(u64_at(32), 2 * (ATTR + 16));
	/* Right behind the formats, at the next multiple of 8. */
	assert_int_equal(u64_at(40),
			 (FORMATS_AT + u64_at(DATA_AT + 16 + 8) + 7) / 8 * 8);
	assert_int_equal(u64_at(48), 16);
	assert_int_equal(u64_at(56), 0);
	assert_int_equal(u64_at(64), 0);
	/* TRACING_DATA 1, HOSTNAME to CMDLINE 3-11, EVENT_DESC 12,
	 * SAMPLE_TIME 21, CLOCKID 23, CLOCK_DATA 29. */
	assert_int_equal(u64_at(72), 0x20a01ffa);
	assert_int_equal(u64_at(80), 0);
	assert_int_equal(u64_at(88), 0);
	assert_int_equal(u64_at(96), 0);
	assert_int_equal(u64_at(IDS_AT), 7);
	assert_int_equal(u64_at(IDS_AT + 8), 8);
	assert_int_equal(u64_at(IDS_AT + 16), 9);
	assert_int_equal(u32_at(ATTRS_AT), PERF_TYPE_SOFTWARE);
	assert_int_equal(u32_at(ATTRS_AT + 4), ATTR);
	assert_int_equal(u64_at(ATTRS_AT + ATTR), IDS_AT);
	assert_int_equal(u64_at(ATTRS_AT + ATTR + 8), 8);
	assert_int_equal(u32_at(ATTRS_AT + ATTR + 16), PERF_TYPE_TRACEPOINT);
	assert_int_equal(u64_at(ATTRS_AT + ATTR + 24), 1234);
	assert_int_equal(u64_at(FORMATS_AT - 16), IDS_AT + 8);
	assert_int_equal(u64_at(FORMATS_AT - 8), 16);
	assert_memory_equal(file + DATA_AT, record, 16);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
}

static void rounds_and_losses_are_records(void **state)
{
	static const unsigned char little[] = {
		68, 0, 0, 0, 0, 0, 8, 0,
		13, 0, 0, 0, 0, 0, 40, 0,
		5, 0, 0, 0, 0, 0, 0, 0,  /* lost */
		0, 0, 0, 0, 0, 0, 0, 0,  /* pid, tid */
		0, 0, 0, 0, 0, 0, 0, 0,  /* time */
		8, 0, 0, 0, 0, 0, 0, 0,  /* identifier */
	};
	struct uet_writer *w = open_writer();

	(void)state;
	if (__BYTE_ORDER != __LITTLE_ENDIAN)
		skip();
	assert_int_equal(uet_writer_round(w), 0);
	assert_int_equal(uet_writer_lost(w, PERF_SAMPLE_TID |
						    PERF_SAMPLE_TIME |
						    PERF_SAMPLE_RAW |
						    PERF_SAMPLE_IDENTIFIER,
					 8, 5), 0);
	finish(w);
	assert_int_equal(u64_at(48), sizeof(little));
	assert_memory_equal(file + DATA_AT, little, sizeof(little));
}

/* The wall clock of path, or 0. */
static uint64_t wall_time(void)
{
	struct uet_perfdata *p;
	uint64_t ns = 0;

	assert_int_equal(uet_perfdata_open(path, &p, NULL), 0);
	if (!uet_perfdata_wall_time(p, 60, &ns))
		ns = 0;
	uet_perfdata_close(p);
	return ns;
}

/* Of one event, whose records need no identifier. */
static struct uet_writer *open_one(void)
{
	static const struct perf_event_attr dummy = {
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
	};
	static const uint64_t id = 7;
	static const struct uet_writer_event event = { "dummy:HG", &dummy, &id,
						       1, NULL, 0 };
	struct uet_writer *w = NULL;

	assert_int_equal(uet_writer_open(path, &event, 1, &w, NULL), 0);
	return w;
}

static void clocks_are_told_in_front(void **state)
{
	static const unsigned char little[] = {
		80, 0, 0, 0, 0, 0, 40, 0,
		29, 0, 0, 0, 0, 0, 0, 0, /* CLOCK_DATA */
		1, 0, 0, 0, 1, 0, 0, 0,  /* version, CLOCK_MONOTONIC */
		0x88, 0x13, 0, 0, 0, 0, 0, 0,
		50, 0, 0, 0, 0, 0, 0, 0,
	};
	struct uet_writer *w = open_one();
	FILE *to;
	long at;
	int fd;

	(void)state;
	if (__BYTE_ORDER != __LITTLE_ENDIAN)
		skip();
	assert_int_equal(uet_writer_clock(w, 1, 5000, 50), 0);
	uet_writer_close(w); /* as if it had been killed */
	read_back();
	at = (long)u64_at(40);
	assert_int_equal(file_size, at + (long)sizeof(little));
	assert_memory_equal(file + at, little, sizeof(little));
	assert_int_equal(wall_time(), 5010);

	/* Not one of another version. */
	to = fopen(path, "r+");
	assert_non_null(to);
	fseek(to, at + 16, SEEK_SET);
	fputc(2, to);
	fclose(to);
	assert_int_equal(wall_time(), 0);

	/* A stream, which was kept in a file. */
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDONLY | O_NONBLOCK);
	assert_true(fd >= 0);
	w = open_one();
	assert_int_equal(uet_writer_clock(w, 1, 5000, 50), 0);
	uet_writer_close(w);
	file_size = (size_t)read(fd, file, sizeof(file));
	close(fd);
	unlink(path);
	to = fopen(path, "w");
	assert_non_null(to);
	assert_int_equal(fwrite(file, file_size, 1, to), 1);
	fclose(to);
	assert_int_equal(wall_time(), 5010);
}

/* Where the feature with this place in the table begins. */
static size_t feature(size_t n, size_t size)
{
	size_t table = DATA_AT + u64_at(48);

	assert_int_equal(u64_at(table + n * 16 + 8), size);
	return u64_at(table + n * 16);
}

static void expect_text(size_t at, const char *text)
{
	assert_int_equal(u32_at(at), 64);
	assert_string_equal((char *)file + at + 4, text);
}

static void features_hold_what_was_said(void **state)
{
	size_t at;

	(void)state;
	finish(open_writer());
	expect_text(feature(1, 68), "uet-vm");
	expect_text(feature(2, 68), "6.12.0");
	expect_text(feature(3, 68), "uet 0.1.0");
	expect_text(feature(4, 68), "x86_64");
	at = feature(5, 8);
	assert_int_equal(u32_at(at), 4);
	assert_int_equal(u32_at(at + 4), 2);
	/* perf falls over a file without these two. */
	expect_text(feature(6, 68), "unknown");
	expect_text(feature(7, 68), "unknown");
	assert_int_equal(u64_at(feature(8, 8)), 1024);
	at = feature(9, 4 + 2 * 68);
	assert_int_equal(u32_at(at), 2);
	expect_text(at + 4, "uet");
	expect_text(at + 72, "record");
	at = feature(10, 8 + 2 * (ATTR + 4 + 68) + 3 * 8);
	assert_int_equal(u32_at(at), 2);
	assert_int_equal(u32_at(at + 4), ATTR);
	assert_int_equal(u32_at(at + 8 + ATTR), 1);
	expect_text(at + 12 + ATTR, "dummy:HG");
	assert_int_equal(u64_at(at + 80 + ATTR), 7);
	assert_int_equal(u32_at(at + 88 + 2 * ATTR), 2);
	expect_text(at + 92 + 2 * ATTR, "user_events:shop");
	assert_int_equal(u64_at(at + 160 + 2 * ATTR), 8);
	assert_int_equal(u64_at(at + 168 + 2 * ATTR), 9);
	at = feature(11, 16);
	assert_int_equal(u64_at(at), 100);
	assert_int_equal(u64_at(at + 8), 200);
	assert_int_equal(u64_at(feature(12, 8)), 1);
	at = feature(13, 24);
	assert_int_equal(u32_at(at), 1);
	assert_int_equal(u32_at(at + 4), 1);
	assert_int_equal(u64_at(at + 8), 5000);
	assert_int_equal(u64_at(at + 16), 50);
	/* Nothing behind it. */
	assert_int_equal(at + 24, file_size);
}

/* A named text: at its name; returns where it ends. */
static size_t expect_named(size_t at, const char *name, const char *starts)
{
	size_t text = at + strlen(name) + 1 + 8;

	assert_string_equal((char *)file + at, name);
	assert_memory_equal(file + text, starts, strlen(starts));
	return text + u64_at(text - 8);
}

static void formats_are_packed_by_system(void **state)
{
	static const unsigned char before[] = {
		23, 8, 68, 't', 'r', 'a', 'c', 'i', 'n', 'g', '0', '.', '6', 0,
		0, sizeof(long),
	};
	static const unsigned char after[] = {
		0, 0, 0, 0, /* formats of ftrace */
		1, 0, 0, 0, /* systems */
		'u', 's', 'e', 'r', '_', 'e', 'v', 'e', 'n', 't', 's', 0,
		1, 0, 0, 0, /* events */
		11, 0, 0, 0, 0, 0, 0, 0,
		'n', 'a', 'm', 'e', ':', ' ', 's', 'h', 'o', 'p', '\n',
		0, 0, 0, 0, /* kallsyms */
		0, 0, 0, 0, /* printk_formats */
		0, 0, 0, 0, 0, 0, 0, 0, /* saved_cmdlines */
	};
	size_t at;

	(void)state;
	if (__BYTE_ORDER != __LITTLE_ENDIAN)
		skip();
	finish(open_writer());
	assert_memory_equal(file + FORMATS_AT, before, sizeof(before));
	at = FORMATS_AT + sizeof(before);
	assert_int_equal(u32_at(at), sysconf(_SC_PAGESIZE));
	at = expect_named(at + 4, "header_page", "\tfield: u64 timestamp;");
	at = expect_named(at, "header_event", "# compressed entry header\n");
	assert_memory_equal(file + at, after, sizeof(after));
	at += sizeof(after);
	assert_int_equal(feature(0, at - FORMATS_AT), FORMATS_AT);
}

static void large_and_small_pieces_keep_their_order(void **state)
{
	static unsigned char large[40000 * 2];
	struct perf_event_header header = { .type = 70, .size = 40000 };
	struct uet_writer *w = open_writer();

	(void)state;
	for (size_t i = 0; i < 2; i++)
		memcpy(large + i * 40000, &header, sizeof(header));
	assert_int_equal(uet_writer_records(w, record, 16), 0);
	assert_int_equal(uet_writer_records(w, large, sizeof(large)), 0);
	assert_int_equal(uet_writer_records(w, record, 16), 0);
	finish(w);
	assert_int_equal(u64_at(48), 16 + sizeof(large) + 16);
	assert_memory_equal(file + DATA_AT, record, 16);
	assert_memory_equal(file + DATA_AT + 16, large, sizeof(large));
	assert_memory_equal(file + DATA_AT + 16 + sizeof(large), record, 16);
}

static void file_that_was_there_is_kept_as_old(void **state)
{
	struct stat st;
	FILE *there = fopen(path, "w");

	(void)state;
	fputs("precious", there);
	fclose(there);
	finish(open_writer());
	assert_memory_equal(file, "PERFILE2", 8);
	assert_int_equal(stat(old, &st), 0);
	assert_int_equal(st.st_size, 8);
}

static void devices_are_not_written(void **state)
{
	static const struct uet_writer_event none;
	struct uet_writer *w = NULL;
	struct uet_error err = { "" };

	(void)state;
	assert_int_equal(uet_writer_open("/dev/null", &none, 0, &w, &err),
			 -EINVAL);
	assert_null(w);
	assert_int_equal(uet_writer_open("/nonexistent/x", &none, 0, &w, &err),
			 -ENOENT);
	assert_string_equal(err.text, "cannot create /nonexistent/x: No such "
				      "file or directory");
}

/* A limit of the file's size does what a full disk does. */
static void expect_header(size_t *at, uint32_t type, uint16_t size)
{
	assert_int_equal(u32_at(*at), type);
	assert_int_equal(u32_at(*at + 4), (uint32_t)size << 16);
	*at += size;
}

/* What a pipe gets: the whole recording through a FIFO. */
static void a_pipe_gets_a_stream(void **state)
{
	struct uet_error err = { "" };
	struct uet_writer *w;
	size_t at = 16, formats;
	int fd;

	(void)state;
	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDONLY | O_NONBLOCK);
	assert_true(fd >= 0);
	w = open_writer();
	assert_int_equal(uet_writer_records(w, record, sizeof(record)), 0);
	assert_int_equal(uet_writer_round(w), 0);
	assert_int_equal(uet_writer_finish(w, &info, &err), 0);
	file_size = (size_t)read(fd, file, sizeof(file));
	assert_int_equal(uet_writer_size(w), file_size);
	uet_writer_close(w);
	close(fd);

	assert_memory_equal(file, "PERFILE2\x10\0\0\0\0\0\0\0", 16);
	expect_header(&at, 64, 8 + ATTR + 8);
	assert_int_equal(u64_at(at - 8), 7);
	expect_header(&at, 64, 8 + ATTR + 16);
	assert_int_equal(u64_at(at - 16 - ATTR + 8), 1234);
	assert_int_equal(u64_at(at - 16), 8);
	assert_int_equal(u64_at(at - 8), 9);
	expect_header(&at, 78, 40);
	assert_int_equal(u64_at(at - 32), 2); /* a name */
	assert_int_equal(u64_at(at - 24), 7);
	assert_memory_equal(file + at - 16, "dummy:HG\0\0\0\0\0\0\0", 16);
	expect_header(&at, 78, 48);
	assert_int_equal(u64_at(at - 32), 8);
	assert_memory_equal(file + at - 24, "user_events:shop\0\0\0\0\0\0\0",
			    24);
	expect_header(&at, 66, 12);
	formats = u32_at(at - 4);
	assert_int_equal(formats % 8, 0);
	assert_memory_equal(file + at, "\x17\x08\x44tracing", 10);
	at += formats;
	expect_header(&at, 9, 16);
	expect_header(&at, 68, 8);
	/* The first feature of all: the machine's name. */
	expect_header(&at, 80, 88);
	assert_int_equal(u64_at(at - 80), 3);
	assert_int_equal(u32_at(at - 72), 64);
	assert_string_equal(file + at - 68, "uet-vm");
	while (at < file_size)
		expect_header(&at, 80, (uint16_t)(u32_at(at + 4) >> 16));
	assert_int_equal(at, file_size);
}

static void a_pipe_without_a_reader_is_told(void **state)
{
	struct uet_error err = { "" };
	struct uet_writer *w;
	int fd;

	(void)state;
	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDONLY | O_NONBLOCK);
	w = open_writer();
	close(fd);
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(uet_writer_records(w, record, sizeof(record)), 0);
	assert_int_equal(uet_writer_flush(w), -EPIPE);
	assert_int_equal(uet_writer_records(w, record, sizeof(record)),
			 -EPIPE);
	assert_int_equal(uet_writer_finish(w, &info, &err), -EPIPE);
	assert_non_null(strstr(err.text, "nobody reads it"));
	signal(SIGPIPE, SIG_DFL);
	uet_writer_close(w);
}

static void full_disk_leaves_a_file_that_can_be_read(void **state)
{
	const struct rlimit limit = { 150000, RLIM_INFINITY };
	const struct rlimit no_limit = { RLIM_INFINITY, RLIM_INFINITY };
	static unsigned char large[4096 * 16];
	struct uet_writer *w = open_writer();
	struct uet_error err = { "" };
	uint64_t data;

	(void)state;
	for (size_t i = 0; i < 4096; i++)
		memcpy(large + i * 16, record, 16);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(uet_writer_records(w, large, sizeof(large)), 0);
	assert_int_equal(uet_writer_records(w, large, sizeof(large)), 0);
	/* This one is too much, and all later ones are refused. */
	assert_int_equal(uet_writer_records(w, large, sizeof(large)), -EFBIG);
	assert_int_equal(uet_writer_records(w, record, 16), -EFBIG);
	assert_int_equal(uet_writer_finish(w, &info, &err), -EFBIG);
	setrlimit(RLIMIT_FSIZE, &no_limit);
	uet_writer_close(w);
	assert_non_null(strstr(err.text, "kB of records were saved"));
	read_back();
	data = u64_at(48);
	/* All but what the end of the file needs, and less than a page. */
	assert_in_range(data, 150000 - DATA_AT - 2 * 4096 - 16 * ATTR,
			150000 - DATA_AT);
	assert_int_equal(data % 16, 0);
	assert_memory_equal(file + DATA_AT, large, sizeof(large));
	expect_text(feature(1, 68), "uet-vm");
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, \
							  tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FOLDER(beginning_says_where_all_is),
		WITH_FOLDER(rounds_and_losses_are_records),
		WITH_FOLDER(clocks_are_told_in_front),
		WITH_FOLDER(features_hold_what_was_said),
		WITH_FOLDER(formats_are_packed_by_system),
		WITH_FOLDER(large_and_small_pieces_keep_their_order),
		WITH_FOLDER(file_that_was_there_is_kept_as_old),
		WITH_FOLDER(devices_are_not_written),
		WITH_FOLDER(a_pipe_gets_a_stream),
		WITH_FOLDER(a_pipe_without_a_reader_is_told),
		WITH_FOLDER(full_disk_leaves_a_file_that_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
