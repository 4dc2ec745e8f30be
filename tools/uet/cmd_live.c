/* SPDX-License-Identifier: MIT */
/*
 * uet live: events as they happen.  Knows options and messages; order and
 * decoding are the library's.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uet/decode.h>
#include <uet/stream.h>

#include "collect.h"
#include "print_fmt.h"

/* A lone event waits no longer than this for its turn. */
#define DRAIN_MS 40

/* Written out when there is that much, and at the end of each round. */
#define OUTPUT_SIZE ((size_t)64 << 10)

/* Made when first needed. */
struct live_event {
	struct uet_plan *plan;
	struct eh_sieve *sieve; /* NULL: all samples */
};

struct live {
	struct collect_options options;
	struct collect collect;
	struct uet_stream *stream;
	struct live_event *events; /* by number */
	size_t n_events;
	struct uet_print_fmt *print_fmt; /* NULL: fields */
	struct uet_buffer output;
	bool json;
	bool prints; /* --print-fmt */
	bool reader_gone; /* of standard output */
};

static int write_out(struct live *l)
{
	int result = out_buffer(&cmd_live, &l->output,
				collect_wait_output, &l->collect);

	l->reader_gone |= result == -EPIPE;
	return result;
}

/* 0, also for what is printed by its fields; -ENOMEM. */
static int add_print_fmt(struct live *l, size_t i)
{
	const struct uet_catalog_event *event =
		collect_tracepoint(&l->collect, i);
	int result;

	if (!l->print_fmt || !event)
		return 0;
	result = uet_print_fmt_add(l->print_fmt, event->system, event->format,
				   event->format_size);
	print_fmt_tell_refused(&cmd_live, l->print_fmt, event->id,
		uet_session_get_event(l->collect.session, i)->name);
	return result == -ENOMEM ? -ENOMEM : 0;
}

static bool make_room(struct live *l)
{
	size_t n = uet_session_n_events(l->collect.session);
	struct live_event *grown = reallocarray(l->events, n, sizeof(*grown));

	if (!grown)
		return false;
	l->events = grown;
	memset(grown + l->n_events, 0, (n - l->n_events) * sizeof(*grown));
	l->n_events = n;
	return true;
}

/* NULL: out of memory. */
static const struct live_event *event_of(struct live *l, size_t i)
{
	const struct uet_catalog_event *event =
		collect_tracepoint(&l->collect, i);
	struct live_event *to;

	if (i >= l->n_events && !make_room(l))
		return NULL;
	to = &l->events[i];
	if (to->plan)
		return to;
	if (event && collect_sieve(&l->options, event, &to->sieve))
		return NULL;
	if (!add_print_fmt(l, i))
		uet_plan_new(event ? event->parsed : NULL,
			     uet_session_get_event(l->collect.session, i)->name,
			     &to->plan, NULL);
	return to->plan ? to : NULL;
}

/* What it has no print fmt for goes by its fields. */
static int use_print_fmt(struct live *l, size_t i, struct uet_line *line)
{
	const struct uet_catalog_event *event =
		collect_tracepoint(&l->collect, i);

	if (!l->print_fmt || !event)
		return 0;
	return uet_print_fmt_print(l->print_fmt, event->id,
				   line->raw, line->raw_size, &line->print,
				   &line->print_size);
}

static int print_sample(void *context, const struct uet_stream_sample *sample)
{
	struct live *l = context;
	const struct uet_record *record = &sample->record;
	const struct live_event *event = event_of(l, sample->event_index);
	struct uet_line line = {
		.has_time = record->has & UET_HAS_TIME,
		.has_task = record->has & UET_HAS_TID,
		.has_cpu = record->has & UET_HAS_CPU,
		.has_ip = true,
		.time = record->time,
		.pid = record->pid,
		.tid = record->tid,
		.cpu = record->cpu,
		.ip = record->sample.ip,
		.comm = sample->comm,
		.raw = record->sample.raw.data,
		.raw_size = record->sample.raw.size,
	};
	int result = -ENOMEM;

	if (event && event->sieve &&
	    !eh_sieve_passes(event->sieve, line.raw, line.raw_size))
		return 0;
	if (event && use_print_fmt(l, sample->event_index, &line) >= 0)
		result = l->json ?
			uet_print_json(&l->output, event->plan, &line) :
			uet_print_text(&l->output, event->plan, &line);
	if (result) {
		out_error(&cmd_live, "out of memory");
		return result;
	}
	return l->output.size >= OUTPUT_SIZE ? write_out(l) : 0;
}

static int drain(struct live *l)
{
	struct uet_error err;
	ssize_t n = uet_stream_drain(l->stream, &err);

	if (n == -EBADMSG)
		out_error(&cmd_live, "%s", err.text);
	else if (n < 0)
		return (int)n;
	return write_out(l);
}

/* "| head" has gone: seen also while nothing happens. */
static bool reader_left(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO };

	return poll(&out, 1, 0) > 0 && out.revents & (POLLERR | POLLNVAL);
}

static int loop(struct live *l)
{
	struct collect *c = &l->collect;
	int result = 0;

	while (!result && !c->stop) {
		collect_wait(c, DRAIN_MS);
		result = drain(l);
		if (!result && !c->stop)
			collect_follow(c);
		if (!result && reader_left()) {
			l->reader_gone = true;
			result = -EPIPE;
		}
	}
	return result;
}

static void tell_losses(const struct live *l)
{
	struct uet_session_totals totals;
	uint64_t late = uet_stream_late(l->stream);

	uet_session_get_totals(l->collect.session, &totals);
	if (totals.lost)
		out_error(&cmd_live, "%" PRIu64 " events were lost because a "
			  "ring was full; larger rings lose less: -m %zu",
			  totals.lost,
			  uet_session_ring_pages(l->collect.session) * 4);
	if (late)
		out_error(&cmd_live, "%" PRIu64 " events came too late to be "
			  "put in the order of time", late);
}

static int show(struct live *l)
{
	struct uet_error err;
	int result, status;

	if (uet_stream_new(l->collect.session, print_sample, l, &l->stream)) {
		out_error(&cmd_live, "out of memory");
		return UET_EXIT_FAILED;
	}
	status = collect_start(&l->collect, uet_stream_records, l->stream);
	if (status && !l->collect.stop)
		return status;
	result = loop(l);
	uet_session_stop(l->collect.session);
	if (!result && uet_stream_finish(l->stream, &err) >= 0)
		result = write_out(l);
	tell_losses(l);
	if (!l->reader_gone)
		collect_tell_unfound(&l->options);
	if (!status && !l->reader_gone)
		status = collect_status(&l->collect);
	/* A reader that has seen enough is not a failure. */
	return result && !l->reader_gone ? UET_EXIT_FAILED : status;
}

/* False after a message. */
static bool begin_print_fmt(struct live *l)
{
	if (!l->prints)
		return true;
	if (!uet_print_fmt_new(&l->print_fmt, NULL))
		return print_fmt_running(&cmd_live, l->print_fmt);
	out_error(&cmd_live, "out of memory");
	return false;
}

static int run_live(struct live *l)
{
	const struct uet_session_options session = { .size = sizeof(session) };
	int status;

	if (!begin_print_fmt(l)) {
		uet_print_fmt_free(l->print_fmt);
		return UET_EXIT_FAILED;
	}
	status = collect_begin(&l->collect, &l->options, &session);
	if (!status)
		status = show(l);
	uet_print_fmt_free(l->print_fmt);
	for (size_t i = 0; i < l->n_events; i++) {
		uet_plan_free(l->events[i].plan);
		eh_sieve_free(l->events[i].sieve);
	}
	free(l->events);
	uet_buffer_free(&l->output);
	uet_stream_free(l->stream);
	collect_end(&l->collect);
	return status;
}

enum { OPT_JSON = COLLECT_OWN, OPT_PRINT_FMT };

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "elf", required_argument, NULL, COLLECT_ELF },
		{ "register", required_argument, NULL, COLLECT_REGISTER },
		{ "cpu", required_argument, NULL, 'C' },
		{ "duration", required_argument, NULL, COLLECT_DURATION },
		{ "fail-on-loss", no_argument, NULL, COLLECT_FAIL_ON_LOSS },
		{ "filter", required_argument, NULL, COLLECT_FILTER },
		{ "level", required_argument, NULL, COLLECT_LEVEL },
		{ "keyword", required_argument, NULL, COLLECT_KEYWORD },
		{ "all-cpus", no_argument, NULL, 'a' },
		{ "cgroup", required_argument, NULL, 'G' },
		{ "pid", required_argument, NULL, 'p' },
		{ "tid", required_argument, NULL, 't' },
		{ "clockid", required_argument, NULL, 'k' },
		{ "count", required_argument, NULL, 'c' },
		{ "freq", required_argument, NULL, 'F' },
		{ "mmap-pages", required_argument, NULL, 'm' },
		{ "print-fmt", no_argument, NULL, OPT_PRINT_FMT },
		{ "json", no_argument, NULL, OPT_JSON },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct live l = {
		.options.cmd = &cmd_live,
		.options.chooses_names = true,
	};
	int option, status = -1;

	opterr = 0;
	/* "+": what follows the command's name is the command's. */
	while (status < 0 && (option = getopt_long(argc, argv, "+:e:C:ap:t:m:k:c:F:G:h",
						   longs, NULL)) != -1) {
		if (option == OPT_JSON)
			l.json = true;
		else if (option == OPT_PRINT_FMT)
			l.prints = true;
		else
			status = collect_option(&l.options, option, argv);
	}
	if (status < 0)
		status = collect_check(&l.options, argc, argv);
	if (status < 0)
		status = run_live(&l);
	collect_options_free(&l.options);
	return status;
}

const struct uet_cmd cmd_live = {
	.name = "live",
	.summary = "print events as they happen",
	.help =
"Usage: uet live [OPTIONS] [--] COMMAND [ARG...]\n"
"       uet live [OPTIONS] -p PID[,PID...]\n"
"       uet live [OPTIONS] [-a]\n"
"\n"
"Print events of COMMAND and its children, of running processes, or of the\n"
"whole system while they happen, in the order of time, until COMMAND ends or\n"
"SIGINT (Ctrl-C) or SIGTERM comes. Events are chosen as uet record does it;\n"
"those that are registered later are printed, too.\n"
"\n"
"Options:\n"
"  -e, --event PATTERN     print events that match a glob: NAME for events of\n"
"                          user_events, SYSTEM:NAME for any tracepoint,\n"
"                          PROVIDER:EVENT for EventHeader events; or\n"
"                          sample another event as perf spells it: cycles:u,\n"
"                          cpu/event=0x3c/k, page-faults; can be given several\n"
"                          times, or with commas; an EventHeader tracepoint that\n"
"                          is not there, PROVIDER_L<level>K<keyword>, is\n"
"                          registered ahead\n"
"  -c, --count N           of those, a sample each N\n"
"  -F, --freq N            or N a second, about (4000)\n"
"      --filter EXPR       of the events of the -e before, only those that the\n"
"                          kernel finds to match, such as 'status >= 400'\n"
"      --level LEVEL       only EventHeader events of tracepoints that are as\n"
"                          severe or more: a number, critical, error,\n"
"                          warning, info, verbose\n"
"      --keyword MASK      only those of tracepoints with one of these bits\n"
"      --elf FILE          register ahead, and print like those of COMMAND, the\n"
"                          events compiled into FILE; can be given several times\n"
"      --register DECL     register this event ahead, as uet register has it,\n"
"                          and print it; can be given several times\n"
"  -a, --all-cpus          the whole system, even with COMMAND\n"
"  -C, --cpu LIST          these CPUs only, such as 0-3,8\n"
"      --duration SECONDS  end after this time; COMMAND gets SIGTERM then\n"
"      --fail-on-loss      exit with status 3 if events were lost\n"
"  -G, --cgroup NAME       of the whole system, only this control group and those\n"
"                          below it, by its name below /sys/fs/cgroup\n"
"  -p, --pid PID           running processes, their later threads and children\n"
"                          included\n"
"  -t, --tid TID           running threads, and what they start later\n"
"  -m, --mmap-pages PAGES  data pages of each CPU's ring, a power of two\n"
"      --print-fmt         print events as the kernel does, by their print fmt,\n"
"                          through libtraceevent; with --json as one more member\n"
"  -k, --clockid CLOCK     the clock of times: monotonic (as without it) or\n"
"                          monotonic_raw; the kernel refuses boottime, realtime,\n"
"                          tai and other numbers for tracepoints\n"
"      --json              an object of JSON for each event, one a line\n"
"  -h, --help              this text\n"
"\n"
"A line reads TIME COMM PID/TID [CPU] SYSTEM:EVENT FIELD=VALUE ...; the time is\n"
"in seconds of CLOCK_MONOTONIC, or that of -k. Lost events are told at the end,\n"
"on standard error.\n"
"\n"
"Exit status: that of COMMAND (128 + N when signal N ended it), else 0, also\n"
"when the reader of the output goes away; 1 on failure; 2 for wrong usage; 3 with\n"
"--fail-on-loss when events were lost; 126 or 127 when COMMAND cannot be run or found.\n",
	.run = run,
};
