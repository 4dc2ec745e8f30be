/* SPDX-License-Identifier: MIT */
/*
 * What a plug-in of load.c and churn.c exports, under the name "plugin".
 */
#ifndef PLUGIN_H
#define PLUGIN_H

#include <stddef.h>

struct plugin {
	/* Traces its event, whose one field it is. */
	void (*trace)(unsigned int n);
	/* What became of the event, in words. */
	void (*explain)(char *text, size_t size);
	/* The plug-in's uet_register(): it may have a libuet of its own. */
	int (*register_again)(void);
	/* The first enable word of the plug-in. */
	const void *word;
	size_t size; /* of its enable words: bytes */
};

#endif /* PLUGIN_H */
