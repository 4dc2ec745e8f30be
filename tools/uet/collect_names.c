/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events among what record, live and stat collect: -e
 * PROVIDER:EVENT, of which the kernel knows only the tracepoints, --level and
 * --keyword.  How a sample is judged is eventheader_choice.c's business.
 */
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"

#define USER_EVENTS "user_events"

static bool is_user_system(const char *name)
{
	return !strncmp(name, USER_EVENTS, sizeof(USER_EVENTS) - 1);
}

/* Is there a system that the glob means? */
static bool has_system(const char *folder, const char *system, size_t size)
{
	glob_t found = { 0 };
	bool has;
	char *path;

	if (asprintf(&path, "%s/events/%.*s/", folder, (int)size, system) < 0)
		return true;
	has = !glob(path, GLOB_NOSORT, NULL, &found);
	globfree(&found);
	free(path);
	return has;
}

/* The last of the patterns; false without memory. */
static bool add_twin(struct collect_options *o, size_t i, const char *colon)
{
	const char *pattern = o->patterns[i];
	void *patterns = reallocarray(o->patterns, o->n_patterns + 1,
				      sizeof(*o->patterns));
	void *filters;
	char *twin;

	if (!patterns)
		return false;
	o->patterns = patterns;
	filters = reallocarray(o->filters, o->n_patterns + 1,
			       sizeof(*o->filters));
	if (!filters)
		return false;
	o->filters = filters;
	if (asprintf(&twin, USER_EVENTS "*:%.*s_L*K*", (int)(colon - pattern),
		     pattern) < 0)
		return false;
	o->filters[o->n_patterns] = o->filters[i];
	o->twins[i] = o->n_patterns;
	o->patterns[o->n_patterns++] = twin;
	return true;
}

bool collect_find_providers(struct collect_options *o)
{
	char folder[256];
	bool can_tell = !uet_tracing_find(folder, sizeof(folder), NULL);

	o->n_asked = o->n_patterns;
	o->twins = calloc(o->n_asked + 1, sizeof(*o->twins));
	o->found = calloc(o->n_asked + 1, sizeof(*o->found));
	for (size_t i = 0; o->twins && o->found && i < o->n_asked; i++) {
		const char *colon = eh_colon(o->patterns[i]);

		if (!colon || !can_tell || is_user_system(o->patterns[i]) ||
		    has_system(folder, o->patterns[i],
			       (size_t)(colon - o->patterns[i])))
			continue;
		if (!add_twin(o, i, colon)) {
			out_error(o->cmd, "out of memory");
			return false;
		}
	}
	if (!o->twins || !o->found)
		out_error(o->cmd, "out of memory");
	return o->twins && o->found;
}

void collect_free_providers(struct collect_options *o)
{
	/* Only if they were looked for: the others are arguments. */
	for (size_t i = o->n_asked; o->twins && i < o->n_patterns; i++)
		free((char *)o->patterns[i]);
	free(o->twins);
	free(o->found);
}

static bool of_tracepoint(const struct uet_catalog_event *event,
			  struct eh_tracepoint *out)
{
	return is_user_system(event->system) &&
	       eh_tracepoint_of(event->parsed, event->name, out);
}

bool collect_is_eventheader(const struct uet_catalog_event *event)
{
	struct eh_tracepoint t;

	return of_tracepoint(event, &t);
}

enum asked {
	BY_NOBODY, /* registered ahead, or there are no patterns */
	AS_TRACEPOINT,
	BY_PROVIDER,
};

static enum asked how_asked(const struct collect_options *o,
			    const struct uet_catalog_event *event)
{
	for (size_t i = 0; i < o->n_patterns; i++)
		if (uet_catalog_match(o->patterns[i], event->system,
				      event->name))
			return i < o->n_asked ? AS_TRACEPOINT : BY_PROVIDER;
	return BY_NOBODY;
}

static bool is_providers(const struct collect_options *o,
			 const struct eh_tracepoint *t)
{
	for (size_t i = 0; i < o->n_asked; i++)
		if (o->twins[i] && eh_may_match(o->patterns[i], &t->name))
			return true;
	return false;
}

bool collect_wants(const struct collect_options *o,
		   const struct uet_catalog_event *event)
{
	struct eh_tracepoint t;
	bool is_eh = of_tracepoint(event, &t);

	if (how_asked(o, event) == BY_PROVIDER &&
	    (!o->chooses_names || !is_eh || !is_providers(o, &t)))
		return false;
	return !eh_has_limits(&o->limits) ||
	       (is_eh && eh_within(&o->limits, &t.name));
}

bool collect_wants_name(const struct collect_options *o, const char *name)
{
	struct uet_eh_tracepoint t;

	return !eh_has_limits(&o->limits) ||
	       (!uet_eh_tracepoint_parse(name, &t) &&
		eh_within(&o->limits, &t));
}

/* A system of that name has come after all. */
static void find_system(const struct collect_options *o,
			const struct uet_catalog_event *event)
{
	for (size_t i = 0; i < o->n_asked; i++)
		o->found[i] |= o->twins[i] &&
			       uet_catalog_match(o->patterns[i], event->system,
						 event->name);
}

int collect_sieve(const struct collect_options *o,
		  const struct uet_catalog_event *event, struct eh_sieve **out)
{
	struct eh_patterns patterns = { .found = o->found, .n = o->n_asked };
	struct eh_tracepoint t;
	const char **texts;
	int result;

	*out = NULL;
	find_system(o, event);
	if (!of_tracepoint(event, &t))
		return 0;
	texts = calloc(o->n_asked + 1, sizeof(*texts));
	if (!texts)
		return -ENOMEM;
	for (size_t i = 0; i < o->n_asked; i++)
		texts[i] = o->twins[i] ? o->patterns[i] : NULL;
	patterns.texts = texts;
	/* Also where all are wanted: to know which patterns they match. */
	result = eh_sieve_new(&t, &patterns, how_asked(o, event) != BY_PROVIDER,
			      0, out);
	free(texts);
	return result;
}

void collect_tell_unfound(const struct collect_options *o)
{
	for (size_t i = 0; i < o->n_asked; i++) {
		const char *pattern = o->patterns[i];
		const char *colon = eh_colon(pattern);

		if (!o->twins[i] || o->found[i])
			continue;
		if (strcmp(colon, ":*") != 0)
			out_error(o->cmd, "no event matched '%s': -e '%.*s:*' "
				  "shows which ones come", pattern,
				  (int)(colon - pattern), pattern);
		else
			out_error(o->cmd, "no event matched '%s'", pattern);
	}
}

void collect_tell_provider(const struct collect_options *o, size_t i)
{
	const char *pattern = o->patterns[i];
	int size = (int)(eh_colon(pattern) - pattern);

	out_error(o->cmd, "'%s': there is no system '%.*s', and the kernel "
		  "chooses EventHeader events by tracepoint: -e '%.*s_L*', and "
		  "by name afterwards what uet record has recorded: uet report "
		  "-e '%s'", pattern, size, pattern, size, pattern, pattern);
}
