/* SPDX-License-Identifier: MIT */
/*
 * JSON as the listing commands print it, and names made harmless for a
 * terminal.
 */
#ifndef UET_TOOL_JSON_H
#define UET_TOOL_JSON_H

#include <stdio.h>

/* A string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void json_string(FILE *to, const char *text);

/* "used_by": the array of UET_LISTENER_* bits, without the key. */
void json_listeners(FILE *to, unsigned int used_by);

/* "ftrace perf": the words of UET_LISTENER_* bits; "" for none. */
const char *listener_words(unsigned int used_by, char buffer[32]);

/* Text from a file or the kernel, control characters replaced by '?'. */
void put_plain(FILE *to, const char *text);

#endif /* UET_TOOL_JSON_H */
