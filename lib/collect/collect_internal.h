/* SPDX-License-Identifier: MIT */
/*
 * What several files of libuet-collect share, grouped by the file that owns
 * it.  What only two neighbours share stands in a header next to them.
 */
#ifndef UET_COLLECT_INTERNAL_H
#define UET_COLLECT_INTERNAL_H

#include "uet/error.h"

/* error.c */

/*
 * Writes the text of a failure (cut at its end when too long) and returns
 * code, so that a failing function ends in "return uet_error_set(...)".
 * err may be NULL.
 */
int uet_error_set(struct uet_error *err, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* UET_COLLECT_INTERNAL_H */
