/* SPDX-License-Identifier: MIT */
/*
 * Whether a counter can be read from user space, and in which ways that is to
 * be asked for: each kind of machine has its rules.  Sources:
 * Documentation/arch/arm64/perf.rst and arch/x86/events/core.c, Linux 6.12.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/sys.h"
#include "emit/counter_internal.h"

#if defined(__x86_64__) && !defined(__ILP32__)
enum uet_counter_rules uet_counter_rules = UET_COUNTER_RULES_X86;
#elif defined(__aarch64__) && !defined(__ILP32__)
enum uet_counter_rules uet_counter_rules = UET_COUNTER_RULES_ARM64;
#else
enum uet_counter_rules uet_counter_rules = UET_COUNTER_RULES_NONE;
#endif

const char *uet_counter_sysctls = "/proc/sys/kernel";

#define LONG_BITS (8 * sizeof(unsigned long))

long uet_counter_sysctl(const char *name)
{
	char path[256], text[32];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", uet_counter_sysctls, name);
	fd = uet_sys_open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fd;
	got = uet_sys_read(fd, text, sizeof(text) - 1);
	uet_sys_close(fd);
	if (got <= 0)
		return got ? got : -ENODATA;
	text[got] = '\0';
	return strtol(text, NULL, 10);
}

/*
 * Between reading a register's number and the register the thread can move to
 * a CPU of another kind, which may not have it: the instruction would then
 * kill the program.
 */
static bool may_leave(const struct uet_pmu *pmu)
{
	unsigned long bits[8192 / LONG_BITS] = { 0 };

	if (!pmu->cpus[0])
		return false;
	if (uet_sys_affinity(bits, sizeof(bits)) < 0)
		return true;
	for (unsigned int cpu = 0; cpu < 8192; cpu++)
		if (bits[cpu / LONG_BITS] >> cpu % LONG_BITS & 1 &&
		    !uet_cpu_list_has(pmu->cpus, (int)cpu))
			return true;
	return false;
}

static unsigned int arm64_ways(const struct uet_perf_event *event,
			       uint64_t extra[2],
			       char why[UET_COUNTER_WHY_MAX])
{
	const char *pmu = event->pmu.name;
	long access;

	if (!uet_pmu_has(&event->pmu, "format", "rdpmc")) {
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "the PMU %s or this kernel (Linux 5.17 can) shows its "
			 "registers to nobody", pmu);
		return 0;
	}
	access = uet_counter_sysctl("perf_user_access");
	if (access <= 0) {
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "kernel.perf_user_access is %s",
			 access ? "not there" : "0");
		return 0;
	}
	/* 64 bits only where the hardware has them: the kernel does not chain
	 * two registers for user space. */
	extra[0] = UET_ARM64_RDPMC | UET_ARM64_LONG;
	extra[1] = UET_ARM64_RDPMC;
	return 2;
}

unsigned int uet_counter_user_ways(const struct uet_perf_event *event,
				   uint64_t extra[2],
				   char why[UET_COUNTER_WHY_MAX])
{
	const struct uet_pmu *pmu = &event->pmu;

	why[0] = '\0';
	extra[0] = 0;
	if (!pmu->is_core)
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "the kernel counts it, not a register of the CPU");
	else if (uet_counter_rules == UET_COUNTER_RULES_NONE)
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "on this kind of machine uet knows no registers");
	else if (!pmu->name[0])
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "no PMU in /sys says that it is this CPU's");
	else if (may_leave(pmu))
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "this thread may move to CPUs that are not of the PMU "
			 "%s: pin it to CPUs %.40s first",
			 pmu->name, pmu->cpus);
	else if (uet_counter_rules == UET_COUNTER_RULES_ARM64)
		return arm64_ways(event, extra, why);
	return !why[0];
}

void uet_counter_judge_page(const struct uet_perf_event *event,
			    const volatile struct uet__counter_page *page,
			    char why[UET_COUNTER_WHY_MAX])
{
	char text[UET_PMU_TEXT_MAX];

	why[0] = '\0';
	if (page->capabilities & UET__CAP_RDPMC)
		return;
	if (uet_pmu_read(&event->pmu, NULL, "rdpmc", text) >= 0 &&
	    !strcmp(text, "0"))
		snprintf(why, UET_COUNTER_WHY_MAX, "%s/%s/rdpmc is 0",
			 uet_pmu_root, event->pmu.name);
	else
		snprintf(why, UET_COUNTER_WHY_MAX,
			 "the kernel does not let user space read this event");
}
