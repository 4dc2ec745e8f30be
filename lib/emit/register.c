/* SPDX-License-Identifier: MIT */
/*
 * One event's way into the kernel and out of it.  Knows nothing of modules;
 * its callers hold the lock.
 */
#include <errno.h>
#include <string.h>

#include "common/description.h"
#include "common/description_check.h"
#include "common/sys.h"
#include "common/user_events.h"
#include "emit_internal.h"

/* Returns the write index, or -errno. */
static int64_t kernel_register(int fd, struct uet_event *event,
			       const char *text, uint16_t flags)
{
	struct uet_user_reg reg = {
		.size = sizeof(reg),
		.enable_bit = UET_KERNEL_BIT,
		.enable_size = sizeof(*event->word),
		.flags = flags,
		.enable_addr = (uintptr_t)event->word,
		.name_args = (uintptr_t)text,
	};
	uint32_t known = event->word_known;
	int error;

	/* Before: a child that is forked in between has the registration. */
	event->word_known = 1;
	error = uet_sys_ioctl(fd, UET_DIAG_IOCSREG, &reg);
	if (error) {
		event->word_known = known;
		return error;
	}
	return reg.write_index;
}

static int kernel_unregister(int fd, struct uet_event *event)
{
	struct uet_user_unreg unreg = {
		.size = sizeof(unreg),
		.disable_bit = UET_KERNEL_BIT,
		.disable_addr = (uintptr_t)event->word,
	};
	int error = uet_sys_ioctl(fd, UET_DIAG_IOCSUNREG, &unreg);

	if (error == 0 || error == -ENOENT)
		event->word_known = 0;
	return error;
}

/*
 * EADDRINUSE has two causes.  When the word is in the kernel's list already
 * (the program closed our descriptor, which leaves registrations of its
 * address space behind), taking it out helps; else somebody has the name with
 * other fields.
 */
static int64_t register_anew(int fd, struct uet_event *event,
			     const char *text, uint16_t flags)
{
	int64_t index = kernel_register(fd, event, text, flags);

	if (index == -EADDRINUSE && kernel_unregister(fd, event) == 0)
		index = kernel_register(fd, event, text, flags);
	return index;
}

/* What to leave out when the kernel refuses flags, and why it may have. */
static const struct {
	int error;
	uint16_t flag;
} refusals[] = {
	{ -EPERM, UET_FLAG_PERSIST },	     /* no CAP_PERFMON */
	{ -EINVAL, UET_FLAG_MULTI_FORMAT },  /* before Linux 6.9 */
	{ -EINVAL, UET_FLAG_PERSIST },	     /* before Linux 6.7 */
};

int uet_registration_add(struct uet_event *event, int fd)
{
	const struct uet_desc *desc = event->desc;
	char text[UET_DESC_MAX];
	uint16_t flags = desc->flags;
	int refused = 0;
	int64_t index = uet_desc_expand(desc, desc->size, false, text);

	if (index >= 0 && uet_desc_bad_name(text))
		index = -EINVAL;
	if (index >= 0)
		index = register_anew(fd, event, text, flags);
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		if (index != refusals[i].error ||
		    !(flags & refusals[i].flag))
			continue;
		refused = (int)index;
		flags &= (uint16_t)~refusals[i].flag;
		index = register_anew(fd, event, text, flags);
	}

	if (index < 0) {
		uet_target_store(event, 0, -1);
		event->state = UET_STATE_FAILED;
		/* Taken out and not put back: the kernel leaves its bit. */
		if (!event->word_known)
			__atomic_fetch_and(event->word, ~UET_KERNEL_MASK,
					   __ATOMIC_RELAXED);
		event->error = (int)index;
		return (int)index;
	}
	event->flags = flags;
	event->error = refused;
	uet_target_store(event, (uint32_t)index, uet_data_fd_to_watch(fd));
	/* Last: a child that is forked before has it registered anew. */
	__atomic_store_n(&event->state, UET_STATE_REGISTERED, __ATOMIC_RELEASE);
	return 0;
}

bool uet_registration_detach(struct uet_event *event)
{
	uet_target_store(event, 0, -1);
	if (event->state != UET_STATE_REGISTERED)
		return false;
	event->state = UET_STATE_NEW;
	event->error = 0;
	return true;
}

void uet_registration_remove(struct uet_event *event, int fd)
{
	uet_target_store(event, 0, -1);
	/* First: a child that is forked behind it knows that it is not
	 * registered. */
	__atomic_store_n(&event->state, UET_STATE_UNREGISTERED,
			 __ATOMIC_SEQ_CST);
	event->error = 0;
	if (event->word_known && fd >= 0)
		kernel_unregister(fd, event);
	/* The kernel leaves its bit as it was. */
	__atomic_fetch_and(event->word, ~UET_KERNEL_MASK, __ATOMIC_RELAXED);
}
