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

/* A length that the record itself holds: so many elements of so many bytes. */
struct uet_print_fmt_length {
	struct tep_format_field *field;
	size_t element_size;
};

struct uet_print_fmt_lengths {
	struct uet_print_fmt_length *list;
	size_t n;
	bool no_memory;
};

/*
 * Can the event be printed without reading beyond the padding, as long as
 * uet_print_fmt_fits() says so of the record?  Fills lengths, to be freed in
 * any case.
 */
bool uet_print_fmt_is_safe(struct tep_event *event,
			   struct uet_print_fmt_lengths *lengths);

/* Do all fields lie in the record, and do its lengths stay in the padding? */
bool uet_print_fmt_fits(const struct tep_event *event,
			const struct uet_print_fmt_lengths *lengths,
			const unsigned char *raw, size_t size);

#endif /* UET_COLLECT_PRINT_FMT_H */
