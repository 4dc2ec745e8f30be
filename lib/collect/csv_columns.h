/* SPDX-License-Identifier: MIT */
/*
 * Which columns a table of CSV has, found by name without looking at the
 * others.  Knows no value.
 */
#ifndef UET_COLLECT_CSV_COLUMNS_H
#define UET_COLLECT_CSV_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* The field number @nth of that name. */
struct uet_csv_column {
	const char *name; /* of the plan's format, or the caller's */
	size_t nth;
	/* Of the first one of a name: how many fields of it the plan has that
	 * was looked at as number @stamp. */
	size_t stamp;
	size_t met;
};

/* In the order in which they were asked for first; begins with zeros. */
struct uet_csv_columns {
	struct uet_csv_column *list;
	size_t n;
	size_t *slots; /* open addressing: a column's number and 1, or 0 */
	size_t n_slots; /* a power of two, at least twice the columns */
	size_t n_stamps;
};

/* The column's number, made if it is new; SIZE_MAX when memory is out. */
size_t uet_csv_column(struct uet_csv_columns *c, const char *name, size_t nth);

/* The same of a plan's fields, in their order from uet_csv_columns_begin() on:
 * the second one of a name has another column than the first. */
static inline void uet_csv_columns_begin(struct uet_csv_columns *c)
{
	c->n_stamps++;
}

size_t uet_csv_column_of_field(struct uet_csv_columns *c, const char *name);

void uet_csv_columns_free(struct uet_csv_columns *c);

#endif /* UET_COLLECT_CSV_COLUMNS_H */
