/* SPDX-License-Identifier: MIT */
/*
 * Takes one PERF_RECORD_* apart into views.  Knows the kernel's layout of
 * records and nothing about files, rings or tracepoints.
 */
#include <errno.h>
#include <linux/perf_event.h>

#include <uet/record.h>

#include "cursor.h"
#include "record_peek.h"

/* Newer than some <linux/perf_event.h> that we are built with. */
#define FORMAT_LOST (1U << 4)
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

static void get_array(struct uet_cursor *c, struct uet_view *view, uint64_t n,
		      size_t element)
{
	const void *data = uet_cursor_array(c, n, element);

	set_view(view, data, data ? n * element : 0);
}

static void get_read(struct uet_cursor *c, uint64_t format,
		     struct uet_view *view)
{
	const unsigned char *start = c->at;
	size_t times = popcount(format & (PERF_FORMAT_TOTAL_TIME_ENABLED |
					  PERF_FORMAT_TOTAL_TIME_RUNNING));
	size_t value = 1 + popcount(format & (PERF_FORMAT_ID | FORMAT_LOST));
	uint64_t n = 1;

	if (format & PERF_FORMAT_GROUP)
		n = uet_cursor_u64(c);
	uet_cursor_array(c, times, 8);
	uet_cursor_array(c, n, 8 * value);
	set_view(view, start, c->bad ? 0 : (uint64_t)(c->at - start));
}

static void get_branches(struct uet_cursor *c, uint64_t type,
			 struct uet_sample *s)
{
	uint64_t n = uet_cursor_u64(c);

	if (type & PERF_SAMPLE_BRANCH_HW_INDEX)
		s->branch_hw_idx = uet_cursor_u64(c);
	get_array(c, &s->branch_stack, n, 24);
	if (type & BRANCH_COUNTERS)
		get_array(c, &s->branch_counters, n, 8);
}

static void get_regs(struct uet_cursor *c, uint64_t mask, uint64_t *abi,
		     struct uet_view *view)
{
	*abi = uet_cursor_u64(c);
	if (*abi)
		get_array(c, view, popcount(mask), 8);
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

/* What few samples have, in the order in which it follows PERF_SAMPLE_RAW. */
static void get_rare(struct uet_cursor *c, const struct uet_sample_layout *l,
		     struct uet_sample *s)
{
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
		get_array(c, &s->aux, uet_cursor_u64(c), 1);
}

#define RARE_SAMPLE_BITS                                                       \
	(~(uint64_t)(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |     \
		     PERF_SAMPLE_ADDR | PERF_SAMPLE_READ |                     \
		     PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_ID |                  \
		     PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |                    \
		     PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_RAW |                 \
		     PERF_SAMPLE_IDENTIFIER))

static void parse_sample(struct uet_cursor *c,
			 const struct uet_sample_layout *l,
			 struct uet_record *r)
{
	struct uet_sample *s = &r->sample;
	uint64_t type = l->sample_type;

	if (type & PERF_SAMPLE_IDENTIFIER)
		r->id = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_IP)
		s->ip = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_TID) {
		r->pid = uet_cursor_u32(c);
		r->tid = uet_cursor_u32(c);
	}
	if (type & PERF_SAMPLE_TIME)
		r->time = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_ADDR)
		s->addr = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_ID)
		r->id = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_STREAM_ID)
		r->stream_id = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_CPU) {
		r->cpu = uet_cursor_u32(c);
		uet_cursor_u32(c);
	}
	if (type & PERF_SAMPLE_PERIOD)
		s->period = uet_cursor_u64(c);
	if (type & PERF_SAMPLE_READ)
		get_read(c, l->read_format, &s->read);
	if (type & PERF_SAMPLE_CALLCHAIN)
		get_array(c, &s->callchain, uet_cursor_u64(c), 8);
	if (type & PERF_SAMPLE_RAW)
		get_array(c, &s->raw, uet_cursor_u32(c), 1);
	if (type & RARE_SAMPLE_BITS)
		get_rare(c, l, s);
}

static unsigned int facts_of(uint64_t type)
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

static void parse_task(struct uet_cursor *c, struct uet_record *r)
{
	uint64_t time;

	r->task.pid = uet_cursor_u32(c);
	r->task.ppid = uet_cursor_u32(c);
	r->task.tid = uet_cursor_u32(c);
	r->task.ptid = uet_cursor_u32(c);
	time = uet_cursor_u64(c);
	if (!(r->has & UET_HAS_TIME)) {
		r->time = time;
		r->has |= UET_HAS_TIME;
	}
}

static void parse_map(struct uet_cursor *c, struct uet_record *r)
{
	r->task.pid = uet_cursor_u32(c);
	r->task.tid = uet_cursor_u32(c);
	r->map.addr = uet_cursor_u64(c);
	r->map.len = uet_cursor_u64(c);
	r->map.pgoff = uet_cursor_u64(c);
	if (r->type == PERF_RECORD_MMAP2) {
		uet_cursor_view(c, 24); /* device and inode, or build id */
		r->map.prot = uet_cursor_u32(c);
		r->map.flags = uet_cursor_u32(c);
	}
	r->map.filename = uet_cursor_string(c);
}

static void parse_body(struct uet_cursor *c, struct uet_record *r)
{
	r->known = true;
	switch (r->type) {
	case PERF_RECORD_COMM:
		r->task.pid = uet_cursor_u32(c);
		r->task.tid = uet_cursor_u32(c);
		r->comm = uet_cursor_string(c);
		break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		parse_task(c, r);
		break;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		parse_map(c, r);
		break;
	case PERF_RECORD_LOST:
		r->id = uet_cursor_u64(c);
		r->lost = uet_cursor_u64(c);
		r->has |= UET_HAS_ID;
		break;
	case PERF_RECORD_LOST_SAMPLES:
		r->lost = uet_cursor_u64(c);
		break;
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
		uet_cursor_view(c, 24);
		break;
	default:
		r->known = false;
	}
}

int uet_record_parse(const void *record, size_t avail,
		     const struct uet_sample_layout *layout,
		     struct uet_record *out)
{
	struct uet_cursor c = uet_cursor_over(record, avail);
	struct uet_cursor trailer;
	size_t size, id_size;

	memset(out, 0, sizeof(*out));
	out->type = uet_cursor_u32(&c);
	out->misc = uet_cursor_u16(&c);
	size = uet_cursor_u16(&c);
	if (c.bad || size < UET_RECORD_HEADER || size > avail)
		return -EBADMSG;
	c.end = (const unsigned char *)record + size;

	if (out->type == PERF_RECORD_SAMPLE) {
		out->known = true;
		out->has = facts_of(layout->sample_type);
		parse_sample(&c, layout, out);
		return c.bad ? -EBADMSG : 0;
	}
	/* Records of perf's own, 64 and up, have no trailer. */
	if (layout->sample_id_all && out->type < UET_RECORD_USER) {
		id_size = uet_trailer_size(layout->sample_type);
		if (id_size > uet_cursor_left(&c))
			return -EBADMSG;
		out->has = facts_of(layout->sample_type);
		trailer = c;
		trailer.at = trailer.end - id_size;
		parse_trailer(&trailer, layout->sample_type, out);
		c.end -= id_size;
	}
	parse_body(&c, out);
	return c.bad ? -EBADMSG : 0;
}
