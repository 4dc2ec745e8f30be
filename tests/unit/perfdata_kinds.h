/* SPDX-License-Identifier: MIT */
/*
 * The kinds of small perf.data files that a reader meets, each with what must
 * be read of it.
 */
#ifndef UET_TESTS_PERFDATA_KINDS_H
#define UET_TESTS_PERFDATA_KINDS_H

#include "perfdata_bytes.h"

struct kind {
	const char *name;
	void (*make)(void);
	const char *seen; /* as perfdata_read.h collects it */
	bool is_stream;
	bool needs_zstd;
};

static inline void put_records(void)
{
	comm(5, 1, "shop");
	sample(1, 5, 10, 1);
	sample(3, 5, 20, 2);
	finished_round();
	fork_record(6, 5, 25);
	sample(2, 6, 30, 3);
	lost(1, 0);
	lost_samples(3, 0);
}

static inline void make_plain(void)
{
	begin_file();
	put_records();
	end_file();
}

static inline void make_without_names(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
	};

	begin_file();
	put_records();
	end_file_with(features, 1);
}

/* No record tells its event, nor needs to. */
static inline void make_single(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
	};

	begin_bare_file(false, 64, 0);
	file.no_ids = true;
	attr(100, file.size, 0);
	file.data_at = file.size;
	comm(5, 1, "shop");
	sample(0, 5, 10, 1);
	finished_round();
	fork_record(6, 5, 25);
	sample(0, 6, 30, 3);
	end_file_with(features, 1);
}

/* Features that uet takes no notice of. */

static inline void put_text(void)
{
	marked32("the size of a text", false, 8);
	put("machine\0", 8);
}

static inline void put_build_id(void)
{
	put32(0);
	put16(0);
	mark("the size of a build id", 2, false);
	put16(48);
	put32(UINT32_MAX);
	put("\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20\21\22\23\24\24\0\0", 24);
	put("[kernel]\0\0\0\0", 12);
}

static inline void put_two_numbers(void)
{
	put32(4);
	put32(2);
}

static inline void put_command(void)
{
	marked32("the number of the command's words", false, 2);
	put_text();
	put_text();
}

static inline void put_time_span(void)
{
	put64(10);
	put64(30);
}

static inline void put_one_number(void)
{
	put64(1);
}

static inline void put_clock_data(void)
{
	marked32("the version of the clocks", false, 1);
	put32(1);
	put64(5000);
	put64(50);
}

/* Its header tells that the features' bits are in longs of 32. */
static inline void end_foreign_file(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
		{ UET_FEAT_HOSTNAME, put_text },
		{ UET_FEAT_EVENT_DESC, put_event_desc },
		{ UET_FEAT_CLOCK_DATA, put_clock_data },
	};

	end_file_with(features, 4);
}

static inline void make_other_order(void)
{
	begin_file_of(true, 64);
	put_records();
	end_foreign_file();
}

static inline void make_32_bits(void)
{
	begin_file_of(true, 32);
	put_records();
	end_foreign_file();
}

static inline void make_features(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
		{ UET_FEAT_BUILD_ID, put_build_id },
		{ UET_FEAT_HOSTNAME, put_text },
		{ UET_FEAT_OSRELEASE, put_text },
		{ UET_FEAT_VERSION, put_text },
		{ UET_FEAT_ARCH, put_text },
		{ UET_FEAT_NRCPUS, put_two_numbers },
		{ UET_FEAT_CPUDESC, put_text },
		{ UET_FEAT_CPUID, put_text },
		{ UET_FEAT_TOTAL_MEM, put_one_number },
		{ UET_FEAT_CMDLINE, put_command },
		{ UET_FEAT_EVENT_DESC, put_event_desc },
		{ UET_FEAT_SAMPLE_TIME, put_time_span },
		{ UET_FEAT_CLOCKID, put_one_number },
		{ UET_FEAT_CLOCK_DATA, put_clock_data },
	};

	begin_file();
	put_records();
	end_file_with(features, sizeof(features) / sizeof(*features));
}

/* What perf puts between the kernel's records, and a third event. */
static inline void make_perf_records(void)
{
	begin_bare_file(false, 64, 4);
	attr(100, file.ids_at, 2);
	attr(200, file.ids_at + 16, 1);
	bare_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, SAMPLE_TYPE);
	put64(file.ids_at + 24);
	put64(8);
	file.data_at = file.size;
	record_header(UET_RECORD_AUXTRACE_INFO, 16);
	put64(1);
	record_header(UET_RECORD_ID_INDEX, 48);
	marked64("the number of ids in an index", false, 1);
	put64(1);
	put64(0);
	put64(0);
	put64(UINT64_MAX);
	record_header(UET_RECORD_THREAD_MAP, 40);
	put64(1);
	put64(5);
	put("shop\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	record_header(UET_RECORD_FINISHED_INIT, 8);
	comm(5, 1, "shop");
	sample(3, 5, 20, 2);
	finished_round();
	sample(1, 5, 10, 1);
	record_header(PERF_RECORD_AUX, 56);
	put64(0);
	put64(24);
	put64(0);
	trailer(4, 5, 22);
	record_header(UET_RECORD_AUXTRACE, 48);
	marked64("the size of a trace", true, 24);
	put64(0);
	put64(0);
	put32(0);
	put32(5);
	put32(0);
	put32(0);
	put("no record at all, truly\0", 24);
	finished_round();
	fork_record(6, 5, 25);
	sample(2, 6, 30, 3);
	finished_round();
	lost(1, 0);
	lost_samples(3, 0);
	end_file();
}

static inline void put_stream_features(void)
{
	size_t at;

	record_header(UET_RECORD_HEADER_FEATURE, 24);
	marked64("the number of a feature", false, UET_FEAT_HOSTNAME);
	put64(0);
	record_header(UET_RECORD_HEADER_BUILD_ID, 16);
	put64(0);
	record_header(UET_RECORD_HEADER_EVENT_TYPE, 16);
	put64(0);
	at = file.size;
	record_header(UET_RECORD_HEADER_FEATURE, 0);
	marked64("the number of a feature", false, UET_FEAT_EVENT_DESC);
	put_event_desc();
	set_record_size(at);
	record_header(UET_RECORD_HEADER_FEATURE, 40);
	marked64("the number of a feature", false, UET_FEAT_CLOCK_DATA);
	put_clock_data();
}

static inline void make_stream(void)
{
	begin_stream();
	put_stream_features();
	update_name(3, "sys:two");
	header_tracing_data(put_tracing_data);
	put_records();
	header_attr(300, 7, 1);
	update_name(7, "sys:new");
	sample(7, 5, 40, 4);
	finished_round();
}

/*
 * A compressed record of what put puts.  What zstd could not compress stands
 * as it was in a block of its stream, behind three bytes that tell its size.
 */
static inline void compressed(uint32_t type, bool first, void (*put_data)(void))
{
	size_t at = file.size, block, end, n_starts, n_ends = file.n_ends;
	uint32_t size;

	record_header(type, 0);
	n_starts = file.n_starts;
	if (type == UET_RECORD_COMPRESSED2)
		marked64("the size of what is compressed", false, 0);
	if (first)
		put("\x28\xb5\x2f\xfd\0\0", 6); /* a window of 1 KiB */
	block = file.size;
	file.size += 3;
	put_data();
	end = file.size;
	size = (uint32_t)(end - block - 3) << 3;
	assert_true(size >> 3 <= 1024);
	file.data[block] = (unsigned char)size;
	file.data[block + 1] = (unsigned char)(size >> 8);
	file.data[block + 2] = (unsigned char)(size >> 16);
	if (type == UET_RECORD_COMPRESSED2) {
		file.size = at + 8;
		put64(end - at - 16);
		file.size = end;
		while (file.size % 8)
			put("\xff", 1);
	}
	set_record_size(at);
	/* Nothing can be had of a part of it but what is whole there. */
	file.n_starts = n_starts;
	for (size_t i = n_ends; i < file.n_ends; i++)
		file.ends[i] = file.size;
}

/* The end of a sample is in the next record. */
static inline void put_first_part(void)
{
	comm(5, 1, "shop");
	sample(1, 5, 10, 1);
	sample(3, 5, 20, 2);
	file.size -= 20;
	file.n_ends--;
}

static inline void put_second_part(void)
{
	size_t begin = file.size;
	unsigned char rest[20];

	sample(3, 5, 20, 2);
	memcpy(rest, file.data + file.size - 20, 20);
	file.size = begin;
	put(rest, 20);
	/* Those of the whole record are where another one's bytes are now. */
	while (file.n_marks && file.marks[file.n_marks - 1].at >= begin)
		file.n_marks--;
	fork_record(6, 5, 25);
	sample(2, 6, 30, 3);
}

static inline void put_one_space(void)
{
	put64(1 << 20);
}

static inline void make_compressed(void)
{
	static const struct feature features[] = {
		{ UET_FEAT_TRACING_DATA, put_tracing_data },
		{ UET_FEAT_EVENT_DESC, put_event_desc },
		{ UET_FEAT_COMPRESSED, put_one_space },
	};

	begin_file();
	compressed(UET_RECORD_COMPRESSED, true, put_first_part);
	compressed(UET_RECORD_COMPRESSED2, false, put_second_part);
	finished_round();
	end_file_with(features, 3);
}

#define SEEN_OF_SHOP                                                           \
	"user_events:shop/shop/1 sys:second/shop/2 user_events:shop/shop/3 "

static const struct kind kinds[] = {
	{ "plain", make_plain, SEEN_OF_SHOP, false, false },
	{ "single", make_single,
	  "user_events:shop/shop/1 user_events:shop/shop/3 ", false, false },
	/* Without a format nobody knows which bytes are a number. */
	{ "other-order", make_other_order,
	  "user_events:shop/shop/1 sys:second/shop/33554432 "
	  "user_events:shop/shop/3 ", false, false },
	{ "32-bits", make_32_bits,
	  "user_events:shop/shop/1 sys:second/shop/33554432 "
	  "user_events:shop/shop/3 ", false, false },
	{ "without-names", make_without_names,
	  "user_events:shop/shop/1 tracepoint:200/shop/2 "
	  "user_events:shop/shop/3 ", false, false },
	{ "stream", make_stream,
	  "user_events:shop/shop/1 sys:two/shop/2 user_events:shop/shop/3 "
	  "sys:new/shop/4 ", true, false },
	{ "compressed", make_compressed, SEEN_OF_SHOP, false, true },
	{ "perf-records", make_perf_records, SEEN_OF_SHOP, false, false },
	{ "features", make_features, SEEN_OF_SHOP, false, false },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

#endif /* UET_TESTS_PERFDATA_KINDS_H */
