/* SPDX-License-Identifier: MIT */
/*
 * uet report: a perf.data file as lines of text or JSON, or as counts.  Knows
 * the options and the order of things; the rest is in report_*.c.
 */
#include <errno.h>
#include <getopt.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "print_fmt.h"
#include "report.h"
#include "uet.h"

static const char help[] =
	"Usage: uet report [OPTIONS] [FILE]\n"
	"\n"
	"Print the events of a perf.data file, in the order of time.\n"
	"\n"
	"Options:\n"
	"  -i, --input FILE      the file to read (default: perf.data);\n"
	"                        - is standard input\n"
	"  -e, --event PATTERN   only these events: a glob NAME, SYSTEM:NAME or, of\n"
	"                        EventHeader events, PROVIDER:EVENT; several with\n"
	"                        commas or by repeating -e\n"
	"      --level LEVEL     only EventHeader events that are as severe or more: a\n"
	"                        number, critical, error, warning, info, verbose\n"
	"      --keyword MASK    only EventHeader events with one of these bits\n"
	"  -p, --pid PID         only these processes, with commas\n"
	"      --tid TID         only these threads, with commas\n"
	"      --comm NAME       only threads of these names (globs), with commas\n"
	"      --time FROM,TO    only from FROM to TO, both included, in seconds as\n"
	"                        printed; one of them may be left out: FROM, or ,TO\n"
	"      --fields A,B      only these fields, in this order, and only events that\n"
	"                        have one of them\n"
	"      --filter EXPR     only events of which EXPR is true, as in\n"
	"                        'status >= 500 && path ~ \"/api/*\"'\n"
	"      --clock wall      print dates and times of the wall clock, in UTC\n"
	"      --print-fmt       print events as the kernel does, by their print fmt,\n"
	"                        through libtraceevent; with --json as one more member\n"
	"      --kallsyms FILE   names of functions for it, as in /proc/kallsyms\n"
	"      --json            an object of JSON for each event, one a line\n"
	"      --csv             a table for spreadsheets and databases, with a column\n"
	"                        for each field of any event; a line of names first\n"
	"      --summary[=FIELD] only count: samples, losses, rate, first and last of\n"
	"                        each event, EventHeader events by their names; of\n"
	"                        FIELD (or STRUCT.FIELD of those) the mean, 50, 90, 99\n"
	"                        per cent and how often it is how large\n"
	"  -h, --help            this text\n"
	"\n"
	"A line reads TIME COMM PID/TID [CPU] SYSTEM:EVENT FIELD=VALUE ...;\n"
	"the time is in seconds of the clock that the recording used.\n"
	"\n"
	"Events that were lost while recording, and a file that lost its end,\n"
	"are told on standard error.  The exit status is 0, 1 if the file could\n"
	"not be read to its end or has not what was asked for, 2 for wrong usage.\n";

int report_no_memory(void)
{
	out_error(&cmd_report, "out of memory");
	return -ENOMEM;
}

static void set_line(struct uet_line *line,
		     const struct uet_perfdata_record *rec)
{
	const struct uet_record *record = &rec->record;

	line->is_wall = false;
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
	line->print = NULL;
}

static int take_sample(struct report *r, const struct uet_perfdata_record *rec)
{
	size_t event = rec->event_index;
	struct uet_line line;
	int has = 1;

	set_line(&line, rec);
	if (r->filter && !report_filters(r, event, &line))
		return 0;
	if (r->fields.n)
		has = report_has_fields(r, event, &line);
	if (has <= 0)
		return has;
	/* Not before: a filter speaks of the recording's clock. */
	if (r->is_wall) {
		uet_perfdata_wall_time(r->file, line.time, &line.time);
		line.is_wall = true;
	}
	if (!r->summary)
		return report_print(r, event, &line);
	return report_count(r, event, &line);
}

/* Makes an array of n elements longer, with zeros. */
static bool lengthen(void *array, size_t n, size_t longer, size_t size)
{
	void **at = array;
	char *bytes = reallocarray(*at, longer + 1, size);

	if (!bytes)
		return false;
	memset(bytes + n * size, 0, (longer + 1 - n) * size);
	*at = bytes;
	return true;
}

/* Of a table all columns were printed already, so that it has no place. */
static bool learn_events(struct report *r)
{
	size_t old = r->n_events, n = uet_perfdata_n_events(r->file);

	if (!lengthen(&r->chosen, old, n, sizeof(*r->chosen)) ||
	    !lengthen(&r->plans, old, n, sizeof(*r->plans)) ||
	    !lengthen(&r->sieves, old, n, sizeof(*r->sieves)) ||
	    !lengthen(&r->described, old, n, sizeof(*r->described)) ||
	    (r->matchers && !lengthen(&r->matchers, old, n,
				      sizeof(*r->matchers))) ||
	    (r->rows && !lengthen(&r->rows, old, n, sizeof(*r->rows))))
		return false;
	r->n_events = n;
	for (size_t i = old; i < n; i++) {
		r->chosen[i] = r->style != REPORT_CSV && report_chooses(r, i);
		if (r->chosen[i] && report_add_sieve(r, i))
			return false;
		if (!r->chosen[i])
			continue;
		report_meet_fields(r, i);
		if (r->rows && report_add_row(r, i))
			return false;
		if (r->matchers && !report_add_matcher(r, i))
			return false;
	}
	return true;
}

/*
 * All samples.  0; 1 when the file ended early, which was told; a -errno when
 * nothing more can be printed.
 */
static int read_samples(struct report *r)
{
	struct uet_perfdata_record rec;
	struct uet_error err;
	int ret, failed;

	failed = r->summary ? report_begin_summary(r) : report_begin(r);
	if (failed)
		return failed;
	while ((ret = uet_perfdata_next(r->file, &rec, &err)) > 0) {
		if (rec.record.type != PERF_RECORD_SAMPLE)
			continue;
		/* Described by a stream behind its beginning. */
		if (rec.event_index >= r->n_events && !learn_events(r))
			return report_no_memory();
		if (!report_wants(r, &rec))
			continue;
		failed = take_sample(r, &rec);
		if (failed)
			return failed;
	}
	failed = out_buffer(&cmd_report, &r->output, NULL, NULL);
	if (failed)
		return failed;
	if (ret < 0)
		out_error(&cmd_report, "%s", err.text);
	return ret < 0;
}

static bool allocate(struct report *r)
{
	r->n_events = uet_perfdata_n_events(r->file);
	r->chosen = calloc(r->n_events + 1, sizeof(*r->chosen));
	r->plans = calloc(r->n_events + 1, sizeof(*r->plans));
	r->sieves = calloc(r->n_events + 1, sizeof(*r->sieves));
	r->described = calloc(r->n_events + 1, sizeof(*r->described));
	r->choice.found = calloc(r->choice.events.n + 1, sizeof(bool));
	return r->chosen && r->plans && r->sieves && r->described &&
	       r->choice.found;
}

static bool has_clock(const struct report *r)
{
	uint64_t time;

	if (!r->is_wall || uet_perfdata_wall_time(r->file, 0, &time))
		return true;
	out_error(&cmd_report, "%s does not tell the wall clock: a recording "
		  "of perf record without -k monotonic, or one of "
		  "it that was not finished", r->input);
	return false;
}

/* False after a message. */
static bool open_input(struct report *r)
{
	struct uet_error err;

	if (r->prints && uet_print_fmt_new(&r->print_fmt, NULL)) {
		report_no_memory();
		return false;
	}
	if (r->kallsyms &&
	    !print_fmt_symbols(&cmd_report, r->print_fmt, r->kallsyms))
		return false;
	if (uet_perfdata_open_print(r->input, r->print_fmt, &r->file, &err)) {
		out_error(&cmd_report, "%s", err.text);
		return false;
	}
	return true;
}

static int report(struct report *r)
{
	int failed;

	if (!open_input(r))
		return UET_EXIT_FAILED;
	if (!allocate(r)) {
		report_no_memory();
		return UET_EXIT_FAILED;
	}
	if (!has_clock(r) || !report_choose_events(r) || !report_choose_fields(r) ||
	    !report_begin_filter(r))
		return UET_EXIT_FAILED;
	failed = read_samples(r);
	if (failed < 0)
		return UET_EXIT_FAILED;
	if (r->summary)
		report_summary(r);
	report_tell_unnamed(r);
	if (report_tell_no_values(r) | report_tell_unfound(r) |
	    report_tell(r) | !report_tell_fields(r) | !report_tell_unmet(r))
		failed = 1;
	return out_finish(&cmd_report, failed ? UET_EXIT_FAILED : UET_EXIT_OK);
}

static void clean_up(struct report *r)
{
	for (size_t i = 0; r->plans && i < r->n_events; i++)
		uet_plan_free(r->plans[i]);
	free(r->plans);
	for (size_t i = 0; r->sieves && i < r->n_events; i++)
		eh_sieve_free(r->sieves[i]);
	free(r->sieves);
	uet_csv_free(r->csv);
	report_end_filter(r);
	report_end_summary(r);
	free(r->chosen);
	free(r->fields.words);
	free(r->fields_met);
	free(r->described);
	report_choice_free(&r->choice);
	uet_buffer_free(&r->output);
	uet_perfdata_close(r->file);
	uet_print_fmt_free(r->print_fmt);
}

enum {
	OPT_JSON = 256,
	OPT_CSV,
	OPT_SUMMARY,
	OPT_TID,
	OPT_COMM,
	OPT_TIME,
	OPT_LEVEL,
	OPT_KEYWORD,
	OPT_FIELDS,
	OPT_FILTER,
	OPT_CLOCK,
	OPT_PRINT_FMT,
	OPT_KALLSYMS,
};

static const struct option options[] = {
	{ "input", required_argument, NULL, 'i' },
	{ "event", required_argument, NULL, 'e' },
	{ "pid", required_argument, NULL, 'p' },
	{ "tid", required_argument, NULL, OPT_TID },
	{ "comm", required_argument, NULL, OPT_COMM },
	{ "time", required_argument, NULL, OPT_TIME },
	{ "level", required_argument, NULL, OPT_LEVEL },
	{ "keyword", required_argument, NULL, OPT_KEYWORD },
	{ "fields", required_argument, NULL, OPT_FIELDS },
	{ "filter", required_argument, NULL, OPT_FILTER },
	{ "clock", required_argument, NULL, OPT_CLOCK },
	{ "print-fmt", no_argument, NULL, OPT_PRINT_FMT },
	{ "kallsyms", required_argument, NULL, OPT_KALLSYMS },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "summary", optional_argument, NULL, OPT_SUMMARY },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

/* An option that chooses samples. */
static int choose(struct report_choice *choice, int option, char *argument)
{
	switch (option) {
	case 'e':
		return report_add_words(&choice->events, "-e", argument);
	case OPT_LEVEL:
		return eh_set_level(&cmd_report, &choice->limits, argument) ?
			       UET_EXIT_OK : UET_EXIT_USAGE;
	case OPT_KEYWORD:
		return eh_set_keyword(&cmd_report, &choice->limits, argument) ?
			       UET_EXIT_OK : UET_EXIT_USAGE;
	}
	choice->narrows = true;
	switch (option) {
	case 'p':
		return report_add_numbers(&choice->pids, "--pid", argument);
	case OPT_TID:
		return report_add_numbers(&choice->tids, "--tid", argument);
	case OPT_COMM:
		return report_add_words(&choice->comms, "--comm", argument);
	default:
		return report_set_time(choice, argument);
	}
}

static int set_style(struct report *r, enum report_style style)
{
	if (r->style != REPORT_TEXT && r->style != style)
		return out_usage(&cmd_report, "--json and --csv exclude each "
				 "other");
	r->style = style;
	return UET_EXIT_OK;
}

static int set_clock(struct report *r, const char *argument)
{
	r->is_wall = !strcmp(argument, "wall");
	if (r->is_wall || !strcmp(argument, "recorded"))
		return UET_EXIT_OK;
	return out_usage(&cmd_report, "--clock: '%s' is neither wall nor "
			 "recorded", argument);
}

/* What excludes each other.  -1 to go on, or the exit status. */
static int check_options(const struct report *r)
{
	if (r->summary && r->style == REPORT_CSV)
		return out_usage(&cmd_report, "--summary is text or --json, "
				 "not --csv");
	if (r->prints && r->style == REPORT_CSV)
		return out_usage(&cmd_report, "--print-fmt is text or a member "
				 "of --json, not a column of --csv");
	if (r->prints && r->summary)
		return out_usage(&cmd_report, "--print-fmt prints events, "
				 "--summary none");
	if (r->prints && r->fields.n && r->style == REPORT_TEXT)
		return out_usage(&cmd_report, "--print-fmt prints what the "
				 "kernel chose, not --fields");
	if (r->kallsyms && !r->prints)
		return out_usage(&cmd_report, "--kallsyms is for --print-fmt");
	if (!*r->input)
		return out_usage(&cmd_report, "the file's name is empty");
	if (!strcmp(r->input, "-") && isatty(STDIN_FILENO))
		return out_usage(&cmd_report, "-i -: standard input is a "
				 "terminal; pipe 'uet record -o -' into it");
	return -1;
}

/* -1 to go on, or the exit status. */
static int parse_options(struct report *r, int argc, char **argv)
{
	bool has_input = false;
	int option, status = UET_EXIT_OK;

	opterr = 0;
	while (!status && (option = getopt_long(argc, argv, ":i:e:p:h", options,
						NULL)) >= 0) {
		switch (option) {
		case 'i':
			r->input = optarg;
			has_input = true;
			break;
		case 'e':
		case 'p':
		case OPT_TID:
		case OPT_COMM:
		case OPT_TIME:
		case OPT_LEVEL:
		case OPT_KEYWORD:
			status = choose(&r->choice, option, optarg);
			break;
		case OPT_FIELDS:
			status = report_add_words(&r->fields, "--fields",
						  optarg);
			break;
		case OPT_FILTER:
			status = report_set_filter(r, optarg);
			break;
		case OPT_CLOCK:
			status = set_clock(r, optarg);
			break;
		case OPT_PRINT_FMT:
			r->prints = true;
			break;
		case OPT_KALLSYMS:
			r->kallsyms = optarg;
			break;
		case OPT_JSON:
			status = set_style(r, REPORT_JSON);
			break;
		case OPT_CSV:
			status = set_style(r, REPORT_CSV);
			break;
		case OPT_SUMMARY:
			r->summary = true;
			r->summary_field = optarg;
			break;
		case 'h':
			return out_help(&cmd_report);
		default:
			return opt_bad(&cmd_report, argv, option);
		}
	}
	if (status)
		return status;
	if (argc - optind > !has_input)
		return out_usage(&cmd_report, "one file at a time; what is "
				 "'%s'?", argv[optind + !has_input]);
	if (optind < argc)
		r->input = argv[optind];
	return check_options(r);
}

static int run(int argc, char **argv)
{
	struct report r = { .input = "perf.data" };
	int status = parse_options(&r, argc, argv);

	if (status < 0)
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
