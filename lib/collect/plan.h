/* SPDX-License-Identifier: MIT */
/*
 * The compiled form of a format, for decode.c and the printers: inline, since
 * it runs for each field of each sample.
 */
#ifndef UET_COLLECT_PLAN_H
#define UET_COLLECT_PLAN_H

#include <string.h>

#include <uet/decode.h>

/* What a printer writes before the value: " name=", "\"name\":". */
enum uet_key_style { UET_KEY_TEXT, UET_KEY_JSON, UET_N_KEYS };

struct uet_plan_key {
	const char *text;
	size_t size;
};

/* How a printer gets a value of a record that is not too short. */
enum uet_plan_load {
	UET_LOAD_OTHER,
	UET_LOAD_NUMBER, /* any at a fixed place */
	UET_LOAD_U32,
	UET_LOAD_U64,
	UET_LOAD_F64,
};

struct uet_plan_field {
	uint32_t offset;
	uint32_t size;
	uint32_t element_size;
	uint8_t place; /* enum uet_field_place */
	uint8_t kind;  /* enum uet_value_kind, of the whole */
	uint8_t element;
	uint8_t load; /* enum uet_plan_load */
	struct uet_plan_key keys[UET_N_KEYS];
	const struct uet_field *field;
};

struct uet_plan_eh;

struct uet_plan {
	const struct uet_format *format;
	struct uet_plan_eh *eh; /* its events describe themselves; or NULL */
	size_t n_fields;
	char *text_event; /* printed between blanks */
	char *json_event; /* "\"SYSTEM:NAME\"", its base, "fields" */
	size_t text_event_size;
	size_t json_event_size;
	struct uet_buffer keys; /* holds the keys of all fields */
	size_t room; /* for all keys, with a number behind each */
	size_t fixed_end; /* of all that stands at fixed places */
	struct uet_plan_field fields[];
};

/* All of *to but its keys.  In decode.c. */
void uet_plan_field_compile(struct uet_plan_field *to,
			    const struct uet_field *f);

/* One integer or number of a size that was checked when it was compiled. */
static inline void uet_value_load(struct uet_value *v, enum uet_value_kind kind,
				  const unsigned char *at, uint32_t size)
{
	union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
		float f32;
	} x;
	bool is_signed = kind == UET_VALUE_INT;

	v->kind = kind;
	switch (size) {
	case 1:
		v->u = is_signed ? (uint64_t)(int8_t)*at : *at;
		break;
	case 2:
		memcpy(&x, at, 2);
		v->u = is_signed ? (uint64_t)(int16_t)x.u16 : x.u16;
		break;
	case 4:
		memcpy(&x, at, 4);
		if (kind == UET_VALUE_F32)
			v->f = (double)x.f32;
		else
			v->u = is_signed ? (uint64_t)(int32_t)x.u32 : x.u32;
		break;
	default:
		memcpy(&v->u, at, 8);
	}
}

/* The bytes of a field inside of the record; NULL when outside of it. */
static inline const unsigned char *
uet_plan_locate(const struct uet_plan_field *f, const unsigned char *raw,
		size_t raw_size, size_t *size)
{
	uint32_t location;
	size_t offset, len;

	/* In 64 bits: neither sum can wrap. */
	if ((uint64_t)f->offset + f->size > raw_size)
		return NULL;
	if (f->place == UET_PLACE_FIXED) {
		*size = f->size;
		return raw + f->offset;
	}
	if (f->place == UET_PLACE_REST) {
		*size = raw_size - f->offset;
		return raw + f->offset;
	}
	memcpy(&location, raw + f->offset, sizeof(location));
	offset = location & 0xffff;
	len = location >> 16;
	if (f->place == UET_PLACE_REL_LOC)
		offset += (size_t)f->offset + 4;
	if (offset + len > raw_size)
		return NULL;
	*size = len;
	return raw + offset;
}

/* A string may end in a NUL before its size does. */
static inline void uet_plan_view(const struct uet_plan_field *f,
				 const unsigned char *raw, size_t raw_size,
				 struct uet_value *v)
{
	size_t size;
	const unsigned char *at = uet_plan_locate(f, raw, raw_size, &size);

	if (!at) {
		v->kind = UET_VALUE_MISSING;
		return;
	}
	switch (f->kind) {
	case UET_VALUE_STRING:
	case UET_VALUE_BYTES:
		v->kind = f->kind;
		v->data = at;
		v->size = size;
		break;
	case UET_VALUE_ARRAY:
		v->kind = UET_VALUE_ARRAY;
		v->element = f->element;
		v->element_size = f->element_size;
		v->count = size / f->element_size;
		v->data = at;
		v->size = size;
		break;
	default:
		uet_value_load(v, f->kind, at, f->element_size);
	}
}

static inline void uet_plan_decode(const struct uet_plan_field *f,
				   const unsigned char *raw, size_t raw_size,
				   struct uet_value *v)
{
	uet_plan_view(f, raw, raw_size, v);
	if (v->kind == UET_VALUE_STRING)
		v->size = strnlen(v->data, v->size);
}

#endif /* UET_COLLECT_PLAN_H */
