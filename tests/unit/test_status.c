/* SPDX-License-Identifier: MIT */
/*
 * user_events_status as kernels write it, and what is none.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/catalog_internal.h"

static struct uet_status *parse(const char *text)
{
	struct uet_status *status = NULL;

	assert_int_equal(uet_status_parse(text, strlen(text), &status, NULL),
			 0);
	return status;
}

static void no_events(void **state)
{
	struct uet_status *status = parse("\nActive: 0\nBusy: 0\n");

	(void)state;
	assert_int_equal(status->n, 0);
	assert_int_equal(status->active, 0);
	assert_int_equal(uet_status_used_by(status, "x"), 0);
	uet_status_free(status);
}

static void events_are_sorted_with_their_listeners(void **state)
{
	struct uet_status *status = parse("shop_b # Used by ftrace perf\n"
					  "shop_c # Used by other\n"
					  "shop_a\n"
					  "multi.1f # Used by perf\n"
					  "\n"
					  "Active: 4\n"
					  "Busy: 3\n");

	(void)state;
	assert_int_equal(status->n, 4);
	assert_string_equal(status->events[0].name, "multi.1f");
	assert_string_equal(status->events[1].name, "shop_a");
	assert_string_equal(status->events[2].name, "shop_b");
	assert_string_equal(status->events[3].name, "shop_c");
	assert_int_equal(status->events[0].used_by, UET_LISTENER_PERF);
	assert_int_equal(status->events[1].used_by, 0);
	assert_int_equal(status->events[2].used_by,
			 UET_LISTENER_FTRACE | UET_LISTENER_PERF);
	assert_int_equal(status->events[3].used_by, UET_LISTENER_OTHER);
	assert_int_equal(status->active, 4);
	assert_int_equal(status->busy, 3);
	assert_int_equal(status->max, 0);
	assert_int_equal(uet_status_used_by(status, "shop_b"),
			 UET_LISTENER_FTRACE | UET_LISTENER_PERF);
	uet_status_free(status);
}

static void listener_of_a_later_kernel_counts_as_other(void **state)
{
	struct uet_status *status = parse("x # Used by ftracer\n"
					  "y # Used by per\n"
					  "\nActive: 2\nBusy: 2\n");

	(void)state;
	assert_int_equal(status->events[0].used_by, UET_LISTENER_OTHER);
	assert_int_equal(status->events[1].used_by, UET_LISTENER_OTHER);
	uet_status_free(status);
}

static void older_kernels_tell_the_limit(void **state)
{
	struct uet_status *status = parse("\nActive: 1\nBusy: 0\nMax: 32768\n");

	(void)state;
	assert_int_equal(status->max, 32768);
	uet_status_free(status);
}

static void unknown_count_is_left_alone(void **state)
{
	struct uet_status *status = parse("\nActive: 1\nSleepy: 9\nBusy: 0\n");

	(void)state;
	assert_int_equal(status->active, 1);
	uet_status_free(status);
}

static void refuse(const char *text)
{
	struct uet_status *status = NULL;
	struct uet_error err = { "" };

	assert_int_equal(uet_status_parse(text, strlen(text), &status, &err),
			 -EBADMSG);
	assert_string_equal(err.text, "user_events_status does not look as a "
				      "kernel writes it");
	assert_null(status);
}

static void other_texts_are_refused(void **state)
{
	(void)state;
	refuse("");
	refuse("x\n");
	refuse("x is here\n\nActive: 1\n");
	refuse("x # Used by\n\nActive: 1\n");
	refuse("\nActive: many\n");
	refuse("\nActive: 1 or 2\n");
	refuse("\nActive: 1111111111111111111111111111111111111111111111111"
	       "111111111111111111111111\n");
}

/* The kernel takes an empty name, and writes its line like any other. */
static void event_without_a_name_is_not_the_end(void **state)
{
	struct uet_status *status = parse("a\n\nb # Used by perf\n\n"
					  "Active: 3\nBusy: 1\n");

	(void)state;
	assert_int_equal(status->n, 2);
	assert_string_equal(status->events[1].name, "b");
	assert_int_equal(status->active, 3);
	uet_status_free(status);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_events),
		cmocka_unit_test(events_are_sorted_with_their_listeners),
		cmocka_unit_test(listener_of_a_later_kernel_counts_as_other),
		cmocka_unit_test(older_kernels_tell_the_limit),
		cmocka_unit_test(unknown_count_is_left_alone),
		cmocka_unit_test(other_texts_are_refused),
		cmocka_unit_test(event_without_a_name_is_not_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
