/* SPDX-License-Identifier: MIT */
/*
 * Records out of the compressed ones of perf record -z.  Knows nothing about
 * files, and of a record only its header.
 */
#ifndef UET_COLLECT_UNZIP_H
#define UET_COLLECT_UNZIP_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>

struct uet_unzip;

/*
 * swap: the records' headers are of the other byte order and are put right.
 * 0; -ENOMEM; -EOPNOTSUPP when built without libzstd.
 */
int uet_unzip_new(bool swap, struct uet_unzip **out);
void uet_unzip_free(struct uet_unzip *u);

/* The next compressed bytes; they must live until next says 0. */
void uet_unzip_give(struct uet_unzip *u, const void *bytes, size_t size);

/*
 * 1 with a whole record, which lives until the next call; 0 when more bytes
 * must be given first; -EBADMSG when they make no sense; -ENOMEM.
 */
int uet_unzip_next(struct uet_unzip *u, unsigned char **record,
		   struct perf_event_header *header);

/* Is there a part of a record whose rest is still to come? */
bool uet_unzip_has_part(const struct uet_unzip *u);

#endif /* UET_COLLECT_UNZIP_H */
