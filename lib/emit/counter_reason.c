/* SPDX-License-Identifier: MIT */
/*
 * Why an event cannot be counted, in words.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "emit/counter_internal.h"

/* The same event, restricted to user space. */
static void suggest_user(const struct uet_perf_event *event, char *text,
			 size_t size)
{
	const char *between = strchr(event->name, '/') ||
					      strchr(event->name, ':') ?
				      "" :
				      ":";

	snprintf(text, size, "%.200s%su", event->name, between);
}

static int not_allowed(const struct uet_perf_event *event, int code,
		       struct uet_error *err)
{
	long paranoid = uet_counter_sysctl("perf_event_paranoid");
	char user[UET_PERF_NAME_MAX];

	if (paranoid == 2 && !event->attr.exclude_kernel) {
		suggest_user(event, user, sizeof(user));
		return uet_error_set(err, code,
				     "%s: this user may not count what the "
				     "kernel does, kernel.perf_event_paranoid "
				     "is 2: use '%s', or run it with "
				     "CAP_PERFMON",
				     event->name, user);
	}
	if (paranoid > 2)
		return uet_error_set(err, code,
				     "%s: this user may not count anything, "
				     "kernel.perf_event_paranoid is %ld: run "
				     "it with CAP_PERFMON, or set that to 2",
				     event->name, paranoid);
	return uet_error_set(err, code,
			     "%s: this user may not count it (or a filter of "
			     "system calls, as containers have, forbids it): "
			     "run it with CAP_PERFMON",
			     event->name);
}

static int not_there(const struct uet_perf_event *event, int code,
		     struct uet_error *err)
{
	if (event->pmu.is_core && !event->pmu.name[0])
		return uet_error_set(err, code,
				     "%s: this machine has no counter for it "
				     "(a virtual machine without a PMU?)",
				     event->name);
	if (!event->pmu.name[0])
		return uet_error_set(err, code,
				     "%s: this kernel does not know it",
				     event->name);
	return uet_error_set(err, code, "%s: the PMU %s has no such event",
			     event->name, event->pmu.name);
}

/* PMUs that count for threads, but want to be told more than terms say. */
static const struct {
	const char *pmu;
	const char *wants;
} told_otherwise[] = {
	{ "breakpoint", "an address and a kind of access, which no term gives: "
			"count it with 'perf stat -e mem:ADDRESS'" },
	{ "kprobe", "a function's name in memory, which no term gives: make a "
		    "tracepoint of it with 'perf probe' and record that" },
	{ "uprobe", "a file's name in memory, which no term gives: make a "
		    "tracepoint of it with 'perf probe -x FILE' and record "
		    "that" },
	{ "tracepoint", "config= to be a tracepoint's number, which its file "
			"'id' in /sys/kernel/tracing/events has" },
};

static const char *what_it_wants(const struct uet_pmu *pmu)
{
	for (size_t i = 0; i < sizeof(told_otherwise) / sizeof(*told_otherwise);
	     i++)
		if (!strcmp(pmu->name, told_otherwise[i].pmu))
			return told_otherwise[i].wants;
	return NULL;
}

static int refused(const struct uet_perf_event *event, int code, bool in_group,
		   struct uet_error *err)
{
	/* Units beside the CPUs name one of these to be asked on. */
	if (!event->pmu.is_core && event->pmu.cpus[0])
		return uet_error_set(err, code,
				     "%s: the PMU %s does not count for a "
				     "thread but for all of its CPUs: count it "
				     "for the system",
				     event->name, event->pmu.name);
	if (in_group)
		return uet_error_set(err, code,
				     "%s: does not fit the counters of the CPU "
				     "together with the group's other events: "
				     "use fewer, or open it alone",
				     event->name);
	return uet_error_set(err, code,
			     "%s: the kernel refuses its terms or modifiers "
			     "(%s): leave them out one by one",
			     event->name, strerror(-code));
}

int uet_counter_refused(const struct uet_perf_event *event, int code,
			bool in_group, struct uet_error *err)
{
	const char *wants = what_it_wants(&event->pmu);

	if (wants && (code == -EINVAL || code == -EFAULT || code == -ENOENT))
		return uet_error_set(err, -EINVAL, "%s: the PMU %s wants %s",
				     event->name, event->pmu.name, wants);
	switch (code) {
	case -EACCES:
	case -EPERM:
		return not_allowed(event, -EACCES, err);
	case -ENOENT:
	case -ENODEV:
		return not_there(event, -ENOENT, err);
	case -EINVAL:
	case -EOPNOTSUPP:
		return refused(event, code, in_group, err);
	case -ENOSYS:
		return uet_error_set(err, code,
				     "%s: this kernel has no perf events "
				     "(CONFIG_PERF_EVENTS)",
				     event->name);
	case -E2BIG:
		return uet_error_set(err, code,
				     "%s: this kernel knows no config3 (Linux "
				     "6.3 does)",
				     event->name);
	case -EBUSY:
		return uet_error_set(err, code,
				     "%s: another program has the counters for "
				     "itself",
				     event->name);
	case -EMFILE:
		return uet_error_set(err, code,
				     "%s: this process has as many descriptors "
				     "as it may, and a counter needs one: raise "
				     "the limit (RLIMIT_NOFILE, 'ulimit -n')",
				     event->name);
	case -ENFILE:
		return uet_error_set(err, code,
				     "%s: the system has as many files open as "
				     "it may: raise fs.file-max",
				     event->name);
	default:
		return uet_error_set(err, code, "%s: cannot be opened: %s",
				     event->name, strerror(-code));
	}
}
