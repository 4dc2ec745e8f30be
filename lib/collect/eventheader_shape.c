/* SPDX-License-Identifier: MIT */
/*
 * What a buffer remembers of EventHeader events.  Knows the printers' texts
 * only as bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "eventheader_shape.h"
#include "print_recent.h"

/* What is longer takes its time each time. */
#define METADATA_MAX 1024
#define TEXTS_MAX 4096

static struct uet_eh_shape **place_of(struct uet_buffer_recent *r,
				      const struct uet_eh_event *e,
				      enum uet_eh_style style)
{
	const unsigned char *at = e->metadata;
	size_t size = e->metadata_size;
	uint64_t hash = size << 8 | style, part;

	for (; size >= sizeof(part); at += sizeof(part), size -= sizeof(part)) {
		memcpy(&part, at, sizeof(part));
		hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
	}
	part = 0;
	memcpy(&part, at, size);
	hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
	return &r->shapes[hash / (UINT64_MAX / UET_RECENT_SHAPES + 1)];
}

static bool can_have_one(const struct uet_eh_event *e)
{
	return e->metadata_size <= METADATA_MAX && !e->damage;
}

const struct uet_eh_shape *uet_eh_shape_find(const struct uet_buffer *b,
					     const struct uet_eh_event *e,
					     enum uet_eh_style style)
{
	const struct uet_eh_shape *s;

	if (!b->recent || !can_have_one(e))
		return NULL;
	s = *place_of(b->recent, e, style);
	return s && s->metadata_size == e->metadata_size &&
			       s->style == style &&
			       s->is_big_endian == e->is_big_endian &&
			       !memcmp(s->metadata, e->metadata,
				       e->metadata_size) ?
		       s : NULL;
}

/* Bytes of the texts, without the values that they are around. */
static size_t texts_size(const struct uet_eh_learner *l, size_t end)
{
	size_t size = end - l->start;

	for (size_t i = 0; i < l->n; i++)
		size -= l->values[i].end - l->values[i].start;
	return size;
}

static void fill(struct uet_eh_shape *s, const struct uet_eh_learner *l,
		 const struct uet_buffer *b, char *to)
{
	size_t at = l->start;

	s->n_steps = (uint16_t)l->n;
	s->texts = to;
	for (size_t i = 0; i < l->n; i++) {
		size_t size = l->values[i].start - at;

		s->steps[i].encoding = l->values[i].encoding;
		s->steps[i].format = l->values[i].format;
		s->steps[i].text_size = (uint16_t)size;
		to = uet_put_bytes(to, b->data + at, size);
		at = l->values[i].end;
	}
	s->end_size = (uint16_t)(b->size - at);
	memcpy(to, b->data + at, s->end_size);
}

void uet_eh_learn_end(const struct uet_eh_learner *l, struct uet_buffer *b,
		      const struct uet_eh_event *e, enum uet_eh_style style)
{
	struct uet_buffer_recent *r;
	struct uet_eh_shape **place, *s;
	size_t texts = texts_size(l, b->size), steps = l->n * sizeof(s->steps[0]);

	if (l->failed || !l->n || !can_have_one(e) || texts > TEXTS_MAX)
		return;
	r = uet_buffer_remember(b);
	s = r ? calloc(1, sizeof(*s) + steps + e->metadata_size + texts) : NULL;
	if (!s)
		return;
	s->style = (uint8_t)style;
	s->is_big_endian = e->is_big_endian;
	s->metadata_size = (uint16_t)e->metadata_size;
	s->metadata = memcpy((char *)s->steps + steps, e->metadata,
			     e->metadata_size);
	fill(s, l, b, (char *)s->steps + steps + e->metadata_size);
	place = place_of(r, e, style);
	free(*place);
	*place = s;
}

void uet_eh_shapes_free(struct uet_buffer_recent *r)
{
	for (size_t i = 0; i < UET_RECENT_SHAPES; i++)
		free(r->shapes[i]);
}
