/* SPDX-License-Identifier: MIT */
/*
 * A session while it runs: lets events in, drains the rings, counts what came
 * and what was lost.  Does not know where records go.
 */
#include <errno.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "collect/record_peek.h"
#include "collect/session_internal.h"
#include "collect/sys.h"

/* Of our own samples; constants to the compiler. */
#define SAMPLE_ID_AT uet_sample_id_at(UET_SESSION_SAMPLE_TYPE)
#define SAMPLE_SIZE_MIN \
	((size_t)uet_sample_time_at(UET_SESSION_SAMPLE_TYPE |                \
				    UET_SESSION_PERF_SAMPLE_TYPE) + 8)

struct event *uet_session_find(const struct uet_session *s, uint64_t id)
{
	size_t at = uet_session_hash(id) & (s->n_slots - 1);

	if (!s->n_slots)
		return NULL;
	while (s->slots[at].event && s->slots[at].id != id)
		at = (at + 1) & (s->n_slots - 1);
	return s->slots[at].event;
}

static int for_all(struct event *event, size_t first, unsigned long request)
{
	int result = 0;

	for (size_t i = first; i < event->n; i++) {
		int one = uet_sys_ioctl(event->instances[i].fd, request, NULL);

		if (one < 0)
			result = one;
	}
	return result;
}

static int let_in(const struct uet_session *s, struct event *event,
		  struct uet_error *err)
{
	int result = 0;

	/* Or the kernel does it. */
	if (!event->perf || !s->from_exec)
		result = for_all(event, event->n_started,
				 PERF_EVENT_IOC_ENABLE);
	if (result)
		return uet_error_set(err, result, "cannot enable %s: %s",
				     event->name, strerror(-result));
	event->n_started = event->n;
	return 0;
}

static int keep_out(struct event *event)
{
	event->n_started = 0;
	return for_all(event, 0, PERF_EVENT_IOC_DISABLE);
}

int uet_session_start(struct uet_session *s, struct uet_error *err)
{
	/* The dummy first: whoever speaks has been named. */
	for (size_t i = 0; i < s->n_events; i++) {
		struct event *event = s->events[i];
		int result;

		if (event->refused || event->off)
			continue;
		result = let_in(s, event, err);
		if (result)
			return result;
	}
	s->started = true;
	s->from_exec = false;
	return 0;
}

int uet_session_enable(struct uet_session *s, size_t i, bool enable,
		       struct uet_error *err)
{
	struct event *event = i && i < s->n_events ? s->events[i] : NULL;
	int result = 0;

	if (!event)
		return uet_error_set(err, -EINVAL, "a session of %zu events "
				     "has no number %zu", s->n_events, i);
	event->off = !enable;
	if (enable)
		return s->started && !event->refused ? let_in(s, event, err) : 0;
	result = keep_out(event);
	if (result)
		return uet_error_set(err, result, "cannot disable %s: %s",
				     event->name, strerror(-result));
	return 0;
}

int uet_session_fd(const struct uet_session *s)
{
	return s->epoll;
}

int uet_session_poll(struct uet_session *s, int timeout_ms)
{
	struct epoll_event ready[16];
	bool readable = false;
	int n;

	if (!s->n_polled)
		return -ESRCH;
	n = uet_sys_epoll_wait(s->epoll, ready, 16, timeout_ms);
	if (n < 0)
		return n == -EINTR ? 0 : n;
	for (int i = 0; i < n; i++) {
		if (ready[i].events & EPOLLIN)
			readable = true;
		if (!(ready[i].events & (EPOLLHUP | EPOLLERR)))
			continue;
		/* Its thread has ended; it would be "ready" for ever. */
		uet_sys_epoll_ctl(s->epoll, EPOLL_CTL_DEL, ready[i].data.fd,
				  NULL);
		s->n_polled--;
	}
	if (!s->n_polled)
		return -ESRCH;
	return readable;
}

static void note_time(struct uet_session *s, const unsigned char *sample)
{
	uint64_t time;

	memcpy(&time, sample + uet_sample_time_at(s->sample_type), sizeof(time));
	if (!s->first_ns || time < s->first_ns)
		s->first_ns = time;
	if (time > s->last_ns)
		s->last_ns = time;
}

static void count_other(struct uet_session *s, const unsigned char *record,
			const struct perf_event_header *header)
{
	uint64_t lost;

	if (header->type == PERF_RECORD_LOST && header->size >= 24) {
		memcpy(&lost, record + 16, sizeof(lost));
		s->lost_records += lost;
	} else if ((header->type == PERF_RECORD_FORK ||
		    header->type == PERF_RECORD_EXIT) && header->size >= 32) {
		uet_session_note_task(s, record,
				      header->type == PERF_RECORD_FORK);
	}
}

/*
 * Counts what is handed on next.  Samples of one event come in a row more often
 * than not, and a ring is in the order of time (an overwritten one backwards).
 */
static size_t count_records(void *context, const void *records, size_t size)
{
	struct uet_session *s = context;
	const unsigned char *at = records, *first = NULL, *last = NULL;
	uint64_t id, known = 0, run = 0, samples = 0, none = 0, *counter = &none;
	struct perf_event_header header;
	size_t left = size, one;

	for (; left >= sizeof(header); at += one, left -= one) {
		memcpy(&header, at, sizeof(header));
		one = uet_ring_record_size(&header, left);
		if (!one)
			break;
		if (header.type != PERF_RECORD_SAMPLE ||
		    one < SAMPLE_SIZE_MIN) {
			count_other(s, at, &header);
			continue;
		}
		memcpy(&id, at + SAMPLE_ID_AT, sizeof(id));
		if (id != known) {
			struct event *event = uet_session_find(s, id);

			*counter += run;
			samples += run;
			run = 0;
			known = id;
			counter = event ? &event->shown.samples : &none;
			if (!first)
				first = at;
		}
		run++;
		last = at;
	}
	*counter += run;
	s->samples += samples + run;
	if (first) {
		note_time(s, first);
		note_time(s, last);
	}
	return size - left;
}

static int hand_on(void *context, const void *records, size_t size)
{
	struct uet_session *s = context;

	return s->sink(s->context, records, size);
}

/* While a ring is read that is overwritten, what comes is lost. */
static void pause_rings(struct uet_session *s, bool pause)
{
	const struct event *dummy = s->events[0];

	for (size_t i = 0; i < dummy->n; i++)
		uet_sys_ioctl(dummy->instances[i].fd,
			      PERF_EVENT_IOC_PAUSE_OUTPUT,
			      (void *)(uintptr_t)pause);
}

static ssize_t dump(struct uet_session *s)
{
	ssize_t total = 0, n = 0;

	s->samples = s->first_ns = s->last_ns = 0;
	for (size_t i = 0; i < s->n_events; i++)
		s->events[i]->shown.samples = 0;
	pause_rings(s, true);
	for (size_t i = 0; n >= 0 && i < s->n_cpus; i++) {
		if (!s->rings[i].page)
			continue;
		n = uet_ring_dump(&s->rings[i], count_records, hand_on, s);
		total += n;
	}
	pause_rings(s, false);
	return n < 0 ? n : total;
}

ssize_t uet_session_drain(struct uet_session *s, uet_records_fn *sink,
			  void *context, struct uet_error *err)
{
	ssize_t total = 0;

	s->sink = sink;
	s->context = context;
	if (s->overwrite)
		return dump(s);
	for (size_t i = 0; i < s->n_cpus; i++) {
		ssize_t n;

		if (!s->rings[i].page)
			continue;
		n = uet_ring_drain(&s->rings[i], count_records, hand_on, s);
		if (n == -EBADMSG)
			uet_error_set(err, -EBADMSG,
				      "the ring of CPU %d does not hold valid "
				      "records", s->cpus[i]);
		if (n < 0)
			return n;
		total += n;
	}
	return total;
}

/* What one read(2) has, in the order of the kernel. */
struct counts {
	uint64_t value, enabled, running, lost;
};

static int read_instance(const struct event *event, size_t i,
			 struct counts *counts)
{
	uint64_t format = event->attr.read_format, words[5] = { 0 };
	const uint64_t *at = words;
	ssize_t n = uet_sys_read(event->instances[i].fd, words, sizeof(words));

	if (n < 0)
		return (int)n;
	*counts = (struct counts){ .value = *at++ };
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		counts->enabled = *at++;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		counts->running = *at++;
	at++; /* the identifier */
	counts->lost = *at;
	return 0;
}

/* What was counted part of the time, for all of it. */
static uint64_t estimate(const struct counts *counts)
{
	if (!counts->running || counts->running >= counts->enabled)
		return counts->value;
	return (uint64_t)((double)counts->value * (double)counts->enabled /
			  (double)counts->running);
}

/* Only a PMU's counters are shared. */
static bool takes_turns(const struct uet_session *s, const struct event *event)
{
	/* Which part of a thread's time was on the CPUs asked for is unknown. */
	if (!s->whole_system && s->only_cpus)
		return false;
	return event->perf && event->attr.type != PERF_TYPE_SOFTWARE;
}

/*
 * Adds an instance's to an event's.  Those of CPUs stand each for itself.  Of a
 * thread, the time passes in the instances of all CPUs whichever it is on,
 * but one of them counts: one CPU's say how long that was for all.
 */
static void add_counts(const struct uet_session *s, const struct event *event,
		       size_t i, const struct counts *counts,
		       struct counts *sum)
{
	bool first_cpu = event->instances[i].ring == event->instances[0].ring;

	sum->value += s->whole_system && takes_turns(s, event) ?
			      estimate(counts) :
			      counts->value;
	sum->running += counts->running;
	if (s->whole_system || first_cpu)
		sum->enabled += counts->enabled;
}

/* With counting, the value is the count. */
static int read_counts(struct uet_session *s, struct event *event)
{
	struct uet_session_event *shown = &event->shown;
	struct counts sum = { 0 };

	shown->lost = 0;
	for (size_t i = 0; i < event->n; i++) {
		struct counts counts = { 0 };
		int result = read_instance(event, i, &counts);

		if (result)
			return result;
		add_counts(s, event, i, &counts, &sum);
		event->lost[i] = counts.lost;
		shown->lost += counts.lost;
	}
	if (!s->counting)
		return 0;
	if (!takes_turns(s, event))
		sum.enabled = sum.running;
	shown->enabled_ns = sum.enabled;
	shown->running_ns = sum.running;
	shown->samples = s->whole_system ? sum.value : estimate(&sum);
	return 0;
}

int uet_session_read(struct uet_session *s)
{
	int result = 0;

	if (!s->counting &&
	    !(s->events[0]->attr.read_format & UET_PERF_FORMAT_LOST))
		return 0;
	s->samples = s->counting ? 0 : s->samples;
	for (size_t i = 0; i < s->n_events; i++) {
		int one = read_counts(s, s->events[i]);

		if (one)
			result = one;
		if (s->counting)
			s->samples += s->events[i]->shown.samples;
	}
	return result;
}

int uet_session_stop(struct uet_session *s)
{
	for (size_t i = s->n_events; i-- > 0;)
		keep_out(s->events[i]);
	s->started = false;
	return uet_session_read(s);
}

size_t uet_session_n_events(const struct uet_session *s)
{
	return s->n_events;
}

const struct uet_session_event *uet_session_get_event(const struct uet_session *s,
						  size_t i)
{
	return &s->events[i]->shown;
}

uint64_t uet_session_lost(const struct uet_session *s, size_t i, size_t k)
{
	return s->events[i]->lost[k];
}

void uet_session_get_totals(const struct uet_session *s,
			struct uet_session_totals *totals)
{
	totals->samples = s->samples;
	totals->lost_by_event = s->events[0]->attr.read_format &
				UET_PERF_FORMAT_LOST;
	totals->lost = totals->lost_by_event ? 0 : s->lost_records;
	for (size_t i = 1; totals->lost_by_event && i < s->n_events; i++)
		totals->lost += s->events[i]->shown.lost;
	totals->first_ns = s->first_ns;
	totals->last_ns = s->last_ns;
}

void uet_session_restart_times(struct uet_session *s)
{
	s->first_ns = s->last_ns = 0;
}

size_t uet_session_ring_pages(const struct uet_session *s)
{
	return s->ring_pages;
}
