/* SPDX-License-Identifier: MIT */
/*
 * uet record --overwrite: what the rings hold goes to a file at the end and
 * when it is asked for.
 */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <time.h>

#include "record.h"

/* Names are not in the rings for long: those of now are written. */
static void write_names(struct recording *r)
{
	const struct uet_session_event *dummy =
		uet_session_get_event(r->collect.session, 0);
	const struct collect *c = &r->collect;
	const struct collect_options *o = c->o;

	if (o->command && !o->whole_system)
		uet_process_records(&c->child.pid, 1, dummy->attr->sample_type,
				    record_take, r);
	else
		uet_process_records(o->pids, o->n_pids,
				    dummy->attr->sample_type, record_take, r);
}

/* What the flight recorder's rings hold, to a file of its own. */
static bool dump_to(struct recording *r, const char *file)
{
	bool ok;

	r->file = file;
	if (!record_file_open(r))
		return false;
	write_names(r);
	record_drain(r);
	ok = record_file_finish(r);
	record_summarise(r, ok);
	uet_writer_close(r->writer);
	r->writer = NULL;
	return ok;
}

static bool dump_now(struct recording *r)
{
	char *name = record_stamped(r->o->file);
	bool ok = name && dump_to(r, name);

	r->file = r->o->file;
	r->switched_ns = collect_now(CLOCK_MONOTONIC);
	return name && record_keep_latest(r, name) && ok;
}

static bool is_due(const struct recording *r)
{
	return r->collect.dump ||
	       (r->o->switch_ns && collect_now(CLOCK_MONOTONIC) >=
					   r->switched_ns + r->o->switch_ns);
}

static void fly(struct recording *r)
{
	struct collect *c = &r->collect;

	while (!c->stop) {
		collect_wait(c, RECORD_DRAIN_MS);
		if (!c->stop)
			collect_follow(c);
		if (!c->stop && is_due(r))
			dump_now(r);
		c->dump = false;
	}
}

/* A flight recorder from its start to its end. */
int record_flight(struct recording *r)
{
	struct collect *c = &r->collect;
	int status = collect_start(c, NULL, NULL);
	bool ok;

	if (status && !c->stop)
		return status;
	r->switched_ns = collect_now(CLOCK_MONOTONIC);
	fly(r);
	uet_session_stop(c->session);
	ok = r->o->switching ? dump_now(r) : dump_to(r, r->o->file);
	if (!status)
		status = collect_status(c);
	return ok ? status : UET_EXIT_FAILED;
}
