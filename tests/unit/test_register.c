/* SPDX-License-Identifier: MIT */
/*
 * What becomes of registrations when the world is not as it should be.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "test_register.h"
#include "uet/delete.h"

static const char *detail(const struct uet_event *event)
{
	static char text[256];

	assert_in_range(uet_strerror_detail(event, text, sizeof(text)), 1,
			sizeof(text) - 1);
	assert_null(strchr(text, '\n'));
	return text;
}

static void assert_says(const struct uet_event *event, const char *words)
{
	if (!strstr(detail(event), words))
		fail_msg("'%s' does not say '%s'", detail(event), words);
}

static void registered(void **state)
{
	(void)state;
	assert_int_equal(uet_register(), 0);
	assert_state(plain, UET_STATE_REGISTERED, 0);
	assert_string_equal(detail(UET_EVENT_REF(plain)), "plain: registered");
	assert_string_equal(detail(NULL), "user_events_data is open");
	/* Again: nothing is registered twice. */
	assert_int_equal(uet_register(), 0);
	assert_int_equal(fake_sys.n_reg_calls, 3);
	assert_int_equal(fake_sys.n_opens, 1);
}

static void kernel_without_user_events_then_with(void **state)
{
	(void)state;
	fake_sys.data_file = NULL;
	assert_int_equal(uet_register(), -ENOENT);
	assert_state(plain, UET_STATE_FAILED, -ENOENT);
	assert_says(UET_EVENT_REF(plain), "plain: not registered: this kernel "
					  "has no user_events");
	/* Nothing is remembered as failed for ever. */
	fake_sys.data_file = "/sys/kernel/tracing/user_events_data";
	assert_int_equal(uet_register(), 0);
	assert_state(plain, UET_STATE_REGISTERED, 0);
}

static void no_permission_is_told_from_absence(void **state)
{
	(void)state;
	fake_sys.open_error = -EACCES;
	assert_int_equal(uet_register(), -EACCES);
	assert_says(UET_EVENT_REF(plain), "may not write");
	assert_says(NULL, "may not write");
}

static void tracefs_mounted_elsewhere(void **state)
{
	(void)state;
	fake_sys.data_file = "/tr/user_events_data";
	fake_sys.mounts = "t /tr tracefs rw 0 0\n";
	assert_int_equal(uet_register(), 0);
}

static void unknown_flags_are_left_out_one_by_one(void **state)
{
	(void)state;
	fake_sys.flags_known = UET_FLAG_PERSIST;
	assert_int_equal(uet_register(), 0);
	assert_state(persist, UET_STATE_REGISTERED, 0);
	assert_state(both, UET_STATE_REGISTERED, -EINVAL);
	assert_int_equal(UET_EVENT_REF(both)->flags, UET_FLAG_PERSIST);
	assert_says(UET_EVENT_REF(both), "not for many formats");

	start(NULL);
	fake_sys.flags_known = 0;
	assert_int_equal(uet_register(), 0);
	assert_state(both, UET_STATE_REGISTERED, -EINVAL);
	assert_int_equal(UET_EVENT_REF(both)->flags, 0);
	assert_says(UET_EVENT_REF(both), "knows no flags");
	assert_state(plain, UET_STATE_REGISTERED, 0);
}

static void forbidden_persistence_is_left_out(void **state)
{
	(void)state;
	fake_sys.flags_forbidden = UET_FLAG_PERSIST;
	assert_int_equal(uet_register(), 0);
	assert_state(both, UET_STATE_REGISTERED, -EPERM);
	assert_int_equal(UET_EVENT_REF(both)->flags, UET_FLAG_MULTI_FORMAT);
	assert_says(UET_EVENT_REF(both), "CAP_PERFMON");
}

static void refused_description_is_reported(void **state)
{
	(void)state;
	fake_sys.reg_error = -EINVAL;
	assert_int_equal(uet_register(), -EINVAL);
	assert_state(plain, UET_STATE_FAILED, -EINVAL);
	assert_says(UET_EVENT_REF(plain), "refuses");
	fake_sys.reg_error = -EADDRINUSE;
	assert_int_equal(uet_register(), -EADDRINUSE);
	assert_says(UET_EVENT_REF(plain), "other fields");
	fake_sys.reg_error = -ENOTSUP; /* a reason nobody thought of */
	assert_int_equal(uet_register(), -ENOTSUP);
	assert_says(UET_EVENT_REF(plain), "not supported");
}

static void reason_of_a_refusal_is_named(void **state)
{
	static const struct {
		struct uet_desc head;
		char text[16];
	} desc = { { UET_DESC_MAGIC, sizeof(desc), 0, UET_ABI_VERSION, 0, 0 },
		   "n\xc3\xa4me:x u32  ab" };
	struct uet_event event = *UET_EVENT_REF(plain);

	(void)state;
	assert_int_equal(uet_register(), 0);
	event.desc = &desc.head;
	event.state = UET_STATE_FAILED;
	event.error = -EINVAL;
	assert_string_equal(detail(&event),
			    "n\xc3\xa4me:x: not registered: the name ends at "
			    "the first blank and must not hold ':' (at "
			    "character 5 of its description)");
}

static void unregistering_clears_the_word(void **state)
{
	(void)state;
	assert_int_equal(uet_register(), 0);
	uet__word_plain = 1;
	uet_unregister();
	assert_int_equal(uet__word_plain, 0);
	assert_state(plain, UET_STATE_UNREGISTERED, 0);
	assert_int_equal(fake_sys.n_unreg_calls, 3);
	assert_says(UET_EVENT_REF(plain), "uet_register()");
}

static void unregistering_leaves_other_sinks_bits(void **state)
{
	(void)state;
	assert_int_equal(uet_register(), 0);
	((unsigned char *)&uet__word_plain)[1] = 1;
	uet_unregister();
	assert_true(UET_ENABLED(plain));
	uet__word_plain = 0;
}

/* The kernel was told to forget a word and then refused it: the bit that it
 * left behind is not for ever. */
static void a_word_that_is_refused_is_off(void **state)
{
	(void)state;
	assert_int_equal(uet_register(), 0);
	uet_event_unregister(UET_EVENT_REF(persist));
	uet_event_unregister(UET_EVENT_REF(both));
	uet__word_plain = 1;
	close(fd_of(UET_EVENT_REF(plain)));
	fake_sys.reg_errors[0] = -EADDRINUSE;
	fake_sys.reg_error = -ENOMEM;
	assert_int_equal(uet_event_register(UET_EVENT_REF(plain)), -ENOMEM);
	assert_int_equal(uet__word_plain, 0);
	assert_int_equal(UET_EVENT_REF(plain)->fd, -1);
	assert_int_equal(UET_EVENT_REF(plain)->word_known, 0);
}

static void the_first_failure_is_returned(void **state)
{
	(void)state;
	fake_sys.reg_errors[0] = -ENOMEM;
	fake_sys.reg_errors[1] = -EMFILE;
	assert_int_equal(uet_register(), -ENOMEM);
	assert_int_equal(uet_register(), 0);
}

/* Compiled against another header: not to be touched. */
static void modules_of_another_layout_are_left_alone(void **state)
{
	struct uet_event event = uet__event_plain;
	struct uet_module module = {
		.size = sizeof(module),
		.version = UET_ABI_VERSION + 1,
		.events = &event,
		.events_end = &event + 1,
	};

	(void)state;
	event.state = UET_STATE_NEW;
	uet_module_register(&module);
	assert_int_equal(event.state, UET_STATE_NEW);
	module.version = UET_ABI_VERSION;
	module.size = 8;
	uet_module_register(&module);
	assert_int_equal(event.state, UET_STATE_NEW);
	uet_module_unregister(&module);
}

static void deleting_waits_for_the_kernel(void **state)
{
	(void)state;
	assert_int_equal(uet_delete("an_event"), 0);
	assert_string_equal(fake_sys.deleted, "an_event");
	assert_int_equal(fake_sys.paused, 0);
	fake_sys.busy_for = 3;
	assert_int_equal(uet_delete("an_event"), 0);
	assert_int_equal(fake_sys.paused, 30000);
	fake_sys.paused = 0;
	fake_sys.busy_for = 1000;
	assert_int_equal(uet_delete("an_event"), -EBUSY);
	assert_int_equal(fake_sys.paused, 1000000);
	fake_sys.busy_for = 0;
	fake_sys.delete_error = -EPERM;
	assert_int_equal(uet_delete("an_event"), -EPERM);
	assert_int_equal(uet_delete(""), -EINVAL);
	assert_int_equal(uet_delete(NULL), -EINVAL);
	fake_sys.data_file = NULL;
	assert_int_equal(uet_delete("an_event"), -ENOENT);
}

static void a_format_to_delete_is_checked(void **state)
{
	(void)state;
	assert_int_equal(uet_delete_format(NULL), -EINVAL);
	assert_int_equal(uet_delete_format("x u32"), -EINVAL);
	assert_int_equal(uet_delete_format("x u32 a\n-:y"), -EINVAL);
	assert_int_equal(uet_delete_format("x u32 a#b"), -EINVAL);
	assert_int_equal(uet_delete_format("x u32 a"), -ENOENT);
}

static void tracepoint_is_named(void **state)
{
	char name[64];

	(void)state;
	assert_int_equal(uet_event_tracepoint(NULL, name, sizeof(name)),
			 -ENOTCONN);
	assert_int_equal(uet_event_tracepoint(UET_EVENT_REF(plain), name,
					      sizeof(name)), -ENOTCONN);
	assert_int_equal(uet_register(), 0);
	assert_int_equal(uet_event_tracepoint(UET_EVENT_REF(plain), name,
					      sizeof(name)), 0);
	assert_string_equal(name, "user_events:plain");
	assert_int_equal(uet_event_tracepoint(UET_EVENT_REF(plain), name, 17),
			 -ENAMETOOLONG);
	/* Multi-format, and no tracefs to search. */
	assert_int_equal(uet_event_tracepoint(UET_EVENT_REF(both), name,
					      sizeof(name)), -ENOENT);
}

/* What another compiler let through, or another header. */
static void names_that_harm_are_not_handed_on(void **state)
{
	static uint32_t word;
	static const struct {
		struct uet_desc head;
		char text[8];
	} desc = { { UET_DESC_MAGIC, sizeof(struct uet_desc) + 4, 0,
		     UET_ABI_VERSION, 0, 0 }, "a/b" };
	struct uet_event event = {
		.word = &word,
		.desc = &desc.head,
		.size = sizeof(event),
		.fd = -1,
		.version = UET_ABI_VERSION,
	};

	(void)state;
	assert_int_equal(uet_event_register(&event), -EINVAL);
	assert_int_equal(fake_sys.n_reg_calls, 0);
	assert_says(&event, "a/b: not registered: a '/' in the name");
}

static void must_not_wait(void)
{
	fail_msg("waits for a thread that does not exist");
}

/* A child of fork whose parent's thread held the lock: its pid is another,
 * and the lock is free for it. */
static void lock_of_a_thread_left_behind_is_taken(void **state)
{
	int status;
	pid_t child;

	(void)state;
	uet_lock();
	child = fork();
	if (!child) {
		fake_sys.on_pause = must_not_wait;
		_exit(uet_register() ? 1 : 0);
	}
	uet_unlock();
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void let_go(void)
{
	uet_unlock();
	fake_sys.on_pause = must_not_wait;
}

static void lock_of_a_thread_here_is_waited_for(void **state)
{
	(void)state;
	uet_lock();
	fake_sys.on_pause = let_go;
	assert_int_equal(uet_register(), 0);
	assert_ptr_equal(fake_sys.on_pause, must_not_wait);
}

static void null_event_is_harmless(void **state)
{
	int error = 1;

	(void)state;
	assert_int_equal(uet_event_state(NULL, &error), UET_STATE_NEW);
	assert_int_equal(error, 0);
	assert_int_equal(uet_event_state(NULL, NULL), UET_STATE_NEW);
}

#define test(name) cmocka_unit_test_setup(name, start)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(registered),
		test(kernel_without_user_events_then_with),
		test(no_permission_is_told_from_absence),
		test(tracefs_mounted_elsewhere),
		test(unknown_flags_are_left_out_one_by_one),
		test(forbidden_persistence_is_left_out),
		test(refused_description_is_reported),
		test(reason_of_a_refusal_is_named),
		test(unregistering_clears_the_word),
		test(unregistering_leaves_other_sinks_bits),
		test(names_that_harm_are_not_handed_on),
		test(a_word_that_is_refused_is_off),
		test(the_first_failure_is_returned),
		test(modules_of_another_layout_are_left_alone),
		test(deleting_waits_for_the_kernel),
		test(a_format_to_delete_is_checked),
		test(tracepoint_is_named),
		test(lock_of_a_thread_left_behind_is_taken),
		test(lock_of_a_thread_here_is_waited_for),
		test(null_event_is_harmless),
	};

	return cmocka_run_group_tests_name("register", tests, NULL, NULL);
}
