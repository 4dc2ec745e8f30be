/* SPDX-License-Identifier: MIT */
/*
 * How a counter is asked for on each kind of machine, and what is said where
 * it is not to be had.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emit/counter_internal.h"
#include "fake_counters.h"
#include "fake_pmus.h"

static struct uet_error err;

/* A machine, the rules of its kind, and two files of /proc/sys/kernel. */
static void machine(enum uet_counter_rules rules, const struct fake_file *pmus,
		    const char *user_access, const char *paranoid)
{
	static char path[128];

	fake_counters_reset();
	use_machine(pmus);
	make_folder("kernel");
	if (user_access)
		make_file("kernel/perf_user_access", user_access);
	if (paranoid)
		make_file("kernel/perf_event_paranoid", paranoid);
	uet_counter_rules = rules;
	snprintf(path, sizeof(path), "%s/kernel", folder);
	uet_counter_sysctls = path;
	err.text[0] = '\0';
	errno = 4711;
}

/* Opens it, says whether it is read from user space and else why not, and
 * closes it.  What it was opened with is in fake.counters[]. */
static void opens(const char *event, bool user, const char *why)
{
	struct uet_counter *counter = NULL;
	int result = uet_counter_open(event, &counter, &err);

	if (result)
		fail_msg("%s: %d %s", event, result, err.text);
	assert_int_equal(uet_counter_is_user(counter), user);
	if (user ? uet_counter_why_not_user(counter)[0] != '\0' :
		   !strstr(uet_counter_why_not_user(counter), why))
		fail_msg("%s: '%s'", event, uet_counter_why_not_user(counter));
	uet_counter_close(counter);
	assert_int_equal(fake.n_open, 0);
	assert_int_equal(fake.n_maps, 0);
	assert_int_equal(errno, 4711);
}

static void fails(const char *event, int expected, const char *says)
{
	struct uet_counter *counter = (void *)&err;
	int result = uet_counter_open(event, &counter, &err);

	if (result != expected || !strstr(err.text, says))
		fail_msg("%s: %d '%s'", event, result, err.text);
	assert_null(counter);
	assert_int_equal(fake.n_open, 0);
	assert_int_equal(fake.n_maps, 0);
	assert_int_equal(errno, 4711);
}

static void x86_asks_the_page(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	opens("cpu/event=0x3c,umask=0/k", true, NULL);
	assert_int_equal(fake.counters[0].attr.type, 4);
	assert_int_equal(fake.counters[0].attr.config, 0x3c);
	assert_int_equal(fake.counters[0].attr.config1, 0);
	assert_int_equal(fake.counters[0].attr.disabled, 0);
	assert_int_equal(fake.counters[0].attr.inherit, 0);
	assert_int_equal(fake.counters[0].attr.exclude_user, 1);
	fake.capabilities = 0;
	opens("cycles", false, "the kernel does not let user space");
	make_file("cpu/rdpmc", "0\n");
	opens("cycles", false, "/cpu/rdpmc is 0");
	fake.capabilities = UET__CAP_RDPMC;
	fake.map_error = -EPERM;
	opens("cycles", false, "perf_event_mlock_kb");
	fake.map_error = -ENOMEM;
	opens("cycles", false, "Cannot allocate memory");
}

static void software_is_the_kernel_s(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.map_error = -EBADF; /* nobody asks */
	opens("page-faults:u", false, "the kernel counts it");
	assert_int_equal(fake.counters[0].attr.type, 1);
}

static void machine_whose_registers_are_not_known(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_NONE, x86_cpu, NULL, NULL);
	opens("cycles", false, "on this kind of machine");
	/* An event that any PMU could count, and none that shows itself. */
	machine(UET_COUNTER_RULES_X86, no_pmu, NULL, NULL);
	opens("cycles", false, "no PMU in /sys");
}

static void arm64_asks_for_64_bits_first(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_ARM64, arm64, "1\n", NULL);
	opens("instructions", true, NULL);
	assert_int_equal(fake.n_tries, 1);
	assert_int_equal(fake.counters[0].attr.config1, 3);
	assert_int_equal(fake.counters[0].attr.type, 0);
	assert_int_equal(fake.counters[0].attr.config, 1);
}

static void arm64_takes_32_bits_where_there_are_no_more(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_ARM64, arm64, "1\n", NULL);
	fake.open_errors[0] = -EOPNOTSUPP;
	opens("armv8_pmuv3/inst_retired,threshold=2/", true, NULL);
	assert_int_equal(fake.n_tries, 2);
	assert_int_equal(fake.tried_config1[0], 2 << 5 | 3);
	assert_int_equal(fake.tried_config1[1], 2 << 5 | 2);
}

static void arm64_reads_where_user_space_may_not(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_ARM64, arm64, "1\n", NULL);
	fake.open_errors[0] = -EINVAL;
	fake.open_errors[1] = -EINVAL;
	opens("cycles", false, "the kernel refuses it for this event");
	assert_int_equal(fake.n_tries, 3);
	assert_int_equal(fake.tried_config1[0], 3);
	assert_int_equal(fake.tried_config1[1], 2);
	assert_int_equal(fake.tried_config1[2], 0);
}

static void arm64_says_that_access_is_off(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_ARM64, arm64, "0\n", NULL);
	opens("cycles", false, "kernel.perf_user_access is 0");
	assert_int_equal(fake.n_tries, 1);
	assert_int_equal(fake.counters[0].attr.config1, 0);
	machine(UET_COUNTER_RULES_ARM64, arm64, NULL, NULL);
	opens("cycles", false, "kernel.perf_user_access is not there");
	machine(UET_COUNTER_RULES_ARM64, arm64_old, "1\n", NULL);
	opens("cycles", false, "Linux 5.17");
	assert_int_equal(fake.counters[0].attr.config1, 0);
}

static void two_kinds_of_cpus(void **state)
{
	(void)state;
	/* Free to move: by the kernel, on the PMU where it is now. */
	machine(UET_COUNTER_RULES_ARM64, arm64_two, "1\n", NULL);
	fake.affinity = 0xff;
	fake.cpu = 5;
	opens("instructions", false,
	      "not of the PMU armv8_cortex_a73: pin it to CPUs 4-7 first");
	assert_true(fake.counters[0].attr.config == (UINT64_C(9) << 32) + 1);
	assert_int_equal(fake.counters[0].attr.config1, 0);
	/* Pinned: by its own PMU, named in config, since a general type gets
	 * no access. */
	fake.affinity = 0x30;
	opens("instructions", true, NULL);
	assert_int_equal(fake.counters[1].attr.type, 0);
	assert_true(fake.counters[1].attr.config == (UINT64_C(9) << 32) + 1);
	assert_int_equal(fake.counters[1].attr.config1, 3);
	opens("r8", true, NULL);
	assert_int_equal(fake.counters[2].attr.type, 9);
	machine(UET_COUNTER_RULES_X86, x86_hybrid, NULL, NULL);
	fake.affinity = 0x1f;
	opens("cycles", false, "pin it to CPUs 0-3,8 first");
	fake.affinity = 0x10f;
	opens("cycles", true, NULL);
	assert_true(fake.counters[1].attr.config == UINT64_C(4) << 32);
}

static void kernel_that_cannot_be_told_the_pmu(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_ARM64, arm64_two, "1\n", NULL);
	fake.affinity = 0x3;
	fake.open_errors[0] = -EINVAL;
	fake.open_errors[1] = -EINVAL;
	fake.open_errors[2] = -ENOENT;
	opens("cycles", false, "the kernel refuses it");
	assert_int_equal(fake.n_tries, 4);
	assert_true(fake.counters[0].attr.config == 0);
	assert_int_equal(fake.counters[0].attr.config1, 0);
	/* Linux before 6.6 says ENOENT, to begin with. */
	machine(UET_COUNTER_RULES_ARM64, arm64_two, "1\n", NULL);
	fake.affinity = 0x3;
	fake.open_errors[0] = -ENOENT;
	opens("cycles", false, "the kernel refuses it");
	assert_int_equal(fake.n_tries, 2);
	assert_true(fake.counters[0].attr.config == 0);
}

static void precise_is_of_samples(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -EINVAL;
	opens("cycles:pp", true, NULL);
	assert_int_equal(fake.counters[0].attr.precise_ip, 0);
}

static void what_the_kernel_refuses_is_explained(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, "2\n");
	fake.open_errors[0] = -EACCES;
	fails("cycles", -EACCES, "is 2: use 'cycles:u'");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, "2\n");
	fake.open_errors[0] = -EACCES;
	fails("cpu/event=1/", -EACCES, "use 'cpu/event=1/u'");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, "3\n");
	fake.open_errors[0] = -EACCES;
	fails("cycles:u", -EACCES, "kernel.perf_event_paranoid is 3");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, "1\n");
	fake.open_errors[0] = -EPERM;
	fails("cycles", -EACCES, "filter of system calls");
	machine(UET_COUNTER_RULES_X86, no_pmu, NULL, NULL);
	fake.open_errors[0] = -ENOENT;
	fails("cycles", -ENOENT, "this machine has no counter for it (a "
				 "virtual machine without a PMU?)");
	machine(UET_COUNTER_RULES_X86, no_pmu, NULL, NULL);
	fake.open_errors[0] = -ENOENT;
	fails("cgroup-switches", -ENOENT, "this kernel does not know it");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -ENOENT;
	fails("ref-cycles", -ENOENT, "the PMU cpu has no such event");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -EINVAL;
	fails("power/energy-pkg/", -EINVAL, "does not count for a thread");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -EOPNOTSUPP;
	fails("cycles:I", -EOPNOTSUPP, "leave them out one by one");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -ENOSYS;
	fails("cycles", -ENOSYS, "CONFIG_PERF_EVENTS");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -E2BIG;
	fails("cpu/far=1/", -E2BIG, "config3");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -EMFILE;
	fails("cycles", -EMFILE, "raise the limit (RLIMIT_NOFILE, 'ulimit -n')");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -ENFILE;
	fails("cycles", -ENFILE, "raise fs.file-max");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fake.open_errors[0] = -ENOMEM;
	fails("cycles", -ENOMEM, "Cannot allocate memory");
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	fails("cyles", -ENOENT, "no event 'cyles'");
	fails("cycles/period=1000/", -EINVAL, "period and freq are for samples");
	assert_int_equal(uet_counter_open("cyles",
					  &(struct uet_counter *){ NULL }, NULL),
			 -ENOENT);
}

static void pmus_that_want_more_than_terms(void **state)
{
	static const struct {
		const char *pmu;
		int code;
		const char *says;
	} all[] = {
		{ "breakpoint", -EINVAL,
		  "the PMU breakpoint wants an address and a kind of access" },
		{ "kprobe", -EINVAL,
		  "the PMU kprobe wants a function's name in memory" },
		{ "kprobe", -ENOENT, "with 'perf probe'" },
		{ "uprobe", -EFAULT, "with 'perf probe -x FILE'" },
		{ "tracepoint", -EINVAL, "wants config= to be a tracepoint's "
					 "number, which its file 'id'" },
	};
	char event[40];

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, "2\n");
		snprintf(event, sizeof(event), "%s/config=1/", all[i].pmu);
		fake.open_errors[0] = all[i].code;
		fails(event, -EINVAL, all[i].says);
		/* It may be that the user may not. */
		fake.n_tries = 0;
		fake.open_errors[0] = -EACCES;
		fails(event, -EACCES, "kernel.perf_event_paranoid is 2");
	}
	/* Nothing says that it is for whole CPUs. */
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	make_folder("msr");
	make_file("msr/type", "9\n");
	fake.open_errors[0] = -EINVAL;
	fails("msr/config=77/", -EINVAL, "leave them out one by one");
}

static void counter_that_cannot_be_marked(void **state)
{
	(void)state;
	for (int user = 0; user < 2; user++) {
		machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
		fake.mark_error = -EPERM;
		fails(user ? "cycles" : "cs", -EPERM,
		      "cannot be marked as a counter's: Operation not "
		      "permitted (let a filter of system calls allow fcntl(2)");
	}
}

static void config3_reaches_the_kernel(void **state)
{
	(void)state;
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	opens("cpu/far=0xab/", true, NULL);
	assert_int_equal(fake.counters[0].attr.size, 136);
	assert_int_equal(fake.counters[0].config3, 0xab);
}

static void group_opens_whole_or_not_at_all(void **state)
{
	static const char *const events[] = { "cycles", "instructions",
					      "branches" };
	static const char *const weak[] = { "cycles", "instructions:W" };
	struct uet_counter *counters[3];

	(void)state;
	machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
	assert_int_equal(uet_counter_open_group(events, 3, counters, &err), 0);
	assert_int_equal(fake.counters[0].leader, -1);
	assert_int_equal(fake.counters[1].leader, FAKE_FIRST_FD);
	assert_int_equal(fake.counters[2].leader, FAKE_FIRST_FD);
	for (int i = 0; i < 3; i++)
		uet_counter_close(counters[i]);
	for (unsigned int at = 0; at < 3; at++) {
		machine(UET_COUNTER_RULES_X86, x86_cpu, NULL, NULL);
		fake.open_errors[at] = -EINVAL;
		assert_int_equal(uet_counter_open_group(events, 3, counters,
							&err), -EINVAL);
		if (at)
			assert_non_null(strstr(err.text, "does not fit"));
		for (int i = 0; i < 3; i++)
			assert_null(counters[i]);
		assert_int_equal(fake.n_open, 0);
		assert_int_equal(fake.n_maps, 0);
	}
	assert_int_equal(uet_counter_open_group(weak, 2, counters, &err),
			 -EINVAL);
	assert_non_null(strstr(err.text, "leave 'W' out"));
	assert_int_equal(uet_counter_open_group(events, 0, counters, &err),
			 -EINVAL);
	assert_int_equal(uet_counter_open_group(events, 33, counters, &err),
			 -EINVAL);
	assert_int_equal(fake.n_open, 0);
}

static int remove_machine(void **state)
{
	(void)state;
	return remove_tree(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(x86_asks_the_page),
		cmocka_unit_test(software_is_the_kernel_s),
		cmocka_unit_test(machine_whose_registers_are_not_known),
		cmocka_unit_test(arm64_asks_for_64_bits_first),
		cmocka_unit_test(arm64_takes_32_bits_where_there_are_no_more),
		cmocka_unit_test(arm64_reads_where_user_space_may_not),
		cmocka_unit_test(arm64_says_that_access_is_off),
		cmocka_unit_test(two_kinds_of_cpus),
		cmocka_unit_test(kernel_that_cannot_be_told_the_pmu),
		cmocka_unit_test(precise_is_of_samples),
		cmocka_unit_test(what_the_kernel_refuses_is_explained),
		cmocka_unit_test(pmus_that_want_more_than_terms),
		cmocka_unit_test(counter_that_cannot_be_marked),
		cmocka_unit_test(config3_reaches_the_kernel),
		cmocka_unit_test(group_opens_whole_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, remove_machine);
}
