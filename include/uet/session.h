/* SPDX-License-Identifier: MIT */
/*
 * A running collection: perf events opened, their rings drained.  Hands out
 * records as the kernel wrote them; what they mean is the business of others.
 */
#ifndef UET_SESSION_H
#define UET_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <uet/catalog.h>
#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_event_attr;

/**
 * struct uet_session - perf events on every CPU, one ring for each CPU.  Not
 * thread-safe: one thread at a time.
 *
 * Since: 0.1.0
 */
struct uet_session;

/**
 * struct uet_session_options - what to collect from.
 * @size:	sizeof(struct uet_session_options), so that fields can be added.
 * @tids:	the threads to collect from, their later children included;
 *		NULL for the whole system.
 * @n_tids:	how many.
 * @ring_pages:	data pages of each ring, a power of two; 0 for 512 KiB worth,
 *		and less where the limit of locked memory does not allow it.
 * @count_only:	no rings, nothing to drain and nothing to lose: the samples of
 *		struct uet_session_event are what uet_session_read() read last.
 *		uet_session_poll() does not tell when threads have ended.
 * @cpus:	collect from these CPUs only; those that are not online are left
 *		out until they are.  NULL for all.
 * @n_cpus:	how many.
 * @overwrite:	a flight recorder: the rings keep the latest records and
 *		overwrite the oldest.  uet_session_drain() then hands out what
 *		they hold at that moment, again at each call, newest first for
 *		each CPU: sort by time.  Counts are those of the last call.
 * @cgroup:	only what threads of this control group (of version 2), or of
 *		groups below it, do: its name below the mount; without @tids.
 *		NULL for all.  Needs CONFIG_CGROUP_PERF.
 * @use_clockid: the times are those of @clockid, else of CLOCK_MONOTONIC.
 * @clockid:	as in perf_event_attr.  For tracepoints Linux (6.12) takes
 *		CLOCK_MONOTONIC and CLOCK_MONOTONIC_RAW, and refuses with
 *		-EINVAL those that cannot be read in an NMI.
 * @perf_events: events that are no tracepoints, as perf spells them: "cycles:u",
 *		"cpu/event=0x3c/k", "r1b", "page-faults"; see
 *		uet_session_is_perf_event().  In the session they stand between
 *		the dummy and the tracepoints.
 * @n_perf_events: how many.
 * @sample_period: of these a sample is taken each time that so many have
 *		been counted; 0: @sample_freq decides.  Not with @count_only.
 * @sample_freq: so many samples a second, about; 0 for 4000.
 * @from_exec:	of these, only what happens from each of the threads' next
 *		execve(2) on: what a child does to become a command is not the
 *		command's.  Tracepoints are let in by uet_session_start().
 *
 * Since: 0.1.0
 */
struct uet_session_options {
	size_t size;
	const pid_t *tids;
	size_t n_tids;
	size_t ring_pages;
	bool count_only;
	const int *cpus;
	size_t n_cpus;
	bool overwrite;
	bool use_clockid;
	int clockid;
	const char *cgroup;
	const char *const *perf_events;
	size_t n_perf_events;
	uint64_t sample_period;
	uint64_t sample_freq;
	bool from_exec;
};

/**
 * struct uet_session_event - one event of a session.
 * @name:	"SYSTEM:NAME".  The first event is "dummy:HG", which carries the
 *		COMM, FORK, EXIT and MMAP2 records and has no samples.
 * @attr:	as given to the kernel.
 * @ids:	the kernel's identifiers of its instances (CPU by CPU, thread by
 *		thread): the first u64 of every sample of it.
 * @n_ids:	how many.
 * @samples:	drained so far; what was counted, with @count_only.
 * @lost:	records that found no room in the ring; exact after
 *		uet_session_stop() where @lost_is_exact.
 * @error:	why it was left out and has no identifiers: -ENOENT, it has
 *		just gone; -EPERM or -EACCES, the kernel does not let it be
 *		recorded, as with irq_vectors:irq_work_exit; else 0.
 * @enabled_ns:	with @count_only and of events that are no tracepoints: how long
 *		it was to be counted, and
 * @running_ns:	how long it was: less where events share the counters of the
 *		PMU.  @samples is then an estimate, the count times
 *		@enabled_ns / @running_ns; with 0 nothing is known.  Of threads
 *		on some CPUs only nothing is estimated.
 * @unit:	of what is counted, "" for a plain number; a count is worth
 * @scale:	of these units.
 *
 * All of it belongs to the session.  @ids moves and grows in
 * uet_session_update().
 *
 * Since: 0.1.0
 */
struct uet_session_event {
	const char *name;
	const struct perf_event_attr *attr;
	const uint64_t *ids;
	size_t n_ids;
	uint64_t samples;
	uint64_t lost;
	int error;
	uint64_t enabled_ns;
	uint64_t running_ns;
	const char *unit;
	double scale;
};

/**
 * struct uet_session_totals - what a session has seen.
 * @samples:	of all events.
 * @lost:	records that found no room: the events' sum where the kernel
 *		counts by event, else what PERF_RECORD_LOST records told.
 * @lost_by_event: the kernel counts by event and exactly (Linux 6.0).
 * @first_ns:	the earliest sample's time; 0 without one.
 * @last_ns:	the latest's.
 *
 * Since: 0.1.0
 */
struct uet_session_totals {
	uint64_t samples;
	uint64_t lost;
	bool lost_by_event;
	uint64_t first_ns;
	uint64_t last_ns;
};

/**
 * uet_session_open() - open events, stopped.
 * @events: which.  Only read during the call.
 * @n:	how many; 0 where uet_session_add_events() is to bring them.
 * @options: from what.
 * @out: receives the session; close it with uet_session_close().
 * @err: receives a line about the failure; may be NULL.
 *
 * Opens a descriptor for each event, CPU and thread, close-on-exec, and raises
 * the soft limit RLIMIT_NOFILE to the hard one if need be.  Threads and events
 * that have gone and CPUs that went offline meanwhile are left out; such an
 * event is still counted by uet_session_n_events(), and has no identifiers.
 *
 * Return: 0; -EACCES or -EPERM: kernel.perf_event_paranoid forbids it (err
 * says which capability or setting helps), or, from the rings, -EPERM:
 * kernel.perf_event_mlock_kb and RLIMIT_MEMLOCK are too small; -EMFILE: too
 * many descriptors; -ESRCH: all threads have gone; of @cgroup, -ENOENT and
 * others of opening its folder; -ENOENT: all events have gone; -ENOSYS: a kernel
 * without perf events; -EINVAL; -ENOMEM.
 * Source: perf_event_open(2).
 * Since: 0.1.0
 */
UET_COLLECT_API int
uet_session_open(const struct uet_catalog_event *const *events, size_t n,
		 const struct uet_session_options *options,
		 struct uet_session **out, struct uet_error *err);

/** uet_session_close() - close everything.  @s may be NULL. */
UET_COLLECT_API void uet_session_close(struct uet_session *s);

/**
 * uet_session_add_events() - collect more events, also while the session runs.
 * @events: which; one that is there already is collected twice.  Only read
 *	during the call.
 * @n:	how many.
 * @err: receives a line about the failure; may be NULL.
 *
 * They come behind those that are there and are stopped until the next
 * uet_session_start().  Those that have gone meanwhile have no identifiers.
 *
 * In a session of threads they are also opened for the children that the
 * threads have by then, as far as their FORK records have been drained:
 * uet_session_update() after the next draining opens the rest.  A thread that
 * is just being made during the call can be missed.
 *
 * Return: 0; -EMFILE, -ENOMEM and others as uet_session_open().  After a
 * failure, those that could be opened are there, and the others have their
 * numbers and no identifiers (after -ENOMEM perhaps not even numbers).
 * Since: 0.1.0
 */
UET_COLLECT_API int
uet_session_add_events(struct uet_session *s,
		       const struct uet_catalog_event *const *events, size_t n,
		       struct uet_error *err);

/**
 * uet_session_set_filter() - collect only those of an event that a filter lets
 * through; before the event is started.
 * @i:	which event, as in uet_session_get_event(); not the dummy.
 * @filter: an expression over its fields in the kernel's syntax, such as
 *	"status >= 400 && path ~ \"*cart*\"".  Copied.
 * @err: receives what the kernel does not like about it; may be NULL.
 *
 * The kernel keeps its complaint to itself where perf events are concerned:
 * err's line comes from a tracing instance that is made for the moment, and is
 * shorter where that is not allowed.
 *
 * An event whose filter was refused is not started until it has one that is
 * taken: nothing comes that was not asked for.
 *
 * Return: 0; -EINVAL: the kernel does not take it; -ENOMEM.
 * Source: Documentation/trace/events.rst of the kernel.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_set_filter(struct uet_session *s, size_t i,
					   const char *filter,
					   struct uet_error *err);

/**
 * uet_session_update() - follow what has changed: CPUs that came online, and
 * new threads that must have the events of uet_session_add_events().
 *
 * Costs one read of a small file if there is nothing; call it now and then,
 * after uet_session_drain().  What a CPU that went offline had in its ring
 * is still drained.
 *
 * Return: 1 when events have new identifiers, which a file must describe
 * before their records come (uet_writer_describe()); 0 if not; or an -errno as
 * uet_session_open().
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_update(struct uet_session *s,
				       struct uet_error *err);

/**
 * uet_session_start() - let events in; again after uet_session_add_events(), or
 * to go on after uet_session_stop().
 * Return: 0 or the -errno of the kernel's refusal.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_start(struct uet_session *s,
				      struct uet_error *err);

/**
 * uet_session_enable() - let one event in, or no more, while others go on.
 * @i: its number, 1 and up: the dummy stays.
 * @enable: all events are enabled when they are added.
 *
 * Before uet_session_start() it says what that starts; the rings keep what they
 * have.  Also the event's later instances (uet_session_update()) obey.
 *
 * Return: 0; -EINVAL: there is no such event; the -errno of the kernel's
 * refusal.
 * Source: PERF_EVENT_IOC_ENABLE and DISABLE in perf_event_open(2).
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_enable(struct uet_session *s, size_t i,
				       bool enable, struct uet_error *err);

/**
 * uet_session_fd() - a descriptor that poll(2) finds readable when
 * uet_session_poll() has something to say.  Belongs to the session.
 */
UET_COLLECT_API int uet_session_fd(const struct uet_session *s);

/**
 * uet_session_poll() - wait until a ring is a quarter full.
 * @timeout_ms: milliseconds; 0 does not wait, -1 waits for ever.
 *
 * Rings that are less full do not end the wait: drain whenever it returns, and
 * no event waits longer than @timeout_ms.  100 costs next to nothing: an idle
 * session wakes up ten times a second.
 *
 * Return: 1 if there is something to drain, 0 after the time or a signal,
 * -ESRCH when every thread that was asked for has ended (drain once more),
 * or another -errno.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_poll(struct uet_session *s, int timeout_ms);

/**
 * uet_records_fn - takes records: one or more whole ones, back to back, each
 * beginning with a struct perf_event_header.
 * @context: of the caller.
 * @records: 8-byte aligned; valid during the call only.
 * @size: bytes.
 *
 * Return: 0, or a negative number to end the draining with it.
 */
typedef int uet_records_fn(void *context, const void *records, size_t size);

/**
 * uet_session_drain() - hand out what is in the rings, CPU by CPU.
 * @sink: gets the records.  Those of one CPU come in the order in which the
 *	kernel wrote them, those of different CPUs do not: sort by time.  A
 *	record that comes in a later call can be older than some of this one,
 *	but not older than the newest of the call before (the rule behind
 *	perf's FINISHED_ROUND).
 * @context: for @sink.
 * @err: receives a line about a failure of the ring itself; may be NULL.
 *
 * What @sink got is given back to the kernel even if @sink failed.
 *
 * Of an overwriting session, this is the dump of the flight recorder: all that
 * the rings still hold, each ring's newest record first, as often as it is
 * called, from the thread that owns the session (a signal handler only sets a
 * flag for it).  Nothing is given back; what comes while a ring is read is lost,
 * so that a dump has no half records.
 *
 * Return: the number of bytes handed out, or @sink's negative number, or
 * -EBADMSG when a ring holds no valid record (its rest is dropped).
 * Since: 0.1.0
 */
UET_COLLECT_API ssize_t uet_session_drain(struct uet_session *s,
					  uet_records_fn *sink, void *context,
					  struct uet_error *err);

/**
 * uet_session_stop() - let no more events in, and read the lost counts.  What
 * is in the rings can still be drained.
 * Return: 0 or -errno of the reading.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_stop(struct uet_session *s);

/**
 * uet_session_read() - read the lost counts, and with count_only the counts,
 * while the session runs.
 * Return: 0 or -errno of the reading.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_session_read(struct uet_session *s);

/** uet_session_n_events() - how many events, the dummy included. */
UET_COLLECT_API size_t uet_session_n_events(const struct uet_session *s);

/** uet_session_get_event() - event number @i with its counts; never NULL below
 * uet_session_n_events(). */
UET_COLLECT_API const struct uet_session_event *
uet_session_get_event(const struct uet_session *s, size_t i);

/**
 * uet_session_is_perf_event() - is this text of size characters meant as an
 * event that is no tracepoint, as perf spells those?
 *
 * "cycles" is; a user event of this name is user_events:cycles.  Neither /sys
 * nor the kernel is asked whether there is such an event.
 *
 * Pure; any thread.
 * Since: 0.1.0
 */
UET_COLLECT_API bool uet_session_is_perf_event(const char *text, size_t size);

/**
 * uet_session_lost() - the lost count of one instance, after
 * uet_session_stop(): @i as in uet_session_get_event(), @k below its n_ids.
 */
UET_COLLECT_API uint64_t uet_session_lost(const struct uet_session *s, size_t i,
					  size_t k);

/** uet_session_get_totals() - sums over all events but the dummy. */
UET_COLLECT_API void uet_session_get_totals(const struct uet_session *s,
					struct uet_session_totals *totals);

/**
 * uet_session_restart_times() - first_ns and last_ns of the totals begin anew:
 * for the next of several files.
 */
UET_COLLECT_API void uet_session_restart_times(struct uet_session *s);

/**
 * uet_cpus_parse() - a list of CPUs as the kernel and perf write it, "0-3,8".
 * @text: the list.
 * @cpus: receives the numbers, ascending as written; the caller frees them.
 * @n: receives how many.
 *
 * Return: 0; -EINVAL: it is none; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_cpus_parse(const char *text, int **cpus, size_t *n,
				   struct uet_error *err);

/** uet_session_ring_pages() - data pages that each ring has got. */
UET_COLLECT_API size_t uet_session_ring_pages(const struct uet_session *s);

/**
 * uet_process_tids() - the threads of a process, for
 * uet_session_options.tids.
 * @pid: the process, or one thread of it.
 * @tids: grown with realloc(3) and appended to; the caller frees it.
 * @n: how many there are; increased.
 *
 * Return: 0; -ESRCH when there is no such process; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_process_tids(pid_t pid, pid_t **tids, size_t *n,
				     struct uet_error *err);

/**
 * uet_process_records() - records about what runs already, as the kernel would
 * have written them: MMAP for the kernel itself (where its address is not
 * hidden by kernel.kptr_restrict), COMM for each thread, MMAP2 for each
 * executable mapping of a process.  Time 0, id 0.
 * @pids: which processes, or threads, for whose processes it is done; NULL for
 *	all.
 * @n: how many; 0 with a @pids for none.
 * @sample_type: PERF_SAMPLE_* bits of the session's events.
 * @sink: gets the records.
 * @context: for @sink.
 *
 * What ends meanwhile, or may not be read, is left out.
 *
 * Return: 0, @sink's negative number, or -ENOMEM.
 * Source: proc(5); tools/perf/Documentation/perf.data-file-format.txt.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_process_records(const pid_t *pids, size_t n,
					uint64_t sample_type,
					uet_records_fn *sink, void *context);

#ifdef __cplusplus
}
#endif

#endif /* UET_SESSION_H */
