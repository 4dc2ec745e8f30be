/* SPDX-License-Identifier: MIT */
/*
 * The walk over a sample's fields that the printers share.  Inline, so that
 * each printer has a loop of its own with its functions in it.
 */
#ifndef UET_COLLECT_PRINT_FIELDS_H
#define UET_COLLECT_PRINT_FIELDS_H

#include <errno.h>

#include "plan.h"
#include "print.h"

#define UET_ALWAYS_INLINE static inline __attribute__((always_inline))

/* Writes at most UET_NUMBER_MAX bytes and returns the end. */
typedef char *uet_put_number(char *to, const struct uet_value *v);
/* Appends a string, bytes or an array: 0 or -ENOMEM. */
typedef int uet_put_value(struct uet_buffer *b, const struct uet_value *v);

/* Or what stands for it where there is none. */
static inline bool uet_is_number(enum uet_value_kind kind)
{
	return kind != UET_VALUE_STRING && kind != UET_VALUE_BYTES &&
	       kind != UET_VALUE_ARRAY;
}

UET_ALWAYS_INLINE int uet_print_array(struct uet_buffer *b,
				      const struct uet_value *array,
				      uet_put_number *put_number)
{
	char *to;

	to = uet_buffer_room(b, array->count * (UET_NUMBER_MAX + 1) + 2);
	if (!to)
		return -ENOMEM;
	*to++ = '[';
	for (size_t i = 0; i < array->count; i++) {
		struct uet_value element;

		if (i)
			*to++ = ',';
		uet_value_element(array, i, &element);
		to = put_number(to, &element);
	}
	*to++ = ']';
	uet_buffer_end(b, to);
	return 0;
}

/* What most fields are: an unsigned number at a fixed place, of 4 or 8 bytes. */
UET_ALWAYS_INLINE bool uet_load_simple(const struct uet_plan_field *f,
				       const void *raw, size_t raw_size,
				       uint64_t *n)
{
	const unsigned char *at = (const unsigned char *)raw + f->offset;
	uint32_t u32;

	if (!f->simple || (uint64_t)f->offset + f->simple > raw_size)
		return false;
	if (f->simple == 4) {
		memcpy(&u32, at, 4);
		*n = u32;
	} else {
		memcpy(n, at, 8);
	}
	return true;
}

/* What stands before the value, UET_SHORT bytes long at least to be read, and
 * the value. */
UET_ALWAYS_INLINE int uet_print_field(struct uet_buffer *b, const char *before,
				      size_t before_size,
				      const struct uet_plan_field *f,
				      const struct uet_line *line,
				      uet_put_number *put_number,
				      uet_put_value *put_value)
{
	const void *raw = line->raw ? line->raw : "";
	struct uet_value value;
	char *to;

	to = uet_buffer_room(b, before_size + UET_NUMBER_MAX);
	if (!to)
		return -ENOMEM;
	to = uet_put_short(to, before, before_size);
	if (uet_load_simple(f, raw, line->raw_size, &value.u)) {
		uet_buffer_end(b, uet_put_u64(to, value.u));
		return 0;
	}
	uet_plan_decode(f, raw, line->raw_size, &value);
	if (uet_is_number(value.kind)) {
		uet_buffer_end(b, put_number(to, &value));
		return 0;
	}
	uet_buffer_end(b, to);
	return put_value(b, &value);
}

UET_ALWAYS_INLINE int uet_print_fields(struct uet_buffer *b,
				       const struct uet_plan *plan,
				       const struct uet_line *line,
				       enum uet_key_style style,
				       uet_put_number *put_number,
				       uet_put_value *put_value)
{
	const void *raw = line->raw ? line->raw : "";
	char *to = uet_buffer_room(b, plan->room);

	for (size_t i = 0; to && i < plan->n_fields; i++) {
		const struct uet_plan_field *f = &plan->fields[i];
		struct uet_value value;

		to = uet_put_short(to, f->keys[style].text,
				   f->keys[style].size);
		if (uet_load_simple(f, raw, line->raw_size, &value.u)) {
			to = uet_put_u64(to, value.u);
			continue;
		}
		uet_plan_decode(f, raw, line->raw_size, &value);
		if (uet_is_number(value.kind)) {
			to = put_number(to, &value);
			continue;
		}
		uet_buffer_end(b, to);
		if (put_value(b, &value))
			return -ENOMEM;
		to = uet_buffer_room(b, plan->room);
	}
	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, to);
	return 0;
}

#endif /* UET_COLLECT_PRINT_FIELDS_H */
