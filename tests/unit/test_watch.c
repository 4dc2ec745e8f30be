/* SPDX-License-Identifier: MIT */
/*
 * What a watch finds new in a made-up tracing folder.
 */
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

#include "fake_folder.h"
#include "uet/watch.h"

int __wrap_uet_tracefs_find(char *path, size_t size);

int __wrap_uet_tracefs_find(char *path, size_t size)
{
	snprintf(path, size, "%s", folder);
	return 0;
}

/* Names, each with a newline behind it. */
static void set_status(const char *names)
{
	char text[512];

	snprintf(text, sizeof(text), "%s\nActive: 1\nBusy: 0\n", names);
	make_file("user_events_status", text);
}

/* Of an event SYSTEM/NAME, unless it is there. */
static void make_system(const char *event)
{
	char path[256], full[512];

	snprintf(path, sizeof(path), "events/%s", event);
	*strrchr(path, '/') = '\0';
	snprintf(full, sizeof(full), "%s/%s", folder, path);
	if (access(full, F_OK))
		make_folder(path);
	strcat(path, "/enable");
	make_file(path, "0\n");
}

static void make_event(const char *event)
{
	char path[256];

	make_system(event);
	snprintf(path, sizeof(path), "events/%s", event);
	make_folder(path);
	snprintf(path, sizeof(path), "events/%s/id", event);
	make_file(path, "9\n");
	snprintf(path, sizeof(path), "events/%s/format", event);
	make_file(path, "?");
	snprintf(path, sizeof(path), "events/%s/enable", event);
	make_file(path, "0\n");
}

static void remove_event(const char *event)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/events/%s", folder, event);
	assert_int_equal(remove_tree(path), 0);
}

static int set_up(void **state)
{
	(void)state;
	if (begin_folder("watch"))
		return -1;
	make_file("user_events_data", "");
	make_folder("events");
	make_file("events/enable", "0\n");
	make_event("user_events/shop_a");
	make_event("sched/sched_switch");
	set_status("shop_a\n");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return remove_tree(folder);
}

/* One that knows what is there, unless knows is false. */
static struct uet_watch *watch(const char *pattern, bool knows)
{
	size_t n = pattern ? 1 : 0;
	struct uet_catalog *there = NULL;
	struct uet_watch *w = NULL;

	if (knows)
		assert_int_equal(uet_catalog_load(&pattern, n, NULL, &there,
						  NULL), 0);
	assert_int_equal(uet_watch_new(&pattern, n, there, &w, NULL), 0);
	uet_catalog_free(there);
	return w;
}

/* "SYSTEM:NAME SYSTEM:NAME", what is new. */
static const char *new_ones(struct uet_watch *w)
{
	static char text[512];
	struct uet_catalog *catalog;
	struct uet_error err;
	int result = uet_watch_poll(w, &catalog, &err);

	text[0] = '\0';
	assert_in_range(result, 0, 1);
	for (size_t i = 0; result && i < catalog->n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%s%s:%s", i ? " " : "", catalog->events[i].system,
			 catalog->events[i].name);
	if (result)
		uet_catalog_free(catalog);
	return text;
}

static void what_is_known_is_not_new(void **state)
{
	struct uet_watch *w = watch(NULL, true);

	(void)state;
	assert_string_equal(new_ones(w), "");
	uet_watch_free(w);
	w = watch(NULL, false);
	assert_string_equal(new_ones(w), "user_events:shop_a");
	assert_string_equal(new_ones(w), "");
	uet_watch_free(w);
}

static void what_matches_is_told_once(void **state)
{
	struct uet_watch *w = watch("shop_*", true);

	(void)state;
	make_event("user_events/shop_b");
	make_event("user_events/other");
	make_event("user_events_multi/shop_m.1f");
	set_status("shop_a\nshop_b # Used by perf\nother\nshop_m.1f\n");
	assert_string_equal(new_ones(w), "user_events:shop_b "
					 "user_events_multi:shop_m.1f");
	assert_string_equal(new_ones(w), "");
	uet_watch_free(w);
}

static void what_comes_back_is_new_again(void **state)
{
	struct uet_watch *w = watch(NULL, true);

	(void)state;
	remove_event("user_events/shop_a");
	set_status("");
	assert_string_equal(new_ones(w), "");
	make_event("user_events/shop_a");
	set_status("shop_a\n");
	assert_string_equal(new_ones(w), "user_events:shop_a");
	uet_watch_free(w);
}

static void what_was_not_caught_is_new_again(void **state)
{
	static char user[] = "user_events", shop_a[] = "shop_a";
	static char sched[] = "sched", sched_switch[] = "sched_switch";
	const struct uet_catalog_event users = { user, shop_a, .id = 9 };
	const struct uet_catalog_event other = { sched, sched_switch, .id = 9 };
	struct uet_watch *w = watch("*:*", true);

	(void)state;
	make_event("user_events/zebra");
	set_status("shop_a\nzebra\n");
	assert_string_equal(new_ones(w), "user_events:zebra");
	uet_watch_forget(w, &users);
	assert_string_equal(new_ones(w), "user_events:shop_a");
	uet_watch_forget(w, &other);
	assert_string_equal(new_ones(w), "sched:sched_switch");
	remove_event("user_events/shop_a");
	set_status("zebra\n");
	assert_string_equal(new_ones(w), "");
	uet_watch_forget(w, &users);
	assert_string_equal(new_ones(w), "");
	uet_watch_free(w);
}

static void what_has_gone_before_it_is_read_is_nothing(void **state)
{
	struct uet_watch *w = watch(NULL, true);

	(void)state;
	set_status("shop_a\nshop_b\n");
	assert_string_equal(new_ones(w), "");
	uet_watch_free(w);
}

static void characters_of_globs_are_only_characters(void **state)
{
	struct uet_watch *w = watch(NULL, true);

	(void)state;
	make_event("user_events/a*");
	make_event("user_events/b[1]");
	make_event("user_events/ab");
	/* ab is not there yet for the status. */
	set_status("shop_a\na*\nb[1]\n");
	assert_string_equal(new_ones(w), "user_events:a* user_events:b[1]");
	uet_watch_free(w);
}

static void other_systems_are_watched_too(void **state)
{
	struct uet_watch *w = watch("*:*_switch", true);

	(void)state;
	assert_string_equal(new_ones(w), "");
	make_event("sched/other");
	make_event("kprobes/my_switch");
	make_event("user_events/light_switch");
	set_status("shop_a\nlight_switch\n");
	assert_string_equal(new_ones(w), "kprobes:my_switch "
					 "user_events:light_switch");
	remove_event("kprobes/my_switch");
	assert_string_equal(new_ones(w), "");
	make_event("kprobes/my_switch");
	assert_string_equal(new_ones(w), "kprobes:my_switch");
	uet_watch_free(w);
}

static void kernel_without_user_events_has_others(void **state)
{
	static const char *const patterns[] = { "*:*_switch", "sched:*" };
	char path[128];

	(void)state;
	snprintf(path, sizeof(path), "%s/user_events_data", folder);
	assert_int_equal(unlink(path), 0);
	snprintf(path, sizeof(path), "%s/user_events_status", folder);
	assert_int_equal(unlink(path), 0);
	for (size_t i = 0; i < 2; i++) {
		struct uet_watch *w = watch(patterns[i], false);

		assert_string_equal(new_ones(w), "sched:sched_switch");
		uet_watch_free(w);
	}
}

static void failure_has_words_and_forgets_nothing(void **state)
{
	struct uet_watch *w = watch("shop_*", true);
	struct uet_catalog *catalog = NULL;
	struct uet_error err = { "" };

	(void)state;
	make_event("user_events/shop_b");
	make_file("user_events_status", "nonsense");
	assert_true(uet_watch_poll(w, &catalog, &err) < 0);
	assert_non_null(strstr(err.text, "user_events_status"));
	set_status("shop_a\nshop_b\n");
	assert_string_equal(new_ones(w), "user_events:shop_b");
	uet_watch_free(w);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_known_is_not_new),
		TEST(what_matches_is_told_once),
		TEST(what_comes_back_is_new_again),
		TEST(what_was_not_caught_is_new_again),
		TEST(what_has_gone_before_it_is_read_is_nothing),
		TEST(characters_of_globs_are_only_characters),
		TEST(other_systems_are_watched_too),
		TEST(kernel_without_user_events_has_others),
		TEST(failure_has_words_and_forgets_nothing),
	};

	return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
