/* SPDX-License-Identifier: MIT */
/*
 * The options that record, live and stat have in common.  Knows nothing about
 * what they do with events.
 */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"

#define PAGES_MAX (1u << 20)

static bool grow(const struct collect_options *o, void *list, size_t n,
		 size_t size)
{
	void *grown = reallocarray(*(void **)list, n + 1, size);

	if (grown)
		*(void **)list = grown;
	else
		out_error(o->cmd, "out of memory");
	return grown;
}

static bool add_event(struct collect_options *o, const char *word)
{
	if (*word == '{') {
		out_usage(o->cmd, "-e: groups in braces are not taken: name "
			  "the events one after the other");
		return false;
	}
	if (uet_session_is_perf_event(word, strlen(word))) {
		if (!grow(o, &o->perf_events, o->n_perf_events, sizeof(char *)))
			return false;
		o->perf_events[o->n_perf_events++] = word;
		return true;
	}
	if (!grow(o, &o->patterns, o->n_patterns, sizeof(char *)) ||
	    !grow(o, &o->filters, o->n_patterns, sizeof(char *)))
		return false;
	o->filters[o->n_patterns] = NULL;
	o->patterns[o->n_patterns++] = word;
	o->n_last++;
	return true;
}

/* A comma divides events, as perf has it, but for those inside of a PMU's
 * slashes. */
static char *next_event(char **list)
{
	char *word = *list + strspn(*list, ","), *end = word;
	bool inside = false;

	for (; *end && (inside || *end != ','); end++)
		inside ^= *end == '/';
	*list = *end ? end + 1 : end;
	*end = '\0';
	return *word ? word : NULL;
}

static bool add_events(struct collect_options *o, char *list)
{
	char *word = next_event(&list);

	if (!word) {
		out_usage(o->cmd, "-e: the name of an event is missing");
		return false;
	}
	o->n_last = 0;
	for (; word; word = next_event(&list))
		if (!add_event(o, word))
			return false;
	return true;
}

/* For the events of the last -e, as perf has it. */
static bool set_filter(struct collect_options *o, const char *filter)
{
	if (!o->n_last || !*filter) {
		out_usage(o->cmd, o->n_last ? "--filter: the filter is empty" :
					      "--filter belongs behind the -e "
					      "whose tracepoints it filters");
		return false;
	}
	for (size_t i = o->n_patterns - o->n_last; i < o->n_patterns; i++)
		o->filters[i] = filter;
	return true;
}

static bool add_tasks(const struct collect_options *o, const char *option,
		      char *list, struct collect_tasks *tasks)
{
	char *save, *word = strtok_r(list, ",", &save);
	unsigned long long id = 0;

	if (!word)
		out_usage(o->cmd, "%s: the number is missing", option);
	for (; word; word = strtok_r(NULL, ",", &save)) {
		if (!opt_number(o->cmd, option, word, 1, INT_MAX, &id) ||
		    !grow(o, &tasks->ids, tasks->n, sizeof(pid_t)))
			return false;
		tasks->ids[tasks->n++] = (pid_t)id;
	}
	return id != 0;
}

static bool set_cpus(struct collect_options *o, const char *text)
{
	struct uet_error err;

	free(o->cpus);
	o->cpus = NULL;
	if (!uet_cpus_parse(text, &o->cpus, &o->n_cpus, &err))
		return true;
	out_usage(o->cmd, "-C: %s", err.text);
	return false;
}

/* Seconds, with a fraction if need be. */
static bool set_duration(struct collect_options *o, const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (text[0] >= '0' && text[0] <= '9' && !*end && seconds >= 1e-9 &&
	    seconds <= 1e9) {
		o->duration_ns = (uint64_t)(seconds * 1e9);
		return true;
	}
	out_usage(o->cmd, "--duration: '%s' is no number of seconds", text);
	return false;
}

static bool set_pages(struct collect_options *o, const char *text)
{
	unsigned long long pages;

	if (!opt_number(o->cmd, "-m", text, 1, PAGES_MAX, &pages))
		return false;
	if (pages & (pages - 1)) {
		unsigned long long below = 1;

		while (below * 2 < pages)
			below *= 2;
		out_usage(o->cmd, "-m: %llu is not a power of two, such as "
			  "%llu or %llu", pages, below, below * 2);
		return false;
	}
	o->ring_pages = (size_t)pages;
	return true;
}

int collect_option(struct collect_options *o, int c, char **argv)
{
	switch (c) {
	case 'e':
		return add_events(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'p':
		return add_tasks(o, "-p", optarg, &o->pids) ? -1 :
							      UET_EXIT_USAGE;
	case 't':
		return add_tasks(o, "-t", optarg, &o->tids) ? -1 :
							      UET_EXIT_USAGE;
	case 'm':
		return set_pages(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'C':
		return set_cpus(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'G':
		o->cgroup = optarg;
		return *optarg ? -1 :
				 out_usage(o->cmd, "-G: the name is empty");
	case 'c':
		return opt_number(o->cmd, "-c", optarg, 1, INT64_MAX,
				  &o->sample_period) ?
			       -1 :
			       UET_EXIT_USAGE;
	case 'F':
		return opt_number(o->cmd, "-F", optarg, 1, INT_MAX,
				  &o->sample_freq) ?
			       -1 :
			       UET_EXIT_USAGE;
	case 'k':
		return collect_clock(o, optarg) ? -1 : UET_EXIT_USAGE;
	case COLLECT_DURATION:
		return set_duration(o, optarg) ? -1 : UET_EXIT_USAGE;
	case COLLECT_FAIL_ON_LOSS:
		o->fail_on_loss = true;
		return -1;
	case COLLECT_LEVEL:
		return eh_set_level(o->cmd, &o->limits, optarg) ?
			       -1 : UET_EXIT_USAGE;
	case COLLECT_KEYWORD:
		return eh_set_keyword(o->cmd, &o->limits, optarg) ?
			       -1 : UET_EXIT_USAGE;
	case COLLECT_FILTER:
		return set_filter(o, optarg) ? -1 : UET_EXIT_USAGE;
	case 'a':
		o->whole_system = true;
		return -1;
	case 'h':
		return out_help(o->cmd);
	case COLLECT_ELF:
		if (!grow(o, &o->elfs, o->n_elfs, sizeof(char *)))
			return UET_EXIT_FAILED;
		o->elfs[o->n_elfs++] = optarg;
		return -1;
	case COLLECT_REGISTER:
		if (!grow(o, &o->decls, o->n_decls, sizeof(char *)))
			return UET_EXIT_FAILED;
		o->decls[o->n_decls++] = optarg;
		return -1;
	default:
		return opt_bad(o->cmd, argv, c);
	}
}

int collect_check(struct collect_options *o, int argc, char **argv)
{
	bool has_tasks = o->pids.n || o->tids.n;
	const char *option = o->pids.n ? "-p" : "-t";

	if (optind < argc)
		o->command = argv + optind;
	else if (!strcmp(argv[optind - 1], "--"))
		return out_usage(o->cmd, "there is no command after --");
	if (o->sample_period && o->sample_freq)
		return out_usage(o->cmd, "-c and -F exclude each other");
	if ((o->sample_period || o->sample_freq) && !o->n_perf_events)
		return out_usage(o->cmd, "%s is about events such as cycles "
				 "(-e); a tracepoint's are all taken",
				 o->sample_period ? "-c" : "-F");
	if (o->whole_system && has_tasks)
		return out_usage(o->cmd, "-a and %s exclude each other", option);
	if (has_tasks && o->command)
		return out_usage(o->cmd, "%s and a command exclude each other",
				 option);
	if (o->cgroup && (has_tasks || (o->command && !o->whole_system)))
		return out_usage(o->cmd, "-G goes with the whole system: -a");
	if (eh_has_limits(&o->limits) && o->n_perf_events && !o->n_patterns &&
	    !o->n_decls)
		return out_usage(o->cmd, "with %s, tracepoints are chosen, of "
				 "which -e names none",
				 eh_limits_text(&o->limits));
	if (!o->command && !has_tasks)
		o->whole_system = true;
	return collect_find_providers(o) ? -1 : UET_EXIT_FAILED;
}

void collect_options_free(struct collect_options *o)
{
	collect_free_providers(o);
	free(o->patterns);
	free(o->perf_events);
	free(o->filters);
	free(o->elfs);
	free(o->decls);
	free(o->pids.ids);
	free(o->tids.ids);
	free(o->cpus);
}
