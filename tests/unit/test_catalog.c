/* SPDX-License-Identifier: MIT */
/*
 * Patterns, and the events found by them in a made-up tracing folder.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/catalog_internal.h"
#include "fake_folder.h"

static void make_event(const char *system, const char *name, int id,
		       const char *enable)
{
	char path[256], text[512];

	snprintf(path, sizeof(path), "events/%s/%s", system, name);
	make_folder(path);
	snprintf(path, sizeof(path), "events/%s/%s/enable", system, name);
	make_file(path, enable);
	snprintf(path, sizeof(path), "events/%s/%s/id", system, name);
	snprintf(text, sizeof(text), "%d\n", id);
	make_file(path, text);
	snprintf(path, sizeof(path), "events/%s/%s/format", system, name);
	snprintf(text, sizeof(text),
		 "name: %s\nID: %d\nformat:\n"
		 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;"
		 "\tsigned:0;\n"
		 "\n"
		 "\tfield:u32 a;\toffset:8;\tsize:4;\tsigned:0;\n"
		 "\nprint fmt: \"a=%%u\", REC->a\n", name, id);
	make_file(path, text);
}

static int set_up(void **state)
{
	(void)state;
	if (begin_folder("catalog"))
		return -1;
	make_file("user_events_data", "");
	make_file("user_events_status", "shop_b # Used by perf\nshop_a\n"
					"multi.0\nmulti.1f # Used by ftrace\n"
					"\nActive: 4\nBusy: 2\n");
	make_folder("events");
	make_file("events/enable", "X\n");
	for (int i = 0; i < 3; i++) {
		static const char *const systems[] = {
			"user_events", "user_events_multi", "sched",
		};
		char path[64];

		snprintf(path, sizeof(path), "events/%s", systems[i]);
		make_folder(path);
		snprintf(path, sizeof(path), "events/%s/enable", systems[i]);
		make_file(path, "0\n");
	}
	make_event("user_events", "shop_b", 1002, "0\n");
	make_event("user_events", "shop_a", 1001, "1\n");
	make_event("user_events", "till", 1003, "1*\n");
	make_event("user_events_multi", "multi.0", 1004, "0\n");
	make_event("user_events_multi", "multi.1f", 1005, "0\n");
	make_event("sched", "sched_switch", 300, "0\n");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return remove_tree(folder);
}

static void patterns_mean_what_the_header_says(void **state)
{
	(void)state;
	assert_true(uet_catalog_match("shop_a", "user_events", "shop_a"));
	assert_true(uet_catalog_match("shop_*", "user_events", "shop_a"));
	assert_true(uet_catalog_match("[[:alpha:]]*", "user_events", "a"));
	assert_true(uet_catalog_match("user_*:shop_?", "user_events",
				      "shop_a"));
	assert_true(uet_catalog_match("sched:*", "sched", "sched_switch"));
	/* A bare name means user_events only. */
	assert_false(uet_catalog_match("sched_switch", "sched",
				       "sched_switch"));
	assert_false(uet_catalog_match("*", "sched", "sched_switch"));
	assert_false(uet_catalog_match("shop", "user_events", "shop_a"));
	assert_false(uet_catalog_match("sched:*", "user_events", "shop_a"));
	/* The formats of a multi-format event. */
	assert_true(uet_catalog_match("multi", "user_events_multi",
				      "multi.1f"));
	assert_true(uet_catalog_match("multi.1f", "user_events_multi",
				      "multi.1f"));
	assert_false(uet_catalog_match("multi.0", "user_events_multi",
				       "multi.1f"));
	/* ".HEX" is a part of a name elsewhere. */
	assert_false(uet_catalog_match("plain", "user_events", "plain.1f"));
	assert_false(uet_catalog_match("multi", "user_events_multi",
				       "multi.xy"));
}

static void multi_base_ends_before_the_number(void **state)
{
	(void)state;
	assert_int_equal(uet_multi_base("multi.1f"), 5);
	assert_int_equal(uet_multi_base("a.b.0"), 3);
	assert_int_equal(uet_multi_base("multi."), 6);
	assert_int_equal(uet_multi_base(".1f"), 3);
	assert_int_equal(uet_multi_base("beef"), 4);
	assert_int_equal(uet_multi_base(""), 0);
}

static struct uet_catalog *load(const char *const *patterns, size_t n,
				size_t *matches)
{
	struct uet_catalog *catalog = NULL;
	struct uet_error err = { "" };

	assert_int_equal(uet_catalog_load_at(folder, patterns, n, matches,
					     &catalog, &err), 0);
	return catalog;
}

static void names_of_other_systems_are_listed(void **state)
{
	static const char *const patterns[] = { "sched:*", "shop_*", "u*:*" };
	char **names = NULL;
	size_t n = 0;

	(void)state;
	make_event("sched", "sched_exec", 301, "0\n");
	assert_int_equal(uet_catalog_names(folder, patterns, 3, &names, &n), 0);
	assert_int_equal(n, 2);
	assert_string_equal(names[0], "sched:sched_exec");
	assert_string_equal(names[1], "sched:sched_switch");
	uet_names_free(names, n);
	assert_int_equal(uet_catalog_names(folder, patterns + 1, 1, &names, &n),
			 0);
	assert_int_equal(n, 0);
	uet_names_free(names, n);
	assert_int_equal(uet_catalog_names("/nowhere", patterns, 3, &names, &n),
			 -ENOENT);
}

static void all_events_of_user_events_in_order(void **state)
{
	static const struct {
		const char *system, *name;
		uint32_t id;
		bool enabled;
		unsigned int used_by;
	} expected[] = {
		{ "user_events", "shop_a", 1001, true, 0 },
		{ "user_events", "shop_b", 1002, false, UET_LISTENER_PERF },
		{ "user_events", "till", 1003, true, 0 },
		{ "user_events_multi", "multi.0", 1004, false, 0 },
		{ "user_events_multi", "multi.1f", 1005, false,
		  UET_LISTENER_FTRACE },
	};
	struct uet_catalog *catalog = load(NULL, 0, NULL);

	(void)state;
	assert_int_equal(catalog->n, 5);
	for (size_t i = 0; i < 5; i++) {
		const struct uet_catalog_event *event = &catalog->events[i];

		assert_string_equal(event->system, expected[i].system);
		assert_string_equal(event->name, expected[i].name);
		assert_int_equal(event->id, expected[i].id);
		assert_int_equal(event->enabled, expected[i].enabled);
		assert_int_equal(event->used_by, expected[i].used_by);
		assert_int_equal(event->format_size, strlen(event->format));
		assert_non_null(event->parsed);
		assert_int_equal(uet_format_id(event->parsed),
				 expected[i].id);
	}
	uet_catalog_free(catalog);
}

static void formats_stand_together_by_number(void **state)
{
	static const char *const pattern[] = { "multi*" };
	static const char *const expected[] = {
		"multi.0", "multi.2", "multi.1f", "multi.2a", "multi.100",
		"multi.b.1", "multi.b.10",
	};
	struct uet_catalog *catalog;

	(void)state;
	make_event("user_events_multi", "multi.100", 2001, "0\n");
	make_event("user_events_multi", "multi.2", 2002, "0\n");
	make_event("user_events_multi", "multi.b.10", 2003, "0\n");
	make_event("user_events_multi", "multi.b.1", 2004, "0\n");
	make_event("user_events_multi", "multi.2a", 2005, "0\n");
	catalog = load(pattern, 1, NULL);
	assert_int_equal(catalog->n, 7);
	for (size_t i = 0; i < 7; i++)
		assert_string_equal(catalog->events[i].name, expected[i]);
	uet_catalog_free(catalog);
}

static void matches_are_counted_by_pattern(void **state)
{
	static const char *const patterns[] = {
		"shop_*", "*_a", "nothing", "sched:sched_*", "nosuch:*",
	};
	size_t matches[5] = { 9, 9, 9, 9, 9 };
	struct uet_catalog *catalog = load(patterns, 5, matches);

	(void)state;
	assert_int_equal(catalog->n, 3);
	assert_string_equal(catalog->events[0].name, "sched_switch");
	assert_string_equal(catalog->events[1].name, "shop_a");
	assert_string_equal(catalog->events[2].name, "shop_b");
	assert_int_equal(matches[0], 2);
	assert_int_equal(matches[1], 1);
	assert_int_equal(matches[2], 0);
	assert_int_equal(matches[3], 1);
	assert_int_equal(matches[4], 0);
	uet_catalog_free(catalog);
}

static void event_that_goes_away_is_left_out(void **state)
{
	char path[128];
	struct uet_catalog *catalog;

	(void)state;
	snprintf(path, sizeof(path), "%s/events/user_events/till/id", folder);
	assert_int_equal(unlink(path), 0);
	catalog = load(NULL, 0, NULL);
	assert_int_equal(catalog->n, 4);
	uet_catalog_free(catalog);
}

static void unreadable_format_text_leaves_the_event(void **state)
{
	static const char *const pattern[] = { "till" };
	struct uet_catalog *catalog;

	(void)state;
	make_file("events/user_events/till/format", "?");
	catalog = load(pattern, 1, NULL);
	assert_int_equal(catalog->n, 1);
	assert_null(catalog->events[0].parsed);
	assert_string_equal(catalog->events[0].format, "?");
	uet_catalog_free(catalog);
}

static void missing_folder_is_a_failure_with_words(void **state)
{
	struct uet_catalog *catalog = NULL;
	struct uet_error err = { "" };

	(void)state;
	assert_true(uet_catalog_load_at("/nonexistent/uet", NULL, 0, NULL,
					&catalog, &err) < 0);
	assert_null(catalog);
	assert_non_null(strstr(err.text, "/nonexistent/uet/events: "));
}

static void kernel_without_user_events_is_told_from_others(void **state)
{
	struct uet_error err = { "" };
	char path[128];

	(void)state;
	assert_int_equal(uet_tracing_check(folder, &err), 0);
	snprintf(path, sizeof(path), "%s/user_events_data", folder);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(uet_tracing_check(folder, &err), -ENOSYS);
	assert_non_null(strstr(err.text, "this kernel has no user_events"));
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, \
							  tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_mean_what_the_header_says),
		cmocka_unit_test(multi_base_ends_before_the_number),
		WITH_FOLDER(names_of_other_systems_are_listed),
		WITH_FOLDER(all_events_of_user_events_in_order),
		WITH_FOLDER(formats_stand_together_by_number),
		WITH_FOLDER(matches_are_counted_by_pattern),
		WITH_FOLDER(event_that_goes_away_is_left_out),
		WITH_FOLDER(unreadable_format_text_leaves_the_event),
		cmocka_unit_test(missing_folder_is_a_failure_with_words),
		WITH_FOLDER(kernel_without_user_events_is_told_from_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
