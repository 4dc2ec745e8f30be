/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events as text of one line, for people.  Knows nothing about
 * bytes.
 */
#include <errno.h>

#include "eventheader.h"
#include "eventheader_shape.h"
#include "print.h"

/* What stands in angle brackets: "<a=1", " b=2", and ">" if there was any. */
struct notes {
	struct uet_buffer *b;
	bool any;
};

static int begin_note(struct notes *n, const char *name, size_t size)
{
	int ret = uet_buffer_put(n->b, n->any ? " " : "<", 1);

	n->any = true;
	if (!ret)
		ret = uet_text_string(n->b, name, size);
	if (!ret)
		ret = uet_buffer_put(n->b, "=", 1);
	return ret;
}

static int note_number(struct notes *n, const char *name, uint64_t number,
		       bool is_hex)
{
	char *to;

	if (!number)
		return 0;
	if (begin_note(n, name, strlen(name)))
		return -ENOMEM;
	to = uet_buffer_room(n->b, UET_NUMBER_MAX);
	if (!to)
		return -ENOMEM;
	uet_buffer_end(n->b, is_hex ? uet_eh_put_hex(to, number) :
				      uet_put_u64(to, number));
	return 0;
}

static int note_uuid(struct notes *n, const char *name,
		     const unsigned char *uuid)
{
	char *to;

	if (!uuid)
		return 0;
	if (begin_note(n, name, strlen(name)))
		return -ENOMEM;
	to = uet_buffer_room(n->b, UET_EH_SMALL_MAX);
	if (!to)
		return -ENOMEM;
	uet_buffer_end(n->b, uet_eh_put_uuid(to, uuid));
	return 0;
}

/* The value is put right in the buffer's unused room. */
static int note_attribute(struct notes *n, const struct uet_eh_attribute *a)
{
	size_t max = uet_text_room(a->value_size);
	char *value;

	if (begin_note(n, a->name, a->name_size))
		return -ENOMEM;
	value = uet_buffer_room(n->b, max + a->value_size);
	if (!value)
		return -ENOMEM;
	value += max;
	return uet_text_string(n->b, value, uet_eh_attribute_value(a, value));
}

static int note_attributes(struct notes *n, const char *attributes, size_t size)
{
	struct uet_eh_attribute a;

	while (uet_eh_attribute_next(&attributes, &size, &a))
		if (note_attribute(n, &a))
			return -ENOMEM;
	return 0;
}

static int end_notes(struct notes *n)
{
	return n->any ? uet_buffer_put(n->b, ">", 1) : 0;
}

static int put_head(struct uet_buffer *b, const struct uet_eh_event *e)
{
	const struct uet_eh_tracepoint *t = e->tracepoint;
	struct notes n = { .b = b };

	if (note_number(&n, "level", e->level, false) ||
	    note_number(&n, "keyword", t->keyword, true) ||
	    note_number(&n, "opcode", e->opcode, false) ||
	    note_number(&n, "id", e->id, false) ||
	    note_number(&n, "version", e->version, false) ||
	    note_number(&n, "tag", e->tag, true) ||
	    note_uuid(&n, "activity", e->activity) ||
	    note_uuid(&n, "relatedActivity", e->related_activity))
		return -ENOMEM;
	if (t->group_size && (begin_note(&n, "group", 5) ||
			      uet_text_string(b, t->group, t->group_size)))
		return -ENOMEM;
	if (note_attributes(&n, e->attributes, e->attributes_size))
		return -ENOMEM;
	return end_notes(&n);
}

/* The name, its notes and '='; elements of arrays have none. */
static int put_key(struct uet_buffer *b, const struct uet_eh_item *item)
{
	const struct uet_eh_field *f = item->field;
	struct notes n = { .b = b };

	if (item->is_element)
		return 0;
	if (uet_text_string(b, f->name, f->name_size))
		return -ENOMEM;
	if ((f->tag || f->attributes_size) &&
	    (note_number(&n, "tag", f->tag, true) ||
	     note_attributes(&n, f->attributes, f->attributes_size) ||
	     end_notes(&n)))
		return -ENOMEM;
	return uet_buffer_put(b, "=", 1);
}

static int put_text(struct uet_buffer *b, const struct uet_eh_item *item)
{
	size_t size;
	/* What uet_text_string() needs for each byte. */
	const char *text = uet_eh_utf8(b, item, 4, &size);

	return text ? uet_text_string(b, text, size) : -ENOMEM;
}

int uet_eh_text_value(struct uet_buffer *b, const struct uet_eh_item *item)
{
	char *to;

	/* Not 0, of which an empty buffer has none to show. */
	to = uet_buffer_room(b, UET_EH_SMALL_MAX +
					(item->type == UET_EH_TYPE_BYTES ?
						 2 * item->value.size : 0));
	if (!to)
		return -ENOMEM;
	if (item->type == UET_EH_TYPE_BYTES) {
		uet_buffer_end(b, uet_put_hex(to, item->value.data,
					      item->value.size));
		return 0;
	}
	uet_buffer_end(b, uet_eh_put_small(to, item, ""));
	return 0;
}

/* What parts it from the one before: a comma if it is an array's. */
static int put_separator(struct uet_buffer *b, const struct uet_eh_item *item,
			 bool *is_first)
{
	bool needs_one = !*is_first;

	*is_first = false;
	return needs_one ? uet_buffer_put(b, item->is_element ? "," : " ", 1) :
			   0;
}

int uet_eh_text_damage(struct uet_buffer *b, enum uet_eh_damage damage,
		       const struct uet_eh_field *f)
{
	const char *reason = uet_eh_damage_string(damage);

	if (uet_buffer_put(b, "<damaged: ", 10))
		return -ENOMEM;
	if (f->name && (uet_text_string(b, f->name, f->name_size) ||
			uet_buffer_put(b, ": ", 2)))
		return -ENOMEM;
	return uet_buffer_put(b, reason, strlen(reason)) ||
			       uet_buffer_put(b, ">", 1) ?
		       -ENOMEM : 0;
}

static int put_begin(struct uet_buffer *b, const struct uet_eh_item *item,
		     bool *is_first)
{
	if (put_key(b, item))
		return -ENOMEM;
	*is_first = true;
	return uet_buffer_put(b, item->kind == UET_EH_ARRAY_BEGIN ? "[" : "{",
			      1);
}

static int put_end(struct uet_buffer *b, const char *end, bool *is_first)
{
	*is_first = false;
	return uet_buffer_put(b, end, 1);
}

UET_ALWAYS_INLINE int put_value(struct uet_buffer *b,
				const struct uet_eh_item *item)
{
	return item->type == UET_EH_TYPE_TEXT ? put_text(b, item) :
						uet_eh_text_value(b, item);
}

/* All of an item but its value. */
static int put_name(struct uet_buffer *b, const struct uet_eh_item *item,
		    bool *is_first)
{
	if (item->kind == UET_EH_STRUCT_END)
		return put_end(b, "}", is_first);
	if (item->kind == UET_EH_ARRAY_END)
		return put_end(b, "]", is_first);
	if (put_separator(b, item, is_first))
		return -ENOMEM;
	if (item->kind == UET_EH_DAMAGED)
		return uet_eh_text_damage(b, item->damage, item->field);
	if (item->kind != UET_EH_VALUE)
		return put_begin(b, item, is_first);
	return put_key(b, item);
}

static int put_item(struct uet_buffer *b, const struct uet_eh_item *item,
		    bool *is_first)
{
	if (put_name(b, item, is_first))
		return -ENOMEM;
	return item->kind == UET_EH_VALUE ? put_value(b, item) : 0;
}

int uet_eh_text_item(struct uet_buffer *b, struct uet_eh_cursor *c,
		     struct uet_eh_item *item)
{
	return uet_eh_put_whole(b, c, item, put_item);
}

static int put_fields(struct uet_buffer *b, const struct uet_eh_event *event,
		      bool is_first)
{
	/* Told where it is. */
	enum uet_eh_damage damage;
	struct uet_eh_field damaged;

	return uet_eh_put_fields(b, event, is_first ? UET_EH_AS_TEXT :
						      UET_EH_AS_TEXT_BEHIND,
				 put_name, put_value, &damaged, &damage);
}

int uet_eh_print_text(struct uet_buffer *buffer,
		      const struct uet_eh_event *event)
{
	size_t start = buffer->size;

	if (put_head(buffer, event) ||
	    put_fields(buffer, event, buffer->size == start)) {
		buffer->size = start;
		return -ENOMEM;
	}
	return 0;
}
