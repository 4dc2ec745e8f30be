/* SPDX-License-Identifier: MIT */
/*
 * Subscribers inside the process.  A fixed table that probes walk without a
 * lock: each entry counts who is inside, and closing waits for them.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "common/description.h"
#include "common/sys.h"
#include "emit_internal.h"
#include "uet/tap.h"

/* What is longer is gathered in pages of its own. */
#define GATHER_SIZE 512

struct uet_tap {
	uet_tap_fn *fn; /* NULL: closed, or being so */
	void *context;
	const struct uet_event *event; /* NULL: all */
	bool in_use;
};

static struct uet_tap taps[UET_TAPS_MAX];

static bool wants(const struct uet_tap *tap, const struct uet_event *event)
{
	return !tap->event || tap->event == event;
}

void uet_tap_apply(struct uet_event *event)
{
	unsigned char *byte = (unsigned char *)event->word + 1;
	unsigned char wanted = 0;

	for (size_t i = 0; i < UET_TAPS_MAX; i++)
		if (taps[i].fn && wants(&taps[i], event))
			wanted = 1;
	/* The other bits of this byte are other sinks'.  Only those who hold
	 * the lock write to the byte, and they write nothing but the byte:
	 * the kernel changes its neighbour when it likes. */
	__atomic_store_n(byte, (unsigned char)((*byte & ~1) | wanted),
			 __ATOMIC_RELAXED);
}

UET_API int uet_tap_open(const struct uet_event *event, uet_tap_fn *fn,
			 void *context, struct uet_tap **out)
{
	struct uet_tap *tap = NULL;

	if (!fn)
		return -EINVAL;
	uet_lock();
	for (size_t i = 0; i < UET_TAPS_MAX && !tap; i++)
		if (!taps[i].in_use)
			tap = &taps[i];
	if (tap) {
		tap->in_use = true;
		tap->context = context;
		tap->event = event;
		__atomic_store_n(&tap->fn, fn, __ATOMIC_SEQ_CST);
		uet_events_visit(uet_tap_apply);
	}
	uet_unlock();
	if (!tap)
		return -EMFILE;
	*out = tap;
	return 0;
}

UET_API void uet_tap_close(struct uet_tap *tap)
{
	if (!tap)
		return;
	uet_lock();
	__atomic_store_n(&tap->fn, NULL, __ATOMIC_SEQ_CST);
	uet_events_visit(uet_tap_apply);
	uet_unlock();
	/* Without the lock: who is inside may want it. */
	while (__atomic_load_n(&uet_process()->inside_tap[tap - taps],
			       __ATOMIC_SEQ_CST) > 0)
		uet_sys_pause(UET_PAUSE);
	uet_lock();
	tap->in_use = false;
	uet_unlock();
}

static void call_taps(const struct uet_tap_event *event)
{
	for (size_t i = 0; i < UET_TAPS_MAX; i++) {
		struct uet_tap *tap = &taps[i];
		int *inside = &uet_process()->inside_tap[i];
		uet_tap_fn *fn;

		/* First inside, then looking: whoever closes does it in the
		 * other order, so that one of the two sees the other. */
		__atomic_fetch_add(inside, 1, __ATOMIC_SEQ_CST);
		fn = __atomic_load_n(&tap->fn, __ATOMIC_SEQ_CST);
		if (fn && wants(tap, event->event))
			fn(tap->context, event);
		__atomic_fetch_sub(inside, 1, __ATOMIC_SEQ_CST);
	}
}

static void gather(unsigned char *to, const struct iovec *segments, int n)
{
	for (int i = 0; i < n; i++) {
		if (segments[i].iov_len)
			memcpy(to, segments[i].iov_base, segments[i].iov_len);
		to += segments[i].iov_len;
	}
}

/* Its length; in the description itself, unless numbers belong to it. */
static size_t find_name(const struct uet_desc *desc, const char **name,
			char expanded[UET_DESC_MAX])
{
	const char markers[] = { ' ', UET_DESC_NUMBER, UET_DESC_HEX,
				 UET_DESC_HEX64, '\0' };
	size_t length;

	*name = (const char *)(desc + 1) + desc->n_numbers * 4u;
	length = strcspn(*name, markers);
	if (!(*name)[length] || (*name)[length] == ' ')
		return length;
	if (uet_desc_expand(desc, desc->size, false, expanded) < 0)
		return length;
	*name = expanded;
	return strcspn(expanded, " ");
}

void uet_tap_dispatch(struct uet_event *event, const struct iovec *segments,
		      int n)
{
	char description[UET_DESC_MAX];
	struct uet_tap_event e = { .event = event };
	unsigned char room[GATHER_SIZE];
	unsigned char *all = segments[0].iov_base;
	size_t size = uet_segments_size(segments, n);

	if (n > 1) {
		all = room;
		/* A system call, and so allowed in signal handlers. */
		if (size > sizeof(room))
			all = mmap(NULL, size, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (all == MAP_FAILED)
			return;
		gather(all, segments, n);
	}
	e.name_length = find_name(event->desc, &e.name, description);
	e.payload = all + sizeof(event->write_index);
	e.size = size - sizeof(event->write_index);
	call_taps(&e);
	if (n > 1 && size > sizeof(room))
		munmap(all, size);
}
