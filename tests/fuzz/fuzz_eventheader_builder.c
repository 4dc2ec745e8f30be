/* SPDX-License-Identifier: MIT */
/*
 * Any calls of an event's builder, as bytes tell: each returns what the header
 * says, and what is written is read back field by field.  A tap stands for the
 * kernel.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <uet/eventheader_builder.h>
#include <uet/runtime.h>
#include <uet/tap.h>

#include "unit/eventheader_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t *input, *input_end;
static struct uet_eh_builder *builder;
static struct uet_event *events[2];
static const unsigned char event_levels[2] = { 4, 255 };
static const struct uet_event *written;

/* Data of fields: a NUL here and there, and no byte-order mark. */
static unsigned char pool[4096 + 65600 * 4];

static const char *const texts[] = { "one", "", NULL, "a longer one",
				     "the last" };

static unsigned int take(unsigned int below)
{
	return input < input_end ? *input++ % below : 0;
}

static uint16_t take_u16(void)
{
	unsigned int high = take(256);

	return (uint16_t)(high << 8 | take(256));
}

/* Mostly what is small, and what lies about a limit. */
static size_t take_count(void)
{
	switch (take(16)) {
	case 0:
		return take_u16();
	case 1:
		return 65530 + take(16);
	case 2:
		return take(256) * 30u;
	case 3:
		return whole() + 16 < MOST ? MOST - whole() - take(16) : 0;
	default:
		return take(20);
	}
}

static const char *take_name(void)
{
	static const char *const names[] = {
		"a", "", "name", "x;k=v", "x;k=a;;b;l=", ";", "\xc3\xa4",
		"0123456789012345678901234567890123456789012345678901234567890",
	};

	return names[take(sizeof(names) / sizeof(names[0]))];
}

static void reset(void)
{
	const char *name = take_name();
	uint16_t tag = take_u16();

	memset(&m, 0, offsetof(struct model, items));
	m.n = 0;
	m.name = name;
	m.tag = tag;
	m.metadata = strlen(name) + 1;
	DEMAND(uet_eh_reset(builder, name, tag) == 0);
}

static void set(void)
{
	switch (take(4)) {
	case 0:
		m.id = take_u16();
		m.version = (uint8_t)take(256);
		DEMAND(uet_eh_set_id(builder, m.id, m.version) == m.error);
		return;
	case 1:
		m.opcode = (uint8_t)take(256);
		DEMAND(uet_eh_set_opcode(builder, m.opcode) == m.error);
		return;
	case 2:
		m.next_tag = take_u16();
		DEMAND(uet_eh_set_tag(builder, m.next_tag) == m.error);
		return;
	}
	m.activity = take(2) ? pool + take(200) : NULL;
	m.parent = take(2) ? pool + take(200) : NULL;
	if (!m.activity && m.parent)
		fails(-EINVAL);
	DEMAND(uet_eh_set_activity(builder, m.activity, m.parent) == m.error);
}

static void add_values(void)
{
	static const unsigned int arrays[] = { 0, UET_EH_CONSTANT_ARRAY,
					       UET_EH_VARIABLE_ARRAY };
	unsigned int base = UET_EH_ENCODING_VALUE8 + take(5);
	size_t unit = (size_t)1 << (base - UET_EH_ENCODING_VALUE8);
	unsigned int array = arrays[take(3)], format = take(20);
	size_t count = array ? take_count() : 1;
	const unsigned char *data = pool + take(256);
	const char *name = take_name();
	uint16_t tag = m.next_tag;
	struct expected item = { UET_EH_VALUE, name, base, format, tag, data,
				 unit, (uint32_t)count };

	if (array == UET_EH_CONSTANT_ARRAY && !count)
		fails(-EINVAL);
	else if (count > 65535)
		fails(-EMSGSIZE);
	else if (!describe(name, format, array == UET_EH_CONSTANT_ARRAY ?
			   count : 0))
		pay(count * unit + (array == UET_EH_VARIABLE_ARRAY ? 2 : 0));
	if (array) {
		item.kind = UET_EH_ARRAY_BEGIN;
		expect(item);
		item.kind = UET_EH_VALUE;
	}
	for (size_t i = 0; i < count; i++) {
		expect(item);
		item.data += unit;
	}
	item.kind = UET_EH_ARRAY_END;
	if (array)
		expect(item);
	DEMAND(uet_eh_add(builder, name, base | array, format, data, count) ==
	       m.error);
}

/* Units in front of the one that is 0. */
static size_t units_of(const unsigned char *at, size_t unit, size_t limit)
{
	static const unsigned char zeros[4];
	size_t n = 0;

	while (n < limit && memcmp(at + n * unit, zeros, unit))
		n++;
	return n;
}

static void add_text(void)
{
	static const unsigned char units[] = { 1, 2, 4, 1, 2, 4, 1 };
	unsigned int which = take(7), format = take(20);
	unsigned int encoding = UET_EH_ENCODING_ZSTRING8 + which;
	size_t unit = units[which], count = take(3) ? take_count() :
						      UET_EH_TO_NUL;
	const unsigned char *data = pool + take_u16() % 4096;
	const char *name = take_name();
	size_t n = which < 3 || count == UET_EH_TO_NUL ?
			   units_of(data, unit, count > 65536 ? 65536 : count) :
			   count;
	struct expected item = { UET_EH_VALUE, name, encoding, format,
				 m.next_tag, data, n * unit, 0 };

	if (n > 65535)
		fails(-EMSGSIZE);
	else if (!describe(name, format, 0))
		pay(n * unit + (which < 3 ? unit : 2));
	expect(item);
	DEMAND(uet_eh_add(builder, name, encoding, format, data, count) ==
	       m.error);
}

static void add_texts(void)
{
	size_t n = take(sizeof(texts) / sizeof(texts[0]) + 1), size = 2;
	unsigned int format = take(20);
	const char *name = take_name();
	struct expected item = { UET_EH_ARRAY_BEGIN, name,
				 UET_EH_ENCODING_ZSTRING8, format, m.next_tag,
				 NULL, 0, (uint32_t)n };

	for (size_t i = 0; i < n; i++)
		size += strlen(texts[i] ? texts[i] : "") + 1;
	if (!describe(name, format, 0))
		pay(size);
	expect(item);
	item.kind = UET_EH_VALUE;
	for (size_t i = 0; i < n; i++) {
		const char *text = texts[i] ? texts[i] : "";

		item.data = (const unsigned char *)text;
		item.size = strlen(text);
		expect(item);
	}
	item.kind = UET_EH_ARRAY_END;
	expect(item);
	DEMAND(uet_eh_add_strings(builder, name, format, texts, n) == m.error);
}

static void begin(void)
{
	const char *name = take_name();
	struct expected item = { .kind = UET_EH_STRUCT_BEGIN, .name = name,
				 .encoding = UET_EH_ENCODING_STRUCT,
				 .tag = m.next_tag };

	if (m.level == LEVELS)
		fails(-EMSGSIZE);
	else if (!describe(name, 1, 0))
		m.fields[m.level++] = 0;
	expect(item);
	DEMAND(uet_eh_begin_struct(builder, name) == m.error);
}

static bool can_end(void)
{
	return m.level && m.fields[m.level - 1];
}

static void end(void)
{
	if (!m.error && !can_end() && take(16))
		return;
	if (!m.error && (!m.level || !m.fields[m.level - 1]))
		fails(-EINVAL);
	else if (!m.error)
		m.level--;
	expect((struct expected){ .kind = UET_EH_STRUCT_END });
	DEMAND(uet_eh_end_struct(builder) == m.error);
}

static void add_members(void)
{
	static const unsigned char one = 1;
	unsigned int n = 100 + take(28);

	for (unsigned int i = 0; i < n; i++) {
		struct expected item = { UET_EH_VALUE, "m",
					 UET_EH_ENCODING_VALUE8, 0, m.next_tag,
					 &one, 1, 1 };

		if (!describe("m", 0, 0))
			pay(1);
		expect(item);
		DEMAND(uet_eh_add_u8(builder, "m", 0, 1) == m.error);
	}
}

static void mistake(void)
{
	static const unsigned int bad[] = { 0, 1, 14, 31, 0x62, 0x82, 0x27, 0x4d };

	fails(-EINVAL);
	switch (take(4)) {
	case 0:
		DEMAND(uet_eh_add(builder, "a", bad[take(8)], 0, pool, 1) ==
		       m.error);
		return;
	case 1:
		DEMAND(uet_eh_add(builder, "a", 2, 128 + take(128), pool, 1) ==
		       m.error);
		return;
	case 2:
		DEMAND(uet_eh_add(builder, "a", 2, 0, pool, take(1)) == m.error);
		return;
	}
	DEMAND(uet_eh_add_string(builder, "a", 0, NULL) == m.error);
}

static void heard(void *context, const struct uet_tap_event *event)
{
	check_model(event);
	*(const struct uet_event **)context = event->event;
}

static void write_event(void)
{
	unsigned int which = take(2);

	while (!m.error && can_end() && take(64))
		end();
	if (m.level)
		fails(-EINVAL);
	else if (whole() > MOST)
		fails(-EMSGSIZE);
	written = NULL;
	DEMAND(uet_eh_write(events[which], builder) == m.error);
	DEMAND(written == (m.error ? NULL : events[which]));
	if (m.error || take(2))
		reset();
}

static void prepare(void)
{
	if (events[0])
		return;
	for (size_t i = 0; i < sizeof(pool); i++)
		pool[i] = (unsigned char)(i % 97 + 1);
	for (size_t i = 0; i < 4096; i += 57)
		memset(pool + i, 0, i % 13);
	memset(pool + sizeof(pool) - 4, 0, 4);
	for (int i = 0; i < 2; i++)
		DEMAND(!uet_eh_event_new("Fuzz", NULL, event_levels[i], 7,
					 &events[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const calls[])(void) = {
		add_values, add_text, add_texts, begin, end, set, write_event,
		add_values, begin, set,
	};
	struct uet_tap *tap;

	prepare();
	input = data;
	input_end = data + size;
	DEMAND(!uet_eh_builder_new(&builder));
	DEMAND(!uet_tap_open(NULL, heard, &written, &tap));
	DEMAND(uet_eh_set_opcode(builder, 0) == -EINVAL);
	reset();
	while (input < input_end) {
		unsigned int which = take(256);

		if (which < 2)
			mistake();
		else if (which < 4)
			add_members();
		else
			calls[which % (sizeof(calls) / sizeof(calls[0]))]();
	}
	uet_tap_close(tap);
	uet_eh_builder_free(builder);
	return 0;
}
