/* SPDX-License-Identifier: MIT */
/*
 * What the files of libuet know of each other, by the file that owns it.
 */
#ifndef UET_EMIT_INTERNAL_H
#define UET_EMIT_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include "uet/abi.h"
#include "uet/tap.h"

#define UET_API __attribute__((visibility("default")))

/* The kernel's bit of the enable word: bit 0 of the byte at its address. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UET_KERNEL_BIT 0
#else
#define UET_KERNEL_BIT 24
#endif
#define UET_KERNEL_MASK (UINT32_C(1) << UET_KERNEL_BIT)

/* Bit 0 of the byte behind it: a tap listens. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UET_TAP_MASK (UINT32_C(1) << 8)
#else
#define UET_TAP_MASK (UINT32_C(1) << 16)
#endif

/* Bytes of n segments, at least one. */
static inline size_t uet_segments_size(const struct iovec *segments, int n)
{
	size_t size = segments[0].iov_len;

	for (int i = 1; i < n; i++)
		size += segments[i].iov_len;
	return size;
}

/*
 * The write index and the descriptor that it belongs to, always taken and set
 * together: a probe must not write one event's payload under another's index.
 */
#if __SIZEOF_POINTER__ == 8

typedef uint64_t __attribute__((may_alias)) uet_target_word;

static inline __attribute__((always_inline)) uint64_t
uet_target_load(const struct uet_event *event)
{
	return __atomic_load_n((const uet_target_word *)&event->write_index,
			       __ATOMIC_ACQUIRE);
}

static inline void uet_target_store(struct uet_event *event,
				    uint32_t write_index, int fd)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t target = (uint64_t)(uint32_t)fd << 32 | write_index;
#else
	uint64_t target = (uint64_t)write_index << 32 | (uint32_t)fd;
#endif

	__atomic_store_n((uet_target_word *)&event->write_index, target,
			 __ATOMIC_RELEASE);
}

#else

/* Without 64-bit atomics: the descriptor is -1 while the index changes, and
 * its number is a new one when the event comes back to another file. */
static inline uint64_t uet_target_load(const struct uet_event *event)
{
	int32_t fd = __atomic_load_n(&event->fd, __ATOMIC_ACQUIRE);
	uint32_t index = __atomic_load_n(&event->write_index,
					 __ATOMIC_ACQUIRE);

	/* An index that is newer than fd comes after fd was taken away. */
	if (__atomic_load_n(&event->fd, __ATOMIC_RELAXED) != fd)
		fd = -1;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (uint64_t)(uint32_t)fd << 32 | index;
#else
	return (uint64_t)index << 32 | (uint32_t)fd;
#endif
}

static inline void uet_target_store(struct uet_event *event,
				    uint32_t write_index, int fd)
{
	__atomic_store_n(&event->fd, -1, __ATOMIC_RELEASE);
	__atomic_store_n(&event->write_index, write_index, __ATOMIC_RELEASE);
	__atomic_store_n(&event->fd, fd, __ATOMIC_RELEASE);
}

#endif

static inline __attribute__((always_inline)) int uet_target_fd(uint64_t target)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (int)(target >> 32);
#else
	return (int)target;
#endif
}

static inline __attribute__((always_inline)) uint32_t
uet_target_index(uint64_t target)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (uint32_t)target;
#else
	return (uint32_t)(target >> 32);
#endif
}

/*
 * A descriptor that the program can get for a file of its own after it closed
 * ours: each time it is to be looked at first.  Negative, so that the gate
 * leaves it alone; -1 is no descriptor.
 */
#define UET_WATCHED(fd) (-2 - (fd))

/* How long whoever waits for another thread sleeps before it looks again,
 * microseconds. */
#define UET_PAUSE 50

/* process.c: of this process, and zeros in a child of fork.  Any thread, any
 * signal handler. */
struct uet_process {
	int lock;			/* held */
	int is_inherited;		/* a child does not find zeros */
	int has_registered;		/* what events have is our own */
	int knows_its_limit;		/* of descriptors: not our parent's */
	int inside_tap[UET_TAPS_MAX];	/* how many threads */
	int activity_state;		/* activity.c's */
	uint64_t activity_seed, activity_counter;
};
struct uet_process *uet_process(void);

/* lock.c: one lock for everything but the probes. */
void uet_lock(void);
void uet_unlock(void);

/* data_fd.c: the descriptor of user_events_data, with the lock held. */

/* A descriptor of the caller's own, without the lock; -errno. */
int uet_data_file_open(void);

/*
 * Opens it unless it is open and still ours.  Returns it, or -errno; *fresh
 * tells that it is another one than before, to which no event belongs yet.
 * Its number is another one too: a probe in flight with the old one does not
 * write to the new one.
 */
int uet_data_fd_open(bool *fresh);
void uet_data_fd_close(void);
/* Opens another beside it and takes that from now on; the caller closes *old
 * when no event belongs to it any more.  Returns the new one, or -errno. */
int uet_data_fd_replace(int *old);
/* Whether a probe may write to it.  Any thread, any signal handler. */
bool uet_data_fd_is_ours(int fd);
/* The program raised its limit of descriptors above its number. */
bool uet_data_fd_came_in_reach(void);
/* What events are to be given for it: itself, or UET_WATCHED(). */
int uet_data_fd_to_watch(int fd);
/* The last attempt's outcome: the descriptor, or -errno; -ENOTCONN before. */
int uet_data_fd_state(void);

/* register.c: one event's registration, with the lock held. */
int uet_registration_add(struct uet_event *event, int fd);
void uet_registration_remove(struct uet_event *event, int fd);
/* The data file that it was registered through is gone.  True if it was. */
bool uet_registration_detach(struct uet_event *event);

/* module.c: all events of all modules, with the lock held. */
void uet_events_visit(void (*visit)(struct uet_event *event));

/* emit.c: to everybody who listens.  The first segment begins with four bytes
 * for the write index.  Returns 0 or -errno, which is counted as well. */
int uet_emit(struct uet_event *event, const struct iovec *segments, int n);

/* Adds one to a count of an event's. */
void uet_count(uint64_t *counter);

/* What uet_probe_gate does not do itself.  block is as a probe filled
 * it; result is what the kernel refused the event with, or 0 when it was not
 * tried. */
void uet_probe_slow(struct uet_event *event, void *block, long result);

/* eventheader.c: uet_probe_eh_emit() of any event, and what uet_probe_eh_gate
 * does not do itself. */
void uet_eh_emit(const struct uet_eh *eh, void *record, size_t size,
		 const uint64_t *slots);
void uet_probe_eh_slow(const struct uet_eh *eh, void *block);

/* tap.c */

/* Sets the event's tap bit to whether a tap wants it; with the lock held. */
void uet_tap_apply(struct uet_event *event);
/* Hands an event to all taps that want it; without the lock.  segments as for
 * the kernel: the first four bytes are the write index. */
void uet_tap_dispatch(struct uet_event *event, const struct iovec *segments,
		      int n);
/* gate_x86_64.S: the same, keeping the vector registers. */
void uet_tap_gate(struct uet_event *event, const struct iovec *segments,
		  int n);

#endif /* UET_EMIT_INTERNAL_H */
