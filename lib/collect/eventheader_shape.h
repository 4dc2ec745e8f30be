/* SPDX-License-Identifier: MIT */
/*
 * The text between an EventHeader event's values, which is that of all events
 * with the same descriptions: a buffer remembers it, and what remains to be
 * done for the next one are the values.
 */
#ifndef UET_COLLECT_EVENTHEADER_SHAPE_H
#define UET_COLLECT_EVENTHEADER_SHAPE_H

#include <errno.h>

#include "eventheader.h"
#include "print.h"

enum uet_eh_style {
	UET_EH_AS_JSON,
	UET_EH_AS_TEXT,
	UET_EH_AS_TEXT_BEHIND, /* something else, so that a blank is between */
};

/* A value and the text in front of it. */
struct uet_eh_step {
	uint8_t encoding;
	uint8_t format;
	uint16_t text_size;
};

struct uet_eh_shape {
	uint8_t style; /* enum uet_eh_style */
	bool is_big_endian;
	uint16_t metadata_size;
	uint16_t end_size; /* of the text behind the last value */
	uint16_t n_steps;
	const char *texts; /* the steps' and that of the end */
	const unsigned char *metadata;
	struct uet_eh_step steps[];
};

/* That of the event's descriptions; NULL: not known. */
const struct uet_eh_shape *uet_eh_shape_find(const struct uet_buffer *b,
					     const struct uet_eh_event *event,
					     enum uet_eh_style style);

struct uet_buffer_recent;

void uet_eh_shapes_free(struct uet_buffer_recent *recent);

/* A printer's, of a value without a name: 0 or -ENOMEM. */
typedef int uet_eh_put_value(struct uet_buffer *b,
			     const struct uet_eh_item *item);

/*
 * Puts all fields of an event of this shape.  1; 0 when it is damaged, so that
 * there is more to say; -ENOMEM.  Then the buffer is as before.
 */
UET_ALWAYS_INLINE int uet_eh_shape_put(struct uet_buffer *b,
				       const struct uet_eh_shape *shape,
				       const struct uet_eh_event *event,
				       uet_eh_put_value *put)
{
	const char *text = shape->texts;
	size_t start = b->size;
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	int ret = 1;

	uet_eh_begin(&c, event);
	for (size_t i = 0; i < shape->n_steps && ret > 0; i++) {
		const struct uet_eh_step *step = &shape->steps[i];

		c.field.encoding = step->encoding;
		c.field.format = step->format;
		if (uet_buffer_put(b, text, step->text_size))
			ret = -ENOMEM;
		else if (!uet_eh_take_value(&c, &item) || c.damage)
			ret = 0;
		else if (put(b, &item))
			ret = -ENOMEM;
		text += step->text_size;
	}
	if (ret > 0 && uet_buffer_put(b, text, shape->end_size))
		ret = -ENOMEM;
	if (ret <= 0)
		b->size = start;
	return ret;
}

#define UET_EH_LEARN_STEPS 64

/* A shape while its first event is printed. */
struct uet_eh_learner {
	size_t start; /* of the fields, from the buffer's start */
	size_t n;
	bool failed; /* it has none, or one that is too large */
	struct {
		size_t start, end; /* of the value */
		uint8_t encoding, format;
	} values[UET_EH_LEARN_STEPS];
};

static inline void uet_eh_learn_begin(struct uet_eh_learner *l,
				      const struct uet_buffer *b)
{
	l->start = b->size;
	l->n = 0;
	l->failed = false;
}

/* Each item, when it has been put; of a value: from where on. */
static inline void uet_eh_learn(struct uet_eh_learner *l,
				const struct uet_buffer *b,
				const struct uet_eh_item *item, size_t start)
{
	/* How long an array is, another event may say otherwise. */
	if (item->kind == UET_EH_DAMAGED ||
	    (item->kind == UET_EH_ARRAY_BEGIN && !item->field->count))
		l->failed = true;
	if (item->kind != UET_EH_VALUE || l->failed)
		return;
	if (l->n == UET_EH_LEARN_STEPS) {
		l->failed = true;
		return;
	}
	l->values[l->n].start = start;
	l->values[l->n].end = b->size;
	l->values[l->n].encoding = item->field->encoding;
	l->values[l->n++].format = item->field->format;
}

/* Behind the last: the buffer remembers it, if there is memory. */
void uet_eh_learn_end(const struct uet_eh_learner *l, struct uet_buffer *b,
		      const struct uet_eh_event *event, enum uet_eh_style style);

/* One field after the other, as they come.  0 or -ENOMEM. */
UET_ALWAYS_INLINE int uet_eh_put_new(struct uet_buffer *b,
				     const struct uet_eh_event *event,
				     enum uet_eh_style style,
				     uet_eh_put_item *put_name,
				     uet_eh_put_value *put_value,
				     struct uet_eh_field *damaged,
				     enum uet_eh_damage *damage)
{
	bool is_first = style != UET_EH_AS_TEXT_BEHIND;
	struct uet_eh_learner learner;
	struct uet_eh_cursor cursor;
	struct uet_eh_item item;

	uet_eh_learn_begin(&learner, b);
	uet_eh_begin(&cursor, event);
	while (uet_eh_next(&cursor, &item) != UET_EH_END) {
		size_t start;

		if (item.kind == UET_EH_DAMAGED) {
			*damage = item.damage;
			*damaged = *item.field;
		}
		if (put_name(b, &item, &is_first))
			return -ENOMEM;
		start = b->size;
		if (item.kind == UET_EH_VALUE && put_value(b, &item))
			return -ENOMEM;
		uet_eh_learn(&learner, b, &item, start);
	}
	uet_eh_learn_end(&learner, b, event, style);
	return 0;
}

/*
 * All fields of an event, by what the buffer remembers if it can.  put_name:
 * all of an item but its value.  *damage, and of it *damaged, is only set if
 * there is any.  0; -ENOMEM, then the buffer may have some of it.
 */
UET_ALWAYS_INLINE int uet_eh_put_fields(struct uet_buffer *b,
					const struct uet_eh_event *event,
					enum uet_eh_style style,
					uet_eh_put_item *put_name,
					uet_eh_put_value *put_value,
					struct uet_eh_field *damaged,
					enum uet_eh_damage *damage)
{
	const struct uet_eh_shape *shape = uet_eh_shape_find(b, event, style);
	int ret = shape ? uet_eh_shape_put(b, shape, event, put_value) : 0;

	if (ret)
		return ret < 0 ? ret : 0;
	return uet_eh_put_new(b, event, style, put_name, put_value, damaged,
			      damage);
}

#endif /* UET_COLLECT_EVENTHEADER_SHAPE_H */
