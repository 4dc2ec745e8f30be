/* SPDX-License-Identifier: MIT */
/*
 * Events of a session that are no tracepoints, against a made-up kernel and
 * made-up PMUs: which attributes are opened where.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_perf.h"
#include "fake_pmus.h"
#include "uet/session.h"

static char user_events[] = "user_events";
static char name_a[] = "shop_a";
static struct uet_catalog_event shop_a = { user_events, name_a, .id = 1001 };
static const struct uet_catalog_event *const tracepoints[] = { &shop_a };

static struct uet_error err;

static int set_up(void **state)
{
	(void)state;
	fake_perf_reset();
	err.text[0] = '\0';
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return fake_perf.n_open || fake_perf.n_maps ? -1 : 0;
}

static int try_open(struct uet_session_options options, const char *text,
		    struct uet_session **s)
{
	const char *const names[] = { text };

	options.size = sizeof(options);
	options.perf_events = names;
	options.n_perf_events = 1;
	return uet_session_open(tracepoints, 1, &options, s, &err);
}

static struct uet_session *open_session(struct uet_session_options options,
					const char *text)
{
	struct uet_session *s = NULL;

	assert_int_equal(try_open(options, text, &s), 0);
	return s;
}

static const struct uet_session_options sampling = { .ring_pages = 2 };
static const struct uet_session_options counting = { .count_only = true };

/* The one that is neither the dummy nor a tracepoint, on a CPU; or NULL. */
static struct fake_event *on_cpu(int cpu)
{
	for (size_t i = 0; i < fake_perf.n_events; i++) {
		struct fake_event *event = &fake_perf.events[i];

		if (event->open && event->cpu == cpu &&
		    event->attr.type != PERF_TYPE_TRACEPOINT &&
		    !(event->attr.type == PERF_TYPE_SOFTWARE &&
		      event->attr.config == PERF_COUNT_SW_DUMMY))
			return event;
	}
	return NULL;
}

static void it_stands_between_dummy_and_tracepoints(void **state)
{
	struct uet_session *s;
	const struct perf_event_attr *attr;

	(void)state;
	use_machine(x86_cpu);
	s = open_session(sampling, "cycles:u");
	assert_int_equal(uet_session_n_events(s), 3);
	assert_string_equal(uet_session_get_event(s, 1)->name, "cycles:u");
	assert_string_equal(uet_session_get_event(s, 2)->name,
			    "user_events:shop_a");
	attr = uet_session_get_event(s, 1)->attr;
	assert_int_equal(attr->type, PERF_TYPE_HARDWARE);
	assert_true(attr->exclude_kernel && attr->exclude_hv);
	assert_false(attr->exclude_user);
	assert_true(attr->freq);
	assert_int_equal(attr->sample_freq, 4000);
	uet_session_close(s);
}

/* The time is at the same place in all samples. */
static void all_events_have_one_sample_type(void **state)
{
	struct uet_session *s;
	uint64_t type;

	(void)state;
	use_machine(x86_cpu);
	s = open_session(sampling, "r1b");
	type = uet_session_get_event(s, 1)->attr->sample_type;
	assert_true(type & PERF_SAMPLE_IP && type & PERF_SAMPLE_PERIOD);
	assert_int_equal(uet_session_get_event(s, 0)->attr->sample_type, type);
	assert_int_equal(uet_session_get_event(s, 2)->attr->sample_type,
			 type | PERF_SAMPLE_RAW);
	uet_session_close(s);
}

static void period_is_the_texts_or_the_options(void **state)
{
	struct uet_session_options by_period = sampling, by_freq = sampling;
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	by_period.sample_period = 1000;
	by_freq.sample_freq = 99;
	s = open_session(by_period, "instructions");
	assert_false(on_cpu(0)->attr.freq);
	assert_int_equal(on_cpu(0)->attr.sample_period, 1000);
	uet_session_close(s);
	s = open_session(by_freq, "instructions");
	assert_true(on_cpu(0)->attr.freq);
	assert_int_equal(on_cpu(0)->attr.sample_freq, 99);
	uet_session_close(s);
	s = open_session(by_freq, "cpu/event=0x3c,period=77/");
	assert_false(on_cpu(0)->attr.freq);
	assert_int_equal(on_cpu(0)->attr.sample_period, 77);
	uet_session_close(s);
}

static void two_kinds_of_cpus_have_two_pmus(void **state)
{
	struct uet_session *s;

	(void)state;
	use_machine(x86_hybrid);
	fake_perf.online = "3-4\n";
	s = open_session(counting, "cycles");
	assert_int_equal(on_cpu(3)->attr.config,
			 4ull << 32 | PERF_COUNT_HW_CPU_CYCLES);
	assert_int_equal(on_cpu(4)->attr.config,
			 10ull << 32 | PERF_COUNT_HW_CPU_CYCLES);
	/* One event all the same. */
	on_cpu(3)->value = 100;
	on_cpu(4)->value = 11;
	assert_int_equal(uet_session_read(s), 0);
	assert_int_equal(uet_session_get_event(s, 1)->samples, 111);
	uet_session_close(s);
	s = open_session(counting, "cpu_atom/event=0x3c/");
	assert_null(on_cpu(3));
	assert_int_equal(on_cpu(4)->attr.type, 10);
	uet_session_close(s);
}

static void arm64_has_the_same(void **state)
{
	struct uet_session *s;

	(void)state;
	use_machine(arm64_two);
	fake_perf.online = "3-4\n";
	s = open_session(sampling, "instructions:u");
	assert_int_equal(on_cpu(3)->attr.config >> 32, 8);
	assert_int_equal(on_cpu(4)->attr.config >> 32, 9);
	uet_session_close(s);
}

static void thresholds_are_checked_first(void **state)
{
	struct uet_session *s;

	(void)state;
	use_machine(arm64);
	s = open_session(counting, "armv8_pmuv3/stall_slot,threshold=2,"
				   "threshold_compare=2/");
	assert_int_equal(on_cpu(0)->attr.config, 0x3f);
	assert_int_equal(on_cpu(0)->attr.config1, 2 << 5 | 2 << 3);
	uet_session_close(s);
	fake_perf.n_events = 0;
	assert_true(try_open(counting, "armv8_pmuv3/stall_slot,threshold=256/",
			     &s) < 0);
	assert_int_equal(fake_perf.n_events, 0);
	assert_non_null(strstr(err.text, "threshold"));
}

static void others_are_opened_on_their_cpus_only(void **state)
{
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	s = open_session(counting, "power/energy-pkg/");
	assert_non_null(on_cpu(0));
	assert_null(on_cpu(1));
	assert_string_equal(uet_session_get_event(s, 1)->unit, "Joules");
	assert_true(uet_session_get_event(s, 1)->scale > 2.3e-10 &&
		    uet_session_get_event(s, 1)->scale < 2.4e-10);
	uet_session_close(s);
	fake_perf.online = "1\n";
	assert_int_equal(try_open(counting, "power/energy-pkg/", &s), -ENODEV);
	assert_non_null(strstr(err.text, "power/energy-pkg/"));
}

/* A thread is on one CPU at a time: what it does not do on the other one has
 * not been missed. */
static void threads_that_move_are_counted_whole(void **state)
{
	const pid_t tid = 70;
	struct uet_session_options thread = counting;
	const struct uet_session_event *event;
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	thread.tids = &tid;
	thread.n_tids = 1;
	for (int i = 0; i < 2; i++) {
		s = open_session(thread, i ? "page-faults" : "cycles");
		event = uet_session_get_event(s, 1);
		on_cpu(0)->value = 1000;
		on_cpu(1)->value = 500;
		on_cpu(0)->enabled_ns = on_cpu(1)->enabled_ns = 3000;
		on_cpu(0)->running_ns = 2000;
		on_cpu(1)->running_ns = 1000;
		assert_int_equal(uet_session_read(s), 0);
		assert_int_equal(event->samples, 1500);
		assert_int_equal(event->enabled_ns, event->running_ns);
		/* Taking turns is something else. */
		on_cpu(0)->running_ns = 500;
		assert_int_equal(uet_session_read(s), 0);
		assert_int_equal(event->samples, i ? 1500 : 3000);
		uet_session_close(s);
	}
}

/* How long a thread was on the CPUs asked for is not known. */
static void on_some_cpus_threads_are_not_estimated(void **state)
{
	const pid_t tid = 70;
	const int cpu = 0;
	struct uet_session_options thread = counting;
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	thread.tids = &tid;
	thread.n_tids = 1;
	thread.cpus = &cpu;
	thread.n_cpus = 1;
	s = open_session(thread, "cycles");
	on_cpu(0)->value = 1000;
	on_cpu(0)->enabled_ns = 3000;
	on_cpu(0)->running_ns = 1000;
	assert_int_equal(uet_session_read(s), 0);
	assert_int_equal(uet_session_get_event(s, 1)->samples, 1000);
	uet_session_close(s);
}

static void one_software_event_is_sampled_once(void **state)
{
	const char *const names[] = { "page-faults", "cs", "page-faults:u" };
	struct uet_session_options options = sampling;
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	options.size = sizeof(options);
	options.perf_events = names;
	options.n_perf_events = 3;
	assert_int_equal(uet_session_open(tracepoints, 1, &options, &s, &err),
			 -EINVAL);
	assert_non_null(strstr(err.text, "page-faults and page-faults:u"));
	options.count_only = true;
	options.ring_pages = 0;
	assert_int_equal(uet_session_open(tracepoints, 1, &options, &s, &err),
			 0);
	uet_session_close(s);
}

static void part_of_the_time_is_scaled(void **state)
{
	struct uet_session *s;
	const struct uet_session_event *event;

	(void)state;
	use_machine(x86_cpu);
	s = open_session(counting, "cache-misses");
	event = uet_session_get_event(s, 1);
	on_cpu(0)->value = 1000;
	on_cpu(0)->enabled_ns = 4000;
	on_cpu(0)->running_ns = 1000;
	on_cpu(1)->value = 5;
	on_cpu(1)->enabled_ns = on_cpu(1)->running_ns = 4000;
	assert_int_equal(uet_session_read(s), 0);
	assert_int_equal(event->samples, 4005);
	assert_int_equal(event->enabled_ns, 8000);
	assert_int_equal(event->running_ns, 5000);
	/* A tracepoint never shares. */
	assert_int_equal(uet_session_get_event(s, 2)->enabled_ns, 0);
	uet_session_close(s);
}

static void failure_names_event_and_reason(void **state)
{
	const pid_t tid = 70;
	struct uet_session_options one = counting;
	struct uet_session *s;

	(void)state;
	use_machine(no_pmu);
	fake_perf.pmu_error = -ENOENT;
	assert_int_equal(try_open(sampling, "cycles", &s), -ENOENT);
	assert_non_null(strstr(err.text, "cycles: no PMU here counts it"));
	use_machine(x86_cpu);
	fake_perf.pmu_error = -EINVAL;
	one.tids = &tid;
	one.n_tids = 1;
	assert_int_equal(try_open(one, "uncore_imc_0/event=1/", &s), -EINVAL);
	assert_non_null(strstr(err.text, "take -a"));
	fake_perf.pmu_error = 0;
	assert_true(try_open(sampling, "cpu/nothing=1/", &s) < 0);
	assert_non_null(strstr(err.text, "nothing"));
	assert_int_equal(try_open(sampling, "cycles:S", &s), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "'S'"));
}

static void kernel_without_lost_counts_is_asked_for_less(void **state)
{
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	fake_perf.before_6_0 = true;
	s = open_session(sampling, "cycles");
	assert_int_equal(on_cpu(1)->attr.read_format, PERF_FORMAT_ID);
	uet_session_close(s);
	s = open_session(counting, "cycles");
	assert_int_equal(on_cpu(1)->attr.read_format,
			 PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED |
				 PERF_FORMAT_TOTAL_TIME_RUNNING);
	uet_session_close(s);
}

static void commands_are_counted_from_their_exec(void **state)
{
	const pid_t tid = 70;
	struct uet_session_options command = counting;
	struct uet_session *s;

	(void)state;
	use_machine(x86_cpu);
	command.tids = &tid;
	command.n_tids = 1;
	command.from_exec = true;
	s = open_session(command, "cycles");
	assert_true(on_cpu(0)->attr.enable_on_exec);
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_false(on_cpu(0)->enabled);
	assert_false(fake_perf_find(1001, 0)->attr.enable_on_exec);
	assert_true(fake_perf_find(1001, 0)->enabled);
	/* Once; later starts are ours. */
	assert_int_equal(uet_session_stop(s), 0);
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_true(on_cpu(0)->enabled);
	uet_session_close(s);
}

static int remove_machine(void **state)
{
	(void)state;
	remove_tree(folder);
	return 0;
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(it_stands_between_dummy_and_tracepoints),
		TEST(all_events_have_one_sample_type),
		TEST(period_is_the_texts_or_the_options),
		TEST(two_kinds_of_cpus_have_two_pmus),
		TEST(arm64_has_the_same),
		TEST(thresholds_are_checked_first),
		TEST(others_are_opened_on_their_cpus_only),
		TEST(threads_that_move_are_counted_whole),
		TEST(on_some_cpus_threads_are_not_estimated),
		TEST(one_software_event_is_sampled_once),
		TEST(part_of_the_time_is_scaled),
		TEST(failure_names_event_and_reason),
		TEST(commands_are_counted_from_their_exec),
		TEST(kernel_without_lost_counts_is_asked_for_less),
	};

	return cmocka_run_group_tests_name("session_perf", tests, NULL,
					   remove_machine);
}
