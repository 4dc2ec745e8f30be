/* SPDX-License-Identifier: MIT */
/*
 * The stream format of perf.data: events, names and formats that come as
 * records among the others.  Knows nothing about the kernel's records.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect_internal.h"
#include "cursor.h"
#include "perfdata_reader.h"
#include "record_peek.h"

/* Of EVENT_UPDATE. */
#define UPDATE_NAME 2

/* Records of which the kernel's or perf's recording may depend on. */
static bool belongs_to_front(uint32_t type)
{
	return type >= UET_RECORD_USER && type != UET_RECORD_FINISHED_ROUND &&
	       type != UET_RECORD_FINISHED_INIT &&
	       type != UET_RECORD_COMPRESSED && type != UET_RECORD_COMPRESSED2;
}

static int bad_record(struct uet_perfdata *p, const char *what)
{
	uet_perfdata_damaged(p, -EBADMSG, "damaged before byte %llu: %s",
			     uet_perfdata_here(p), what);
	return 0;
}

/* The attributes, whose length stands in them, and the ids behind. */
static int on_attr(struct uet_perfdata *p, struct uet_cursor *c)
{
	uint32_t size = 0;
	const unsigned char *attr = c->at;
	uint64_t n_ids;
	int ret;

	if (uet_cursor_left(c) >= UET_ATTR_MIN_SIZE)
		memcpy(&size, attr + offsetof(struct perf_event_attr, size),
		       sizeof(size));
	if (p->swap)
		size = __builtin_bswap32(size);
	if (size < UET_ATTR_MIN_SIZE || size > uet_cursor_left(c))
		return bad_record(p, "an event's attributes have a wrong size");
	uet_cursor_view(c, size);
	n_ids = uet_cursor_left(c) / 8;
	if (p->n_events == UET_PERFDATA_MAX_EVENTS ||
	    n_ids > UET_PERFDATA_MAX_IDS - p->ids.n_used)
		return -EFBIG;
	ret = uet_perfdata_add_event(p, attr, size);
	for (uint64_t i = 0; !ret && i < n_ids; i++)
		ret = uet_ids_add(&p->ids, uet_cursor_u64(c), p->n_events - 1);
	return ret ? ret : uet_perfdata_name_the_rest(p);
}

static int on_update(struct uet_perfdata *p, struct uet_cursor *c)
{
	uint64_t type = uet_cursor_u64(c);
	uint64_t id = uet_cursor_u64(c);
	const char *name;
	long event;

	if (c->bad)
		return bad_record(p, "the update of an event is too short");
	if (type != UPDATE_NAME)
		return 0;
	name = uet_cursor_string(c);
	if (!name)
		return bad_record(p, "an event's name has no end");
	event = id ? uet_perfdata_find_id(p, id) : -1;
	if (event < 0)
		return 0;
	return uet_perfdata_set_name(p, (size_t)event, name, strlen(name));
}

static int on_feature(struct uet_perfdata *p, struct uet_cursor *c,
		      unsigned char *record)
{
	uint64_t feature = uet_cursor_u64(c);

	if (c->bad)
		return bad_record(p, "a feature's record is too short");
	if (feature == UET_FEAT_CLOCK_DATA)
		uet_perfdata_parse_clock(p, record + 16, uet_cursor_left(c));
	if (feature != UET_FEAT_EVENT_DESC)
		return 0;
	if (uet_perfdata_parse_names(p, record + 16, uet_cursor_left(c)))
		return bad_record(p, "the names of events");
	return uet_perfdata_name_the_rest(p);
}

/* The formats lie behind the record, whose size does not count them. */
static int on_tracing_data(struct uet_perfdata *p, struct uet_cursor *c)
{
	uint32_t size = uet_cursor_u32(c);
	struct uet_blob blob = { 0 };
	int ret;

	if (c->bad)
		return bad_record(p, "the formats of events have no size");
	ret = uet_perfdata_take_bytes(p, size, &blob);
	if (ret == -ENODATA) {
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, inside of the formats of "
			"events", (unsigned long long)p->file_size);
		ret = 0;
	}
	if (!ret && blob.n) {
		ret = uet_perfdata_parse_formats(p, blob.bytes, blob.n);
		if (ret == -EBADMSG)
			ret = bad_record(p, "the formats of events");
	}
	free(blob.bytes);
	return ret ? ret : uet_perfdata_name_the_rest(p);
}

int uet_perfdata_stream_record(struct uet_perfdata *p,
			       unsigned char *record, uint32_t type,
			       size_t size)
{
	struct uet_cursor c = uet_cursor_over(record, size);

	uet_cursor_view(&c, UET_RECORD_HEADER);
	c.swap = p->swap;
	switch (type) {
	case UET_RECORD_HEADER_ATTR:
		return on_attr(p, &c);
	case UET_RECORD_EVENT_UPDATE:
		return on_update(p, &c);
	case UET_RECORD_HEADER_FEATURE:
		return on_feature(p, &c, record);
	case UET_RECORD_HEADER_TRACING_DATA:
		return on_tracing_data(p, &c);
	}
	return 0;
}

/* Everything before the first record of the recording itself. */
static int read_front(struct uet_perfdata *p)
{
	struct perf_event_header header;
	unsigned char *record;

	while (uet_perfdata_read_record(p, &record, &header)) {
		int ret;

		if (!belongs_to_front(header.type)) {
			/* Its turn comes later. */
			uet_perfdata_unread(p, &header);
			return 0;
		}
		if (header.type == UET_RECORD_AUXTRACE)
			return bad_record(p, "a trace before its events");
		ret = uet_perfdata_stream_record(p, record, header.type,
						 header.size);
		if (ret)
			return ret;
	}
	return 0;
}

int uet_perfdata_read_front(struct uet_perfdata *p, struct uet_error *err)
{
	int ret = read_front(p);

	if (ret == -EFBIG)
		return uet_error_set(err, ret,
			"%s: more than %d events or %d of their ids; record "
			"fewer events or CPUs at once", p->path,
			UET_PERFDATA_MAX_EVENTS, UET_PERFDATA_MAX_IDS);
	if (ret)
		return uet_error_set(err, ret, "%s: %s", p->path,
				     strerror(-ret));
	if (p->n_events)
		return uet_perfdata_place_ids(p, err);
	if (p->damage) {
		if (err)
			*err = p->damage_text;
		return p->damage;
	}
	return uet_error_set(err, -ENODATA,
		"%s: the stream has no events: its recorder failed, or it was "
		"cut at byte %llu", p->path, uet_perfdata_here(p));
}
