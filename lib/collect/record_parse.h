/* SPDX-License-Identifier: MIT */
/*
 * What the files that take records apart share, and what reads records of the
 * other byte order.  Internal to record.c, record_body.c and perfdata_*.c.
 */
#ifndef UET_COLLECT_RECORD_PARSE_H
#define UET_COLLECT_RECORD_PARSE_H

#include <stddef.h>

#include <uet/record.h>

#include "cursor.h"

/*
 * As uet_record_parse(), of a record of the other byte order but for its
 * header, which is ours already: it is put right in place, all but the bytes of
 * RAW, STACK_USER and AUX, of whose numbers it knows nothing.  Once only.
 */
int uet_record_put_right(void *record, size_t avail,
			 const struct uet_sample_layout *layout,
			 struct uet_record *out);

/* record_body.c */

/* Between the header and the trailer, of all types but samples. */
void uet_parse_body(struct uet_cursor *c,
		    const struct uet_sample_layout *layout,
		    struct uet_record *r);
void uet_parse_read(struct uet_cursor *c, uint64_t format,
		    struct uet_read *read);

#endif /* UET_COLLECT_RECORD_PARSE_H */
