/* SPDX-License-Identifier: MIT */
/*
 * Records into the compressed ones of perf record -z.  Knows nothing about
 * files, nor about what it packs.
 */
#ifndef UET_COLLECT_ZIP_H
#define UET_COLLECT_ZIP_H

#include <stddef.h>
#include <stdint.h>

/* No compressed record unpacks to more: readers have room for as much. */
#define UET_ZIP_PIECE ((size_t)128 << 10)

struct uet_zip;

typedef int uet_zip_fn(void *context, const void *record, size_t size);

/* 0; -ENOMEM; -EINVAL: no such level; -EOPNOTSUPP when built without libzstd. */
int uet_zip_new(int level, struct uet_zip **out);
void uet_zip_free(struct uet_zip *zip);

/*
 * Hands all of it to fn, as whole compressed records.  0, fn's negative
 * number, or -EIO when libzstd fails.
 */
int uet_zip_pack(struct uet_zip *zip, const void *bytes, size_t size,
		 uet_zip_fn *fn, void *context);

int uet_zip_level(const struct uet_zip *zip);

/* How many times smaller all of it became, rounded; 0 when there was nothing. */
uint32_t uet_zip_ratio(const struct uet_zip *zip);

#endif /* UET_COLLECT_ZIP_H */
