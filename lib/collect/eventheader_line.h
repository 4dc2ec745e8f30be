/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events on the printers' lines.  Internal to the printers.
 */
#ifndef UET_COLLECT_EVENTHEADER_LINE_H
#define UET_COLLECT_EVENTHEADER_LINE_H

#include <stdbool.h>

#include <uet/decode.h>
#include <uet/eventheader_decode.h>

#include "plan.h"

/* What a plan knows of such a tracepoint. */
struct uet_plan_eh {
	struct uet_eh_tracepoint tracepoint; /* of name */
	uint32_t offset; /* of the event in the record */
	size_t json_size;
	char *json; /* name as JSON */
	char name[];
};

/* *eh is NULL for a format of another kind.  0 or -ENOMEM. */
int uet_plan_eh_new(const struct uet_format *format, const char *event,
		    struct uet_plan_eh **eh);
void uet_plan_eh_free(struct uet_plan_eh *eh);

/* Whether the line's record is such an event, and which. */
bool uet_eh_of_line(const struct uet_plan *plan, const struct uet_line *line,
		    struct uet_eh_event *event);

/* Append "PROVIDER:NAME" and all that the event holds: the value of a member
 * "event" and the members behind it, or what follows the CPU in a text.  0 or
 * -ENOMEM. */
int uet_eh_line_json(struct uet_buffer *b, const struct uet_plan *plan,
		     const struct uet_eh_event *event);
int uet_eh_line_text(struct uet_buffer *b, const struct uet_eh_event *event);

#endif /* UET_COLLECT_EVENTHEADER_LINE_H */
