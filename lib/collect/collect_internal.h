/* SPDX-License-Identifier: MIT */
/*
 * What several files of libuet-collect share, grouped by the file that owns
 * it.  What only two neighbours share stands in a header next to them.
 */
#ifndef UET_COLLECT_INTERNAL_H
#define UET_COLLECT_INTERNAL_H

#include "common/error.h"

#endif /* UET_COLLECT_INTERNAL_H */
