/* SPDX-License-Identifier: MIT */
/*
 * From the description that the macros leave in a program to the text that
 * the kernel takes.  Pure: no system call, no allocation.
 */
#ifndef UET_COMMON_DESCRIPTION_H
#define UET_COMMON_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "uet/abi.h"

/*
 * Writes the text of one struct uet_desc.  avail is how many bytes may be
 * read at desc; swap tells that they are of the other byte order.  Returns
 * the length of the text without its NUL, or -EINVAL when the entry is
 * damaged or of another version, -E2BIG when the text is over UET_DESC_MAX
 * bytes with its NUL.
 */
int uet_desc_expand(const void *desc, size_t avail, bool swap,
		    char text[UET_DESC_MAX]);

#endif /* UET_COMMON_DESCRIPTION_H */
