/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events on the printers' lines.  Internal to the printers.
 */
#ifndef UET_COLLECT_EVENTHEADER_LINE_H
#define UET_COLLECT_EVENTHEADER_LINE_H

#include <stdbool.h>

#include <uet/decode.h>
#include <uet/eventheader_decode.h>

#include "eventheader.h"
#include "plan.h"

/* A field that a plan is for. */
struct uet_plan_eh_name {
	char *name;
	size_t size;
	struct uet_eh_name lookup; /* of it */
};

/* What a plan knows of such a tracepoint. */
struct uet_plan_eh {
	struct uet_eh_tracepoint tracepoint; /* of name */
	uint32_t offset; /* of the event in the record */
	size_t json_size;
	char *json; /* name as JSON */
	struct uet_plan_eh_name *names; /* NULL: all fields */
	size_t n_names;
	char name[];
};

/* *eh is NULL for a format of another kind.  0 or -ENOMEM. */
int uet_plan_eh_new(const struct uet_format *format, const char *event,
		    struct uet_plan_eh **eh);
void uet_plan_eh_free(struct uet_plan_eh *eh);

/* Whether the line's record is such an event, and which. */
bool uet_eh_of_line(const struct uet_plan *plan, const struct uet_line *line,
		    struct uet_eh_event *event);

/* All of the following: 0 or -ENOMEM. */

/* Append "PROVIDER:NAME" as a text has it, or as it is. */
int uet_eh_line_name(struct uet_buffer *b, const struct uet_eh_event *event);
int uet_eh_line_raw_name(struct uet_buffer *b, const struct uet_eh_event *event);

/* Append what the plan is for: the value of a member "event" and the members
 * behind it, or, with a blank in front, what follows the event's name in a text. */
int uet_eh_line_json(struct uet_buffer *b, const struct uet_plan *plan,
		     const struct uet_line *line,
		     const struct uet_eh_event *event);
int uet_eh_line_text(struct uet_buffer *b, const struct uet_plan *plan,
		     const struct uet_line *line,
		     const struct uet_eh_event *event);

/* eventheader_named.c, of plans with names */

/* The plan has its fields of the header already. */
int uet_plan_eh_set_names(struct uet_plan *plan, const char *const *names,
			  size_t n);
void uet_plan_eh_free_names(struct uet_plan_eh *eh);

/* " name=value" of each that there is, or the members with "fields" and all
 * others of uet_eh_print_json(). */
int uet_eh_named_text(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line,
		      const struct uet_eh_event *event);
int uet_eh_named_json(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line,
		      const struct uet_eh_event *event);

/* The value alone, a text as it is, structs and arrays as JSON; *is_empty: there
 * is none.  *damage is set to what was met that is damaged, if anything. */
int uet_eh_named_cell(struct uet_buffer *b, const struct uet_plan_eh_name *name,
		      const struct uet_line *line,
		      const struct uet_eh_event *event, bool *is_empty,
		      enum uet_eh_damage *damage);

#endif /* UET_COLLECT_EVENTHEADER_LINE_H */
