/* SPDX-License-Identifier: MIT */
/*
 * A model of an event's builder: what it should have after each call, and
 * whether an event that was written reads back as that.
 */
#ifndef UET_TEST_EVENTHEADER_MODEL_H
#define UET_TEST_EVENTHEADER_MODEL_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <uet/eventheader_decode.h>
#include <uet/tap.h>

#include "unit/eventheader_check.h"

#define ITEMS 9000
#define LEVELS 8
#define MOST 8176

/* What a cursor should come to; of a value the bytes. */
struct expected {
	enum uet_eh_kind kind;
	const char *name;
	unsigned int encoding, format;
	uint16_t tag;
	const unsigned char *data;
	size_t size;
	uint32_t count;
};

/* What the builder should have. */
static struct model {
	int error;
	const char *name;
	uint16_t id, tag, next_tag;
	uint8_t version, opcode;
	const unsigned char *activity, *parent;
	size_t metadata, payload;
	unsigned int fields[LEVELS], level;
	struct expected items[ITEMS];
	size_t n;
} m;

/* Bytes of the event so far. */
static size_t whole(void)
{
	return 12 + m.metadata + m.payload +
	       (m.activity ? m.parent ? 36 : 20 : 0);
}

static int fails(int error)
{
	if (!m.error)
		m.error = error;
	return m.error;
}

static void expect(struct expected item)
{
	if (!m.error && m.n < ITEMS)
		m.items[m.n++] = item;
}

/* A field's description; 0, or why the builder refuses it. */
static int describe(const char *name, unsigned int format, size_t count)
{
	size_t size = strlen(name) + 2 + (format || m.next_tag ? 1 : 0) +
		      (m.next_tag ? 2 : 0) + (count ? 2 : 0);

	m.next_tag = 0;
	if (m.error)
		return m.error;
	if (m.level && ++m.fields[m.level - 1] > 127)
		return fails(-EMSGSIZE);
	m.metadata += size;
	return m.metadata > MOST ? fails(-EMSGSIZE) : 0;
}

static int pay(size_t size)
{
	if (m.error)
		return m.error;
	m.payload += size;
	return m.payload > MOST ? fails(-EMSGSIZE) : 0;
}

static bool is_same(const void *a, const void *b, size_t size)
{
	return !size || !memcmp(a, b, size);
}

static void check_names(const struct uet_eh_field *field, const char *name)
{
	size_t size = strcspn(name, ";");

	DEMAND(field->name_size == size && is_same(field->name, name, size));
	size += name[size] == ';';
	DEMAND(field->attributes_size == strlen(name + size));
	DEMAND(is_same(field->attributes, name + size, field->attributes_size));
}

static void check_value_of(const struct uet_eh_item *item,
			   const struct expected *expected)
{
	uint64_t number = 0;

	switch (item->type) {
	case UET_EH_TYPE_TEXT:
	case UET_EH_TYPE_BYTES:
	case UET_EH_TYPE_UUID:
	case UET_EH_TYPE_IP:
		DEMAND(item->value.size == expected->size);
		DEMAND(is_same(item->value.data, expected->data,
			       expected->size));
		return;
	case UET_EH_TYPE_NULL:
		DEMAND(!expected->size);
		return;
	case UET_EH_TYPE_UINT:
	case UET_EH_TYPE_HEX:
		if (expected->format == UET_EH_FORMAT_PORT)
			return; /* turned */
		DEMAND(expected->size <= sizeof(number));
		memcpy(&number, expected->data, expected->size);
		DEMAND(item->value.u == number);
		return;
	default:
		return;
	}
}

static void check_next(struct uet_eh_cursor *c, const struct expected *expected)
{
	struct uet_eh_item item;

	uet_eh_next(c, &item);
	DEMAND(item.kind == expected->kind);
	if (item.kind == UET_EH_STRUCT_END || item.kind == UET_EH_ARRAY_END)
		return;
	check_names(item.field, expected->name);
	DEMAND(item.field->encoding == expected->encoding);
	DEMAND(item.field->tag == expected->tag);
	if (item.kind == UET_EH_STRUCT_BEGIN)
		return;
	DEMAND(item.field->format == expected->format);
	if (item.kind == UET_EH_ARRAY_BEGIN)
		DEMAND(item.count == expected->count);
	else
		check_value_of(&item, expected);
}

static void check_id(const unsigned char *id, const unsigned char *expected)
{
	DEMAND(!id == !expected && (!id || !memcmp(id, expected, 16)));
}

/* That an event is what the model has. */
static void check_model(const struct uet_tap_event *event)
{
	struct uet_eh_tracepoint tracepoint;
	struct uet_buffer out = { 0 };
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	struct uet_eh_event e;
	char name[256];

	memcpy(name, event->name, event->name_length);
	name[event->name_length] = '\0';
	DEMAND(!uet_eh_tracepoint_parse(name, &tracepoint));
	DEMAND(!uet_eh_event_parse(&e, &tracepoint, event->payload,
				   event->size));
	DEMAND(!e.damage && event->size <= MOST);
	DEMAND(e.level == tracepoint.level && e.id == m.id && e.tag == m.tag &&
	       e.version == m.version && e.opcode == m.opcode);
	DEMAND(e.name_size == strcspn(m.name, ";") &&
	       is_same(e.name, m.name, e.name_size));
	check_id(e.activity, m.activity);
	check_id(e.related_activity, m.parent);
	uet_eh_begin(&c, &e);
	for (size_t i = 0; i < m.n; i++)
		check_next(&c, &m.items[i]);
	DEMAND(uet_eh_next(&c, &item) == UET_EH_END);
	DEMAND(!check_event(&e, event->size, &out));
	uet_buffer_free(&out);
}

#endif /* UET_TEST_EVENTHEADER_MODEL_H */
