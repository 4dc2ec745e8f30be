/* SPDX-License-Identifier: MIT */
/*
 * The descriptor of user_events_data: where no open reaches, taken or closed by
 * the program, in a child of fork, and what becomes of the words then.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "test_register.h"

/* The soft limit of descriptors, the hard one being what it was. */
static void limit_descriptors(rlim_t soft, struct rlimit *before)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, before), 0);
	limit = *before;
	limit.rlim_cur = soft;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* However many files the program opens, none gets our number. */
static void descriptor_is_where_no_open_reaches(void **state)
{
	struct rlimit before, now;
	int fd;

	(void)state;
	limit_descriptors(256, &before);
	assert_int_equal(uet_register(), 0);
	fd = fd_of(UET_EVENT_REF(plain));
	assert_true(fd >= 256);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &now), 0);
	assert_int_equal(now.rlim_cur, 256);
	assert_int_equal(now.rlim_max, before.rlim_max);
	setrlimit(RLIMIT_NOFILE, &before);
}

/* A hard limit cannot be raised again, so in a child. */
static int fd_under_a_hard_limit(rlim_t limit)
{
	const struct rlimit both = { limit, limit };
	int status;
	pid_t child = fork();

	if (!child) {
		if (setrlimit(RLIMIT_NOFILE, &both) || uet_register())
			_exit(255);
		_exit(fd_of(UET_EVENT_REF(plain)) & 0xff);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void descriptor_is_the_last_that_open_reaches(void **state)
{
	(void)state;
	assert_in_range(fd_under_a_hard_limit(64), 32, 63);
	assert_in_range(fd_under_a_hard_limit(16), 10, 15);
}

/* A probe in flight with an old one must not meet a new one. */
static void numbers_come_in_turn(void **state)
{
	int last = -1;

	(void)state;
	for (int i = 0; i < 70; i++) {
		assert_int_equal(uet_register(), 0);
		assert_int_not_equal(fd_of(UET_EVENT_REF(plain)), last);
		assert_true(fd_of(UET_EVENT_REF(plain)) > 100);
		last = fd_of(UET_EVENT_REF(plain));
		uet_unregister();
	}
}

/* One of several events is registered, and all others come back with it. */
static void others_come_back_with_a_new_descriptor(void **state)
{
	(void)state;
	assert_int_equal(uet_register(), 0);
	close(fd_of(UET_EVENT_REF(plain)));
	assert_int_equal(uet_event_register(UET_EVENT_REF(plain)), 0);
	assert_state(persist, UET_STATE_REGISTERED, 0);
	assert_state(both, UET_STATE_REGISTERED, 0);
	assert_int_equal(fd_of(UET_EVENT_REF(both)), fd_of(UET_EVENT_REF(plain)));
}

/* Ours can be above the soft limit, where only who raises that gets one. */
static int dup_to(int from, int to)
{
	struct rlimit limit, raised;
	int result;

	getrlimit(RLIMIT_NOFILE, &limit);
	raised = limit;
	raised.rlim_cur = raised.rlim_max;
	setrlimit(RLIMIT_NOFILE, &raised);
	result = dup2(from, to);
	setrlimit(RLIMIT_NOFILE, &limit);
	return result;
}

/* The program's file has our number: unregistering must not close it. */
static void a_descriptor_of_the_programs_is_not_closed(void **state)
{
	int number, theirs;

	(void)state;
	assert_int_equal(uet_register(), 0);
	number = fd_of(UET_EVENT_REF(plain));
	theirs = open("/dev/zero", O_RDONLY);
	assert_int_equal(dup_to(theirs, number), number);
	fake_sys.open_error = -EACCES; /* no new one either */
	uet_unregister();
	assert_int_not_equal(fcntl(number, F_GETFD), -1);
	close(number);
	close(theirs);
	fake_sys.open_error = 0;
	for (size_t i = 0; i < 64; i++)
		fake_sys.registered[i].in_use = false;
}

static void closed_descriptor_is_replaced_by_another(void **state)
{
	int old, other;

	(void)state;
	assert_int_equal(uet_register(), 0);
	old = fd_of(UET_EVENT_REF(plain));
	/* The program closes it, and gets the number for a file of its own. */
	close(old);
	other = open("/dev/zero", O_RDONLY);
	assert_int_equal(dup_to(other, old), old);
	assert_int_equal(uet_register(), 0);
	/* The kernel still had the words; they were taken out and put back. */
	assert_int_equal(fake_sys.n_unreg_calls, 3);
	assert_state(plain, UET_STATE_REGISTERED, 0);
	/* Not the old number: a probe in flight might still write to it. */
	assert_int_not_equal(fd_of(UET_EVENT_REF(plain)), old);
	/* And the program's file was not closed. */
	assert_int_not_equal(fcntl(old, F_GETFD), -1);
	uet_unregister();
	assert_int_not_equal(fcntl(old, F_GETFD), -1);
	close(old);
	close(other);
}

/* The kernel writes to words that it has, so they must be taken out even when
 * there is no descriptor left to do it through. */
static void words_are_taken_out_after_the_descriptor_was_closed(void **state)
{
	(void)state;
	assert_int_equal(uet_register(), 0);
	close(fd_of(UET_EVENT_REF(plain)));
	uet_unregister();
	for (size_t i = 0; i < 64; i++)
		assert_false(fake_sys.registered[i].in_use);
}

/* The same where nothing is registered through it any more. */
static void nor_where_no_event_is_registered(void **state)
{
	int number, theirs;

	(void)state;
	assert_int_equal(uet_register(), 0);
	number = fd_of(UET_EVENT_REF(plain));
	uet_event_unregister(UET_EVENT_REF(plain));
	uet_event_unregister(UET_EVENT_REF(persist));
	uet_event_unregister(UET_EVENT_REF(both));
	theirs = open("/dev/zero", O_RDONLY);
	assert_int_equal(dup_to(theirs, number), number);
	uet_unregister();
	assert_int_not_equal(fcntl(number, F_GETFD), -1);
	close(number);
	close(theirs);
}

/* Another libuet of this process may have got our number for its own open of
 * the same file: the mark tells. */
static void anothers_descriptor_of_the_same_file_is_not_ours(void **state)
{
	int number, theirs, status;
	pid_t child;

	(void)state;
	assert_int_equal(uet_register(), 0);
	number = fd_of(UET_EVENT_REF(plain));
	theirs = open("/dev/null", O_WRONLY);
	assert_int_equal(dup_to(theirs, number), number);
	assert_int_equal(fcntl(number, F_SETSIG, 64), 0);
	assert_int_equal(uet_register(), 0);
	assert_int_not_equal(fd_of(UET_EVENT_REF(plain)), number);
	/* A child's is. */
	number = fd_of(UET_EVENT_REF(plain));
	child = fork();
	if (child == 0) {
		uet_register();
		_exit(fd_of(UET_EVENT_REF(plain)) != number);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	close(theirs);
}

/* Below the limit a closed number may be anybody's: each time it is looked at
 * first. */
static void a_number_that_open_reaches_is_watched(void **state)
{
	const struct rlimit both = { 64, 64 };
	int status;
	pid_t child = fork();

	(void)state;
	if (!child) {
		int number, theirs;

		if (setrlimit(RLIMIT_NOFILE, &both) || uet_register())
			_exit(1);
		uet__word_plain = 1;
		UET_TRACE(plain, 1);
		if (fake_sys.n_writes != 1)
			_exit(2);
		number = fd_of(UET_EVENT_REF(plain));
		theirs = open("/dev/null", O_WRONLY | O_APPEND);
		if (number >= 64 || dup2(theirs, number) != number)
			_exit(3);
		UET_TRACE(plain, 1);
		_exit(fake_sys.n_writes == 1 &&
		      UET_EVENT_REF(plain)->lost[UET_LOST_OTHER] == 1 ? 0 : 4);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* A limit that was raised since reaches our number: it is moved above. */
static void a_number_that_comes_in_reach_is_left(void **state)
{
	struct rlimit before, limit;
	int old;

	(void)state;
	limit_descriptors(64, &before);
	assert_int_equal(uet_register(), 0);
	old = fd_of(UET_EVENT_REF(plain));
	assert_int_equal(uet_register(), 0);
	assert_int_equal(fd_of(UET_EVENT_REF(plain)), old);
	assert_true(old >= 64);
	limit = (struct rlimit){ 2048, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(uet_register(), 0);
	assert_true(fd_of(UET_EVENT_REF(plain)) >= 2048);
	assert_int_equal(uet_event_state(UET_EVENT_REF(both), NULL),
			 UET_STATE_REGISTERED);
	setrlimit(RLIMIT_NOFILE, &before);
}

/* What it has of its parent's depends on its threads, so all is done anew. */
static void a_child_registers_anew(void **state)
{
	int status;
	pid_t child;

	(void)state;
	assert_int_equal(uet_register(), 0);
	child = fork();
	if (!child) {
		unsigned int calls = fake_sys.n_reg_calls;

		/* As if one had been lost in the fork. */
		memset(&fake_sys.registered[0], 0,
		       sizeof(fake_sys.registered[0]));
		if (uet_register() || fake_sys.n_reg_calls == calls)
			_exit(1);
		for (size_t i = 0; i < 3; i++)
			if (!fake_sys.registered[i].in_use)
				_exit(2);
		calls = fake_sys.n_reg_calls;
		_exit(uet_register() || fake_sys.n_reg_calls != calls ? 3 : 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* Forked while another thread had the limit raised: it is put back. */
static void a_child_puts_its_parents_limit_back(void **state)
{
	struct rlimit before, now;
	int status;
	pid_t child;

	(void)state;
	limit_descriptors(256, &before);
	assert_int_equal(uet_register(), 0);
	child = fork();
	if (!child) {
		/* As the library raises it: 17 times 64 numbers. */
		getrlimit(RLIMIT_NOFILE, &now);
		now.rlim_cur = 256 + 64 * 17;
		setrlimit(RLIMIT_NOFILE, &now);
		uet_register();
		getrlimit(RLIMIT_NOFILE, &now);
		_exit(now.rlim_cur == 256 ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	setrlimit(RLIMIT_NOFILE, &before);
	assert_int_equal(status, 0);
}

/* Another file under our number, which happens to have our mark. */
static void another_file_with_our_mark_is_not_ours(void **state)
{
	int number, ours, theirs;

	(void)state;
	assert_int_equal(uet_register(), 0);
	number = fd_of(UET_EVENT_REF(plain));
	ours = fcntl(number, F_GETSIG);
	theirs = open("/dev/zero", O_WRONLY);
	assert_int_equal(dup_to(theirs, number), number);
	assert_int_equal(fcntl(number, F_SETSIG, ours), 0);
	assert_int_equal(uet_register(), 0);
	assert_int_not_equal(fd_of(UET_EVENT_REF(plain)), number);
	close(number);
	close(theirs);
}

/* Of a large limit not the whole: the kernel's table grows with the number. */
static void numbers_are_not_larger_than_need_be(void **state)
{
	struct rlimit before;

	(void)state;
	limit_descriptors(4096, &before);
	assert_int_equal(uet_register(), 0);
	assert_in_range(fd_of(UET_EVENT_REF(plain)), 4000, 8191);
	setrlimit(RLIMIT_NOFILE, &before);
}

/* Words that the kernel cannot be told to leave alone stay mapped. */
static void words_that_the_kernel_keeps_are_sealed(void **state)
{
	uint32_t word = 0;
	struct uet_event events[1] = { uet__event_plain };
	struct uet_module module = {
		.size = sizeof(module),
		.version = UET_ABI_VERSION,
		.events = events,
		.events_end = events + 1,
	};
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	(void)state;
	events[0].word = &word;
	events[0].state = UET_STATE_NEW;
	uet_module_register(&module);
	assert_int_equal(events[0].state, UET_STATE_REGISTERED);
	close(fd_of(&events[0]));
	fake_sys.data_file = NULL;
	uet_module_unregister(&module);
	assert_int_equal(fake_sys.sealed_size, page);
	assert_true(fake_sys.sealed <= (void *)&word &&
		    (char *)fake_sys.sealed + page > (char *)&word);

	fake_sys_reset();
	module.known = 0;
	events[0].state = UET_STATE_NEW;
	events[0].word_known = 0;
	uet_module_register(&module);
	uet_module_unregister(&module);
	assert_null(fake_sys.sealed);
}

#define test(name) cmocka_unit_test_setup(name, start)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(descriptor_is_where_no_open_reaches),
		test(descriptor_is_the_last_that_open_reaches),
		test(numbers_come_in_turn),
		test(others_come_back_with_a_new_descriptor),
		test(a_descriptor_of_the_programs_is_not_closed),
		test(closed_descriptor_is_replaced_by_another),
		test(words_are_taken_out_after_the_descriptor_was_closed),
		test(nor_where_no_event_is_registered),
		test(anothers_descriptor_of_the_same_file_is_not_ours),
		test(a_number_that_open_reaches_is_watched),
		test(a_number_that_comes_in_reach_is_left),
		test(a_child_registers_anew),
		test(a_child_puts_its_parents_limit_back),
		test(another_file_with_our_mark_is_not_ours),
		test(numbers_are_not_larger_than_need_be),
		test(words_that_the_kernel_keeps_are_sealed),
	};

	return cmocka_run_group_tests_name("data_fd", tests, NULL, NULL);
}
