/* SPDX-License-Identifier: MIT */
/*
 * Counters as programs have them: handles, groups, and what becomes of them.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/error.h"
#include "common/sys.h"
#include "common/sys_call.h"
#include "emit/counter_internal.h"

static uintptr_t this_thread(void)
{
#if defined(UET__COUNTER_PMC)
	return uet__thread_pointer();
#else
	return 0;
#endif
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* The second page of a handle, whatever became of the first. */
static struct uet_counter_kept *kept_of(const struct uet_counter *counter)
{
	return (void *)((uintptr_t)counter + page_size());
}

static int no_memory(struct uet_error *err)
{
	return uet_error_set(err, -ENOMEM, "no memory for a counter");
}

/* What was opened as a handle that programs can read. */
static int make_handle(const struct uet_counter_opened *opened,
		       struct uet_counter_group *group,
		       struct uet_counter **counter)
{
	struct uet_counter_handle *handle;
	struct uet_counter_kept *kept;
	size_t size = page_size();
	void *memory;
	int result = uet_sys_map_wiped(2 * size, size, &memory);

	if (result < 0)
		return result;
	handle = memory;
	*counter = &handle->head;
	kept = kept_of(*counter);
	kept->group = group;
	kept->page_size = size;
	memcpy(kept->why, opened->why, sizeof(kept->why));
	handle->first = group->fds[0];
	handle->place = group->open++;
	handle->n = group->n;
	handle->kept = kept;
	if (result && opened->page)
		uet_sys_unmap(opened->page, size);
	if (result) {
		handle->pid = uet_call3(SYS_getpid, 0, 0, 0);
		strcpy(kept->why, "a child of fork would inherit it (no "
				  "MADV_WIPEONFORK, Linux before 4.14)");
	} else if (opened->page) {
		kept->page = opened->page;
		handle->head.page = opened->page;
		handle->head.owner = this_thread();
	}
	return 0;
}

static int check_event(const struct uet_perf_event *event, size_t n,
		       struct uet_error *err)
{
	if (event->attr.sample_period)
		return uet_error_set(err, -EINVAL,
				     "%s: period and freq are for samples: "
				     "leave them out",
				     event->name);
	if (event->weak && n > 1)
		return uet_error_set(err, -EINVAL,
				     "%s: a group is opened as a whole: leave "
				     "'W' out, or open the events one by one",
				     event->name);
	return 0;
}

static int keep(const struct uet_perf_event *event,
		const struct uet_counter_opened *opened,
		struct uet_counter_fd *kept, struct uet_error *err)
{
	int result = uet_counter_fd_keep(opened->fd, kept);

	if (!result)
		return 0;
	if (opened->page)
		uet_sys_unmap(opened->page, page_size());
	return uet_error_set(err, result,
			     "%s: its descriptor cannot be marked as a "
			     "counter's: %s (let a filter of system calls allow "
			     "fcntl(2) and ioctl(2))",
			     event->name, strerror(-result));
}

static int open_member(const char *text, struct uet_counter_group *group,
		       struct uet_counter **counter, struct uet_error *err)
{
	struct uet_counter_opened opened;
	struct uet_perf_event event;
	unsigned int place = group->open;
	int cpu = uet_sys_cpu();
	int result = uet_perf_event_parse(text, cpu < 0 ? -1 : cpu, &event,
					  err);

	if (!result)
		result = check_event(&event, group->n, err);
	if (!result)
		result = uet_counter_open_event(&event,
						place ? group->fds[0].fd : -1,
						page_size(), &opened, err);
	if (result)
		return result;
	result = keep(&event, &opened, &group->fds[place], err);
	if (result)
		return result;
	result = make_handle(&opened, group, counter);
	if (!result)
		return 0;
	if (opened.page)
		uet_sys_unmap(opened.page, page_size());
	uet_counter_fd_close(&group->fds[place]);
	return no_memory(err);
}

static int open_group(const char *const *events, size_t n,
		      struct uet_counter **counters, struct uet_error *err)
{
	struct uet_counter_group *group;
	int result = 0;
	size_t opened;

	if (!n || n > UET_COUNTER_GROUP_MAX)
		return uet_error_set(err, -EINVAL,
				     "a group is of 1 to %d counters, not %zu",
				     UET_COUNTER_GROUP_MAX, n);
	group = calloc(1, sizeof(*group));
	if (!group)
		return no_memory(err);
	group->n = (unsigned int)n;
	for (size_t i = 0; i < n && !result; i++)
		result = open_member(events[i], group, &counters[i], err);
	if (!result)
		return 0;
	opened = group->n = group->open;
	if (!opened)
		free(group);
	for (size_t i = 0; i < n; i++) {
		if (i < opened)
			uet_counter_close(counters[i]);
		counters[i] = NULL;
	}
	return result;
}

int UET_API uet_counter_open_group(const char *const *events, size_t n,
				   struct uet_counter **counters,
				   struct uet_error *err)
{
	int saved = errno;
	int result = open_group(events, n, counters, err);

	errno = saved;
	return result;
}

int UET_API uet_counter_open(const char *event, struct uet_counter **counter,
			     struct uet_error *err)
{
	return uet_counter_open_group(&event, 1, counter, err);
}

static void close_group(struct uet_counter_group *group)
{
	if (__atomic_sub_fetch(&group->open, 1, __ATOMIC_ACQ_REL))
		return;
	/* The first last: without it the others would be alone. */
	for (unsigned int i = group->n; i--;)
		uet_counter_fd_close(&group->fds[i]);
	free(group);
}

void UET_API uet_counter_close(struct uet_counter *counter)
{
	struct uet_counter_kept *kept;
	struct uet_counter_group *group;

	if (!counter)
		return;
	kept = kept_of(counter);
	group = kept->group;
	/* Of a child the kernel's page is not, and another may be there. */
	if (counter->page)
		uet_sys_unmap(kept->page, kept->page_size);
	uet_sys_unmap(counter, 2 * page_size());
	close_group(group);
}

static const struct uet_counter_handle *
handle_of(const struct uet_counter *counter)
{
	const struct uet_counter_handle *handle = (const void *)counter;

	if (!handle || !handle->kept ||
	    (handle->pid && handle->pid != uet_call3(SYS_getpid, 0, 0, 0)))
		return NULL;
	return handle;
}

static int control(struct uet_counter *counter, unsigned long request)
{
	const struct uet_counter_handle *handle = handle_of(counter);

	if (!handle)
		return -ESRCH;
	if (!uet_counter_fd_is_ours(&handle->first))
		return -EBADF;
	return uet_sys_ioctl(handle->first.fd, request,
			     (void *)(uintptr_t)PERF_IOC_FLAG_GROUP);
}

int UET_API uet_counter_enable(struct uet_counter *counter)
{
	return control(counter, PERF_EVENT_IOC_ENABLE);
}

int UET_API uet_counter_disable(struct uet_counter *counter)
{
	return control(counter, PERF_EVENT_IOC_DISABLE);
}

int UET_API uet_counter_reset(struct uet_counter *counter)
{
	return control(counter, PERF_EVENT_IOC_RESET);
}

bool UET_API uet_counter_is_user(const struct uet_counter *counter)
{
	return counter && counter->owner;
}

UET_API const char *uet_counter_why_not_user(const struct uet_counter *counter)
{
	const struct uet_counter_handle *handle = handle_of(counter);

	if (!counter)
		return "there is no counter";
	if (!handle)
		return "it counts the process that this one was forked from";
	return handle->kept->why;
}
