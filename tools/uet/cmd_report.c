/* SPDX-License-Identifier: MIT */
/*
 * uet report: a perf.data file as lines of text or JSON, or as counts.  Knows
 * options and messages; reading and decoding are the library's.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uet/decode.h>
#include <uet/perfdata.h>

#include "json.h"
#include "uet.h"

/* Written out when there is that much; a whole line more can be in it. */
#define OUTPUT_SIZE ((size_t)256 << 10)

/* Of the events that lost something, as many are named. */
#define MAX_NAMED 8

static const char help[] =
	"Usage: uet report [OPTIONS]\n"
	"\n"
	"Print the events of a perf.data file, in the order of time.\n"
	"\n"
	"Options:\n"
	"  -i, --input FILE  the file to read (default: perf.data);\n"
	"                    - is standard input\n"
	"      --json        an object of JSON for each event, one a line\n"
	"      --summary     only count: samples and losses by event\n"
	"  -h, --help        this text\n"
	"\n"
	"A line reads TIME COMM PID/TID [CPU] SYSTEM:EVENT FIELD=VALUE ...;\n"
	"the time is in seconds of the clock that the recording used.\n"
	"\n"
	"Events that were lost while recording, and a file that lost its end,\n"
	"are told on standard error.  The exit status is 0, 1 if the file could\n"
	"not be read to its end, 2 for wrong usage.\n";

struct report {
	const char *input;
	bool json;
	bool summary;
	struct uet_perfdata *file;
	struct uet_plan **plans; /* by event, made when first needed */
	size_t n_plans;
	struct uet_buffer output;
	bool reader_gone; /* of standard output */
};

/* What is printed goes around stdio: it is large and in order. */
static int write_out(struct report *r)
{
	const char *at = r->output.data;
	size_t left = r->output.size;

	while (left) {
		ssize_t n = write(STDOUT_FILENO, at, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			int code = -errno;

			r->reader_gone = code == -EPIPE;
			if (!r->reader_gone)
				out_error(&cmd_report, "cannot write to "
					  "standard output: %s",
					  strerror(-code));
			return code;
		}
		at += n;
		left -= (size_t)n;
	}
	r->output.size = 0;
	return 0;
}

static int out_of_memory(void)
{
	out_error(&cmd_report, "out of memory");
	return -ENOMEM;
}

/* Room for the plans of all events that are known. */
static bool make_plans(struct report *r)
{
	size_t n = uet_perfdata_n_events(r->file);
	struct uet_plan **plans = reallocarray(r->plans, n, sizeof(*plans));

	if (!plans)
		return false;
	for (size_t i = r->n_plans; i < n; i++)
		plans[i] = NULL;
	r->plans = plans;
	r->n_plans = n;
	return true;
}

static const struct uet_plan *plan_of(struct report *r,
				      const struct uet_perfdata_record *rec)
{
	struct uet_plan **plan;

	/* A stream can have told of further events. */
	if (rec->event_index >= r->n_plans && !make_plans(r))
		return NULL;
	plan = &r->plans[rec->event_index];
	if (!*plan)
		uet_plan_new(rec->event->format, rec->event->name, plan, NULL);
	return *plan;
}

static void set_line(struct uet_line *line,
		     const struct uet_perfdata_record *rec)
{
	const struct uet_record *record = &rec->record;

	line->has_time = record->has & UET_HAS_TIME;
	line->has_task = record->has & UET_HAS_TID;
	line->has_cpu = record->has & UET_HAS_CPU;
	line->has_ip = rec->event->layout.sample_type & PERF_SAMPLE_IP;
	line->time = record->time;
	line->pid = record->pid;
	line->tid = record->tid;
	line->cpu = record->cpu;
	line->ip = record->sample.ip;
	line->comm = rec->comm;
	line->raw = record->sample.raw.data;
	line->raw_size = record->sample.raw.size;
}

static int print_sample(struct report *r, const struct uet_perfdata_record *rec)
{
	const struct uet_plan *plan = plan_of(r, rec);
	struct uet_line line;
	int ret;

	if (!plan)
		return out_of_memory();
	set_line(&line, rec);
	ret = r->json ? uet_print_json(&r->output, plan, &line) :
			uet_print_text(&r->output, plan, &line);
	if (ret)
		return out_of_memory();
	return r->output.size >= OUTPUT_SIZE ? write_out(r) : 0;
}

/*
 * All samples.  0; 1 when the file ended early, which was told; a -errno when
 * nothing more can be printed.
 */
static int print_samples(struct report *r)
{
	struct uet_perfdata_record rec;
	struct uet_error err;
	int ret, failed = 0;

	while ((ret = uet_perfdata_next(r->file, &rec, &err)) > 0) {
		if (rec.record.type != PERF_RECORD_SAMPLE || r->summary)
			continue;
		failed = print_sample(r, &rec);
		if (failed)
			return failed;
	}
	failed = write_out(r);
	if (failed)
		return failed;
	if (ret < 0)
		out_error(&cmd_report, "%s", err.text);
	return ret < 0;
}

/* The summary. */

static bool is_counted(const struct uet_perfdata_event *e)
{
	/* Recorders add events of their own that never have a sample. */
	return e->type == PERF_TYPE_TRACEPOINT || e->samples || e->lost;
}

static void print_count(const char *name, uint64_t samples, uint64_t lost,
			bool lost_known)
{
	printf("%12" PRIu64 " ", samples);
	if (lost_known)
		printf("%12" PRIu64, lost);
	else
		printf("%12s", "?");
	fputs("  ", stdout);
	put_plain(stdout, name);
	putchar('\n');
}

static void print_json_count(const struct uet_perfdata_event *e,
			     bool lost_known)
{
	fputs("{\"event\":", stdout);
	json_string(stdout, e->name);
	printf(",\"samples\":%" PRIu64 ",\"lost\":", e->samples);
	if (lost_known)
		printf("%" PRIu64 "}\n", e->lost);
	else
		puts("null}");
}

static void print_summary(const struct report *r)
{
	struct uet_perfdata_stats stats;
	bool lost_known;

	uet_perfdata_get_stats(r->file, &stats);
	/* Rings do not know whose events they lost. */
	lost_known = stats.lost_by_event || !stats.lost;
	if (!r->json)
		printf("%12s %12s  %s\n", "samples", "lost", "event");
	for (size_t i = 0; i < uet_perfdata_n_events(r->file); i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(r->file, i);

		if (!is_counted(e))
			continue;
		if (r->json)
			print_json_count(e, lost_known);
		else
			print_count(e->name, e->samples, e->lost, lost_known);
	}
	if (!r->json)
		print_count("total", stats.samples, stats.lost, true);
}

/* What is to be said on standard error. */

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

/* 1 when something of the file could not be shown. */
static int tell_all(const struct report *r)
{
	struct uet_perfdata_stats stats;

	uet_perfdata_get_stats(r->file, &stats);
	tell_losses(r, &stats);
	if (stats.out_of_order)
		out_error(&cmd_report, "%s: %" PRIu64 " events came too late "
			  "to be put in the order of time", r->input,
			  stats.out_of_order);
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

static int report(struct report *r)
{
	struct uet_error err;
	int failed;

	if (uet_perfdata_open(r->input, &r->file, &err)) {
		out_error(&cmd_report, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	failed = make_plans(r) ? print_samples(r) : out_of_memory();
	if (failed < 0)
		return UET_EXIT_FAILED;
	if (r->summary)
		print_summary(r);
	if (tell_all(r))
		failed = 1;
	return out_finish(&cmd_report, failed ? UET_EXIT_FAILED : UET_EXIT_OK);
}

static void clean_up(struct report *r)
{
	for (size_t i = 0; i < r->n_plans; i++)
		uet_plan_free(r->plans[i]);
	free(r->plans);
	uet_buffer_free(&r->output);
	uet_perfdata_close(r->file);
}

enum { OPT_JSON = 256, OPT_SUMMARY };

static const struct option options[] = {
	{ "input", required_argument, NULL, 'i' },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "summary", no_argument, NULL, OPT_SUMMARY },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static int run(int argc, char **argv)
{
	struct report r = { .input = "perf.data" };
	int option, status;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":i:h", options, NULL)) >= 0) {
		switch (option) {
		case 'i':
			r.input = optarg;
			break;
		case OPT_JSON:
			r.json = true;
			break;
		case OPT_SUMMARY:
			r.summary = true;
			break;
		case 'h':
			return out_help(&cmd_report);
		default:
			return opt_bad(&cmd_report, argv, option);
		}
	}
	if (optind < argc)
		return out_usage(&cmd_report, "what is '%s'? A file is given "
				 "with -i", argv[optind]);
	if (!strcmp(r.input, "-") && isatty(STDIN_FILENO))
		return out_usage(&cmd_report, "-i -: standard input is a "
				 "terminal; pipe 'uet record -o -' into it");
	if (!*r.input)
		return out_usage(&cmd_report, "-i: the file's name is empty");
	status = report(&r);
	clean_up(&r);
	return status;
}

const struct uet_cmd cmd_report = {
	.name = "report",
	.summary = "print or count the events of a perf.data file",
	.help = help,
	.run = run,
};
