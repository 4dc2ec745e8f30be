/* SPDX-License-Identifier: MIT */
/*
 * Looks through what libtraceevent made of a print fmt for what it would follow
 * out of the record, and compares records with what that found.  Prints
 * nothing.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "print_fmt.h"

/* Deeper than any expression of the kernel; keeps the stack small. */
#define MAX_DEPTH 64

/* Bytes of a mask of CPUs, printed as a list of numbers: NR_CPUS is 8192. */
#define MAX_CPUMASK 1024

/* libtraceevent looks up a word that gives 0 among the functions. */
static bool get_number(const struct tep_print_arg *arg,
		       unsigned long long *number)
{
	if (!arg || arg->type != TEP_PRINT_ATOM || !arg->atom.atom ||
	    !isdigit((unsigned char)arg->atom.atom[0]))
		return false;
	*number = strtoull(arg->atom.atom, NULL, 0);
	return true;
}

/* A divisor, which signed arithmetic may have as well. */
static bool is_positive(const struct tep_print_arg *arg,
			unsigned long long *number)
{
	return get_number(arg, number) && *number && *number <= INT64_MAX;
}

static bool add_length(struct uet_print_fmt_lengths *lengths,
		       struct uet_print_fmt_length length)
{
	struct uet_print_fmt_length *more =
		reallocarray(lengths->list, lengths->n + 1, sizeof(*more));

	if (!more) {
		lengths->no_memory = true;
		return false;
	}
	lengths->list = more;
	more[lengths->n++] = length;
	return true;
}

static const struct tep_print_arg *without_casts(const struct tep_print_arg *arg)
{
	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	return arg;
}

static bool is_dynamic(const struct tep_format_field *field)
{
	return field && field->flags & TEP_FIELD_IS_DYNAMIC;
}

/* Of a relative one, libtraceevent stores the place through NULL. */
static bool has_dynamic_length(const struct tep_format_field *field)
{
	return is_dynamic(field) && !(field->flags & TEP_FIELD_IS_RELATIVE);
}

bool uet_print_fmt_is_bounded(struct tep_event *event,
			      const struct tep_print_arg *arg,
			      size_t element_size,
			      struct uet_print_fmt_lengths *lengths)
{
	struct tep_format_field *field;
	unsigned long long number;

	arg = without_casts(arg);
	if (!arg)
		return false;
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		return get_number(arg, &number) &&
		       number <= UET_PRINT_FMT_PAD / element_size;
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return has_dynamic_length(arg->dynarray.field) &&
		       element_size == 1;
	case TEP_PRINT_FIELD:
		field = tep_find_any_field(event, arg->field.name);
		return field &&
		       add_length(lengths, (struct uet_print_fmt_length){
				.field = field,
				.max = UET_PRINT_FMT_PAD / element_size,
			});
	case TEP_PRINT_OP: /* bytes / size of an element */
		return arg->op.op && !strcmp(arg->op.op, "/") &&
		       is_positive(arg->op.right, &number) &&
		       number >= element_size &&
		       uet_print_fmt_is_bounded(event, arg->op.left, 1,
						lengths);
	default:
		return false;
	}
}

/* What lies in the record, and is read by bytes. */
static bool is_memory(struct tep_event *event, const struct tep_print_arg *arg)
{
	if (!arg)
		return false;
	if (arg->type == TEP_PRINT_DYNAMIC_ARRAY)
		return is_dynamic(arg->dynarray.field) && !arg->dynarray.index;
	return arg->type == TEP_PRINT_FIELD &&
	       tep_find_any_field(event, arg->field.name);
}

/* The size of an int array's elements is a number always. */
static bool int_array_is_safe(struct tep_event *event,
			      const struct tep_print_arg_int_array *array,
			      struct uet_print_fmt_lengths *lengths)
{
	unsigned long long n;

	if (!is_memory(event, array->field) || !get_number(array->el_size, &n) ||
	    (n != 1 && n != 2 && n != 4 && n != 8))
		return false;
	return uet_print_fmt_is_bounded(event, array->count, n, lengths);
}

static bool text_is_safe(struct tep_event *event, const char *name)
{
	return is_dynamic(tep_find_any_field(event, name));
}

/* Of an empty one, libtraceevent takes the last bit. */
static bool cpumask_is_safe(struct tep_event *event, const char *name,
			    struct uet_print_fmt_lengths *lengths)
{
	struct tep_format_field *field = tep_find_any_field(event, name);

	return is_dynamic(field) &&
	       add_length(lengths, (struct uet_print_fmt_length){
			.field = field,
			.is_location = true,
			.min = 1,
			.max = MAX_CPUMASK,
		});
}

static bool is_safe(struct tep_event *event, const struct tep_print_arg *arg,
		    struct uet_print_fmt_lengths *lengths, unsigned int depth);

/* Of anything else than memory it evaluates both sides twice. */
static bool element_is_safe(struct tep_event *event,
			    const struct tep_print_arg_op *op,
			    struct uet_print_fmt_lengths *lengths)
{
	return is_memory(event, without_casts(op->left)) &&
	       uet_print_fmt_is_bounded(event, op->right, 8, lengths);
}

static bool op_is_safe(struct tep_event *event,
		       const struct tep_print_arg_op *op,
		       struct uet_print_fmt_lengths *lengths,
		       unsigned int depth)
{
	unsigned long long divisor;

	if (!op->op)
		return false;
	if (!strcmp(op->op, "["))
		return element_is_safe(event, op, lengths);
	if ((!strcmp(op->op, "/") || !strcmp(op->op, "%")) &&
	    !is_positive(op->right, &divisor))
		return false;
	if (!strcmp(op->op, "?") &&
	    (!op->right || op->right->type != TEP_PRINT_OP))
		return false;
	return is_safe(event, op->left, lengths, depth + 1) &&
	       is_safe(event, op->right, lengths, depth + 1);
}

static bool is_safe(struct tep_event *event, const struct tep_print_arg *arg,
		    struct uet_print_fmt_lengths *lengths, unsigned int depth)
{
	if (!arg || depth > MAX_DEPTH)
		return false;
	switch (arg->type) {
	case TEP_PRINT_NULL: /* left of -x */
	case TEP_PRINT_ATOM:
		return true;
	case TEP_PRINT_FIELD:
	case TEP_PRINT_DYNAMIC_ARRAY:
		return is_memory(event, arg);
	case TEP_PRINT_STRING:
		return text_is_safe(event, arg->string.string);
	case TEP_PRINT_BITMASK:
		return text_is_safe(event, arg->bitmask.bitmask);
	case TEP_PRINT_CPUMASK:
		return cpumask_is_safe(event, arg->bitmask.bitmask, lengths);
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return has_dynamic_length(arg->dynarray.field);
	case TEP_PRINT_FLAGS:
		return is_safe(event, arg->flags.field, lengths, depth + 1);
	case TEP_PRINT_SYMBOL:
		return is_safe(event, arg->symbol.field, lengths, depth + 1);
	case TEP_PRINT_TYPE:
		return is_safe(event, arg->typecast.item, lengths, depth + 1);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		return is_memory(event, arg->hex.field) &&
		       uet_print_fmt_is_bounded(event, arg->hex.size, 1,
						lengths);
	case TEP_PRINT_INT_ARRAY:
		return int_array_is_safe(event, &arg->int_array, lengths);
	case TEP_PRINT_OP:
		return op_is_safe(event, &arg->op, lengths, depth);
	default: /* functions, and what is newer than this file */
		return false;
	}
}

const char *uet_print_fmt_unsafe(struct tep_event *event,
				 struct uet_print_fmt_lengths *lengths)
{
	/* A bprint has the format in the record. */
	if (event->flags & (TEP_EVENT_FL_FAILED | TEP_EVENT_FL_ISBPRINT) ||
	    !event->print_fmt.format)
		return "is none that libtraceevent understands";
	for (const struct tep_print_arg *arg = event->print_fmt.args; arg;
	     arg = arg->next)
		if (!is_safe(event, arg, lengths, 0))
			return "could read outside of a record";
	if (!uet_print_fmt_conversions_are_safe(event, lengths))
		return "has conversions without a bound, or none of the "
		       "kernel's";
	return NULL;
}

/* Where a location points to, from the record's start; its length. */
static size_t read_location(const struct tep_format_field *f,
			    const unsigned char *raw, size_t *at)
{
	uint32_t location;

	memcpy(&location, raw + f->offset, sizeof(location));
	*at = location & 0xffff;
	if (f->flags & TEP_FIELD_IS_RELATIVE)
		*at += (size_t)f->offset + sizeof(location);
	return location >> 16;
}

static bool field_fits(const struct tep_format_field *f,
		       const unsigned char *raw, size_t size)
{
	size_t at, length;

	if (f->offset < 0 || f->size < 0 ||
	    (size_t)f->offset + (size_t)f->size > size)
		return false;
	if (!(f->flags & TEP_FIELD_IS_DYNAMIC))
		return true;
	if (f->size != sizeof(uint32_t))
		return false;
	length = read_location(f, raw, &at);
	return at + length <= size;
}

static bool fields_fit(const struct tep_format_field *f,
		       const unsigned char *raw, size_t size)
{
	for (; f; f = f->next)
		if (!field_fits(f, raw, size))
			return false;
	return true;
}

static bool length_fits(const struct uet_print_fmt_length *l,
			const unsigned char *raw)
{
	unsigned long long n;
	size_t at;

	if (l->is_location)
		n = read_location(l->field, raw, &at);
	else if (tep_read_number_field(l->field, raw, &n))
		return false;
	return n >= l->min && n <= l->max;
}

bool uet_print_fmt_fits(const struct tep_event *event,
			const struct uet_print_fmt_lengths *lengths,
			const unsigned char *raw, size_t size)
{
	if (!fields_fit(event->format.common_fields, raw, size) ||
	    !fields_fit(event->format.fields, raw, size))
		return false;
	for (size_t i = 0; i < lengths->n; i++)
		if (!length_fits(&lengths->list[i], raw))
			return false;
	return true;
}
