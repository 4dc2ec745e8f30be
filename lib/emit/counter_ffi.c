/* SPDX-License-Identifier: MIT */
/*
 * The inline functions of uet/counter.h as symbols, for languages that bind to
 * the library and cannot compile its headers.  Not in ffi.c, with which every
 * static program that needs that file would have counters.
 */
#include "emit_internal.h"
#include "uet/detail/count.h"

struct uet_counter;

/* Declared first: a compiler may ask for the prototype of what is global. */
struct uet_count uet_counter_read(struct uet_counter *counter);
struct uet_count uet_counter_since(struct uet_counter *counter,
				   struct uet_count mark);

#define UET_COUNTER_INLINE UET_API
#include "uet/counter.h"
