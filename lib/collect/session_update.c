/* SPDX-License-Identifier: MIT */
/*
 * What changes while a session runs: more events, CPUs that come and go, and
 * threads that those events must still be opened for.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/collect_internal.h"
#include "collect/procfs.h"
#include "collect/session_internal.h"
#include "collect/sys.h"

/* In FORK and EXIT records. */
#define TASK_TID_AT 16
#define TASK_TIME_AT 24

static uint64_t now_ns(const struct uet_session *s)
{
	struct timespec time;

	clock_gettime(s->events[0]->attr.clockid, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void forget_tid(struct uet_session *s, pid_t tid)
{
	for (size_t i = 0; i < s->n_tids; i++)
		if (s->tids[i] == tid) {
			s->tids[i] = s->tids[--s->n_tids];
			return;
		}
}

static void remember_tid(struct uet_session *s, pid_t tid, uint64_t born_ns)
{
	struct late_task *tasks = reallocarray(
		s->new_tasks, s->n_new_tasks + 1, sizeof(*tasks));
	pid_t *tids = reallocarray(s->tids, s->n_tids + 1, sizeof(*tids));

	/* Without memory, a late event does not reach this thread. */
	if (tasks)
		s->new_tasks = tasks;
	if (tids)
		s->tids = tids;
	if (!tasks || !tids)
		return;
	tasks[s->n_new_tasks++] = (struct late_task){ tid, born_ns };
	tids[s->n_tids++] = tid;
}

void uet_session_note_task(struct uet_session *s, const unsigned char *record,
			   bool is_fork)
{
	uint32_t tid;
	uint64_t time;

	if (s->whole_system)
		return;
	memcpy(&tid, record + TASK_TID_AT, sizeof(tid));
	memcpy(&time, record + TASK_TIME_AT, sizeof(time));
	/* A number that is used again, or records of two rings out of turn. */
	forget_tid(s, (pid_t)tid);
	if (is_fork)
		remember_tid(s, (pid_t)tid, time);
}

/* Opens the events that a thread's parent could not hand down: they were added
 * after it had begun and before its FORK record was read. */
static int adopt(struct uet_session *s, const struct late_task *task)
{
	int added = 0;

	for (size_t i = 1; i < s->n_events; i++) {
		struct event *event = s->events[i];

		if (!event->n || event->late_ns <= task->born_ns)
			continue;
		for (size_t cpu = 0; cpu < s->n_cpus; cpu++) {
			int result = uet_session_add_instance(s, event, cpu,
							      task->tid);

			if (result == 1)
				break;
			if (result)
				return result;
			added = 1;
		}
	}
	return added;
}

static int adopt_all(struct uet_session *s)
{
	int added = 0;

	for (size_t i = 0; i < s->n_new_tasks; i++) {
		int result = adopt(s, &s->new_tasks[i]);

		if (result < 0)
			return result;
		added |= result;
	}
	s->n_new_tasks = 0;
	return added;
}

static int add_event(struct uet_session *s,
		     const struct uet_catalog_event *from,
		     struct uet_error *err)
{
	struct event *event;
	int result = uet_session_new_event(s, from);

	if (result)
		return uet_error_set(err, result, "out of memory");
	event = s->events[s->n_events - 1];
	/* What was found out about this kernel when the session was opened. */
	if (!s->counting)
		event->attr.read_format = s->events[0]->attr.read_format;
	/* A thread that begins after this has the event from its parent. */
	event->late_ns = now_ns(s);
	result = uet_session_open_event(s, event, err);
	return result == -ENOENT || result == -ESRCH ? 0 : result;
}

int uet_session_add_events(struct uet_session *s,
			   const struct uet_catalog_event *const *events,
			   size_t n, struct uet_error *err)
{
	int result;

	/* Threads known until now get the new events by being known. */
	result = adopt_all(s);
	if (result < 0)
		return uet_session_explain(s, err, "events of a new thread",
					   result);
	result = 0;
	uet_session_raise_limit((s->n_events + n) * s->n_cpus * s->n_tids);
	/* Each gets its number, also behind one that failed: callers count. */
	for (size_t i = 0; i < n; i++) {
		int one = add_event(s, events[i], result ? NULL : err);

		if (one == -ENOMEM)
			return one;
		if (!result)
			result = one;
	}
	return result;
}

/* Where a CPU stands in the session; it is added if it is new. */
static ssize_t find_cpu(struct uet_session *s, int cpu)
{
	struct uet_ring *rings;
	bool *offline;
	int *cpus;

	for (size_t i = 0; i < s->n_cpus; i++)
		if (s->cpus[i] == cpu)
			return (ssize_t)i;
	cpus = reallocarray(s->cpus, s->n_cpus + 1, sizeof(*cpus));
	if (cpus)
		s->cpus = cpus;
	rings = reallocarray(s->rings, s->n_cpus + 1, sizeof(*rings));
	if (rings)
		s->rings = rings;
	offline = reallocarray(s->offline, s->n_cpus + 1, sizeof(*offline));
	if (offline)
		s->offline = offline;
	if (!cpus || !rings || !offline)
		return -ENOMEM;
	cpus[s->n_cpus] = cpu;
	rings[s->n_cpus] = (struct uet_ring){ 0 };
	offline[s->n_cpus] = true;
	return (ssize_t)s->n_cpus++;
}

/* The events of a CPU that went offline are gone for good; its ring stays. */
static int bring_online(struct uet_session *s, size_t cpu)
{
	bool mapping;
	int result = s->counting ? 0 : uet_session_open_cpu(s, cpu, &mapping);

	/* What fails is told once, and not tried ten times a second. */
	s->offline[cpu] = !result && !s->counting && !s->rings[cpu].page;
	if (result || s->offline[cpu])
		return result;
	for (size_t i = 1; i < s->n_events; i++)
		for (size_t tid = 0; tid < s->n_tids; tid++) {
			result = uet_session_add_instance(s, s->events[i], cpu,
							  s->tids[tid]);
			if (result == -ENOENT || result == -EINVAL)
				break; /* the event has gone */
			if (result < 0)
				return result;
		}
	return 1;
}

static bool asked_for(const struct uet_session *s, int cpu)
{
	for (size_t i = 0; i < s->n_only_cpus; i++)
		if (s->only_cpus[i] == cpu)
			return true;
	return !s->only_cpus;
}

static int update_cpus(struct uet_session *s, struct uet_error *err)
{
	size_t n, known = s->n_cpus, at;
	int *online, changed = 0;
	int result = uet_cpus_online(&online, &n, err);

	if (result)
		return result;
	for (size_t i = 0; i < known; i++) {
		for (at = 0; at < n && online[at] != s->cpus[i];)
			at++;
		/* Threads' events survive it. */
		if (at == n && s->whole_system)
			s->offline[i] = true;
	}
	for (size_t i = 0; result >= 0 && i < n; i++) {
		ssize_t cpu;

		if (!asked_for(s, online[i]))
			continue;
		cpu = find_cpu(s, online[i]);
		if (cpu < 0)
			result = (int)cpu;
		else if (s->offline[cpu])
			result = bring_online(s, (size_t)cpu);
		changed |= result > 0;
	}
	free(online);
	if (result < 0)
		return uet_session_explain(s, err, "events of a new CPU", result);
	return changed;
}

int uet_session_update(struct uet_session *s, struct uet_error *err)
{
	int cpus, tasks = adopt_all(s);

	if (tasks < 0)
		return uet_session_explain(s, err, "events of a new thread",
					   tasks);
	cpus = update_cpus(s, err);
	if (cpus < 0)
		return cpus;
	if (!cpus && !tasks)
		return 0;
	if (s->started) {
		int result = uet_session_start(s, err);

		if (result)
			return result;
	}
	return 1;
}

int uet_cpus_parse(const char *text, int **cpus, size_t *n,
		   struct uet_error *err)
{
	int result = uet_cpulist_parse(text, cpus, n);

	if (!result && !*n) {
		free(*cpus);
		result = -EINVAL;
	}
	if (result == -EINVAL)
		return uet_error_set(err, result, "'%s' is no list of CPUs, "
				     "such as 0-3,8", text);
	return result ? uet_error_set(err, result, "out of memory") : 0;
}
