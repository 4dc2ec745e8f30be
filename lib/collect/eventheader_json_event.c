/* SPDX-License-Identifier: MIT */
/*
 * A whole EventHeader event as members of a JSON object: what is told of it,
 * its fields, their attributes, and what is damaged.
 */
#include <errno.h>

#include "eventheader.h"
#include "print.h"

/* All that is of a bounded length, up to the UUIDs. */
static int put_numbers(struct uet_buffer *b, const struct uet_eh_event *e)
{
	char *to = uet_buffer_room(b, 256 + 8 * UET_NUMBER_MAX);

	if (!to)
		return -ENOMEM;
	to = uet_put_bytes(to, ",\"level\":", 9);
	to = uet_put_u64(to, e->level);
	if (e->tracepoint->keyword) {
		to = uet_put_bytes(to, ",\"keyword\":\"", 12);
		to = uet_eh_put_hex(to, e->tracepoint->keyword);
		*to++ = '"';
	}
	if (e->opcode) {
		to = uet_put_bytes(to, ",\"opcode\":", 10);
		to = uet_put_u64(to, e->opcode);
	}
	if (e->id) {
		to = uet_put_bytes(to, ",\"id\":", 6);
		to = uet_put_u64(to, e->id);
	}
	if (e->version) {
		to = uet_put_bytes(to, ",\"version\":", 11);
		to = uet_put_u64(to, e->version);
	}
	if (e->tag) {
		to = uet_put_bytes(to, ",\"tag\":\"", 8);
		to = uet_eh_put_hex(to, e->tag);
		*to++ = '"';
	}
	uet_buffer_end(b, to);
	return 0;
}

static int put_uuid(struct uet_buffer *b, const char *key, size_t key_size,
		    const unsigned char *uuid)
{
	char *to = uet_buffer_room(b, key_size + 64);

	if (!to)
		return -ENOMEM;
	to = uet_put_bytes(to, key, key_size);
	to = uet_eh_put_uuid(to, uuid);
	*to++ = '"';
	uet_buffer_end(b, to);
	return 0;
}

#define PUT_UUID(b, key, uuid) put_uuid(b, key, sizeof(key) - 1, uuid)

/* An attribute's value, without doubled ';', in the buffer's unused room. */
static int put_attribute(struct uet_buffer *b, const struct uet_eh_attribute *a)
{
	size_t max = uet_json_room(a->value_size);
	char *value;

	if (uet_json_string(b, a->name, a->name_size) ||
	    uet_buffer_put(b, ":", 1))
		return -ENOMEM;
	value = uet_buffer_room(b, max + a->value_size);
	if (!value)
		return -ENOMEM;
	value += max;
	return uet_json_string(b, value, uet_eh_attribute_value(a, value));
}

static int put_attributes(struct uet_buffer *b, const char *attributes,
			  size_t size)
{
	struct uet_eh_attribute a;
	const char *before = "{";

	while (uet_eh_attribute_next(&attributes, &size, &a)) {
		if (uet_buffer_put(b, before, 1) || put_attribute(b, &a))
			return -ENOMEM;
		before = ",";
	}
	return uet_buffer_put(b, *before == '{' ? "{}" : "}",
			      *before == '{' ? 2 : 1);
}

/* The structs that a description lies in, while all are gone through. */
struct path {
	struct {
		const char *name;
		size_t size;
		uint32_t left; /* fields that are still to come */
	} structs[UET_EH_DEPTH_MAX];
	unsigned int depth;
	size_t put; /* bytes of names in all paths */
};

/* Leaves what has no more fields. */
static void leave_structs(struct path *p)
{
	while (p->depth && !p->structs[p->depth - 1].left)
		p->depth--;
	if (p->depth)
		p->structs[p->depth - 1].left--;
}

/* "struct.field", as uet_eh_find() takes it. */
static int put_path(struct uet_buffer *b, struct path *p,
		    const struct uet_eh_field *f)
{
	if (uet_buffer_put(b, "\"", 1))
		return -ENOMEM;
	for (unsigned int i = 0; i <= p->depth; i++) {
		const char *name = i < p->depth ? p->structs[i].name : f->name;
		size_t size = i < p->depth ? p->structs[i].size : f->name_size;
		size_t start = b->size;

		if (uet_json_string(b, name, size))
			return -ENOMEM;
		/* Without its quotes, and with a point or the last quote. */
		memmove(b->data + start, b->data + start + 1,
			b->size - start - 1);
		b->size--;
		b->data[b->size - 1] = i < p->depth ? '.' : '"';
		p->put += size;
	}
	return uet_buffer_put(b, ":", 1);
}

static int put_field_attributes(struct uet_buffer *b, struct path *p,
				const struct uet_eh_field *f, bool *any)
{
	static const char begin[] = ",\"fieldAttributes\":{";
	int ret;

	if (!f->attributes_size)
		return 0;
	ret = *any ? uet_buffer_put(b, ",", 1) :
		     uet_buffer_put(b, begin, sizeof(begin) - 1);
	*any = true;
	if (ret || put_path(b, p, f))
		return -ENOMEM;
	return put_attributes(b, f->attributes, f->attributes_size);
}

/*
 * Of all fields, each once, however often an array has it.  Paths repeat the
 * names of structs: 1 when this is too much, and the field from which on the rest
 * is left out.
 */
static int put_all_attributes(struct uet_buffer *b,
			      const struct uet_eh_event *e,
			      struct uet_eh_field *f)
{
	const unsigned char *at = e->metadata, *end = at + e->metadata_size;
	struct path p = { .depth = 0 };
	bool any = false;

	/* There are hardly ever any. */
	if (!memchr(at, ';', e->metadata_size))
		return 0;
	while (at < end && p.put <= UET_EH_DESCRIPTIONS_MAX) {
		leave_structs(&p);
		if (uet_eh_take_field(&at, end, e->is_big_endian, f))
			break;
		if (put_field_attributes(b, &p, f, &any))
			return -ENOMEM;
		if (f->encoding != UET_EH_ENCODING_STRUCT)
			continue;
		if (p.depth == UET_EH_DEPTH_MAX)
			break;
		p.structs[p.depth].name = f->name;
		p.structs[p.depth].size = f->name_size;
		p.structs[p.depth++].left = f->format;
	}
	if (any && uet_buffer_put(b, "}", 1))
		return -ENOMEM;
	return p.put > UET_EH_DESCRIPTIONS_MAX;
}

static int put_head(struct uet_buffer *b, const struct uet_eh_event *e)
{
	const struct uet_eh_tracepoint *t = e->tracepoint;

	if (uet_buffer_put(b, "\"provider\":", 11) ||
	    uet_json_string(b, t->provider, t->provider_size) ||
	    put_numbers(b, e))
		return -ENOMEM;
	if (e->activity && PUT_UUID(b, ",\"activity\":\"", e->activity))
		return -ENOMEM;
	if (e->related_activity &&
	    PUT_UUID(b, ",\"relatedActivity\":\"", e->related_activity))
		return -ENOMEM;
	if (t->group_size && (uet_buffer_put(b, ",\"group\":", 9) ||
			      uet_json_string(b, t->group, t->group_size)))
		return -ENOMEM;
	if (e->attributes_size &&
	    (uet_buffer_put(b, ",\"attributes\":", 14) ||
	     put_attributes(b, e->attributes, e->attributes_size)))
		return -ENOMEM;
	return 0;
}

/* "FIELD: REASON". */
static int put_damage(struct uet_buffer *b, enum uet_eh_damage damage,
		      const struct uet_eh_field *field)
{
	const char *reason = uet_eh_damage_string(damage);

	if (uet_buffer_put(b, ",\"damaged\":", 11))
		return -ENOMEM;
	if (field->name) {
		if (uet_json_string(b, field->name, field->name_size))
			return -ENOMEM;
		b->size--;
	} else if (uet_buffer_put(b, "\"", 1)) {
		return -ENOMEM;
	}
	if (field->name && uet_buffer_put(b, ": ", 2))
		return -ENOMEM;
	return uet_buffer_put(b, reason, strlen(reason)) ||
			       uet_buffer_put(b, "\"", 1) ?
		       -ENOMEM : 0;
}

int uet_eh_json_begin(struct uet_buffer *b, const struct uet_eh_event *e)
{
	return put_head(b, e) || uet_buffer_put(b, ",\"fields\":{", 11) ?
		       -ENOMEM : 0;
}

int uet_eh_json_end(struct uet_buffer *b, const struct uet_eh_event *e,
		    enum uet_eh_damage damage, const struct uet_eh_field *field)
{
	struct uet_eh_field last;
	int ret;

	if (uet_buffer_put(b, "}", 1))
		return -ENOMEM;
	ret = put_all_attributes(b, e, &last);
	if (ret < 0)
		return ret;
	if (damage)
		return put_damage(b, damage, field);
	return ret ? put_damage(b, UET_EH_DAMAGE_REPEATED, &last) : 0;
}

static int put_event(struct uet_buffer *b, const struct uet_eh_event *e)
{
	struct uet_eh_field field;
	enum uet_eh_damage damage;

	if (uet_eh_json_begin(b, e) ||
	    uet_eh_print_json_fields(b, e, &field, &damage))
		return -ENOMEM;
	return uet_eh_json_end(b, e, damage, &field);
}

int uet_eh_print_json(struct uet_buffer *buffer,
		      const struct uet_eh_event *event)
{
	size_t start = buffer->size;

	if (put_event(buffer, event)) {
		buffer->size = start;
		return -ENOMEM;
	}
	return 0;
}
