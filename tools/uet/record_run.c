/* SPDX-License-Identifier: MIT */
/*
 * The recording of uet record: from the rings to the file until somebody says
 * stop, then the summary.
 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "record.h"

int record_follow(struct recording *r)
{
	size_t before = r->collect.events.n;
	int result = collect_follow(&r->collect);

	if (r->collect.events.n > before)
		record_tell_late(r, before);
	return result;
}

static int loop(struct recording *r)
{
	struct collect *c = &r->collect;
	int result = 0;

	while (!result && !c->stop && !r->full) {
		bool quiet = collect_wait(c, RECORD_DRAIN_MS);

		result = record_drain(r);
		record_progress(r, false);
		if (!result)
			result = record_switch(r);
		if (!result && !c->stop && record_follow(r) > 0)
			result = record_file_describe(r);
		/* There is time: what is written survives our being killed. */
		if (!result && quiet)
			result = uet_writer_flush(r->writer);
		r->full = !result && r->o->max_size &&
			  uet_writer_size(r->writer) >= r->o->max_size;
	}
	record_progress(r, true);
	if (r->full)
		out_error(&cmd_record, "the file has the size of --max-size: "
			  "the recording ends%s",
			  c->has_child ? ", the command goes on" : "");
	return result;
}

/* Start, wait, stop; the file is closed in any case. */
static int record(struct recording *r)
{
	struct collect *c = &r->collect;
	int result, status;
	bool finished;

	status = collect_start(c, record_take, r);
	if (status && !c->stop)
		return status;
	/* A command has the terminal for itself. */
	r->progress = !c->has_child && isatty(STDERR_FILENO);
	if (r->progress && !c->stop)
		fputs("uet record: recording; Ctrl-C ends it", stderr);
	r->told_ns = collect_now(CLOCK_MONOTONIC);
	result = loop(r);
	uet_session_stop(c->session);
	if (!result)
		result = record_drain(r);
	if (!result)
		record_file_lost(r);
	/* Without a writer, the next of several files could not be made. */
	finished = r->writer && (r->o->switching ? record_switch_finish(r) :
						   record_file_finish(r));
	record_summarise(r, finished);
	if (!status)
		status = collect_status(c);
	return finished ? status : UET_EXIT_FAILED;
}

int record_run(const struct record_options *o)
{
	const struct uet_session_options session = {
		.size = sizeof(session),
		.overwrite = o->overwrite,
	};
	struct recording r = { .o = o, .file = o->file };
	int status = collect_begin(&r.collect, &o->collect, &session);

	r.wall_ns = collect_now(CLOCK_REALTIME);
	r.clock_ns = collect_now(record_clock(o));
	if (!status && o->switching && !o->overwrite &&
	    !record_switch_begin(&r))
		status = UET_EXIT_FAILED;
	if (!status && o->overwrite)
		status = record_flight(&r);
	else if (!status)
		status = record_file_open(&r) ? record(&r) : UET_EXIT_FAILED;
	record_file_free(&r);
	record_switch_end(&r);
	collect_end(&r.collect);
	return status;
}
