/* SPDX-License-Identifier: MIT */
/*
 * How both libraries write the text of a failure.
 */
#ifndef UET_COMMON_ERROR_H
#define UET_COMMON_ERROR_H

#include "uet/error.h"

/*
 * Writes the text of a failure (cut at its end when too long) and returns
 * code, so that a failing function ends in "return uet_error_set(...)".
 * err may be NULL.
 */
int uet_error_set(struct uet_error *err, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* UET_COMMON_ERROR_H */
