/* SPDX-License-Identifier: MIT */
/*
 * From a probe's packed record to one system call.  Runs in any thread and
 * any signal handler: no lock, no allocation, no errno; a failure is counted
 * and nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "common/sys.h"
#include "emit_internal.h"
#include "uet/runtime.h"

/* Of a field's location word: 16 bits of length, 16 bits of offset. */
#define DYNAMIC_MAX 65535

/* The most fields of variable length that an event can have. */
#define DYNAMIC_FIELDS 32

static void count(uint64_t *counter)
{
#if __SIZEOF_POINTER__ == 8
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
#else
	/* No 64-bit atomics without a library: the low half is enough for a
	 * 32-bit program's lifetime at the rate of a system call each. */
	__atomic_fetch_add((uint32_t *)counter +
				   (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__),
			   1, __ATOMIC_RELAXED);
#endif
}

static enum uet_lost reason_of(int error, int fd)
{
	switch (error) {
	case -EBADF:
		/* The kernel's word for "nobody listens", and for a
		 * descriptor that the program closed. */
		return uet_sys_fcntl(fd, F_GETFD, 0) < 0 ? UET_LOST_OTHER :
							    UET_LOST_DISABLED;
	case -EFAULT:
		return UET_LOST_FAULT;
	default:
		return UET_LOST_OTHER;
	}
}

/*
 * The write index and the descriptor that it belongs to.  Returns -1 when the
 * event is not registered, or is being registered anew at this moment.
 */
static int take_target(struct uet_event *event, void *record)
{
	int fd = __atomic_load_n(&event->fd, __ATOMIC_ACQUIRE);
	uint32_t index = __atomic_load_n(&event->write_index,
					 __ATOMIC_ACQUIRE);

	/* An index that is newer than fd comes after fd was taken away. */
	if (__atomic_load_n(&event->fd, __ATOMIC_RELAXED) != fd)
		return -1;
	memcpy(record, &index, sizeof(index));
	return fd;
}

/* Once: with two listeners even a failure may have reached one of them. */
static int write_to_kernel(struct uet_event *event,
			   const struct iovec *segments, int n)
{
	int fd = take_target(event, segments[0].iov_base);
	ssize_t result;

	if (fd < 0) {
		count(&event->lost[UET_LOST_OTHER]);
		return -ENOTCONN;
	}
	if (uet_segments_size(segments, n) >
	    sizeof(event->write_index) + UET_PAYLOAD_MAX) {
		count(&event->lost[UET_LOST_SIZE]);
		return -EMSGSIZE;
	}
	if (n == 1)
		result = uet_sys_write(fd, segments[0].iov_base,
				       segments[0].iov_len);
	else
		result = uet_sys_writev(fd, segments, n);
	if (result < 0) {
		count(&event->lost[reason_of((int)result, fd)]);
		return (int)result;
	}
	count(&event->emitted);
	return 0;
}

/*
 * To everybody who listens.  The first segment begins with four bytes for the
 * write index.  A tap alone does not count as emitting.
 */
static int emit(struct uet_event *event, const struct iovec *segments, int n)
{
	uint32_t word = __atomic_load_n(event->word, __ATOMIC_RELAXED);

	if (__builtin_expect(word & UET_TAP_MASK, 0)) {
		uet_tap_dispatch(event, segments, n);
		if (!(word & UET_KERNEL_MASK))
			return 0;
	}
	if (word & UET_KERNEL_MASK)
		return write_to_kernel(event, segments, n);
	/* Off again since the probe looked. */
	count(&event->lost[UET_LOST_DISABLED]);
	return -EBADF;
}

UET_API void uet_probe_write(struct uet_event *event, void *record,
			     size_t size)
{
	const struct iovec segment = { record, size };

	emit(event, &segment, 1);
}

UET_API int uet_event_write(const struct uet_event *event,
			    struct iovec *segments, int n)
{
	uint32_t index = 0;

	if (n < 1)
		return -EINVAL;
	segments[0].iov_base = &index;
	segments[0].iov_len = sizeof(index);
	return emit((struct uet_event *)event, segments, n);
}

/* The location word for size bytes, offset bytes behind the record's start. */
static void put_location(void *record, uint32_t where, size_t offset,
			 size_t size)
{
	uint32_t location = (uint32_t)size << 16 |
			    (uint32_t)(offset - where - sizeof(location));

	memcpy((char *)record + where, &location, sizeof(location));
}

/* What a field has to show; NULL is no reason to fall over. */
static inline struct iovec view(const struct uet_dynamic *field)
{
	const void *data = field->data;
	size_t size = field->size;

	if (size == UET_DYNAMIC_STRING) {
		if (!data)
			data = "(null)";
		size = strlen(data) + 1;
	} else if (!data) {
		data = "";
		size = 0;
	}
	return (struct iovec){ (void *)data, size };
}

/* memcpy() of few bytes, which costs more to call than to do. */
static inline void copy_short(char *to, const char *from, size_t n)
{
	uint64_t first, last;

	if (n > 16 || n < 8) {
		memcpy(to, from, n);
		return;
	}
	memcpy(&first, from, 8);
	memcpy(&last, from + n - 8, 8);
	memcpy(to, &first, 8);
	memcpy(to + n - 8, &last, 8);
}

/* Fields that are long go as they are, in segments of their own. */
static __attribute__((noinline, cold)) void
write_segments(struct uet_event *event, void *record, size_t size,
	       const struct uet_dynamic *fields, unsigned int n)
{
	struct iovec segments[1 + DYNAMIC_FIELDS];
	size_t offset = size;

	if (n > DYNAMIC_FIELDS) {
		count(&event->lost[UET_LOST_OTHER]);
		return;
	}
	for (unsigned int i = 0; i < n; i++) {
		struct iovec field = view(&fields[i]);

		/* The location word's offset must reach it as well. */
		if (field.iov_len > DYNAMIC_MAX ||
		    offset - fields[i].where - 4 > DYNAMIC_MAX) {
			count(&event->lost[UET_LOST_SIZE]);
			return;
		}
		put_location(record, fields[i].where, offset, field.iov_len);
		offset += field.iov_len;
		segments[1 + i] = field;
	}
	segments[0].iov_base = record;
	segments[0].iov_len = size;
	emit(event, segments, 1 + (int)n);
}

/* A segment of its own costs more than copying a short field. */
UET_API void uet_probe_write_dynamic(struct uet_event *event, void *record,
				     size_t size, size_t room,
				     const struct uet_dynamic *fields,
				     unsigned int n)
{
	size_t at = size, end = size + room;

	for (unsigned int i = 0; i < n; i++) {
		struct iovec field = view(&fields[i]);

		if (field.iov_len > end - at) {
			write_segments(event, record, size, fields, n);
			return;
		}
		put_location(record, fields[i].where, at, field.iov_len);
		copy_short((char *)record + at, field.iov_base, field.iov_len);
		at += field.iov_len;
	}
	uet_probe_write(event, record, at);
}
