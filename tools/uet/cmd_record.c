/* SPDX-License-Identifier: MIT */
/*
 * uet record: its options, and the order in which a recording is set up.
 */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

#define DEFAULT_FILE "perf.data"
#define PAGES_MAX (1u << 20)

static bool grow(void **list, size_t n, size_t size)
{
	void *grown = reallocarray(*list, n + 1, size);

	if (grown)
		*list = grown;
	else
		out_error(&cmd_record, "out of memory");
	return grown;
}

/* A comma divides patterns, as perf has it; no name has one. */
static bool add_patterns(struct record_options *o, char *list)
{
	char *save, *word = strtok_r(list, ",", &save);

	if (!word) {
		out_usage(&cmd_record, "-e: the name of an event is missing");
		return false;
	}
	for (; word; word = strtok_r(NULL, ",", &save)) {
		if (!grow((void **)&o->patterns, o->n_patterns, sizeof(char *)))
			return false;
		o->patterns[o->n_patterns++] = word;
	}
	return true;
}

static bool add_pids(struct record_options *o, char *list)
{
	char *save, *word = strtok_r(list, ",", &save);
	unsigned long long pid = 0;

	if (!word)
		out_usage(&cmd_record, "-p: the number of a process is "
			  "missing");
	for (; word; word = strtok_r(NULL, ",", &save)) {
		if (!opt_number(&cmd_record, "-p", word, 1, INT_MAX, &pid) ||
		    !grow((void **)&o->pids, o->n_pids, sizeof(pid_t)))
			return false;
		o->pids[o->n_pids++] = (pid_t)pid;
	}
	return pid != 0;
}

static bool set_pages(struct record_options *o, const char *text)
{
	unsigned long long pages;

	if (!opt_number(&cmd_record, "-m", text, 1, PAGES_MAX, &pages))
		return false;
	if (pages & (pages - 1)) {
		out_usage(&cmd_record, "-m: %llu is not a power of two", pages);
		return false;
	}
	o->ring_pages = (size_t)pages;
	return true;
}

/* -1: go on; else the exit status. */
static int take_option(struct record_options *o, int c, char **argv)
{
	switch (c) {
	case 'e':
		return add_patterns(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'p':
		return add_pids(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'm':
		return set_pages(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'a':
		o->whole_system = true;
		return -1;
	case 'o':
		o->file = optarg;
		return -1;
	case 'h':
		return out_help(&cmd_record);
	case 'E':
		if (!grow((void **)&o->elfs, o->n_elfs, sizeof(char *)))
			return UET_EXIT_FAILED;
		o->elfs[o->n_elfs++] = optarg;
		return -1;
	default:
		return opt_bad(&cmd_record, argv, c);
	}
}

static int check_options(struct record_options *o)
{
	if (o->whole_system && o->n_pids)
		return out_usage(&cmd_record, "-a and -p exclude each other");
	if (o->n_pids && o->command)
		return out_usage(&cmd_record, "-p and a command exclude each "
				 "other");
	if (!*o->file)
		return out_usage(&cmd_record, "-o: the file's name is empty");
	if (!o->command && !o->n_pids)
		o->whole_system = true;
	return -1;
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "elf", required_argument, NULL, 'E' },
		{ "all-cpus", no_argument, NULL, 'a' },
		{ "pid", required_argument, NULL, 'p' },
		{ "output", required_argument, NULL, 'o' },
		{ "mmap-pages", required_argument, NULL, 'm' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct record_options o = {
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
	       (c = getopt_long(argc, argv, "+:e:ap:o:m:h", longs, NULL)) != -1)
		status = take_option(&o, c, argv);
	if (status < 0) {
		if (optind < argc)
			o.command = argv + optind;
		else if (!strcmp(argv[optind - 1], "--"))
			status = out_usage(&cmd_record, "there is no command "
					   "after --");
	}
	if (status < 0)
		status = check_options(&o);
	if (status < 0)
		status = record_run(&o);
	for (int i = 0; o.argv && i < argc; i++)
		free(o.argv[i]);
	free(o.argv);
	free(o.patterns);
	free(o.elfs);
	free(o.pids);
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
"list --elf), else all that are registered when the recording begins. COMMAND\n"
"starts only when everything is ready: nothing of its beginning is missed.\n"
"\n"
"Options:\n"
"  -e, --event PATTERN     record events that match a glob: NAME for events of\n"
"                          user_events, SYSTEM:NAME for any tracepoint; can be\n"
"                          given several times, or with commas\n"
"      --elf FILE          register ahead, and record like those of COMMAND, the\n"
"                          events compiled into FILE: a shared object that is\n"
"                          loaded later, or what a script runs; can be given\n"
"                          several times\n"
"  -a, --all-cpus          the whole system, even with COMMAND\n"
"  -p, --pid PID           running processes, their later threads and children\n"
"                          included\n"
"  -o, --output FILE       write to FILE (perf.data); one that is there becomes\n"
"                          FILE.old; - is standard output, as a stream that\n"
"                          uet report -i - and perf script -i - read\n"
"  -m, --mmap-pages PAGES  data pages of each CPU's ring, a power of two (512\n"
"                          KiB worth, or less if the limit of locked memory is\n"
"                          lower)\n"
"  -h, --help              this text\n"
"\n"
"At the end, the events are counted by name, and also those that were lost\n"
"because a ring was full: take larger rings (-m) then.\n"
"\n"
"Exit status: 0 when the recording succeeded; that of COMMAND (128 + N when\n"
"signal N ended it); 1 on failure; 2 for wrong usage; 126 or 127 when COMMAND\n"
"cannot be run or found.\n",
	.run = run,
};
