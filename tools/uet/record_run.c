/* SPDX-License-Identifier: MIT */
/*
 * The recording of uet record: from the rings to the file until somebody says
 * stop, then the summary.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include <uet/session.h>
#include <uet/writer.h>

#include "child.h"
#include "config.h"
#include "json.h"
#include "record.h"

/* Rings are drained at least this often, full or not. */
#define DRAIN_MS 250

/* More events than this: those that never came are only counted. */
#define SUMMARY_LINES 32

struct recording {
	const struct record_options *o;
	struct record_events events;
	struct uet_session *session;
	struct uet_writer *writer;
	struct child child;
	char *path; /* of the command */
	bool has_child;
	bool stop;
	int signals;
	int child_status;
	int interrupted; /* by this signal, while the command ran */
	uint64_t wall_ns, clock_ns;
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The threads to record; false after a message. */
static bool find_tids(const struct recording *r, pid_t **tids, size_t *n)
{
	struct uet_error err;

	if (r->o->whole_system)
		return true;
	if (r->has_child) {
		*tids = malloc(sizeof(**tids));
		if (!*tids) {
			out_error(&cmd_record, "out of memory");
			return false;
		}
		**tids = r->child.pid;
		*n = 1;
		return true;
	}
	for (size_t i = 0; i < r->o->n_pids; i++) {
		if (!uet_process_tids(r->o->pids[i], tids, n, &err))
			continue;
		out_error(&cmd_record, "%s", err.text);
		return false;
	}
	return true;
}

static bool open_session(struct recording *r)
{
	const struct uet_catalog *catalog = r->events.catalog;
	const struct uet_catalog_event **list =
		calloc(catalog->n, sizeof(*list));
	struct uet_session_options options = {
		.size = sizeof(options),
		.ring_pages = r->o->ring_pages,
	};
	struct uet_error err;
	pid_t *tids = NULL;
	bool ok = list && find_tids(r, &tids, &options.n_tids);

	for (size_t i = 0; list && i < catalog->n; i++)
		list[i] = &catalog->events[i];
	options.tids = tids;
	if (ok && uet_session_open(list, catalog->n, &options, &r->session,
				   &err)) {
		out_error(&cmd_record, "%s", err.text);
		ok = false;
	}
	free(list);
	free(tids);
	return ok;
}

static void tell_small_rings(const struct recording *r)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t got = uet_session_ring_pages(r->session) * page;

	if (!r->o->ring_pages && got < 512u << 10)
		fprintf(stderr, "uet record: rings of %zu KiB instead of 512: "
			"more is over the limit of locked memory (sysctl "
			"kernel.perf_event_mlock_kb)\n", got >> 10);
}

static bool open_writer(struct recording *r)
{
	size_t n = uet_session_n_events(r->session), used = 0;
	struct uet_writer_event *list = calloc(n, sizeof(*list));
	struct uet_error err;
	int result;

	if (!list) {
		out_error(&cmd_record, "out of memory");
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->session, i);
		const struct uet_catalog_event *known =
			i ? &r->events.catalog->events[i - 1] : NULL;

		if (!event->n_ids)
			continue; /* gone before it could be opened */
		list[used++] = (struct uet_writer_event){
			.name = event->name,
			.attr = event->attr,
			.ids = event->ids,
			.n_ids = event->n_ids,
			/* The first is the dummy. */
			.format = known ? known->format : NULL,
			.format_size = known ? known->format_size : 0,
		};
	}
	result = uet_writer_open(r->o->file, list, used, &r->writer, &err);
	free(list);
	if (result)
		out_error(&cmd_record, "%s", err.text);
	return !result;
}

static int take_records(void *context, const void *records, size_t size)
{
	struct recording *r = context;

	return uet_writer_records(r->writer, records, size);
}

/* Who runs already, so that names appear. */
static int write_processes(struct recording *r)
{
	const struct uet_session_event *dummy =
		uet_session_get_event(r->session, 0);

	pid_t none = 0;

	/* A command tells about itself. */
	if (r->has_child && !r->o->whole_system)
		return uet_process_records(&none, 0, dummy->attr->sample_type,
					   take_records, r);
	return uet_process_records(r->o->pids, r->o->n_pids,
				   dummy->attr->sample_type, take_records, r);
}

/* Everything in the rings; negative when it cannot be written. */
static int drain(struct recording *r)
{
	struct uet_error err;
	ssize_t n = uet_session_drain(r->session, take_records, r, &err);

	if (n == -EBADMSG) {
		out_error(&cmd_record, "%s", err.text);
		return 0;
	}
	if (n < 0)
		return (int)n;
	return n ? uet_writer_round(r->writer) : 0;
}

static void take_signals(struct recording *r)
{
	struct signalfd_siginfo info;
	static int interrupts;

	while (read(r->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		/* Ctrl-C reaches a command by itself, and its last events are
		 * worth having; whoever presses it twice means us. */
		if (!r->has_child) {
			r->stop = true;
		} else if (++interrupts > 1) {
			r->stop = true;
			r->interrupted = (int)info.ssi_signo;
		} else if (info.ssi_signo != SIGINT) {
			kill(r->child.pid, (int)info.ssi_signo);
		}
	}
}

static int loop(struct recording *r)
{
	struct pollfd fds[] = {
		{ .fd = uet_session_fd(r->session), .events = POLLIN },
		{ .fd = r->signals, .events = POLLIN },
	};
	int result = 0;

	while (!result && !r->stop) {
		bool quiet = poll(fds, 2, DRAIN_MS) == 0;

		take_signals(r);
		if (r->has_child && child_ended(&r->child, &r->child_status)) {
			r->has_child = false;
			r->stop = true;
		}
		if (uet_session_poll(r->session, 0) == -ESRCH) {
			/* All threads have ended; a command's status is still
			 * to come. */
			fds[0].fd = -1;
			r->stop |= !r->has_child;
		}
		result = drain(r);
		/* There is time: what is written survives our being killed. */
		if (!result && quiet)
			result = uet_writer_flush(r->writer);
	}
	return result;
}

static int write_lost(struct recording *r)
{
	int result = 0;

	/* Not the dummy's: what it lost are no events. */
	for (size_t i = 1; i < uet_session_n_events(r->session); i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->session, i);

		for (size_t k = 0; event->lost && k < event->n_ids; k++) {
			uint64_t lost = uet_session_lost(r->session, i, k);

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

	uet_session_get_totals(r->session, &totals);
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

static void summarise(const struct recording *r, bool finished)
{
	size_t n = uet_session_n_events(r->session), silent = 0;
	struct uet_session_totals totals;
	uint64_t size = uet_writer_size(r->writer);

	uet_session_get_totals(r->session, &totals);
	if (finished) {
		fprintf(stderr, "uet record: %" PRIu64 " event%s in ",
			totals.samples, totals.samples == 1 ? "" : "s");
		put_plain(stderr, strcmp(r->o->file, "-") ?
			  r->o->file : "standard output");
		fprintf(stderr, " (%.1f %s), %" PRIu64 " lost\n",
			size < 1000000 ? (double)size / 1e3 :
					 (double)size / 1e6,
			size < 1000000 ? "kB" : "MB", totals.lost);
	}
	else
		fprintf(stderr, "uet record: %" PRIu64 " event%s came, not all "
			"of them are in %s\n", totals.samples,
			totals.samples == 1 ? "" : "s", r->o->file);
	for (size_t i = 1; i < n; i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->session, i);

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
			uet_session_ring_pages(r->session) * 4);
	if (uet_session_get_event(r->session, 0)->lost)
		fprintf(stderr, "uet record: records about processes were "
			"lost too (%" PRIu64 "): some names may be missing\n",
			uet_session_get_event(r->session, 0)->lost);
}

/* Start, wait, stop; the file is closed in any case. */
static int record(struct recording *r)
{
	struct uet_error err;
	int result, status = 0;
	bool finished;

	tell_small_rings(r);
	r->wall_ns = now_ns(CLOCK_REALTIME);
	r->clock_ns = now_ns(CLOCK_MONOTONIC);
	if (uet_session_start(r->session, &err)) {
		out_error(&cmd_record, "%s", err.text);
		if (r->has_child)
			child_abandon(&r->child);
		return UET_EXIT_FAILED;
	}
	result = write_processes(r);
	if (r->has_child) {
		status = child_release(&cmd_record, &r->child, r->path);
		if (status) {
			r->has_child = false;
			r->stop = true;
		}
	} else if (isatty(STDERR_FILENO)) {
		fputs("uet record: recording; Ctrl-C ends it\n", stderr);
	}
	if (!result)
		result = loop(r);
	uet_session_stop(r->session);
	if (!result)
		result = drain(r);
	if (!result)
		write_lost(r);
	finished = finish_file(r);
	summarise(r, finished);
	/* The command is not to blame for a full disk: it may go on. */
	if (r->has_child && !r->stop)
		r->child_status = child_wait(&r->child);
	if (r->interrupted) {
		out_error(&cmd_record, "stopped; the command still runs, as "
			  "process %d", (int)r->child.pid);
		r->child_status = 128 + r->interrupted;
	}
	if (!finished)
		return UET_EXIT_FAILED;
	return status ? status : r->child_status;
}

/* The command's own output must not come into a stream, so that it goes to
 * standard error then, as perf has it. */
static bool start_child(struct recording *r)
{
	bool is_stream = !strcmp(r->o->file, "-"), started;
	int saved = -1;

	if (is_stream) {
		saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
		if (saved >= 0)
			dup2(STDERR_FILENO, STDOUT_FILENO);
	}
	started = child_start(&cmd_record, &r->child, r->path, r->o->command);
	if (saved >= 0) {
		dup2(saved, STDOUT_FILENO);
		close(saved);
	}
	return started;
}

static int set_up(struct recording *r)
{
	const struct record_options *o = r->o;
	int status;

	if (o->command) {
		status = child_find(&cmd_record, o->command[0], &r->path);
		if (status)
			return status;
	}
	if (!record_events_find(o, r->path, &r->events))
		return UET_EXIT_FAILED;
	r->signals = child_signals(&cmd_record);
	if (r->signals < 0)
		return UET_EXIT_FAILED;
	if (o->command) {
		r->has_child = start_child(r);
		if (!r->has_child)
			return UET_EXIT_FAILED;
	}
	if (open_session(r) && open_writer(r))
		return record(r);
	if (r->has_child)
		child_abandon(&r->child);
	return UET_EXIT_FAILED;
}

int record_run(const struct record_options *o)
{
	struct recording r = { .o = o, .signals = -1 };
	int status = set_up(&r);

	uet_writer_close(r.writer);
	uet_session_close(r.session);
	record_events_free(&r.events);
	if (r.signals >= 0)
		close(r.signals);
	free(r.path);
	return status;
}
