/* SPDX-License-Identifier: MIT */
/*
 * The events of a session: their attributes, their instances on CPUs and for
 * threads, their identifiers.  Knows nothing about how rings are mapped.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "collect/procfs.h"
#include "collect/session_internal.h"
#include "collect/sys.h"

static int no_permission(const struct uet_session *s, struct uet_error *err,
			 int result)
{
	long paranoid = uet_sysctl_number(UET_PARANOID_FILE, 2);

	if (paranoid >= 0)
		return uet_error_set(err, result,
				     "no permission to record with perf events: "
				     "run as root, give CAP_PERFMON, or set "
				     "sysctl kernel.perf_event_paranoid=-1 (it "
				     "is %ld)", paranoid);
	/* The setting allows it, so that it is something else. */
	if (s->whole_system)
		return uet_error_set(err, result,
				     "no permission to record with perf events, "
				     "although kernel.perf_event_paranoid is "
				     "%ld: a container or a security module "
				     "forbids it; run as root outside",
				     paranoid);
	return uet_error_set(err, result,
			     "no permission to record this process: it belongs "
			     "to somebody else, or a container or a security "
			     "module forbids it; run as root, or give "
			     "CAP_PERFMON");
}

static int no_descriptor(const struct uet_session *s, struct uet_error *err,
			 int result)
{
	struct rlimit limit;

	if (result == -ENFILE || getrlimit(RLIMIT_NOFILE, &limit))
		return uet_error_set(err, result,
				     "the whole system has too many open "
				     "files: raise sysctl fs.file-max");
	return uet_error_set(err, result,
			     "too many descriptors: one is needed for each "
			     "event (%zu), CPU (%zu) and thread (%zu), and the "
			     "limit is %llu; name fewer events (-e), or raise "
			     "the limit (ulimit -n)", s->n_events, s->n_cpus,
			     s->n_tids, (unsigned long long)limit.rlim_cur);
}

int uet_session_explain(const struct uet_session *s, struct uet_error *err,
			const char *name, int result)
{
	switch (result) {
	case -EACCES:
	case -EPERM:
		return no_permission(s, err, result);
	case -EMFILE:
	case -ENFILE:
		return no_descriptor(s, err, result);
	case -ENOSYS:
		return uet_error_set(err, result,
				     "this kernel has no perf events "
				     "(CONFIG_PERF_EVENTS)");
	case -ENOMEM:
		return uet_error_set(err, -ENOMEM, "out of memory");
	default:
		return uet_error_set(err, result,
				     "cannot open the perf event %s: %s", name,
				     strerror(-result));
	}
}

int uet_session_explain_clock(const struct uet_session *s,
			      struct uet_error *err)
{
	return uet_error_set(err, -EINVAL,
			     "the kernel does not record these events with "
			     "clock %d: take monotonic or monotonic_raw (-k)",
			     s->clockid);
}

/* Raises the soft limit as far as it may go, if it is too low. */
void uet_session_raise_limit(size_t descriptors)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) ||
	    limit.rlim_cur >= descriptors + 64)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

void uet_session_set_attr(const struct uet_session *s,
			  struct perf_event_attr *attr)
{
	attr->sample_type = s->sample_type;
	attr->read_format = PERF_FORMAT_ID | UET_PERF_FORMAT_LOST;
	attr->disabled = 1;
	attr->inherit = !s->whole_system;
	attr->sample_id_all = 1;
	attr->watermark = 1;
	attr->write_backward = s->overwrite;
	attr->use_clockid = 1;
	attr->clockid = s->clockid;
}

static void set_attr(struct uet_session *s, struct event *event)
{
	struct perf_event_attr *attr = &event->attr;

	uet_session_set_attr(s, attr);
	attr->size = sizeof(*attr);
	/* Without a period it only counts. */
	attr->sample_period = s->counting ? 0 : 1;
	attr->exclude_guest = 1;
}

static void set_dummy(struct uet_session *s, struct event *event)
{
	struct perf_event_attr *attr = &event->attr;

	set_attr(s, event);
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_DUMMY;
	attr->comm = 1;
	attr->comm_exec = 1;
	attr->mmap = 1;
	attr->mmap2 = 1;
	attr->task = 1;
}

struct event *uet_session_append(struct uet_session *s)
{
	struct event *event = calloc(1, sizeof(*event));
	struct event **grown = reallocarray(s->events, s->n_events + 1,
					    sizeof(*grown));

	if (grown)
		s->events = grown;
	if (!grown || !event) {
		free(event);
		return NULL;
	}
	event->index = s->n_events;
	event->perf_cpu = -1;
	event->shown.attr = &event->attr;
	event->shown.unit = "";
	event->shown.scale = 1;
	s->events[s->n_events++] = event;
	return event;
}

int uet_session_new_event(struct uet_session *s,
			  const struct uet_catalog_event *from)
{
	struct event *event = uet_session_append(s);

	if (!event)
		return -ENOMEM;
	if (!from) {
		event->name = strdup("dummy:HG");
		set_dummy(s, event);
	} else {
		if (asprintf(&event->name, "%s:%s", from->system,
			     from->name) < 0)
			event->name = NULL;
		set_attr(s, event);
		event->attr.type = PERF_TYPE_TRACEPOINT;
		event->attr.config = from->id;
		event->from = from;
		event->attr.sample_type |= PERF_SAMPLE_RAW;
	}
	event->shown.name = event->name;
	return event->name ? 0 : -ENOMEM;
}

static int reserve_instance(struct event *event)
{
	size_t room = event->room ? event->room * 2 : 8;
	void *instances, *ids, *lost;

	if (event->n < event->room)
		return 0;
	instances = reallocarray(event->instances, room,
				 sizeof(*event->instances));
	if (instances)
		event->instances = instances;
	ids = reallocarray(event->ids, room, sizeof(*event->ids));
	if (ids)
		event->ids = ids;
	lost = reallocarray(event->lost, room, sizeof(*event->lost));
	if (lost)
		event->lost = lost;
	event->shown.ids = event->ids;
	if (!instances || !ids || !lost)
		return -ENOMEM;
	event->room = room;
	return 0;
}

static void put_slot(struct id_slot *slots, size_t n, uint64_t id,
		     struct event *event)
{
	size_t at = uet_session_hash(id) & (n - 1);

	while (slots[at].event)
		at = (at + 1) & (n - 1);
	slots[at] = (struct id_slot){ id, event };
}

/* At most half of the slots are used. */
static int index_id(struct uet_session *s, uint64_t id, struct event *event)
{
	if ((s->n_ids + 1) * 2 > s->n_slots) {
		size_t n = s->n_slots ? s->n_slots * 2 : 64;
		struct id_slot *slots = calloc(n, sizeof(*slots));

		if (!slots)
			return -ENOMEM;
		for (size_t i = 0; i < s->n_slots; i++)
			if (s->slots[i].event)
				put_slot(slots, n, s->slots[i].id,
					 s->slots[i].event);
		free(s->slots);
		s->slots = slots;
		s->n_slots = n;
	}
	put_slot(s->slots, s->n_slots, id, event);
	s->n_ids++;
	return 0;
}

int uet_session_open_instance(struct uet_session *s, struct event *event,
			      size_t cpu, pid_t tid)
{
	uint64_t id = 0;
	int fd, result = reserve_instance(event);

	if (!result && event->perf)
		result = uet_session_bind(s, event, s->cpus[cpu]);
	if (result)
		return result;
	if (s->cgroup >= 0)
		fd = uet_sys_perf_event_open(&event->attr, s->cgroup,
					     s->cpus[cpu], -1,
					     PERF_FLAG_PID_CGROUP);
	else
		fd = uet_sys_perf_event_open(&event->attr, tid, s->cpus[cpu],
					     -1, 0);
	if (fd == -ENODEV || (fd == -ESRCH && !s->whole_system))
		return 1;
	if (fd < 0)
		return fd;
	result = uet_sys_ioctl(fd, PERF_EVENT_IOC_ID, &id);
	if (result >= 0 && event->filter)
		result = uet_sys_ioctl(fd, PERF_EVENT_IOC_SET_FILTER,
				       event->filter);
	if (result >= 0)
		result = index_id(s, id, event);
	if (result < 0) {
		uet_sys_close(fd);
		return result;
	}
	event->instances[event->n] = (struct instance){ fd, cpu };
	event->ids[event->n] = id;
	event->lost[event->n] = 0;
	event->n++;
	event->shown.n_ids = event->n;
	return 0;
}

bool uet_session_lacks_rights(void)
{
	return geteuid() && uet_sysctl_number(UET_PARANOID_FILE, 2) >= 0;
}

/* Who may record the rest may not record this one, whoever it is. */
static int explain_refusal(const struct uet_session *s, const struct event *event,
			   int result, struct uet_error *err)
{
	if (uet_session_lacks_rights())
		return uet_session_explain(s, err, event->name, result);
	return uet_error_set(err, result,
			     "the kernel does not let %s be recorded%s",
			     event->name,
			     s->counting ? "" : ", only counted (uet stat)");
}

/* All threads of a CPU write into one ring: the one of its first dummy. */
int uet_session_redirect(struct uet_session *s, int fd, size_t cpu)
{
	const struct event *dummy = s->events[0];

	for (size_t i = 0; i < dummy->n; i++)
		if (dummy->instances[i].ring == cpu)
			return uet_sys_ioctl(
				fd, PERF_EVENT_IOC_SET_OUTPUT,
				(void *)(intptr_t)dummy->instances[i].fd);
	return -ENODEV;
}

int uet_session_add_instance(struct uet_session *s, struct event *event,
			     size_t cpu, pid_t tid)
{
	int result = uet_session_open_instance(s, event, cpu, tid);

	if (!result && !s->counting)
		result = uet_session_redirect(
			s, event->instances[event->n - 1].fd, cpu);
	return result;
}

/* Linux before 6.0; with rings, the dummy has found it out already. */
static bool drop_lost(struct event *event)
{
	bool had = event->attr.read_format & UET_PERF_FORMAT_LOST;

	event->attr.read_format &= ~(uint64_t)UET_PERF_FORMAT_LOST;
	return had;
}

static int open_event(struct uet_session *s, struct event *event,
		      struct uet_error *err)
{
	int result = 0;

	event->attr.wakeup_watermark = s->events[0]->attr.wakeup_watermark;
	for (size_t cpu = 0; cpu < s->n_cpus; cpu++) {
		if (!s->counting && !s->rings[cpu].page)
			continue;
		for (size_t tid = 0; tid < s->n_tids; tid++) {
			result = uet_session_add_instance(s, event, cpu,
							  s->tids[tid]);
			if (result == -EINVAL && s->counting &&
			    drop_lost(event))
				result = uet_session_add_instance(
					s, event, cpu, s->tids[tid]);
			if (result < 0)
				goto failed;
		}
	}
	if (!event->n && event->perf && s->whole_system)
		return uet_session_explain_perf(s, event, -ENODEV, err);
	if (!event->n)
		return uet_error_set(err, -ESRCH,
				     "the process has ended already");
	if (event->perf || uet_session_is_same(event->from))
		return 0;
	result = -ENOENT;
failed:
	if (result == -EINVAL && s->clockid != CLOCK_MONOTONIC &&
	    s->clockid != CLOCK_MONOTONIC_RAW)
		return uet_session_explain_clock(s, err);
	if (event->perf)
		return uet_session_explain_perf(s, event, result, err);
	/* The same attributes went through for the dummy: what the kernel
	 * finds invalid is the tracepoint's number. */
	if (result == -EINVAL || result == -ENOENT)
		return uet_error_set(err, -ENOENT,
				     "the event %s has just gone: its last "
				     "program has ended", event->name);
	if (result == -EPERM || result == -EACCES)
		return explain_refusal(s, event, result, err);
	return uet_session_explain(s, err, event->name, result);
}

void uet_session_close_instances(struct event *event)
{
	for (size_t i = 0; i < event->n; i++)
		uet_sys_close(event->instances[i].fd);
	event->n = 0;
	event->shown.n_ids = 0;
}

int uet_session_open_event(struct uet_session *s, struct event *event,
			   struct uet_error *err)
{
	int result = open_event(s, event, err);

	event->from = NULL;
	event->shown.error = result;
	if (result)
		uet_session_close_instances(event);
	return result;
}
