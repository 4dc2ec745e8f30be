/* SPDX-License-Identifier: MIT */
/*
 * What the functions of uet/counter.h answer in a program that was compiled
 * with UET_DISABLE and need not be linked with libuet.
 */
#ifndef UET_DETAIL_COUNTER_DISABLED_H
#define UET_DETAIL_COUNTER_DISABLED_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "uet/detail/argument.h"
#include "uet/detail/count.h"
#include "uet/error.h"

struct uet_counter;

#define UET__COUNTERS_DISABLED "compiled without probes (UET_DISABLE)"

static inline int uet__disabled_open(struct uet_counter **counters, size_t n,
				     struct uet_error *err)
{
	for (size_t i = 0; i < n; i++)
		counters[i] = UET__NULL;
	if (err)
		memcpy(err->text, UET__COUNTERS_DISABLED,
		       sizeof(UET__COUNTERS_DISABLED));
	return -EOPNOTSUPP;
}

static inline struct uet_count uet__disabled_count(void)
{
	struct uet_count none = { 0, UET_COUNT_NONE };

	return none;
}

static inline void uet__disabled_counts(struct uet_count *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		counts[i] = uet__disabled_count();
}

static inline int uet__disabled_control(const struct uet_counter *counter)
{
	(void)counter;
	return -ESRCH;
}

static inline bool uet__disabled_is_user(const struct uet_counter *counter)
{
	return counter != UET__NULL;
}

#define uet_counter_open(event, counter, err) \
	((void)(event), uet__disabled_open(counter, 1, err))
#define uet_counter_open_group(events, n, counters, err) \
	((void)(events), uet__disabled_open(counters, n, err))
#define uet_counter_close(counter) ((void)(counter))
#define uet_counter_read(counter) ((void)(counter), uet__disabled_count())
#define uet_counter_since(counter, mark) \
	((void)(counter), (void)(mark), uet__disabled_count())
#define uet_counter_read_group(counters, n, counts) \
	((void)(counters), uet__disabled_counts(counts, n))
#define uet_counter_enable(counter) uet__disabled_control(counter)
#define uet_counter_disable(counter) uet__disabled_control(counter)
#define uet_counter_reset(counter) uet__disabled_control(counter)
/* There is none. */
#define uet_counter_is_user(counter) uet__disabled_is_user(counter)
#define uet_counter_why_not_user(counter) \
	((void)(counter), UET__COUNTERS_DISABLED)
#define UET_COUNTER_MARK(id, counter) \
	((void)(counter), uet__disabled_count())

#endif /* UET_DETAIL_COUNTER_DISABLED_H */
