/* SPDX-License-Identifier: MIT */
/*
 * How "uet list" shows events to people.  Knows nothing about options.
 */
#ifndef UET_LIST_H
#define UET_LIST_H

#include <uet/catalog.h>

/* The length of the name that programs registered. */
size_t list_base(const struct uet_catalog_event *event);

/*
 * On a terminal in columns that fit it, several formats of a name below it;
 * elsewhere one event a line, with its whole name.
 */
void list_text(const struct uet_catalog *catalog);

#endif /* UET_LIST_H */
