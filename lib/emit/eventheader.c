/* SPDX-License-Identifier: MIT */
/*
 * From the block of an EventHeader event's probe to one system call: the
 * prefix and the parts one behind the other.  As emit.c: any thread, any signal
 * handler, and on x86-64 no vector register but two.
 */
#include <stddef.h>

#include "common/sys.h"
#include "emit/gate.h"
#include "emit/text.h"
#include "emit_internal.h"

/* As many as the kernel copies without allocating. */
#define SEGMENTS 8

/* Units of a string and elements of an array: a u16 counts them. */
#define COUNT_MAX 65535

/* What is shorter is always copied: UET_EH_PART_ROOM is made for it. */
#define SHORT 16

#define WHOLE (sizeof(uint32_t) + UET_PAYLOAD_MAX)

UET__STATIC_ASSERT(UET_EH_PART_ROOM == SHORT + sizeof(uint16_t) &&
			   COUNT_MAX > UET_PAYLOAD_MAX,
		   "uet: limits");

/*
 * The event so far.  What is short is copied into the room behind the record;
 * what has no room there goes as it is, in a segment of its own.  An event of
 * too many segments is gathered in memory of its own.
 */
struct output {
	struct iovec segments[SEGMENTS];
	int n;
	char *at, *end; /* of the room */
	size_t reserve; /* of it, for parts to come */
	void *gathered; /* or NULL */
};

/* Why an event is given up. */
enum { TOO_LARGE = UET_LOST_SIZE, NO_MEMORY = UET_LOST_OTHER };

static int gather(struct output *out)
{
	char *to;

	if (uet_segments_size(out->segments, out->n) > WHOLE)
		return TOO_LARGE;
	if (uet_sys_memory_map(WHOLE, &out->gathered))
		return NO_MEMORY;
	to = out->gathered;
	for (int i = 0; i < out->n; i++) {
		uet_text_copy(to, out->segments[i].iov_base,
			      out->segments[i].iov_len);
		to += out->segments[i].iov_len;
	}
	out->segments[0] = (struct iovec){
		out->gathered, (size_t)(to - (char *)out->gathered)
	};
	out->n = 1;
	out->at = to;
	out->end = (char *)out->gathered + WHOLE;
	return 0;
}

/* To where the last segment ends, or in a new one. */
static void copy(struct output *out, const void *from, size_t size)
{
	struct iovec *last = &out->segments[out->n - 1];

	if ((char *)last->iov_base + last->iov_len != out->at) {
		last = &out->segments[out->n++];
		*last = (struct iovec){ out->at, 0 };
	}
	uet_text_copy(out->at, from, size);
	last->iov_len += size;
	out->at += size;
}

static int put(struct output *out, const void *from, size_t size)
{
	bool fits = (size_t)(out->end - out->at) >= size + out->reserve;
	int lost;

	if (!out->gathered && out->n == SEGMENTS) {
		lost = gather(out);
		if (lost)
			return lost;
	}
	if (out->gathered && (size_t)(out->end - out->at) < size)
		return TOO_LARGE;
	if (out->gathered || fits || size <= SHORT)
		copy(out, from, size);
	else
		out->segments[out->n++] = (struct iovec){ (void *)from, size };
	return 0;
}

/* NULL counts as zeros. */
static int put_copy(struct output *out, const void *from, size_t size)
{
	static char zeros[UET_PAYLOAD_MAX]; /* not a file's bytes */

	if (size > sizeof(zeros))
		return TOO_LARGE;
	return put(out, from ? from : zeros, size);
}

/* Units in front of the one that is 0, at most limit. */
static size_t length_of_16(const uet_any_u16 *text, size_t limit)
{
	size_t n = 0;

	while (n < limit && text[n])
		n++;
	return n;
}

static size_t length_of_32(const uet_any_u32 *text, size_t limit)
{
	size_t n = 0;

	while (n < limit && text[n])
		n++;
	return n;
}

static int put_text(struct output *out, const void *text, size_t unit)
{
	static const uint16_t null16[] = { '(', 'n', 'u', 'l', 'l', ')', 0 };
	static const uint32_t null32[] = { '(', 'n', 'u', 'l', 'l', ')', 0 };
	size_t n;

	if (unit == 1) {
		text = text ? text : "(null)";
		n = uet_text_length(text, COUNT_MAX + 1);
	} else if (unit == 2) {
		text = text ? text : null16;
		n = length_of_16(text, COUNT_MAX + 1);
	} else {
		text = text ? text : null32;
		n = length_of_32(text, COUNT_MAX + 1);
	}
	return n > COUNT_MAX ? TOO_LARGE : put(out, text, (n + 1) * unit);
}

/* The count and the elements; NULL is none. */
static int put_array(struct output *out, const void *from, uint64_t n,
		     size_t element)
{
	uint16_t count = from ? (uint16_t)n : 0;
	int lost;

	if (from && n > COUNT_MAX)
		return TOO_LARGE;
	lost = put(out, &count, sizeof(count));
	return lost || !count ? lost : put(out, from, count * element);
}

static int put_part(struct output *out, const struct uet_part *part,
		    const uint64_t *slot)
{
	const void *data = (const void *)(uintptr_t)slot[0];

	switch (part->kind) {
	case UET_PART_VALUE:
		return put(out, slot, part->size);
	case UET_PART_COPY:
		return put_copy(out, data, part->size);
	case UET_PART_STRING:
		return put_text(out, data, 1);
	case UET_PART_TEXT:
		return put_text(out, data, part->size);
	case UET_PART_ARRAY:
		return put_array(out, data, slot[1], part->size);
	default: /* the size of the one before */
		return 0;
	}
}

void uet_eh_emit(const struct uet_eh *eh, void *record, size_t size,
		 const uint64_t *slots)
{
	struct output out;
	int lost = 0;

	/* One by one: the compiler would clear the whole by memset(). */
	out.gathered = NULL;
	out.n = 1;
	uet_text_copy(record, eh->prefix, eh->prefix_size);
	out.segments[0] = (struct iovec){ record, eh->fixed_size };
	out.at = (char *)record + eh->fixed_size;
	out.end = (char *)record + size;
	for (unsigned int i = 0; i < eh->n_parts && !lost; i++) {
		out.reserve = (eh->n_parts - i - 1) * UET_EH_PART_ROOM;
		lost = put_part(&out, &eh->parts[i], &slots[i]);
	}
	if (lost)
		uet_count(&eh->event->lost[lost]);
	else
		uet_emit(eh->event, out.segments, out.n);
	if (out.gathered)
		uet_sys_memory_unmap(out.gathered, WHOLE);
}

#ifndef UET_HAVE_GATE

UET_API void uet_probe_eh_emit(const struct uet_eh *eh, void *record,
			       size_t size, const uint64_t *slots)
{
	uet_eh_emit(eh, record, size, slots);
}

#else

UET__STATIC_ASSERT(UET_ASM_PART_VALUE == UET_PART_VALUE &&
			   UET_ASM_PART_COPY == UET_PART_COPY &&
			   UET_PART_END < UET_ASM_PART_STRING &&
			   UET_PART_STRING == UET_ASM_PART_STRING &&
			   UET_PART_BYTES > UET_ASM_PART_STRING,
		   "the assembly's numbers, and STRING the least of the kinds");
#define IS_AT(offset, member) \
	UET__STATIC_ASSERT(offsetof(struct uet_eh, member) == (offset), \
			   "the assembly's numbers")
IS_AT(0, event);
IS_AT(UET_ASM_EH_PREFIX, prefix);
IS_AT(UET_ASM_EH_PARTS, parts);
IS_AT(UET_ASM_EH_PREFIX_SIZE, prefix_size);
IS_AT(UET_ASM_EH_FIXED_SIZE, fixed_size);
IS_AT(UET_ASM_EH_FIRST_SLOT, first_slot);

void uet_probe_eh_slow(const struct uet_eh *eh, void *block)
{
	const char *slots = (const char *)block + UET_GATE_SLOTS;

	uet_eh_emit(eh, block, UET_GATE_SLOTS,
		    (const uint64_t *)slots + eh->first_slot);
}

#endif /* UET_HAVE_GATE */
