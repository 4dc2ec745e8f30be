/* SPDX-License-Identifier: MIT */
/*
 * uet stat: counts events, by interval and in total.  Knows options and
 * columns; counting is the kernel's.
 */
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uet/decode.h>

#include "collect.h"
#include "json.h"

/* Without an interval: how often new events are looked for. */
#define FOLLOW_MS 100
#define INTERVAL_MIN_MS 10

struct stat {
	struct collect_options options;
	struct collect collect;
	unsigned long long interval_ms; /* 0: none */
	bool json;
	uint64_t start_ns, next_ns;
	uint64_t *before; /* counts at the last interval's end, by event */
	size_t n_before;
};

/* Shared counters of a PMU: it was counted for this part of the time. */
static bool is_part(const struct uet_session_event *event)
{
	return event->running_ns < event->enabled_ns;
}

static double percentage(const struct uet_session_event *event)
{
	return 100.0 * (double)event->running_ns / (double)event->enabled_ns;
}

static bool is_unknown(const struct uet_session_event *event)
{
	return is_part(event) && !event->running_ns;
}

static void print_value(FILE *to, uint64_t count,
			const struct uet_session_event *event)
{
	if (is_unknown(event))
		fprintf(to, " %14s", "not counted");
	else if (event->unit[0])
		fprintf(to, " %14.2f %s", (double)count * event->scale,
			event->unit);
	else
		fprintf(to, " %14" PRIu64, count);
}

static void print_text(FILE *to, double seconds, bool interval, uint64_t count,
		       const struct uet_session_event *event)
{
	if (interval)
		fprintf(to, "%14.6f", seconds);
	print_value(to, count, event);
	fputs("  ", to);
	put_plain(to, event->name);
	if (is_part(event))
		fprintf(to, "  (%.2f%% of the time)", percentage(event));
	putc('\n', to);
}

static void print_json(FILE *to, double seconds, bool interval, uint64_t count,
		       const struct uet_session_event *event)
{
	const char *key = interval ? "count" : "total";

	fprintf(to, "{\"seconds\":%.6f,\"event\":", seconds);
	json_string(to, event->name);
	if (is_unknown(event))
		fprintf(to, ",\"%s\":null", key);
	else
		fprintf(to, ",\"%s\":%" PRIu64, key, count);
	if (event->unit[0]) {
		fprintf(to, ",\"scale\":%.17g,\"unit\":", event->scale);
		json_string(to, event->unit);
	}
	if (is_part(event))
		fprintf(to, ",\"counted_percent\":%.2f", percentage(event));
	fputs("}\n", to);
}

/* Closes what was printed to memory and writes it. */
static bool write_out(struct stat *s, FILE *to, struct uet_buffer *text)
{
	bool ok = !fclose(to);

	if (!ok)
		out_error(&cmd_stat, "out of memory");
	ok = ok && !out_buffer(&cmd_stat, text, collect_wait_output,
			       &s->collect);
	free(text->data);
	return ok;
}

/* Counts since the last interval, or since the beginning. */
static bool print_counts(struct stat *s, bool interval)
{
	size_t n = uet_session_n_events(s->collect.session);
	double seconds = (double)(collect_now(CLOCK_MONOTONIC) - s->start_ns) / 1e9;
	int result = uet_session_read(s->collect.session);
	struct uet_buffer text = { 0 };
	FILE *to;

	if (result) {
		out_error(&cmd_stat, "cannot read the counts: %s",
			  strerror(-result));
		return false;
	}
	if (n > s->n_before) {
		uint64_t *grown = reallocarray(s->before, n, sizeof(*grown));

		if (!grown) {
			out_error(&cmd_stat, "out of memory");
			return false;
		}
		s->before = grown;
		memset(grown + s->n_before, 0,
		       (n - s->n_before) * sizeof(*grown));
		s->n_before = n;
	}
	to = open_memstream(&text.data, &text.size);
	if (!to) {
		out_error(&cmd_stat, "out of memory");
		return false;
	}
	if (!interval && s->interval_ms && !s->json)
		fputs("total\n", to);
	/* The first is the session's dummy. */
	for (size_t i = 1; i < n; i++) {
		const struct uet_session_event *event =
			uet_session_get_event(s->collect.session, i);
		uint64_t count = event->samples;

		/* An estimate can shrink. */
		if (interval)
			count = count > s->before[i] ? count - s->before[i] : 0;
		if (event->samples > s->before[i])
			s->before[i] = event->samples;
		(s->json ? print_json : print_text)(to, seconds, interval,
						    count, event);
	}
	return write_out(s, to, &text);
}

static int wait_ms(const struct stat *s)
{
	uint64_t now = collect_now(CLOCK_MONOTONIC), left;

	if (!s->interval_ms)
		return FOLLOW_MS;
	left = s->next_ns > now ? (s->next_ns - now + 999999) / 1000000 : 0;
	return left > FOLLOW_MS ? FOLLOW_MS : (int)left;
}

/* Those that have passed meanwhile are one with the last. */
static void next_interval(struct stat *s)
{
	uint64_t interval = s->interval_ms * 1000000;
	uint64_t late = collect_now(CLOCK_MONOTONIC) - s->next_ns;

	s->next_ns += (late / interval + 1) * interval;
}

static bool loop(struct stat *s)
{
	struct collect *c = &s->collect;

	while (!c->stop) {
		collect_wait(c, wait_ms(s));
		if (c->stop)
			break;
		collect_follow(c);
		if (!s->interval_ms || collect_now(CLOCK_MONOTONIC) < s->next_ns)
			continue;
		if (!print_counts(s, true))
			return false;
		next_interval(s);
	}
	return true;
}

static int count(struct stat *s)
{
	int status;
	bool ok;

	s->start_ns = collect_now(CLOCK_MONOTONIC);
	s->next_ns = s->start_ns + s->interval_ms * 1000000;
	status = collect_start(&s->collect, NULL, NULL);
	if (status && !s->collect.stop)
		return status;
	ok = loop(s);
	uet_session_stop(s->collect.session);
	if (ok && s->interval_ms)
		ok = print_counts(s, true);
	if (ok)
		ok = print_counts(s, false);
	if (!status)
		status = collect_status(&s->collect);
	return ok ? status : UET_EXIT_FAILED;
}

static int run_stat(struct stat *s)
{
	const struct uet_session_options session = {
		.size = sizeof(session),
		.count_only = true,
	};
	int status = collect_begin(&s->collect, &s->options, &session);

	if (!status)
		status = count(s);
	free(s->before);
	collect_end(&s->collect);
	return status;
}

enum { OPT_JSON = COLLECT_OWN };

static int take_option(struct stat *s, int c, char **argv)
{
	switch (c) {
	case 'I':
		return opt_number(&cmd_stat, "-I", optarg, INTERVAL_MIN_MS,
				  INT_MAX, &s->interval_ms) ?
			       -1 :
			       UET_EXIT_USAGE;
	case OPT_JSON:
		s->json = true;
		return -1;
	default:
		return collect_option(&s->options, c, argv);
	}
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "elf", required_argument, NULL, COLLECT_ELF },
		{ "register", required_argument, NULL, COLLECT_REGISTER },
		{ "cpu", required_argument, NULL, 'C' },
		{ "duration", required_argument, NULL, COLLECT_DURATION },
		{ "filter", required_argument, NULL, COLLECT_FILTER },
		{ "level", required_argument, NULL, COLLECT_LEVEL },
		{ "keyword", required_argument, NULL, COLLECT_KEYWORD },
		{ "all-cpus", no_argument, NULL, 'a' },
		{ "cgroup", required_argument, NULL, 'G' },
		{ "pid", required_argument, NULL, 'p' },
		{ "tid", required_argument, NULL, 't' },
		{ "interval-print", required_argument, NULL, 'I' },
		{ "json", no_argument, NULL, OPT_JSON },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct stat s = { .options.cmd = &cmd_stat };
	int option, status = -1;

	opterr = 0;
	/* "+": what follows the command's name is the command's. */
	while (status < 0 && (option = getopt_long(argc, argv, "+:e:C:ap:t:G:I:h",
						   longs, NULL)) != -1)
		status = take_option(&s, option, argv);
	if (status < 0)
		status = collect_check(&s.options, argc, argv);
	if (status < 0)
		status = run_stat(&s);
	collect_options_free(&s.options);
	return status;
}

const struct uet_cmd cmd_stat = {
	.name = "stat",
	.summary = "count events",
	.help =
"Usage: uet stat [OPTIONS] [--] COMMAND [ARG...]\n"
"       uet stat [OPTIONS] -p PID[,PID...]\n"
"       uet stat [OPTIONS] [-a]\n"
"\n"
"Count events of COMMAND and its children, of running processes, or of the\n"
"whole system, until COMMAND ends or SIGINT (Ctrl-C) or SIGTERM comes. The\n"
"kernel counts: nothing is buffered, and nothing is lost. Events are chosen as\n"
"uet record does it; those that are registered later are counted from then on.\n"
"\n"
"Options:\n"
"  -e, --event PATTERN        count events that match a glob: NAME for events of\n"
"                             user_events, SYSTEM:NAME for any tracepoint; or\n"
"                             another event as perf spells it: cycles:u,\n"
"                             cpu/event=0x3c/k, page-faults; can be given\n"
"                             several times, or with commas; an EventHeader\n"
"                             tracepoint that is not there,\n"
"                             PROVIDER_L<level>K<keyword>, is registered ahead\n"
"      --filter EXPR          of the events of the -e before, only those that the\n"
"                             kernel finds to match, such as 'status >= 400'\n"
"      --level LEVEL          only EventHeader events of tracepoints that are as\n"
"                             severe or more: a number, critical, error,\n"
"                             warning, info, verbose\n"
"      --keyword MASK         only those of tracepoints with one of these bits\n"
"      --elf FILE             register ahead, and count like those of COMMAND, the\n"
"                             events compiled into FILE\n"
"      --register DECL        register this event ahead, as uet register has it,\n"
"                             and count it; can be given several times\n"
"  -a, --all-cpus             the whole system, even with COMMAND\n"
"  -C, --cpu LIST             these CPUs only, such as 0-3,8\n"
"      --duration SECONDS     end after this time; COMMAND gets SIGTERM then\n"
"  -G, --cgroup NAME          of the whole system, only this control group and those\n"
"                             below it, by its name below /sys/fs/cgroup\n"
"  -p, --pid PID              running processes, their later threads and children\n"
"                             included\n"
"  -t, --tid TID              running threads, and what they start later\n"
"  -I, --interval-print MS    print the counts of every MS milliseconds, too\n"
"      --json                 an object of JSON for each count, one a line\n"
"  -h, --help                 this text\n"
"\n"
"Exit status: that of COMMAND (128 + N when signal N ended it), else 0; 1 on\n"
"failure; 2 for wrong usage; 126 or 127 when COMMAND cannot be run or found.\n",
	.run = run,
};
