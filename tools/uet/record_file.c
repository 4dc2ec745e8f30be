/* SPDX-License-Identifier: MIT */
/*
 * From the session to the file of uet record: what describes the events, their
 * records, the end.  Does not know when a file begins and ends.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "print_fmt.h"
#include "record.h"

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
		const struct uet_catalog_event *known =
			collect_tracepoint(&r->collect, i);

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

/* The writer, in the way that the options ask for.  Without the strings, what
 * records point to is printed as numbers. */
static int open_writer(struct recording *r,
		       const struct uet_writer_event *events, size_t n,
		       struct uet_error *err)
{
	size_t size = 0;
	char *strings = NULL;
	int result;

	print_fmt_kernel_strings(&strings, &size);
	result = uet_writer_open_strings(r->file, events, n, strings, size,
					 &r->writer, err);
	free(strings);
	if (result)
		return result;
	uet_writer_wait(r->writer, collect_wait_output, &r->collect);
	/* What fails here fails with the records, which tell. */
	uet_writer_clock(r->writer, record_clock(r->o), r->wall_ns,
			 r->clock_ns);
	if (r->o->level)
		result = uet_writer_compress(r->writer, (int)r->o->level, err);
	if (result) {
		uet_writer_close(r->writer);
		r->writer = NULL;
	}
	return result;
}

bool record_file_open(struct recording *r)
{
	struct uet_error err;
	int fifo, result = 0;
	size_t n;
	struct uet_writer_event *list = describe(r, &n);
	bool ok = list && collect_wait_reader(&r->collect, r->file, &fifo);

	if (ok)
		result = open_writer(r, list, n, &err);
	if (ok && fifo >= 0)
		close(fifo);
	free(list);
	if (result)
		out_error(&cmd_record, "%s", err.text);
	return ok && !result;
}

int record_file_describe(struct recording *r)
{
	size_t n;
	struct uet_writer_event *list = describe(r, &n);
	int result = list ? uet_writer_describe(r->writer, list, n) : -ENOMEM;

	free(list);
	return result;
}

int record_put(void *context, const void *records, size_t size)
{
	struct recording *r = context;

	return uet_writer_records(r->writer, records, size);
}

int record_take(void *context, const void *records, size_t size)
{
	struct recording *r = context;
	int result = r->tasks ? uet_tasks_records(r->tasks, records, size) : 0;

	return result ? result : record_put(r, records, size);
}

int record_drain(struct recording *r)
{
	struct uet_error err;
	ssize_t n = uet_session_drain(r->collect.session, record_take, r, &err);

	if (n == -EBADMSG) {
		out_error(&cmd_record, "%s", err.text);
		return 0;
	}
	if (n < 0)
		return (int)n;
	return n ? uet_writer_round(r->writer) : 0;
}

/* Room for what is told of all instances; NULL without memory. */
static uint64_t *told_of(struct recording *r, size_t event, size_t n_ids)
{
	struct record_told *told;

	if (event >= r->n_told) {
		told = reallocarray(r->told, event + 1, sizeof(*told));
		if (!told)
			return NULL;
		memset(told + r->n_told, 0,
		       (event + 1 - r->n_told) * sizeof(*told));
		r->told = told;
		r->n_told = event + 1;
	}
	told = &r->told[event];
	if (n_ids > told->n) {
		uint64_t *lost = reallocarray(told->lost, n_ids, sizeof(*lost));

		if (!lost)
			return NULL;
		memset(lost + told->n, 0, (n_ids - told->n) * sizeof(*lost));
		told->lost = lost;
		told->n = n_ids;
	}
	return told->lost;
}

static int event_lost(struct recording *r, size_t i,
		      const struct uet_session_event *event)
{
	uint64_t *told = told_of(r, i, event->n_ids);
	int result = told ? 0 : -ENOMEM;

	for (size_t k = 0; !result && k < event->n_ids; k++) {
		uint64_t lost = uet_session_lost(r->collect.session, i, k);

		/* Also of 0: it tells readers that records of LOST are not
		 * to be counted, which may be about the file before. */
		if (lost)
			result = uet_writer_lost(r->writer,
						 event->attr->sample_type,
						 event->ids[k],
						 lost - told[k]);
		told[k] = lost;
	}
	return result;
}

int record_file_lost(struct recording *r)
{
	int result = 0;

	/* Not the dummy's: what it lost are no events. */
	for (size_t i = 1; !result &&
			   i < uet_session_n_events(r->collect.session); i++) {
		const struct uet_session_event *event =
			uet_session_get_event(r->collect.session, i);

		if (event->lost)
			result = event_lost(r, i, event);
	}
	return result;
}

void record_file_free(struct recording *r)
{
	for (size_t i = 0; i < r->n_told; i++)
		free(r->told[i].lost);
	free(r->told);
	uet_writer_close(r->writer);
}

clockid_t record_clock(const struct record_options *o)
{
	return o->collect.has_clock ? o->collect.clock : CLOCK_MONOTONIC;
}

static uint64_t resolution_ns(clockid_t clock)
{
	struct timespec time;

	return clock_getres(clock, &time) ? 1 : (uint64_t)time.tv_nsec;
}

bool record_file_finish(struct recording *r)
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
		.clockid = record_clock(r->o),
		.clock_resolution_ns = resolution_ns(record_clock(r->o)),
		.wall_ns = r->wall_ns,
		.clock_ns = r->clock_ns,
	};
	result = uet_writer_finish(r->writer, &info, &err);
	record_machine_free(&machine);
	if (result)
		out_error(&cmd_record, "%s", err.text);
	return !result;
}
