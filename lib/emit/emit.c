/* SPDX-License-Identifier: MIT */
/*
 * From a probe's block to one system call.  Runs in any thread and any signal
 * handler: no lock, no allocation, no errno; a failure is counted and nothing
 * else.  On x86-64 the gate expects that no vector register changes but two,
 * and so nothing here calls libc.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>

#include "common/sys.h"
#include "emit/gate.h"
#include "emit/text.h"
#include "emit_internal.h"
#include "uet/runtime.h"

#ifdef UET_HAVE_GATE
#define tap_dispatch uet_tap_gate
#else
#define tap_dispatch uet_tap_dispatch
#endif

/* Of a field's location word: 16 bits of length, 16 bits of offset. */
#define DYNAMIC_MAX 65535

/* The most fields of variable length that an event can have. */
#define DYNAMIC_FIELDS 32

void uet_count(uint64_t *counter)
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

static void put_u32(void *to, uint32_t value)
{
	*(uet_any_u32 *)to = value;
}

static int descriptor_of(uint64_t target)
{
	int fd = uet_target_fd(target);

	return fd < -1 ? UET_WATCHED(fd) : fd;
}

static void count_lost(struct uet_event *event, int error)
{
	enum uet_lost reason = UET_LOST_OTHER;
	int fd = descriptor_of(uet_target_load(event));

	/* EBADF is the kernel's word for "nobody listens", and for a
	 * descriptor that the program closed. */
	if (error == -EBADF && uet_sys_fcntl(fd, F_GETFD, 0) != -EBADF)
		reason = UET_LOST_DISABLED;
	else if (error == -EFAULT)
		reason = UET_LOST_FAULT;
	uet_count(&event->lost[reason]);
}

/* Once: with two listeners even a failure may have reached one of them. */
static int write_to_kernel(struct uet_event *event,
			   const struct iovec *segments, int n)
{
	uint64_t target = uet_target_load(event);
	uint32_t index = uet_target_index(target);
	int fd = descriptor_of(target);
	ssize_t result;

	if (fd < 0 || (fd != uet_target_fd(target) &&
		       !uet_data_fd_is_ours(fd))) {
		uet_count(&event->lost[UET_LOST_OTHER]);
		return -ENOTCONN;
	}
	if (uet_segments_size(segments, n) >
	    sizeof(event->write_index) + UET_PAYLOAD_MAX) {
		uet_count(&event->lost[UET_LOST_SIZE]);
		return -EMSGSIZE;
	}
	put_u32(segments[0].iov_base, index);
	if (n == 1)
		result = uet_sys_write(fd, segments[0].iov_base,
				       segments[0].iov_len);
	else
		result = uet_sys_writev(fd, segments, n);
	if (result < 0) {
		count_lost(event, (int)result);
		return (int)result;
	}
	uet_count(&event->emitted);
	return 0;
}

/* A tap alone does not count as emitting. */
int uet_emit(struct uet_event *event, const struct iovec *segments, int n)
{
	uint32_t word = __atomic_load_n(event->word, __ATOMIC_RELAXED);

	if (__builtin_expect(word & UET_TAP_MASK, 0)) {
		tap_dispatch(event, segments, n);
		if (!(word & UET_KERNEL_MASK))
			return 0;
	}
	if (word & UET_KERNEL_MASK)
		return write_to_kernel(event, segments, n);
	/* Off again since the probe looked. */
	uet_count(&event->lost[UET_LOST_DISABLED]);
	return -EBADF;
}

UET_API int uet_event_write(const struct uet_event *event,
			    struct iovec *segments, int n)
{
	uint32_t index = 0;

	if (!event || n < 1)
		return -EINVAL;
	segments[0].iov_base = &index;
	segments[0].iov_len = sizeof(index);
	return uet_emit((struct uet_event *)event, segments, n);
}

/* Puts size bytes, offset bytes behind the record's start, into the field's
 * location word.  False where the word cannot say so. */
static bool put_location(char *record, uint32_t where, size_t offset,
			 size_t size)
{
	size_t from_word = offset - where - sizeof(uint32_t);

	if (size > DYNAMIC_MAX || from_word > DYNAMIC_MAX)
		return false;
	put_u32(record + where, (uint32_t)size << 16 | (uint32_t)from_word);
	return true;
}

/* What a field of variable length has to show; NULL is no reason to fall
 * over. */
static struct iovec dynamic(const struct uet_part *part, const uint64_t *slot)
{
	void *data = (void *)(uintptr_t)slot[0];

	if (part->kind == UET_PART_STRING) {
		if (!data)
			data = (void *)"(null)";
		return (struct iovec){
			data, uet_text_length(data, DYNAMIC_MAX) + 1
		};
	}
	if (!data)
		return (struct iovec){ (void *)"", 0 };
	return (struct iovec){ data, (size_t)slot[1] };
}

static void put_fixed(char *to, const struct uet_part *part,
		      const char *from)
{
	size_t n = 0;

	if (part->kind == UET_PART_COPY)
		n = from ? part->size : 0;
	else if (from)
		n = uet_text_length(from, part->size);
	if (n)
		uet_text_copy(to, from, n);
	uet_text_clear(to + n, part->size - n);
}

/*
 * Fills in the record's parts.  Fields of variable length are copied behind
 * the fixed ones, since a segment of its own costs more than that; once there
 * is no room left for one, this and all that follow go as they are.
 */
UET_API void uet_probe_emit(struct uet_event *event, void *record,
			    size_t size, const uint64_t *slots)
{
	struct iovec segments[1 + DYNAMIC_FIELDS];
	size_t offset = event->fixed_size;
	size_t room = size - offset;
	int n = 1;

	segments[0] = (struct iovec){ record, offset };
	for (unsigned int i = 0; i < event->n_parts; i++) {
		const struct uet_part *part = &event->parts[i];
		struct iovec field;

		if (part->kind == UET_PART_SIZE)
			continue;
		if (part->kind == UET_PART_CHARS ||
		    part->kind == UET_PART_COPY) {
			put_fixed((char *)record + part->where, part,
				  (const char *)(uintptr_t)slots[i]);
			continue;
		}
		field = dynamic(part, &slots[i]);
		if (!put_location(record, part->where, offset,
				  field.iov_len)) {
			uet_count(&event->lost[UET_LOST_SIZE]);
			return;
		}
		if (n == 1 && field.iov_len <= room) {
			uet_text_copy((char *)record + offset, field.iov_base,
				      field.iov_len);
			segments[0].iov_len += field.iov_len;
			room -= field.iov_len;
		} else if (n <= DYNAMIC_FIELDS) {
			segments[n++] = field;
		} else {
			uet_count(&event->lost[UET_LOST_OTHER]);
			return;
		}
		offset += field.iov_len;
	}
	uet_emit(event, segments, n);
}

#ifdef UET_HAVE_GATE

UET__STATIC_ASSERT(UET_ASM_GATE_FRAME == UET_GATE_FRAME &&
			   UET_ASM_GATE_SLOTS == UET_GATE_SLOTS &&
			   UET_ASM_PART_STRING == UET_PART_STRING &&
			   UET_PART_END == 0 &&
			   sizeof(struct uet_part) == UET_SLOT_SIZE &&
			   offsetof(struct uet_part, where) == 0 &&
			   offsetof(struct uet_part, kind) == 2 &&
			   UET_KERNEL_MASK == 1,
		   "the assembly's numbers");
#define IS_AT(offset, member) \
	UET__STATIC_ASSERT(offsetof(struct uet_event, member) == (offset), \
			   "the assembly's numbers")
IS_AT(UET_ASM_EVENT_WORD, word);
IS_AT(UET_ASM_EVENT_PARTS, parts);
IS_AT(UET_ASM_EVENT_FIXED_SIZE, fixed_size);
IS_AT(UET_ASM_EVENT_TARGET, write_index);
IS_AT(UET_ASM_EVENT_EMITTED, emitted);

void uet_probe_slow(struct uet_event *event, void *block, long result)
{
	if (result)
		count_lost(event, (int)result);
	else
		uet_probe_emit(event, block, UET_GATE_SLOTS,
			       (const uint64_t *)((char *)block +
						  UET_GATE_SLOTS));
}

#endif /* UET_HAVE_GATE */
