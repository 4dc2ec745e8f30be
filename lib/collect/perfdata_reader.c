/* SPDX-License-Identifier: MIT */
/*
 * Streams the records of a perf.data file in the order of time.  Knows nothing
 * about what a tracepoint's bytes mean.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "collect_internal.h"
#include "perfdata_reader.h"
#include "record_parse.h"
#include "record_peek.h"

/* Of a LOST_SAMPLES: dropped by a filter, as asked for; newer than 6.1. */
#ifndef PERF_RECORD_MISC_LOST_SAMPLES_BPF
#define PERF_RECORD_MISC_LOST_SAMPLES_BPF (1 << 15)
#endif
#define LAST_KERNEL_RECORD PERF_RECORD_AUX_OUTPUT_HW_ID
#define LAST_PERF_RECORD 84	/* PERF_RECORD_BPF_METADATA of Linux 6.17 */

/* Which event, and what time. */

static uint64_t u64_at(const unsigned char *bytes, size_t at)
{
	uint64_t value;

	memcpy(&value, bytes + at, sizeof(value));
	return value;
}

static uint32_t u32_at(const struct uet_perfdata *p,
		       const unsigned char *bytes, size_t at)
{
	uint32_t value;

	memcpy(&value, bytes + at, sizeof(value));
	return p->swap ? __builtin_bswap32(value) : value;
}

/* at counts from the start of a sample, and back from the end of others. */
static bool peek(const struct uet_perfdata *p, const unsigned char *record,
		 uint32_t type, size_t size, int sample_at, int trailer_at,
		 uint64_t *value)
{
	int at = type == PERF_RECORD_SAMPLE ? sample_at : trailer_at;

	if (at == UET_NOWHERE || (size_t)at + 8 > size)
		return false;
	*value = uet_perfdata_u64(
		p, u64_at(record, type == PERF_RECORD_SAMPLE ?
				  (size_t)at : size - (size_t)at));
	return true;
}

/* The event of a record, or -1. */
static long event_of(struct uet_perfdata *p, const unsigned char *record,
		     uint32_t type, size_t size)
{
	uint64_t id;

	/* A recording of a single event has no ids, nor needs them. */
	if (p->n_events == 1)
		return 0;
	if (type != PERF_RECORD_SAMPLE &&
	    !p->events[0]->shown.layout.sample_id_all)
		return -1;
	if (!peek(p, record, type, size, p->sample_id_at, p->trailer_id_at,
		  &id))
		return -1;
	return uet_perfdata_find_id(p, id);
}

/* Its time, or 0. */
static uint64_t time_of(struct uet_perfdata *p,
			const unsigned char *record, uint32_t type, size_t size)
{
	const struct uet_reader_event *e;
	uint64_t time = 0;
	long event = 0;

	if (!p->same_layout) {
		event = event_of(p, record, type, size);
		if (event < 0)
			return 0;
	}
	e = p->events[event];
	if (type != PERF_RECORD_SAMPLE && !e->shown.layout.sample_id_all)
		return 0;
	peek(p, record, type, size, e->sample_time_at, e->trailer_time_at,
	     &time);
	return time == UINT64_MAX ? 0 : time;
}

/* What a record changes. */

static void count_lost(struct uet_perfdata *p, const struct uet_record *r,
		       long event)
{
	struct uet_reader_event *e = event < 0 ? NULL : p->events[event];

	if (r->type == PERF_RECORD_LOST_SAMPLES) {
		if (r->misc & PERF_RECORD_MISC_LOST_SAMPLES_BPF)
			return;
		if (!p->saw_lost_samples)
			for (size_t i = 0; i < p->n_events; i++)
				p->events[i]->shown.lost = 0;
		p->saw_lost_samples = true;
		p->lost_samples += r->lost;
		if (e)
			e->lost_samples += r->lost;
	} else {
		p->lost_in_rings += r->lost;
		if (e)
			e->lost_in_rings += r->lost;
	}
	p->stats.lost_by_event = p->saw_lost_samples;
	p->stats.lost = p->saw_lost_samples ? p->lost_samples :
					      p->lost_in_rings;
	if (e)
		e->shown.lost = p->saw_lost_samples ? e->lost_samples :
						      e->lost_in_rings;
}

static int note_task(struct uet_perfdata *p, const struct uet_record *r)
{
	switch (r->type) {
	case PERF_RECORD_COMM:
		return uet_comms_set(&p->comms, r->task.tid, r->comm);
	case PERF_RECORD_FORK:
		/* A new process or thread; perf also writes one for itself. */
		if (r->task.tid == r->task.ptid)
			return 0;
		return uet_comms_fork(&p->comms, r->task.tid, r->task.ptid);
	case PERF_RECORD_EXIT:
		uet_comms_exit(&p->comms, r->task.tid);
	}
	return 0;
}

static const char *comm_of(struct uet_perfdata *p,
			   const struct uet_record *r)
{
	if (!(r->has & UET_HAS_TID))
		return NULL;
	/* Every CPU's idle thread; no record names them. */
	if (!r->tid && !r->pid)
		return "swapper";
	return uet_comms_get(&p->comms, r->tid);
}

/* Its bytes are in the window or the queue: ours. */
static int take_apart(const struct uet_perfdata *p, const void *bytes,
		      size_t size, size_t event, struct uet_record *out)
{
	const struct uet_perfdata_event *e = &p->events[event]->shown;
	const struct uet_view *raw = &out->sample.raw;
	int ret;

	if (!p->swap)
		return uet_record_parse(bytes, size, &e->layout, out);
	ret = uet_record_put_right((void *)(uintptr_t)bytes, size, &e->layout,
				   out);
	if (!ret && out->type == PERF_RECORD_SAMPLE && raw->size && e->format)
		uet_perfdata_put_raw_right(
			e->format, (void *)(uintptr_t)raw->data, raw->size);
	return ret;
}

/* Takes a record apart whose turn it is: 1 to deliver it, 0 to skip it. */
static int take(struct uet_perfdata *p, const void *bytes, size_t size,
		struct uet_perfdata_record *out)
{
	struct perf_event_header header;
	long event;
	int ret;

	memcpy(&header, bytes, sizeof(header));
	event = event_of(p, bytes, header.type, size);
	if (event < 0 && header.type == PERF_RECORD_SAMPLE) {
		p->stats.unknown_ids++;
		return 0;
	}
	if (take_apart(p, bytes, size, event < 0 ? 0 : (size_t)event,
		       &out->record)) {
		p->stats.damaged_records++;
		return 0;
	}
	out->bytes = bytes;
	out->size = size;
	out->event_index = event < 0 ? 0 : (size_t)event;
	out->event = event < 0 ? NULL : &p->events[event]->shown;
	switch (header.type) {
	case PERF_RECORD_SAMPLE:
		p->events[event]->shown.samples++;
		p->stats.samples++;
		break;
	case PERF_RECORD_LOST:
		/* Its body has the id; the trailer's is that of the ring. */
		if (p->n_events > 1)
			event = uet_perfdata_find_id(p, out->record.id);
		count_lost(p, &out->record, event);
		break;
	case PERF_RECORD_LOST_SAMPLES:
		count_lost(p, &out->record, event);
		break;
	default:
		ret = note_task(p, &out->record);
		if (ret)
			return ret;
	}
	out->comm = comm_of(p, &out->record);
	return 1;
}

/* Nothing behind this can be understood. */
static int give_up(struct uet_perfdata *p)
{
	p->at_end = true;
	return uet_merge_finish(p->merge);
}

/* A stream can tell of further events at any time. */
static int later_event(struct uet_perfdata *p, unsigned char *record,
		       uint32_t type, size_t size)
{
	size_t before = p->n_events;
	int ret = uet_perfdata_stream_record(p, record, type, size);
	struct uet_error err;

	if (ret || p->n_events == before)
		return ret;
	ret = uet_perfdata_place_ids(p, &err);
	if (ret && !p->damage) {
		p->damage = ret;
		p->damage_text = err;
	}
	return ret ? give_up(p) : 0;
}

/* Records inside of a record. */
static int compressed(struct uet_perfdata *p, const unsigned char *record,
		      uint32_t type, size_t size)
{
	size_t at = UET_RECORD_HEADER, n = size - at;
	int ret = p->unzip ? 0 : uet_unzip_new(p->swap, &p->unzip);

	if (ret == -EOPNOTSUPP) {
		uet_perfdata_damaged(p, ret,
			"its records are compressed, and uet was built without "
			"libzstd: record without -z, or build uet with it");
		return give_up(p);
	}
	if (ret)
		return ret;
	if (type == UET_RECORD_COMPRESSED2) {
		/* How many bytes there are without those that align. */
		uint64_t used = n >= 8 ? uet_perfdata_u64(p, u64_at(record, at)) :
				       UINT64_MAX;

		at += 8;
		if (n < 8 || used > n - 8) {
			uet_perfdata_damaged(p, -EBADMSG,
				"damaged before byte %llu: the size of what is "
				"compressed", uet_perfdata_here(p));
			return give_up(p);
		}
		n = (size_t)used;
	}
	uet_unzip_give(p->unzip, record + at, n);
	return 0;
}

/*
 * The next record, from inside of a compressed one if that has more.  1; 0 at
 * the end, or where the damage is that was noted; -ENOMEM.
 */
static int next_record(struct uet_perfdata *p, unsigned char **record,
		       struct perf_event_header *header)
{
	int ret = p->unzip ? uet_unzip_next(p->unzip, record, header) : 0;

	if (ret == -EBADMSG) {
		uet_perfdata_damaged(p, ret,
			"damaged before byte %llu: what is compressed there "
			"cannot be unpacked; what follows cannot be read",
			uet_perfdata_here(p));
		return 0;
	}
	if (ret)
		return ret;
	ret = uet_perfdata_read_record(p, record, header);
	if (!ret && p->unzip && uet_unzip_has_part(p->unzip))
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, inside of a compressed record",
			uet_perfdata_here(p));
	return ret;
}

/* Bytes behind a record that its size does not count. */
static void skip_bytes(struct uet_perfdata *p, uint64_t n)
{
	unsigned long long at = uet_perfdata_here(p);

	if (uet_perfdata_skip(p, n))
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, or damaged: %llu bytes should "
			"follow the record before byte %llu",
			uet_perfdata_here(p), (unsigned long long)n, at);
}

/* What perf writes between the kernel's records. */
static int perf_record(struct uet_perfdata *p, unsigned char *record,
		       uint32_t type, size_t size)
{
	switch (type) {
	case UET_RECORD_FINISHED_ROUND:
		return uet_merge_round(p->merge);
	case UET_RECORD_AUXTRACE:
		if (size >= 16)
			skip_bytes(p, uet_perfdata_u64(p, u64_at(record, 8)));
		return 0;
	case UET_RECORD_HEADER_TRACING_DATA:
		if (!p->is_stream && size >= 12)
			skip_bytes(p, u32_at(p, record, 8));
		break;
	case UET_RECORD_COMPRESSED:
	case UET_RECORD_COMPRESSED2:
		return compressed(p, record, type, size);
	}
	if (type > LAST_PERF_RECORD)
		p->stats.unknown_records++;
	return p->is_stream ? later_event(p, record, type, size) : 0;
}

/*
 * Reads one record and queues it.  1: deliver these bytes now; 0: look into the
 * queue again.
 */
static int advance(struct uet_perfdata *p, const void **bytes, size_t *size)
{
	struct perf_event_header header;
	unsigned char *record;
	uint64_t time;
	int ret;

	ret = next_record(p, &record, &header);
	if (ret <= 0)
		return ret ? ret : give_up(p);
	if (header.type >= UET_RECORD_USER)
		return perf_record(p, record, header.type, header.size);
	if (header.type > LAST_KERNEL_RECORD || !header.type) {
		p->stats.unknown_records++;
		return 0;
	}
	*bytes = record;
	*size = header.size;
	time = time_of(p, record, header.type, header.size);
	if (!time)
		return 1;
	ret = uet_merge_push(p->merge, time, record, header.size);
	if (ret > 0 && header.type == PERF_RECORD_SAMPLE)
		p->stats.out_of_order++;
	return ret;
}

static int finished(struct uet_perfdata *p, struct uet_error *err)
{
	if (!p->damage && p->stats.damaged_records)
		uet_perfdata_damaged(p, -EBADMSG,
			"damaged: %llu records have lengths that make no sense "
			"and were skipped",
			(unsigned long long)p->stats.damaged_records);
	if (p->damage && err)
		*err = p->damage_text;
	return p->damage;
}

int uet_perfdata_next(struct uet_perfdata *p, struct uet_perfdata_record *out,
		      struct uet_error *err)
{
	for (;;) {
		size_t size;
		const void *bytes = uet_merge_pop(p->merge, &size);
		int ret;

		if (!bytes) {
			if (p->at_end)
				return finished(p, err);
			ret = advance(p, &bytes, &size);
			if (ret < 0)
				return uet_error_set(err, ret, "%s: %s",
						     p->path, strerror(-ret));
			if (!ret)
				continue;
		}
		ret = take(p, bytes, size, out);
		if (ret > 0)
			return 1;
		if (ret < 0)
			return uet_error_set(err, ret, "%s: out of memory",
					     p->path);
	}
}

bool uet_perfdata_wall_time(const struct uet_perfdata *p, uint64_t time,
			    uint64_t *unix_ns)
{
	/* Modulo 2^64: the clock may have begun after 1970 or before. */
	*unix_ns = time + p->wall_offset;
	return p->has_wall;
}
