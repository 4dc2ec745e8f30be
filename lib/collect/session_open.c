/* SPDX-License-Identifier: MIT */
/*
 * Opens the perf events of a session and their rings, and explains why that
 * was refused.  What happens while they run is in session.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/cgroup.h"
#include "collect/collect_internal.h"
#include "collect/procfs.h"
#include "collect/session_internal.h"
#include "collect/sys.h"

#define DEFAULT_RING_BYTES (512u << 10)
#define SMALLEST_PAGES 4
#define MLOCK_FILE "/proc/sys/kernel/perf_event_mlock_kb"

static int no_memory(struct uet_error *err)
{
	return uet_error_set(err, -ENOMEM, "out of memory");
}

static int explain_map(struct uet_error *err, size_t pages, int result)
{
	if (result == -EPERM)
		return uet_error_set(err, result,
				     "rings of %zu pages for each CPU are over "
				     "the limit of locked memory: take fewer "
				     "pages (-m), raise sysctl "
				     "kernel.perf_event_mlock_kb (it is %ld) "
				     "or RLIMIT_MEMLOCK (ulimit -l)",
				     pages, uet_sysctl_number(MLOCK_FILE, 516));
	if (result == -ENOMEM)
		return uet_error_set(err, result,
				     "no memory for rings of %zu pages for each "
				     "CPU: take fewer pages (-m)", pages);
	return uet_error_set(err, result, "cannot map a ring of %zu pages: %s",
			     pages, strerror(-result));
}

static int map_ring(struct uet_session *s, struct uet_ring *ring, int fd)
{
	size_t data = s->ring_pages * s->page_size;
	void *map;
	/* What we cannot write to is what the kernel may overwrite. */
	int result = s->overwrite ?
			     uet_sys_map_read_only(fd, data + s->page_size,
						   &map) :
			     uet_sys_map_shared(fd, data + s->page_size, &map);

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

static void close_rings(struct uet_session *s)
{
	for (size_t i = 0; i < s->n_cpus; i++) {
		struct uet_ring *ring = &s->rings[i];

		if (ring->page)
			uet_sys_unmap(ring->page, ring->size + s->page_size);
		ring->page = NULL;
	}
}

/* The dummies of a CPU, and its ring.  *mapping: it was the ring that failed. */
int uet_session_open_cpu(struct uet_session *s, size_t cpu, bool *mapping)
{
	struct event *dummy = s->events[0];

	for (size_t tid = 0; tid < s->n_tids; tid++) {
		int fd, result = uet_session_open_instance(s, dummy, cpu,
							   s->tids[tid]);

		*mapping = false;
		if (result == 1)
			continue;
		if (result)
			return result;
		*mapping = true;
		fd = dummy->instances[dummy->n - 1].fd;
		result = s->rings[cpu].page ?
				 uet_session_redirect(s, fd, cpu) :
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
	struct event *dummy = s->events[0];
	int result = 0;

	s->n_polled = 0;
	dummy->attr.wakeup_watermark =
		(uint32_t)(s->ring_pages * s->page_size / 4);
	for (size_t cpu = 0; !result && cpu < s->n_cpus; cpu++)
		result = uet_session_open_cpu(s, cpu, mapping);
	if (!result && !dummy->n)
		result = s->whole_system ? -ENODEV : -ESRCH;
	if (result) {
		close_rings(s);
		uet_session_close_instances(dummy);
		free(s->slots);
		s->slots = NULL;
		s->n_slots = s->n_ids = 0;
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
		    s->events[0]->attr.read_format & UET_PERF_FORMAT_LOST) {
			/* Linux before 6.0. */
			for (size_t i = 0; i < s->n_events; i++)
				s->events[i]->attr.read_format &=
					~(uint64_t)UET_PERF_FORMAT_LOST;
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
	if (result == -EINVAL && !mapping)
		return uet_session_explain_clock(s, err);
	if (mapping)
		return explain_map(err, s->ring_pages, result);
	return uet_session_explain(s, err, s->events[0]->name, result);
}

/* Events come and go with their programs, also while we are at it, and some the
 * kernel lets nobody record: these are left out, as long as there are others. */
static int open_events(struct uet_session *s, struct uet_error *err)
{
	size_t opened = 0;
	int result = 0;

	for (size_t i = 1; i < s->n_events; i++) {
		result = uet_session_open_event(s, s->events[i], err);
		if (result && (s->events[i]->perf ||
			       (result != -ENOENT && result != -EPERM &&
				result != -EACCES)))
			return result;
		opened += !result;
	}
	return opened ? 0 : result;
}

/* Of the CPUs that are online, those that were asked for. */
static int choose_cpus(struct uet_session *s,
		       const struct uet_session_options *options,
		       struct uet_error *err)
{
	size_t n = 0;

	if (!options->cpus)
		return 0;
	s->only_cpus = calloc(options->n_cpus + 1, sizeof(*s->only_cpus));
	if (!s->only_cpus)
		return no_memory(err);
	memcpy(s->only_cpus, options->cpus,
	       options->n_cpus * sizeof(*s->only_cpus));
	s->n_only_cpus = options->n_cpus;
	for (size_t i = 0; i < s->n_cpus; i++)
		for (size_t k = 0; k < s->n_only_cpus; k++)
			if (s->cpus[i] == s->only_cpus[k]) {
				s->cpus[n++] = s->cpus[i];
				break;
			}
	s->n_cpus = n;
	if (n)
		return 0;
	return uet_error_set(err, -ENODEV, "none of the CPUs asked for is "
			     "online: /sys/devices/system/cpu/online has a "
			     "list");
}

static int prepare(struct uet_session *s,
		   const struct uet_catalog_event *const *events, size_t n,
		   const struct uet_session_options *options,
		   struct uet_error *err)
{
	int result = uet_cpus_online(&s->cpus, &s->n_cpus, err);

	if (!result)
		result = choose_cpus(s, options, err);
	if (result)
		return result;
	if (options->cgroup) {
		s->cgroup = uet_cgroup_open(options->cgroup, err);
		if (s->cgroup < 0)
			return s->cgroup;
	}
	s->page_size = (size_t)sysconf(_SC_PAGESIZE);
	s->whole_system = !options->tids;
	s->counting = options->count_only;
	s->overwrite = options->overwrite;
	s->sample_period = options->sample_period;
	s->sample_freq = options->sample_freq;
	s->from_exec = options->from_exec && !s->whole_system;
	s->sample_type = UET_SESSION_SAMPLE_TYPE;
	if (options->n_perf_events && !s->counting)
		s->sample_type |= UET_SESSION_PERF_SAMPLE_TYPE;
	s->clockid = options->use_clockid ? options->clockid : CLOCK_MONOTONIC;
	s->n_tids = s->whole_system ? 1 : options->n_tids;
	s->tids = calloc(s->n_tids, sizeof(*s->tids));
	s->rings = calloc(s->n_cpus, sizeof(*s->rings));
	s->offline = calloc(s->n_cpus, sizeof(*s->offline));
	s->bounce = aligned_alloc(8, UET_RING_BOUNCE);
	if (!s->tids || !s->rings || !s->offline || !s->bounce)
		return no_memory(err);
	if (s->whole_system)
		s->tids[0] = -1;
	else
		memcpy(s->tids, options->tids, s->n_tids * sizeof(*s->tids));
	if (uet_session_new_event(s, NULL))
		return no_memory(err);
	for (size_t i = 0; i < options->n_perf_events; i++) {
		result = uet_session_new_perf_event(s, options->perf_events[i],
						    err);
		if (result)
			return result;
	}
	for (size_t i = 0; i < n; i++)
		if (uet_session_new_event(s, events[i]))
			return no_memory(err);
	s->epoll = uet_sys_epoll_create();
	if (s->epoll < 0)
		return uet_session_explain(s, err, "epoll", s->epoll);
	uet_session_raise_limit(s->n_events * s->n_cpus * s->n_tids);
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
	if ((pages & (pages - 1)) || pages > (1u << 20))
		return uet_error_set(err, -EINVAL,
				     "a ring of %zu pages: a session takes a "
				     "power of two, 1048576 at most", pages);
	if (given->size > sizeof(options))
		return uet_error_set(err, -EINVAL,
				     "the session's options are those of a "
				     "newer libuet-collect");
	if (options.tids && (!options.n_tids || options.cgroup))
		return uet_error_set(err, -EINVAL,
				     "a session takes at least one thread, and "
				     "threads or a control group");
	s = calloc(1, sizeof(*s));
	if (!s)
		return no_memory(err);
	s->epoll = s->cgroup = -1;
	result = prepare(s, events, n, &options, err);
	if (!result && !s->counting)
		result = open_rings(s, pages, err);
	if (!result)
		result = open_events(s, err);
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
		uet_session_close_instances(s->events[i]);
		free(s->events[i]->instances);
		free(s->events[i]->ids);
		free(s->events[i]->lost);
		free(s->events[i]->name);
		free(s->events[i]->filter);
		free(s->events[i]->perf);
		free(s->events[i]->spelled);
		free(s->events[i]);
	}
	if (s->epoll >= 0)
		uet_sys_close(s->epoll);
	if (s->cgroup >= 0)
		uet_sys_close(s->cgroup);
	free(s->events);
	free(s->cpus);
	free(s->rings);
	free(s->offline);
	free(s->only_cpus);
	free(s->tids);
	free(s->new_tasks);
	free(s->bounce);
	free(s->slots);
	free(s);
}
