/* SPDX-License-Identifier: MIT */
/*
 * What uet report says on standard error about a file as a whole: losses, and
 * what could not be shown.
 */
#include <inttypes.h>

#include "report.h"
#include "uet.h"

/* Of the events that lost something, as many are named. */
#define MAX_NAMED 8

/* "NAME 100, OTHER 23, ..." of those that lost something. */
static void name_losers(const struct report *r, char *text, size_t size)
{
	size_t used = 0, named = 0;

	text[0] = '\0';
	for (size_t i = 0; i < uet_perfdata_n_events(r->file); i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(r->file, i);
		int n;

		if (!e->lost)
			continue;
		if (named++ == MAX_NAMED)
			n = snprintf(text + used, size - used, ", ...");
		else
			n = snprintf(text + used, size - used,
				     "%s%.100s %" PRIu64, used ? ", " : "",
				     e->name, e->lost);
		if (n < 0 || (size_t)n >= size - used || named > MAX_NAMED)
			return;
		used += (size_t)n;
	}
}

static void tell_losses(const struct report *r,
			const struct uet_perfdata_stats *stats)
{
	char names[MAX_NAMED * 128];

	if (!stats->lost)
		return;
	name_losers(r, names, sizeof(names));
	if (stats->lost_by_event && names[0])
		out_error(&cmd_report, "%s: %" PRIu64 " events were lost while "
			  "recording (%s); record with larger rings: -m",
			  r->input, stats->lost, names);
	else
		out_error(&cmd_report, "%s: %" PRIu64 " events were lost while "
			  "recording; record with larger rings: -m", r->input,
			  stats->lost);
}

int report_tell(const struct report *r)
{
	uint64_t damaged = r->csv ? uet_csv_damaged(r->csv) : 0;
	struct uet_perfdata_stats stats;

	uet_perfdata_get_stats(r->file, &stats);
	tell_losses(r, &stats);
	if (stats.out_of_order)
		out_error(&cmd_report, "%s: %" PRIu64 " events came too late "
			  "to be put in the order of time", r->input,
			  stats.out_of_order);
	if (damaged)
		out_error(&cmd_report, "%s: %" PRIu64 " EventHeader event%s "
			  "damaged: --json tells where", r->input, damaged,
			  damaged == 1 ? " was" : "s were");
	if (stats.unknown_records)
		out_error(&cmd_report, "%s: %" PRIu64 " records of a kind that "
			  "this version does not know were skipped", r->input,
			  stats.unknown_records);
	if (stats.unknown_ids)
		out_error(&cmd_report, "%s: %" PRIu64 " samples of events that "
			  "the file does not describe were skipped", r->input,
			  stats.unknown_ids);
	return stats.unknown_ids != 0;
}
