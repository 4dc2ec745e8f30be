/* SPDX-License-Identifier: MIT */
/*
 * uet report --summary: counts samples by event and, on request, the values of
 * one field.  How values are drawn is report_values.c's business.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uet/catalog.h>

#include "json.h"
#include "report.h"
#include "uet.h"

/* Columns of a time, and of one with its date. */
#define TIME_WIDTH 20
#define WALL_WIDTH 30

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
		if (!row->values && uet_histogram_new(&row->values))
			return report_no_memory();
		if (uet_plan_new_fields(e->format, e->name, &r->summary_field,
					1, &r->rows[event].plan, NULL))
			return report_no_memory();
		r->has_values = true;
		break;
	}
	return 0;
}

int report_add_row(struct report *r, size_t event)
{
	int ret = set_group(r, event);

	return !ret && r->summary_field ? plan_values(r, event) : ret;
}

int report_begin_summary(struct report *r)
{
	r->rows = calloc(r->n_events + 1, sizeof(*r->rows));
	if (!r->rows)
		return report_no_memory();
	for (size_t i = 0; i < r->n_events; i++)
		if (r->chosen[i] && report_add_row(r, i))
			return -ENOMEM;
	if (!r->summary_field || r->has_values)
		return 0;
	out_error(&cmd_report, "no event of %s that was chosen has a field "
		  "'%s' with numbers", r->input, r->summary_field);
	return -ENOENT;
}

static int add_value(void *context, const struct uet_field *field,
		     const struct uet_value *value)
{
	struct report_row *row = context;

	(void)field;
	if (!uet_histogram_add(row->values, value))
		row->no_numbers++;
	return 0;
}

static void widen(struct report_row *row, uint64_t time)
{
	if (!row->has_time || time < row->first)
		row->first = time;
	if (!row->has_time || time > row->last)
		row->last = time;
	row->has_time = true;
}

void report_count(struct report *r, size_t event, const struct uet_line *line)
{
	struct report_row *own = &r->rows[event];
	struct report_row *row = &r->rows[own->group];

	row->samples++;
	if (line->has_time)
		widen(row, line->time);
	if (own->plan)
		uet_plan_visit(own->plan, line->raw ? line->raw : "",
			       line->raw_size, add_value, row);
}

/* The sums over the rows, and of what the reader knows about losses. */
static struct report_row add_up(struct report *r)
{
	struct report_row total = { 0 };

	for (size_t i = 0; i < r->n_events; i++) {
		struct report_row *row = &r->rows[i];

		if (!r->chosen[i])
			continue;
		r->rows[row->group].lost +=
			uet_perfdata_get_event(r->file, i)->lost;
		total.samples += row->samples;
		if (row->has_time) {
			widen(&total, row->first);
			widen(&total, row->last);
		}
	}
	return total;
}

/* Recorders add events of their own that never have a sample. */
static bool is_shown(const struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	const struct report_row *row = &r->rows[event];

	return r->chosen[event] && row->group == event &&
	       (e->type == PERF_TYPE_TRACEPOINT || row->samples || row->lost);
}

/* By second, from the first of all samples to the last. */
static double rate_of(const struct report_row *row,
		      const struct report_row *total)
{
	if (!total->has_time || total->last == total->first)
		return -1;
	return (double)row->samples * 1e9 /
	       (double)(total->last - total->first);
}

static void print_time(const struct report *r, uint64_t ns)
{
	time_t seconds = (time_t)(ns / 1000000000);
	char text[40], date[24];
	struct tm tm;

	if (r->is_wall) {
		strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S",
			 gmtime_r(&seconds, &tm));
		printf(" %s.%09" PRIu64 "Z", date, ns % 1000000000);
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64,
		 ns / 1000000000, ns % 1000000000);
	printf(" %20s", text);
}

static void print_row(const struct report *r, const struct report_row *row,
		      double rate, bool lost_known, const char *name, size_t length)
{
	int width = r->is_wall ? WALL_WIDTH : TIME_WIDTH;

	printf("%12" PRIu64 " ", row->samples);
	if (lost_known)
		printf("%12" PRIu64, row->lost);
	else
		printf("%12s", "?");
	if (rate < 0)
		printf(" %12s", "-");
	else
		printf(" %12.*f", rate < 10 ? 3 : 0, rate);
	if (row->has_time) {
		print_time(r, row->first);
		print_time(r, row->last);
	} else {
		printf(" %*s %*s", width, "-", width, "-");
	}
	fputs("  ", stdout);
	for (size_t i = 0; i < length; i++)
		put_plain(stdout, (char[]){ name[i], '\0' });
	putchar('\n');
}

static void print_text(const struct report *r, struct report_row *total,
		       const struct uet_perfdata_stats *stats, bool lost_known)
{
	int width = r->is_wall ? WALL_WIDTH : TIME_WIDTH;

	printf("%12s %12s %12s %*s %*s  %s\n", "samples", "lost",
	       "per second", width, "first", width, "last", "event");
	for (size_t i = 0; i < r->n_events; i++) {
		const char *name = uet_perfdata_get_event(r->file, i)->name;
		const struct report_row *row = &r->rows[i];

		if (is_shown(r, i))
			print_row(r, row, rate_of(row, total), lost_known, name,
				  uet_catalog_base(name));
	}
	total->lost = stats->lost;
	print_row(r, total, rate_of(total, total), true, "total", 5);
	for (size_t i = 0; i < r->n_events; i++) {
		const char *name = uet_perfdata_get_event(r->file, i)->name;

		if (r->chosen[i] && r->rows[i].group == i &&
		    r->rows[i].values)
			report_values_text(r->summary_field, name,
					   (int)uet_catalog_base(name),
					   &r->rows[i]);
	}
}

static void print_base(const char *name)
{
	char *base = strndup(name, uet_catalog_base(name));

	if (base && strcmp(base, name)) {
		fputs(",\"base\":", stdout);
		json_string(stdout, base);
	}
	free(base);
}

static void print_json_time(const char *name, const char *unit, bool known,
			    uint64_t time)
{
	printf(",\"%s_%s\":", name, unit);
	if (known)
		printf("%" PRIu64, time);
	else
		fputs("null", stdout);
}

static void print_json(const struct report *r, size_t event,
		       const struct report_row *total, bool lost_known)
{
	const char *name = uet_perfdata_get_event(r->file, event)->name;
	const struct report_row *row = &r->rows[event];
	const char *unit = r->is_wall ? "unix_ns" : "ns";
	double rate = rate_of(row, total);

	fputs("{\"event\":", stdout);
	json_string(stdout, name);
	print_base(name);
	printf(",\"samples\":%" PRIu64 ",\"lost\":", row->samples);
	if (lost_known)
		printf("%" PRIu64, row->lost);
	else
		fputs("null", stdout);
	fputs(",\"per_second\":", stdout);
	if (rate < 0)
		fputs("null", stdout);
	else
		printf("%.3f", rate);
	print_json_time("first", unit, row->has_time, row->first);
	print_json_time("last", unit, row->has_time, row->last);
	if (row->values)
		report_values_json(r->summary_field, row);
	puts("}");
}

void report_summary(struct report *r)
{
	struct report_row total = add_up(r);
	struct uet_perfdata_stats stats;
	bool lost_known;

	uet_perfdata_get_stats(r->file, &stats);
	/* Rings do not know whose events they lost. */
	lost_known = stats.lost_by_event || !stats.lost;
	if (r->style != REPORT_JSON) {
		print_text(r, &total, &stats, lost_known);
		return;
	}
	for (size_t i = 0; i < r->n_events; i++)
		if (is_shown(r, i))
			print_json(r, i, &total, lost_known);
}

void report_end_summary(struct report *r)
{
	for (size_t i = 0; r->rows && i < r->n_events; i++) {
		uet_plan_free(r->rows[i].plan);
		uet_histogram_free(r->rows[i].values);
	}
	free(r->rows);
	tdestroy(r->bases, free);
}
