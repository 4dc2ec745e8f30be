/* SPDX-License-Identifier: MIT */
/*
 * See fake_perf.h.  What a session does not call is refused.
 */
#include "fake_perf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/sys.h"
#include "common/pmu.h"

#define EPOLL_FD 900
#define LOST_FORMAT (1u << 4)

struct fake_perf fake_perf;

static struct {
	int fd;
	bool added;
} polled[FAKE_EVENTS];

void fake_perf_reset(void)
{
	memset(&fake_perf, 0, sizeof(fake_perf));
	memset(polled, 0, sizeof(polled));
	fake_perf.online = "0-1\n";
	fake_perf.paranoid = "2\n";
	fake_perf.missing_cpu = -1;
}

static struct fake_event *event_of(int fd)
{
	size_t i = (size_t)(fd - FAKE_FD);

	return fd >= FAKE_FD && i < fake_perf.n_events &&
			       fake_perf.events[i].open ?
		       &fake_perf.events[i] :
		       NULL;
}

uint64_t fake_perf_id(const struct fake_event *event)
{
	return (uint64_t)(FAKE_FD + (event - fake_perf.events)) * 10;
}

struct fake_event *fake_perf_find(uint64_t tracepoint, int cpu)
{
	for (size_t i = 0; i < fake_perf.n_events; i++) {
		struct fake_event *event = &fake_perf.events[i];
		bool dummy = event->attr.type == PERF_TYPE_SOFTWARE;

		if (event->open && event->cpu == cpu &&
		    (tracepoint ? !dummy && event->attr.config == tracepoint :
				  dummy))
			return event;
	}
	return NULL;
}

void fake_perf_write(const struct fake_event *event, const void *record,
		     size_t size)
{
	const struct fake_event *to =
		event->output < 0 ? event : event_of(event->output);
	unsigned char *data = (unsigned char *)to->page +
			      (size_t)sysconf(_SC_PAGESIZE);

	for (size_t i = 0; i < size; i++)
		data[(to->page->data_head + i) % to->ring_size] =
			((const unsigned char *)record)[i];
	to->page->data_head += size;
}

int uet_sys_perf_event_open(struct perf_event_attr *attr, pid_t tid, int cpu,
			    int group, unsigned long flags)
{
	struct fake_event *event = &fake_perf.events[fake_perf.n_events];

	if (flags || group != -1)
		return -EINVAL;
	if (fake_perf.fail_open_at &&
	    fake_perf.n_events + 1 >= fake_perf.fail_open_at)
		return fake_perf.open_error;
	if (fake_perf.before_6_0 && attr->read_format & LOST_FORMAT)
		return -EINVAL;
	if (cpu == fake_perf.missing_cpu)
		return -ENODEV;
	if (attr->type != PERF_TYPE_TRACEPOINT &&
	    attr->type != PERF_TYPE_SOFTWARE && fake_perf.pmu_error)
		return fake_perf.pmu_error;
	if (attr->type == PERF_TYPE_TRACEPOINT && fake_perf.gone_id &&
	    attr->config == (uint64_t)fake_perf.gone_id)
		return -ENOENT;
	if (fake_perf.n_events == FAKE_EVENTS)
		return -EMFILE;
	*event = (struct fake_event){
		.attr = *attr,
		.tid = tid,
		.cpu = cpu,
		.output = -1,
		.open = true,
	};
	fake_perf.n_open++;
	return FAKE_FD + (int)fake_perf.n_events++;
}

int uet_sys_close(int fd)
{
	struct fake_event *event = event_of(fd);

	if (fd >= 0 && fd < EPOLL_FD)
		return close(fd); /* of uet_sys_open() */
	if (!event && fd != EPOLL_FD)
		return -EBADF;
	if (event)
		event->open = false;
	fake_perf.n_open--;
	return 0;
}

int uet_sys_ioctl(int fd, unsigned long request, void *argument)
{
	struct fake_event *event = event_of(fd);
	uint64_t id;

	if (!event)
		return -EBADF;
	switch (request) {
	case PERF_EVENT_IOC_ENABLE:
		event->n_enabled += !event->enabled;
		event->enabled = true;
		return 0;
	case PERF_EVENT_IOC_DISABLE:
		event->enabled = false;
		return 0;
	case PERF_EVENT_IOC_ID:
		id = fake_perf_id(event);
		memcpy(argument, &id, sizeof(id));
		return 0;
	case PERF_EVENT_IOC_SET_OUTPUT:
		event->output = (int)(intptr_t)argument;
		return event_of(event->output) ? 0 : -EBADF;
	case PERF_EVENT_IOC_SET_FILTER:
		if (fake_perf.filter_error)
			return fake_perf.filter_error;
		strncpy(event->filter, argument, sizeof(event->filter) - 1);
		return 0;
	}
	return -ENOTTY;
}

/* value, times, id, lost: as the read_format says. */
ssize_t uet_sys_read(int fd, void *to, size_t size)
{
	struct fake_event *event = event_of(fd);
	uint64_t counts[5];
	size_t n = 0;

	if (fd >= 0 && fd < EPOLL_FD)
		return read(fd, to, size); /* of uet_sys_open() */
	if (!event)
		return -EBADF;
	counts[n++] = event->value;
	if (event->attr.read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		counts[n++] = event->enabled_ns;
	if (event->attr.read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		counts[n++] = event->running_ns;
	counts[n++] = fake_perf_id(event);
	if (event->attr.read_format & LOST_FORMAT)
		counts[n++] = event->lost;
	if (size < n * sizeof(*counts))
		return -ENOSPC;
	memcpy(to, counts, n * sizeof(*counts));
	return (ssize_t)(n * sizeof(*counts));
}

static int map(int fd, size_t size, void **at)
{
	struct fake_event *event = event_of(fd);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (!event)
		return -EBADF;
	if (fake_perf.most_pages && size / page - 1 > fake_perf.most_pages)
		return -EPERM;
	*at = aligned_alloc(page, size);
	if (!*at)
		return -ENOMEM;
	memset(*at, 0, size);
	event->page = *at;
	event->ring_size = size - page;
	fake_perf.n_maps++;
	return 0;
}

int uet_sys_map_shared(int fd, size_t size, void **at)
{
	return map(fd, size, at);
}

int uet_sys_map_read_only(int fd, size_t size, void **at)
{
	return map(fd, size, at);
}

int uet_sys_unmap(void *at, size_t size)
{
	(void)size;
	free(at);
	fake_perf.n_maps--;
	return 0;
}

int uet_sys_epoll_create(void)
{
	fake_perf.n_open++;
	return EPOLL_FD;
}

int uet_sys_epoll_ctl(int epoll, int op, int fd, struct epoll_event *event)
{
	(void)event;
	if (epoll != EPOLL_FD || !event_of(fd))
		return -EBADF;
	polled[fd - FAKE_FD].fd = fd;
	polled[fd - FAKE_FD].added = op == EPOLL_CTL_ADD;
	return 0;
}

/* Of each ring: does something lie in it, has its thread ended? */
int uet_sys_epoll_wait(int epoll, struct epoll_event *events, int n,
		       int timeout_ms)
{
	int found = 0;

	(void)timeout_ms;
	if (epoll != EPOLL_FD)
		return -EBADF;
	for (size_t i = 0; i < FAKE_EVENTS && found < n; i++) {
		const struct fake_event *event =
			polled[i].added ? event_of(polled[i].fd) : NULL;
		uint32_t bits = 0;

		if (!event)
			continue;
		if (event->page &&
		    event->page->data_head != event->page->data_tail)
			bits |= EPOLLIN;
		if (event->hung_up)
			bits |= EPOLLHUP;
		if (!bits)
			continue;
		events[found].events = bits;
		events[found++].data.fd = polled[i].fd;
	}
	return found;
}

int uet_sys_read_file(const char *path, size_t max, char **text, size_t *size)
{
	const char *from = NULL;

	if (!strcmp(path, "/sys/devices/system/cpu/online"))
		from = fake_perf.online;
	else if (!strcmp(path, "/proc/sys/kernel/perf_event_paranoid"))
		from = fake_perf.paranoid;
	else if (!strncmp(path, "/sys/kernel/tracing/events/", 27))
		from = fake_perf.format;
	if (!from || strlen(from) > max)
		return -ENOENT;
	*text = strdup(from);
	*size = strlen(from);
	return *text ? 0 : -ENOMEM;
}

/* Only the test's own folder of PMUs. */
int uet_sys_open(const char *path, int flags)
{
	int fd = strncmp(path, uet_pmu_root, strlen(uet_pmu_root)) ?
			 -1 :
			 open(path, flags);

	return fd < 0 ? -ENOENT : fd;
}

int uet_sys_access(const char *path, int mode)
{
	(void)mode;
	return fake_perf.format && !strcmp(path, "/sys/kernel/tracing/events") ?
		       0 :
		       -ENOENT;
}

int uet_sys_write_all(int fd, const void *from, size_t size, int64_t offset)
{
	(void)fd;
	(void)from;
	(void)size;
	(void)offset;
	return -EBADF;
}
