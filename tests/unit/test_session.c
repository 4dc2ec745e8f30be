/* SPDX-License-Identifier: MIT */
/*
 * A session against a made-up kernel: what it opens, lets in, counts, and what
 * it says when that is refused.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake_perf.h"
#include "uet/session.h"

#define LOST_FORMAT (1u << 4)

static char user_events[] = "user_events";
static char name_a[] = "shop_a", name_b[] = "shop_b", name_late[] = "late";
static struct uet_catalog_event shop_a = { user_events, name_a, .id = 1001 };
static struct uet_catalog_event shop_b = { user_events, name_b, .id = 1002 };
static struct uet_catalog_event late = { user_events, name_late, .id = 1003 };
static const struct uet_catalog_event *const both[] = { &shop_a, &shop_b };

static struct uet_error err;

static int set_up(void **state)
{
	(void)state;
	fake_perf_reset();
	err.text[0] = '\0';
	return 0;
}

/* Whatever a test did, everything is closed at its end. */
static int tear_down(void **state)
{
	(void)state;
	return fake_perf.n_open || fake_perf.n_maps ? -1 : 0;
}

static int try_open(struct uet_session_options options, struct uet_session **s)
{
	options.size = sizeof(options);
	return uet_session_open(both, 2, &options, s, &err);
}

static struct uet_session *open_session(struct uet_session_options options)
{
	struct uet_session *s = NULL;

	assert_int_equal(try_open(options, &s), 0);
	return s;
}

/* id, tid, time, CPU and a raw part of 4 bytes. */
static void sample(uint64_t tracepoint, int cpu, uint64_t time)
{
	const struct fake_event *event = fake_perf_find(tracepoint, cpu);
	struct {
		struct perf_event_header header;
		uint64_t id;
		uint32_t pid, tid;
		uint64_t time;
		uint32_t cpu, reserved;
		uint32_t raw_size, raw;
	} record = {
		.header = { .type = PERF_RECORD_SAMPLE, .size = 48 },
		.id = fake_perf_id(event),
		.time = time,
		.cpu = (uint32_t)cpu,
		.raw_size = 4,
	};

	assert_int_equal(sizeof(record), 48);
	fake_perf_write(event, &record, sizeof(record));
}

/* id, lost, and the trailer: tid, time, CPU, identifier. */
static void lost(int cpu, uint64_t n)
{
	uint64_t record[7] = { 0, 0, n };
	struct perf_event_header header = { .type = PERF_RECORD_LOST,
					    .size = sizeof(record) };

	memcpy(record, &header, sizeof(header));
	fake_perf_write(fake_perf_find(0, cpu), record, sizeof(record));
}

static int keep_sizes(void *context, const void *records, size_t size)
{
	(void)records;
	*(size_t *)context += size;
	return 0;
}

static size_t drain(struct uet_session *s)
{
	size_t size = 0;
	ssize_t n = uet_session_drain(s, keep_sizes, &size, &err);

	assert_int_equal(n, size);
	return size;
}

static void one_of_each_on_each_cpu(void **state)
{
	struct uet_session *s =
		open_session((struct uet_session_options){ .ring_pages = 2 });

	(void)state;
	/* Three events on two CPUs, and epoll. */
	assert_int_equal(fake_perf.n_open, 7);
	assert_int_equal(fake_perf.n_maps, 2);
	for (int cpu = 0; cpu < 2; cpu++) {
		const struct fake_event *event = fake_perf_find(1002, cpu);

		assert_int_equal(event->tid, -1);
		assert_ptr_equal(&fake_perf.events[event->output - FAKE_FD],
				 fake_perf_find(0, cpu));
		assert_int_equal(event->attr.disabled, 1);
		assert_int_equal(event->attr.sample_period, 1);
		assert_int_equal(uet_session_get_event(s, 2)->ids[cpu],
				 fake_perf_id(event));
	}
	uet_session_close(s);
}

/* At whichever descriptor it happens. */
static void failure_in_the_middle_leaves_nothing_open(void **state)
{
	(void)state;
	for (size_t at = 1; at <= 6; at++) {
		struct uet_session *s = NULL;

		fake_perf_reset();
		fake_perf.fail_open_at = at;
		fake_perf.open_error = -EMFILE;
		assert_int_equal(
			try_open((struct uet_session_options){ 0 }, &s),
			-EMFILE);
		assert_null(s);
		assert_int_equal(fake_perf.n_open, 0);
		assert_int_equal(fake_perf.n_maps, 0);
		assert_non_null(strstr(err.text,
				       "each event (3), CPU (2) and thread "
				       "(1)"));
		assert_non_null(strstr(err.text, "ulimit -n"));
	}
}

static void cpu_that_vanishes_is_left_out(void **state)
{
	struct uet_session *s;

	(void)state;
	fake_perf.missing_cpu = 0;
	s = open_session((struct uet_session_options){ 0 });
	assert_int_equal(uet_session_get_event(s, 1)->n_ids, 1);
	assert_int_equal(uet_session_start(s, &err), 0);
	sample(1001, 1, 5);
	assert_int_equal(drain(s), 48);
	assert_int_equal(uet_session_get_event(s, 1)->samples, 1);
	uet_session_close(s);
}

static void no_cpu_at_all_is_a_failure(void **state)
{
	struct uet_session *s;

	(void)state;
	fake_perf.online = "0\n";
	fake_perf.missing_cpu = 0;
	assert_int_equal(try_open((struct uet_session_options){ 0 }, &s),
			 -ENODEV);
}

static void cpu_that_comes_back_gets_its_events(void **state)
{
	struct uet_session *s;

	(void)state;
	fake_perf.online = "0\n";
	s = open_session((struct uet_session_options){ 0 });
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_int_equal(uet_session_update(s, &err), 0);
	fake_perf.online = "0-1\n";
	assert_int_equal(uet_session_update(s, &err), 1);
	assert_int_equal(uet_session_get_event(s, 1)->n_ids, 2);
	assert_true(fake_perf_find(1001, 1)->enabled);
	assert_int_equal(fake_perf.n_maps, 2);
	assert_int_equal(uet_session_update(s, &err), 0);
	uet_session_close(s);
}

static void refusal_says_what_helps(void **state)
{
	static const struct {
		int error;
		bool thread;
		const char *paranoid, *says;
	} cases[] = {
		{ -EACCES, false, "3\n",
		  "CAP_PERFMON, or set sysctl kernel.perf_event_paranoid=-1 (it is 3)" },
		{ -EPERM, false, "2\n", "(it is 2)" },
		{ -EPERM, false, "-1\n",
		  "a container or a security module forbids it" },
		{ -EACCES, true, "-1\n", "it belongs to somebody else" },
		{ -ENOSYS, false, "2\n", "CONFIG_PERF_EVENTS" },
		{ -ENFILE, false, "2\n", "fs.file-max" },
		{ -ENOMEM, false, "2\n", "out of memory" },
		{ -EIO, false, "2\n",
		  "cannot open the perf event dummy:HG: " },
	};
	pid_t tid = 77;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct uet_session_options options = { 0 };
		struct uet_session *s;

		fake_perf_reset();
		fake_perf.fail_open_at = 1;
		fake_perf.open_error = cases[i].error;
		fake_perf.paranoid = cases[i].paranoid;
		if (cases[i].thread) {
			options.tids = &tid;
			options.n_tids = 1;
		}
		assert_int_equal(try_open(options, &s), cases[i].error);
		if (!strstr(err.text, cases[i].says))
			fail_msg("%s: lacks %s", err.text, cases[i].says);
	}
}

static void event_that_has_gone_leaves_the_others(void **state)
{
	struct uet_session *s;

	(void)state;
	fake_perf.gone_id = 1001;
	s = open_session((struct uet_session_options){ 0 });
	assert_int_equal(uet_session_get_event(s, 1)->n_ids, 0);
	assert_int_equal(uet_session_get_event(s, 2)->n_ids, 2);
	uet_session_close(s);
}

/* Between the catalog and the opening, its number or its name went to another:
 * samples would be decoded by the wrong format. */
static void event_that_is_another_by_now_is_left_out(void **state)
{
	static char format[] = "name: late\nID: 1003\n";
	static struct uet_catalog_event known = {
		user_events, name_late, .id = 1003, .format = format,
		.format_size = sizeof(format) - 1,
	};
	static const struct uet_catalog_event *const events[] = { &known };
	struct uet_session *s = open_session((struct uet_session_options){ 0 });

	(void)state;
	fake_perf.format = "name: late\nID: 1003\n";
	assert_int_equal(uet_session_add_events(s, events, 1, &err), 0);
	assert_int_equal(uet_session_get_event(s, 3)->n_ids, 2);
	fake_perf.format = "name: late\nID: 1004\n";
	assert_int_equal(uet_session_add_events(s, events, 1, &err), 0);
	assert_int_equal(uet_session_get_event(s, 4)->n_ids, 0);
	uet_session_close(s);
	assert_int_equal(fake_perf.n_open, 0);
}

static void rings_shrink_to_the_limit(void **state)
{
	struct uet_session *s;

	(void)state;
	fake_perf.most_pages = 16;
	s = open_session((struct uet_session_options){ 0 });
	assert_int_equal(uet_session_ring_pages(s), 16);
	assert_int_equal(fake_perf.n_maps, 2);
	uet_session_close(s);
	/* Not what was asked for. */
	assert_int_equal(
		try_open((struct uet_session_options){ .ring_pages = 32 }, &s),
		-EPERM);
	assert_non_null(strstr(err.text, "rings of 32 pages"));
	/* And not for ever. */
	fake_perf.most_pages = 2;
	assert_int_equal(try_open((struct uet_session_options){ 0 }, &s),
			 -EPERM);
	assert_non_null(strstr(err.text, "rings of 4 pages"));
}

static void kernel_without_lost_counts_is_asked_for_less(void **state)
{
	struct uet_session_totals totals;
	struct uet_session *s;

	(void)state;
	fake_perf.before_6_0 = true;
	for (int counting = 0; counting < 2; counting++) {
		s = open_session((struct uet_session_options){
			.count_only = counting });
		assert_int_equal(
			uet_session_get_event(s, 2)->attr->read_format,
			PERF_FORMAT_ID);
		assert_int_equal(uet_session_add_events(s, both, 1, &err), 0);
		assert_int_equal(uet_session_get_event(s, 3)->n_ids, 2);
		uet_session_close(s);
	}
	s = open_session((struct uet_session_options){ 0 });
	assert_int_equal(uet_session_start(s, &err), 0);
	sample(1001, 0, 1);
	lost(0, 5);
	lost(1, 7);
	drain(s);
	assert_int_equal(uet_session_stop(s), 0);
	uet_session_get_totals(s, &totals);
	assert_false(totals.lost_by_event);
	assert_int_equal(totals.lost, 12);
	assert_int_equal(totals.samples, 1);
	uet_session_close(s);
}

/* Where the kernel counts by event, its records are not counted again. */
static void lost_counts_are_the_events(void **state)
{
	struct uet_session *s = open_session((struct uet_session_options){ 0 });
	struct uet_session_totals totals;

	(void)state;
	lost(0, 5);
	fake_perf_find(1001, 0)->lost = 3;
	fake_perf_find(1001, 1)->lost = 1;
	fake_perf_find(1002, 1)->lost = 8;
	fake_perf_find(0, 0)->lost = 100; /* the dummy's: no events */
	drain(s);
	assert_int_equal(uet_session_stop(s), 0);
	uet_session_get_totals(s, &totals);
	assert_true(totals.lost_by_event);
	assert_int_equal(totals.lost, 12);
	assert_int_equal(uet_session_get_event(s, 1)->lost, 4);
	assert_int_equal(uet_session_lost(s, 1, 0), 3);
	assert_int_equal(uet_session_lost(s, 2, 1), 8);
	uet_session_close(s);
}

static void counting_needs_no_rings(void **state)
{
	struct uet_session *s =
		open_session((struct uet_session_options){ .count_only = 1 });
	struct uet_session_totals totals;

	(void)state;
	assert_int_equal(fake_perf.n_maps, 0);
	assert_int_equal(fake_perf_find(1001, 0)->attr.sample_period, 0);
	fake_perf_find(1001, 0)->value = 40;
	fake_perf_find(1001, 1)->value = 2;
	assert_int_equal(uet_session_read(s), 0);
	uet_session_get_totals(s, &totals);
	assert_int_equal(uet_session_get_event(s, 1)->samples, 42);
	assert_int_equal(totals.samples, 42);
	uet_session_close(s);
}

static void events_start_and_stop_while_it_runs(void **state)
{
	struct uet_session *s = open_session((struct uet_session_options){ 0 });
	const struct uet_catalog_event *const more[] = { &late };

	(void)state;
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_true(fake_perf_find(1001, 1)->enabled);
	assert_int_equal(uet_session_add_events(s, more, 1, &err), 0);
	assert_false(fake_perf_find(1003, 0)->enabled);
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_true(fake_perf_find(1003, 0)->enabled);
	assert_int_equal(uet_session_stop(s), 0);
	for (size_t i = 0; i < fake_perf.n_events; i++)
		assert_false(fake_perf.events[i].enabled);
	/* And again. */
	assert_int_equal(uet_session_start(s, &err), 0);
	for (size_t i = 0; i < fake_perf.n_events; i++) {
		assert_true(fake_perf.events[i].enabled);
		assert_int_equal(fake_perf.events[i].n_enabled, 2);
	}
	uet_session_close(s);
}

static void refused_filter_keeps_its_event_stopped(void **state)
{
	struct uet_session *s = open_session((struct uet_session_options){ 0 });

	(void)state;
	fake_perf.filter_error = -EINVAL;
	assert_int_equal(uet_session_set_filter(s, 1, "color == 7", &err),
			 -EINVAL);
	assert_non_null(strstr(err.text, "'color == 7' for "
					 "user_events:shop_a: "));
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_false(fake_perf_find(1001, 0)->enabled);
	assert_true(fake_perf_find(1002, 0)->enabled);
	fake_perf.filter_error = 0;
	assert_int_equal(uet_session_set_filter(s, 1, "a == 7", &err), 0);
	assert_int_equal(uet_session_start(s, &err), 0);
	assert_true(fake_perf_find(1001, 0)->enabled);
	assert_string_equal(fake_perf_find(1001, 1)->filter, "a == 7");
	uet_session_close(s);
}

static void two_rings_are_drained_and_counted_by_event(void **state)
{
	struct uet_session *s = open_session((struct uet_session_options){ 0 });
	struct uet_session_totals totals;

	(void)state;
	assert_int_equal(uet_session_poll(s, 0), 0);
	sample(1001, 0, 30);
	sample(1001, 0, 31);
	sample(1002, 0, 40);
	sample(1002, 1, 20);
	sample(1001, 1, 35);
	assert_int_equal(uet_session_poll(s, 0), 1);
	assert_int_equal(drain(s), 5 * 48);
	assert_int_equal(drain(s), 0);
	assert_int_equal(uet_session_get_event(s, 0)->samples, 0);
	assert_int_equal(uet_session_get_event(s, 1)->samples, 3);
	assert_int_equal(uet_session_get_event(s, 2)->samples, 2);
	uet_session_get_totals(s, &totals);
	assert_int_equal(totals.samples, 5);
	assert_int_equal(totals.first_ns, 20);
	assert_int_equal(totals.last_ns, 40);
	uet_session_restart_times(s);
	sample(1001, 1, 50);
	drain(s);
	uet_session_get_totals(s, &totals);
	assert_int_equal(totals.samples, 6);
	assert_int_equal(totals.first_ns, 50);
	uet_session_close(s);
}

static void ring_that_holds_no_records_is_told(void **state)
{
	struct uet_session *s = open_session((struct uet_session_options){ 0 });
	uint64_t nonsense = 0;
	size_t size = 0;

	(void)state;
	sample(1001, 0, 1);
	fake_perf_write(fake_perf_find(0, 1), &nonsense, sizeof(nonsense));
	assert_int_equal(uet_session_drain(s, keep_sizes, &size, &err),
			 -EBADMSG);
	assert_int_equal(size, 48);
	assert_string_equal(err.text,
			    "the ring of CPU 1 does not hold valid records");
	assert_int_equal(drain(s), 0);
	uet_session_close(s);
}

static void end_of_all_threads_ends_the_waiting(void **state)
{
	pid_t tids[] = { 70, 71 };
	struct uet_session *s = open_session((struct uet_session_options){
		.tids = tids, .n_tids = 2 });

	(void)state;
	assert_int_equal(fake_perf_find(1001, 0)->attr.inherit, 1);
	assert_int_equal(fake_perf.n_maps, 2);
	for (size_t i = 0; i < fake_perf.n_events; i++)
		fake_perf.events[i].hung_up =
			fake_perf.events[i].tid == 70;
	assert_int_equal(uet_session_poll(s, 0), 0);
	for (size_t i = 0; i < fake_perf.n_events; i++)
		fake_perf.events[i].hung_up = true;
	assert_int_equal(uet_session_poll(s, 0), -ESRCH);
	uet_session_close(s);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_of_each_on_each_cpu),
		TEST(failure_in_the_middle_leaves_nothing_open),
		TEST(cpu_that_vanishes_is_left_out),
		TEST(no_cpu_at_all_is_a_failure),
		TEST(cpu_that_comes_back_gets_its_events),
		TEST(refusal_says_what_helps),
		TEST(event_that_has_gone_leaves_the_others),
		TEST(event_that_is_another_by_now_is_left_out),
		TEST(rings_shrink_to_the_limit),
		TEST(kernel_without_lost_counts_is_asked_for_less),
		TEST(lost_counts_are_the_events),
		TEST(counting_needs_no_rings),
		TEST(events_start_and_stop_while_it_runs),
		TEST(refused_filter_keeps_its_event_stopped),
		TEST(two_rings_are_drained_and_counted_by_event),
		TEST(ring_that_holds_no_records_is_told),
		TEST(end_of_all_threads_ends_the_waiting),
	};

	return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
