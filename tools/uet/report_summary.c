/* SPDX-License-Identifier: MIT */
/*
 * The counts of uet report --summary.
 */
#include <inttypes.h>
#include <linux/perf_event.h>

#include "json.h"
#include "report.h"
#include "uet.h"

static bool is_counted(const struct uet_perfdata_event *e)
{
	/* Recorders add events of their own that never have a sample. */
	return e->type == PERF_TYPE_TRACEPOINT || e->samples || e->lost;
}

static void print_count(const char *name, uint64_t samples, uint64_t lost,
			bool lost_known)
{
	printf("%12" PRIu64 " ", samples);
	if (lost_known)
		printf("%12" PRIu64, lost);
	else
		printf("%12s", "?");
	fputs("  ", stdout);
	put_plain(stdout, name);
	putchar('\n');
}

static void print_json_count(const struct uet_perfdata_event *e,
			     uint64_t samples, bool lost_known)
{
	fputs("{\"event\":", stdout);
	json_string(stdout, e->name);
	printf(",\"samples\":%" PRIu64 ",\"lost\":", samples);
	if (lost_known)
		printf("%" PRIu64 "}\n", e->lost);
	else
		puts("null}");
}

void report_summary(const struct report *r)
{
	struct uet_perfdata_stats stats;
	uint64_t total = 0;
	bool lost_known;

	uet_perfdata_get_stats(r->file, &stats);
	/* Rings do not know whose events they lost. */
	lost_known = stats.lost_by_event || !stats.lost;
	if (r->style != REPORT_JSON)
		printf("%12s %12s  %s\n", "samples", "lost", "event");
	for (size_t i = 0; i < uet_perfdata_n_events(r->file); i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(r->file, i);

		if (!r->chosen[i] || !is_counted(e))
			continue;
		total += r->counts[i];
		if (r->style == REPORT_JSON)
			print_json_count(e, r->counts[i], lost_known);
		else
			print_count(e->name, r->counts[i], e->lost,
				    lost_known);
	}
	if (r->style != REPORT_JSON)
		print_count("total", total, stats.lost, true);
}
