/* SPDX-License-Identifier: MIT */
/*
 * What the functions of uet/register.h answer in a program that was compiled
 * with UET_DISABLE and need not be linked with libuet.
 */
#ifndef UET_DETAIL_DISABLED_H
#define UET_DETAIL_DISABLED_H

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "uet/abi.h"
#include "uet/detail/argument.h"

static inline enum uet_state uet__disabled_state(int *error)
{
	if (error)
		*error = 0;
	return UET_STATE_NEW;
}

static inline int uet__disabled_detail(char *text, size_t size)
{
	static const char why[] = "compiled without probes (UET_DISABLE)";
	size_t n = size < sizeof(why) ? size : sizeof(why);

	if (n) {
		memcpy(text, why, n);
		text[n - 1] = '\0';
	}
	return UET__CAST(int, sizeof(why)) - 1;
}

#define uet_register() (0)
#define uet_unregister() ((void)0)
#define uet_event_register(event) ((void)(event), 0)
#define uet_event_unregister(event) ((void)(event))
#define uet_event_stats(event, counts) \
	((void)(event), (void)memset(counts, 0, sizeof(*(counts))))
#define uet_event_state(event, error) ((void)(event), uet__disabled_state(error))
#define uet_event_tracepoint(event, name, size) \
	((void)(event), (void)(name), (void)(size), -ENOTCONN)
#define uet_strerror_detail(event, text, size) \
	((void)(event), uet__disabled_detail(text, size))

#endif /* UET_DETAIL_DISABLED_H */
