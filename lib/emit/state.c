/* SPDX-License-Identifier: MIT */
/*
 * What became of a registration, in numbers and in words.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/description.h"
#include "common/description_check.h"
#include "emit_internal.h"
#include "uet/register.h"

UET_API enum uet_state uet_event_state(const struct uet_event *event,
				       int *error)
{
	if (error)
		*error = event ? __atomic_load_n(&event->error,
						 __ATOMIC_RELAXED) : 0;
	return event ? (enum uet_state)__atomic_load_n(&event->state,
						       __ATOMIC_RELAXED) :
		       UET_STATE_NEW;
}

static uint64_t load_count(const uint64_t *counter)
{
#if __SIZEOF_POINTER__ == 8
	return __atomic_load_n(counter, __ATOMIC_RELAXED);
#else
	return *counter;
#endif
}

UET_API void uet_event_stats(const struct uet_event *event,
			     struct uet_event_counts *counts)
{
	memset(counts, 0, sizeof(*counts));
	if (!event)
		return;
	counts->emitted = load_count(&event->emitted);
	for (size_t i = 0; i < UET_LOST_REASONS; i++)
		counts->lost[i] = load_count(&event->lost[i]);
}

/* Why the data file could not be used, and the next step. */
static const struct {
	int error;
	const char *text;
} file_reasons[] = {
	{ -ENOENT, "this kernel has no user_events, or tracefs is not mounted "
		   "(Linux 6.4 or later with CONFIG_USER_EVENTS; mount -t "
		   "tracefs nodev /sys/kernel/tracing)" },
	{ -EACCES, "this user may not write to user_events_data (needs x on "
		   "/sys/kernel/tracing and w on the file)" },
	{ -EPERM, "this user may not write to user_events_data (forbidden by "
		  "a security policy)" },
	{ -EMFILE, "no descriptor is left for user_events_data (ulimit -n)" },
	{ -ENFILE, "the system has no descriptor left for user_events_data" },
	{ -EBADF, "the program closed the descriptor of user_events_data: "
		  "call uet_register()" },
	{ -ENOTCONN, "user_events_data is not open: call uet_register()" },
};

/* Why the kernel refused an event. */
static const struct {
	int error;
	const char *text;
} event_reasons[] = {
	{ -EADDRINUSE, "an event of this name exists with other fields: end "
		       "the programs that have it, delete it (uet delete), or "
		       "use UET_FLAG_MULTI_FORMAT" },
	{ -EINVAL, "this kernel refuses the description, though Linux 6.12 "
		   "takes it" },
	{ -E2BIG, "the description is over 512 bytes" },
	{ -EMFILE, "the system has its maximum of user events: raise "
		   "kernel.user_events_max" },
	{ -EPERM, "the kernel or a security policy forbids it" },
	{ -ENOTTY, "this kernel does not let 32-bit programs register events" },
	{ -ENOMEM, "out of memory, or the cgroup's limit is reached" },
	{ -EFAULT, "the kernel cannot write to the enable word" },
};

#define LOOK_UP(table, error_) \
	({ \
		const char *found_ = NULL; \
		for (size_t i_ = 0; i_ < sizeof(table) / sizeof(table[0]); \
		     i_++) \
			if (table[i_].error == (error_)) \
				found_ = table[i_].text; \
		found_; \
	})

static const char *file_reason(int error)
{
	const char *text = LOOK_UP(file_reasons, error);

	return text ? text : strerror(-error);
}

static const char *event_reason(int error)
{
	const char *text = LOOK_UP(event_reasons, error);

	return text ? text : strerror(-error);
}

static const char *granted_less(uint16_t wanted, uint16_t granted)
{
	switch (wanted & ~granted) {
	case 0:
		return "registered";
	case UET_FLAG_PERSIST:
		return "registered, but not to persist: needs CAP_PERFMON and "
		       "Linux 6.7 or later";
	case UET_FLAG_MULTI_FORMAT:
		return "registered, but not for many formats: needs Linux "
		       "6.9 or later";
	default:
		return "registered, but neither to persist nor for many "
		       "formats: this kernel knows no flags";
	}
}

static int explain_failed(const struct uet_event *event, int file,
			  const char *description, int name, char *text,
			  size_t size)
{
	struct uet_description_info info;
	struct uet_description_error where;

	/* A reason without a refusal: it is we who do not hand it on. */
	uet_desc_check(description, &info, &where);
	if (file < 0 || event->error != -EINVAL || !where.reason)
		return snprintf(text, size, "%.*s: not registered: %s", name,
				description,
				file < 0 ? file_reason(file) :
					   event_reason(event->error));
	return snprintf(text, size,
			"%.*s: not registered: %s (at character %zu of its "
			"description)", name, description, where.reason,
			uet_desc_column(description, where.offset));
}

static int explain(const struct uet_event *event, int file, char *text,
		   size_t size)
{
	char description[UET_DESC_MAX] = "";
	int name = 0;

	if (!event)
		return snprintf(text, size, "%s",
				file >= 0 ? "user_events_data is open" :
					    file_reason(file));
	if (uet_desc_expand(event->desc, event->desc->size, false,
			    description) >= 0)
		name = (int)strcspn(description, " ");

	switch (event->state) {
	case UET_STATE_REGISTERED:
		return snprintf(text, size, "%.*s: %s", name, description,
				granted_less(event->desc->flags,
					     event->flags));
	case UET_STATE_FAILED:
		return explain_failed(event, file, description, name, text,
				      size);
	case UET_STATE_UNREGISTERED:
		return snprintf(text, size, "%.*s: unregistered: call "
				"uet_register()", name, description);
	default:
		return snprintf(text, size, "%.*s: not registered yet: call "
				"uet_register()", name, description);
	}
}

UET_API int uet_strerror_detail(const struct uet_event *event, char *text,
				size_t size)
{
	int saved = errno;
	int length;

	uet_lock();
	length = explain(event, uet_data_fd_state(), text, size);
	uet_unlock();
	errno = saved;
	return length;
}
