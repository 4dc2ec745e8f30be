/* SPDX-License-Identifier: MIT */
/*
 * Which samples uet report shows: by event, task and time.  Does not look into
 * their fields.
 */
#include <errno.h>
#include <fnmatch.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>

#include "report.h"
#include "uet.h"

#define NS_PER_S UINT64_C(1000000000)

/* Room for one more of size bytes. */
static void *grown(void *array, size_t n, size_t size)
{
	void *more = reallocarray(array, n + 1, size);

	if (!more)
		report_no_memory();
	return more;
}

int report_add_words(struct report_words *to, const char *option,
		     char *argument)
{
	char *save, *word = strtok_r(argument, ",", &save);

	if (!word)
		return out_usage(&cmd_report, "%s: the list is empty", option);
	for (; word; word = strtok_r(NULL, ",", &save)) {
		const char **more = grown(to->words, to->n, sizeof(*more));

		if (!more)
			return UET_EXIT_FAILED;
		to->words = more;
		to->words[to->n++] = word;
	}
	return UET_EXIT_OK;
}

int report_add_numbers(struct report_numbers *to, const char *option,
		       char *argument)
{
	char *save, *word = strtok_r(argument, ",", &save);

	if (!word)
		return out_usage(&cmd_report, "%s: the list is empty", option);
	for (; word; word = strtok_r(NULL, ",", &save)) {
		unsigned long long number;
		uint32_t *more;

		if (!opt_number(&cmd_report, option, word, 0, UINT32_MAX,
				&number))
			return UET_EXIT_USAGE;
		more = grown(to->numbers, to->n, sizeof(*more));
		if (!more)
			return UET_EXIT_FAILED;
		to->numbers = more;
		to->numbers[to->n++] = (uint32_t)number;
	}
	return UET_EXIT_OK;
}

/* "SECONDS[.DECIMALS]" up to end; what is beyond nanoseconds is refused. */
static bool parse_seconds(const char *text, const char *end, uint64_t *ns)
{
	uint64_t whole = 0, part = 0, unit = NS_PER_S;
	const char *at = text;

	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		if (whole > UINT64_MAX / NS_PER_S / 10)
			return false;
		whole = whole * 10 + (uint64_t)(*at - '0');
	}
	if (at == text || whole >= UINT64_MAX / NS_PER_S)
		return false;
	if (at < end && *at == '.')
		for (at++; at < end && *at >= '0' && *at <= '9'; at++) {
			if (unit == 1)
				return false;
			unit /= 10;
			part += unit * (uint64_t)(*at - '0');
		}
	*ns = whole * NS_PER_S + part;
	return at == end;
}

int report_set_time(struct report_choice *choice, const char *argument)
{
	const char *comma = strchr(argument, ',');
	const char *end = argument + strlen(argument);

	if (!comma || end - argument == 1)
		return out_usage(&cmd_report, "--time: '%s' is not FROM,TO, of "
				 "which one may be left out", argument);
	choice->has_from = comma > argument;
	choice->has_to = comma + 1 < end;
	if ((choice->has_from &&
	     !parse_seconds(argument, comma, &choice->from)) ||
	    (choice->has_to && !parse_seconds(comma + 1, end, &choice->to)))
		return out_usage(&cmd_report, "--time: '%s': a time is in "
				 "seconds with up to nine decimals, as report "
				 "prints it", argument);
	if (choice->has_from && choice->has_to && choice->from > choice->to)
		return out_usage(&cmd_report, "--time: '%s' ends before it "
				 "begins", argument);
	return UET_EXIT_OK;
}

/* As elsewhere; and a bare NAME may be of any system, for the recording has
 * chosen already. */
bool report_matches(const char *pattern, const char *event)
{
	const char *colon = strchr(event, ':');
	bool matched;
	char *system;

	if (!fnmatch(pattern, event, 0))
		return true;
	if (!colon)
		return false;
	system = strndup(event, (size_t)(colon - event));
	matched = system && uet_catalog_match(pattern, system, colon + 1);
	free(system);
	return matched || !fnmatch(pattern, colon + 1, 0);
}

bool report_chooses(const struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	const struct report_words *patterns = &r->choice.events;
	bool chosen = !patterns->n;

	for (size_t p = 0; p < patterns->n; p++)
		chosen |= report_matches(patterns->words[p], e->name) ||
			  report_may_choose(patterns->words[p], e);
	return chosen && (!r->fields.n || report_may_have_fields(r, e));
}

/* False when it means none of the events. */
static bool choose_by_pattern(struct report *r, const char *pattern)
{
	bool any = false;

	for (size_t i = 0; i < r->n_events; i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(r->file, i);

		if (!report_matches(pattern, e->name) &&
		    !report_may_choose(pattern, e))
			continue;
		r->chosen[i] = true;
		any = true;
	}
	return any;
}

static bool add_sieves(struct report *r)
{
	for (size_t i = 0; i < r->n_events; i++)
		if (r->chosen[i] && report_add_sieve(r, i))
			return false;
	return true;
}

static void tell_no_match(const struct report *r, const char *pattern)
{
	if (report_hints_at_names(r, pattern))
		out_error(&cmd_report, "no event of %s matches '%s': EventHeader "
			  "events are chosen with their provider, as in -e "
			  "'*:%s'; 'uet report --summary' shows what there is",
			  r->input, pattern, pattern);
	else
		out_error(&cmd_report, "no event of %s matches '%s': 'uet report "
			  "--summary' shows what there is", r->input, pattern);
}

bool report_choose_events(struct report *r)
{
	const struct report_words *patterns = &r->choice.events;
	bool ok = true;

	for (size_t i = 0; !patterns->n && i < r->n_events; i++)
		r->chosen[i] = true;
	for (size_t p = 0; p < patterns->n; p++) {
		bool found = choose_by_pattern(r, patterns->words[p]);

		if (!found)
			tell_no_match(r, patterns->words[p]);
		ok &= found;
	}
	return ok && add_sieves(r);
}

static bool has_number(const struct report_numbers *list, uint32_t number)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->numbers[i] == number)
			return true;
	return false;
}

static bool has_comm(const struct report_words *list, const char *comm)
{
	for (size_t i = 0; comm && i < list->n; i++)
		if (!strcmp(list->words[i], comm) ||
		    !fnmatch(list->words[i], comm, 0))
			return true;
	return false;
}

static bool in_time(const struct report_choice *c, const struct uet_record *rec)
{
	return (!c->has_from || rec->time >= c->from) &&
	       (!c->has_to || rec->time <= c->to);
}

bool report_wants_task_and_time(const struct report_choice *c,
				const struct uet_perfdata_record *rec)
{
	const struct uet_record *record = &rec->record;

	if ((c->has_from || c->has_to) &&
	    (!(record->has & UET_HAS_TIME) || !in_time(c, record)))
		return false;
	if ((c->pids.n || c->tids.n) && !(record->has & UET_HAS_TID))
		return false;
	if (c->pids.n && !has_number(&c->pids, record->pid))
		return false;
	if (c->tids.n && !has_number(&c->tids, record->tid))
		return false;
	return !c->comms.n || has_comm(&c->comms, rec->comm);
}

void report_choice_free(struct report_choice *choice)
{
	free(choice->events.words);
	free(choice->found);
	free(choice->comms.words);
	free(choice->pids.numbers);
	free(choice->tids.numbers);
}
