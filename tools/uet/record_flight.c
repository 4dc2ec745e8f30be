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

/* As perf names them: FILE.YYYYMMDDhhmmss and hundredths. */
static void dump_now(struct recording *r)
{
	struct timespec now;
	struct tm parts;
	char time[32], *file;

	clock_gettime(CLOCK_REALTIME, &now);
	localtime_r(&now.tv_sec, &parts);
	strftime(time, sizeof(time), "%Y%m%d%H%M%S", &parts);
	if (asprintf(&file, "%s.%s%02ld", r->o->file, time,
		     now.tv_nsec / 10000000) < 0) {
		out_error(&cmd_record, "out of memory");
		return;
	}
	dump_to(r, file);
	free(file);
	r->file = r->o->file;
}

static void fly(struct recording *r)
{
	struct collect *c = &r->collect;

	while (!c->stop) {
		collect_wait(c, RECORD_DRAIN_MS);
		if (!c->stop)
			collect_follow(c);
		if (c->dump)
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
	fly(r);
	uet_session_stop(c->session);
	ok = dump_to(r, r->o->file);
	if (!status)
		status = collect_status(c);
	return ok ? status : UET_EXIT_FAILED;
}
