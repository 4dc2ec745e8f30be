/* SPDX-License-Identifier: MIT */
/*
 * The fields of EventHeader events that a plan has by name: each is looked up in
 * the event itself, then in its header.  Knows nothing about what else is on a
 * line, nor what values look like.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "eventheader.h"
#include "eventheader_line.h"
#include "print.h"

/* The plan's compiled field of the tracepoint, or NULL. */
static const struct uet_plan_field *header_field(const struct uet_plan *plan,
						 const char *name)
{
	for (size_t i = 0; i < plan->n_fields; i++)
		if (!strcmp(plan->fields[i].field->name, name))
			return &plan->fields[i];
	return NULL;
}

static bool has_name(const struct uet_plan_eh *eh, const char *name)
{
	for (size_t i = 0; i < eh->n_names; i++)
		if (!strcmp(eh->names[i].name, name))
			return true;
	return false;
}

int uet_plan_eh_set_names(struct uet_plan *plan, const char *const *names,
			  size_t n)
{
	struct uet_plan_eh *eh = plan->eh;

	/* One more: none is not all. */
	eh->names = calloc(n + 1, sizeof(*eh->names));
	for (size_t i = 0; eh->names && i < n; i++) {
		struct uet_plan_eh_name *to = &eh->names[eh->n_names];

		if (has_name(eh, names[i]))
			continue;
		to->name = strdup(names[i]);
		if (!to->name)
			return -ENOMEM;
		to->size = strlen(names[i]);
		to->field = header_field(plan, names[i]);
		eh->n_names++;
	}
	return eh->names ? 0 : -ENOMEM;
}

void uet_plan_eh_free_names(struct uet_plan_eh *eh)
{
	for (size_t i = 0; i < eh->n_names; i++)
		free(eh->names[i].name);
	free(eh->names);
}

/* What a name leads to. */
struct found {
	struct uet_eh_cursor cursor;
	struct uet_eh_item item;
	bool is_own; /* else it is the header's */
	uint64_t header;
};

static bool find(struct found *f, const struct uet_plan_eh_name *name,
		 const struct uet_eh_event *event, const struct uet_line *line)
{
	const struct uet_plan_field *of;

	f->is_own = !uet_eh_find(event, name->name, &f->cursor, &f->item);
	if (f->is_own)
		return true;
	of = name->field;
	if (!of)
		return false;
	f->header = uet_eh_header_number(of->offset, of->element_size,
					 line->raw, event);
	return true;
}

static int put_header(struct uet_buffer *b, uint64_t number)
{
	char *to = uet_buffer_room(b, UET_NUMBER_MAX);

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, uet_put_u64(to, number));
	return 0;
}

/* What the walks for the names came to; there is at most one in an event. */
struct met {
	enum uet_eh_damage damage;
	struct uet_eh_field field;
	bool is_told; /* where it is */
};

static void meet(struct met *met, const struct found *f)
{
	const struct uet_eh_cursor *c = &f->cursor;

	if (!c->damage)
		return;
	met->damage = c->damage;
	met->field = c->field;
	met->is_told |= f->is_own && c->told;
}

static int put_text(struct uet_buffer *b, const struct uet_plan_eh_name *name,
		    struct found *f)
{
	if (uet_buffer_put(b, " ", 1) ||
	    uet_text_string(b, name->name, name->size) ||
	    uet_buffer_put(b, "=", 1))
		return -ENOMEM;
	return f->is_own ? uet_eh_text_item(b, &f->cursor, &f->item) :
			   put_header(b, f->header);
}

int uet_eh_named_text(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line,
		      const struct uet_eh_event *event)
{
	const struct uet_plan_eh *eh = plan->eh;
	struct met met = { .damage = UET_EH_DAMAGE_NONE };

	for (size_t i = 0; i < eh->n_names; i++) {
		struct found f;

		if (find(&f, &eh->names[i], event, line) &&
		    put_text(b, &eh->names[i], &f))
			return -ENOMEM;
		meet(&met, &f);
	}
	if (!met.damage || met.is_told)
		return 0;
	return uet_buffer_put(b, " ", 1) ||
			       uet_eh_text_damage(b, met.damage, &met.field) ?
		       -ENOMEM : 0;
}

static int put_json(struct uet_buffer *b, const struct uet_plan_eh_name *name,
		    struct found *f, bool *is_first)
{
	if ((!*is_first && uet_buffer_put(b, ",", 1)) ||
	    uet_json_string(b, name->name, name->size) ||
	    uet_buffer_put(b, ":", 1))
		return -ENOMEM;
	*is_first = false;
	return f->is_own ? uet_eh_json_item(b, &f->cursor, &f->item) :
			   put_header(b, f->header);
}

int uet_eh_named_json(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line,
		      const struct uet_eh_event *event)
{
	const struct uet_plan_eh *eh = plan->eh;
	struct met met = { .damage = UET_EH_DAMAGE_NONE };
	bool is_first = true;

	if (uet_eh_json_begin(b, event))
		return -ENOMEM;
	for (size_t i = 0; i < eh->n_names; i++) {
		struct found f;

		if (find(&f, &eh->names[i], event, line) &&
		    put_json(b, &eh->names[i], &f, &is_first))
			return -ENOMEM;
		meet(&met, &f);
	}
	return uet_eh_json_end(b, event, met.damage, &met.field);
}

int uet_eh_named_cell(struct uet_buffer *b, const struct uet_plan_eh_name *name,
		      const struct uet_line *line,
		      const struct uet_eh_event *event, bool *is_empty)
{
	struct found f;

	*is_empty = true;
	if (!find(&f, name, event, line))
		return 0;
	*is_empty = false;
	if (!f.is_own)
		return put_header(b, f.header);
	if (f.item.kind != UET_EH_VALUE)
		return uet_eh_json_item(b, &f.cursor, &f.item);
	*is_empty = f.item.type == UET_EH_TYPE_NULL;
	if (*is_empty)
		return 0;
	return f.item.type == UET_EH_TYPE_TEXT ?
		       uet_eh_put_utf8(b, &f.item) :
		       uet_eh_text_value(b, &f.item);
}
