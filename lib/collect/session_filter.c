/* SPDX-License-Identifier: MIT */
/*
 * Kernel filters of a session's events, and what the kernel says against one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "collect/session_internal.h"
#include "collect/sys.h"

/* A filter file's text: the filter, a caret below it and the complaint. */
#define COMPLAINT_MAX 8192

/* Has the filter refused once more, where the kernel keeps the reason. */
static char *ask_for_reason(const char *instance, const char *system,
			    const char *name, const char *filter)
{
	char path[512], *text = NULL;
	size_t size;
	int fd, n = snprintf(path, sizeof(path), "%s/events/%s/%s/filter",
			     instance, system, name);

	if (n < 0 || (size_t)n >= sizeof(path))
		return NULL;
	fd = uet_sys_open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	/* It fails; that is the point. */
	uet_sys_write_all(fd, filter, strlen(filter), -1);
	uet_sys_close(fd);
	if (uet_sys_read_file(path, COMPLAINT_MAX, &text, &size))
		return NULL;
	return text;
}

/* The kernel's sentence, or NULL; the caller frees it. */
static char *reason(const char *event, const char *filter)
{
	char folder[256], instance[320], system[256], *text, *at, *found = NULL;
	const char *colon = strchr(event, ':');

	if (!colon || uet_tracing_find(folder, sizeof(folder), NULL))
		return NULL;
	snprintf(system, sizeof(system), "%.*s", (int)(colon - event), event);
	/* Not the top one, where somebody may be tracing. */
	snprintf(instance, sizeof(instance), "%s/instances/uet-%d", folder,
		 (int)getpid());
	if (mkdir(instance, 0700))
		return NULL;
	text = ask_for_reason(instance, system, colon + 1, filter);
	rmdir(instance);
	at = text ? strstr(text, "parse_error: ") : NULL;
	if (at) {
		at += strlen("parse_error: ");
		at[strcspn(at, "\n")] = '\0';
		found = strdup(at);
	}
	free(text);
	return found;
}

static int refused(const struct event *event, const char *filter, int result,
		   struct uet_error *err)
{
	char *why;

	if (result != -EINVAL)
		return uet_error_set(err, result,
				     "cannot filter %s: %s", event->name,
				     strerror(-result));
	why = reason(event->name, filter);
	uet_error_set(err, result,
		      "the kernel does not take the filter '%s' for %s: %s",
		      filter, event->name,
		      why ? why : "see its fields with 'uet list'");
	free(why);
	return result;
}

int uet_session_set_filter(struct uet_session *s, size_t i, const char *filter,
			   struct uet_error *err)
{
	struct event *event = s->events[i];
	char *copy = strdup(filter);

	if (!copy)
		return uet_error_set(err, -ENOMEM, "out of memory");
	for (size_t k = 0; k < event->n; k++) {
		int result = uet_sys_ioctl(event->instances[k].fd,
					   PERF_EVENT_IOC_SET_FILTER, copy);

		if (result < 0) {
			refused(event, filter, result, err);
			free(copy);
			event->refused = true;
			return result;
		}
	}
	/* For instances of new CPUs and threads. */
	free(event->filter);
	event->filter = copy;
	event->refused = false;
	return 0;
}
