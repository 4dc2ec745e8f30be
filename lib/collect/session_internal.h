/* SPDX-License-Identifier: MIT */
/*
 * A session from the inside: session_open.c makes it, session.c runs it.
 */
#ifndef UET_COLLECT_SESSION_INTERNAL_H
#define UET_COLLECT_SESSION_INTERNAL_H

#include <linux/perf_event.h>

#include "collect/ring.h"

/* Linux 6.0; an enum where the header is new enough, so no #ifndef. */
#define UET_PERF_FORMAT_LOST (1u << 4)

/* One event on one CPU for one thread. */
struct instance {
	int fd;
	size_t ring; /* which of the session's */
};

struct event {
	struct uet_session_event shown;
	struct perf_event_attr attr;
	char *name;
	struct instance *instances;
	uint64_t *ids;
	uint64_t *lost;
	size_t n;
};

/* From a sample's identifier to its event; open addressing. */
struct id_slot {
	uint64_t id;
	struct event *event; /* NULL: free */
};

struct uet_session {
	struct event *events; /* the first is the dummy */
	size_t n_events;
	int *cpus;
	struct uet_ring *rings; /* one for each CPU; page NULL: offline */
	size_t n_cpus;
	pid_t *tids; /* one of -1 for the whole system */
	size_t n_tids;
	size_t ring_pages;
	size_t page_size;
	unsigned char *bounce;
	struct id_slot *slots;
	size_t n_slots;
	int epoll;
	size_t n_polled;
	uint64_t samples, first_ns, last_ns;
	uint64_t lost_records; /* as PERF_RECORD_LOST tells them */
	bool whole_system;
	uet_records_fn *sink; /* during a drain */
	void *context;
};

static inline size_t uet_session_hash(uint64_t id)
{
	return (size_t)(id * 0x9e3779b97f4a7c15u >> 32);
}

#endif /* UET_COLLECT_SESSION_INTERNAL_H */
