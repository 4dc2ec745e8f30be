/* SPDX-License-Identifier: MIT */
/*
 * uet record: its options, and the order in which a recording is set up.
 */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

#define DEFAULT_FILE "perf.data"

enum {
	OPT_OVERWRITE = COLLECT_OWN,
	OPT_MAX_SIZE,
	OPT_SWITCH_OUTPUT,
	OPT_SWITCH_MAX_FILES,
};

/* -1: go on; else the exit status. */
static int take_option(struct record_options *o, int c, char **argv)
{
	switch (c) {
	case 'o':
		o->file = optarg;
		return -1;
	case OPT_OVERWRITE:
		o->overwrite = true;
		return -1;
	case 'z':
		o->level = 1;
		return !optarg || opt_number(&cmd_record, "-z", optarg, 0, 22,
					     &o->level) ?
			       -1 :
			       UET_EXIT_USAGE;
	case OPT_MAX_SIZE:
		if (record_parse_size(optarg, &o->max_size))
			return -1;
		return out_usage(&cmd_record, "--max-size: '%s' is no size "
				 "such as 10M (B, K, M, G)", optarg);
	case OPT_SWITCH_OUTPUT:
		return record_parse_switch(o, optarg) ? -1 : UET_EXIT_USAGE;
	case OPT_SWITCH_MAX_FILES:
		return opt_number(&cmd_record, "--switch-max-files", optarg, 1,
				  INT_MAX, &o->switch_max_files) ?
			       -1 :
			       UET_EXIT_USAGE;
	default:
		return collect_option(&o->collect, c, argv);
	}
}

static int check_options(const struct record_options *o)
{
	if (!*o->file)
		return out_usage(&cmd_record, "-o: the file's name is empty");
	if (o->overwrite && (o->max_size || o->switch_size))
		return out_usage(&cmd_record, "%s does not go with "
				 "--overwrite: the rings are the limit (-m)",
				 o->max_size ? "--max-size" :
					       "a size for --switch-output");
	if (o->switch_max_files && !o->switching)
		return out_usage(&cmd_record, "--switch-max-files goes with "
				 "--switch-output");
	if ((o->switching || o->overwrite) && !record_switch_allowed(o))
		return UET_EXIT_USAGE;
	return -1;
}

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
		{ "output", required_argument, NULL, 'o' },
		{ "overwrite", no_argument, NULL, OPT_OVERWRITE },
		{ "clockid", required_argument, NULL, 'k' },
		{ "count", required_argument, NULL, 'c' },
		{ "freq", required_argument, NULL, 'F' },
		{ "compression-level", optional_argument, NULL, 'z' },
		{ "max-size", required_argument, NULL, OPT_MAX_SIZE },
		{ "switch-output", optional_argument, NULL, OPT_SWITCH_OUTPUT },
		{ "switch-max-files", required_argument, NULL,
		  OPT_SWITCH_MAX_FILES },
		{ "mmap-pages", required_argument, NULL, 'm' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct record_options o = {
		.collect.cmd = &cmd_record,
		.file = DEFAULT_FILE,
		.argc = argc,
	};
	int c, status = -1;

	/* The arguments as they were: strtok_r() cuts them up. */
	o.argv = calloc((size_t)argc + 1, sizeof(*o.argv));
	for (int i = 0; o.argv && i < argc; i++)
		o.argv[i] = strdup(argv[i]);

	opterr = 0;
	/* "+": what follows the command's name is the command's. */
	while (status < 0 &&
	       (c = getopt_long(argc, argv, "+:e:C:ap:t:o:m:k:c:F:G:z::h", longs, NULL)) != -1)
		status = take_option(&o, c, argv);
	if (status < 0)
		status = collect_check(&o.collect, argc, argv);
	if (status < 0)
		status = check_options(&o);
	o.collect.prints_a_stream = !strcmp(o.file, "-");
	if (status < 0)
		status = record_run(&o);
	for (int i = 0; o.argv && i < argc; i++)
		free(o.argv[i]);
	free(o.argv);
	collect_options_free(&o.collect);
	return status;
}

const struct uet_cmd cmd_record = {
	.name = "record",
	.summary = "record events to a perf.data file",
	.help =
"Usage: uet record [OPTIONS] [--] COMMAND [ARG...]\n"
"       uet record [OPTIONS] -p PID[,PID...]\n"
"       uet record [OPTIONS] [-a]\n"
"\n"
"Record events of COMMAND and its children, of running processes, or of the\n"
"whole system until SIGINT (Ctrl-C) or SIGTERM, to a file that uet report and\n"
"perf script read.\n"
"\n"
"Without -e, the events that are compiled into COMMAND are recorded (see uet\n"
"list --elf), else all that are registered. Events that are registered while\n"
"recording are recorded from a moment later on. COMMAND starts only when\n"
"everything is ready: nothing of its beginning is missed.\n"
"\n"
"Options:\n"
"  -e, --event PATTERN     record events that match a glob: NAME for events of\n"
"                          user_events, SYSTEM:NAME for any tracepoint; or\n"
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
"      --elf FILE          register ahead, and record like those of COMMAND, the\n"
"                          events compiled into FILE: a shared object that is\n"
"                          loaded later, or what a script runs; can be given\n"
"                          several times\n"
"      --register DECL     register this event ahead, as uet register has it,\n"
"                          and record it; can be given several times\n"
"  -a, --all-cpus          the whole system, even with COMMAND\n"
"  -C, --cpu LIST          these CPUs only, such as 0-3,8\n"
"      --duration SECONDS  end after this time; COMMAND gets SIGTERM then\n"
"      --fail-on-loss      exit with status 3 if events were lost\n"
"  -G, --cgroup NAME       of the whole system, only this control group and those\n"
"                          below it, by its name below /sys/fs/cgroup\n"
"  -p, --pid PID           running processes, their later threads and children\n"
"                          included\n"
"  -t, --tid TID           running threads, and what they start later\n"
"  -o, --output FILE       write to FILE (perf.data); one that is there becomes\n"
"                          FILE.old; - is standard output, as a stream that\n"
"                          uet report -i - and perf script -i - read\n"
"  -m, --mmap-pages PAGES  data pages of each CPU's ring, a power of two (512\n"
"                          KiB worth, or less if the limit of locked memory is\n"
"                          lower)\n"
"  -k, --clockid CLOCK     the clock of times: monotonic (as without it) or\n"
"                          monotonic_raw; the kernel refuses boottime, realtime,\n"
"                          tai and other numbers for tracepoints\n"
"      --overwrite         a flight recorder: the rings keep the latest events,\n"
"                          which are written at the end, and at SIGUSR2 to\n"
"                          FILE.TIME\n"
"  -z, --compression-level[=N]\n"
"                          compress with zstd: 1 (fast, as without N) to 22 (small)\n"
"      --max-size SIZE     end when the file has this size, such as 10M (B, K, M\n"
"                          or G); COMMAND goes on\n"
"      --switch-output[=WHEN]\n"
"                          several files FILE.TIME, each of which can be read\n"
"                          alone: another one at SIGUSR2 (signal), at this size\n"
"                          (10M), or after this time (30s; s, m, h or d)\n"
"      --switch-max-files N\n"
"                          keep only the latest N of them\n"
"  -h, --help              this text\n"
"\n"
"At the end, the events are counted by name, and also those that were lost\n"
"because a ring was full: take larger rings (-m) then.\n"
"\n"
"Exit status: 0 when the recording succeeded; that of COMMAND (128 + N when\n"
"signal N ended it); 1 on failure; 2 for wrong usage; 3 with\n"
"--fail-on-loss; 126 or 127 when COMMAND\n"
"cannot be run or found.\n",
	.run = run,
};
