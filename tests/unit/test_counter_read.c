/* SPDX-License-Identifier: MIT */
/*
 * What a counter reads as, from made-up pages and registers.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "emit/counter_internal.h"
#include "fake_counters.h"
#include "fake_pmus.h"

static struct uet_counter *counter;
static struct uet_error err;

static int begin(void **state)
{
	(void)state;
	uet_counter_rules = UET_COUNTER_RULES_X86;
	fake_counters_reset();
	use_machine(x86_cpu);
	errno = 4711;
	if (uet_counter_open("cycles:u", &counter, &err))
		return -1;
	/* Something in the page; the value is 1000. */
	fake_page(0)->index = 3;
	fake_page(0)->pmc_width = 48;
	fake_page(0)->offset = 990;
	fake_page(0)->time_enabled = fake_page(0)->time_running = 77;
	fake.registers[2] = 10;
	/* What read(2) says is another value, so that they are told apart. */
	fake.enabled = fake.running = 50;
	fake.values[0] = 555;
	return 0;
}

static int end(void **state)
{
	(void)state;
	uet_counter_close(counter);
	/* Whatever a test did: nothing stays behind, and errno is as it was. */
	return fake.n_open || fake.n_maps || errno != 4711;
}

static void expect(struct uet_count count, uint64_t value, uint8_t state)
{
	assert_true(count.value == value);
	assert_int_equal(count.state, state);
}

static void by_register_without_a_system_call(void **state)
{
	(void)state;
	assert_true(uet_counter_is_user(counter));
	assert_string_equal(uet_counter_why_not_user(counter), "");
	expect(uet_counter_read(counter), 1000, UET_COUNT_EXACT);
	assert_int_equal(fake.n_reads, 0);
	assert_int_equal(fake.n_pmc, 1);
}

static void sign_is_extended_from_the_width(void **state)
{
	struct uet__counter_page *page = fake_page(0);

	(void)state;
	/* The kernel loads registers with a negative number, so that they
	 * overflow; offset makes up for it. */
	page->offset = 1000;
	fake.registers[2] = UINT64_C(0xffffffffff9c); /* -100 of 48 bits */
	expect(uet_counter_read(counter), 900, UET_COUNT_EXACT);
	page->pmc_width = 32;
	fake.registers[2] = UINT64_C(0xffffff9c);
	expect(uet_counter_read(counter), 900, UET_COUNT_EXACT);
	/* On arm64 what is above the width is unknown. */
	fake.registers[2] = UINT64_C(0x12345678ffffff9c);
	expect(uet_counter_read(counter), 900, UET_COUNT_EXACT);
	fake.registers[2] = UINT64_C(0x1234567800000064);
	expect(uet_counter_read(counter), 1100, UET_COUNT_EXACT);
	page->pmc_width = 64;
	fake.registers[2] = UINT64_C(0xffffffffffffff9c);
	expect(uet_counter_read(counter), 900, UET_COUNT_EXACT);
}

/*
 * A register of 32 bits as Linux runs it: loaded with minus the period, half
 * of its range, and loaded anew by an interrupt that comes a little after the
 * overflow.  Every value on the way is right.
 */
static void overflow_of_32_bits_is_not_seen(void **state)
{
	struct uet__counter_page *page = fake_page(0);
	const uint64_t period = 0x7fffffff, step = 0x0fff1234;
	uint64_t real = 0, counted = 0, loaded = -period, since = 0;

	(void)state;
	page->pmc_width = 32;
	for (int i = 0; i < 200; i++) {
		page->offset = (int64_t)(counted - loaded);
		fake.registers[2] = ((loaded + since) & 0xffffffff) |
				    UINT64_C(0xdead) << 32;
		expect(uet_counter_read(counter), real, UET_COUNT_EXACT);
		real += step;
		since += step;
		/* Up to one step after it. */
		if (since < period + step)
			continue;
		counted += since;
		since = 0;
	}
	assert_true(real > UINT64_C(1) << 34);
	assert_int_equal(fake.n_reads, 0);
}

static void change_in_the_middle(void)
{
	/* The interrupt gave the counter another register. */
	fake.on_pmc = NULL;
	fake_page(0)->lock += 2;
	fake_page(0)->index = 5;
	fake_page(0)->offset = 2000;
	fake.registers[4] = 5;
}

static void page_that_changed_meanwhile_is_read_again(void **state)
{
	(void)state;
	fake.on_pmc = change_in_the_middle;
	expect(uet_counter_read(counter), 2005, UET_COUNT_EXACT);
	assert_int_equal(fake.n_pmc, 2);
	assert_int_equal(fake.n_reads, 0);
}

static void lose_the_register(void)
{
	fake.on_pmc = NULL;
	fake_page(0)->lock += 2;
	fake_page(0)->index = 0;
}

static void register_that_is_lost_meanwhile(void **state)
{
	(void)state;
	fake.on_pmc = lose_the_register;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	assert_int_equal(fake.n_reads, 1);
}

/* A stopped counter, one that waits for its turn, one whose thread is on a CPU
 * that its PMU is not part of. */
static void counter_without_a_register_is_read_by_the_kernel(void **state)
{
	(void)state;
	fake_page(0)->index = 0;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	fake.running = 25;
	expect(uet_counter_read(counter), 1110, UET_COUNT_SCALED);
	fake.running = 0;
	expect(uet_counter_read(counter), 0, UET_COUNT_NONE);
	fake.enabled = 0;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	fake.short_read = true;
	expect(uet_counter_read(counter), 0, UET_COUNT_NONE);
	assert_int_equal(fake.n_pmc, 0);
}

static void page_that_does_not_make_sense(void **state)
{
	struct uet__counter_page *page = fake_page(0);

	(void)state;
	page->lock = 1; /* another CPU writes it just now */
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	page->lock = 2;
	page->pmc_width = 0;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	page->pmc_width = 65;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	page->pmc_width = 48;
	page->index = FAKE_REGISTERS + 1;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	page->index = 3;
	page->capabilities = UET__CAP_TIME;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	assert_int_equal(fake.n_pmc, 0);
	page->capabilities = UET__CAP_RDPMC;
	expect(uet_counter_read(counter), 1000, UET_COUNT_EXACT);
}

static void turns_are_scaled_by_the_page_s_times(void **state)
{
	struct uet__counter_page *page = fake_page(0);

	(void)state;
	page->time_enabled = 3000;
	page->time_running = 1000;
	/* Without the means to tell the time, by the kernel. */
	fake.enabled = 4;
	fake.running = 2;
	expect(uet_counter_read(counter), 1110, UET_COUNT_SCALED);
	assert_int_equal(fake.n_reads, 1);
	/* 5 ns per 2 ticks, since a page that was written at tick 0. */
	page->capabilities |= UET__CAP_TIME;
	page->time_shift = 1;
	page->time_mult = 5;
	page->time_offset = (uint64_t)-10000;
	fake.time = 4400; /* 11000 - 10000: 1000 ns later */
	expect(uet_counter_read(counter), 1000 * 4000 / 2000,
	       UET_COUNT_SCALED);
	assert_int_equal(fake.n_reads, 1);
	/* A clock of 12 bits that has come round: 4096 + 304 is 4400. */
	page->capabilities |= UET__CAP_TIME_SHORT;
	page->time_cycles = 4000;
	page->time_mask = 0xfff;
	fake.time = 304;
	expect(uet_counter_read(counter), 2000, UET_COUNT_SCALED);
	/* Before the page was written: no clock. */
	page->capabilities &= ~UET__CAP_TIME_SHORT;
	fake.time = 0;
	expect(uet_counter_read(counter), 1110, UET_COUNT_SCALED);
	/* Half a tick's worth. */
	page->time_offset = 0;
	fake.time = 1;
	page->time_enabled = 1001;
	page->time_running = 999;
	expect(uet_counter_read(counter), 1000 * UINT64_C(1003) / 1001,
	       UET_COUNT_SCALED);
}

static void estimates_do_not_overflow(void **state)
{
	(void)state;
	fake_page(0)->index = 0;
	fake.values[0] = UINT64_C(1) << 50;
	fake.enabled = UINT64_C(3) << 50;
	fake.running = UINT64_C(2) << 50;
	expect(uet_counter_read(counter), UINT64_C(3) << 49, UET_COUNT_SCALED);
	fake.values[0] = UINT64_MAX;
	expect(uet_counter_read(counter), UINT64_MAX, UET_COUNT_SCALED);
	fake.running = 1;
	expect(uet_counter_read(counter), UINT64_MAX, UET_COUNT_SCALED);
	fake.values[0] = 0;
	expect(uet_counter_read(counter), 0, UET_COUNT_SCALED);
}

static void *read_elsewhere(void *count)
{
	*(struct uet_count *)count = uet_counter_read(counter);
	return NULL;
}

static void other_thread_is_told_by_the_kernel(void **state)
{
	struct uet_count count = UET_COUNT_INIT;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, read_elsewhere, &count),
			 0);
	pthread_join(thread, NULL);
	expect(count, 555, UET_COUNT_EXACT);
	assert_int_equal(fake.n_pmc, 0);
}

/* Linux 6.12: the offset is minus the register as it stands, but without its
 * sign, so that the sum is 2^32 too small. */
static void behind_a_reset_the_kernel_is_asked(void **state)
{
	struct uet__counter_page *page = fake_page(0);

	(void)state;
	page->pmc_width = 32;
	page->offset = -(int64_t)0x80001000;
	fake.registers[2] = 0x80001234;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	/* Loaded anew. */
	page->offset = INT64_C(0x234) + 0x7fffffff;
	fake.registers[2] = 0x80000001;
	expect(uet_counter_read(counter), 0x234, UET_COUNT_EXACT);
	/* Taking turns it is no other. */
	page->offset = -(int64_t)0x80001000;
	page->capabilities |= UET__CAP_TIME;
	page->time_enabled++;
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
}

/* What a child finds: as an exit status. */
static int look_as_child(void)
{
	struct uet_count count = uet_counter_read(counter), group[1];

	if (count.value || count.state != UET_COUNT_NONE)
		return 1;
	uet_counter_read_group(&counter, 1, group);
	if (group[0].state != UET_COUNT_NONE)
		return 2;
	if (fake.n_pmc || fake.n_reads)
		return 3;
	if (uet_counter_is_user(counter) ||
	    !strstr(uet_counter_why_not_user(counter), "forked"))
		return 4;
	if (uet_counter_disable(counter) != -ESRCH || fake.last_ioctl)
		return 5;
	uet_counter_close(counter);
	/* The descriptor is closed; the kernel's page is not there, and what
	 * is in its place is not unmapped. */
	return fake.n_open ? 6 : 0;
}

static void child_has_no_counter(void **state)
{
	int status = -1;
	pid_t child;

	(void)state;
	for (int wipe = 0; wipe < 2; wipe++) {
		uet_counter_close(counter);
		fake.no_wipe = !wipe;
		assert_int_equal(uet_counter_open("cycles", &counter, &err), 0);
		assert_int_equal(uet_counter_is_user(counter), wipe);
		child = fork();
		if (!child)
			_exit(look_as_child());
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(status, 0);
	}
	/* Of the parent nothing is changed. */
	assert_int_equal(fake.n_open, 1);
}

static void where_pages_are_not_wiped_the_kernel_is_asked(void **state)
{
	(void)state;
	uet_counter_close(counter);
	fake.no_wipe = true;
	assert_int_equal(uet_counter_open("cycles", &counter, &err), 0);
	assert_false(uet_counter_is_user(counter));
	assert_non_null(strstr(uet_counter_why_not_user(counter),
			       "MADV_WIPEONFORK"));
	expect(uet_counter_read(counter), 555, UET_COUNT_EXACT);
	assert_int_equal(fake.n_pmc, 0);
}

static void difference_since_a_mark(void **state)
{
	struct uet_count mark = uet_counter_read(counter);
	struct uet_count estimate = { 100, UET_COUNT_SCALED };
	struct uet_count unset = UET_COUNT_INIT;

	(void)state;
	fake.registers[2] += 234;
	expect(uet_counter_since(counter, mark), 234, UET_COUNT_EXACT);
	expect(uet_counter_since(counter, estimate), 1134, UET_COUNT_SCALED);
	expect(uet_counter_since(counter, unset), 0, UET_COUNT_NONE);
	expect(uet_counter_since(NULL, mark), 0, UET_COUNT_NONE);
	/* Set back since. */
	fake_page(0)->offset = 0;
	expect(uet_counter_since(counter, mark), 0, UET_COUNT_NONE);
	/* An estimate can shrink: the mark, or what is read now. */
	estimate.value = 100000;
	expect(uet_counter_since(counter, estimate), 0, UET_COUNT_SCALED);
	fake_page(0)->index = 0;
	fake.running = fake.enabled / 2;
	mark.value = 2 * fake.values[0] + 1;
	expect(uet_counter_since(counter, mark), 0, UET_COUNT_SCALED);
	expect(uet_counter_since(counter, unset), 0, UET_COUNT_NONE);
}

static void no_counter_is_no_count(void **state)
{
	(void)state;
	expect(uet_counter_read(NULL), 0, UET_COUNT_NONE);
	assert_false(uet_counter_is_user(NULL));
	assert_true(uet_counter_why_not_user(NULL)[0]);
	assert_int_equal(uet_counter_enable(NULL), -ESRCH);
	uet_counter_close(NULL);
}

static void switching_is_for_the_whole_group(void **state)
{
	(void)state;
	assert_int_equal(uet_counter_disable(counter), 0);
	assert_int_equal(fake.last_ioctl, PERF_EVENT_IOC_DISABLE);
	assert_int_equal(uet_counter_enable(counter), 0);
	assert_int_equal(fake.last_ioctl, PERF_EVENT_IOC_ENABLE);
	assert_int_equal(uet_counter_reset(counter), 0);
	assert_int_equal(fake.last_ioctl, PERF_EVENT_IOC_RESET);
	assert_int_equal(fake.last_argument, PERF_IOC_FLAG_GROUP);
	assert_int_equal(fake.last_fd, FAKE_FIRST_FD);
}

/* Three in a group: registers 10, 11, 12 hold 100, 200, 300. */
static struct uet_counter *group[3];

static void open_three(void)
{
	static const char *const events[] = { "cycles", "instructions",
					      "branches" };

	assert_int_equal(uet_counter_open_group(events, 3, group, &err), 0);
	for (unsigned int i = 0; i < 3; i++) {
		fake_page(i + 1)->index = 11 + i;
		fake_page(i + 1)->pmc_width = 48;
		fake.registers[10 + i] = 100 * (i + 1);
		fake.values[i] = i + 1;
	}
}

static void close_three(unsigned int first, unsigned int second,
			unsigned int third)
{
	uet_counter_close(group[first]);
	uet_counter_close(group[second]);
	assert_int_equal(fake.n_open, 4); /* the one of begin(), too */
	uet_counter_close(group[third]);
	assert_int_equal(fake.n_open, 1);
}

static void group_by_registers(void **state)
{
	struct uet_counter *backwards[3];
	struct uet_count counts[3];

	(void)state;
	open_three();
	uet_counter_read_group(group, 3, counts);
	for (unsigned int i = 0; i < 3; i++)
		expect(counts[i], 100 * (i + 1), UET_COUNT_EXACT);
	backwards[0] = group[2];
	backwards[1] = group[1];
	backwards[2] = group[0];
	uet_counter_read_group(backwards, 3, counts);
	for (unsigned int i = 0; i < 3; i++)
		expect(counts[i], 100 * (3 - i), UET_COUNT_EXACT);
	assert_int_equal(fake.n_reads, 0);
	close_three(0, 1, 2);
}

/* After the second of three, the first goes on. */
static void go_on_in_the_middle(void)
{
	if (fake.n_pmc != 2)
		return;
	fake_page(1)->lock += 2;
	fake.registers[10] = 150;
}

static void group_is_read_again_when_one_changed(void **state)
{
	struct uet_count counts[3];

	(void)state;
	open_three();
	fake.on_pmc = go_on_in_the_middle;
	uet_counter_read_group(group, 3, counts);
	expect(counts[0], 150, UET_COUNT_EXACT);
	expect(counts[2], 300, UET_COUNT_EXACT);
	assert_int_equal(fake.n_pmc, 6);
	close_three(2, 0, 1);
}

static void group_by_one_read(void **state)
{
	struct uet_counter *some[2];
	struct uet_count counts[3];

	(void)state;
	open_three();
	fake_page(2)->index = 0; /* one of them without a register */
	uet_counter_read_group(group, 3, counts);
	for (unsigned int i = 0; i < 3; i++)
		expect(counts[i], i + 1, UET_COUNT_EXACT);
	assert_int_equal(fake.n_reads, 1);
	/* Some of them, turned round, and scaled. */
	some[0] = group[1];
	some[1] = group[0];
	fake.running = 25;
	uet_counter_read_group(some, 2, counts);
	expect(counts[0], 4, UET_COUNT_SCALED);
	expect(counts[1], 2, UET_COUNT_SCALED);
	assert_int_equal(fake.n_reads, 2);
	/* One alone: its place in the group. */
	fake.running = 50;
	expect(uet_counter_read(group[1]), 2, UET_COUNT_EXACT);
	fake.short_read = true;
	uet_counter_read_group(group, 3, counts);
	expect(counts[2], 0, UET_COUNT_NONE);
	close_three(1, 2, 0);
}

static void those_of_no_group_one_after_the_other(void **state)
{
	struct uet_counter *mixed[3] = { counter, NULL, NULL };
	struct uet_count counts[3];

	(void)state;
	open_three();
	mixed[2] = group[2];
	uet_counter_read_group(mixed, 3, counts);
	expect(counts[0], 1000, UET_COUNT_EXACT);
	expect(counts[1], 0, UET_COUNT_NONE);
	expect(counts[2], 300, UET_COUNT_EXACT);
	counts[0].value = 17;
	uet_counter_read_group(mixed, 0, counts);
	assert_int_equal(counts[0].value, 17);
	close_three(0, 2, 1);
}

/* Whatever is asked, the file with this number has nothing done to it. */
static void is_left_alone(struct uet_counter *const *counters, size_t n)
{
	struct uet_count counts[3];
	unsigned int n_open = fake.n_open, n_reads = fake.n_reads;

	fake.last_ioctl = 0;
	expect(uet_counter_read(counters[0]), 0, UET_COUNT_NONE);
	uet_counter_read_group(counters, n, counts);
	for (size_t i = 0; i < n; i++)
		expect(counts[i], 0, UET_COUNT_NONE);
	assert_int_equal(uet_counter_enable(counters[0]), -EBADF);
	assert_int_equal(uet_counter_disable(counters[0]), -EBADF);
	assert_int_equal(uet_counter_reset(counters[0]), -EBADF);
	for (size_t i = 0; i < n; i++)
		uet_counter_close(counters[i]);
	assert_int_equal(fake.last_ioctl, 0);
	assert_int_equal(fake.n_reads, n_reads);
	assert_int_equal(fake.n_open, n_open);
}

/* The program closed all descriptors, and opened others. */
static void number_that_became_another_file_s(void **state)
{
	static const int flags[] = {
		O_RDWR, O_RDONLY, O_WRONLY | O_APPEND | O_NONBLOCK | O_ASYNC,
		O_RDWR | O_APPEND | O_NONBLOCK,
		O_RDWR | O_NONBLOCK | O_ASYNC, O_RDWR | O_APPEND | O_ASYNC,
		O_RDWR | O_APPEND | O_NONBLOCK | O_ASYNC | O_SYNC,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		struct uet_counter *other;
		unsigned int place = fake.n;

		assert_int_equal(uet_counter_open("cs", &other, &err), 0);
		expect(uet_counter_read(other), 555, UET_COUNT_EXACT);
		fake.counters[place].flags = flags[i];
		is_left_alone(&other, 1);
		fake.counters[place].open = false;
		fake.n_open--;
	}
}

static void group_whose_numbers_became_other_files(void **state)
{
	(void)state;
	open_three();
	for (unsigned int i = 1; i <= 3; i++) {
		fake_page(i)->index = 0;
		fake.counters[i].flags = O_RDWR;
	}
	is_left_alone(group, 3);
	fake.n_open -= 3;
}

/* Of the program's own libuet: it opened a counter anew. */
static void number_that_became_another_counter_s(void **state)
{
	struct uet_count count;
	struct uet_counter *other;

	(void)state;
	assert_int_equal(uet_counter_open("cs", &other, &err), 0);
	fake.counters[1].id = 4712;
	expect(uet_counter_read(other), 0, UET_COUNT_NONE);
	uet_counter_read_group(&other, 1, &count);
	expect(count, 0, UET_COUNT_NONE);
	assert_int_equal(uet_counter_reset(other), -EBADF);
	assert_int_equal(fake.last_ioctl, 0);
	uet_counter_close(other);
	assert_int_equal(fake.n_open, 2);
	fake.n_open--;
}

/* The kernel's page goes with no descriptor. */
static void register_is_read_without_a_descriptor(void **state)
{
	(void)state;
	fake.counters[0].flags = O_RDWR;
	expect(uet_counter_read(counter), 1000, UET_COUNT_EXACT);
	uet_counter_close(counter);
	assert_int_equal(fake.n_maps, 0);
	assert_int_equal(fake.n_open, 1);
	fake.n_open--;
	assert_int_equal(uet_counter_open("cycles", &counter, &err), 0);
}

static int remove_machine(void **state)
{
	(void)state;
	return remove_tree(folder);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(by_register_without_a_system_call),
		TEST(sign_is_extended_from_the_width),
		TEST(overflow_of_32_bits_is_not_seen),
		TEST(page_that_changed_meanwhile_is_read_again),
		TEST(register_that_is_lost_meanwhile),
		TEST(counter_without_a_register_is_read_by_the_kernel),
		TEST(page_that_does_not_make_sense),
		TEST(turns_are_scaled_by_the_page_s_times),
		TEST(estimates_do_not_overflow),
		TEST(other_thread_is_told_by_the_kernel),
		TEST(behind_a_reset_the_kernel_is_asked),
		TEST(child_has_no_counter),
		TEST(where_pages_are_not_wiped_the_kernel_is_asked),
		TEST(difference_since_a_mark),
		TEST(no_counter_is_no_count),
		TEST(switching_is_for_the_whole_group),
		TEST(group_by_registers),
		TEST(group_is_read_again_when_one_changed),
		TEST(group_by_one_read),
		TEST(those_of_no_group_one_after_the_other),
		TEST(number_that_became_another_file_s),
		TEST(group_whose_numbers_became_other_files),
		TEST(number_that_became_another_counter_s),
		TEST(register_is_read_without_a_descriptor),
	};

	return cmocka_run_group_tests(tests, NULL, remove_machine);
}
