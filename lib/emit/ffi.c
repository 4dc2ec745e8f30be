/* SPDX-License-Identifier: MIT */
/*
 * The headers' inline functions as symbols, for languages that bind to the
 * library and cannot compile its headers.
 */
#include "emit_internal.h"

/* Declared first: a compiler may ask for the prototype of what is global. */
bool uet_event_enabled(const struct uet_event *event);

#define UET_INLINE UET_API
#include "uet/runtime.h"
