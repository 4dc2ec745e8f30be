/* SPDX-License-Identifier: MIT */
/*
 * Events of a session that are no tracepoints: from what perf spells them as to
 * attributes, CPU by CPU, and why the kernel does not take them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "collect/procfs.h"
#include "collect/session_internal.h"
#include "common/perf_event.h"

/* As perf has it without -F and -c. */
#define DEFAULT_FREQ 4000

#define MAX_RATE_FILE "/proc/sys/kernel/perf_event_max_sample_rate"

/* The kernel lowers it on busy machines. */
static uint64_t max_rate(void)
{
	long rate = uet_sysctl_number(MAX_RATE_FILE, 100000);

	return rate > 0 ? (uint64_t)rate : 1;
}

static uint64_t default_freq(void)
{
	uint64_t most = max_rate();

	return most < DEFAULT_FREQ ? most : DEFAULT_FREQ;
}

bool uet_session_is_perf_event(const char *text, size_t size)
{
	return uet_perf_event_is_name(text, size);
}

/* What the text says goes before what the options say. */
static void set_period(const struct uet_session *s, struct perf_event_attr *attr)
{
	if (s->counting) {
		attr->sample_period = 0;
		attr->freq = 0;
	} else if (!attr->sample_period) {
		attr->freq = !s->sample_period;
		attr->sample_period = s->sample_period;
		if (attr->freq)
			attr->sample_freq = s->sample_freq ? s->sample_freq :
							     default_freq();
	}
}

static void set_attr(const struct uet_session *s, struct event *event)
{
	struct perf_event_attr *attr = &event->attr;
	/* What the kernel was found not to know stays away. */
	uint64_t lost = (event->n ? attr : &s->events[0]->attr)->read_format &
			UET_PERF_FORMAT_LOST;
	uint32_t wakeup = attr->wakeup_watermark;

	*attr = event->perf->attr;
#ifndef PERF_ATTR_SIZE_VER8
	event->attr_config3 = event->perf->attr_config3;
#endif
	uet_session_set_attr(s, attr);
	attr->read_format = PERF_FORMAT_ID | lost;
	if (s->counting)
		attr->read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
				     PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr->wakeup_watermark = wakeup;
	attr->enable_on_exec = s->from_exec;
	set_period(s, attr);
}

/* Linux 6.12 gives the samples of all to the first that it meets. */
static const struct event *same_software_event(const struct uet_session *s,
					       const struct event *event)
{
	for (size_t i = 1; i < s->n_events; i++) {
		const struct event *other = s->events[i];

		if (other != event && other->perf &&
		    other->attr.type == PERF_TYPE_SOFTWARE &&
		    event->attr.type == PERF_TYPE_SOFTWARE &&
		    other->attr.config == event->attr.config)
			return other;
	}
	return NULL;
}

int uet_session_new_perf_event(struct uet_session *s, const char *text,
			       struct uet_error *err)
{
	struct event *event = uet_session_append(s);
	const struct event *same;
	int result;

	if (event)
		event->perf = calloc(1, sizeof(*event->perf));
	if (!event || !event->perf)
		return uet_error_set(err, -ENOMEM, "out of memory");
	result = uet_perf_event_parse(text, -1, event->perf, err);
	if (result)
		return result;
	if (event->perf->sample_read && !s->counting)
		return uet_error_set(err, -EOPNOTSUPP, "%s: 'S' needs a group, "
				     "which a session has not", text);
	event->spelled = strdup(text);
	event->name = strdup(event->perf->name);
	event->shown.name = event->name;
	if (!event->name || !event->spelled)
		return uet_error_set(err, -ENOMEM, "out of memory");
	event->shown.unit = event->perf->unit;
	if (event->perf->scale[0])
		event->shown.scale = strtod(event->perf->scale, NULL);
	set_attr(s, event);
	same = s->counting ? NULL : same_software_event(s, event);
	if (!same)
		return 0;
	return uet_error_set(err, -EINVAL, "%s and %s are one event of the "
			     "kernel, which would give the samples of both to "
			     "one of them: record one at a time, or count them "
			     "(uet stat)", same->name, event->name);
}

/* A machine of two kinds of CPUs has two PMUs for the same event. */
int uet_session_bind(struct uet_session *s, struct event *event, int cpu)
{
	struct uet_perf_event *perf = event->perf;
	int result;

	if (event->perf_cpu == cpu)
		return 0;
	result = uet_perf_event_parse(event->spelled, cpu, perf, NULL);
	if (result)
		return result;
	if (perf->pmu.cpus[0] && !uet_cpu_list_has(perf->pmu.cpus, cpu))
		return 1;
	set_attr(s, event);
	event->perf_cpu = cpu;
	return 0;
}

static int explain_permission(const struct uet_session *s,
			      const struct event *event, int result,
			      struct uet_error *err)
{
	if (!uet_session_lacks_rights())
		return uet_error_set(err, result, "%s: the kernel does not let "
				     "this event be opened like this",
				     event->name);
	if (event->attr.exclude_kernel || s->whole_system)
		return uet_session_explain(s, err, event->name, result);
	return uet_error_set(err, result, "%s: no permission to count what the "
			     "kernel does (kernel.perf_event_paranoid is %ld): "
			     "take %s%su, run as root, or give CAP_PERFMON",
			     event->name, uet_sysctl_number(UET_PARANOID_FILE, 2),
			     event->name,
			     strpbrk(event->name, ":/") ? "" : ":");
}

int uet_session_explain_perf(const struct uet_session *s,
			     const struct event *event, int result,
			     struct uet_error *err)
{
	const struct perf_event_attr *attr = &event->attr;
	const char *name = event->name;

	switch (result) {
	case -EACCES:
	case -EPERM:
		return explain_permission(s, event, result, err);
	case -ENOENT:
	case -ENODEV:
	case -EOPNOTSUPP:
		if (attr->type == PERF_TYPE_SOFTWARE)
			return uet_error_set(err, result, "%s: the kernel has "
					     "no such event", name);
		return uet_error_set(err, result, "%s: no PMU here counts it "
				     "(a virtual machine has often none): "
				     "take another, such as task-clock", name);
	case -EINVAL:
		if (attr->freq && attr->sample_freq > max_rate())
			return uet_error_set(err, result, "%s: %llu samples a "
					     "second are more than sysctl "
					     "kernel.perf_event_max_sample_rate "
					     "allows (it is %llu): take fewer "
					     "(-F), or raise it", name,
					     (unsigned long long)attr->sample_freq,
					     (unsigned long long)max_rate());
		if (!s->whole_system && event->perf->pmu.cpus[0] &&
		    !event->perf->pmu.is_core)
			return uet_error_set(err, result, "%s: this PMU counts "
					     "for whole CPUs, not for threads: "
					     "take -a", name);
		return uet_error_set(err, result, "%s: the kernel refuses what "
				     "is asked of this event", name);
	default:
		break;
	}
	return uet_session_explain(s, err, name, result);
}
