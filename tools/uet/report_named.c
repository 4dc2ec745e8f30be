/* SPDX-License-Identifier: MIT */
/*
 * The names of EventHeader events that uet report --summary counts by, of which
 * a file may have as many as samples.  Knows nothing about what is counted.
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "uet.h"

/* Of all tracepoints together: values of a field take 256 KiB each. */
#define NAMED_MAX 1000

/* As memcmp(3): by name, then by level. */
static int compare(const struct report_named *named,
		   const struct uet_eh_event *event)
{
	size_t both = named->size < event->name_size ? named->size :
						       event->name_size;
	int order = both ? memcmp(named->name, event->name, both) : 0;

	if (!order && named->size != event->name_size)
		order = named->size < event->name_size ? -1 : 1;
	if (!order && named->level != event->level)
		order = named->level < event->level ? -1 : 1;
	return order;
}

/* Where it is, or would be. */
static bool find(const struct report_row *row, const struct uet_eh_event *event,
		 size_t *at)
{
	size_t from = 0, to = row->n_named;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		int order = compare(row->named[middle], event);

		if (!order) {
			*at = middle;
			return true;
		}
		if (order < 0)
			from = middle + 1;
		else
			to = middle;
	}
	*at = from;
	return false;
}

static struct report_named *new_named(const struct uet_eh_event *event)
{
	struct report_named *named =
		calloc(1, sizeof(*named) + event->name_size + 1);

	if (!named)
		return NULL;
	named->level = event->level;
	named->size = event->name_size;
	if (named->size)
		memcpy(named->name, event->name, named->size);
	return named;
}

struct report_counts *report_counts_of(struct report *r, struct report_row *row,
				       const struct uet_eh_event *event)
{
	struct report_named **grown, *named;
	size_t at;

	if (find(row, event, &at))
		return &row->named[at]->counts;
	if (r->n_named == NAMED_MAX) {
		r->has_unnamed = true;
		return NULL;
	}
	grown = reallocarray(row->named, row->n_named + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	row->named = grown;
	named = new_named(event);
	if (!named)
		return NULL;
	memmove(grown + at + 1, grown + at,
		(row->n_named - at) * sizeof(*grown));
	grown[at] = named;
	row->n_named++;
	r->n_named++;
	return &named->counts;
}

void report_tell_unnamed(const struct report *r)
{
	if (r->has_unnamed)
		out_error(&cmd_report, "%s: more than %d names of EventHeader "
			  "events: later ones are counted as unnamed; choose "
			  "with -e PROVIDER:EVENT", r->input, NAMED_MAX);
}

void report_named_free(struct report_row *row)
{
	for (size_t i = 0; i < row->n_named; i++) {
		uet_histogram_free(row->named[i]->counts.values);
		free(row->named[i]);
	}
	free(row->named);
}
