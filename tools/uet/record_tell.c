/* SPDX-License-Identifier: MIT */
/*
 * What uet record says about a recording: on a terminal while it goes on, and
 * at its end.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "record.h"

/* More events than this: those that never came are only counted. */
#define SUMMARY_LINES 32

void record_tell_late(const struct recording *r, size_t before)
{
	const char *first = NULL;
	size_t n = 0;

	for (size_t i = before; i < r->collect.events.n; i++) {
		const struct uet_session_event *event = uet_session_get_event(
			r->collect.session, collect_first(&r->collect) + i);

		if (event->n_ids && !n++)
			first = event->name;
	}
	if (n == 1)
		out_error(&cmd_record, "also recording %s", first);
	else if (n)
		out_error(&cmd_record, "also recording %s and %zu more", first,
			  n - 1);
}

void record_progress(struct recording *r, bool last)
{
	uint64_t now = collect_now(CLOCK_MONOTONIC);
	struct uet_session_totals totals;
	double seconds = (double)(now - r->told_ns) / 1e9;

	if (!r->progress || (!last && seconds < 0.5))
		return;
	if (last) {
		fputs("\r\033[K", stderr);
		return;
	}
	uet_session_read(r->collect.session);
	uet_session_get_totals(r->collect.session, &totals);
	fprintf(stderr, "\ruet record: %" PRIu64 " events, %.0f/s, %.1f MB, %"
		PRIu64 " lost; Ctrl-C ends it\033[K", totals.samples,
		(double)(totals.samples - r->told_samples) / seconds,
		(double)uet_writer_size(r->writer) / 1e6, totals.lost);
	fflush(stderr);
	r->told_ns = now;
	r->told_samples = totals.samples;
}

static void summary_line(const struct uet_session_event *event)
{
	fprintf(stderr, "%12" PRIu64 "  ", event->samples);
	put_plain(stderr, event->name);
	if (event->lost)
		fprintf(stderr, "  (%" PRIu64 " lost)", event->lost);
	putc('\n', stderr);
}

/* No less than what there is without being asked for. */
static size_t better_rings(const struct recording *r)
{
	size_t usual = (512u << 10) / (size_t)sysconf(_SC_PAGESIZE);
	size_t more = uet_session_ring_pages(r->collect.session) * 4;

	return more > usual ? more : usual;
}

/* Nobody has written an event that the pattern means. */
static bool is_silent(const struct recording *r, const char *pattern)
{
	const struct collect_events *events = &r->collect.events;

	for (size_t i = 0; i < events->n; i++) {
		const struct uet_session_event *event = uet_session_get_event(
			r->collect.session, collect_first(&r->collect) + i);

		if (uet_catalog_match(pattern, events->list[i]->system,
				      events->list[i]->name) &&
		    (event->samples || event->lost))
			return false;
	}
	return true;
}

/* What was registered for a program that has not come, or is spelt otherwise. */
static void tell_awaited(const struct recording *r)
{
	const struct collect_options *o = r->collect.o;

	for (size_t i = 0; i < o->n_asked; i++)
		if (r->collect.events.awaited && r->collect.events.awaited[i] &&
		    is_silent(r, o->patterns[i]))
			out_error(&cmd_record, "no program wrote %s",
				  o->patterns[i]);
}

void record_summarise(const struct recording *r, bool finished)
{
	size_t n = uet_session_n_events(r->collect.session), silent = 0;
	struct uet_session_totals totals;
	const char *file = strcmp(r->file, "-") ? r->file : "standard output";
	uint64_t size = r->written;

	if (r->writer)
		size += uet_writer_size(r->writer);

	uet_session_get_totals(r->collect.session, &totals);
	if (finished) {
		fprintf(stderr, "uet record: %" PRIu64 " event%s in ",
			totals.samples, totals.samples == 1 ? "" : "s");
		if (!r->writer)
			fprintf(stderr, "%zu file%s of ", r->n_files,
				r->n_files == 1 ? "" : "s");
		put_plain(stderr, file);
		fprintf(stderr, " (%.1f %s), %" PRIu64 " lost\n",
			size < 1000000 ? (double)size / 1e3 :
					 (double)size / 1e6,
			size < 1000000 ? "kB" : "MB", totals.lost);
	} else {
		fprintf(stderr, "uet record: %" PRIu64 " event%s came, not all "
			"of them are in ", totals.samples,
			totals.samples == 1 ? "" : "s");
		put_plain(stderr, file);
		fputc('\n', stderr);
	}
	for (size_t i = 1; i < n; i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->collect.session, i);

		if (n > SUMMARY_LINES && !event->samples && !event->lost)
			silent++;
		else
			summary_line(event);
	}
	if (silent)
		fprintf(stderr, "%12s  (%zu other events)\n", "0", silent);
	tell_awaited(r);
	if (totals.lost)
		fprintf(stderr, "uet record: events were lost because a ring "
			"was full; larger rings lose less: -m %zu\n",
			better_rings(r));
	if (uet_session_get_event(r->collect.session, 0)->lost)
		fprintf(stderr, "uet record: records about processes were "
			"lost too (%" PRIu64 "): some names may be missing\n",
			uet_session_get_event(r->collect.session, 0)->lost);
}
