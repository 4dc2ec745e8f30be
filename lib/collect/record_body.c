/* SPDX-License-Identifier: MIT */
/*
 * The bodies of records that are no samples, and read_format, which samples
 * have too.  Knows the kernel's layout of them and no more.
 */
#include <linux/perf_event.h>

#include "record_parse.h"

/* Newer than some <linux/perf_event.h> that we are built with. */
#define FORMAT_LOST (1U << 4)
#define MMAP_BUILD_ID (1U << 14)
#define BUILD_ID_MAX 20

static size_t n_times(uint64_t format)
{
	return (size_t)__builtin_popcountll(
		format & (PERF_FORMAT_TOTAL_TIME_ENABLED |
			  PERF_FORMAT_TOTAL_TIME_RUNNING));
}

/* u64s of each event in a group. */
static size_t n_per_value(uint64_t format)
{
	return 1 + (size_t)__builtin_popcountll(
			   format & (PERF_FORMAT_ID | FORMAT_LOST));
}

void uet_parse_read(struct uet_cursor *c, uint64_t format,
		    struct uet_read *read)
{
	const unsigned char *start = c->at;

	read->format = format;
	read->n = 1;
	/* A group begins with their number, a single event with its value. */
	if (format & PERF_FORMAT_GROUP)
		read->n = uet_cursor_u64(c);
	else
		uet_cursor_u64(c);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		read->time_enabled = uet_cursor_u64(c);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		read->time_running = uet_cursor_u64(c);
	if (format & PERF_FORMAT_GROUP)
		uet_cursor_u64s(c, read->n, 8 * n_per_value(format));
	else
		uet_cursor_u64s(c, n_per_value(format) - 1, 8);
	if (c->bad)
		read->n = 0;
	else
		read->bytes = (struct uet_view){ start,
						 (size_t)(c->at - start) };
}

static uint64_t nth(const struct uet_read *read, size_t i)
{
	uint64_t value;

	memcpy(&value, (const char *)read->bytes.data + 8 * i, sizeof(value));
	return value;
}

void uet_read_get(const struct uet_read *read, size_t i,
		  struct uet_read_value *out)
{
	size_t times = n_times(read->format), at, rest;

	memset(out, 0, sizeof(*out));
	if (i >= read->n)
		return;
	if (read->format & PERF_FORMAT_GROUP) {
		at = 1 + times + i * n_per_value(read->format);
		rest = at + 1;
	} else {
		at = 0;
		rest = 1 + times;
	}
	out->value = nth(read, at);
	if (read->format & PERF_FORMAT_ID)
		out->id = nth(read, rest++);
	if (read->format & FORMAT_LOST)
		out->lost = nth(read, rest);
}

static void parse_thread(struct uet_cursor *c, struct uet_record *r)
{
	r->task.pid = uet_cursor_u32(c);
	r->task.tid = uet_cursor_u32(c);
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

/* 24 bytes that MMAP2 has for one of two things. */
static void parse_file(struct uet_cursor *c, struct uet_record *r)
{
	const unsigned char *id;
	size_t size;

	if (!(r->misc & MMAP_BUILD_ID)) {
		r->map.maj = uet_cursor_u32(c);
		r->map.min = uet_cursor_u32(c);
		r->map.ino = uet_cursor_u64(c);
		r->map.ino_generation = uet_cursor_u64(c);
		return;
	}
	size = uet_cursor_u8(c);
	uet_cursor_view(c, 3);
	id = uet_cursor_view(c, BUILD_ID_MAX);
	if (size > BUILD_ID_MAX)
		c->bad = true;
	else if (id)
		r->map.build_id = (struct uet_view){ size ? id : NULL, size };
}

static void parse_map(struct uet_cursor *c, struct uet_record *r)
{
	parse_thread(c, r);
	r->map.addr = uet_cursor_u64(c);
	r->map.len = uet_cursor_u64(c);
	r->map.pgoff = uet_cursor_u64(c);
	if (r->type == PERF_RECORD_MMAP2) {
		parse_file(c, r);
		r->map.prot = uet_cursor_u32(c);
		r->map.flags = uet_cursor_u32(c);
	}
	r->map.filename = uet_cursor_string(c);
}

static void parse_namespaces(struct uet_cursor *c, struct uet_record *r)
{
	const void *links;
	uint64_t n;

	parse_thread(c, r);
	n = uet_cursor_u64(c);
	links = uet_cursor_u64s(c, n, 16);
	if (links && n)
		r->namespaces = (struct uet_view){ links, n * 16 };
}

static void parse_ksymbol(struct uet_cursor *c, struct uet_record *r)
{
	r->ksymbol.addr = uet_cursor_u64(c);
	r->ksymbol.len = uet_cursor_u32(c);
	r->ksymbol.type = uet_cursor_u16(c);
	r->ksymbol.flags = uet_cursor_u16(c);
	r->ksymbol.name = uet_cursor_string(c);
}

static void parse_bpf(struct uet_cursor *c, struct uet_record *r)
{
	r->bpf.type = uet_cursor_u16(c);
	r->bpf.flags = uet_cursor_u16(c);
	r->bpf.id = uet_cursor_u32(c);
	r->bpf.tag = uet_cursor_view(c, 8);
}

static void parse_text_poke(struct uet_cursor *c, struct uet_record *r)
{
	size_t before, after;
	const void *bytes;

	r->text_poke.addr = uet_cursor_u64(c);
	before = uet_cursor_u16(c);
	after = uet_cursor_u16(c);
	bytes = uet_cursor_view(c, before);
	if (bytes && before)
		r->text_poke.old_bytes = (struct uet_view){ bytes, before };
	bytes = uet_cursor_view(c, after);
	if (bytes && after)
		r->text_poke.new_bytes = (struct uet_view){ bytes, after };
}

static void parse_lost(struct uet_cursor *c, struct uet_record *r)
{
	if (r->type == PERF_RECORD_LOST) {
		r->id = uet_cursor_u64(c);
		r->has |= UET_HAS_ID;
	}
	r->lost = uet_cursor_u64(c);
}

static void parse_comm(struct uet_cursor *c, struct uet_record *r)
{
	parse_thread(c, r);
	r->comm = uet_cursor_string(c);
}

static void parse_throttle(struct uet_cursor *c, struct uet_record *r)
{
	r->throttle.time = uet_cursor_u64(c);
	r->throttle.id = uet_cursor_u64(c);
	r->throttle.stream_id = uet_cursor_u64(c);
}

static void parse_aux(struct uet_cursor *c, struct uet_record *r)
{
	r->aux.offset = uet_cursor_u64(c);
	r->aux.size = uet_cursor_u64(c);
	r->aux.flags = uet_cursor_u64(c);
}

static void parse_cgroup(struct uet_cursor *c, struct uet_record *r)
{
	r->cgroup.id = uet_cursor_u64(c);
	r->cgroup.path = uet_cursor_string(c);
}

static void parse_hw_id(struct uet_cursor *c, struct uet_record *r)
{
	r->hw_id = uet_cursor_u64(c);
}

static void parse_nothing(struct uet_cursor *c, struct uet_record *r)
{
	(void)c;
	(void)r;
}

static void (*const bodies[])(struct uet_cursor *c, struct uet_record *r) = {
	[PERF_RECORD_MMAP] = parse_map,
	[PERF_RECORD_LOST] = parse_lost,
	[PERF_RECORD_COMM] = parse_comm,
	[PERF_RECORD_EXIT] = parse_task,
	[PERF_RECORD_THROTTLE] = parse_throttle,
	[PERF_RECORD_UNTHROTTLE] = parse_throttle,
	[PERF_RECORD_FORK] = parse_task,
	[PERF_RECORD_MMAP2] = parse_map,
	[PERF_RECORD_AUX] = parse_aux,
	[PERF_RECORD_ITRACE_START] = parse_thread,
	[PERF_RECORD_LOST_SAMPLES] = parse_lost,
	[PERF_RECORD_SWITCH] = parse_nothing,
	[PERF_RECORD_SWITCH_CPU_WIDE] = parse_thread,
	[PERF_RECORD_NAMESPACES] = parse_namespaces,
	[PERF_RECORD_KSYMBOL] = parse_ksymbol,
	[PERF_RECORD_BPF_EVENT] = parse_bpf,
	[PERF_RECORD_CGROUP] = parse_cgroup,
	[PERF_RECORD_TEXT_POKE] = parse_text_poke,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = parse_hw_id,
};

void uet_parse_body(struct uet_cursor *c,
		    const struct uet_sample_layout *layout,
		    struct uet_record *r)
{
	r->known = true;
	if (r->type == PERF_RECORD_READ) {
		parse_thread(c, r);
		uet_parse_read(c, layout->read_format, &r->read);
	} else if (r->type < sizeof(bodies) / sizeof(bodies[0]) &&
		   bodies[r->type]) {
		bodies[r->type](c, r);
	} else {
		r->known = false;
	}
}
