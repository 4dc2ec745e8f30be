/* SPDX-License-Identifier: MIT */
/*
 * The descriptions of an EventHeader event's fields: names, attributes,
 * encodings.  Knows nothing about values.
 */
#include "eventheader.h"

#define ENCODING_MASK 0x1f
#define ENCODING_FIXED_ARRAY 0x20
#define ENCODING_VARIABLE_ARRAY 0x40
#define ENCODING_HAS_FORMAT 0x80
#define FORMAT_MASK 0x7f
#define FORMAT_HAS_TAG 0x80

bool uet_eh_take_name(const unsigned char **at, const unsigned char *end,
		      const char **name, size_t *name_size,
		      const char **attributes, size_t *attributes_size)
{
	const char *start = (const char *)*at;
	size_t left = (size_t)(end - *at), size = strnlen(start, left);
	const char *semicolon;

	if (size == left)
		return false;
	*at += size + 1;
	semicolon = memchr(start, ';', size);
	*name = start;
	*name_size = semicolon ? (size_t)(semicolon - start) : size;
	*attributes = semicolon ? semicolon + 1 : start + size;
	*attributes_size = (size_t)(start + size - *attributes);
	return true;
}

/* What the flags of a field say must fit together. */
static enum uet_eh_damage check_field(const struct uet_eh_field *f,
				      uint8_t flags)
{
	if (f->encoding < UET_EH_ENCODING_STRUCT ||
	    f->encoding > UET_EH_ENCODING_BINARY)
		return UET_EH_DAMAGE_ENCODING;
	if ((flags & ENCODING_FIXED_ARRAY) && (flags & ENCODING_VARIABLE_ARRAY))
		return UET_EH_DAMAGE_ENCODING;
	if ((flags & ENCODING_FIXED_ARRAY) && !f->count)
		return UET_EH_DAMAGE_ENCODING;
	/* The format of a struct counts its fields. */
	if (f->encoding == UET_EH_ENCODING_STRUCT && !f->format)
		return UET_EH_DAMAGE_ENCODING;
	return UET_EH_DAMAGE_NONE;
}

enum uet_eh_damage uet_eh_take_field(const unsigned char **at,
				     const unsigned char *end,
				     bool is_big_endian,
				     struct uet_eh_field *f)
{
	const unsigned char *byte, *word;
	uint8_t flags;

	memset(f, 0, sizeof(*f));
	if (!uet_eh_take_name(at, end, &f->name, &f->name_size, &f->attributes,
			      &f->attributes_size))
		return UET_EH_DAMAGE_FIELD;
	byte = uet_eh_take(at, end, 1);
	if (!byte)
		return UET_EH_DAMAGE_FIELD;
	flags = *byte;
	f->encoding = flags & ENCODING_MASK;
	f->is_array = flags & (ENCODING_FIXED_ARRAY | ENCODING_VARIABLE_ARRAY);
	if (flags & ENCODING_HAS_FORMAT) {
		byte = uet_eh_take(at, end, 1);
		if (!byte)
			return UET_EH_DAMAGE_FIELD;
		f->format = *byte & FORMAT_MASK;
		if (*byte & FORMAT_HAS_TAG) {
			word = uet_eh_take(at, end, 2);
			if (!word)
				return UET_EH_DAMAGE_FIELD;
			f->tag = (uint16_t)uet_eh_load(word, 2, is_big_endian);
		}
	}
	if (flags & ENCODING_FIXED_ARRAY) {
		word = uet_eh_take(at, end, 2);
		if (!word)
			return UET_EH_DAMAGE_FIELD;
		f->count = (uint16_t)uet_eh_load(word, 2, is_big_endian);
	}
	return check_field(f, flags);
}

enum uet_eh_damage uet_eh_skip_fields(const unsigned char **at,
				      const unsigned char *end,
				      bool is_big_endian, uint32_t n)
{
	/* A struct's fields come next, so that they only have to be counted;
	 * each takes two bytes at least. */
	for (; n && *at < end; n--) {
		struct uet_eh_field f;
		enum uet_eh_damage damage;

		damage = uet_eh_take_field(at, end, is_big_endian, &f);
		if (damage)
			return damage;
		if (f.encoding == UET_EH_ENCODING_STRUCT)
			n += f.format;
	}
	return UET_EH_DAMAGE_NONE;
}

/* The end of the first one: two ';' are part of its value. */
static size_t attribute_length(const char *s, size_t size)
{
	size_t i = 0;

	for (; i < size; i++) {
		if (s[i] != ';')
			continue;
		if (i + 1 == size || s[i + 1] != ';')
			break;
		i++;
	}
	return i;
}

bool uet_eh_attribute_next(const char **attributes, size_t *size,
			   struct uet_eh_attribute *out)
{
	while (*size) {
		const char *start = *attributes, *equals;
		size_t length = attribute_length(start, *size);
		size_t used = length < *size ? length + 1 : length;

		*attributes += used;
		*size -= used;
		if (!length)
			continue;
		equals = memchr(start, '=', length);
		out->name = start;
		out->name_size = equals ? (size_t)(equals - start) : length;
		out->value = equals ? equals + 1 : start + length;
		out->value_size = (size_t)(start + length - out->value);
		return true;
	}
	return false;
}

size_t uet_eh_attribute_value(const struct uet_eh_attribute *attribute, char *to)
{
	const char *s = attribute->value;
	size_t n = 0;

	for (size_t i = 0; i < attribute->value_size; i++) {
		to[n++] = s[i];
		if (s[i] == ';')
			i++;
	}
	return n;
}
