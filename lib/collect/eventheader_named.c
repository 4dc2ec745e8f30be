/* SPDX-License-Identifier: MIT */
/*
 * The fields of EventHeader events that a plan has by name.  Knows nothing about
 * what else is on a line, where a name leads, nor what values look like.
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

static void set_lookup(struct uet_plan_eh_name *to,
		       const struct uet_plan_field *header)
{
	uet_eh_name_set(&to->lookup, to->name, header ? header->offset : 0,
			header ? header->element_size : 0);
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
		set_lookup(to, header_field(plan, names[i]));
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

static bool find(struct uet_eh_found *f, const struct uet_plan_eh_name *name,
		 const struct uet_eh_event *event, const struct uet_line *line)
{
	return !uet_eh_look_up(&name->lookup, event, line->raw, f);
}

/* What the walks for the names came to; there is at most one in an event. */
struct met {
	enum uet_eh_damage damage;
	struct uet_eh_field field;
	bool is_told; /* where it is */
};

static void meet(struct met *met, const struct uet_eh_found *f)
{
	const struct uet_eh_cursor *c = &f->cursor;

	if (!c->damage)
		return;
	met->damage = c->damage;
	met->field = c->field;
	met->is_told |= f->place == UET_EH_OWN && c->told;
}

static int put_text(struct uet_buffer *b, const struct uet_plan_eh_name *name,
		    struct uet_eh_found *f)
{
	if (uet_buffer_put(b, " ", 1) ||
	    uet_text_string(b, name->name, name->size) ||
	    uet_buffer_put(b, "=", 1))
		return -ENOMEM;
	return uet_eh_text_item(b, &f->cursor, &f->item);
}

int uet_eh_named_text(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line,
		      const struct uet_eh_event *event)
{
	const struct uet_plan_eh *eh = plan->eh;
	struct met met = { .damage = UET_EH_DAMAGE_NONE };

	for (size_t i = 0; i < eh->n_names; i++) {
		struct uet_eh_found f;

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
		    struct uet_eh_found *f, bool *is_first)
{
	if ((!*is_first && uet_buffer_put(b, ",", 1)) ||
	    uet_json_string(b, name->name, name->size) ||
	    uet_buffer_put(b, ":", 1))
		return -ENOMEM;
	*is_first = false;
	return uet_eh_json_item(b, &f->cursor, &f->item);
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
		struct uet_eh_found f;

		if (find(&f, &eh->names[i], event, line) &&
		    put_json(b, &eh->names[i], &f, &is_first))
			return -ENOMEM;
		meet(&met, &f);
	}
	return uet_eh_json_end(b, event, met.damage, &met.field);
}

static int put_cell(struct uet_buffer *b, struct uet_eh_found *f,
		    bool *is_empty)
{
	if (f->item.kind != UET_EH_VALUE)
		return uet_eh_json_item(b, &f->cursor, &f->item);
	*is_empty = f->item.type == UET_EH_TYPE_NULL;
	if (*is_empty)
		return 0;
	return f->item.type == UET_EH_TYPE_TEXT ?
		       uet_eh_put_utf8(b, &f->item) :
		       uet_eh_text_value(b, &f->item);
}

int uet_eh_named_cell(struct uet_buffer *b, const struct uet_plan_eh_name *name,
		      const struct uet_line *line,
		      const struct uet_eh_event *event, bool *is_empty,
		      enum uet_eh_damage *damage)
{
	struct uet_eh_found f;
	int ret = 0;

	*is_empty = !find(&f, name, event, line);
	if (!*is_empty)
		ret = put_cell(b, &f, is_empty);
	if (f.cursor.damage)
		*damage = f.cursor.damage;
	return ret;
}
