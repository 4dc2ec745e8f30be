/* SPDX-License-Identifier: MIT */
/*
 * Counters of the thread that a program runs in, of the hardware (cycles,
 * instructions, cache misses) and of the kernel (page faults, switches), read
 * without a system call where the kernel allows it, and carried by events:
 *
 *	UET_EVENT(parsed, "app_parsed", UET_U32(size), UET_COUNTER(cycles));
 *
 *	struct uet_counter *cycles;	// one for each thread
 *	uet_counter_open("cycles:u", &cycles, &err);
 *
 *	struct uet_count mark = UET_COUNTER_MARK(parsed, cycles);
 *	parse(text);
 *	UET_TRACE(parsed, size, uet_counter_since(cycles, mark));
 *
 * C11 or C++17 with GCC or clang, with -masm=intel only if UET_PLAIN_CALL is
 * defined, as for uet/event.h.  From user space counters are read on x86-64
 * and arm64; elsewhere, and whenever that is not to be had, by fcntl(2), which
 * looks whether the descriptor still is the counter's, and read(2).  None
 * changes errno or is a point where a thread can be cancelled.
 *
 * Since: 0.1.0
 */
#ifndef UET_COUNTER_H
#define UET_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/detail/count.h"
#include "uet/error.h"

/* Initialiser of a struct uet_count that is none. */
#define UET_COUNT_INIT { 0, UET_COUNT_NONE }

/* How many counters make a group at the most. */
#define UET_COUNTER_GROUP_MAX 32

struct uet_counter;

#ifdef UET_DISABLE
#include "uet/detail/counter_disabled.h"
#else
#include "uet/detail/counter.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * uet_counter_open() - count an event of the calling thread, from now on.
 * @event:   as perf spells it: "instructions", "cycles:u", "r1b",
 *	     "L1-dcache-load-misses", "page-faults",
 *	     "cpu/event=0x3c,umask=0/k", "stall_slot/threshold=2/"; see
 *	     perf-list(1).  Behind a colon or the second slash modifiers: u, k
 *	     and h for what user space, the kernel and the hypervisor do, G and H
 *	     for guests and the host, p (up to three) and P for precise samples,
 *	     which change no count, S and W, which change nothing here either, D
 *	     for "always on a register or not at all", e and I.
 * @counter: receives the counter; the caller closes it.  NULL on a failure,
 *	     which all functions take.
 * @err:     receives what is wrong; NULL is allowed.
 *
 * Where the hardware has fewer counters than are open, the kernel takes turns:
 * values are then UET_COUNT_SCALED.
 *
 * It takes a descriptor, with a number from half of the process's limit on.  A
 * program that closes it, as by closefrom(3), has no counter any more:
 * UET_COUNT_NONE, unless it is read from user space.  What the number is then
 * has nothing done to it.
 *
 * Any thread; not in a signal handler.
 *
 * Returns 0, or with a text in err: -EINVAL for a text that is wrong or an
 * event that cannot be counted for a thread; -ENOENT for an event that this
 * machine does not have (virtual machines often have no hardware counters);
 * -EACCES for one that this user may not count (kernel.perf_event_paranoid);
 * -EOPNOTSUPP for one that this machine cannot count in this way; -EMFILE,
 * -ENOMEM, -ENOSYS.
 */
int uet_counter_open(const char *event, struct uet_counter **counter,
		     struct uet_error *err);

/**
 * uet_counter_open_group() - the same for counters that count together.
 * @events:   n of them; n is at most UET_COUNTER_GROUP_MAX.
 * @counters: receives n counters, or none on a failure.
 *
 * They are on the hardware's counters at the same times or not at all, so that
 * their values can be compared: -EINVAL also if they do not fit all at once.
 */
int uet_counter_open_group(const char *const *events, size_t n,
			   struct uet_counter **counters,
			   struct uet_error *err);

/**
 * uet_counter_close() - stop counting.
 * @counter: NULL does nothing.  No thread may be reading it.
 *
 * The members of a group are closed each, in any order.  A thread's counters
 * outlive it, and any thread may close them; so may a child of fork that wants
 * its inherited descriptors closed.
 */
void uet_counter_close(struct uet_counter *counter);

/**
 * uet_counter_read_group() - read counters of one group at one moment.
 * @counters: n members of one group, in any order.  Others are allowed and are
 *	      read one after the other.
 * @counts:   receives n counts.
 *
 * Any thread, any signal handler.
 */
void uet_counter_read_group(struct uet_counter *const *counters, size_t n,
			    struct uet_count *counts);

/**
 * uet_counter_enable() - count again.
 * uet_counter_disable() - stop counting; the value stays.
 * uet_counter_reset() - set the value to 0.  Marks that were made before it
 *	mean nothing then: make them anew.
 *
 * Of a group: all its members.  Any thread, any signal handler.
 *
 * Returns 0 or -errno; -ESRCH for NULL and in a child of fork, -EBADF when the
 * program closed the counter's descriptor.
 */
int uet_counter_enable(struct uet_counter *counter);
int uet_counter_disable(struct uet_counter *counter);
int uet_counter_reset(struct uet_counter *counter);

/**
 * uet_counter_is_user() - whether its thread reads it without a system call
 * (as long as it is on one of the hardware's counters).
 * uet_counter_why_not_user() - why not, one line; "" if it does.
 *
 * The text is valid until the counter is closed.
 */
bool uet_counter_is_user(const struct uet_counter *counter);
const char *uet_counter_why_not_user(const struct uet_counter *counter);

/* Inline functions of this header are symbols of libuet as well, for languages
 * that cannot compile C: see lib/emit/counter_ffi.c. */
#ifndef UET_COUNTER_INLINE
#define UET_COUNTER_INLINE static inline __attribute__((always_inline))
#endif

/**
 * uet_counter_read() - the counter's value.
 * @counter: NULL reads as UET_COUNT_NONE.
 *
 * Never fails: what the value is worth stands beside it.  Any other thread
 * than the one that opened the counter reads that one's value, by read(2).  In
 * a child of fork it is UET_COUNT_NONE: what the child does is not counted.
 *
 * Any thread, any signal handler.
 */
UET_COUNTER_INLINE struct uet_count
uet_counter_read(struct uet_counter *counter)
{
	return uet__counter_read(counter);
}

/**
 * uet_counter_since() - what was counted since a mark.
 * @mark: what uet_counter_read() or UET_COUNTER_MARK() gave of this counter.
 *
 * UET_COUNT_NONE if the mark is.  Of a counter that was reset since, it is
 * UET_COUNT_NONE as long as the value is below the mark's; beyond that it is
 * wrong, and nothing tells, since a mark is a value and no more.  Where one of
 * the two is an estimate, and the later the lower, it is 0, UET_COUNT_SCALED:
 * estimates can shrink.
 */
UET_COUNTER_INLINE struct uet_count
uet_counter_since(struct uet_counter *counter, struct uet_count mark)
{
	return uet__count_since(uet__counter_read(counter), mark);
}

/**
 * UET_COUNTER_MARK(id, counter) - the counter's value, if somebody listens to
 * the event of this id (as UET_ENABLED(id) says); else UET_COUNT_NONE.
 *
 * A mark for uet_counter_since().  While the event is off it costs what a probe
 * does, and the two instructions that make it none.
 */
#define UET_COUNTER_MARK(id, counter) \
	(UET_ENABLED(id) ? uet_counter_read(counter) : \
			   uet__count(0, UET_COUNT_NONE))

#ifdef __cplusplus
}
#endif

#endif /* !UET_DISABLE */

#endif /* UET_COUNTER_H */
