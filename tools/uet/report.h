/* SPDX-License-Identifier: MIT */
/*
 * What the files of uet report share.  cmd_report.c knows the options, each
 * other file one thing to do with the samples.
 */
#ifndef UET_REPORT_H
#define UET_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/decode.h>
#include <uet/filter.h>
#include <uet/histogram.h>
#include <uet/perfdata.h>
#include <uet/print_fmt.h>

#include "eventheader_choice.h"

/* A list that grew by commas and by repeating the option. */
struct report_words {
	const char **words;
	size_t n;
};

struct report_numbers {
	uint32_t *numbers;
	size_t n;
};

/* Which samples are wanted; zeros want all. */
struct report_choice {
	struct report_words events; /* patterns */
	bool *found;		    /* by pattern: it has shown what it means */
	struct eh_limits limits;
	bool narrows;		    /* one of the following is there */
	struct report_words comms;  /* patterns */
	struct report_numbers pids;
	struct report_numbers tids;
	bool has_from, has_to;
	uint64_t from, to; /* nanoseconds, both included */
};

enum report_style { REPORT_TEXT, REPORT_JSON, REPORT_CSV };

/* What --summary counts of anything. */
struct report_counts {
	uint64_t samples;
	bool has_time;
	uint64_t first, last;
	struct uet_histogram *values; /* of the field; NULL: none yet */
	uint64_t no_numbers;
};

/* ... of the EventHeader events of a tracepoint that have the same name and
 * level. */
struct report_named {
	struct report_counts counts;
	unsigned int level;
	size_t size;
	char name[]; /* NUL-terminated */
};

/* ... of an event, or of a group of them. */
struct report_row {
	size_t group; /* the row that counts this event's samples */
	struct uet_plan *plan; /* of the field, if this event has it */
	bool is_eventheader;
	uint32_t offset; /* of the event in a record, if it is such a one */
	uint64_t keyword; /* of its tracepoint */
	uint64_t lost;
	struct report_counts counts; /* of what has no name below */
	struct report_named **named; /* in the order of names, then levels */
	size_t n_named;
};

struct report {
	const char *input;
	enum report_style style;
	bool is_wall; /* --clock wall */
	bool prints; /* --print-fmt */
	const char *kallsyms; /* may be NULL */
	struct uet_print_fmt *print_fmt; /* NULL: fields */
	bool summary;
	const char *summary_field; /* may be NULL */
	struct report_choice choice;
	struct report_words fields; /* only these, if there are any */
	bool *fields_met; /* by field: it is known that there is one */
	bool *described; /* by event: its samples describe themselves */
	bool fields_asked; /* a sample that describes itself was, for them */
	const char *filter_text;
	struct uet_filter *filter; /* NULL: all */
	bool *filter_met; /* by comparison: something has what it asks for */
	size_t n_unmet;
	bool filter_asked; /* likewise, for the comparisons */
	struct uet_perfdata *file;
	size_t n_events;
	bool *chosen;		 /* by event */
	struct eh_sieve **sieves; /* by event; NULL: all its samples */
	struct uet_plan **plans; /* by event, made when first needed */
	struct uet_matcher **matchers; /* by event, if there is a filter */
	struct uet_csv *csv;
	struct report_row *rows; /* by event, for the summary */
	void *bases; /* the names of rows; of tsearch(3) */
	size_t n_named; /* of all rows */
	bool has_unnamed; /* there were more */
	bool has_values; /* of --summary=FIELD */
	bool may_have_values; /* only samples can tell */
	bool values_asked; /* and one was asked */
	struct uet_buffer output;
};

/* A message; returns -ENOMEM. */
int report_no_memory(void);

/* report_choice.c */

/* Each adds an option's argument, which must outlive the choice (commas are
 * replaced by NUL).  0; UET_EXIT_USAGE or UET_EXIT_FAILED with a message. */
int report_add_words(struct report_words *to, const char *option,
		     char *argument);
int report_add_numbers(struct report_numbers *to, const char *option,
		       char *argument);
int report_set_time(struct report_choice *choice, const char *argument);

/* Does a pattern mean all samples of this event? */
bool report_matches(const char *pattern, const char *event);

/* Is an event one of those that were asked for, by name and fields? */
bool report_chooses(const struct report *r, size_t event);

/* Fills r->chosen.  False with a message when a pattern matches no event. */
bool report_choose_events(struct report *r);

/* Does the sample belong to what was asked for? */
bool report_wants_task_and_time(const struct report_choice *choice,
				const struct uet_perfdata_record *rec);

static inline bool report_wants(const struct report *r,
				const struct uet_perfdata_record *rec)
{
	struct eh_sieve *sieve = r->sieves[rec->event_index];

	/* Before all else: what a pattern means is also what others hide. */
	return r->chosen[rec->event_index] &&
	       (!sieve || eh_sieve_passes(sieve, rec->record.sample.raw.data,
					  rec->record.sample.raw.size)) &&
	       (!r->choice.narrows ||
		report_wants_task_and_time(&r->choice, rec));
}

void report_choice_free(struct report_choice *choice);

/* report_eventheader.c */

/* Does a pattern mean some samples of this event, by their own names? */
bool report_may_choose(const char *pattern, const struct uet_perfdata_event *e);

/* For an event that is chosen, whose samples are not all wanted.  0, or a
 * -errno after a message. */
int report_add_sieve(struct report *r, size_t event);

/* When a pattern matches nothing in the file: how EventHeader events in it are
 * chosen, if that may be what was meant. */
bool report_hints_at_names(const struct report *r, const char *pattern);

/* At the end: 1 after a line about each pattern that no sample matched. */
int report_tell_unfound(const struct report *r);

/* report_fields.c */

bool report_has_field(const struct uet_format *format, const char *name);

/* Each of its samples has fields of its own. */
bool report_is_described(const struct uet_perfdata_event *e);

/* Has the event, or may a sample of it have, one of r->fields? */
bool report_may_have_fields(const struct report *r,
			    const struct uet_perfdata_event *e);

/* Narrows r->chosen down to such events.  False with a message when it is known
 * that no event has one of the fields. */
bool report_choose_fields(struct report *r);

/* Which of the fields the event has by its format, and whether its samples have
 * fields of their own, is known from then on. */
void report_meet_fields(struct report *r, size_t event);

/* Whether the sample has one of r->fields; or a -errno after a message. */
int report_has_fields(struct report *r, size_t event,
		      const struct uet_line *line);

/* Behind all samples: false with a message when some were asked, and there was
 * none with one of the fields. */
bool report_tell_fields(const struct report *r);

/* report_filter.c */

/* Reads the expression.  0 or an exit status after a message. */
int report_set_filter(struct report *r, const char *text);

/* False with a message when the filter does not fit the events. */
bool report_begin_filter(struct report *r);
/* Makes the event's matcher; false with a message. */
bool report_add_matcher(struct report *r, size_t event);
/* Notes what the sample has, for report_tell_unmet(), and chooses. */
bool report_filters(struct report *r, size_t event,
		    const struct uet_line *line);
/* Behind all samples: false with a message when some were asked, and none had a
 * field that the filter asks for. */
bool report_tell_unmet(const struct report *r);
void report_end_filter(struct report *r);

/* report_print.c */

/* What goes before the samples.  Those and the following: 0, or a -errno after
 * a message (none when nobody reads any more). */
int report_begin(struct report *r);
int report_print(struct report *r, size_t event, struct uet_line *line);

void report_make_plan(struct report *r, size_t event);

/* NULL: there is no memory. */
static inline const struct uet_plan *report_plan(struct report *r, size_t event)
{
	if (!r->plans[event])
		report_make_plan(r, event);
	return r->plans[event];
}

/* report_summary.c */

/* Those that return something: 0, or a -errno after a message. */
int report_begin_summary(struct report *r);
/* An event that a stream describes behind its beginning; r->rows has room. */
int report_add_row(struct report *r, size_t event);
int report_count(struct report *r, size_t event, const struct uet_line *line);
/* The sums over the rows; adds the losses that the reader knows to them. */
struct report_counts report_add_up(struct report *r);
/* Samples were asked, and none had the field: 1 after a message. */
int report_tell_no_values(const struct report *r);
void report_end_summary(struct report *r);

/* report_named.c */

/* What counts such an event of the row; NULL when there are too many names or
 * there is no memory for one more. */
struct report_counts *report_counts_of(struct report *r, struct report_row *row,
				       const struct uet_eh_event *event);
void report_tell_unnamed(const struct report *r);
void report_named_free(struct report_row *row);

/* report_summary_print.c */

void report_summary(struct report *r);

/* report_values.c */

void report_values_text(const char *field, const char *event,
			const struct report_counts *counts);
/* Members of an object that has others before them. */
void report_values_json(const char *field, const struct report_counts *counts);

/* report_tell.c */

/* What is to be said on standard error about the whole file.  1 when
 * something of it could not be shown. */
int report_tell(const struct report *r);

#endif /* UET_REPORT_H */
