/* SPDX-License-Identifier: MIT */
/*
 * perf.data files made here byte by byte: names, order, losses, and what can be
 * wrong with such a file in ways that need a word of their own.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <uet/perfdata.h>

#include "perfdata_read.h"

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
	begin_bare_file(false, 64, 0);
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
	assert_int_equal(read_stored(bytes, size), code);
	assert_non_null(strstr(err.text, stored_path));
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
	file.size = file.data_end;
	file.data_end = file.data_at;
	put_header(1ULL << UET_FEAT_TRACING_DATA);
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

static void the_formats_before_a_cut_are_used(void **state)
{
	(void)state;
	make_small_file();
	/* Of the names only the first byte is left, of the formats all. */
	assert_int_equal(read_stored(file.data, file.names_at + 1), -ENODATA);
	assert_string_equal(seen, "user_events:shop/shop/1 "
		"tracepoint:200/shop/2 user_events:shop/shop/3 ");
	/* A little of the formats is missing: what is behind the events. */
	assert_int_equal(read_stored(file.data, file.names_at - 1), -ENODATA);
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

/* Ours, and one that nobody here knows. */
static void make_with_machine(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
		{ UET_FEAT_HOSTNAME, finished_round },
		{ UET_FEAT_EVENT_DESC, put_event_desc },
	};

	begin_file();
	sample(1, 5, 1, 1);
	end_file_with(features, 3);
}

/* Puts the bit of a feature into the header, or takes it out. */
static void turn_feature(unsigned int bit)
{
	uint64_t bits;

	memcpy(&bits, file.data + 72 + bit / 64 * 8, 8);
	bits ^= 1ULL << bit % 64;
	memcpy(file.data + 72 + bit / 64 * 8, &bits, 8);
}

static void a_feature_without_a_section_is_told(void **state)
{
	static const unsigned int extra[] = { 0, 2, 7, 13, 64, 200, 255 };

	(void)state;
	for (size_t i = 0; i < sizeof(extra) / sizeof(*extra); i++) {
		make_with_machine();
		turn_feature(extra[i]);
		assert_int_equal(read_file(), -EBADMSG);
		assert_non_null(strstr(err.text, "the list of features"));
		assert_int_equal(n_samples, 1);
	}
}

static void a_section_without_its_feature_is_told(void **state)
{
	static const unsigned int missing[] = { UET_FEAT_HOSTNAME,
						UET_FEAT_EVENT_DESC };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		make_with_machine();
		turn_feature(missing[i]);
		assert_int_equal(read_file(), -EBADMSG);
		assert_non_null(strstr(err.text, "more features than"));
		assert_int_equal(n_samples, 1);
	}
}

/* perf leaves an entry empty for what it could not write. */
static void an_empty_entry_behind_the_features_is_none(void **state)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
		{ UET_FEAT_EVENT_DESC, put_event_desc },
		{ UET_FEAT_PMU_CAPS, put_tracing_data },
	};

	(void)state;
	begin_file();
	sample(1, 5, 1, 1);
	end_file_with(features, 3);
	turn_feature(UET_FEAT_PMU_CAPS);
	memset(file.data + file.data_end + 32, 0, 16);
	assert_int_equal(read_file(), 0);
}

static void a_section_on_other_bytes_is_told(void **state)
{
	const struct {
		uint64_t at;
		const char *whose;
	} wrong[] = {
		{ 0, "the header" },
		{ 128, "the list of events" },
		{ 416, "the records" },
		{ 1, "the header" },
	};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		make_with_machine();
		/* That of HOSTNAME, second in the table. */
		memcpy(file.data + file.data_end + 16, &wrong[i].at, 8);
		assert_int_equal(read_file(), -EBADMSG);
		assert_non_null(strstr(err.text, "the place of feature 2"));
		assert_non_null(strstr(err.text, wrong[i].whose));
	}
	make_with_machine();
	memcpy(file.data + file.data_end + 16, file.data + file.data_end, 8);
	assert_int_equal(read_file(), -EBADMSG);
	assert_non_null(strstr(err.text, "another feature"));
}

static void a_trace_that_goes_past_the_end_is_told(void **state)
{
	(void)state;
	begin_file();
	sample(1, 5, 1, 1);
	record_header(UET_RECORD_AUXTRACE, 16);
	put64(1000);
	sample(1, 5, 2, 2);
	end_file();
	assert_int_equal(read_file(), -ENODATA);
	assert_non_null(strstr(err.text, "1000 bytes should follow"));
	assert_int_equal(n_samples, 1);
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
		cmocka_unit_test(the_formats_before_a_cut_are_used),
		cmocka_unit_test(an_event_without_its_ids_leaves_the_others),
		cmocka_unit_test(a_record_without_a_size_ends_the_reading),
		cmocka_unit_test(a_record_that_lies_inside_is_skipped),
		cmocka_unit_test(a_feature_without_a_section_is_told),
		cmocka_unit_test(a_section_without_its_feature_is_told),
		cmocka_unit_test(an_empty_entry_behind_the_features_is_none),
		cmocka_unit_test(a_section_on_other_bytes_is_told),
		cmocka_unit_test(a_trace_that_goes_past_the_end_is_told),
	};

	return cmocka_run_group_tests_name("perfdata_reader", tests, NULL,
					   NULL);
}
