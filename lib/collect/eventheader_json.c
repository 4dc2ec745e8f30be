/* SPDX-License-Identifier: MIT */
/*
 * The fields of an EventHeader event as members of a JSON object.  Knows
 * nothing about bytes and about what else is told of an event.
 */
#include <errno.h>

#include "eventheader.h"
#include "eventheader_shape.h"
#include "print.h"

/* The name and its colon; elements of arrays have none. */
static int put_key(struct uet_buffer *b, const struct uet_eh_item *item)
{
	const struct uet_eh_field *f = item->field;
	char *to;

	if (item->is_element)
		return 0;
	if (uet_json_string(b, f->name, f->name_size))
		return -ENOMEM;
	to = uet_buffer_room(b, 32);
	if (!to)
		return -ENOMEM;
	if (f->tag) {
		to = uet_put_bytes(to - 1, ";tag=", 5);
		to = uet_eh_put_hex(to, f->tag);
		*to++ = '"';
	}
	*to++ = ':';
	uet_buffer_end(b, to);
	return 0;
}

/* "01 ff". */
static int put_bytes(struct uet_buffer *b, const struct uet_value *v)
{
	const unsigned char *bytes = v->data;
	char *to = uet_buffer_room(b, 3 * v->size + 2);

	if (!to)
		return -ENOMEM;
	*to++ = '"';
	for (size_t i = 0; i < v->size; i++) {
		if (i)
			*to++ = ' ';
		to = uet_put_hex(to, bytes + i, 1);
	}
	*to++ = '"';
	uet_buffer_end(b, to);
	return 0;
}

static int put_text(struct uet_buffer *b, const struct uet_eh_item *item)
{
	size_t size;
	/* What uet_json_string() needs for each byte. */
	const char *text = uet_eh_utf8(b, item, 6, &size);

	return text ? uet_json_string(b, text, size) : -ENOMEM;
}

UET_ALWAYS_INLINE int put_value(struct uet_buffer *b,
				const struct uet_eh_item *item)
{
	char *to;

	if (item->type == UET_EH_TYPE_TEXT)
		return put_text(b, item);
	if (item->type == UET_EH_TYPE_BYTES)
		return put_bytes(b, &item->value);
	to = uet_buffer_room(b, UET_EH_SMALL_MAX);
	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, uet_eh_put_small(to, item, "\""));
	return 0;
}

/* What has to stand in front of it. */
static int put_comma(struct uet_buffer *b, bool *is_first)
{
	bool needs_comma = !*is_first;

	*is_first = false;
	return needs_comma ? uet_buffer_put(b, ",", 1) : 0;
}

static int put_begin(struct uet_buffer *b, const struct uet_eh_item *item,
		     bool *is_first)
{
	if (put_comma(b, is_first) || put_key(b, item))
		return -ENOMEM;
	*is_first = true;
	return uet_buffer_put(b, item->kind == UET_EH_ARRAY_BEGIN ? "[" : "{",
			      1);
}

/* All of an item but its value. */
UET_ALWAYS_INLINE int put_name(struct uet_buffer *b,
			       const struct uet_eh_item *item, bool *is_first)
{
	switch (item->kind) {
	case UET_EH_VALUE:
		return put_comma(b, is_first) || put_key(b, item) ? -ENOMEM : 0;
	case UET_EH_STRUCT_BEGIN:
	case UET_EH_ARRAY_BEGIN:
		return put_begin(b, item, is_first);
	case UET_EH_STRUCT_END:
		*is_first = false;
		return uet_buffer_put(b, "}", 1);
	case UET_EH_ARRAY_END:
		*is_first = false;
		return uet_buffer_put(b, "]", 1);
	default:
		return 0;
	}
}

static int put_item(struct uet_buffer *b, const struct uet_eh_item *item,
		    bool *is_first)
{
	if (put_name(b, item, is_first))
		return -ENOMEM;
	return item->kind == UET_EH_VALUE ? put_value(b, item) : 0;
}

int uet_eh_json_item(struct uet_buffer *b, struct uet_eh_cursor *c,
		     struct uet_eh_item *item)
{
	return uet_eh_put_whole(b, c, item, put_item);
}

int uet_eh_print_json_fields(struct uet_buffer *buffer,
			     const struct uet_eh_event *event,
			     struct uet_eh_field *damaged,
			     enum uet_eh_damage *damage)
{
	size_t start = buffer->size;

	*damage = UET_EH_DAMAGE_NONE;
	if (!uet_eh_put_fields(buffer, event, UET_EH_AS_JSON, put_name,
			       put_value, damaged, damage))
		return 0;
	buffer->size = start;
	return -ENOMEM;
}
