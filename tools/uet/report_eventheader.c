/* SPDX-License-Identifier: MIT */
/*
 * Which EventHeader samples uet report shows: which events of the file need a
 * look at each sample, and which patterns found nothing.  How a sample is
 * judged is eventheader_choice.c's business.
 */
#include <errno.h>

#include "report.h"
#include "uet.h"

bool report_may_choose(const char *pattern, const struct uet_perfdata_event *e)
{
	struct eh_tracepoint t;

	return eh_colon(pattern) && eh_tracepoint_of(e->format, e->name, &t) &&
	       eh_may_match(pattern, &t.name);
}

/* Nobody looks at its samples, so that nobody can say what they are. */
static void trust_patterns(struct report_choice *c,
			   const struct uet_perfdata_event *e)
{
	for (size_t p = 0; p < c->events.n; p++)
		c->found[p] |= report_may_choose(c->events.words[p], e);
}

/* Do patterns, or the lack of any, mean all of its samples?  Such patterns have
 * found what they mean. */
static bool is_whole(struct report_choice *c,
		     const struct uet_perfdata_event *e)
{
	bool whole = !c->events.n;

	for (size_t p = 0; p < c->events.n; p++) {
		if (!report_matches(c->events.words[p], e->name))
			continue;
		c->found[p] = true;
		whole = true;
	}
	return whole;
}

int report_add_sieve(struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	struct report_choice *c = &r->choice;
	const struct eh_patterns patterns = {
		c->events.words, c->found, c->events.n,
	};
	bool whole = is_whole(c, e);
	struct eh_tracepoint t;

	if (!eh_tracepoint_of(e->format, e->name, &t)) {
		r->chosen[event] &= !eh_has_limits(&c->limits);
		return 0;
	}
	/* The level that counts is in each event, the keyword only here. */
	if (c->limits.keyword && !(t.name.keyword & c->limits.keyword)) {
		trust_patterns(c, e);
		r->chosen[event] = false;
		return 0;
	}
	if (eh_sieve_new(&t, &patterns, whole, c->limits.level,
			 &r->sieves[event]))
		return report_no_memory();
	return 0;
}

bool report_hints_at_names(const struct report *r, const char *pattern)
{
	for (size_t i = 0; !eh_colon(pattern) && i < r->n_events; i++)
		if (report_is_described(uet_perfdata_get_event(r->file, i)))
			return true;
	return false;
}

int report_tell_unfound(const struct report *r)
{
	const struct report_words *patterns = &r->choice.events;
	int status = 0;

	for (size_t p = 0; p < patterns->n; p++) {
		if (r->choice.found[p])
			continue;
		out_error(&cmd_report, "no EventHeader event of %s matches "
			  "'%s': 'uet report --summary' shows what there is",
			  r->input, patterns->words[p]);
		status = 1;
	}
	return status;
}
