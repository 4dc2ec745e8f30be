/* SPDX-License-Identifier: MIT */
/*
 * What follows the records of a perf.data file, for reading: names of events
 * (EVENT_DESC) and formats of tracepoints (TRACING_DATA).  Knows no record.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/print_fmt.h>

#include "collect_internal.h"
#include "cursor.h"
#include "perfdata_reader.h"
#include "tracing_data.h"

#define MAX_NAME 200

/*
 * Bytes of a section, or NULL with the damage noted.  What the file does not
 * have of it is cut off, so that nothing larger than the file is allocated.
 */
static void *load(struct uet_perfdata *p, struct uet_perfdata_section *s,
		  const char *what, int *ret)
{
	void *bytes;

	*ret = 0;
	if (s->offset > p->file_size || s->size > p->file_size - s->offset) {
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, before the end of the %s",
			(unsigned long long)p->file_size, what);
		if (s->offset >= p->file_size)
			return NULL;
		s->size = p->file_size - s->offset;
	}
	bytes = malloc(s->size + 1);
	if (!bytes) {
		*ret = -ENOMEM;
		return NULL;
	}
	if (uet_perfdata_read_at(p, s->offset, bytes, s->size)) {
		uet_perfdata_damaged(p, -EIO,
			"cannot be read at byte %llu, where the %s are",
			(unsigned long long)s->offset, what);
		free(bytes);
		return NULL;
	}
	return bytes;
}

static void damaged_section(struct uet_perfdata *p,
			    const struct uet_perfdata_section *s,
			    const char *what)
{
	uet_perfdata_damaged(p, -EBADMSG,
		"damaged within the %llu bytes at %llu: the %s",
		(unsigned long long)s->size, (unsigned long long)s->offset,
		what);
}

/* Names: EVENT_DESC. */

int uet_perfdata_set_name(struct uet_perfdata *p, size_t event,
			  const char *name, size_t len)
{
	struct uet_reader_event *e;

	if (event >= p->n_events || !len || !*name)
		return 0;
	e = p->events[event];
	if (e->shown.format || e->shown.samples)
		return 0;
	free(e->name);
	e->name = strndup(name, len < MAX_NAME ? len : MAX_NAME);
	e->shown.name = e->name;
	return e->name ? 0 : -ENOMEM;
}

/* One entry: its attr, its ids, its name. */
static int read_description(struct uet_perfdata *p, struct uet_cursor *c,
			    uint32_t attr_size, size_t index)
{
	uint32_t n_ids, len;
	const char *name;
	const void *ids;
	long event = (long)index;

	uet_cursor_view(c, attr_size);
	n_ids = uet_cursor_u32(c);
	len = uet_cursor_u32(c);
	name = uet_cursor_view(c, len);
	ids = uet_cursor_u64s(c, n_ids, 8);
	if (c->bad)
		return 0;
	/* The ids decide; without them the order is that of the attrs. */
	if (n_ids && p->n_events > 1) {
		uint64_t id;

		memcpy(&id, ids, 8);
		event = id ? uet_perfdata_find_id(p, id) : -1;
	}
	return event < 0 ? 0 : uet_perfdata_set_name(p, (size_t)event, name,
						     len);
}

int uet_perfdata_parse_names(struct uet_perfdata *p, void *bytes,
			     size_t size)
{
	struct uet_cursor c = uet_cursor_over(bytes, size);
	uint32_t n, attr_size;
	int ret = 0;

	c.swap = p->swap;
	n = uet_cursor_u32(&c);
	attr_size = uet_cursor_u32(&c);
	for (size_t i = 0; i < n && !c.bad && !ret; i++)
		ret = read_description(p, &c, attr_size, i);
	if (ret)
		return ret;
	/* A record's end is aligned; more is what was not understood. */
	return c.bad || uet_cursor_left(&c) >= 8 ? -EBADMSG : 0;
}

static int read_names(struct uet_perfdata *p, struct uet_perfdata_section *s)
{
	void *bytes;
	int ret;

	if (!s->size)
		return 0;
	bytes = load(p, s, "names of events", &ret);
	if (!bytes)
		return ret;
	ret = uet_perfdata_parse_names(p, bytes, s->size);
	free(bytes);
	if (ret != -EBADMSG)
		return ret;
	damaged_section(p, s, "names of events");
	return 0;
}

/* Formats: TRACING_DATA. */

struct formats {
	struct uet_perfdata *p;
	const struct uet_tracing_rest *rest; /* its long_size */
};

/* The number behind "ID:"; cheaper than parsing what nobody wants. */
static bool peek_id(const char *text, size_t len, uint32_t *id)
{
	const char *end = text + len;
	const char *at = memmem(text, len, "\nID:", 4);
	uint64_t n = 0;

	if (!at)
		return false;
	for (at += 4; at < end && *at == ' '; at++)
		;
	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		n = n * 10 + (uint64_t)(*at - '0');
		if (n > UINT32_MAX)
			return false;
	}
	*id = (uint32_t)n;
	return true;
}

static int set_format(struct uet_reader_event *e, const char *system,
		      const struct uet_format *format)
{
	char *name;

	if (asprintf(&name, "%.*s:%.*s", MAX_NAME, system, MAX_NAME,
		     uet_format_name(format)) < 0)
		return -ENOMEM;
	free(e->name);
	e->name = name;
	e->shown.name = name;
	e->shown.format = format;
	return 0;
}

/* One that libtraceevent is not trusted with is printed by its fields. */
static int add_print_fmt(const struct formats *f, const char *system,
			 const char *text, size_t len)
{
	struct uet_print_fmt *print_fmt = f->p->print_fmt;

	if (!print_fmt)
		return 0;
	uet_print_fmt_long_size(print_fmt, f->rest->long_size);
	return uet_print_fmt_add(print_fmt, system, text, len) == -ENOMEM ?
		       -ENOMEM : 0;
}

static int on_format(void *context, const char *system, const char *text,
		     size_t len)
{
	const struct formats *f = context;
	struct uet_perfdata *p = f->p;
	struct uet_reader_event *first;
	struct uet_error err;
	uint32_t id;
	long found;
	int ret;

	found = peek_id(text, len, &id) ? uet_ids_find(&p->tracepoints, id) : -1;
	if (found < 0)
		return 0;
	first = p->events[found];
	if (first->format)
		return 0;
	ret = uet_format_parse(text, len, &first->format, &err);
	if (ret == -EINVAL) {
		uet_perfdata_damaged(p, -EBADMSG, "damaged: %s", err.text);
		return 0;
	}
	if (!ret)
		ret = add_print_fmt(f, system, text, len);
	for (struct uet_reader_event *e = first; !ret && e; e = e->next_of_id)
		ret = set_format(e, system, first->format);
	return ret;
}

/* What print fmts refer to.  Damaged, it costs names, not events. */
static int add_rest(struct uet_perfdata *p, const struct uet_tracing_rest *rest)
{
	if (uet_print_fmt_symbols(p->print_fmt, rest->symbols,
				  rest->symbols_size) == -ENOMEM ||
	    uet_print_fmt_strings(p->print_fmt, rest->strings,
				  rest->strings_size) == -ENOMEM)
		return -ENOMEM;
	return 0;
}

int uet_perfdata_parse_formats(struct uet_perfdata *p, void *bytes,
			       size_t size)
{
	struct uet_tracing_rest rest;
	struct formats formats = { p, &rest };
	int ret = uet_tracing_data_read(bytes, size, on_format, &formats,
					&rest);

	return !ret && p->print_fmt ? add_rest(p, &rest) : ret;
}

static int read_formats(struct uet_perfdata *p,
			struct uet_perfdata_section *s)
{
	void *bytes;
	int ret;

	if (!s->size)
		return 0;
	bytes = load(p, s, "formats of events", &ret);
	if (!bytes)
		return ret;
	ret = uet_perfdata_parse_formats(p, bytes, s->size);
	free(bytes);
	if (ret != -EBADMSG)
		return ret;
	damaged_section(p, s, "formats of events");
	return 0;
}

/* What is left without a name gets one that tells what perf would count.  No
 * event loses its name, so that those before need no second look. */
int uet_perfdata_name_the_rest(struct uet_perfdata *p)
{
	for (; p->n_named < p->n_events; p->n_named++) {
		struct uet_reader_event *e = p->events[p->n_named];
		unsigned long long config = e->shown.config;
		bool is_tracepoint = e->shown.type == PERF_TYPE_TRACEPOINT;

		if (!e->name &&
		    (is_tracepoint ?
			     asprintf(&e->name, "tracepoint:%llu", config) :
			     asprintf(&e->name, "type%u:0x%llx", e->shown.type,
				      config)) < 0) {
			e->name = NULL;
			return -ENOMEM;
		}
		e->shown.name = e->name;
	}
	return 0;
}

/*
 * Where uet's own recorder puts the formats: between the attributes and the
 * records.  All that a file has which was never finished or lost its end.
 */
static int read_formats_in_front(struct uet_perfdata *p)
{
	static const unsigned char magic[] = { 23, 8, 68, 't', 'r', 'a', 'c',
					       'i', 'n', 'g' };
	const struct uet_perfdata_header *h = &p->header;
	struct uet_perfdata_section s = { h->attrs.offset + h->attrs.size, 0 };
	unsigned char start[sizeof(magic)];

	/* read_header() saw to it that the attributes are inside the file. */
	if (h->data.offset > p->file_size || s.offset >= h->data.offset)
		return 0;
	s.size = h->data.offset - s.offset;
	if (s.size < sizeof(magic) ||
	    uet_perfdata_read_at(p, s.offset, start, sizeof(start)) ||
	    memcmp(start, magic, sizeof(magic)))
		return 0;
	return read_formats(p, &s);
}

/* Recorders never leave them out, so that something was lost. */
static void check_formats(struct uet_perfdata *p,
			  const struct uet_perfdata_section *formats)
{
	if (formats->size)
		return;
	for (size_t i = 0; i < p->n_events; i++)
		if (p->events[i]->shown.type == PERF_TYPE_TRACEPOINT)
			uet_perfdata_damaged(p, -EBADMSG,
				"damaged at byte 72: the formats of events are "
				"missing, so that fields cannot be read");
}

/* When the wall clock and the samples' clock were read together.  Nothing is
 * lost with a damaged one but the wall clock. */
void uet_perfdata_parse_clock(struct uet_perfdata *p, void *bytes, size_t size)
{
	struct uet_cursor c = uet_cursor_over(bytes, size);
	uint64_t wall_ns, clock_ns;
	uint32_t version;

	c.swap = p->swap;
	version = uet_cursor_u32(&c);
	uet_cursor_u32(&c); /* which clock */
	wall_ns = uet_cursor_u64(&c);
	clock_ns = uet_cursor_u64(&c);
	if (c.bad || version != 1)
		return;
	p->has_wall = true;
	p->wall_offset = wall_ns - clock_ns;
}

static void read_clock_data(struct uet_perfdata *p,
			    const struct uet_perfdata_section *s)
{
	unsigned char data[UET_PERFDATA_CLOCK_SIZE];

	if (s->size >= sizeof(data) &&
	    !uet_perfdata_read_at(p, s->offset, data, sizeof(data)))
		uet_perfdata_parse_clock(p, data, sizeof(data));
}

/* uet's recorder begins the records with it: a file that was never finished
 * has no other. */
static void read_clock_in_front(struct uet_perfdata *p)
{
	unsigned char record[16 + UET_PERFDATA_CLOCK_SIZE];
	struct uet_cursor c = uet_cursor_over(record, sizeof(record));
	uint32_t type;

	if (p->header.data.offset > p->file_size ||
	    uet_perfdata_read_at(p, p->header.data.offset, record,
				 sizeof(record)))
		return;
	c.swap = p->swap;
	type = uet_cursor_u32(&c);
	uet_cursor_u16(&c);
	if (type == UET_RECORD_HEADER_FEATURE &&
	    uet_cursor_u16(&c) >= sizeof(record) &&
	    uet_cursor_u64(&c) == UET_FEAT_CLOCK_DATA)
		uet_perfdata_parse_clock(p, record + 16,
					 UET_PERFDATA_CLOCK_SIZE);
}

int uet_perfdata_read_features(struct uet_perfdata *p, struct uet_error *err)
{
	struct uet_perfdata_section sections[UET_PERFDATA_FEATURE_BITS];
	struct uet_perfdata_section s;
	int ret = 0;

	read_clock_in_front(p);
	if (uet_perfdata_find_sections(p, sections)) {
		s = uet_perfdata_section_of(p, sections, UET_FEAT_TRACING_DATA);
		check_formats(p, &s);
		ret = read_formats(p, &s);
		s = uet_perfdata_section_of(p, sections, UET_FEAT_EVENT_DESC);
		if (!ret)
			ret = read_names(p, &s);
		uet_perfdata_check_ends(p, sections);
		s = uet_perfdata_section_of(p, sections, UET_FEAT_CLOCK_DATA);
		read_clock_data(p, &s);
	} else {
		ret = read_formats_in_front(p);
	}
	if (!ret)
		ret = uet_perfdata_name_the_rest(p);
	if (ret)
		return uet_error_set(err, ret, "%s: out of memory", p->path);
	return 0;
}
