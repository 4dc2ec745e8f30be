/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events that are put together at run time.  The metadata grow in
 * the record, where they will be written from; the payload grows beside it and
 * is copied behind them when the event is written.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_internal.h"
#include "uet/eventheader_builder.h"
#include "uet/runtime.h"

/* Of the record: the write index, the header, the head of the metadata. */
#define HEADER 4
#define EXTENSION 12
#define METADATA 16

#define ACTIVITY 16

struct uet_eh_builder {
	int error;
	uint16_t id, tag;
	uint8_t version, opcode;
	uint16_t next_tag;
	size_t metadata; /* bytes of it, with the name; 0: not begun */
	size_t payload;
	size_t activity; /* bytes of the ids: 0, 16 or 32 */
	unsigned char ids[2 * ACTIVITY];
	/* Where the number of members stands of each struct that is open, from
	 * the record's start, and how many it has. */
	struct {
		size_t format;
		unsigned int fields;
	} structs[UET_EH_STRUCT_LEVELS];
	unsigned int level;
	unsigned char record[METADATA + UET_PAYLOAD_MAX];
	unsigned char data[UET_PAYLOAD_MAX];
};

static int fail(struct uet_eh_builder *b, int error)
{
	if (!b->error)
		b->error = error;
	return b->error;
}

/*
 * The tracepoint.
 */
#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"

UET_API int uet_eh_event_new(const char *provider, const char *group,
			     unsigned int level, uint64_t keyword,
			     struct uet_event **out)
{
	static const char fields[] = " " UET_EH_FIELDS;
	char description[UET_EH_NAME_MAX + sizeof(fields)];
	int length;

	if (!group)
		group = "";
	if (!provider || !*provider ||
	    provider[strspn(provider, SMALL_LETTERS CAPITALS)] ||
	    group[strspn(group, SMALL_LETTERS)] || level < 1 || level > 255)
		return -EINVAL;
	length = snprintf(description, UET_EH_NAME_MAX, "%s_L%xK%llx%s%s",
			  provider, level, (unsigned long long)keyword,
			  *group ? "G" : "", group);
	if (length < 0 || length >= UET_EH_NAME_MAX)
		return -E2BIG;
	memcpy(description + length, fields, sizeof(fields));
	length = uet_event_new(description, 0, out);
	if (!length)
		(*out)->level = (uint8_t)level;
	return length;
}

/*
 * The builder.
 */
UET_API int uet_eh_builder_new(struct uet_eh_builder **out)
{
	struct uet_eh_builder *b = calloc(1, sizeof(*b));

	if (!b)
		return -ENOMEM;
	b->error = -EINVAL; /* until an event is begun */
	*out = b;
	return 0;
}

UET_API void uet_eh_builder_free(struct uet_eh_builder *b)
{
	free(b);
}

static int put_metadata(struct uet_eh_builder *b, const void *from, size_t size)
{
	if (b->error)
		return b->error;
	if (size > UET_PAYLOAD_MAX - b->metadata)
		return fail(b, -EMSGSIZE);
	memcpy(b->record + METADATA + b->metadata, from, size);
	b->metadata += size;
	return 0;
}

static int put_data(struct uet_eh_builder *b, const void *from, size_t size)
{
	if (b->error)
		return b->error;
	if (size > UET_PAYLOAD_MAX - b->payload)
		return fail(b, -EMSGSIZE);
	if (size)
		memcpy(b->data + b->payload, from, size);
	b->payload += size;
	return 0;
}

static int put_name(struct uet_eh_builder *b, const char *name)
{
	if (!name)
		return fail(b, -EINVAL);
	return put_metadata(b, name, strlen(name) + 1);
}

UET_API int uet_eh_reset(struct uet_eh_builder *b, const char *name,
			 uint16_t tag)
{
	b->error = 0;
	b->id = 0;
	b->tag = tag;
	b->version = b->opcode = 0;
	b->next_tag = 0;
	b->metadata = b->payload = b->activity = 0;
	b->level = 0;
	return put_name(b, name);
}

UET_API int uet_eh_set_id(struct uet_eh_builder *b, uint16_t id,
			  uint8_t version)
{
	b->id = id;
	b->version = version;
	return b->error;
}

UET_API int uet_eh_set_opcode(struct uet_eh_builder *b, uint8_t opcode)
{
	b->opcode = opcode;
	return b->error;
}

UET_API int uet_eh_set_activity(struct uet_eh_builder *b, const void *activity,
				const void *parent)
{
	b->activity = 0;
	if (!activity)
		return parent ? fail(b, -EINVAL) : b->error;
	memcpy(b->ids, activity, ACTIVITY);
	b->activity = ACTIVITY;
	if (parent) {
		memcpy(b->ids + ACTIVITY, parent, ACTIVITY);
		b->activity += ACTIVITY;
	}
	return b->error;
}

UET_API int uet_eh_set_tag(struct uet_eh_builder *b, uint16_t tag)
{
	b->next_tag = tag;
	return b->error;
}

/* A member more for the struct that is open. */
static int count_field(struct uet_eh_builder *b)
{
	if (b->level && ++b->structs[b->level - 1].fields >
				UET_EH_STRUCT_FIELDS)
		return fail(b, -EMSGSIZE);
	return b->error;
}

/* A field's metadata; count is a constant array's, else 0. */
static int describe(struct uet_eh_builder *b, const char *name,
		    unsigned int encoding, unsigned int format, size_t count)
{
	unsigned char bytes[6];
	uint16_t number;
	size_t n = 0;

	bytes[n++] = (unsigned char)encoding;
	if (format || b->next_tag) {
		bytes[0] |= UET_EH_HAS_FORMAT;
		bytes[n++] = (unsigned char)format;
	}
	if (b->next_tag) {
		bytes[1] |= UET_EH_HAS_TAG;
		memcpy(bytes + n, &b->next_tag, sizeof(b->next_tag));
		n += sizeof(b->next_tag);
	}
	if (count) {
		number = (uint16_t)count;
		memcpy(bytes + n, &number, sizeof(number));
		n += sizeof(number);
	}
	b->next_tag = 0;
	count_field(b);
	put_name(b, name);
	return put_metadata(b, bytes, n);
}

/*
 * What each encoding is made of: bytes of a unit, and what stands in front of
 * it or behind it.
 */
enum shape { NOTHING, VALUE, TERMINATED, COUNTED };

static const struct {
	unsigned char unit;
	unsigned char shape;
} encodings[UET_EH_ENCODING_MASK + 1] = {
	[UET_EH_ENCODING_VALUE8] = { 1, VALUE },
	[UET_EH_ENCODING_VALUE16] = { 2, VALUE },
	[UET_EH_ENCODING_VALUE32] = { 4, VALUE },
	[UET_EH_ENCODING_VALUE64] = { 8, VALUE },
	[UET_EH_ENCODING_VALUE128] = { 16, VALUE },
	[UET_EH_ENCODING_ZSTRING8] = { 1, TERMINATED },
	[UET_EH_ENCODING_ZSTRING16] = { 2, TERMINATED },
	[UET_EH_ENCODING_ZSTRING32] = { 4, TERMINATED },
	[UET_EH_ENCODING_STRING8] = { 1, COUNTED },
	[UET_EH_ENCODING_STRING16] = { 2, COUNTED },
	[UET_EH_ENCODING_STRING32] = { 4, COUNTED },
	[UET_EH_ENCODING_BINARY] = { 1, COUNTED },
};

/* Units in front of the one that is 0, at most limit. */
static size_t length_of(const void *data, size_t unit, size_t limit)
{
	static const unsigned char zeros[4];
	const unsigned char *at = data;
	size_t n = 0;

	if (unit == 1)
		return strnlen(data, limit);
	while (n < limit && memcmp(at + n * unit, zeros, unit))
		n++;
	return n;
}

static int check(unsigned int encoding, unsigned int format, const void *data,
		 size_t count)
{
	unsigned int base = encoding & UET_EH_ENCODING_MASK;
	unsigned int array = encoding & ~UET_EH_ENCODING_MASK;
	unsigned int shape = encodings[base].shape;

	if (shape == NOTHING || format > UET_EH_FORMAT_MASK || (!data && count))
		return -EINVAL;
	if (shape != VALUE)
		return array ? -EINVAL : 0;
	if (array == UET_EH_CONSTANT_ARRAY)
		return count ? 0 : -EINVAL;
	if (array == UET_EH_VARIABLE_ARRAY)
		return 0;
	return array || count != 1 ? -EINVAL : 0;
}

UET_API int uet_eh_add(struct uet_eh_builder *b, const char *name,
		       unsigned int encoding, unsigned int format,
		       const void *data, size_t count)
{
	unsigned int base = encoding & UET_EH_ENCODING_MASK;
	unsigned int shape = encodings[base].shape;
	size_t unit = encodings[base].unit;
	static const unsigned char zeros[4];
	uint16_t number;

	if (check(encoding, format, data, count))
		return fail(b, -EINVAL);
	if (data && (shape == TERMINATED ||
		     (shape == COUNTED && count == UET_EH_TO_NUL)))
		count = length_of(data, unit, count < UET_EH_COUNT_MAX + 1 ?
				  count : UET_EH_COUNT_MAX + 1);
	if (count > UET_EH_COUNT_MAX)
		return fail(b, -EMSGSIZE);
	describe(b, name, encoding, format,
		 encoding & UET_EH_CONSTANT_ARRAY ? count : 0);
	number = (uint16_t)count;
	if (shape == COUNTED || encoding & UET_EH_VARIABLE_ARRAY)
		put_data(b, &number, sizeof(number));
	put_data(b, data, count * unit);
	return put_data(b, zeros, shape == TERMINATED ? unit : 0);
}

UET_API int uet_eh_add_u8(struct uet_eh_builder *b, const char *name,
			  unsigned int format, uint8_t value)
{
	return uet_eh_add(b, name, UET_EH_ENCODING_VALUE8, format, &value, 1);
}

UET_API int uet_eh_add_u16(struct uet_eh_builder *b, const char *name,
			   unsigned int format, uint16_t value)
{
	return uet_eh_add(b, name, UET_EH_ENCODING_VALUE16, format, &value, 1);
}

UET_API int uet_eh_add_u32(struct uet_eh_builder *b, const char *name,
			   unsigned int format, uint32_t value)
{
	return uet_eh_add(b, name, UET_EH_ENCODING_VALUE32, format, &value, 1);
}

UET_API int uet_eh_add_u64(struct uet_eh_builder *b, const char *name,
			   unsigned int format, uint64_t value)
{
	return uet_eh_add(b, name, UET_EH_ENCODING_VALUE64, format, &value, 1);
}

UET_API int uet_eh_add_string(struct uet_eh_builder *b, const char *name,
			      unsigned int format, const char *text)
{
	return uet_eh_add(b, name, UET_EH_ENCODING_ZSTRING8, format, text,
			  UET_EH_TO_NUL);
}

UET_API int uet_eh_add_strings(struct uet_eh_builder *b, const char *name,
			       unsigned int format, const char *const *texts,
			       size_t count)
{
	uint16_t number = (uint16_t)count;

	if (format > UET_EH_FORMAT_MASK || (!texts && count))
		return fail(b, -EINVAL);
	if (count > UET_EH_COUNT_MAX)
		return fail(b, -EMSGSIZE);
	describe(b, name, UET_EH_ENCODING_ZSTRING8 | UET_EH_VARIABLE_ARRAY,
		 format, 0);
	put_data(b, &number, sizeof(number));
	for (size_t i = 0; i < count && !b->error; i++) {
		const char *text = texts[i] ? texts[i] : "";

		put_data(b, text, strlen(text) + 1);
	}
	return b->error;
}

UET_API int uet_eh_begin_struct(struct uet_eh_builder *b, const char *name)
{
	size_t tag = b->next_tag ? sizeof(b->next_tag) : 0;

	if (b->level == UET_EH_STRUCT_LEVELS)
		return fail(b, -EMSGSIZE);
	/* The number of members is known, and put there, at its end: until then
	 * one, so that the byte is there. */
	if (describe(b, name, UET_EH_ENCODING_STRUCT, 1, 0))
		return b->error;
	b->structs[b->level].format = METADATA + b->metadata - tag - 1;
	b->structs[b->level].fields = 0;
	b->level++;
	return 0;
}

UET_API int uet_eh_end_struct(struct uet_eh_builder *b)
{
	unsigned char *format;

	if (b->error)
		return b->error;
	if (!b->level || !b->structs[b->level - 1].fields)
		return fail(b, -EINVAL);
	b->level--;
	format = &b->record[b->structs[b->level].format];
	*format = (unsigned char)((*format & UET_EH_HAS_TAG) |
				  b->structs[b->level].fields);
	return 0;
}

static void put_u16(unsigned char *to, size_t value)
{
	uint16_t number = (uint16_t)value;

	memcpy(to, &number, sizeof(number));
}

static void put_header(struct uet_eh_builder *b, unsigned char level)
{
	unsigned char *at = b->record + HEADER;

	at[0] = UET_EH_FLAG_EXTENSION |
		(sizeof(void *) == 8 ? UET_EH_FLAG_POINTER_64 : 0) |
		(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ?
			 UET_EH_FLAG_LITTLE_ENDIAN : 0);
	at[1] = b->version;
	put_u16(at + 2, b->id);
	put_u16(at + 4, b->tag);
	at[6] = b->opcode;
	at[7] = level;
	put_u16(b->record + EXTENSION, b->metadata);
	put_u16(b->record + EXTENSION + 2, UET_EH_KIND_METADATA |
		(b->activity ? UET_EH_KIND_CHAIN : 0));
}

/* Behind the metadata; the record's bytes in all. */
static size_t put_rest(struct uet_eh_builder *b)
{
	unsigned char *at = b->record + METADATA + b->metadata;

	if (b->activity) {
		put_u16(at, b->activity);
		put_u16(at + 2, UET_EH_KIND_ACTIVITY);
		memcpy(at + 4, b->ids, b->activity);
		at += 4 + b->activity;
	}
	memcpy(at, b->data, b->payload);
	return (size_t)(at - b->record) + b->payload;
}

UET_API int uet_eh_write(const struct uet_event *event,
			 struct uet_eh_builder *b)
{
	struct uet_event *e = (struct uet_event *)event;
	struct iovec segment = { b->record, 0 };

	if (!e || !e->level)
		return -EINVAL;
	if (b->level)
		fail(b, -EINVAL);
	if (!b->error && METADATA - HEADER + b->metadata + b->payload +
			 (b->activity ? 4 + b->activity : 0) > UET_PAYLOAD_MAX)
		fail(b, -EMSGSIZE);
	if (b->error) {
		uet_count(&e->lost[b->error == -EMSGSIZE ? UET_LOST_SIZE :
							   UET_LOST_OTHER]);
		return b->error;
	}
	put_header(b, e->level);
	segment.iov_len = put_rest(b);
	return uet_emit(e, &segment, 1);
}
