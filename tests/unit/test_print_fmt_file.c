/* SPDX-License-Identifier: MIT */
/*
 * What a recording brings along for print fmts: the kernel's strings, and the
 * size of its longs.
 */
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <uet/perfdata.h>
#include <uet/writer.h>

#include "print_fmt_bytes.h"

static const char format[] = "name: event\nID: 77\nformat:\n" FIELDS
	"print fmt: \"%s %s %u\", REC->at, REC->at32, sizeof(long)\n";

static const char strings[] = "0xffffffff81000010 : \"far\"\n"
			      "0xc1000010 : \"near\"\n";

static const struct perf_event_attr attr = {
	.type = PERF_TYPE_TRACEPOINT,
	.size = sizeof(attr),
	.config = ID,
	.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_RAW,
	.sample_id_all = 1,
};
static const struct perf_event_attr later_attr = {
	.type = PERF_TYPE_TRACEPOINT,
	.size = sizeof(later_attr),
	.config = ID + 1,
	.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_RAW,
	.sample_id_all = 1,
};
static const uint64_t ids[] = { 5, 6 };
static const struct uet_writer_event events[] = {
	{ "sys:event", &attr, ids, 1, format, sizeof(format) - 1 },
	{ "sys:later", &later_attr, ids + 1, 1, format, sizeof(format) - 1 },
};

static char path[] = "/tmp/uet-test-print-XXXXXX";

static int set_up(void **state)
{
	int fd;

	(void)state;
	strcpy(path + sizeof(path) - 7, "XXXXXX");
	fd = mkstemp(path);
	return fd < 0 ? -1 : close(fd);
}

static int tear_down(void **state)
{
	(void)state;
	return unlink(path);
}

/* With a description of later events; finished is false for a recorder that was
 * killed. */
static void write_to(const char *to, const char *text, bool finished)
{
	static const struct uet_writer_info info = {
		.size = sizeof(info),
		.hostname = "host",
		.clockid = -1,
	};
	struct uet_writer *w;

	assert_int_equal(uet_writer_open_strings(to, events, 1, text,
						 text ? strlen(text) : 0, &w,
						 NULL), 0);
	assert_int_equal(uet_writer_describe(w, events, 2), 0);
	assert_int_equal(uet_writer_round(w), 0);
	if (finished)
		assert_int_equal(uet_writer_finish(w, &info, NULL), 0);
	uet_writer_close(w);
}

/* The event's record, as a reader of the recording prints it. */
static const char *printed_from(const char *from)
{
	static char result[64];
	struct uet_print_fmt *p;
	struct uet_perfdata *file;
	const char *text;
	size_t n;

	assert_int_equal(uet_print_fmt_new(&p, NULL), 0);
	assert_int_equal(uet_perfdata_open_print(from, p, &file, NULL), 0);
	assert_int_equal(uet_print_fmt_print(p, ID, &ordinary, sizeof(ordinary),
					     &text, &n), 1);
	snprintf(result, sizeof(result), "%.*s", (int)n, text);
	uet_perfdata_close(file);
	uet_print_fmt_free(p);
	return result;
}

static void a_file_has_the_kernels_strings(void **state)
{
	(void)state;
	write_to(path, strings, true);
	assert_string_equal(printed_from(path), "far \x10 8");
	write_to(path, NULL, true);
	assert_string_equal(printed_from(path), "ffffffff81000010 \x10 8");
	write_to(path, strings, false);
	assert_string_equal(printed_from(path), "far \x10 8");
}

/* Only in front: readers take no more behind the first record. */
static void a_stream_has_them_once(void **state)
{
	static char bytes[65536];
	char from[64], to[64];
	int pipes[2], copy[2];
	char *first;
	ssize_t n;

	(void)state;
	assert_int_equal(pipe(pipes), 0);
	assert_int_equal(pipe(copy), 0);
	snprintf(to, sizeof(to), "/proc/self/fd/%d", pipes[1]);
	snprintf(from, sizeof(from), "/proc/self/fd/%d", copy[0]);
	write_to(to, strings, true);
	close(pipes[1]);
	n = read(pipes[0], bytes, sizeof(bytes));
	assert_in_range(n, sizeof(strings), sizeof(bytes) - 1);
	first = memmem(bytes, (size_t)n, strings, strlen(strings));
	assert_non_null(first);
	assert_null(memmem(first + 1, (size_t)(bytes + n - first - 1), strings,
			   strlen(strings)));
	assert_int_equal(write(copy[1], bytes, (size_t)n), n);
	close(copy[1]);
	assert_string_equal(printed_from(from), "far \x10 8");
	close(copy[0]);
	close(pipes[0]);
}

/* The byte behind the version and the byte order. */
static void a_file_of_32_bits_is_printed_as_such(void **state)
{
	static const char head[] = "\x17\x08\x44tracing0.6\0\0\x08";
	static char bytes[65536];
	FILE *file;
	size_t n;
	char *at;

	(void)state;
	write_to(path, strings, false);
	file = fopen(path, "r+");
	assert_non_null(file);
	n = fread(bytes, 1, sizeof(bytes), file);
	at = memmem(bytes, n, head, 13);
	assert_non_null(at);
	at[15] = 4;
	rewind(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	fclose(file);
	/* What has 8 bytes is no pointer then. */
	assert_string_equal(printed_from(path), "\x10 near 4");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_file_has_the_kernels_strings,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_stream_has_them_once, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(
			a_file_of_32_bits_is_printed_as_such, set_up,
			tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
