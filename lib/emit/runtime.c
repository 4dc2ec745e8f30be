/* SPDX-License-Identifier: MIT */
/*
 * Events that are defined while the program runs.  Each is a module of its
 * own, so that registering, retrying and taps need not know the difference.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/description_check.h"
#include "emit_internal.h"
#include "uet/runtime.h"

struct runtime_event {
	struct uet_event event; /* first: what the program holds */
	struct uet_module module;
	uint32_t word;
	struct uet_desc desc; /* last, behind it the text */
	char text[];
};

UET_API int uet_event_new(const char *description, unsigned int flags,
			  struct uet_event **out)
{
	struct runtime_event *r;
	size_t length;
	size_t size;

	if (!description || uet_desc_bad_name(description) ||
	    flags & ~(unsigned int)(UET_FLAG_PERSIST | UET_FLAG_MULTI_FORMAT))
		return -EINVAL;
	length = strlen(description);
	if (length >= UET_DESC_MAX)
		return -E2BIG;
	/* aligned_alloc() wants a multiple of the alignment. */
	size = (sizeof(*r) + length + 1 + 63) / 64 * 64;
	r = aligned_alloc(64, size);
	if (!r)
		return -ENOMEM;
	memset(r, 0, size);
	memcpy(r->text, description, length + 1);
	r->desc = (struct uet_desc){
		.magic = UET_DESC_MAGIC,
		.size = (uint32_t)(sizeof(r->desc) + length + 1),
		.flags = (uint16_t)flags,
		.version = UET_ABI_VERSION,
	};
	r->event.word = &r->word;
	r->event.desc = &r->desc;
	r->event.size = sizeof(r->event);
	r->event.version = UET_ABI_VERSION;
	r->event.fd = -1;
	r->module = (struct uet_module){
		.size = sizeof(r->module),
		.version = UET_ABI_VERSION,
		.events = &r->event,
		.events_end = &r->event + 1,
	};
	uet_module_register(&r->module);
	*out = &r->event;
	return 0;
}

UET_API void uet_event_free(struct uet_event *event)
{
	struct runtime_event *r = (struct runtime_event *)event;

	if (!r)
		return;
	uet_module_unregister(&r->module);
	/* Where the kernel could not be told it goes on writing to the word:
	 * better lost than somebody else's. */
	if (!r->event.word_known)
		free(r);
}
