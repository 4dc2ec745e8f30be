/* SPDX-License-Identifier: MIT */
/*
 * What uet report --summary counted, as text or JSON.  How values are drawn is
 * report_values.c's business.
 */
#include <inttypes.h>
#include <linux/perf_event.h>
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

/* Room for a number, "?" or "-". */
#define LOST_ROOM 24

/* One line or object: of an event, or of a name that a row has. */
struct entry {
	size_t event;
	const struct report_named *named; /* NULL: the row's own counts */
	const struct report_counts *counts;
};

struct printing {
	const struct report *r;
	const struct report_counts *total;
	bool lost_known; /* by event */
};

typedef void print_fn(const struct printing *p, const struct entry *e);

/* Recorders add events of their own that never have a sample, and where names
 * are told, what has none is worth a row only if there is something. */
static bool is_shown(const struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	const struct report_row *row = &r->rows[event];

	return row->counts.samples || row->lost ||
	       (e->type == PERF_TYPE_TRACEPOINT && !row->n_named &&
		!r->sieves[event]);
}

static void for_each(const struct printing *p, print_fn *print)
{
	const struct report *r = p->r;

	for (size_t i = 0; i < r->n_events; i++) {
		const struct report_row *row = &r->rows[i];

		if (!r->chosen[i] || row->group != i)
			continue;
		for (size_t k = 0; k < row->n_named; k++)
			print(p, &(struct entry){ i, row->named[k],
						  &row->named[k]->counts });
		if (is_shown(r, i))
			print(p, &(struct entry){ i, NULL, &row->counts });
	}
}

/* By second, from the first of all samples to the last. */
static double rate_of(const struct report_counts *counts,
		      const struct report_counts *total)
{
	if (!total->has_time || total->last == total->first)
		return -1;
	return (double)counts->samples * 1e9 /
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

static void print_row(const struct printing *p,
		      const struct report_counts *counts, const char *lost,
		      const char *label)
{
	int width = p->r->is_wall ? WALL_WIDTH : TIME_WIDTH;
	double rate = rate_of(counts, p->total);

	printf("%12" PRIu64 " %12s", counts->samples, lost);
	if (rate < 0)
		printf(" %12s", "-");
	else
		printf(" %12.*f", rate < 10 ? 3 : 0, rate);
	if (counts->has_time) {
		print_time(p->r, counts->first);
		print_time(p->r, counts->last);
	} else {
		printf(" %*s %*s", width, "-", width, "-");
	}
	fputs("  ", stdout);
	put_plain(stdout, label);
	putchar('\n');
}

/* Its own row counts what is not told by name: losses, which the kernel does
 * not tell so, and what came when there were too many names. */
static bool is_unnamed(const struct report *r, const struct entry *e)
{
	const struct report_row *row = &r->rows[e->event];

	return !e->named && (row->n_named ||
			     (row->is_eventheader && row->counts.samples));
}

/* What the event is called in text; to be freed, NULL without memory. */
static char *label_of(const struct report *r, const struct entry *e)
{
	const char *name = uet_perfdata_get_event(r->file, e->event)->name;
	int size = (int)uet_catalog_base(name);
	struct uet_eh_tracepoint t;
	char *label, level[16] = "";

	if (!e->named || uet_eh_tracepoint_parse(name, &t))
		return asprintf(&label, "%.*s%s", size, name,
				is_unnamed(r, e) ? " (unnamed)" : "") < 0 ?
			       NULL : label;
	if (e->named->level != t.level)
		snprintf(level, sizeof(level), ", level %u", e->named->level);
	return asprintf(&label, "%.*s:%s (%.*s%s)", (int)t.provider_size,
			t.provider, e->named->name, size, name, level) < 0 ?
		       NULL : label;
}

static void print_text_row(const struct printing *p, const struct entry *e)
{
	char *label = label_of(p->r, e), lost[LOST_ROOM];

	if (e->named)
		strcpy(lost, "-");
	else if (!p->lost_known)
		strcpy(lost, "?");
	else
		snprintf(lost, sizeof(lost), "%" PRIu64,
			 p->r->rows[e->event].lost);
	if (label)
		print_row(p, e->counts, lost, label);
	free(label);
}

static void print_text_values(const struct printing *p, const struct entry *e)
{
	char *label = e->counts->values ? label_of(p->r, e) : NULL;

	if (label)
		report_values_text(p->r->summary_field, label, e->counts);
	free(label);
}

static void print_text(const struct printing *p, uint64_t all_lost)
{
	int width = p->r->is_wall ? WALL_WIDTH : TIME_WIDTH;
	char lost[LOST_ROOM];

	printf("%12s %12s %12s %*s %*s  %s\n", "samples", "lost",
	       "per second", width, "first", width, "last", "event");
	for_each(p, print_text_row);
	snprintf(lost, sizeof(lost), "%" PRIu64, all_lost);
	print_row(p, p->total, lost, "total");
	for_each(p, print_text_values);
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

/* As in the objects of samples. */
static void print_json_named(const struct report_named *named,
			     const char *tracepoint)
{
	struct uet_eh_tracepoint t = { .provider = "" };
	char *provider, *event;

	uet_eh_tracepoint_parse(tracepoint, &t);
	provider = strndup(t.provider, t.provider_size);
	if (provider && asprintf(&event, "%s:%s", provider, named->name) >= 0) {
		json_string(stdout, event);
		fputs(",\"tracepoint\":", stdout);
		json_string(stdout, tracepoint);
		fputs(",\"provider\":", stdout);
		json_string(stdout, provider);
		printf(",\"level\":%u,\"keyword\":\"0x%" PRIX64 "\"",
		       named->level, t.keyword);
		free(event);
	} else {
		json_string(stdout, tracepoint);
	}
	free(provider);
}

static void print_json_name(const struct report *r, const struct entry *e)
{
	const char *name = uet_perfdata_get_event(r->file, e->event)->name;

	fputs("{\"event\":", stdout);
	if (e->named) {
		print_json_named(e->named, name);
		return;
	}
	json_string(stdout, name);
	print_base(name);
	if (is_unnamed(r, e))
		fputs(",\"unnamed\":true", stdout);
}

static void print_json(const struct printing *p, const struct entry *e)
{
	const struct report_counts *counts = e->counts;
	const char *unit = p->r->is_wall ? "unix_ns" : "ns";
	double rate = rate_of(counts, p->total);

	print_json_name(p->r, e);
	printf(",\"samples\":%" PRIu64 ",\"lost\":", counts->samples);
	if (p->lost_known && !e->named)
		printf("%" PRIu64, p->r->rows[e->event].lost);
	else
		fputs("null", stdout);
	fputs(",\"per_second\":", stdout);
	if (rate < 0)
		fputs("null", stdout);
	else
		printf("%.3f", rate);
	print_json_time("first", unit, counts->has_time, counts->first);
	print_json_time("last", unit, counts->has_time, counts->last);
	if (counts->values)
		report_values_json(p->r->summary_field, counts);
	puts("}");
}

void report_summary(struct report *r)
{
	struct report_counts total = report_add_up(r);
	struct printing p = { .r = r, .total = &total };
	struct uet_perfdata_stats stats;

	uet_perfdata_get_stats(r->file, &stats);
	/* Rings do not know whose events they lost. */
	p.lost_known = stats.lost_by_event || !stats.lost;
	if (r->style == REPORT_JSON)
		for_each(&p, print_json);
	else
		print_text(&p, stats.lost);
}
