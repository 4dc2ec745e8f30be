/* SPDX-License-Identifier: MIT */
/*
 * A perf.data file whose events were described anew while it was written: what
 * a reader finds in it, finished and killed.
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

#include "uet/perfdata.h"
#include "uet/writer.h"

#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_RAW)

static const char format[] = "name: late\nID: 77\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\n\tfield:u32 a;\toffset:8;\tsize:4;\tsigned:0;\n\n"
	"print fmt: \"a=%u\", REC->a\n";

static const struct perf_event_attr dummy = {
	.type = PERF_TYPE_SOFTWARE,
	.size = sizeof(dummy),
	.config = PERF_COUNT_SW_DUMMY,
	.sample_type = SAMPLE_TYPE,
	.sample_id_all = 1,
};
static const struct perf_event_attr late = {
	.type = PERF_TYPE_TRACEPOINT,
	.size = sizeof(late),
	.config = 77,
	.sample_type = SAMPLE_TYPE,
	.sample_id_all = 1,
};
static const uint64_t ids[] = { 5, 6, 7 };
/* The dummy has one identifier at first and two later. */
static const struct uet_writer_event events[] = {
	{ "dummy:HG", &dummy, ids, 2, NULL, 0 },
	{ "user_events:late", &late, ids + 2, 1, format, sizeof(format) - 1 },
};

static char path[] = "/tmp/uet-test-late-XXXXXX";

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

static struct uet_writer *write_late_event(void)
{
	struct uet_writer_event first = events[0];
	struct uet_writer *w;

	first.n_ids = 1;
	assert_int_equal(uet_writer_open(path, &first, 1, &w, NULL), 0);
	assert_int_equal(uet_writer_describe(w, events, 2), 0);
	return w;
}

static struct uet_writer *write_late_sample(void)
{
	static const struct {
		struct perf_event_header header;
		uint64_t id;
		uint32_t raw_size;
		unsigned char raw[12];
	} sample = {
		{ PERF_RECORD_SAMPLE, 0, 32 }, 7, 12,
		{ 77, 0, 0, 0, 0, 0, 0, 0, 42 },
	};
	struct uet_writer *w = write_late_event();

	assert_int_equal(uet_writer_records(w, &sample, sizeof(sample)), 0);
	return w;
}

static const struct uet_writer_info info = {
	.size = sizeof(info),
	.hostname = "host",
	.clockid = -1,
};

static void finished_file_describes_late_events(void **state)
{
	struct uet_writer *w = write_late_sample();
	struct uet_perfdata *p;
	struct uet_perfdata_record record;

	(void)state;
	assert_int_equal(uet_writer_finish(w, &info, NULL), 0);
	uet_writer_close(w);
	assert_int_equal(uet_perfdata_open(path, &p, NULL), 0);
	assert_int_equal(uet_perfdata_n_events(p), 2);
	assert_int_equal(uet_perfdata_next(p, &record, NULL), 1);
	assert_string_equal(record.event->name, "user_events:late");
	assert_int_equal(record.event->config, 77);
	assert_non_null(record.event->format);
	assert_string_equal(uet_format_name(record.event->format), "late");
	assert_int_equal(record.record.id, 7);
	assert_int_equal(uet_perfdata_next(p, &record, NULL), 0);
	uet_perfdata_close(p);
}

static void late_events_without_records_are_a_whole_file(void **state)
{
	struct uet_writer *w = write_late_event();
	struct uet_perfdata_record record;
	struct uet_perfdata *p;

	(void)state;
	assert_int_equal(uet_writer_finish(w, &info, NULL), 0);
	uet_writer_close(w);
	assert_int_equal(uet_perfdata_open(path, &p, NULL), 0);
	assert_int_equal(uet_perfdata_n_events(p), 2);
	assert_int_equal(uet_perfdata_next(p, &record, NULL), 0);
	uet_perfdata_close(p);
}

static void killed_recording_can_still_be_opened(void **state)
{
	struct uet_writer *w = write_late_sample();
	struct uet_perfdata *p;

	(void)state;
	uet_writer_close(w);
	assert_int_equal(uet_perfdata_open(path, &p, NULL), 0);
	assert_int_equal(uet_perfdata_n_events(p), 1);
	uet_perfdata_close(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			finished_file_describes_late_events, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			late_events_without_records_are_a_whole_file, set_up,
			tear_down),
		cmocka_unit_test_setup_teardown(
			killed_recording_can_still_be_opened, set_up,
			tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
