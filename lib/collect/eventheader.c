/* SPDX-License-Identifier: MIT */
/*
 * The parts of an EventHeader event, and the walk through its fields.  Knows
 * nothing about what values look like, nor about printing.
 */
#include <errno.h>

#include "eventheader.h"

#define HEADER_SIZE 8

#define FLAG_POINTER64 1
#define FLAG_LITTLE_ENDIAN 2
#define FLAG_EXTENSION 4
#define KNOWN_FLAGS (FLAG_POINTER64 | FLAG_LITTLE_ENDIAN | FLAG_EXTENSION)

#define EXTENSION_MASK 0x7fff
#define EXTENSION_MORE 0x8000
#define EXTENSION_METADATA 1
#define EXTENSION_ACTIVITY 2

#define ID_SIZE 16

static const char *const damages[] = {
	[UET_EH_DAMAGE_NONE] = "nothing is damaged",
	[UET_EH_DAMAGE_FLAGS] = "the event's header has unknown flags",
	[UET_EH_DAMAGE_EXTENSION] = "an extension of the event's header is damaged",
	[UET_EH_DAMAGE_NO_FIELDS] = "the event does not describe its fields",
	[UET_EH_DAMAGE_FIELD] = "the description is cut",
	[UET_EH_DAMAGE_ENCODING] = "the description has an unknown encoding",
	[UET_EH_DAMAGE_DEPTH] = "structs are nested more than 8 deep",
	[UET_EH_DAMAGE_PAYLOAD] = "the event ends before the value does",
	[UET_EH_DAMAGE_REPEATED] = "the descriptions of structs are over 4 MiB "
				   "with all repetitions",
};

const char *uet_eh_damage_string(enum uet_eh_damage damage)
{
	size_t n = sizeof(damages) / sizeof(damages[0]);

	return (size_t)damage < n ? damages[damage] : "it is damaged";
}

static bool set_metadata(struct uet_eh_event *e, const unsigned char *at,
			 size_t size)
{
	const unsigned char *end = at + size;

	if (e->name || !uet_eh_take_name(&at, end, &e->name, &e->name_size,
					 &e->attributes, &e->attributes_size))
		return false;
	e->metadata = at;
	e->metadata_size = (size_t)(end - at);
	return true;
}

static bool set_activity(struct uet_eh_event *e, const unsigned char *at,
			 size_t size)
{
	if (e->activity || (size != ID_SIZE && size != 2 * ID_SIZE))
		return false;
	e->activity = at;
	if (size == 2 * ID_SIZE)
		e->related_activity = at + ID_SIZE;
	return true;
}

static bool set_extension(struct uet_eh_event *e, unsigned int kind,
			  const unsigned char *at, size_t size)
{
	switch (kind & EXTENSION_MASK) {
	case 0:
		return false;
	case EXTENSION_METADATA:
		return set_metadata(e, at, size);
	case EXTENSION_ACTIVITY:
		return set_activity(e, at, size);
	default:
		return true;
	}
}

/* All up to the payload, whose place is only known if each has its end. */
static void parse_extensions(struct uet_eh_event *e, const unsigned char *at,
			     const unsigned char *end)
{
	unsigned int kind;

	do {
		const unsigned char *head = uet_eh_take(&at, end, 4), *data;
		size_t size = 0;

		if (head)
			size = uet_eh_load(head, 2, e->is_big_endian);
		data = head ? uet_eh_take(&at, end, size) : NULL;
		if (!data) {
			e->damage = UET_EH_DAMAGE_EXTENSION;
			e->metadata_size = 0;
			return;
		}
		kind = (unsigned int)uet_eh_load(head + 2, 2, e->is_big_endian);
		if (!set_extension(e, kind, data, size))
			e->damage = UET_EH_DAMAGE_EXTENSION;
	} while (kind & EXTENSION_MORE);
	e->payload = at;
	e->payload_size = (size_t)(end - at);
}

int uet_eh_event_parse(struct uet_eh_event *event,
		       const struct uet_eh_tracepoint *tracepoint,
		       const void *data, size_t size)
{
	const unsigned char *at = data;

	if (size < HEADER_SIZE)
		return -EINVAL;
	memset(event, 0, sizeof(*event));
	event->tracepoint = tracepoint;
	event->metadata = at + size;
	event->payload = at + size;
	event->pointer_size = at[0] & FLAG_POINTER64 ? 8 : 4;
	event->is_big_endian = !(at[0] & FLAG_LITTLE_ENDIAN);
	event->version = at[1];
	event->id = (uint16_t)uet_eh_load(at + 2, 2, event->is_big_endian);
	event->tag = (uint16_t)uet_eh_load(at + 4, 2, event->is_big_endian);
	event->opcode = at[6];
	event->level = at[7];
	if (at[0] & ~KNOWN_FLAGS)
		event->damage = UET_EH_DAMAGE_FLAGS;
	else if (at[0] & FLAG_EXTENSION)
		parse_extensions(event, at + HEADER_SIZE, at + size);
	if (!event->name && !event->damage)
		event->damage = UET_EH_DAMAGE_NO_FIELDS;
	if (!event->name) {
		event->name = "";
		event->attributes = "";
	}
	return 0;
}

void uet_eh_begin(struct uet_eh_cursor *c, const struct uet_eh_event *event)
{
	c->event = event;
	c->metadata = event->metadata;
	c->metadata_end = event->metadata + event->metadata_size;
	c->payload = event->payload;
	c->payload_end = event->payload + event->payload_size;
	memset(&c->field, 0, sizeof(c->field));
	c->in_array = false;
	c->told = false;
	c->damage = UET_EH_DAMAGE_NONE;
	c->described = 0;
	c->depth = 0;
	c->n_skipped = 0;
}

static enum uet_eh_kind tell(struct uet_eh_item *item, enum uet_eh_kind kind,
			     const struct uet_eh_field *field)
{
	item->kind = kind;
	item->field = field;
	item->is_element = false;
	item->index = 0;
	item->count = 0;
	return kind;
}

static enum uet_eh_kind tell_damage(struct uet_eh_cursor *c,
				    struct uet_eh_item *item,
				    enum uet_eh_damage damage)
{
	c->damage = damage;
	c->told = true;
	item->damage = damage;
	return tell(item, UET_EH_DAMAGED, &c->field);
}

/* Behind the last field of the event. */
static enum uet_eh_kind tell_end(struct uet_eh_cursor *c,
				 struct uet_eh_item *item)
{
	if (!c->event->damage || c->told)
		return tell(item, UET_EH_END, NULL);
	memset(&c->field, 0, sizeof(c->field));
	return tell_damage(c, item, c->event->damage);
}

/* Behind the last item of an array: c->field or that of the level above. */
static enum uet_eh_kind end_array(struct uet_eh_cursor *c,
				  struct uet_eh_item *item)
{
	const struct uet_eh_field *field = &c->field;

	if (c->in_array)
		c->in_array = false;
	else
		field = &c->levels[--c->depth].field;
	return tell(item, UET_EH_ARRAY_END, field);
}

static enum uet_eh_kind end_struct(struct uet_eh_cursor *c,
				   struct uet_eh_item *item)
{
	unsigned int top = c->depth - 1;

	c->levels[top].is_open = false;
	/* An array has more to come, or its own end. */
	if (!c->levels[top].field.is_array)
		c->depth = top;
	return tell(item, UET_EH_STRUCT_END, &c->levels[top].field);
}

/* Closes what is open. */
static enum uet_eh_kind unwind(struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	if (!c->told)
		return tell_damage(c, item, c->damage);
	if (c->in_array)
		return end_array(c, item);
	if (!c->depth)
		return tell(item, UET_EH_END, NULL);
	if (c->levels[c->depth - 1].is_open)
		return end_struct(c, item);
	return end_array(c, item);
}

static enum uet_eh_kind tell_value(struct uet_eh_cursor *c,
				   struct uet_eh_item *item)
{
	if (!uet_eh_take_value(c, item))
		return tell_damage(c, item, UET_EH_DAMAGE_PAYLOAD);
	return tell(item, UET_EH_VALUE, &c->field);
}

static enum uet_eh_kind next_element(struct uet_eh_cursor *c,
				     struct uet_eh_item *item)
{
	if (c->index == c->count)
		return end_array(c, item);
	if (tell_value(c, item) == UET_EH_VALUE) {
		item->is_element = true;
		item->index = c->index++;
		item->count = c->count;
	}
	return item->kind;
}

/* c->field is a struct or an array of structs. */
static enum uet_eh_kind begin_struct(struct uet_eh_cursor *c,
				     struct uet_eh_item *item, uint32_t count)
{
	unsigned int top = c->depth;
	bool is_array = c->field.is_array;

	if (top == UET_EH_DEPTH_MAX)
		return tell_damage(c, item, UET_EH_DAMAGE_DEPTH);
	c->levels[top].field = c->field;
	c->levels[top].first = c->metadata;
	c->levels[top].left = c->field.format;
	c->levels[top].count = count;
	c->levels[top].index = 0;
	c->levels[top].is_open = !is_array;
	c->depth = top + 1;
	tell(item, is_array ? UET_EH_ARRAY_BEGIN : UET_EH_STRUCT_BEGIN,
	     &c->levels[top].field);
	item->count = count;
	return item->kind;
}

static enum uet_eh_kind begin_array(struct uet_eh_cursor *c,
				    struct uet_eh_item *item)
{
	uint32_t count = c->field.count;

	if (!count) {
		const unsigned char *at =
			uet_eh_take(&c->payload, c->payload_end, 2);

		if (!at)
			return tell_damage(c, item, UET_EH_DAMAGE_PAYLOAD);
		count = (uint32_t)uet_eh_load(at, 2, c->event->is_big_endian);
	}
	if (c->field.encoding == UET_EH_ENCODING_STRUCT)
		return begin_struct(c, item, count);
	c->in_array = true;
	c->index = 0;
	c->count = count;
	tell(item, UET_EH_ARRAY_BEGIN, &c->field);
	item->count = count;
	return item->kind;
}

static enum uet_eh_kind next_field(struct uet_eh_cursor *c,
				   struct uet_eh_item *item)
{
	const unsigned char *from = c->metadata;
	enum uet_eh_damage damage;

	damage = uet_eh_take_field(&c->metadata, c->metadata_end,
				   c->event->is_big_endian, &c->field);
	c->described += (size_t)(c->metadata - from);
	if (!damage && c->described > UET_EH_DESCRIPTIONS_MAX)
		damage = UET_EH_DAMAGE_REPEATED;
	if (damage)
		return tell_damage(c, item, damage);
	if (c->field.is_array)
		return begin_array(c, item);
	if (c->field.encoding == UET_EH_ENCODING_STRUCT)
		return begin_struct(c, item, 0);
	return tell_value(c, item);
}

/* The innermost struct's next field, or its end, which is that of all
 * descriptions at the latest: programs do count too many fields. */
static enum uet_eh_kind next_member(struct uet_eh_cursor *c,
				    struct uet_eh_item *item)
{
	unsigned int top = c->depth - 1;

	if (!c->levels[top].left || c->metadata == c->metadata_end)
		return end_struct(c, item);
	c->levels[top].left--;
	return next_field(c, item);
}

/* The one to be replaced: all that are longer stay. */
static unsigned int shortest_skip(const struct uet_eh_cursor *c)
{
	unsigned int best = 0;

	for (unsigned int i = 1; i < c->n_skipped; i++)
		if (c->skipped[i].to - c->skipped[i].from <
		    c->skipped[best].to - c->skipped[best].from)
			best = i;
	return best;
}

/*
 * Passes over the descriptions of a struct that an array has none of.  In an
 * array of structs this can come again for each element, at the price of two
 * bytes in the payload: the longest ways are remembered.
 */
static enum uet_eh_damage skip_struct(struct uet_eh_cursor *c, uint32_t n_fields)
{
	const unsigned char *from = c->metadata;
	unsigned int max = sizeof(c->skipped) / sizeof(c->skipped[0]), i;
	enum uet_eh_damage damage;

	for (i = 0; i < c->n_skipped; i++)
		if (c->skipped[i].from == from) {
			c->metadata = c->skipped[i].to;
			return UET_EH_DAMAGE_NONE;
		}
	damage = uet_eh_skip_fields(&c->metadata, c->metadata_end,
				    c->event->is_big_endian, n_fields);
	if (damage)
		return damage;
	if (c->n_skipped < max) {
		i = c->n_skipped++;
	} else {
		i = shortest_skip(c);
		if (c->skipped[i].to - c->skipped[i].from >= c->metadata - from)
			return UET_EH_DAMAGE_NONE;
	}
	c->skipped[i].from = from;
	c->skipped[i].to = c->metadata;
	return UET_EH_DAMAGE_NONE;
}

/*
 * The last struct had no value: the descriptions end where those of its fields
 * should be.  The others would be the same, and where the event's bytes do not
 * count them, arrays in arrays of them would have no end.
 */
static bool is_endless(const struct uet_eh_cursor *c, unsigned int top)
{
	return c->levels[top].index && c->levels[top].payload == c->payload;
}

/* The innermost array's next struct, or its end.  Each element goes over the
 * same descriptions; without any, they are left out. */
static enum uet_eh_kind next_struct(struct uet_eh_cursor *c,
				    struct uet_eh_item *item)
{
	unsigned int top = c->depth - 1;
	const struct uet_eh_field *field = &c->levels[top].field;
	enum uet_eh_damage damage = UET_EH_DAMAGE_NONE;

	if (c->levels[top].index == c->levels[top].count) {
		if (!c->levels[top].count)
			damage = skip_struct(c, field->format);
		if (!damage)
			return end_array(c, item);
	} else if (is_endless(c, top)) {
		damage = UET_EH_DAMAGE_FIELD;
	}
	if (damage) {
		c->field = *field;
		return tell_damage(c, item, damage);
	}
	c->metadata = c->levels[top].first;
	c->levels[top].payload = c->payload;
	c->levels[top].left = field->format;
	c->levels[top].is_open = true;
	tell(item, UET_EH_STRUCT_BEGIN, field);
	item->is_element = true;
	item->index = c->levels[top].index++;
	item->count = c->levels[top].count;
	return item->kind;
}

enum uet_eh_kind uet_eh_next(struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	if (c->damage)
		return unwind(c, item);
	if (c->in_array)
		return next_element(c, item);
	if (c->depth)
		return c->levels[c->depth - 1].is_open ? next_member(c, item) :
							 next_struct(c, item);
	if (c->metadata == c->metadata_end)
		return tell_end(c, item);
	return next_field(c, item);
}
