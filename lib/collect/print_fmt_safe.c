/* SPDX-License-Identifier: MIT */
/*
 * Looks through what libtraceevent made of a print fmt for lengths that come
 * from a file, and refuses what cannot be bounded.  Prints nothing.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "print_fmt.h"

/* Deeper than any expression of the kernel; keeps the stack small. */
#define MAX_DEPTH 64

/* Digits of a width or precision. */
#define MAX_WIDTH_DIGITS 3

/* Numbers that the format itself holds may be as large as the padding. */
static bool is_small(const char *atom, size_t element_size)
{
	char *end;
	unsigned long long n = strtoull(atom, &end, 0);

	return end != atom && n <= UET_PRINT_FMT_PAD / element_size;
}

static bool add_length(struct uet_print_fmt_lengths *lengths,
		       struct tep_format_field *field, size_t element_size)
{
	struct uet_print_fmt_length *more =
		reallocarray(lengths->list, lengths->n + 1, sizeof(*more));

	if (!more) {
		lengths->no_memory = true;
		return false;
	}
	lengths->list = more;
	more[lengths->n++] = (struct uet_print_fmt_length){ field,
							    element_size };
	return true;
}

/* How many elements: a number, a field, or what an array's location says,
 * which uet_print_fmt_fits() looks at. */
static bool is_bounded(struct tep_event *event, const struct tep_print_arg *arg,
		       size_t element_size,
		       struct uet_print_fmt_lengths *lengths)
{
	struct tep_format_field *field;

	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	if (!arg)
		return false;
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		return is_small(arg->atom.atom, element_size);
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return element_size == 1;
	case TEP_PRINT_FIELD:
		field = tep_find_any_field(event, arg->field.name);
		return field && add_length(lengths, field, element_size);
	case TEP_PRINT_OP: /* bytes / size of an element */
		return arg->op.op && !strcmp(arg->op.op, "/") &&
		       is_bounded(event, arg->op.left, 1, lengths);
	default:
		return false;
	}
}

/* The size of an int array's elements is a number always. */
static bool int_array_is_bounded(struct tep_event *event,
				 const struct tep_print_arg_int_array *array,
				 struct uet_print_fmt_lengths *lengths)
{
	const struct tep_print_arg *size = array->el_size;
	unsigned long n;

	if (!size || size->type != TEP_PRINT_ATOM)
		return false;
	n = strtoul(size->atom.atom, NULL, 0);
	if (n != 1 && n != 2 && n != 4 && n != 8)
		return false;
	return is_bounded(event, array->count, n, lengths);
}

static bool is_safe(struct tep_event *event, const struct tep_print_arg *arg,
		    struct uet_print_fmt_lengths *lengths, unsigned int depth)
{
	if (!arg)
		return true;
	if (depth > MAX_DEPTH)
		return false;
	switch (arg->type) {
	case TEP_PRINT_NULL:
	case TEP_PRINT_ATOM:
	case TEP_PRINT_FIELD:
	case TEP_PRINT_STRING:
	case TEP_PRINT_BITMASK:
	case TEP_PRINT_CPUMASK:
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return true;
	case TEP_PRINT_FLAGS:
		return is_safe(event, arg->flags.field, lengths, depth + 1);
	case TEP_PRINT_SYMBOL:
		return is_safe(event, arg->symbol.field, lengths, depth + 1);
	case TEP_PRINT_TYPE:
		return is_safe(event, arg->typecast.item, lengths, depth + 1);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		return is_safe(event, arg->hex.field, lengths, depth + 1) &&
		       is_bounded(event, arg->hex.size, 1, lengths);
	case TEP_PRINT_INT_ARRAY:
		return is_safe(event, arg->int_array.field, lengths,
			       depth + 1) &&
		       int_array_is_bounded(event, &arg->int_array, lengths);
	case TEP_PRINT_DYNAMIC_ARRAY:
		return !arg->dynarray.index ||
		       is_bounded(event, arg->dynarray.index, 8, lengths);
	case TEP_PRINT_OP:
		if (arg->op.op && !strcmp(arg->op.op, "[") &&
		    !is_bounded(event, arg->op.right, 8, lengths))
			return false;
		return is_safe(event, arg->op.left, lengths, depth + 1) &&
		       is_safe(event, arg->op.right, lengths, depth + 1);
	default: /* functions, and what is newer than this file */
		return false;
	}
}

/* "%2000000000d", and "%*d" with a number of the record, fill the memory. */
static bool widths_are_small(const char *format)
{
	for (; *format; format++) {
		size_t digits;

		if (*format == '*' && format[-1] != '.')
			return false;
		digits = strspn(format, "0123456789");
		if (digits > MAX_WIDTH_DIGITS)
			return false;
		if (!digits && !strchr("-+ #.*", *format))
			return true;
		format += digits ? digits - 1 : 0;
	}
	return true;
}

static bool format_is_safe(const char *format)
{
	if (!format)
		return false;
	for (; (format = strchr(format, '%')); format++) {
		format++;
		if (!widths_are_small(format))
			return false;
		if (!*format)
			break;
	}
	return true;
}

bool uet_print_fmt_is_safe(struct tep_event *event,
			   struct uet_print_fmt_lengths *lengths)
{
	if (event->flags & TEP_EVENT_FL_FAILED ||
	    !format_is_safe(event->print_fmt.format))
		return false;
	for (const struct tep_print_arg *arg = event->print_fmt.args; arg;
	     arg = arg->next)
		if (!is_safe(event, arg, lengths, 0))
			return false;
	return true;
}

static bool field_fits(const struct tep_format_field *f,
		       const unsigned char *raw, size_t size)
{
	uint32_t location;
	size_t at;

	if (f->offset < 0 || f->size < 0 ||
	    (size_t)f->offset + (size_t)f->size > size)
		return false;
	if (!(f->flags & TEP_FIELD_IS_DYNAMIC))
		return true;
	if (f->size != sizeof(location))
		return false;
	memcpy(&location, raw + f->offset, sizeof(location));
	at = location & 0xffff;
	if (f->flags & TEP_FIELD_IS_RELATIVE)
		at += (size_t)f->offset + sizeof(location);
	return at + (location >> 16) <= size;
}

static bool fields_fit(const struct tep_format_field *f,
		       const unsigned char *raw, size_t size)
{
	for (; f; f = f->next)
		if (!field_fits(f, raw, size))
			return false;
	return true;
}

bool uet_print_fmt_fits(const struct tep_event *event,
			const struct uet_print_fmt_lengths *lengths,
			const unsigned char *raw, size_t size)
{
	if (!fields_fit(event->format.common_fields, raw, size) ||
	    !fields_fit(event->format.fields, raw, size))
		return false;
	for (size_t i = 0; i < lengths->n; i++) {
		const struct uet_print_fmt_length *l = &lengths->list[i];
		unsigned long long n;

		if (tep_read_number_field(l->field, raw, &n) ||
		    n > UET_PRINT_FMT_PAD / l->element_size)
			return false;
	}
	return true;
}
