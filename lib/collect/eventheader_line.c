/* SPDX-License-Identifier: MIT */
/*
 * Where the printers of samples meet the decoder of EventHeader events.  Knows
 * nothing about how either works.
 */
#include "eventheader_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

int uet_plan_eh_new(const struct uet_format *format, const char *event,
		    struct uet_plan_eh **out)
{
	struct uet_buffer json = { 0 };
	struct uet_eh_tracepoint tracepoint;
	struct uet_plan_eh *eh;
	size_t len = strlen(event);
	uint32_t offset;

	*out = NULL;
	if (!format || uet_eh_format_offset(format, &offset) ||
	    uet_eh_tracepoint_parse(event, &tracepoint))
		return 0;
	eh = calloc(1, sizeof(*eh) + len + 1);
	if (!eh || uet_json_string(&json, event, len)) {
		uet_plan_eh_free(eh);
		return -ENOMEM;
	}
	eh->offset = offset;
	eh->json = json.data;
	eh->json_size = json.size;
	memcpy(eh->name, event, len + 1);
	uet_eh_tracepoint_parse(eh->name, &eh->tracepoint);
	*out = eh;
	return 0;
}

void uet_plan_eh_free(struct uet_plan_eh *eh)
{
	if (!eh)
		return;
	uet_plan_eh_free_names(eh);
	free(eh->json);
	free(eh);
}

bool uet_eh_of_line(const struct uet_plan *plan, const struct uet_line *line,
		    struct uet_eh_event *event)
{
	const struct uet_plan_eh *eh = plan->eh;

	return eh && line->raw_size > eh->offset &&
	       !uet_eh_event_parse(event, &eh->tracepoint,
				   (const unsigned char *)line->raw + eh->offset,
				   line->raw_size - eh->offset);
}

/* "PROVIDER:NAME", which is not one piece of memory. */
static int put_json_name(struct uet_buffer *b, const struct uet_eh_event *event)
{
	const struct uet_eh_tracepoint *t = event->tracepoint;
	size_t at;

	if (uet_json_string(b, t->provider, t->provider_size))
		return -ENOMEM;
	at = --b->size; /* of the quote behind it */
	if (uet_json_string(b, event->name, event->name_size))
		return -ENOMEM;
	b->data[at] = ':'; /* instead of the quote in front */
	return 0;
}

int uet_eh_line_json(struct uet_buffer *b, const struct uet_plan *plan,
		     const struct uet_line *line,
		     const struct uet_eh_event *event)
{
	if (put_json_name(b, event) ||
	    uet_buffer_put(b, ",\"tracepoint\":", 14) ||
	    uet_buffer_put(b, plan->eh->json, plan->eh->json_size) ||
	    uet_buffer_put(b, ",", 1))
		return -ENOMEM;
	return plan->eh->names ? uet_eh_named_json(b, plan, line, event) :
				 uet_eh_print_json(b, event);
}

static int put_provider(struct uet_buffer *b, const struct uet_eh_event *event)
{
	const struct uet_eh_tracepoint *t = event->tracepoint;

	return uet_buffer_put(b, t->provider, t->provider_size) ||
			       uet_buffer_put(b, ":", 1) ?
		       -ENOMEM : 0;
}

int uet_eh_line_name(struct uet_buffer *b, const struct uet_eh_event *event)
{
	return put_provider(b, event) ||
			       uet_text_string(b, event->name,
					       event->name_size) ?
		       -ENOMEM : 0;
}

int uet_eh_line_raw_name(struct uet_buffer *b, const struct uet_eh_event *event)
{
	return put_provider(b, event) ||
			       uet_buffer_put(b, event->name,
					      event->name_size) ?
		       -ENOMEM : 0;
}

int uet_eh_line_text(struct uet_buffer *b, const struct uet_plan *plan,
		     const struct uet_line *line,
		     const struct uet_eh_event *event)
{
	if (plan->eh->names)
		return uet_eh_named_text(b, plan, line, event);
	return uet_buffer_put(b, " ", 1) || uet_eh_print_text(b, event) ?
		       -ENOMEM : 0;
}
