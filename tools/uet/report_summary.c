/* SPDX-License-Identifier: MIT */
/*
 * uet report --summary: counts samples by event, EventHeader events by their
 * own names, and, on request, the values of one field.  Prints nothing.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>

#include "report.h"
#include "uet.h"

/* What the formats of a multi-format event have in common, and the first of
 * the events that has it. */
struct base {
	size_t event;
	char name[];
};

static int compare_bases(const void *a, const void *b)
{
	const struct base *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* The base of that name, made for the event if it is new; NULL: no memory. */
static const struct base *base_of(struct report *r, const char *name,
				  size_t length, size_t event)
{
	struct base *base = calloc(1, sizeof(*base) + length + 1);
	struct base **found;

	if (!base)
		return NULL;
	base->event = event;
	memcpy(base->name, name, length);
	/* A tree, since a file may have ten thousands of names. */
	found = tsearch(base, &r->bases, compare_bases);
	if (!found || *found != base)
		free(base);
	return found ? *found : NULL;
}

/* In text, the formats of a multi-format event are one: their numbers change
 * from run to run. */
static int set_group(struct report *r, size_t event)
{
	const char *name = uet_perfdata_get_event(r->file, event)->name;
	size_t length = uet_catalog_base(name);
	const struct base *base;

	r->rows[event].group = event;
	if (r->style == REPORT_JSON)
		return 0;
	base = base_of(r, name, length, event);
	if (!base)
		return report_no_memory();
	if (name[length])
		r->rows[event].group = base->event;
	return 0;
}

static bool is_number(const struct uet_field *f)
{
	return f->kind != UET_FIELD_STRING && f->kind != UET_FIELD_BYTES;
}

/* A plan of the one field, where there is one. */
static int plan_values(struct report *r, size_t event)
{
	struct report_row *row = &r->rows[r->rows[event].group];
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	size_t n = e->format ? uet_format_n_fields(e->format) : 0;

	for (size_t i = 0; i < n; i++) {
		const struct uet_field *f = uet_format_field(e->format, i);

		if (f->is_common || strcmp(f->name, r->summary_field) ||
		    !is_number(f))
			continue;
		if (!row->counts.values &&
		    !r->rows[event].is_eventheader &&
		    uet_histogram_new(&row->counts.values))
			return report_no_memory();
		if (uet_plan_new_fields(e->format, e->name, &r->summary_field,
					1, &r->rows[event].plan, NULL))
			return report_no_memory();
		r->has_values = true;
		break;
	}
	return 0;
}

/* What its samples have only they tell. */
static void set_eventheader(struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	struct report_row *row = &r->rows[event];
	struct eh_tracepoint t;

	row->is_eventheader = eh_tracepoint_of(e->format, e->name, &t);
	if (!row->is_eventheader)
		return;
	row->offset = t.offset;
	row->keyword = t.name.keyword;
	r->may_have_values = true;
}

int report_add_row(struct report *r, size_t event)
{
	int ret = set_group(r, event);

	set_eventheader(r, event);
	return !ret && r->summary_field ? plan_values(r, event) : ret;
}

static void tell_no_field(const struct report *r)
{
	out_error(&cmd_report, "no event of %s that was chosen has a field "
		  "'%s' with numbers", r->input, r->summary_field);
}

int report_begin_summary(struct report *r)
{
	r->rows = calloc(r->n_events + 1, sizeof(*r->rows));
	if (!r->rows)
		return report_no_memory();
	for (size_t i = 0; i < r->n_events; i++)
		if (r->chosen[i] && report_add_row(r, i))
			return -ENOMEM;
	if (!r->summary_field || r->has_values || r->may_have_values)
		return 0;
	tell_no_field(r);
	return -ENOENT;
}

int report_tell_no_values(const struct report *r)
{
	if (!r->summary_field || r->has_values || !r->values_asked)
		return 0;
	tell_no_field(r);
	return 1;
}

static int add_value(struct report *r, struct report_counts *counts,
		     const struct uet_value *value)
{
	if (!counts->values && uet_histogram_new(&counts->values))
		return report_no_memory();
	if (!uet_histogram_add(counts->values, value))
		counts->no_numbers++;
	r->has_values = true;
	return 0;
}

/* The context of a visit. */
struct adding {
	struct report *r;
	struct report_counts *counts;
	const struct uet_eh_event *eh; /* or NULL */
};

static int add_visited(void *context, const struct uet_field *field,
		       const struct uet_value *value)
{
	struct adding *adding = context;
	struct uet_value header = *value;

	/* Of these two, an event has its own byte order. */
	if (adding->eh && !strcmp(field->name, "id"))
		header.u = adding->eh->id;
	else if (adding->eh && !strcmp(field->name, "tag"))
		header.u = adding->eh->tag;
	return add_value(adding->r, adding->counts, &header);
}

/* Of the field or, of an array, of each element. */
static bool is_number_item(const struct uet_eh_item *item)
{
	switch (item->type) {
	case UET_EH_TYPE_UINT:
	case UET_EH_TYPE_INT:
	case UET_EH_TYPE_HEX:
	case UET_EH_TYPE_BOOLEAN:
	case UET_EH_TYPE_FLOAT:
	case UET_EH_TYPE_ERRNO:
	case UET_EH_TYPE_TIME:
		return true;
	default:
		return false;
	}
}

/* The event's own field, whatever it holds.  1, 0 without one, or -errno. */
static int add_own_field(struct report *r, struct report_counts *counts,
			 const struct uet_eh_event *event)
{
	struct uet_eh_cursor cursor;
	struct uet_eh_item item;
	bool in_array;

	if (uet_eh_find(event, r->summary_field, &cursor, &item))
		return 0;
	in_array = item.kind == UET_EH_ARRAY_BEGIN;
	while (in_array && uet_eh_next(&cursor, &item) == UET_EH_VALUE)
		if (is_number_item(&item) && add_value(r, counts, &item.value))
			return -ENOMEM;
	if (!in_array && item.kind == UET_EH_VALUE && is_number_item(&item) &&
	    add_value(r, counts, &item.value))
		return -ENOMEM;
	return 1;
}

/* Of what is told of an event besides its fields, the one number. */
static int add_told(struct report *r, struct report_counts *counts,
		    const struct report_row *row)
{
	const struct uet_value value = {
		.kind = UET_VALUE_UINT, .u = row->keyword,
	};

	return strcmp(r->summary_field, "keyword") ?
		       0 : add_value(r, counts, &value);
}

static void widen(struct report_counts *counts, uint64_t time)
{
	if (!counts->has_time || time < counts->first)
		counts->first = time;
	if (!counts->has_time || time > counts->last)
		counts->last = time;
	counts->has_time = true;
}

int report_count(struct report *r, size_t event, const struct uet_line *line)
{
	struct report_row *own = &r->rows[event];
	struct report_row *row = &r->rows[own->group];
	struct adding adding = { r, &row->counts, NULL };
	struct report_counts *named;
	struct uet_eh_event eh;
	bool is_eh = own->is_eventheader &&
		     eh_event_of(own->offset, line->raw, line->raw_size, &eh);
	int ret = 0;

	adding.eh = is_eh ? &eh : NULL;
	named = is_eh ? report_counts_of(r, row, &eh) : NULL;
	if (named)
		adding.counts = named;
	adding.counts->samples++;
	r->values_asked |= is_eh;
	if (line->has_time)
		widen(adding.counts, line->time);
	if (is_eh && r->summary_field)
		ret = add_own_field(r, adding.counts, &eh);
	if (!ret && own->plan)
		ret = uet_plan_visit(own->plan, line->raw ? line->raw : "",
				     line->raw_size, add_visited, &adding);
	else if (!ret && is_eh && r->summary_field)
		ret = add_told(r, adding.counts, own);
	return ret < 0 ? ret : 0;
}

static void add_counts(struct report_counts *to,
		       const struct report_counts *from)
{
	to->samples += from->samples;
	if (!from->has_time)
		return;
	widen(to, from->first);
	widen(to, from->last);
}

struct report_counts report_add_up(struct report *r)
{
	struct report_counts total = { 0 };

	for (size_t i = 0; i < r->n_events; i++) {
		const struct report_row *row = &r->rows[i];

		if (!r->chosen[i])
			continue;
		r->rows[row->group].lost +=
			uet_perfdata_get_event(r->file, i)->lost;
		add_counts(&total, &row->counts);
		for (size_t k = 0; k < row->n_named; k++)
			add_counts(&total, &row->named[k]->counts);
	}
	return total;
}

void report_end_summary(struct report *r)
{
	for (size_t i = 0; r->rows && i < r->n_events; i++) {
		uet_plan_free(r->rows[i].plan);
		uet_histogram_free(r->rows[i].counts.values);
		report_named_free(&r->rows[i]);
	}
	free(r->rows);
	tdestroy(r->bases, free);
}
