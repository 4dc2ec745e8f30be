/* SPDX-License-Identifier: MIT */
/*
 * What uet-dlfilter.so answers for samples, in perf's old and newer layouts.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "dlfilter_host.h"

#include "../../tools/dlfilter/abi.h"

#if __has_include(<perf/perf_dlfilter.h>)
#include <perf/perf_dlfilter.h>
#define HAVE_PERFS_HEADER
#endif

static int old_perf(void **state)
{
	(void)state;
	host_open(0);
	return 0;
}

static int new_perf(void **state)
{
	(void)state;
	host_open(1);
	return 0;
}

static int close_perf(void **state)
{
	(void)state;
	host_close();
	return 0;
}

#define SAME(ours, perfs, member)                                              \
	do {                                                                   \
		assert_int_equal(offsetof(struct ours, member),                \
				 offsetof(struct perfs, member));              \
		assert_int_equal(sizeof(((struct ours *)0)->member),           \
				 sizeof(((struct perfs *)0)->member));         \
	} while (0)
#define SAMPLE(member) SAME(dlf_sample, perf_dlfilter_sample, member)
#define AL(member) SAME(dlf_al, perf_dlfilter_al, member)
#define FNS(member) SAME(dlf_fns, perf_dlfilter_fns, member)

static void layouts_are_those_of_perf(void **state)
{
	(void)state;
	assert_int_equal(DLF_SAMPLE_MIN, SAMPLE_V0);
	assert_int_equal(sizeof(struct dlf_sample), SAMPLE_V2);
	assert_int_equal(offsetof(struct dlf_al, priv), AL_V0);
	assert_int_equal(sizeof(struct dlf_al), AL_V2);
	assert_int_equal(sizeof(struct dlf_fns), 1024);
#ifdef HAVE_PERFS_HEADER
	SAMPLE(size);
	SAMPLE(ip);
	SAMPLE(pid);
	SAMPLE(tid);
	SAMPLE(time);
	SAMPLE(cpu);
	SAMPLE(flags);
	SAMPLE(cgroup);
	SAMPLE(cpumode);
	SAMPLE(misc);
	SAMPLE(raw_size);
	SAMPLE(raw_data);
	SAMPLE(brstack);
	SAMPLE(raw_callchain_nr);
	SAMPLE(raw_callchain);
	SAMPLE(event);
	AL(size);
	AL(symoff);
	AL(sym);
	AL(dso);
	AL(is_kernel_ip);
	AL(buildid);
	AL(filtered);
	AL(comm);
	FNS(resolve_ip);
	FNS(args);
	FNS(resolve_address);
	FNS(attr);
	FNS(object_code);
	assert_int_equal(sizeof(struct perf_dlfilter_fns), 1024);
#else
	skip(); /* no perf, no header of perf */
#endif
}

static void samples_that_satisfy_the_expression_are_kept(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("n >= 5 && s == 'ab\"cd'", NULL, NULL),
			 0);
	assert_string_equal(host_said, "");
	host_shop(&s, raw, 4);
	assert_int_equal(host_late(&s), 1);
	host_shop(&s, raw, 5);
	assert_int_equal(host_late(&s), 0);
	/* Before perf's own filters we do not look. */
	host_shop(&s, raw, 4);
	assert_int_equal(host_early(&s), 0);
	assert_string_equal(host_printed, "");
	assert_int_equal(host_stop(), 0);
	assert_string_equal(host_said, "");
}

static void what_is_common_can_be_asked_for(void **state)
{
	static const struct {
		const char *expression;
		int answer;
	} cases[] = {
		{ "tid == 7", 0 },	   { "tid == 8", 1 },
		{ "pid == 7", 0 },	   { "cpu == 3", 0 },
		{ "cpu != 3", 1 },	   { "time >= 1.5", 0 },
		{ "time > 1.5", 1 },	   { "time_ns == 1500000000", 0 },
		{ "comm == worker", 0 },   { "comm ~ \"w*k?r\"", 0 },
		{ "comm == other", 1 },	   { "ip == 0x1234", 0 },
	};
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	host_shop(&s, raw, 1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		print_message("# %s\n", cases[i].expression);
		assert_int_equal(host_start_with(cases[i].expression, NULL,
						 NULL), 0);
		assert_int_equal(host_late(&s), cases[i].answer);
		host_stop();
	}
}

static struct host_sample of(unsigned int config, const char *event,
			     unsigned char *raw, unsigned char n)
{
	memset(raw, 0, 12);
	raw[8] = n;
	return (struct host_sample){
		.config = config,
		.event = event,
		.raw = raw,
		.raw_size = 12,
	};
}

static void each_format_of_a_multi_format_event_has_its_fields(void **state)
{
	struct host_sample s;
	unsigned char raw[12];

	(void)state;
	assert_int_equal(host_start_with("status == 1", NULL, NULL), 0);
	s = of(JOB_0, "user_events_multi:job.0", raw, 1);
	assert_int_equal(host_late(&s), 1);
	s = of(JOB_1, "user_events_multi:job.1", raw, 1);
	assert_int_equal(host_late(&s), 0);
	s = of(JOB_1, "user_events_multi:job.1", raw, 2);
	assert_int_equal(host_late(&s), 1);
	host_stop();
}

static void other_events_go_unless_they_are_to_be_kept(void **state)
{
	struct host_sample s;
	unsigned char raw[12];

	(void)state;
	for (int keep = 0; keep < 2; keep++) {
		assert_int_equal(host_start_with("n == 1",
						 keep ? "keep-others" : NULL,
						 NULL), 0);
		/* It has a field of that name and value, but is none of ours. */
		s = of(SWITCH, "sched:sched_switch", raw, 1);
		assert_int_equal(host_late(&s), !keep);
		/* The number means nothing here. */
		s = (struct host_sample){ .config = CYCLES, .event = "cycles" };
		assert_int_equal(host_late(&s), !keep);
		s = of(JOB_0, "user_events_multi:job.0", raw, 2);
		assert_int_equal(host_late(&s), 1);
		host_stop();
	}
}

static void early_decides_before_perfs_own_filters(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("n == 5", "early", "show=n"), 0);
	host_shop(&s, raw, 4);
	assert_int_equal(host_early(&s), 1);
	host_shop(&s, raw, 5);
	assert_int_equal(host_early(&s), 0);
	assert_string_equal(host_printed, "");
	/* Only what perf is about to print gets fields in front. */
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "n=5 ");
	host_stop();
}

static void early_counts_each_sample_once(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("n == 5", "early", "stats"), 0);
	host_shop(&s, raw, 5);
	assert_int_equal(host_early(&s), 0);
	assert_int_equal(host_late(&s), 0);
	host_stop();
	assert_non_null(strstr(host_said, "user events: 1 samples, 1 kept"));
}

static void fields_are_shown_as_uet_report_prints_them(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("show=s,n", NULL, NULL), 0);
	host_shop(&s, raw, 4294967295u);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "s=\"ab\\\"cd\" n=4294967295 ");
	/* An event with one of them, and one with none. */
	s = of(JOB_0, "user_events_multi:job.0", raw, 3);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "n=3 ");
	s = of(JOB_1, "user_events_multi:job.1", raw, 3);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "");
	host_stop();
	assert_int_equal(host_start_with("show=n", "n == 1", "keep-others"), 0);
	host_shop(&s, raw, 2);
	assert_int_equal(host_late(&s), 1);
	assert_string_equal(host_printed, "");
	s = of(SWITCH, "sched:sched_switch", raw, 1);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "");
	host_stop();
}

static void events_that_describe_themselves_have_their_own(void **state)
{
	unsigned char raw[BYTES_OF_TOLD];
	struct host_sample s;

	(void)state;
	/* Without them, a name that is not there is a mistake. */
	assert_true(host_start_with("show=nope,n", NULL, NULL) < 0);
	host_record(host_recording(), HOST_TOLD);
	assert_int_equal(host_start_with("show=s,id,nope,n", "n == 3", NULL),
			 0);
	assert_string_equal(host_said, "");
	host_told(&s, raw, 3);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "s=\"a b\" id=9 n=3 ");
	host_told(&s, raw, 4);
	assert_int_equal(host_late(&s), 1);
	/* The others as before. */
	s = of(JOB_0, "user_events_multi:job.0", raw, 3);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "n=3 ");
	host_stop();
	assert_int_equal(host_start_with("show=nope", NULL, NULL), 0);
	host_told(&s, raw, 3);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "");
	host_stop();
}

static void stats_count_by_event(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("n == 5", "stats", NULL), 0);
	for (unsigned int i = 0; i < 10; i++) {
		host_shop(&s, raw, i);
		host_late(&s);
	}
	s = of(JOB_1, "user_events_multi:job.1", raw, 5);
	host_late(&s);
	s = of(SWITCH, "sched:sched_switch", raw, 5);
	host_late(&s);
	assert_int_equal(host_stop(), 0);
	assert_string_equal(host_said,
		"uet-dlfilter: user_events:shop: 10 samples, 1 kept\n"
		"uet-dlfilter: user_events_multi:job.1: 1 samples, 0 kept\n"
		"uet-dlfilter: user events: 11 samples, 1 kept\n"
		"uet-dlfilter: others: 1 samples, dropped\n");
}

#define USER ((uint64_t)-512)
#define KERNEL ((uint64_t)-128)

static void the_caller_is_the_first_outside_of_the_libraries(void **state)
{
	static const struct {
		const char *sym;
		uint64_t chain[8];
		uint64_t n;
		int answer;
	} cases[] = {
		{ "alpha", { KERNEL, 0x9000, USER, 0x1000 }, 4, 0 },
		{ "alpha", { USER, 0x2000, 0x3000, 0x1000, 0x4000 }, 5, 0 },
		{ "alpha", { USER, 0x2000, 0x4000, 0x1000 }, 4, 1 },
		{ "beta", { USER, 0x2000, 0x4000, 0x1000 }, 4, 0 },
		{ "beta", { USER, 0x1000, 0x4000 }, 3, 1 },
		{ "bet", { USER, 0x4000 }, 2, 1 },
		{ "uet_probe_gate", { USER, 0x2000, 0x9000 }, 3, 1 },
		/* libc has an alpha as well. */
		{ "alpha", { USER, 0x3000, 0x4000 }, 3, 1 },
		/* No part of the user, nothing in it, or no end. */
		{ "alpha", { KERNEL, 0x1000 }, 2, 1 },
		{ "alpha", { USER, KERNEL, 0x1000 }, 3, 1 },
		{ "alpha", { USER }, 1, 1 },
		{ "alpha", { USER, 0x2000, 0x1000 }, 2, 1 },
		{ "alpha", { USER, 0x1000 }, 1, 1 },
		{ "alpha", { 0 }, 0, 1 },
	};
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char sym[32];

		snprintf(sym, sizeof(sym), "sym=%s", cases[i].sym);
		assert_int_equal(host_start_with(sym, "n == 1", NULL), 0);
		host_shop(&s, raw, 1);
		s.chain = cases[i].chain;
		s.n_chain = cases[i].n;
		print_message("# case %zu\n", i);
		assert_int_equal(host_late(&s), cases[i].answer);
		/* And both must be true. */
		raw[8] = 2;
		assert_int_equal(host_late(&s), 1);
		host_stop();
		assert_int_equal(host_als, 0);
	}
	assert_int_equal(host_start_with("sym=alpha", NULL, NULL), 0);
	host_shop(&s, raw, 1);
	assert_int_equal(host_late(&s), 1);
	/* An event whose own address is the program's. */
	s.user_sym = "alpha";
	assert_int_equal(host_late(&s), 0);
	s.user_sym = "beta";
	assert_int_equal(host_late(&s), 1);
	host_stop();
}

static void short_records_match_nothing(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("n >= 0 || s ~ '*'", "show=n,s", NULL),
			 0);
	host_shop(&s, raw, 5);
	for (s.raw_size = 0; s.raw_size < 12; s.raw_size++)
		assert_int_equal(host_late(&s), 1);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "n=5 s=<missing> ");
	s.raw = NULL;
	s.raw_size = 4096;
	assert_int_equal(host_late(&s), 1);
	/* The string's place lies far outside. */
	host_shop(&s, raw, 5);
	memset(raw + 12, 0xff, 4);
	assert_int_equal(host_late(&s), 0);
	assert_string_equal(host_printed, "n=5 s=<missing> ");
	host_stop();
}

static void what_cannot_be_decided_ends_perf(void **state)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	(void)state;
	assert_int_equal(host_start_with("n == 5", NULL, NULL), 0);
	host_shop(&s, raw, 5);
	assert_int_equal(host_late_of_size(&s, SAMPLE_V0 - 8), -EPROTO);
	/* Other recordings have other numbers. */
	s.config = 999;
	assert_int_equal(host_late(&s), -ENOENT);
	assert_non_null(strstr(host_said, "input=FILE"));
	host_shop(&s, raw, 5);
	s.event = "user_events:another";
	assert_int_equal(host_late(&s), -EINVAL);
	assert_non_null(strstr(host_said, "user_events:another"));
	s.event = "user_events:shop:u";
	assert_int_equal(host_late(&s), 0);
	host_stop();
}

#define WITH(perf, test) \
	{ #test " (" #perf ")", test, perf, close_perf, NULL }
#define BOTH(test) WITH(old_perf, test), WITH(new_perf, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layouts_are_those_of_perf),
		BOTH(samples_that_satisfy_the_expression_are_kept),
		WITH(old_perf, what_is_common_can_be_asked_for),
		BOTH(each_format_of_a_multi_format_event_has_its_fields),
		BOTH(other_events_go_unless_they_are_to_be_kept),
		BOTH(early_decides_before_perfs_own_filters),
		WITH(old_perf, early_counts_each_sample_once),
		BOTH(fields_are_shown_as_uet_report_prints_them),
		BOTH(events_that_describe_themselves_have_their_own),
		BOTH(stats_count_by_event),
		BOTH(the_caller_is_the_first_outside_of_the_libraries),
		BOTH(short_records_match_nothing),
		BOTH(what_cannot_be_decided_ends_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
