/* SPDX-License-Identifier: MIT */
/*
 * Opens one event of the calling thread: in the best way first, and then in
 * those that the kernel takes everywhere.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "common/sys.h"
#include "emit/counter_internal.h"

/* Of config, on machines of more than one kind of CPU: which PMU. */
#define EVENT_MASK UINT64_C(0xffffffff)

static bool is_refusal(int result)
{
	return result == -EINVAL || result == -EOPNOTSUPP;
}

static int open_attr(struct perf_event_attr *attr, int leader)
{
	int fd = uet_sys_perf_event_open(attr, 0, -1, leader, 0);

	/* The kernel wants precise to be of samples; to counting it is all the
	 * same. */
	if (!is_refusal(fd) || !attr->precise_ip)
		return fd;
	attr->precise_ip = 0;
	return uet_sys_perf_event_open(attr, 0, -1, leader, 0);
}

/* Kernels that cannot be told which PMU is to count a general event. */
static bool make_general(struct perf_event_attr *attr)
{
	if ((attr->type != PERF_TYPE_HARDWARE &&
	     attr->type != PERF_TYPE_HW_CACHE) ||
	    !(attr->config & ~EVENT_MASK))
		return false;
	attr->config &= EVENT_MASK;
	return true;
}

static void map_page(const struct uet_perf_event *event, size_t page_size,
		     struct uet_counter_opened *opened)
{
	int result = uet_sys_map_read_only(opened->fd, page_size,
					   &opened->page);

	if (result) {
		opened->page = NULL;
		snprintf(opened->why, sizeof(opened->why),
			 result == -EPERM ?
				 "no page of it can be mapped: "
				 "kernel.perf_event_mlock_kb is used up" :
				 "no page of it can be mapped: %s",
			 strerror(-result));
		return;
	}
	uet_counter_judge_page(event, opened->page, opened->why);
	if (!opened->why[0])
		return;
	uet_sys_unmap(opened->page, page_size);
	opened->page = NULL;
}

/* In one way after the other, as long as the kernel says that it is the way. */
static bool open_in_ways(struct uet_perf_event *event, int leader,
			 struct uet_counter_opened *opened)
{
	uint64_t config1 = event->attr.config1, extra[2];
	unsigned int n = uet_counter_user_ways(event, extra, opened->why);

	opened->fd = -EINVAL;
	for (unsigned int i = 0; i < n && is_refusal(opened->fd); i++) {
		event->attr.config1 = config1 | extra[i];
		opened->fd = open_attr(&event->attr, leader);
		if (opened->fd >= 0)
			return true;
	}
	if (n)
		snprintf(opened->why, sizeof(opened->why),
			 "the kernel refuses it for this event");
	/* For read(2), if that is another way. */
	if (is_refusal(opened->fd) && (!n || extra[n - 1])) {
		event->attr.config1 = config1;
		opened->fd = open_attr(&event->attr, leader);
	}
	if ((opened->fd == -ENOENT || is_refusal(opened->fd)) &&
	    make_general(&event->attr)) {
		event->attr.config1 = config1;
		opened->fd = open_attr(&event->attr, leader);
	}
	return false;
}

int uet_counter_open_event(struct uet_perf_event *event, int leader,
			   size_t page_size, struct uet_counter_opened *opened,
			   struct uet_error *err)
{
	/* The ids: counter_read.c compares them. */
	event->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
				  PERF_FORMAT_TOTAL_TIME_RUNNING |
				  PERF_FORMAT_ID;
	if (leader < 0)
		event->attr.read_format |= PERF_FORMAT_GROUP;
	opened->page = NULL;
	if (open_in_ways(event, leader, opened))
		map_page(event, page_size, opened);
	if (opened->fd < 0)
		return uet_counter_refused(event, opened->fd, leader >= 0, err);
	return 0;
}
