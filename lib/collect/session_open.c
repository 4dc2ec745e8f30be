/* SPDX-License-Identifier: MIT */
/*
 * Opens the perf events of a session and their rings, and explains why that
 * was refused.  What happens while they run is in session.c.
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

#define DEFAULT_RING_BYTES (512u << 10)
#define SMALLEST_PAGES 4
#define PARANOID_FILE "/proc/sys/kernel/perf_event_paranoid"
#define MLOCK_FILE "/proc/sys/kernel/perf_event_mlock_kb"

/* As perf has it for tracepoints; the identifier comes first in a sample. */
#define SAMPLE_TYPE                                                          \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |         \
	 PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

static int no_memory(struct uet_error *err)
{
	return uet_error_set(err, -ENOMEM, "out of memory");
}

static int explain_open(struct uet_error *err, const char *name, int result)
{
	switch (result) {
	case -EACCES:
	case -EPERM:
		return uet_error_set(err, result,
				     "no permission to record with perf events: "
				     "run as root, give CAP_PERFMON, or set "
				     "sysctl kernel.perf_event_paranoid=-1 (it "
				     "is %ld)",
				     uet_sysctl_number(PARANOID_FILE, 2));
	case -EMFILE:
	case -ENFILE:
		return uet_error_set(err, result,
				     "too many descriptors: one is needed for "
				     "each event, CPU and thread; name fewer "
				     "events, or raise the limit (ulimit -n)");
	case -ENOSYS:
		return uet_error_set(err, result,
				     "this kernel has no perf events "
				     "(CONFIG_PERF_EVENTS)");
	case -ENOMEM:
		return no_memory(err);
	default:
		return uet_error_set(err, result,
				     "cannot open the perf event %s: %s", name,
				     strerror(-result));
	}
}

static int explain_map(struct uet_error *err, size_t pages, int result)
{
	if (result == -EPERM)
		return uet_error_set(err, result,
				     "rings of %zu pages for each CPU are over "
				     "the limit of locked memory: take fewer "
				     "pages (-m), or raise sysctl "
				     "kernel.perf_event_mlock_kb (it is %ld)",
				     pages, uet_sysctl_number(MLOCK_FILE, 516));
	return uet_error_set(err, result, "cannot map a ring of %zu pages: %s",
			     pages, strerror(-result));
}

/* Raises the soft limit as far as it may go, if it is too low. */
static void raise_limit(size_t descriptors)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) ||
	    limit.rlim_cur >= descriptors + 64)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void set_attr(struct uet_session *s, struct event *event)
{
	struct perf_event_attr *attr = &event->attr;

	attr->size = sizeof(*attr);
	attr->sample_period = 1;
	attr->sample_type = SAMPLE_TYPE;
	attr->read_format = PERF_FORMAT_ID | UET_PERF_FORMAT_LOST;
	attr->disabled = 1;
	attr->inherit = !s->whole_system;
	attr->sample_id_all = 1;
	attr->exclude_guest = 1;
	attr->watermark = 1;
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
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

static int allocate_events(struct uet_session *s,
			   const struct uet_catalog_event *const *from,
			   size_t n)
{
	size_t instances;

	if (__builtin_mul_overflow(s->n_cpus, s->n_tids, &instances))
		return -ENOMEM;
	s->events = calloc(n + 1, sizeof(*s->events));
	if (!s->events)
		return -ENOMEM;
	s->n_events = n + 1;
	for (size_t i = 0; i <= n; i++) {
		struct event *event = &s->events[i];

		event->instances = calloc(instances, sizeof(struct instance));
		event->ids = calloc(instances, sizeof(uint64_t));
		event->lost = calloc(instances, sizeof(uint64_t));
		if (i == 0) {
			event->name = strdup("dummy:HG");
			set_dummy(s, event);
		} else {
			if (asprintf(&event->name, "%s:%s", from[i - 1]->system,
				     from[i - 1]->name) < 0)
				event->name = NULL;
			set_attr(s, event);
			event->attr.type = PERF_TYPE_TRACEPOINT;
			event->attr.config = from[i - 1]->id;
			event->attr.sample_type |= PERF_SAMPLE_RAW;
		}
		if (!event->instances || !event->ids || !event->lost ||
		    !event->name)
			return -ENOMEM;
		event->shown.name = event->name;
		event->shown.attr = &event->attr;
		event->shown.ids = event->ids;
	}
	return 0;
}

/* Opens one instance.  1: there is nothing to open any more, go on. */
static int open_instance(struct uet_session *s, struct event *event,
			 size_t cpu, size_t tid)
{
	struct instance *instance = &event->instances[event->n];
	int fd, result;

	fd = uet_sys_perf_event_open(&event->attr, s->tids[tid], s->cpus[cpu]);
	if (fd == -ENODEV || (fd == -ESRCH && !s->whole_system))
		return 1;
	if (fd < 0)
		return fd;
	result = uet_sys_ioctl(fd, PERF_EVENT_IOC_ID, &event->ids[event->n]);
	if (result < 0) {
		uet_sys_close(fd);
		return result;
	}
	instance->fd = fd;
	instance->ring = cpu;
	event->n++;
	event->shown.n_ids = event->n;
	return 0;
}

static int map_ring(struct uet_session *s, struct uet_ring *ring, int fd)
{
	size_t data = s->ring_pages * s->page_size;
	void *map;
	int result = uet_sys_map_shared(fd, data + s->page_size, &map);

	if (result)
		return result;
	ring->page = map;
	ring->data = (unsigned char *)map + s->page_size;
	ring->size = data;
	ring->bounce = s->bounce;
	return 0;
}

static int watch(struct uet_session *s, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };
	int result = uet_sys_epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event);

	if (!result)
		s->n_polled++;
	return result;
}

/* All threads of a CPU write into one ring: the one of its first dummy. */
static int redirect(struct uet_session *s, int fd, size_t cpu)
{
	for (size_t i = 0; i < s->events[0].n; i++)
		if (s->events[0].instances[i].ring == cpu)
			return uet_sys_ioctl(
				fd, PERF_EVENT_IOC_SET_OUTPUT,
				(void *)(intptr_t)s->events[0].instances[i].fd);
	return -ENODEV;
}

static void close_rings(struct uet_session *s)
{
	for (size_t i = 0; i < s->n_cpus; i++) {
		struct uet_ring *ring = &s->rings[i];

		if (ring->page)
			uet_sys_unmap(ring->page, ring->size + s->page_size);
		ring->page = NULL;
	}
}

static void close_instances(struct event *event)
{
	for (size_t i = 0; i < event->n; i++)
		uet_sys_close(event->instances[i].fd);
	event->n = 0;
	event->shown.n_ids = 0;
}

/* The dummies of a CPU, and its ring.  *mapping: it was the ring that failed. */
static int open_dummies(struct uet_session *s, size_t cpu, bool *mapping)
{
	struct event *dummy = &s->events[0];

	for (size_t tid = 0; tid < s->n_tids; tid++) {
		int fd, result = open_instance(s, dummy, cpu, tid);

		*mapping = false;
		if (result == 1)
			continue;
		if (result)
			return result;
		*mapping = true;
		fd = dummy->instances[dummy->n - 1].fd;
		result = s->rings[cpu].page ?
				 redirect(s, fd, cpu) :
				 map_ring(s, &s->rings[cpu], fd);
		if (!result)
			result = watch(s, fd);
		if (result)
			return result;
	}
	return 0;
}

static int try_rings(struct uet_session *s, bool *mapping)
{
	struct event *dummy = &s->events[0];
	int result = 0;

	s->n_polled = 0;
	dummy->attr.wakeup_watermark =
		(uint32_t)(s->ring_pages * s->page_size / 4);
	for (size_t cpu = 0; !result && cpu < s->n_cpus; cpu++)
		result = open_dummies(s, cpu, mapping);
	if (!result && !dummy->n)
		result = s->whole_system ? -ENODEV : -ESRCH;
	if (result) {
		close_rings(s);
		close_instances(dummy);
	}
	return result;
}

static int open_rings(struct uet_session *s, size_t pages,
		      struct uet_error *err)
{
	bool mapping = false;
	int result;

	s->ring_pages = pages ? pages : DEFAULT_RING_BYTES / s->page_size;
	if (!s->ring_pages)
		s->ring_pages = 1;
	for (;;) {
		result = try_rings(s, &mapping);
		if (result == -EINVAL && !mapping &&
		    s->events[0].attr.read_format & UET_PERF_FORMAT_LOST) {
			/* Linux before 6.0. */
			for (size_t i = 0; i < s->n_events; i++)
				s->events[i].attr.read_format = PERF_FORMAT_ID;
			continue;
		}
		if (result != -EPERM || !mapping || pages ||
		    s->ring_pages <= SMALLEST_PAGES)
			break;
		s->ring_pages /= 2;
	}
	if (!result)
		return 0;
	if (result == -ESRCH)
		return uet_error_set(err, result,
				     "the process has ended already");
	if (mapping)
		return explain_map(err, s->ring_pages, result);
	return explain_open(err, s->events[0].name, result);
}

static int open_event(struct uet_session *s, struct event *event,
		      struct uet_error *err)
{
	int result = 0;

	event->attr.wakeup_watermark = s->events[0].attr.wakeup_watermark;
	for (size_t cpu = 0; cpu < s->n_cpus; cpu++) {
		if (!s->rings[cpu].page)
			continue;
		for (size_t tid = 0; tid < s->n_tids; tid++) {
			result = open_instance(s, event, cpu, tid);
			if (result == 1)
				continue;
			if (result == 0)
				result = redirect(
					s, event->instances[event->n - 1].fd,
					cpu);
			if (result)
				goto failed;
		}
	}
	if (event->n)
		return 0;
	return uet_error_set(err, -ESRCH, "the process has ended already");
failed:
	/* The same attributes went through for the dummy: what the kernel
	 * finds invalid is the tracepoint's number. */
	if (result == -EINVAL || result == -ENOENT)
		return uet_error_set(err, -ENOENT,
				     "the event %s has just gone: its last "
				     "program has ended", event->name);
	return explain_open(err, event->name, result);
}

/* Events come and go with their programs, also while we are at it: one that
 * has gone is left out, as long as there are others. */
static int open_events(struct uet_session *s, struct uet_error *err)
{
	size_t opened = 0;
	int result = 0;

	for (size_t i = 1; i < s->n_events; i++) {
		result = open_event(s, &s->events[i], err);
		if (result && result != -ENOENT)
			return result;
		if (result)
			close_instances(&s->events[i]);
		else
			opened++;
	}
	return opened ? 0 : result;
}

static int index_ids(struct uet_session *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_events; i++)
		n += s->events[i].n;
	for (s->n_slots = 16; s->n_slots < n * 2;)
		s->n_slots *= 2;
	s->slots = calloc(s->n_slots, sizeof(*s->slots));
	if (!s->slots)
		return -ENOMEM;
	for (size_t i = 0; i < s->n_events; i++)
		for (size_t k = 0; k < s->events[i].n; k++) {
			uint64_t id = s->events[i].ids[k];
			size_t at = uet_session_hash(id) & (s->n_slots - 1);

			while (s->slots[at].event)
				at = (at + 1) & (s->n_slots - 1);
			s->slots[at] = (struct id_slot){ id, &s->events[i] };
		}
	return 0;
}

static int prepare(struct uet_session *s,
		   const struct uet_catalog_event *const *events, size_t n,
		   const struct uet_session_options *options,
		   struct uet_error *err)
{
	int result = uet_cpus_online(&s->cpus, &s->n_cpus, err);

	if (result)
		return result;
	s->page_size = (size_t)sysconf(_SC_PAGESIZE);
	s->whole_system = !options->tids;
	s->n_tids = s->whole_system ? 1 : options->n_tids;
	s->tids = calloc(s->n_tids, sizeof(*s->tids));
	s->rings = calloc(s->n_cpus, sizeof(*s->rings));
	s->bounce = aligned_alloc(8, UET_RECORD_MAX);
	if (!s->tids || !s->rings || !s->bounce)
		return no_memory(err);
	if (s->whole_system)
		s->tids[0] = -1;
	else
		memcpy(s->tids, options->tids, s->n_tids * sizeof(*s->tids));
	if (allocate_events(s, events, n))
		return no_memory(err);
	s->epoll = uet_sys_epoll_create();
	if (s->epoll < 0)
		return explain_open(err, "epoll", s->epoll);
	raise_limit(s->n_events * s->n_cpus * s->n_tids);
	return 0;
}

int uet_session_open(const struct uet_catalog_event *const *events, size_t n,
		     const struct uet_session_options *given,
		     struct uet_session **out, struct uet_error *err)
{
	struct uet_session_options options = { 0 };
	struct uet_session *s;
	size_t pages;
	int result;

	/* A caller compiled with an older header has a shorter one. */
	memcpy(&options, given,
	       given->size < sizeof(options) ? given->size : sizeof(options));
	pages = options.ring_pages;
	if (given->size > sizeof(options) || !n ||
	    (options.tids && !options.n_tids) || (pages & (pages - 1)) ||
	    pages > (1u << 20))
		return uet_error_set(err, -EINVAL,
				     "a session takes at least one event and a "
				     "power of two of pages");
	s = calloc(1, sizeof(*s));
	if (!s)
		return no_memory(err);
	s->epoll = -1;
	result = prepare(s, events, n, &options, err);
	if (!result)
		result = open_rings(s, pages, err);
	if (!result)
		result = open_events(s, err);
	if (!result && index_ids(s))
		result = no_memory(err);
	if (result) {
		uet_session_close(s);
		return result;
	}
	*out = s;
	return 0;
}

void uet_session_close(struct uet_session *s)
{
	if (!s)
		return;
	if (s->rings)
		close_rings(s);
	for (size_t i = 0; i < s->n_events; i++) {
		close_instances(&s->events[i]);
		free(s->events[i].instances);
		free(s->events[i].ids);
		free(s->events[i].lost);
		free(s->events[i].name);
	}
	if (s->epoll >= 0)
		uet_sys_close(s->epoll);
	free(s->events);
	free(s->cpus);
	free(s->rings);
	free(s->tids);
	free(s->bounce);
	free(s->slots);
	free(s);
}
