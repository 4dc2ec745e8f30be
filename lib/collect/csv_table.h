/* SPDX-License-Identifier: MIT */
/*
 * Where in a table of CSV the values of each event's rows stand.  Knows no
 * value.
 */
#ifndef UET_COLLECT_CSV_TABLE_H
#define UET_COLLECT_CSV_TABLE_H

#include <uet/decode.h>

#include "csv_columns.h"
#include "eventheader_line.h"
#include "plan.h"

/* A value of a row, and how many columns there are from the last one to it. */
struct uet_csv_cell {
	size_t step;
	union {
		const struct uet_plan_field *field;
		const struct uet_plan_eh_name *name;
	};
};

struct uet_csv_cells {
	struct uet_csv_cell *list;
	size_t n;
	size_t rest; /* columns behind the last cell */
};

struct uet_csv_row {
	const struct uet_plan *plan;
	char *event; /* as a value */
	size_t event_size;
	struct uet_csv_cells cells; /* of the plan's fields */
	struct uet_csv_cells named; /* of the names in an EventHeader event */
	size_t room; /* for all commas, with a number at each cell */
};

struct uet_csv {
	char *commas;
	struct uet_csv_columns columns;
	bool has_described; /* EventHeader events: a column fields */
	bool has_unknown; /* events without a format: columns ip and raw */
	uint64_t *damaged; /* EventHeader events; counted by several threads */
	size_t n_rows;
	struct uet_csv_row rows[];
};

/* Are the fields of this row's events all in one column, behind the others? */
static inline bool uet_csv_is_described(const struct uet_plan *plan)
{
	return plan->eh && !plan->eh->names;
}

/* print_csv.c: appends a string of a field as a value: 0 or -ENOMEM. */
int uet_csv_string(struct uet_buffer *b, const void *s, size_t size);

#endif /* UET_COLLECT_CSV_TABLE_H */
