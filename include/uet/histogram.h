/* SPDX-License-Identifier: MIT */
/*
 * The distribution of numbers in constant memory.  Knows nothing about events.
 */
#ifndef UET_HISTOGRAM_H
#define UET_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/decode.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_histogram - how often numbers of each size were seen.  Opaque; 256
 * KiB, however many there are.  One thread at a time may use it.
 *
 * Between two powers of two lie 128 classes of equal width, from 2^-64 to 2^64
 * and for negative numbers alike; what is closer to zero counts as zero, what
 * is farther away belongs to the last class.
 *
 * Since: 0.1.0
 */
struct uet_histogram;

/**
 * uet_histogram_new() - an empty one.
 * @out: receives it; free it with uet_histogram_free().
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_histogram_new(struct uet_histogram **out);

/** uet_histogram_free() - free it.  @h may be NULL. */
UET_COLLECT_API void uet_histogram_free(struct uet_histogram *h);

/**
 * uet_histogram_add() - count a value, or each element of an array.
 *
 * Return: true; false if it is not a finite number, and was not counted.
 * Since: 0.1.0
 */
UET_COLLECT_API bool uet_histogram_add(struct uet_histogram *h,
				       const struct uet_value *value);

/** uet_histogram_count() - how many numbers were counted. */
UET_COLLECT_API uint64_t uet_histogram_count(const struct uet_histogram *h);

/**
 * uet_histogram_min(), uet_histogram_max() - the least and the greatest number,
 * exactly; of kind UET_VALUE_MISSING as long as none was counted.
 */
UET_COLLECT_API const struct uet_value *
uet_histogram_min(const struct uet_histogram *h);
UET_COLLECT_API const struct uet_value *
uet_histogram_max(const struct uet_histogram *h);

/** uet_histogram_mean() - the mean; 0 as long as there is no number. */
UET_COLLECT_API double uet_histogram_mean(const struct uet_histogram *h);

/**
 * uet_histogram_quantile() - the number that is at least as great as the part
 * @q of all, 0 to 1, for one 0.99.
 *
 * Right to 0.4 per cent, and exactly for whole numbers below 256; 0 as long as
 * there is no number.
 * Since: 0.1.0
 */
UET_COLLECT_API double uet_histogram_quantile(const struct uet_histogram *h,
					      double q);

/**
 * uet_histogram_below() - how many numbers are less than @limit; exactly where
 * it is the border of a class, as are zero and powers of two.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API uint64_t uet_histogram_below(const struct uet_histogram *h,
					     double limit);

#ifdef __cplusplus
}
#endif

#endif /* UET_HISTOGRAM_H */
