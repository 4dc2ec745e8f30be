/* SPDX-License-Identifier: MIT */
/*
 * A shared object with events, or the part of a program that is like one.
 * Compiled many times, with another EVENT, FIELD, FLAGS and PLUGIN.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>

#include <uet/event.h>
#include <uet/register.h>

#include "plugin.h"

#ifndef FLAGS
#define FLAGS 0
#endif
#ifndef FIELD
#define FIELD UET_U32(n)
#endif
#ifndef PLUGIN
#define PLUGIN plugin
#endif

UET_EVENT_FLAGS(event, FLAGS, EVENT, FIELD);

static void trace(unsigned int n)
{
	UET_TRACE(event, n);
}

static void explain(char *text, size_t size)
{
	int error;
	enum uet_state state = uet_event_state(UET_EVENT_REF(event), &error);
	int n = 0;

	if (state == UET_STATE_REGISTERED && !error) {
		snprintf(text, size, "registered");
		return;
	}
	if (state == UET_STATE_FAILED && error == -EADDRINUSE)
		n = snprintf(text, size, "EADDRINUSE; ");
	uet_strerror_detail(UET_EVENT_REF(event), text + n, size - (size_t)n);
}

extern struct plugin PLUGIN;
extern uint32_t __start_uet1_words[] __attribute__((visibility("hidden")));
extern uint32_t __stop_uet1_words[] __attribute__((visibility("hidden")));

struct plugin PLUGIN = { trace, explain, uet_register, NULL, 0 };

__attribute__((constructor)) static void find_words(void)
{
	PLUGIN.word = __start_uet1_words;
	PLUGIN.size = (size_t)((char *)__stop_uet1_words -
			       (char *)__start_uet1_words);
}
