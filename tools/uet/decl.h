/* SPDX-License-Identifier: MIT */
/*
 * Declarations: "NAME TYPE FIELD; TYPE FIELD".
 */
#ifndef UET_DECL_H
#define UET_DECL_H

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

#endif /* UET_DECL_H */
