/* SPDX-License-Identifier: MIT */
/*
 * The head of a perf.data file: what kind of file it is, its header, its
 * events and their ids.  Knows nothing about records and features.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect_internal.h"
#include "perfdata_reader.h"
#include "record_peek.h"

#define IDS_SECTION_SIZE sizeof(struct uet_perfdata_section)

void uet_perfdata_damaged(struct uet_perfdata *p, int code, const char *format,
			  ...)
{
	va_list args;
	int n;

	if (p->damage)
		return;
	p->damage = code;
	n = snprintf(p->damage_text.text, sizeof(p->damage_text.text), "%s: ",
		     p->path);
	if (n < 0 || (size_t)n >= sizeof(p->damage_text.text))
		return;
	va_start(args, format);
	vsnprintf(p->damage_text.text + n,
		  sizeof(p->damage_text.text) - (size_t)n, format, args);
	va_end(args);
}

static const struct {
	const char *bytes;
	size_t size;
	int code;
	const char *what;
} other_kinds[] = {
	{ "PERFFILE", 8, -EOPNOTSUPP,
	  "a perf.data file of the format before Linux 2.6.37; record it anew" },
	{ "\x17\x08\x44tracing", 10, -EINVAL,
	  "a trace.dat file of trace-cmd; read it with 'trace-cmd report'" },
	{ "\x1f\x8b", 2, -EINVAL,
	  "compressed by gzip; unpack it with 'gunzip' first" },
	{ "\x28\xb5\x2f\xfd", 4, -EINVAL,
	  "compressed by zstd; unpack it with 'unzstd' first" },
	{ "\xfd" "7zXZ", 6, -EINVAL,
	  "compressed by xz; unpack it with 'unxz' first" },
	{ "BZh", 3, -EINVAL,
	  "compressed by bzip2; unpack it with 'bunzip2' first" },
	{ "\x7f" "ELF", 4, -EINVAL,
	  "a program or library (ELF); its events are listed by "
	  "'uet list --elf'" },
};

#define N_OTHER_KINDS (sizeof(other_kinds) / sizeof(other_kinds[0]))

static bool looks_like_text(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((bytes[i] < ' ' && !strchr("\t\n\r\f", bytes[i])) ||
		    bytes[i] == '\0' || bytes[i] == 0x7f)
			return false;
	return true;
}

static int refuse(const struct uet_perfdata *p, const char *start, size_t size,
		  struct uet_error *err)
{
	for (size_t i = 0; i < N_OTHER_KINDS; i++)
		if (size >= other_kinds[i].size &&
		    !memcmp(start, other_kinds[i].bytes, other_kinds[i].size))
			return uet_error_set(err, other_kinds[i].code,
					     "%s: %s", p->path,
					     other_kinds[i].what);
	if (size < 8 && (!memcmp(start, UET_PERFDATA_MAGIC, size) ||
			 !memcmp(start, "2ELIFREP", size)))
		return uet_error_set(err, -ENODATA,
			"%s: truncated: only %zu bytes, nothing of the "
			"recording is left", p->path, size);
	if (looks_like_text((const unsigned char *)start, size))
		return uet_error_set(err, -EINVAL,
			"%s: not a perf.data file but a text", p->path);
	return uet_error_set(err, -EINVAL, "%s: not a perf.data file",
			     p->path);
}

static int check_magic(struct uet_perfdata *p, struct uet_error *err)
{
	char start[64];
	/* Of a pipe no more than all streams have: the rest may take long. */
	size_t size = p->is_pipe ? sizeof(struct uet_perfdata_pipe_header) :
				   sizeof(start);
	int ret;

	if (p->is_pipe)
		uet_perfdata_fill(p, size);
	if (!p->file_size)
		return uet_error_set(err, -ENODATA,
			"%s: empty: nothing was recorded into it", p->path);
	if (size > p->file_size)
		size = (size_t)p->file_size;
	ret = uet_perfdata_read_at(p, 0, start, size);
	if (ret)
		return uet_error_set(err, ret, "%s: cannot be read: %s",
				     p->path, strerror(-ret));
	p->swap = size >= 8 && !memcmp(start, "2ELIFREP", 8);
	if (!p->swap && (size < 8 || memcmp(start, UET_PERFDATA_MAGIC, 8)))
		return refuse(p, start, size, err);
	return 0;
}

static int truncated_head(struct uet_perfdata *p, struct uet_error *err,
			  const char *part)
{
	return uet_error_set(err, -ENODATA,
		"%s: truncated at byte %llu, inside of its %s; nothing of the "
		"recording can be read", p->path,
		(unsigned long long)p->file_size, part);
}

static int damaged_head(struct uet_perfdata *p, struct uet_error *err,
			uint64_t at, const char *what)
{
	return uet_error_set(err, -EBADMSG,
		"%s: damaged at byte %llu: %s; nothing of the recording can be "
		"read", p->path, (unsigned long long)at, what);
}

static void put_section_right(struct uet_perfdata_section *s)
{
	s->offset = __builtin_bswap64(s->offset);
	s->size = __builtin_bswap64(s->size);
}

static void swap_words(uint64_t *value)
{
	*value = *value << 32 | *value >> 32;
}

static void put_header_right(struct uet_perfdata_header *h)
{
	const uint64_t always = 1ULL << UET_FEAT_HOSTNAME;

	h->size = __builtin_bswap64(h->size);
	h->attr_size = __builtin_bswap64(h->attr_size);
	put_section_right(&h->attrs);
	put_section_right(&h->data);
	/* The bits lie in the machine's longs, whose size is not told: of 32
	 * bits when a feature that every recorder writes is not found. */
	for (size_t i = 0; i < UET_PERFDATA_FEATURE_BITS / 64; i++)
		h->features[i] = __builtin_bswap64(h->features[i]);
	if (!(h->features[0] & always) && h->features[0] & always << 32)
		for (size_t i = 0; i < UET_PERFDATA_FEATURE_BITS / 64; i++)
			swap_words(&h->features[i]);
}

static int read_header(struct uet_perfdata *p, struct uet_error *err)
{
	struct uet_perfdata_header *h = &p->header;
	uint64_t size = 0;
	int ret;

	ret = uet_perfdata_read_at(p, 8, &size, 8);
	if (ret == -ENODATA)
		return truncated_head(p, err, "header");
	if (ret)
		goto unreadable;
	size = uet_perfdata_u64(p, size);
	if (size == sizeof(struct uet_perfdata_pipe_header)) {
		p->is_stream = true;
		return 0;
	}
	if (size != sizeof(*h))
		return damaged_head(p, err, 8, "the header's size is wrong");
	if (p->is_pipe)
		return uet_error_set(err, -EINVAL,
			"%s: a perf.data file comes through a pipe, in which "
			"nothing can be looked up; name the file with -i",
			p->path);
	ret = uet_perfdata_read_at(p, 0, h, sizeof(*h));
	if (ret == -ENODATA)
		return truncated_head(p, err, "header");
	if (ret)
		goto unreadable;
	if (p->swap)
		put_header_right(h);
	if (h->features[0] & (1ULL << UET_FEAT_DIR_FORMAT))
		return uet_error_set(err, -EOPNOTSUPP,
			"%s: a part of a perf.data directory, which cannot be "
			"read yet; record without --threads", p->path);
	return 0;

unreadable:
	return uet_error_set(err, ret, "%s: cannot be read: %s", p->path,
			     strerror(-ret));
}

static void set_attr(struct uet_perfdata_event *e,
		     const struct perf_event_attr *attr)
{
	e->type = attr->type;
	e->config = attr->config;
	e->layout.sample_type = attr->sample_type;
	e->layout.read_format = attr->read_format;
	e->layout.branch_sample_type = attr->branch_sample_type;
	e->layout.sample_regs_user = attr->sample_regs_user;
	e->layout.sample_regs_intr = attr->sample_regs_intr;
	e->layout.sample_id_all = attr->sample_id_all;
}

/* What set_attr() reads. */
static void put_attr_right(struct perf_event_attr *attr)
{
	/* Behind read_format, 64 bits: compilers of the two orders begin at
	 * different ends of each byte. */
	unsigned char *bits = (unsigned char *)(&attr->read_format + 1);

	attr->type = __builtin_bswap32(attr->type);
	attr->config = __builtin_bswap64(attr->config);
	attr->sample_type = __builtin_bswap64(attr->sample_type);
	attr->read_format = __builtin_bswap64(attr->read_format);
	attr->branch_sample_type = __builtin_bswap64(attr->branch_sample_type);
	attr->sample_regs_user = __builtin_bswap64(attr->sample_regs_user);
	attr->sample_regs_intr = __builtin_bswap64(attr->sample_regs_intr);
	for (size_t i = 0; i < 8; i++) {
		unsigned char from = bits[i], to = 0;

		for (unsigned int k = 0; k < 8; k++)
			to |= (unsigned char)((from >> k & 1) << (7 - k));
		bits[i] = to;
	}
}

static int make_room(struct uet_perfdata *p)
{
	size_t room = p->events_room ? p->events_room * 2 : 16;
	struct uet_reader_event **grown;

	if (p->n_events < p->events_room)
		return 0;
	grown = reallocarray(p->events, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	p->events = grown;
	p->events_room = room;
	return 0;
}

/* Behind the events of the same tracepoint, so that a format finds all. */
static int link_tracepoint(struct uet_perfdata *p, struct uet_reader_event *e,
			   size_t index)
{
	struct uet_reader_event *first;
	long found;

	if (e->shown.type != PERF_TYPE_TRACEPOINT ||
	    e->shown.config > UINT32_MAX)
		return 0;
	found = uet_ids_find(&p->tracepoints, e->shown.config);
	if (found < 0) {
		e->last_of_id = e;
		return uet_ids_add(&p->tracepoints, e->shown.config, index);
	}
	first = p->events[found];
	first->last_of_id->next_of_id = e;
	first->last_of_id = e;
	if (!first->format)
		return 0;
	/* A later one in a stream. */
	e->shown.format = first->format;
	e->name = strdup(first->name);
	e->shown.name = e->name;
	return e->name ? 0 : -ENOMEM;
}

int uet_perfdata_add_event(struct uet_perfdata *p, const void *bytes,
			   size_t size)
{
	struct uet_reader_event *e;
	struct perf_event_attr attr;

	if (make_room(p))
		return -ENOMEM;
	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	/* An older recorder's is shorter, a newer one's longer. */
	memset(&attr, 0, sizeof(attr));
	memcpy(&attr, bytes, size < sizeof(attr) ? size : sizeof(attr));
	if (p->swap)
		put_attr_right(&attr);
	set_attr(&e->shown, &attr);
	e->sample_time_at = uet_sample_time_at(attr.sample_type);
	e->trailer_time_at = uet_trailer_time_at(attr.sample_type);
	p->events[p->n_events++] = e;
	return link_tracepoint(p, e, p->n_events - 1);
}

static int read_attrs(struct uet_perfdata *p, struct uet_error *err)
{
	const struct uet_perfdata_section *s = &p->header.attrs;
	uint64_t entry = p->header.attr_size;
	unsigned char *bytes;
	uint64_t n;
	int ret = 0;

	if (entry < UET_ATTR_MIN_SIZE + IDS_SECTION_SIZE || entry > 4096)
		return damaged_head(p, err, 16, "the size of an event's "
					       "attributes is wrong");
	if (!uet_perfdata_is_inside(p, s))
		return truncated_head(p, err, "list of events");
	if (s->offset < p->header.size)
		return damaged_head(p, err, 24, "the list of events lies in "
					       "the header");
	n = s->size / entry;
	if (!n || s->size % entry)
		return damaged_head(p, err, 24, "the list of events has no "
					       "whole number of them");
	if (n > UET_PERFDATA_MAX_EVENTS)
		return uet_error_set(err, -EFBIG,
			"%s: %llu events; not more than %d can be read",
			p->path, (unsigned long long)n,
			UET_PERFDATA_MAX_EVENTS);
	bytes = malloc(s->size);
	if (!bytes)
		ret = -ENOMEM;
	if (!ret)
		ret = uet_perfdata_read_at(p, s->offset, bytes, s->size);
	for (size_t i = 0; !ret && i < n; i++) {
		const unsigned char *attr = bytes + i * entry;
		size_t size = entry - IDS_SECTION_SIZE;

		ret = uet_perfdata_add_event(p, attr, size);
		if (ret)
			break;
		memcpy(&p->events[i]->ids, attr + size, IDS_SECTION_SIZE);
		if (p->swap)
			put_section_right(&p->events[i]->ids);
	}
	free(bytes);
	if (ret)
		return uet_error_set(err, ret, "%s: cannot be read: %s",
				     p->path, strerror(-ret));
	return 0;
}

static int read_ids_of(struct uet_perfdata *p, size_t event)
{
	const struct uet_perfdata_section *s = &p->events[event]->ids;
	uint64_t ids[512];
	uint64_t done = 0;

	while (done < s->size) {
		size_t size = sizeof(ids);
		int ret;

		if (size > s->size - done)
			size = (size_t)(s->size - done);
		ret = uet_perfdata_read_at(p, s->offset + done, ids, size);
		if (ret)
			return ret;
		for (size_t i = 0; !ret && i < size / 8; i++)
			ret = uet_ids_add(
				&p->ids, uet_perfdata_u64(p, ids[i]), event);
		if (ret)
			return ret;
		done += size;
	}
	return 0;
}

static int read_ids(struct uet_perfdata *p, struct uet_error *err)
{
	uint64_t n = 0;
	int ret;

	for (size_t i = 0; i < p->n_events; i++) {
		struct uet_perfdata_section *s = &p->events[i]->ids;
		uint64_t at = p->header.attrs.offset +
			      (i + 1) * p->header.attr_size - IDS_SECTION_SIZE;

		if (!uet_perfdata_is_inside(p, s) || s->size % 8) {
			/* The events with sound ids can still be read. */
			uet_perfdata_damaged(p, -EBADMSG,
				"damaged at byte %llu: the ids of event %zu "
				"lie outside of the file; its samples are "
				"missing", (unsigned long long)at, i);
			s->size = 0;
		}
		n += s->size / 8;
		if (n > UET_PERFDATA_MAX_IDS)
			return uet_error_set(err, -EFBIG,
				"%s: more than %d ids of events; record fewer "
				"events or CPUs at once", p->path,
				UET_PERFDATA_MAX_IDS);
	}
	ret = uet_ids_make_room(&p->ids, n);
	for (size_t i = 0; !ret && i < p->n_events; i++)
		ret = read_ids_of(p, i);
	if (ret)
		return uet_error_set(err, ret, "%s: cannot be read: %s",
				     p->path, strerror(-ret));
	return 0;
}

/*
 * The id must be found before it is known whose layout a record has: so it
 * must be at one place for all events.
 */
int uet_perfdata_place_ids(struct uet_perfdata *p, struct uet_error *err)
{
	const struct uet_sample_layout *first = &p->events[0]->shown.layout;

	if (!p->n_placed) {
		p->sample_id_at = uet_sample_id_at(first->sample_type);
		p->trailer_id_at = uet_trailer_id_at(first->sample_type);
		p->same_layout = true;
		p->n_placed = 1;
	}
	for (; p->n_placed < p->n_events; p->n_placed++) {
		const struct uet_sample_layout *l =
			&p->events[p->n_placed]->shown.layout;

		if (l->sample_type != first->sample_type ||
		    l->sample_id_all != first->sample_id_all)
			p->same_layout = false;
		if (uet_sample_id_at(l->sample_type) != p->sample_id_at ||
		    uet_trailer_id_at(l->sample_type) != p->trailer_id_at ||
		    p->sample_id_at == UET_NOWHERE)
			return damaged_head(p, err,
				p->is_stream ? 16 : p->header.attrs.offset,
				"the events' attributes do not say where a "
				"sample's id is");
	}
	return 0;
}

int uet_perfdata_read_head(struct uet_perfdata *p, struct uet_error *err)
{
	int ret;

	ret = check_magic(p, err);
	if (ret)
		return ret;
	ret = read_header(p, err);
	if (ret || p->is_stream)
		return ret;
	ret = read_attrs(p, err);
	if (ret)
		return ret;
	ret = read_ids(p, err);
	if (ret)
		return ret;
	return uet_perfdata_place_ids(p, err);
}
