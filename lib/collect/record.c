/* SPDX-License-Identifier: MIT */
/*
 * Takes one PERF_RECORD_* apart into views.  Knows the kernel's layout of
 * records and nothing about files, rings or tracepoints.
 */
#include <errno.h>
#include <linux/perf_event.h>

#include <uet/record.h>

#include "cursor.h"
#include "record_parse.h"
#include "record_peek.h"

/* Newer than some <linux/perf_event.h> that we are built with. */
#define BRANCH_COUNTERS (1U << 19)

static size_t popcount(uint64_t mask)
{
	return (size_t)__builtin_popcountll(mask);
}

static void set_view(struct uet_view *view, const void *data, uint64_t size)
{
	view->data = size ? data : NULL;
	view->size = data ? (size_t)size : 0;
}

static void get_bytes(struct uet_cursor *c, struct uet_view *view, uint64_t n)
{
	set_view(view, uet_cursor_view(c, n), n);
}

static void get_u64s(struct uet_cursor *c, struct uet_view *view, uint64_t n,
		     size_t element)
{
	const void *data = uet_cursor_u64s(c, n, element);

	set_view(view, data, data ? n * element : 0);
}

/*
 * The bits of a branch's flags, from the lowest up: the kernel's struct is one
 * for both byte orders, whose compilers fill it from different ends.
 */
static void put_flags_right(const struct uet_cursor *c,
			    const struct uet_view *branches)
{
	static const unsigned char widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3,
						31 };
	unsigned char *at = (unsigned char *)(uintptr_t)branches->data;

	for (size_t i = 0; c->swap && i < branches->size / 24; i++) {
		uint64_t from, to = 0;
		unsigned int done = 0;

		memcpy(&from, at + 24 * i + 16, 8);
		for (size_t k = 0; k < sizeof(widths); k++) {
			uint64_t mask = ((uint64_t)1 << widths[k]) - 1;
			unsigned int there = 64 - done - widths[k];

			if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
				to |= (from >> there & mask) << done;
			else
				to |= (from >> done & mask) << there;
			done += widths[k];
		}
		memcpy(at + 24 * i + 16, &to, 8);
	}
}

static void get_branches(struct uet_cursor *c, uint64_t type,
			 struct uet_sample *s)
{
	uint64_t n = uet_cursor_u64(c);

	if (type & PERF_SAMPLE_BRANCH_HW_INDEX)
		s->branch_hw_idx = uet_cursor_u64(c);
	get_u64s(c, &s->branch_stack, n, 24);
	put_flags_right(c, &s->branch_stack);
	if (type & BRANCH_COUNTERS)
		get_u64s(c, &s->branch_counters, n, 8);
}

static void get_regs(struct uet_cursor *c, uint64_t mask, uint64_t *abi,
		     struct uet_view *view)
{
	*abi = uet_cursor_u64(c);
	if (*abi)
		get_u64s(c, view, popcount(mask), 8);
}

static void get_stack(struct uet_cursor *c, struct uet_view *view)
{
	uint64_t size = uet_cursor_u64(c);
	const void *data;
	uint64_t used;

	/* Without a user stack there is no dyn_size either. */
	if (!size)
		return;
	data = uet_cursor_view(c, size);
	used = uet_cursor_u64(c);
	if (used > size)
		c->bad = true;
	set_view(view, data, c->bad ? 0 : used);
}

static __attribute__((noinline)) struct uet_cursor
get_read(struct uet_cursor c, uint64_t format, struct uet_read *read)
{
	uet_parse_read(&c, format, read);
	return c;
}

/*
 * What few samples have, in the order in which it follows PERF_SAMPLE_RAW.  By
 * value: a cursor whose address is known elsewhere stays in memory.
 */
static __attribute__((noinline)) struct uet_cursor
get_rare(struct uet_cursor at, const struct uet_sample_layout *l,
	 struct uet_sample *s)
{
	struct uet_cursor *c = &at;
	uint64_t type = l->sample_type;

	if (type & PERF_SAMPLE_BRANCH_STACK)
		get_branches(c, l->branch_sample_type, s);
	if (type & PERF_SAMPLE_REGS_USER)
		get_regs(c, l->sample_regs_user, &s->regs_user_abi,
			 &s->regs_user);
	if (type & PERF_SAMPLE_STACK_USER)
		get_stack(c, &s->stack_user);
	if (type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT))
		s->weight = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_DATA_SRC)
		s->data_src = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_TRANSACTION)
		s->transaction = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_REGS_INTR)
		get_regs(c, l->sample_regs_intr, &s->regs_intr_abi,
			 &s->regs_intr);
	if (type & PERF_SAMPLE_PHYS_ADDR)
		s->phys_addr = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_CGROUP)
		s->cgroup = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
		s->data_page_size = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
		s->code_page_size = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_AUX)
		get_bytes(c, &s->aux, uet_cursor_u64(c));
	return at;
}

/* Eight bytes for each bit, before all else. */
#define FIXED_SAMPLE_BITS                                                      \
	((uint64_t)(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | \
		    PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |     \
		    PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |                  \
		    PERF_SAMPLE_PERIOD))
#define N_FIXED_SAMPLE_BITS 9

/* What uet record and perf record ask for of tracepoints: where all lies in
 * such samples, the compiler finds out. */
#define SAMPLE_OF_UET                                                          \
	((uint64_t)(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID |                 \
		    PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW))
#define SAMPLE_OF_PERF                                                         \
	(SAMPLE_OF_UET | (uint64_t)(PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD))

#define RARE_SAMPLE_BITS                                                       \
	(~(FIXED_SAMPLE_BITS |                                                 \
	   (uint64_t)(PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN |               \
		      PERF_SAMPLE_RAW)))

/* Inlined, so that the compiler knows whether something is to be swapped, and
 * of the usual types more: samples are most of all records. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Checked once for all of them, mostly without counting. */
ALWAYS_INLINE bool has_fixed(const struct uet_cursor *c, uint64_t type)
{
	size_t left = uet_cursor_left(c);

	return left >= 8 * N_FIXED_SAMPLE_BITS ||
	       left >= 8 * popcount(type & FIXED_SAMPLE_BITS);
}

ALWAYS_INLINE unsigned int facts_of(uint64_t type)
{
	unsigned int has = 0;

	if (type & PERF_SAMPLE_TID)
		has |= UET_HAS_TID;
	if (type & PERF_SAMPLE_TIME)
		has |= UET_HAS_TIME;
	if (type & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER))
		has |= UET_HAS_ID;
	if (type & PERF_SAMPLE_STREAM_ID)
		has |= UET_HAS_STREAM_ID;
	if (type & PERF_SAMPLE_CPU)
		has |= UET_HAS_CPU;
	return has;
}

/* type is that of the layout. */
ALWAYS_INLINE void parse_sample(struct uet_cursor *c, uint64_t type,
				const struct uet_sample_layout *l,
				struct uet_record *r)
{
	struct uet_sample *s = &r->sample;

	r->known = true;
	r->has = facts_of(type);
	if (!has_fixed(c, type)) {
		c->bad = true;
		return;
	}
	if (type & PERF_SAMPLE_IDENTIFIER)
		r->id = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_IP)
		s->ip = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_TID) {
		r->pid = uet_cursor_sure_u32(c);
		r->tid = uet_cursor_sure_u32(c);
	}
	if (type & PERF_SAMPLE_TIME)
		r->time = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_ADDR)
		s->addr = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_ID)
		r->id = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_STREAM_ID)
		r->stream_id = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_CPU) {
		r->cpu = uet_cursor_sure_u32(c);
		uet_cursor_sure_u32(c);
	}
	if (type & PERF_SAMPLE_PERIOD)
		s->period = uet_cursor_sure_u64(c);
	if (type & PERF_SAMPLE_READ)
		*c = get_read(*c, l->read_format, &s->read);
	if (type & PERF_SAMPLE_CALLCHAIN)
		get_u64s(c, &s->callchain, uet_cursor_u64(c), 8);
	if (type & PERF_SAMPLE_RAW)
		get_bytes(c, &s->raw, uet_cursor_u32(c));
	if (type & RARE_SAMPLE_BITS)
		*c = get_rare(*c, l, s);
}

/* The end of every record but samples: struct sample_id of the kernel. */
static void parse_trailer(struct uet_cursor *c, uint64_t type,
			  struct uet_record *r)
{
	if (type & PERF_SAMPLE_TID) {
		r->pid = uet_cursor_u32(c);
		r->tid = uet_cursor_u32(c);
	}
	if (type & PERF_SAMPLE_TIME)
		r->time = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_ID)
		r->id = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_STREAM_ID)
		r->stream_id = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_CPU) {
		r->cpu = uet_cursor_u32(c);
		uet_cursor_u32(c);
	}
	if (type & PERF_SAMPLE_IDENTIFIER)
		r->id = uet_cursor_u64(c);
}

ALWAYS_INLINE int parse(struct uet_cursor *c,
			const struct uet_sample_layout *layout,
			struct uet_record *out)
{
	struct uet_cursor trailer, body;
	size_t id_size;

	if (out->type == PERF_RECORD_SAMPLE) {
		parse_sample(c, layout->sample_type, layout, out);
		return c->bad ? -EBADMSG : 0;
	}
	/* Records of perf's own, 64 and up, have no trailer. */
	if (layout->sample_id_all && out->type < UET_RECORD_USER) {
		id_size = uet_trailer_size(layout->sample_type);
		if (id_size > uet_cursor_left(c))
			return -EBADMSG;
		out->has = facts_of(layout->sample_type);
		trailer = *c;
		trailer.at = trailer.end - id_size;
		parse_trailer(&trailer, layout->sample_type, out);
		c->end -= id_size;
	}
	body = *c;
	uet_parse_body(&body, layout, out);
	return body.bad ? -EBADMSG : 0;
}

/* Apart, so that the others need no frame. */
static __attribute__((noinline)) int
parse_unusual(const unsigned char *at, const unsigned char *end, bool swap,
	      const struct uet_sample_layout *layout, struct uet_record *out)
{
	struct uet_cursor c = { at, end, false, false };

	if (!swap)
		return parse(&c, layout, out);
	c.swap = true;
	return parse(&c, layout, out);
}

/* The C library's memset(): the compiler's takes as long as all the rest. */
static inline void clear(struct uet_record *out)
{
	size_t size = sizeof(*out);

	__asm__("" : "+r"(size));
	memset(out, 0, size);
}

ALWAYS_INLINE int parse_record(const void *record, size_t avail, bool swap,
			       const struct uet_sample_layout *layout,
			       struct uet_record *out)
{
	struct uet_cursor c = uet_cursor_over(record, avail);
	uint64_t type = layout->sample_type;
	size_t size;

	clear(out);
	if (avail < UET_RECORD_HEADER)
		return -EBADMSG;
	out->type = uet_cursor_sure_u32(&c);
	out->misc = uet_cursor_sure_u16(&c);
	size = uet_cursor_sure_u16(&c);
	if (size < UET_RECORD_HEADER || size > avail)
		return -EBADMSG;
	c.end = (const unsigned char *)record + size;
	if (swap || out->type != PERF_RECORD_SAMPLE ||
	    (type != SAMPLE_OF_UET && type != SAMPLE_OF_PERF))
		return parse_unusual(c.at, c.end, swap, layout, out);
	if (type == SAMPLE_OF_UET)
		parse_sample(&c, SAMPLE_OF_UET, layout, out);
	else
		parse_sample(&c, SAMPLE_OF_PERF, layout, out);
	return c.bad ? -EBADMSG : 0;
}

int uet_record_parse(const void *record, size_t avail,
		     const struct uet_sample_layout *layout,
		     struct uet_record *out)
{
	return parse_record(record, avail, false, layout, out);
}

int uet_record_put_right(void *record, size_t avail,
			 const struct uet_sample_layout *layout,
			 struct uet_record *out)
{
	return parse_record(record, avail, true, layout, out);
}
