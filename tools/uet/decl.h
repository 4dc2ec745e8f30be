/* SPDX-License-Identifier: MIT */
/*
 * Declarations: "NAME TYPE FIELD; TYPE FIELD".
 */
#ifndef UET_DECL_H
#define UET_DECL_H

#include <stdbool.h>
#include <stdio.h>

#include <uet/catalog.h>
#include <uet/format.h>

/* "TYPE FIELD; TYPE FIELD" of an event whose format may be NULL. */
void decl_fields(FILE *to, const struct uet_format *format);

/* The declaration of an event with a parsed format, without its system and
 * .HEX.  The caller frees it; NULL without memory. */
char *decl_of_event(const struct uet_catalog_event *event);

/*
 * A line of "uet list" as a declaration: without the system, .HEX, blanks and
 * listeners.  What has no system in front stays as it is.  The caller frees
 * it; NULL without memory.
 */
char *decl_of_line(const char *line);

/*
 * The same, with the fields of an EventHeader tracepoint behind the name of
 * one that stands alone: all have the same, so that nobody has to write them.
 */
char *decl_to_register(const char *line);

/* The name of such a tracepoint; "user_events:" may stand in front. */
bool decl_is_eventheader(const char *name);

/* What to say behind a name that is alone and nearly such one, or "". */
const char *decl_hint(const char *name);

#endif /* UET_DECL_H */
