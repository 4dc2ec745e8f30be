/* SPDX-License-Identifier: MIT */
/*
 * The walk over a sample's fields that the printers share.  Inline, so that
 * each printer has a loop of its own with its functions in it.
 */
#ifndef UET_COLLECT_PRINT_FIELDS_H
#define UET_COLLECT_PRINT_FIELDS_H

#include <errno.h>
#include <limits.h>
#include <math.h>

#include "plan.h"
#include "print.h"

/* Writes at most UET_NUMBER_MAX bytes and returns the end. */
typedef char *uet_put_number(char *to, const struct uet_value *v);
/*
 * Writes a string, of which a NUL may be the end, bytes or an array to where
 * there is room for a number; returns the end, where there are room bytes more,
 * or NULL if there is no memory.
 */
typedef char *uet_put_value(struct uet_buffer *b, char *to, size_t room,
			    const struct uet_value *v);

/* Or what stands for it where there is none. */
static inline bool uet_is_number(enum uet_value_kind kind)
{
	return kind != UET_VALUE_STRING && kind != UET_VALUE_BYTES &&
	       kind != UET_VALUE_ARRAY;
}

UET_ALWAYS_INLINE char *uet_print_array(struct uet_buffer *b, char *to,
					size_t room,
					const struct uet_value *array,
					uet_put_number *put_number)
{
	to = uet_buffer_more(b, to, array->count * (UET_NUMBER_MAX + 1) + 2 +
				    room);
	if (!to)
		return NULL;
	*to++ = '[';
	for (size_t i = 0; i < array->count; i++) {
		struct uet_value element;

		if (i)
			*to++ = ',';
		uet_value_element(array, i, &element);
		to = put_number(to, &element);
	}
	*to++ = ']';
	return to;
}

/* Which loads can be had of a record: a mask for uet_plan_field.load. */
static inline unsigned int uet_loads_of(const struct uet_plan *plan,
					const struct uet_line *line)
{
	return line->raw_size >= plan->fixed_end ? UINT_MAX : UET_LOAD_OTHER;
}

/*
 * Writes one value to where there is room for a number, and returns the end;
 * where there are room bytes more then if the value was none.  NULL if there
 * is no memory.
 */
UET_ALWAYS_INLINE char *uet_print_field(struct uet_buffer *b, char *to,
					size_t room,
					const struct uet_plan_field *f,
					unsigned int loads,
					const struct uet_line *line,
					uet_put_number *put_number,
					uet_put_value *put_value)
{
	const unsigned char *raw = line->raw;
	struct uet_value value;
	uint32_t u32;

	switch (f->load & loads) {
	case UET_LOAD_U32:
		memcpy(&u32, raw + f->offset, 4);
		return uet_put_u64(to, u32);
	case UET_LOAD_U64:
		memcpy(&value.u, raw + f->offset, 8);
		return uet_put_u64(to, value.u);
	case UET_LOAD_F64:
		memcpy(&value.f, raw + f->offset, 8);
		if (isfinite(value.f))
			return uet_put_double(to, value.f);
		break;
	case UET_LOAD_NUMBER:
		uet_value_load(&value, f->kind, raw + f->offset,
			       f->element_size);
		return put_number(to, &value);
	}
	uet_plan_view(f, raw ? raw : (const unsigned char *)"",
		      line->raw_size, &value);
	if (uet_is_number(value.kind))
		return put_number(to, &value);
	return put_value(b, to, room, &value);
}

/* From where there are plan->room bytes, and UET_SHORT of them stay; returns
 * the end, or NULL if there is no memory. */
UET_ALWAYS_INLINE char *uet_print_fields(struct uet_buffer *b, char *to,
					 const struct uet_plan *plan,
					 const struct uet_line *line,
					 enum uet_key_style style,
					 uet_put_number *put_number,
					 uet_put_value *put_value)
{
	const struct uet_plan_field *end = plan->fields + plan->n_fields;
	unsigned int loads = uet_loads_of(plan, line);

	for (const struct uet_plan_field *f = plan->fields; f < end; f++) {
		to = uet_put_short(to, f->keys[style].text,
				   f->keys[style].size);
		to = uet_print_field(b, to, plan->room, f, loads, line,
				     put_number, put_value);
		if (!to)
			return NULL;
	}
	return to;
}

#endif /* UET_COLLECT_PRINT_FIELDS_H */
