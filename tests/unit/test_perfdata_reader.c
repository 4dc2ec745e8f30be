/* SPDX-License-Identifier: MIT */
/*
 * perf.data files made here byte by byte: names, order, losses, and every way
 * in which such a file can be short or damaged.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include <uet/perfdata.h>

#include "perfdata_bytes.h"

static char path[64];
static int fd = -1;

static void end_header(size_t data_size, uint64_t features)
{
	struct uet_perfdata_header h = {
		.magic = UET_PERFDATA_MAGIC,
		.size = sizeof(h),
		.attr_size = 144,
		.attrs = { file.attrs_at, file.data_at - file.attrs_at },
		.data = { file.data_at, data_size },
		.features = { features },
	};

	memcpy(file.data, &h, sizeof(h));
}

static void end_file(void)
{
	uint64_t table[4];
	size_t at = file.size;

	file.data_end = at;
	end_header(at - file.data_at,
		   1ULL << UET_FEAT_TRACING_DATA | 1ULL << UET_FEAT_EVENT_DESC);
	file.size += sizeof(table);
	table[0] = file.size;
	put_tracing_data();
	table[1] = file.size - table[0];
	table[2] = file.size;
	file.names_at = file.size;
	put_event_desc();
	table[3] = file.size - table[2];
	memcpy(file.data + at, table, sizeof(table));
}

static void store(const void *bytes, size_t size)
{
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(pwrite(fd, bytes, size, 0), (ssize_t)size);
}

static struct uet_error err;
static struct uet_perfdata_stats stats;
static char seen[512]; /* "NAME/COMM/n " for each sample */

static uint32_t last_u32(const struct uet_perfdata_record *r)
{
	uint32_t n;

	assert_int_equal(r->record.sample.raw.size, 12);
	memcpy(&n, (const char *)r->record.sample.raw.data + 8, 4);
	return n;
}

/* Reads what is stored to its end; what uet_perfdata_next() said last. */
static int read_all(void)
{
	struct uet_perfdata *p;
	struct uet_perfdata_record r;
	size_t used = 0;
	int ret;

	seen[0] = '\0';
	memset(&stats, 0, sizeof(stats));
	err.text[0] = '\0';
	ret = uet_perfdata_open(path, &p, &err);
	if (ret)
		return ret;
	while ((ret = uet_perfdata_next(p, &r, &err)) > 0)
		if (r.record.type == PERF_RECORD_SAMPLE &&
		    used + 64 < sizeof(seen) && r.record.sample.raw.size == 12)
			used += (size_t)snprintf(seen + used, 64,
				"%.20s/%s/%u ", r.event->name,
				r.comm ? r.comm : "?", last_u32(&r));
	assert_int_equal(uet_perfdata_next(p, &r, &err), ret);
	uet_perfdata_get_stats(p, &stats);
	uet_perfdata_close(p);
	return ret;
}

static int read_file(void)
{
	store(file.data, file.size);
	return read_all();
}

static void names_come_from_the_features(void **state)
{
	(void)state;
	begin_file();
	sample(2, 5, 10, 1);
	sample(3, 5, 11, 2);
	end_file();
	assert_int_equal(read_file(), 0);
	/* A format's system and name before what the recorder calls it. */
	assert_string_equal(seen, "user_events:shop/?/1 sys:second/?/2 ");
	assert_int_equal(stats.samples, 2);
}

static void samples_come_by_time(void **state)
{
	(void)state;
	begin_file();
	sample(1, 5, 30, 3);
	sample(1, 5, 10, 1);
	finished_round();
	sample(1, 5, 40, 4);
	sample(1, 5, 20, 2);
	finished_round();
	sample(1, 5, 35, 5);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_string_equal(seen, "user_events:shop/?/1 user_events:shop/?/2 "
		"user_events:shop/?/3 user_events:shop/?/5 "
		"user_events:shop/?/4 ");
	assert_int_equal(stats.out_of_order, 0);
}

static void a_late_sample_is_delivered_and_counted(void **state)
{
	(void)state;
	begin_file();
	sample(1, 5, 30, 1);
	finished_round();
	finished_round();
	sample(1, 5, 10, 2);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_string_equal(seen,
			    "user_events:shop/?/1 user_events:shop/?/2 ");
	assert_int_equal(stats.out_of_order, 1);
}

static void names_of_threads_follow_time(void **state)
{
	(void)state;
	begin_file();
	/* In the file the new name stands before the sample of the old one. */
	comm(5, 20, "new");
	comm(5, 5, "old");
	fork_record(6, 5, 15);
	sample(1, 6, 30, 3);
	sample(1, 5, 30, 4);
	sample(1, 5, 10, 1);
	sample(1, 7, 31, 5);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_string_equal(seen, "user_events:shop/old/1 "
		"user_events:shop/old/3 user_events:shop/new/4 "
		"user_events:shop/?/5 ");
}

static void exact_losses_replace_those_of_rings(void **state)
{
	(void)state;
	begin_file();
	lost(1, 70);
	lost(3, 7);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_int_equal(stats.lost, 77);
	assert_false(stats.lost_by_event);

	begin_file();
	lost(1, 70);
	lost_samples(1, 60);
	lost(3, 7);
	lost_samples(3, 5);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_int_equal(stats.lost, 65);
	assert_true(stats.lost_by_event);
}

static void unknown_records_are_skipped_and_counted(void **state)
{
	(void)state;
	begin_file();
	record_header(40, 16);
	put64(0);
	sample(1, 5, 1, 1);
	record_header(200, 8);
	sample(99, 5, 1, 1);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_int_equal(stats.unknown_records, 2);
	assert_int_equal(stats.unknown_ids, 1);
	assert_int_equal(stats.samples, 1);
}

static void a_single_event_needs_no_ids(void **state)
{
	(void)state;
	memset(&file, 0, sizeof(file));
	file.size = sizeof(struct uet_perfdata_header);
	file.attrs_at = file.size;
	attr(100, file.size, 0);
	file.data_at = file.size;
	sample(12345, 5, 1, 1);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_string_equal(seen, "user_events:shop/?/1 ");
}

static void the_bytes_of_an_aux_area_are_skipped(void **state)
{
	(void)state;
	begin_file();
	record_header(UET_RECORD_AUXTRACE, 16);
	put64(24);
	put("no record at all, truly", 24);
	sample(1, 5, 1, 1);
	end_file();
	assert_int_equal(read_file(), 0);
	assert_string_equal(seen, "user_events:shop/?/1 ");
}

static void assert_refused(const char *bytes, size_t size, int code,
			   const char *word)
{
	store(bytes, size);
	assert_int_equal(read_all(), code);
	assert_non_null(strstr(err.text, path));
	if (!strstr(err.text, word))
		fail_msg("no '%s' in: %s", word, err.text);
}

static void each_other_kind_of_file_is_told(void **state)
{
	static const char zeros[200];

	(void)state;
	assert_refused("", 0, -ENODATA, "empty");
	assert_refused("PERF", 4, -ENODATA, "truncated");
	assert_refused("PERFILE2", 8, -ENODATA, "truncated");
	assert_refused("# not it\n", 9, -EINVAL, "text");
	assert_refused(zeros, sizeof(zeros), -EINVAL, "not a perf.data file");
	assert_refused("\x1f\x8b\x08\0\0\0\0\0\0", 9, -EINVAL, "gzip");
	assert_refused("\x7f" "ELF\2\1\1\0\0", 9, -EINVAL, "ELF");
	assert_refused("\x17\x08\x44tracing6", 11, -EINVAL, "trace-cmd");
	assert_refused("2ELIFREP\0\0\0\0", 12, -ENODATA, "truncated");
	assert_refused("2ELIFREP\0\0\0\0\0\0\0\x11", 16, -EBADMSG,
		       "damaged at byte 8");
	assert_refused("PERFFILE\0\0\0\0", 12, -EOPNOTSUPP, "2.6.37");
	assert_refused("PERFILE2\x10\0\0\0\0\0\0\0", 16, -ENODATA,
		       "no events");
	assert_refused("PERFILE2\x11\0\0\0\0\0\0\0", 16, -EBADMSG,
		       "damaged at byte 8");
}

static void what_is_no_file_is_told(void **state)
{
	struct uet_perfdata *p;

	(void)state;
	assert_int_equal(uet_perfdata_open("/nonexistent/x", &p, &err),
			 -ENOENT);
	assert_non_null(strstr(err.text, "no such file"));
	assert_int_equal(uet_perfdata_open("/", &p, &err), -EISDIR);
	assert_non_null(strstr(err.text, "directory"));
	assert_int_equal(uet_perfdata_open("/dev/null", &p, &err), -EINVAL);
	assert_non_null(strstr(err.text, "neither a file nor a pipe"));
	assert_int_equal(uet_perfdata_open("/nonexistent/x", &p, NULL),
			 -ENOENT);
}

static void make_small_file(void)
{
	begin_file();
	comm(5, 1, "shop");
	sample(1, 5, 10, 1);
	sample(3, 5, 20, 2);
	finished_round();
	sample(2, 5, 30, 3);
	end_file();
}

static void a_killed_recording_is_read_and_told(void **state)
{
	(void)state;
	make_small_file();
	end_header(0, 1ULL << UET_FEAT_TRACING_DATA);
	file.size = file.data_end;
	assert_int_equal(read_file(), -ENODATA);
	assert_non_null(strstr(err.text, "killed"));
	assert_int_equal(stats.samples, 3);
	assert_string_equal(seen, "tracepoint:100/shop/1 "
		"tracepoint:200/shop/2 tracepoint:100/shop/3 ");
}

static void a_recording_of_nothing_is_whole(void **state)
{
	(void)state;
	begin_file();
	end_file();
	assert_int_equal(read_file(), 0);
	assert_int_equal(stats.samples, 0);
}

static void a_file_cut_anywhere_gives_what_is_there(void **state)
{
	(void)state;
	make_small_file();
	for (size_t n = 0; n < file.size; n++) {
		int ret;

		store(file.data, n);
		ret = read_all();
		assert_int_equal(ret, -ENODATA);
		assert_non_null(strstr(err.text, path));
		/* The last sample has 48 bytes. */
		if (n >= file.data_end)
			assert_int_equal(stats.samples, 3);
		else if (n >= file.data_end - 48)
			assert_int_equal(stats.samples, 2);
		else if (n < file.data_at + 48 * 2)
			assert_int_equal(stats.samples, 0);
	}
}

static void the_formats_before_a_cut_are_used(void **state)
{
	(void)state;
	make_small_file();
	/* Of the names only the first byte is left, of the formats all. */
	store(file.data, file.names_at + 1);
	assert_int_equal(read_all(), -ENODATA);
	assert_string_equal(seen, "user_events:shop/shop/1 "
		"tracepoint:200/shop/2 user_events:shop/shop/3 ");
	/* A little of the formats is missing: what is behind the events. */
	store(file.data, file.names_at - 1);
	assert_int_equal(read_all(), -ENODATA);
	assert_string_equal(seen, "user_events:shop/shop/1 "
		"tracepoint:200/shop/2 user_events:shop/shop/3 ");
}

static void an_event_without_its_ids_leaves_the_others(void **state)
{
	uint64_t far_away = 1ULL << 40;

	(void)state;
	make_small_file();
	/* Where the ids of the first event are said to be. */
	memcpy(file.data + file.attrs_at + 128, &far_away, 8);
	assert_int_equal(read_file(), -EBADMSG);
	assert_non_null(strstr(err.text, "ids of event 0"));
	assert_string_equal(seen, "sys:second/shop/2 ");
	assert_int_equal(stats.unknown_ids, 2);
}

static void a_record_without_a_size_ends_the_reading(void **state)
{
	char expected[64];

	(void)state;
	begin_file();
	sample(1, 5, 1, 1);
	snprintf(expected, sizeof(expected), "damaged at byte %zu: ",
		 file.size);
	record_header(PERF_RECORD_COMM, 0);
	sample(1, 5, 2, 2);
	end_file();
	assert_int_equal(read_file(), -EBADMSG);
	assert_non_null(strstr(err.text, expected));
	assert_string_equal(seen, "user_events:shop/?/1 ");
}

static void a_record_that_lies_inside_is_skipped(void **state)
{
	(void)state;
	begin_file();
	sample(1, 5, 1, 1);
	file.data[file.size - 13] = 0x7f; /* the high byte of the raw size */
	sample(1, 5, 2, 2);
	end_file();
	assert_int_equal(read_file(), -EBADMSG);
	assert_string_equal(seen, "user_events:shop/?/2 ");
	assert_int_equal(stats.damaged_records, 1);
}

/* Nothing but a defined answer, whatever a byte says. */
static void any_byte_may_be_wrong(void **state)
{
	unsigned char bytes[sizeof(file.data)];

	(void)state;
	make_small_file();
	for (size_t at = 0; at < file.size; at++) {
		unsigned char right = file.data[at];
		const unsigned char wrong[] = {
			0, 0xff, (unsigned char)(right + 1),
			(unsigned char)(right - 1), right ^ 0x80,
		};

		for (size_t k = 0; k < sizeof(wrong); k++) {
			int ret;

			memcpy(bytes, file.data, file.size);
			bytes[at] = wrong[k];
			store(bytes, file.size);
			ret = read_all();
			assert_true(ret == 0 || ret == -ENODATA ||
				    ret == -EBADMSG || ret == -EINVAL ||
				    ret == -EFBIG || ret == -EOPNOTSUPP);
			assert_true(!ret == !err.text[0]);
		}
	}
}

static int make_file(void **state)
{
	(void)state;
	fd = memfd_create("perf.data", MFD_CLOEXEC);
	if (fd < 0)
		return -1;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return 0;
}

static int drop_file(void **state)
{
	(void)state;
	return close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_come_from_the_features),
		cmocka_unit_test(samples_come_by_time),
		cmocka_unit_test(a_late_sample_is_delivered_and_counted),
		cmocka_unit_test(names_of_threads_follow_time),
		cmocka_unit_test(exact_losses_replace_those_of_rings),
		cmocka_unit_test(unknown_records_are_skipped_and_counted),
		cmocka_unit_test(a_single_event_needs_no_ids),
		cmocka_unit_test(the_bytes_of_an_aux_area_are_skipped),
		cmocka_unit_test(each_other_kind_of_file_is_told),
		cmocka_unit_test(what_is_no_file_is_told),
		cmocka_unit_test(a_killed_recording_is_read_and_told),
		cmocka_unit_test(a_recording_of_nothing_is_whole),
		cmocka_unit_test(a_file_cut_anywhere_gives_what_is_there),
		cmocka_unit_test(the_formats_before_a_cut_are_used),
		cmocka_unit_test(an_event_without_its_ids_leaves_the_others),
		cmocka_unit_test(a_record_without_a_size_ends_the_reading),
		cmocka_unit_test(a_record_that_lies_inside_is_skipped),
		cmocka_unit_test(any_byte_may_be_wrong),
	};

	return cmocka_run_group_tests_name("perfdata_reader", tests, make_file,
					   drop_file);
}
