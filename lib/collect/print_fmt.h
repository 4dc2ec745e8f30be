/* SPDX-License-Identifier: MIT */
/*
 * Which print fmts libtraceevent may be trusted with: it believes the lengths
 * that it finds in formats and records.  Prints nothing.
 */
#ifndef UET_COLLECT_PRINT_FMT_H
#define UET_COLLECT_PRINT_FMT_H

#include <stdbool.h>
#include <stddef.h>

#include <traceevent/event-parse.h>

/* Bytes that follow a record's, which a print fmt may read for nothing. */
#define UET_PRINT_FMT_PAD ((size_t)64 << 10)

/* A length that the record itself holds, as a field's number or in the
 * location of an array. */
struct uet_print_fmt_length {
	struct tep_format_field *field;
	bool is_location;
	unsigned long long min, max;
};

struct uet_print_fmt_lengths {
	struct uet_print_fmt_length *list;
	size_t n;
	bool no_memory;
};

/* print_fmt_safe.c */

/*
 * Can the event be printed without reading beyond the padding, as long as
 * uet_print_fmt_fits() says so of the record?  NULL, or why not, for "its print
 * fmt ...".  Fills lengths, to be freed in any case.
 */
const char *uet_print_fmt_unsafe(struct tep_event *event,
				 struct uet_print_fmt_lengths *lengths);

/*
 * Can arg only be a number of elements that the padding has room for: a number,
 * a field, or what an array's location says, which uet_print_fmt_fits() looks
 * at?
 */
bool uet_print_fmt_is_bounded(struct tep_event *event,
			      const struct tep_print_arg *arg,
			      size_t element_size,
			      struct uet_print_fmt_lengths *lengths);

/* Do all fields lie in the record, and do its lengths stay in the padding? */
bool uet_print_fmt_fits(const struct tep_event *event,
			const struct uet_print_fmt_lengths *lengths,
			const unsigned char *raw, size_t size);

/* print_fmt_conversions.c */

/* Has each conversion its argument, and do all print within bounds? */
bool uet_print_fmt_conversions_are_safe(struct tep_event *event,
					struct uet_print_fmt_lengths *lengths);

/* print_fmt_names.c */

/* Lines of tracefs' printk_formats.  0; -EINVAL; -ENOMEM. */
int uet_print_fmt_load_strings(struct tep_handle *tep, const char *text,
			       size_t size);

/* Lines of /proc/kallsyms.  The same. */
int uet_print_fmt_load_symbols(struct tep_handle *tep, const char *text,
			       size_t size);

#endif /* UET_COLLECT_PRINT_FMT_H */
