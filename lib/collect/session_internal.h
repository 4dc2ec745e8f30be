/* SPDX-License-Identifier: MIT */
/*
 * A session from the inside: session_open.c makes it, session.c runs it.
 */
#ifndef UET_COLLECT_SESSION_INTERNAL_H
#define UET_COLLECT_SESSION_INTERNAL_H

#include <linux/perf_event.h>

#include "collect/ring.h"

#define UET_PARANOID_FILE "/proc/sys/kernel/perf_event_paranoid"

/* Linux 6.0; an enum where the header is new enough, so no #ifndef. */
#define UET_PERF_FORMAT_LOST (1u << 4)

/*
 * The identifier comes first in a sample.  perf adds IP and PERIOD: of a
 * tracepoint they are an address in the kernel, the same for all, and 1, what
 * readers take when there is none.  Each is 8 bytes that the traced program has
 * to write and the recorder to copy.
 */
#define UET_SESSION_SAMPLE_TYPE                                              \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |       \
	 PERF_SAMPLE_CPU)

/* What other events are sampled for; of all events of a session or of none, so
 * that the time is at the same place. */
#define UET_SESSION_PERF_SAMPLE_TYPE (PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD)

struct uet_perf_event;

/* One event on one CPU for one thread. */
struct instance {
	int fd;
	size_t ring; /* which of the session's */
};

struct event {
	struct uet_session_event shown;
	struct perf_event_attr attr;
#ifndef PERF_ATTR_SIZE_VER8
	uint64_t attr_config3; /* as in struct uet_perf_event */
#endif
	struct uet_perf_event *perf; /* NULL: a tracepoint, or the dummy */
	char *spelled; /* what was asked for, then */
	int perf_cpu; /* attr is for this one; -1: for none yet */
	size_t index;
	char *name;
	const struct uet_catalog_event *from; /* until it has been opened */
	char *filter; /* NULL: none */
	bool refused; /* the last filter was: it is not started */
	bool off; /* by uet_session_enable() */
	struct instance *instances;
	uint64_t *ids;
	uint64_t *lost;
	size_t n;
	size_t room;	  /* of the three arrays */
	size_t n_started; /* of instances, the first ones */
	uint64_t late_ns; /* when it was added to a running session, or 0 */
};

/* From a sample's identifier to its event; open addressing. */
struct id_slot {
	uint64_t id;
	struct event *event; /* NULL: free */
};

/* A thread that appeared after events that its parent cannot hand down. */
struct late_task {
	pid_t tid;
	uint64_t born_ns;
};

struct uet_session {
	struct event **events; /* the first is the dummy */
	size_t n_events;
	int *cpus;
	struct uet_ring *rings; /* one for each CPU; page NULL: offline */
	bool *offline;		/* seen to be; for each CPU */
	size_t n_cpus;
	int *only_cpus; /* asked for; NULL: all */
	size_t n_only_cpus;
	pid_t *tids; /* one of -1 for the whole system */
	size_t n_tids;
	struct late_task *new_tasks; /* of FORK records, not looked at yet */
	size_t n_new_tasks;
	size_t ring_pages;
	size_t page_size;
	unsigned char *bounce;
	struct id_slot *slots;
	size_t n_slots;
	size_t n_ids;
	int epoll;
	size_t n_polled;
	uint64_t samples, first_ns, last_ns;
	uint64_t lost_records; /* as PERF_RECORD_LOST tells them */
	uint64_t sample_type; /* of all its events but for RAW */
	uint64_t sample_period, sample_freq; /* of other events; one is 0 */
	bool from_exec; /* they begin then; until the first start */
	int clockid;
	int cgroup; /* a descriptor; -1: of no group */
	bool whole_system;
	bool started;
	bool overwrite;
	bool counting; /* no rings, no dummy */
	uet_records_fn *sink; /* during a drain */
	void *context;
};

static inline size_t uet_session_hash(uint64_t id)
{
	return (size_t)(id * 0x9e3779b97f4a7c15u >> 32);
}

/* session.c */

/* The event of a sample's identifier, or NULL. */
struct event *uet_session_find(const struct uet_session *s, uint64_t id);

/* session_event.c */

/* An error's line about what perf_event_open(2) refused; returns result. */
int uet_session_explain(const struct uet_session *s, struct uet_error *err,
			const char *name, int result);

/* Somebody else may open what this user must not. */
bool uet_session_lacks_rights(void);

/* The same about the session's clock; returns -EINVAL. */
int uet_session_explain_clock(const struct uet_session *s,
			      struct uet_error *err);

/* What all events have in common, into attr. */
void uet_session_set_attr(const struct uet_session *s,
			  struct perf_event_attr *attr);

/* An event with nothing but its number; NULL without memory. */
struct event *uet_session_append(struct uet_session *s);

/* Raises the soft limit of descriptors as far as it may go, if it is too
 * low. */
void uet_session_raise_limit(size_t descriptors);

/* One more event, not opened; from NULL for the dummy.  0 or -ENOMEM. */
int uet_session_new_event(struct uet_session *s,
			  const struct uet_catalog_event *from);

/*
 * Opens one instance.  0; 1: there is nothing to open any more, go on; or
 * -errno.
 */
int uet_session_open_instance(struct uet_session *s, struct event *event,
			      size_t cpu, pid_t tid);

/* The same, and its records go to the CPU's ring. */
int uet_session_add_instance(struct uet_session *s, struct event *event,
			     size_t cpu, pid_t tid);

/* Lets the records of fd go to the CPU's ring. */
int uet_session_redirect(struct uet_session *s, int fd, size_t cpu);

/* On all CPUs and threads: 0, -ENOENT when the event has gone, -ESRCH when
 * all threads have, or another -errno. */
int uet_session_open_event(struct uet_session *s, struct event *event,
			   struct uet_error *err);
void uet_session_close_instances(struct event *event);

/* session_perf.c */

/* One more event as perf spells it, not opened. */
int uet_session_new_perf_event(struct uet_session *s, const char *text,
			       struct uet_error *err);

/* Its attributes for instances on this CPU: 0; 1: it is not counted there; or
 * -errno. */
int uet_session_bind(struct uet_session *s, struct event *event, int cpu);

/* An error's line about an event that could not be opened; returns result. */
int uet_session_explain_perf(const struct uet_session *s,
			     const struct event *event, int result,
			     struct uet_error *err);

/* session_same.c */

/*
 * Is the open tracepoint the one that the catalog told about?  Numbers are
 * given anew as soon as an event has gone, and a name with other fields.
 */
bool uet_session_is_same(const struct uet_catalog_event *from);

/* session_open.c */

/* The dummies of a CPU, and its ring.  *mapping: it was the ring that
 * failed. */
int uet_session_open_cpu(struct uet_session *s, size_t cpu, bool *mapping);

/* session_update.c */

/* A FORK or EXIT record, whole. */
void uet_session_note_task(struct uet_session *s, const unsigned char *record,
			   bool is_fork);

#endif /* UET_COLLECT_SESSION_INTERNAL_H */
