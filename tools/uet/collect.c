/* SPDX-License-Identifier: MIT */
/*
 * A collection from its beginning to its end: the command, the session, and
 * what appears meanwhile.  Does not know where records go.
 */
#include "collect.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* New events are looked for as often. */
#define FOLLOW_NS 100000000u

/* Of user_events only, and not of what was asked for by its name. */
static bool can_wait(const struct collect *c)
{
	for (size_t i = 0; i < c->events.n; i++)
		if (strncmp(c->events.list[i]->system, "user_events", 11) ||
		    collect_is_named(c->o, c->events.list[i]))
			return false;
	return c->events.n;
}

/* All that there was may have gone before it is opened: with programs that come
 * and go it is waited for, as if it had never been there. */
static int open_events(struct collect *c,
		       const struct uet_session_options *options,
		       struct uet_error *err)
{
	int result = uet_session_open(c->events.list, c->events.n, options,
				      &c->session, err);

	if (result != -ENOENT || !can_wait(c))
		return result;
	for (size_t i = 0; i < c->events.n; i++)
		uet_watch_forget(c->events.watch, c->events.list[i]);
	c->events.n = 0;
	return uet_session_open(c->events.list, 0, options, &c->session, err);
}

static bool open_session(struct collect *c,
			 const struct uet_session_options *given)
{
	struct uet_session_options options = *given;
	struct uet_error err;
	pid_t *tids = NULL;
	bool ok = collect_find_tids(c, &tids, &options.n_tids);

	options.tids = tids;
	options.ring_pages = c->o->ring_pages;
	options.cpus = c->o->cpus;
	options.n_cpus = c->o->n_cpus;
	options.cgroup = c->o->cgroup;
	options.use_clockid = c->o->has_clock;
	options.clockid = c->o->clock;
	options.perf_events = c->o->perf_events;
	options.n_perf_events = c->o->n_perf_events;
	options.sample_period = c->o->sample_period;
	options.sample_freq = c->o->sample_freq;
	options.from_exec = c->has_child;
	if (ok && open_events(c, &options, &err)) {
		out_error(c->o->cmd, "%s", err.text);
		ok = false;
	}
	free(tids);
	return ok;
}

static void tell_small_rings(const struct collect *c)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t got = uet_session_ring_pages(c->session) * page;

	if (!c->counting && !c->o->ring_pages && got < 512u << 10)
		out_error(c->o->cmd, "rings of %zu KiB instead of 512: more is "
			  "over the limit of locked memory (ulimit -l, sysctl "
			  "kernel.perf_event_mlock_kb)", got >> 10);
}

/* The filter of the first pattern that means the event and has one. */
static const char *filter_of(const struct collect *c, size_t i)
{
	const struct uet_catalog_event *event = c->events.list[i];

	for (size_t k = 0; k < c->o->n_patterns; k++)
		if (c->o->filters[k] &&
		    uet_catalog_match(c->o->patterns[k], event->system,
				      event->name))
			return c->o->filters[k];
	return NULL;
}

/* Of a tracepoint. */
static const struct uet_session_event *session_event(const struct collect *c,
						     size_t i)
{
	return uet_session_get_event(c->session, collect_first(c) + i);
}

/* The kernel knows no field of EventHeader events but their header's. */
static void explain(const struct collect *c, size_t i, struct uet_error *err)
{
	size_t size = strlen(err->text);

	if (collect_is_eventheader(c->events.list[i]) &&
	    strstr(err->text, "Field not found"))
		snprintf(err->text + size, sizeof(err->text) - size,
			 "; of EventHeader events it knows only level, id, "
			 "opcode, version, tag and eventheader_flags: 'uet "
			 "report --filter' takes their own fields");
}

/* Those of the events from first on, whatever becomes of one; 0, or -errno and
 * err of the first that failed. */
static int set_filters(struct collect *c, size_t first, struct uet_error *err)
{
	int result = 0;

	for (size_t i = first; i < c->events.n; i++) {
		const char *filter = filter_of(c, i);
		int one = 0;

		if (filter)
			one = uet_session_set_filter(c->session,
						     collect_first(c) + i,
						     filter,
						     result ? NULL : err);
		if (!result && one) {
			explain(c, i, err);
			result = one;
		}
	}
	return result;
}

/*
 * Events from first on that went between being looked up and being opened: one
 * that came back meanwhile is looked up anew.  Of user_events only, where
 * nothing else keeps an event from being opened again and again.
 */
static void forget_gone(struct collect *c, size_t first)
{
	for (size_t i = first; i < c->events.n; i++)
		if (!session_event(c, i)->n_ids &&
		    !strncmp(c->events.list[i]->system, "user_events", 11))
			uet_watch_forget(c->events.watch, c->events.list[i]);
}

static bool is_refused(const struct collect *c, size_t i)
{
	int error = session_event(c, i)->error;

	return error == -EPERM || error == -EACCES;
}

/* What a pattern found beside others can be left out; what was asked for by
 * its name cannot. */
static bool tell_refused(const struct collect *c)
{
	const char *first = NULL;
	size_t n = 0;
	bool by_name = false;

	for (size_t i = 0; i < c->events.n; i++) {
		const struct uet_catalog_event *event = c->events.list[i];

		if (!is_refused(c, i))
			continue;
		if (!by_name && (!n++ || collect_is_named(c->o, event)))
			first = session_event(c, i)->name;
		by_name |= collect_is_named(c->o, event);
	}
	if (n > 1 && !by_name)
		out_error(c->o->cmd, "the kernel does not let %s and %zu more "
			  "be recorded, only counted (uet stat): left out",
			  first, n - 1);
	else if (n)
		out_error(c->o->cmd, "the kernel does not let %s be recorded, "
			  "only counted (uet stat)%s", first,
			  by_name ? "" : ": left out");
	return !by_name;
}

/* The command's own output must not come into a stream, so that it goes to
 * standard error then, as perf has it. */
static bool start_child(struct collect *c)
{
	const struct collect_options *o = c->o;
	int saved = -1;
	bool started;

	if (o->prints_a_stream) {
		saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
		if (saved >= 0)
			dup2(STDERR_FILENO, STDOUT_FILENO);
	}
	started = child_start(o->cmd, &c->child, c->path, o->command);
	if (saved >= 0) {
		dup2(saved, STDOUT_FILENO);
		close(saved);
	}
	return started;
}

int collect_begin(struct collect *c, const struct collect_options *o,
		  const struct uet_session_options *session)
{
	struct uet_error err;
	int status;

	*c = (struct collect){
		.o = o,
		.signals = -1,
		.counting = session->count_only,
	};
	if (o->command) {
		status = child_find(o->cmd, o->command[0], &c->path);
		if (status)
			return status;
	}
	if (!collect_check_cpus(o))
		return UET_EXIT_FAILED;
	if (!collect_events_find(o, c->path, &c->events))
		return UET_EXIT_FAILED;
	c->signals = child_signals(o->cmd);
	if (c->signals < 0)
		return UET_EXIT_FAILED;
	if (o->command) {
		c->has_child = start_child(c);
		if (!c->has_child)
			return UET_EXIT_FAILED;
	}
	if (!open_session(c, session))
		return UET_EXIT_FAILED;
	forget_gone(c, 0);
	if (!tell_refused(c))
		return UET_EXIT_FAILED;
	if (set_filters(c, 0, &err)) {
		out_error(o->cmd, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	tell_small_rings(c);
	return 0;
}

int collect_start(struct collect *c, uet_records_fn *sink, void *context)
{
	struct uet_error err;
	int status;

	if (uet_session_start(c->session, &err)) {
		out_error(c->o->cmd, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	if (sink)
		collect_tell_tasks(c, sink, context);
	if (c->o->duration_ns)
		c->end_ns = collect_now(CLOCK_MONOTONIC) + c->o->duration_ns;
	if (!c->has_child)
		return 0;
	c->released = true;
	status = child_release(c->o->cmd, &c->child, c->path);
	if (status) {
		c->has_child = false;
		c->stop = true;
	}
	return status;
}

/* What does not change is not said ten times a second. */
static void tell_once(const struct collect *c, struct uet_error *told,
		      const struct uet_error *err)
{
	if (!strcmp(told->text, err->text))
		return;
	*told = *err;
	out_error(c->o->cmd, "%s", err->text);
}

/* The last n of the list; those that could be opened are collected, even if
 * others could not. */
static int add_late(struct collect *c, size_t n)
{
	size_t first = c->events.n - n;
	struct uet_error err;

	if (uet_session_add_events(c->session, c->events.list + first, n,
				   &err))
		tell_once(c, &c->told[0], &err);
	else
		forget_gone(c, first);
	if (set_filters(c, first, &err))
		tell_once(c, &c->told[0], &err);
	if (!uet_session_start(c->session, &err))
		return 0;
	tell_once(c, &c->told[0], &err);
	return -1;
}

int collect_follow(struct collect *c)
{
	uint64_t now = collect_now(CLOCK_MONOTONIC);
	struct uet_error err;
	ssize_t n;
	int result;

	if (now - c->followed_ns < FOLLOW_NS)
		return 0;
	c->followed_ns = now;
	n = collect_events_late(&c->events, &err);
	if (n > 0 && add_late(c, (size_t)n))
		return -1;
	if (n < 0)
		tell_once(c, &c->told[0], &err);
	result = uet_session_update(c->session, &err);
	if (result >= 0)
		return n > 0 || result;
	tell_once(c, &c->told[1], &err);
	return -1;
}

int collect_status(struct collect *c)
{
	struct uet_session_totals totals;

	/* The command is not to blame for a full disk: it may go on. */
	if (c->has_child && !c->stop)
		collect_wait_child(c);
	if (c->interrupted) {
		out_error(c->o->cmd, "stopped; the command still runs, as "
			  "process %d", (int)c->child.pid);
		c->child_status = 128 + c->interrupted;
	}
	uet_session_get_totals(c->session, &totals);
	if (c->o->fail_on_loss && totals.lost)
		return UET_EXIT_LOST;
	return c->child_status;
}

void collect_end(struct collect *c)
{
	if (c->has_child && !c->released)
		child_abandon(&c->child);
	uet_session_close(c->session);
	collect_events_free(&c->events);
	if (c->signals >= 0)
		close(c->signals);
	free(c->path);
}
