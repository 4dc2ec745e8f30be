/* SPDX-License-Identifier: MIT */
/*
 * Streams the records of a perf.data file in the order of time.  Knows nothing
 * about what a tracepoint's bytes mean.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect_internal.h"
#include "perfdata_reader.h"
#include "record_peek.h"

#define WINDOW_SIZE ((size_t)512 << 10)

/* Of a LOST_SAMPLES: dropped by a filter, as asked for; newer than 6.1. */
#ifndef PERF_RECORD_MISC_LOST_SAMPLES_BPF
#define PERF_RECORD_MISC_LOST_SAMPLES_BPF (1 << 15)
#endif
#define LAST_KERNEL_RECORD PERF_RECORD_AUX_OUTPUT_HW_ID
#define LAST_PERF_RECORD 84	/* PERF_RECORD_BPF_METADATA of Linux 6.17 */
#define RECORD_COMPRESSED2 83	/* of Linux 6.16 */

/* Opening and closing. */

static int open_file(struct uet_perfdata *p, struct uet_error *err)
{
	struct stat st;

	/* O_NONBLOCK: a FIFO is refused below, not waited for. */
	p->fd = open(p->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (p->fd < 0 || fstat(p->fd, &st)) {
		int code = -errno;

		if (code == -ENOENT)
			return uet_error_set(err, code,
				"%s: there is no such file; 'uet record' makes "
				"one", p->path);
		if (code == -EACCES)
			return uet_error_set(err, code,
				"%s: no permission to read it; it may belong "
				"to another user", p->path);
		return uet_error_set(err, code, "%s: cannot be opened: %s",
				     p->path, strerror(-code));
	}
	if (S_ISDIR(st.st_mode))
		return uet_error_set(err, -EISDIR,
			"%s: a directory; 'perf record --threads' makes such "
			"ones, which cannot be read yet: record without it",
			p->path);
	if (!S_ISREG(st.st_mode))
		return uet_error_set(err, -EINVAL,
			"%s: not a regular file; a pipe cannot be read yet: "
			"store it in a file first", p->path);
	p->file_size = (uint64_t)st.st_size;
	return 0;
}

static int start(struct uet_perfdata *p)
{
	p->window = malloc(WINDOW_SIZE);
	if (!p->window)
		return -ENOMEM;
	p->window_size = WINDOW_SIZE;
	p->window_offset = p->header.data.offset;
	return uet_merge_new(UET_MERGE_LIMIT, &p->merge);
}

int uet_perfdata_open(const char *path, struct uet_perfdata **out,
		      struct uet_error *err)
{
	struct uet_perfdata *p = calloc(1, sizeof(*p));
	int ret;

	*out = NULL;
	if (!p)
		return uet_error_set(err, -ENOMEM, "%s: out of memory", path);
	p->fd = -1;
	p->path = strdup(path);
	if (!p->path) {
		ret = uet_error_set(err, -ENOMEM, "%s: out of memory", path);
		goto fail;
	}
	ret = open_file(p, err);
	if (ret)
		goto fail;
	ret = uet_perfdata_read_head(p, err);
	if (ret)
		goto fail;
	ret = uet_perfdata_read_features(p, err);
	if (ret)
		goto fail;
	ret = start(p);
	if (ret) {
		uet_error_set(err, ret, "%s: out of memory", path);
		goto fail;
	}
	*out = p;
	return 0;

fail:
	uet_perfdata_close(p);
	return ret;
}

void uet_perfdata_close(struct uet_perfdata *p)
{
	if (!p)
		return;
	uet_comms_free(&p->comms);
	uet_merge_free(p->merge);
	for (size_t i = 0; i < p->n_events; i++) {
		uet_format_free(p->events[i].format);
		free(p->events[i].name);
	}
	free(p->events);
	free(p->ids.ids);
	free(p->ids.events);
	free(p->window);
	if (p->fd >= 0)
		close(p->fd);
	free(p->path);
	free(p);
}

size_t uet_perfdata_n_events(const struct uet_perfdata *p)
{
	return p->n_events;
}

const struct uet_perfdata_event *
uet_perfdata_get_event(const struct uet_perfdata *p, size_t i)
{
	return i < p->n_events ? &p->events[i].shown : NULL;
}

void uet_perfdata_get_stats(const struct uet_perfdata *p,
			struct uet_perfdata_stats *stats)
{
	*stats = p->stats;
}

/* The window. */

static uint64_t here(const struct uet_perfdata *p)
{
	return p->window_offset + p->window_at;
}

/* What the records have behind the window's position. */
static uint64_t left(const struct uet_perfdata *p)
{
	return p->data_end > here(p) ? p->data_end - here(p) : 0;
}

/*
 * Has n bytes at the window's position, n being at most UET_RECORD_MAX and
 * what is left.
 */
static int fill(struct uet_perfdata *p, size_t n)
{
	size_t kept = p->window_used - p->window_at;
	uint64_t want;
	int ret;

	if (kept >= n)
		return 0;
	memmove(p->window, p->window + p->window_at, kept);
	p->window_offset += p->window_at;
	p->window_at = 0;
	p->window_used = kept;
	want = left(p) - kept;
	if (want > p->window_size - kept)
		want = p->window_size - kept;
	ret = uet_perfdata_read_at(p, p->window_offset + kept,
				   p->window + kept, (size_t)want);
	if (ret)
		return ret;
	p->window_used += (size_t)want;
	return 0;
}

static void skip(struct uet_perfdata *p, uint64_t n)
{
	if (n > left(p))
		n = left(p);
	if (n <= p->window_used - p->window_at) {
		p->window_at += (size_t)n;
		return;
	}
	p->window_offset = here(p) + n;
	p->window_at = 0;
	p->window_used = 0;
}

/*
 * The next record as it lies in the file: 1, or 0 at the end or where nothing
 * more can be understood (the damage is noted).
 */
static int read_record(struct uet_perfdata *p, const unsigned char **record,
		       struct perf_event_header *header)
{
	int ret;

	if (!left(p))
		return 0;
	if (left(p) < sizeof(*header)) {
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, inside of a record",
			(unsigned long long)p->data_end);
		return 0;
	}
	ret = fill(p, sizeof(*header));
	if (!ret) {
		memcpy(header, p->window + p->window_at, sizeof(*header));
		if (header->size < sizeof(*header)) {
			uet_perfdata_damaged(p, -EBADMSG,
				"damaged at byte %llu: a record of %u bytes; "
				"what follows cannot be read",
				(unsigned long long)here(p), header->size);
			return 0;
		}
		if (header->size > left(p)) {
			uet_perfdata_damaged(p, -ENODATA,
				"truncated at byte %llu, inside of the record "
				"at %llu", (unsigned long long)p->data_end,
				(unsigned long long)here(p));
			return 0;
		}
		ret = fill(p, header->size);
	}
	if (ret) {
		uet_perfdata_damaged(p, ret, "cannot be read at byte %llu: %s",
				     (unsigned long long)here(p),
				     strerror(-ret));
		return 0;
	}
	*record = p->window + p->window_at;
	p->window_at += header->size;
	return 1;
}

/* Which event, and what time. */

static uint64_t u64_at(const unsigned char *bytes, size_t at)
{
	uint64_t value;

	memcpy(&value, bytes + at, sizeof(value));
	return value;
}

/* at counts from the start of a sample, and back from the end of others. */
static bool peek(const unsigned char *record, uint32_t type, size_t size,
		 int sample_at, int trailer_at, uint64_t *value)
{
	int at = type == PERF_RECORD_SAMPLE ? sample_at : trailer_at;

	if (at == UET_NOWHERE || (size_t)at + 8 > size)
		return false;
	*value = u64_at(record, type == PERF_RECORD_SAMPLE ?
					(size_t)at : size - (size_t)at);
	return true;
}

/* The event of a record, or -1. */
static long event_of(const struct uet_perfdata *p, const unsigned char *record,
		     uint32_t type, size_t size)
{
	uint64_t id;

	/* A recording of a single event has no ids, nor needs them. */
	if (p->n_events == 1)
		return 0;
	if (type != PERF_RECORD_SAMPLE &&
	    !p->events[0].shown.layout.sample_id_all)
		return -1;
	if (!peek(record, type, size, p->sample_id_at, p->trailer_id_at, &id))
		return -1;
	return uet_perfdata_find_id(p, id);
}

/* Its time, or 0. */
static uint64_t time_of(const struct uet_perfdata *p,
			const unsigned char *record, uint32_t type, size_t size)
{
	const struct uet_sample_layout *layout;
	uint64_t time = 0;
	long event = 0;

	if (!p->same_layout) {
		event = event_of(p, record, type, size);
		if (event < 0)
			return 0;
	}
	layout = &p->events[event].shown.layout;
	if (type != PERF_RECORD_SAMPLE && !layout->sample_id_all)
		return 0;
	peek(record, type, size, uet_sample_time_at(layout->sample_type),
	     uet_trailer_time_at(layout->sample_type), &time);
	return time == UINT64_MAX ? 0 : time;
}

/* What a record changes. */

static void count_lost(struct uet_perfdata *p, const struct uet_record *r,
		       long event)
{
	struct uet_reader_event *e = event < 0 ? NULL : &p->events[event];

	if (r->type == PERF_RECORD_LOST_SAMPLES) {
		if (r->misc & PERF_RECORD_MISC_LOST_SAMPLES_BPF)
			return;
		if (!p->saw_lost_samples)
			for (size_t i = 0; i < p->n_events; i++)
				p->events[i].shown.lost = 0;
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

static const char *comm_of(const struct uet_perfdata *p,
			   const struct uet_record *r)
{
	if (!(r->has & UET_HAS_TID))
		return NULL;
	/* Every CPU's idle thread; no record names them. */
	if (!r->tid && !r->pid)
		return "swapper";
	return uet_comms_get(&p->comms, r->tid);
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
	if (uet_record_parse(bytes, size,
			     &p->events[event < 0 ? 0 : event].shown.layout,
			     &out->record)) {
		p->stats.damaged_records++;
		return 0;
	}
	out->bytes = bytes;
	out->size = size;
	out->event_index = event < 0 ? 0 : (size_t)event;
	out->event = event < 0 ? NULL : &p->events[event].shown;
	switch (header.type) {
	case PERF_RECORD_SAMPLE:
		p->events[event].shown.samples++;
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

/* What perf writes between the kernel's records. */
static int perf_record(struct uet_perfdata *p, const unsigned char *record,
		       uint32_t type, size_t size)
{
	switch (type) {
	case UET_RECORD_FINISHED_ROUND:
		return uet_merge_round(p->merge);
	case UET_RECORD_AUXTRACE:
		/* Bytes follow that the record's size does not count. */
		if (size >= 16)
			skip(p, u64_at(record, 8));
		return 0;
	case UET_RECORD_COMPRESSED:
	case RECORD_COMPRESSED2:
		uet_perfdata_damaged(p, -EOPNOTSUPP,
			"its records are compressed, which cannot be read yet; "
			"record without -z");
		p->at_end = true;
		return uet_merge_finish(p->merge);
	}
	if (type > LAST_PERF_RECORD)
		p->stats.unknown_records++;
	return 0;
}

/*
 * Reads one record and queues it.  1: deliver these bytes now; 0: look into the
 * queue again.
 */
static int advance(struct uet_perfdata *p, const void **bytes, size_t *size)
{
	struct perf_event_header header;
	const unsigned char *record;
	uint64_t time;
	int ret;

	if (!read_record(p, &record, &header)) {
		p->at_end = true;
		return uet_merge_finish(p->merge);
	}
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
				return uet_error_set(err, ret,
						     "%s: out of memory",
						     p->path);
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
