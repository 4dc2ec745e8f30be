/* SPDX-License-Identifier: MIT */
/*
 * One perf ring.  Knows where a record ends, and nothing of what is in it.
 */
#ifndef UET_COLLECT_RING_H
#define UET_COLLECT_RING_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/types.h>

#include "uet/session.h"

/* A record's size is a u16. */
#define UET_RING_BOUNCE 65536

struct uet_ring {
	struct perf_event_mmap_page *page; /* data_head and data_tail */
	unsigned char *data;
	size_t size;		/* bytes of data, a power of two */
	unsigned char *bounce;	/* UET_RING_BOUNCE bytes, 8-byte aligned */
};

/*
 * The size of the record whose header this is, or 0 if it cannot be one of
 * left bytes, which are 8 at least.  The kernel rounds sizes up to 8, so that a header never wraps.
 */
static inline size_t uet_ring_record_size(const struct perf_event_header *header,
					  size_t left)
{
	size_t size = header->size;

	/* From 8 to left, in one comparison: below 8, this wraps around. */
	return size % 8 || size - 8 > left - 8 ? 0 : size;
}

/*
 * How many of the size bytes are whole records, by uet_ring_record_size(): up
 * to the first that is none.  Whoever has the records looked at goes over them
 * here once, for both.
 */
typedef size_t uet_ring_walk_fn(void *context, const void *records,
				size_t size);

/*
 * Hands out all whole records up to where the kernel stood when it began, in
 * as few pieces as possible: the longest run that lies in one piece, or one
 * record put together from the ring's end and beginning.  Gives each piece
 * back to the kernel after sink() has seen it.  Returns bytes handed out,
 * sink()'s negative number, or -EBADMSG when what lies there is no record (all
 * up to the head is then dropped).
 */
ssize_t uet_ring_drain(struct uet_ring *ring, uet_ring_walk_fn *walk,
		       uet_records_fn *sink, void *context);

/*
 * The same for a ring that is written backward, overwrites and is paused: all
 * whole records in it, from the newest to the oldest.  Nothing is given back.
 * Returns bytes handed out or sink()'s negative number.
 */
ssize_t uet_ring_dump(const struct uet_ring *ring, uet_ring_walk_fn *walk,
		      uet_records_fn *sink, void *context);

#endif /* UET_COLLECT_RING_H */
