/* SPDX-License-Identifier: MIT */
/*
 * The recording of uet record: from the rings to the file until somebody says
 * stop, then the summary.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <uet/session.h>
#include <uet/writer.h>

#include "config.h"
#include "json.h"
#include "record.h"

/* Rings are drained at least this often, full or not. */
#define DRAIN_MS 100

/* More events than this: those that never came are only counted. */
#define SUMMARY_LINES 32

struct recording {
	const struct record_options *o;
	struct collect collect;
	struct uet_writer *writer;
	const char *file; /* that the writer writes */
	uint64_t wall_ns, clock_ns;
	bool progress; /* is shown */
	uint64_t told_ns, told_samples;
};

/* The session's events as the file describes them; NULL after a message. */
static struct uet_writer_event *describe(const struct recording *r, size_t *used)
{
	size_t n = uet_session_n_events(r->collect.session);
	struct uet_writer_event *list = calloc(n, sizeof(*list));

	*used = 0;
	if (!list)
		out_error(&cmd_record, "out of memory");
	for (size_t i = 0; list && i < n; i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->collect.session, i);
		/* The first is the dummy. */
		const struct uet_catalog_event *known =
			i ? r->collect.events.list[i - 1] : NULL;

		if (!event->n_ids)
			continue; /* gone before it could be opened */
		list[(*used)++] = (struct uet_writer_event){
			.name = event->name,
			.attr = event->attr,
			.ids = event->ids,
			.n_ids = event->n_ids,
			.format = known ? known->format : NULL,
			.format_size = known ? known->format_size : 0,
		};
	}
	return list;
}

static bool open_writer(struct recording *r)
{
	struct uet_error err;
	size_t n;
	struct uet_writer_event *list = describe(r, &n);
	int result;

	if (!list)
		return false;
	result = uet_writer_open(r->file, list, n, &r->writer, &err);
	/* What fails here fails with the records, which tell. */
	if (!result)
		uet_writer_clock(r->writer, CLOCK_MONOTONIC, r->wall_ns,
				 r->clock_ns);
	free(list);
	if (result)
		out_error(&cmd_record, "%s", err.text);
	return !result;
}

/* One line, whether few or many are new. */
static void tell_late(const struct recording *r, size_t before)
{
	const struct collect_events *events = &r->collect.events;
	const struct uet_catalog_event *first = events->list[before];
	size_t n = events->n - before;

	if (n == 1)
		out_error(&cmd_record, "also recording %s:%s", first->system,
			  first->name);
	else
		out_error(&cmd_record, "also recording %s:%s and %zu more",
			  first->system, first->name, n - 1);
}

static int describe_anew(struct recording *r)
{
	size_t n;
	struct uet_writer_event *list = describe(r, &n);
	int result = list ? uet_writer_describe(r->writer, list, n) : -ENOMEM;

	free(list);
	return result;
}

static int take_records(void *context, const void *records, size_t size)
{
	struct recording *r = context;

	return uet_writer_records(r->writer, records, size);
}

/* Everything in the rings; negative when it cannot be written. */
static int drain(struct recording *r)
{
	struct uet_error err;
	ssize_t n = uet_session_drain(r->collect.session, take_records, r, &err);

	if (n == -EBADMSG) {
		out_error(&cmd_record, "%s", err.text);
		return 0;
	}
	if (n < 0)
		return (int)n;
	return n ? uet_writer_round(r->writer) : 0;
}

/* On a terminal: how it goes, every half second or so, in one line. */
static void tell_progress(struct recording *r, bool last)
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

static int loop(struct recording *r)
{
	struct collect *c = &r->collect;
	int result = 0;

	while (!result && !c->stop) {
		bool quiet = collect_wait(c, DRAIN_MS);
		size_t before = c->events.n;

		result = drain(r);
		tell_progress(r, false);
		if (!result && !c->stop && collect_follow(c) > 0)
			result = describe_anew(r);
		if (c->events.n > before)
			tell_late(r, before);
		/* There is time: what is written survives our being killed. */
		if (!result && quiet)
			result = uet_writer_flush(r->writer);
	}
	tell_progress(r, true);
	return result;
}

static int write_lost(struct recording *r)
{
	int result = 0;

	/* Not the dummy's: what it lost are no events. */
	for (size_t i = 1; i < uet_session_n_events(r->collect.session); i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->collect.session, i);

		for (size_t k = 0; event->lost && k < event->n_ids; k++) {
			uint64_t lost = uet_session_lost(r->collect.session, i, k);

			if (lost)
				result = uet_writer_lost(
					r->writer, event->attr->sample_type,
					event->ids[k], lost);
		}
	}
	return result;
}

static bool finish_file(struct recording *r)
{
	struct uet_session_totals totals;
	struct record_machine machine;
	struct uet_writer_info info;
	struct uet_error err;
	int result;

	uet_session_get_totals(r->collect.session, &totals);
	record_machine_read(&machine, r->o);
	info = (struct uet_writer_info){
		.size = sizeof(info),
		.hostname = machine.uts.nodename,
		.osrelease = machine.uts.release,
		.version = "uet " PACKAGE_VERSION,
		.arch = machine.uts.machine,
		.cpudesc = machine.cpudesc,
		.cpuid = machine.cpuid,
		.cpus_online = machine.cpus_online,
		.cpus_available = machine.cpus_available,
		.memory_kb = machine.memory_kb,
		.argv = machine.argv,
		.n_argv = machine.n_argv,
		.first_ns = totals.first_ns,
		.last_ns = totals.last_ns,
		.clockid = CLOCK_MONOTONIC,
		.clock_resolution_ns = 1,
		.wall_ns = r->wall_ns,
		.clock_ns = r->clock_ns,
	};
	result = uet_writer_finish(r->writer, &info, &err);
	record_machine_free(&machine);
	if (result)
		out_error(&cmd_record, "%s", err.text);
	return !result;
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

static void summarise(const struct recording *r, bool finished)
{
	size_t n = uet_session_n_events(r->collect.session), silent = 0;
	struct uet_session_totals totals;
	uint64_t size = uet_writer_size(r->writer);

	uet_session_get_totals(r->collect.session, &totals);
	if (finished) {
		fprintf(stderr, "uet record: %" PRIu64 " event%s in ",
			totals.samples, totals.samples == 1 ? "" : "s");
		put_plain(stderr, strcmp(r->file, "-") ?
			  r->file : "standard output");
		fprintf(stderr, " (%.1f %s), %" PRIu64 " lost\n",
			size < 1000000 ? (double)size / 1e3 :
					 (double)size / 1e6,
			size < 1000000 ? "kB" : "MB", totals.lost);
	}
	else
		fprintf(stderr, "uet record: %" PRIu64 " event%s came, not all "
			"of them are in %s\n", totals.samples,
			totals.samples == 1 ? "" : "s", r->file);
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
	if (totals.lost)
		fprintf(stderr, "uet record: events were lost because a ring "
			"was full; larger rings lose less: -m %zu\n",
			better_rings(r));
	if (uet_session_get_event(r->collect.session, 0)->lost)
		fprintf(stderr, "uet record: records about processes were "
			"lost too (%" PRIu64 "): some names may be missing\n",
			uet_session_get_event(r->collect.session, 0)->lost);
}

/* Names are not in the rings for long: those of now are written. */
static void write_names(struct recording *r)
{
	const struct uet_session_event *dummy =
		uet_session_get_event(r->collect.session, 0);
	const struct collect *c = &r->collect;
	const struct collect_options *o = c->o;

	if (o->command && !o->whole_system)
		uet_process_records(&c->child.pid, 1, dummy->attr->sample_type,
				    take_records, r);
	else
		uet_process_records(o->pids, o->n_pids,
				    dummy->attr->sample_type, take_records, r);
}

/* What the flight recorder's rings hold, to a file of its own. */
static bool dump_to(struct recording *r, const char *file)
{
	bool ok;

	r->file = file;
	if (!open_writer(r))
		return false;
	write_names(r);
	drain(r);
	ok = finish_file(r);
	summarise(r, ok);
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
		collect_wait(c, DRAIN_MS);
		if (!c->stop)
			collect_follow(c);
		if (c->dump)
			dump_now(r);
		c->dump = false;
	}
}

/* A flight recorder from its start to its end. */
static int record_flight(struct recording *r)
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

/* Start, wait, stop; the file is closed in any case. */
static int record(struct recording *r)
{
	struct collect *c = &r->collect;
	int result, status;
	bool finished;

	status = collect_start(c, take_records, r);
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
		result = drain(r);
	if (!result)
		write_lost(r);
	finished = finish_file(r);
	summarise(r, finished);
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
	r.clock_ns = collect_now(CLOCK_MONOTONIC);
	if (!status && o->overwrite)
		status = record_flight(&r);
	else if (!status)
		status = open_writer(&r) ? record(&r) : UET_EXIT_FAILED;
	uet_writer_close(r.writer);
	collect_end(&r.collect);
	return status;
}
