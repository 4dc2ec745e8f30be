/* SPDX-License-Identifier: MIT */
/*
 * What reading a counter gives; fields of events hold it, too.
 */
#ifndef UET_DETAIL_COUNT_H
#define UET_DETAIL_COUNT_H

#include <stdint.h>

/* What a value is worth: the greater the less. */
#define UET_COUNT_EXACT 0  /* counted all the time that the counter was on */
#define UET_COUNT_SCALED 1 /* only a part of it: the value is an estimate */
#define UET_COUNT_NONE 2   /* not counted: the value is 0 */

/**
 * struct uet_count - a counter's value and what it is worth.
 * @value: how often the event happened; 0 where it was not counted.
 * @state: UET_COUNT_*.
 *
 * An estimate is the value that was counted times the time that the counter was
 * on, divided by the time that it counted.
 */
struct uet_count {
	uint64_t value;
	uint8_t state;
};

#endif /* UET_DETAIL_COUNT_H */
