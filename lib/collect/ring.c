/* SPDX-License-Identifier: MIT */
/*
 * Takes records out of a perf ring that the kernel fills meanwhile.  The seam
 * where their lengths are checked; behind it they are trusted.
 */
#include "collect/ring.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

static void copy_out(const struct uet_ring *ring, uint64_t from, void *to,
		     size_t size)
{
	size_t at = from & (ring->size - 1);
	size_t first = ring->size - at;

	if (first > size)
		first = size;
	memcpy(to, ring->data + at, first);
	memcpy((char *)to + first, ring->data, size - first);
}

/* The record at at, put together in bounce: its size, or 0 when there is none. */
static size_t put_together(const struct uet_ring *ring, uint64_t at,
			   uint64_t end)
{
	struct perf_event_header header;
	size_t size;

	if (end - at < sizeof(header))
		return 0;
	memcpy(&header, ring->data + (at & (ring->size - 1)), sizeof(header));
	size = uet_ring_record_size(&header, end - at);
	copy_out(ring, at, ring->bounce, size);
	return size;
}

/* The longest run of whole records from at that lies in one piece, or one
 * record put together in bounce; 0 when there is no record. */
static size_t next_run(const struct uet_ring *ring, uint64_t at, uint64_t end,
		       uet_ring_walk_fn *walk, void *context,
		       const void **records)
{
	size_t place = at & (ring->size - 1);
	size_t piece = ring->size - place, run;

	if (piece > end - at)
		piece = end - at;
	*records = ring->data + place;
	run = walk(context, *records, piece);
	if (run)
		return run;
	*records = ring->bounce;
	return walk(context, ring->bounce, put_together(ring, at, end));
}

ssize_t uet_ring_dump(const struct uet_ring *ring, uet_ring_walk_fn *walk,
		      uet_records_fn *sink, void *context)
{
	/* The head goes down from 0; the newest record begins at it. */
	uint64_t head = __atomic_load_n(&ring->page->data_head,
					__ATOMIC_ACQUIRE);
	uint64_t written = 0 - head, at = head, end;
	int result = 0;

	end = head + (written < ring->size ? written : ring->size);
	while (!result && at != end) {
		const void *records;
		size_t run = next_run(ring, at, end, walk, context,
				      &records);

		/* Of the oldest, a part has been overwritten. */
		if (!run)
			break;
		result = sink(context, records, run);
		at += run;
	}
	return result < 0 ? result : (ssize_t)(at - head);
}

ssize_t uet_ring_drain(struct uet_ring *ring, uet_ring_walk_fn *walk,
		       uet_records_fn *sink, void *context)
{
	/* Pairs with the kernel's barrier between a record and the head. */
	uint64_t head = __atomic_load_n(&ring->page->data_head,
					__ATOMIC_ACQUIRE);
	uint64_t tail = ring->page->data_tail;
	size_t total = 0;
	int result = 0;

	if (head - tail > ring->size || tail % 8)
		result = -EBADMSG;
	while (!result && tail != head) {
		const void *records;
		size_t run = next_run(ring, tail, head, walk, context,
				      &records);

		if (!run) {
			result = -EBADMSG;
			break;
		}
		result = sink(context, records, run);
		tail += run;
		total += run;
		/* Only what has been read may be overwritten. */
		__atomic_store_n(&ring->page->data_tail, tail,
				 __ATOMIC_RELEASE);
	}
	if (result == -EBADMSG)
		__atomic_store_n(&ring->page->data_tail, head,
				 __ATOMIC_RELEASE);
	return result < 0 ? result : (ssize_t)total;
}
