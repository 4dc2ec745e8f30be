/* SPDX-License-Identifier: MIT */
/*
 * Events that are defined while the program runs.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "emit/emit_internal.h"
#include "fake_sys.h"
#include "uet/register.h"
#include "uet/runtime.h"

static struct uet_event *event;

static int start(void **state)
{
	(void)state;
	fake_sys_reset();
	return uet_event_new("made u32 a; u8 b", UET_FLAG_PERSIST, &event);
}

static int stop(void **state)
{
	(void)state;
	uet_event_free(event);
	for (size_t i = 0; i < 64; i++)
		if (fake_sys.registered[i].in_use)
			return -1;
	return 0;
}

/* Payload in two segments behind the reserved one. */
static int write_event(void)
{
	uint32_t a = 1;
	uint8_t b = 2;
	struct iovec segments[3] = { { NULL, 99 }, { &a, 4 }, { &b, 1 } };

	return uet_event_write(event, segments, 3);
}

static void listen(void)
{
	__atomic_fetch_or(event->word, 1, __ATOMIC_RELAXED);
}

static void new_event_is_registered(void **state)
{
	(void)state;
	assert_int_equal(uet_event_state(event, NULL), UET_STATE_REGISTERED);
	assert_string_equal(fake_sys.registered[0].text, "made u32 a; u8 b");
	assert_int_equal(fake_sys.registered[0].flags, UET_FLAG_PERSIST);
	assert_false(uet_event_enabled(event));
}

static void write_is_one_call_behind_the_index(void **state)
{
	static const unsigned char payload[] = { 1, 0, 0, 0, 2 };

	(void)state;
	listen();
	assert_int_equal(write_event(), 0);
	assert_int_equal(fake_sys.n_writes, 1);
	assert_int_equal(fake_sys.writes[0].segments, 3);
	assert_int_equal(fake_sys.writes[0].size, 9);
	assert_memory_equal(fake_sys.writes[0].bytes, &event->write_index, 4);
	assert_memory_equal(fake_sys.writes[0].bytes + 4, payload, 5);
}

static void failures_are_returned_and_counted(void **state)
{
	struct uet_event_counts counts;
	struct iovec none = { NULL, 0 };

	(void)state;
	assert_int_equal(write_event(), -EBADF);
	listen();
	fake_sys.write_error = -EFAULT;
	assert_int_equal(write_event(), -EFAULT);
	fake_sys.write_error = -EINVAL;
	assert_int_equal(write_event(), -EINVAL);
	fake_sys.write_error = 0;
	assert_int_equal(write_event(), 0);
	uet_event_unregister(event);
	listen();
	assert_int_equal(write_event(), -ENOTCONN);
	uet_event_stats(event, &counts);
	assert_int_equal(counts.emitted, 1);
	assert_int_equal(counts.lost[UET_LOST_DISABLED], 1);
	assert_int_equal(counts.lost[UET_LOST_FAULT], 1);
	assert_int_equal(counts.lost[UET_LOST_SIZE], 0);
	assert_int_equal(counts.lost[UET_LOST_OTHER], 2);
	assert_int_equal(uet_event_write(event, &none, 0), -EINVAL);
}

static void one_event_is_unregistered_and_registered_again(void **state)
{
	struct uet_event *other;

	(void)state;
	assert_int_equal(uet_event_new("other", 0, &other), 0);
	uet_event_unregister(event);
	assert_int_equal(uet_event_state(event, NULL), UET_STATE_UNREGISTERED);
	assert_int_equal(uet_event_state(other, NULL), UET_STATE_REGISTERED);
	assert_int_equal(uet_event_register(event), 0);
	assert_int_equal(uet_event_state(event, NULL), UET_STATE_REGISTERED);
	listen();
	assert_int_equal(write_event(), 0);
	uet_event_free(other);
	assert_int_equal(uet_event_register(NULL), -EINVAL);
	uet_event_unregister(NULL);
}

static void bad_arguments_make_no_event(void **state)
{
	struct uet_event *none = NULL;
	char text[600];

	(void)state;
	memset(text, 'n', sizeof(text));
	text[512] = '\0';
	assert_int_equal(uet_event_new(NULL, 0, &none), -EINVAL);
	assert_int_equal(uet_event_new("", 0, &none), -EINVAL);
	assert_int_equal(uet_event_new("x", 4, &none), -EINVAL);
	assert_int_equal(uet_event_new(" u32 a", 0, &none), -EINVAL);
	assert_int_equal(uet_event_new("a/b u32 a", 0, &none), -EINVAL);
	assert_int_equal(uet_event_new(text, 0, &none), -E2BIG);
	assert_null(none);
	text[511] = '\0';
	assert_int_equal(uet_event_new(text, 0, &none), 0);
	uet_event_free(none);
	uet_event_free(NULL);
}

static void refused_event_exists_and_is_tried_again(void **state)
{
	struct uet_event *refused;
	int error;

	(void)state;
	fake_sys.reg_error = -EINVAL;
	assert_int_equal(uet_event_new("odd", 0, &refused), 0);
	assert_int_equal(uet_event_state(refused, &error), UET_STATE_FAILED);
	assert_int_equal(error, -EINVAL);
	fake_sys.reg_error = 0;
	assert_int_equal(uet_register(), 0);
	assert_int_equal(uet_event_state(refused, NULL), UET_STATE_REGISTERED);
	uet_event_free(refused);
}

/* The kernel keeps writing to a word that it could not be told about. */
static void word_that_the_kernel_keeps_is_not_freed(void **state)
{
	struct uet_event *kept;
	struct fake_registration *r = &fake_sys.registered[1];

	(void)state;
	assert_int_equal(uet_event_new("kept", 0, &kept), 0);
	close(fd_of(kept));
	fake_sys.open_error = -EACCES;
	uet_event_free(kept);
	assert_true(r->in_use);
	/* Still ours: a sanitizer would complain. */
	*(volatile uint32_t *)(uintptr_t)r->address |= 1;
	r->in_use = false;
	fake_sys.open_error = 0;
	/* Not the test's doing that it is lost. */
	(void)kept;
}

#define test(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(new_event_is_registered),
		test(write_is_one_call_behind_the_index),
		test(failures_are_returned_and_counted),
		test(one_event_is_unregistered_and_registered_again),
		test(bad_arguments_make_no_event),
		test(refused_event_exists_and_is_tried_again),
		test(word_that_the_kernel_keeps_is_not_freed),
	};

	return cmocka_run_group_tests_name("runtime", tests, NULL, NULL);
}
