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
/* Appends any value: 0 or -ENOMEM. */
typedef int uet_put_value(struct uet_buffer *b, const struct uet_value *v);

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

/* What stands before the value, UET_SHORT bytes long at least to be read, and
 * the value. */
UET_ALWAYS_INLINE int uet_print_field(struct uet_buffer *b, const char *before,
				      size_t before_size,
				      const struct uet_plan_field *f,
				      const struct uet_line *line,
				      uet_put_value *put_value)
{
	const void *raw = line->raw ? line->raw : "";
	struct uet_value value;
	char *to;

	to = uet_buffer_room(b, before_size + UET_NUMBER_MAX);
	if (!to)
		return -ENOMEM;
	to = uet_put_short(to, before, before_size);
	uet_plan_decode(f, raw, line->raw_size, &value);
	/* What most fields are. */
	if (value.kind == UET_VALUE_UINT) {
		uet_buffer_end(b, uet_put_u64(to, value.u));
		return 0;
	}
	uet_buffer_end(b, to);
	return put_value(b, &value);
}

UET_ALWAYS_INLINE int uet_print_fields(struct uet_buffer *b,
				       const struct uet_plan *plan,
				       const struct uet_line *line,
				       enum uet_key_style style,
				       uet_put_value *put_value)
{
	for (size_t i = 0; i < plan->n_fields; i++) {
		const struct uet_plan_field *f = &plan->fields[i];

		if (uet_print_field(b, f->keys[style].text, f->keys[style].size,
				    f, line, put_value))
			return -ENOMEM;
	}
	return 0;
}

#endif /* UET_COLLECT_PRINT_FIELDS_H */
