/* SPDX-License-Identifier: MIT */
/*
 * Which columns a table of CSV has, found by name without looking at the
 * others.  Knows no value.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "csv_columns.h"

/* FNV-1a of the name; the places of one name follow each other. */
static size_t first_slot(const char *name, size_t nth)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) *
		       UINT64_C(1099511628211);
	return (size_t)(hash ^ hash >> 32) + nth;
}

/* Where the column is, or the free slot that it would take. */
static size_t *slot_of(const struct uet_csv_columns *c, const char *name,
		       size_t nth)
{
	size_t at = first_slot(name, nth);

	for (;; at++) {
		size_t *slot = &c->slots[at & (c->n_slots - 1)];
		const struct uet_csv_column *found;

		if (!*slot)
			return slot;
		found = &c->list[*slot - 1];
		if (found->nth == nth && !strcmp(found->name, name))
			return slot;
	}
}

/* Room for one column more. */
static int make_room(struct uet_csv_columns *c)
{
	size_t n = c->n_slots ? 2 * c->n_slots : 64;
	struct uet_csv_column *columns;
	size_t *slots;

	if (2 * (c->n + 1) <= c->n_slots)
		return 0;
	columns = reallocarray(c->list, n / 2, sizeof(*columns));
	if (columns)
		c->list = columns;
	slots = calloc(n, sizeof(*slots));
	if (!columns || !slots) {
		free(slots);
		return -ENOMEM;
	}
	free(c->slots);
	c->slots = slots;
	c->n_slots = n;
	for (size_t i = 0; i < c->n; i++)
		*slot_of(c, columns[i].name, columns[i].nth) = i + 1;
	return 0;
}

size_t uet_csv_column(struct uet_csv_columns *c, const char *name, size_t nth)
{
	size_t *slot;

	if (make_room(c))
		return SIZE_MAX;
	slot = slot_of(c, name, nth);
	if (!*slot) {
		c->list[c->n++] =
			(struct uet_csv_column){ .name = name, .nth = nth };
		*slot = c->n;
	}
	return *slot - 1;
}

size_t uet_csv_column_of_field(struct uet_csv_columns *c, const char *name)
{
	size_t first = uet_csv_column(c, name, 0);
	struct uet_csv_column *column;

	if (first == SIZE_MAX)
		return SIZE_MAX;
	column = &c->list[first];
	if (column->stamp != c->n_stamps) {
		column->stamp = c->n_stamps;
		column->met = 0;
	}
	return column->met++ ? uet_csv_column(c, name, column->met - 1) : first;
}

void uet_csv_columns_free(struct uet_csv_columns *c)
{
	free(c->list);
	free(c->slots);
}
