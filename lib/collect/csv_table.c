/* SPDX-License-Identifier: MIT */
/*
 * A table of CSV: its columns, and where in them the values of each event's
 * rows stand.  Knows no value.
 */
#include <errno.h>
#include <stdlib.h>

#include "collect_internal.h"
#include "csv_table.h"
#include "print.h"

static const char first_names[] = ",comm,pid,tid,cpu,event";

/* The columns. */

/* All of them are different. */
static int add_names(struct uet_csv *csv, const struct uet_plan_eh *eh)
{
	for (size_t i = 0; eh && i < eh->n_names; i++)
		if (uet_csv_column(&csv->columns, eh->names[i].name, 0) ==
		    SIZE_MAX)
			return -ENOMEM;
	return 0;
}

static int add_columns(struct uet_csv *csv, const struct uet_plan *plan)
{
	uet_csv_columns_begin(&csv->columns);
	for (size_t i = 0; i < plan->n_fields; i++)
		if (uet_csv_column_of_field(&csv->columns,
					    plan->fields[i].field->name) ==
		    SIZE_MAX)
			return -ENOMEM;
	if (!plan->format)
		csv->has_unknown = true;
	if (uet_csv_is_described(plan))
		csv->has_described = true;
	return add_names(csv, plan->eh);
}

/* The rows. */

static int compare_cells(const void *a, const void *b)
{
	const struct uet_csv_cell *x = a, *y = b;

	return x->step < y->step ? -1 : x->step > y->step;
}

/* From the columns' numbers, from 1 on, to steps. */
static void set_steps(const struct uet_csv *csv, struct uet_csv_cells *cells)
{
	size_t before = 0;

	qsort(cells->list, cells->n, sizeof(*cells->list), compare_cells);
	for (size_t i = 0; i < cells->n; i++) {
		size_t column = cells->list[i].step;

		cells->list[i].step = column - before;
		before = column;
	}
	cells->rest = csv->columns.n - before + csv->has_described;
}

static int make_cells(struct uet_csv *csv, struct uet_csv_row *row)
{
	const struct uet_plan *plan = row->plan;
	struct uet_csv_cells *cells = &row->cells;

	cells->list = calloc(plan->n_fields + 1, sizeof(*cells->list));
	if (!cells->list)
		return -ENOMEM;
	uet_csv_columns_begin(&csv->columns);
	for (size_t i = 0; i < plan->n_fields; i++) {
		const struct uet_plan_field *f = &plan->fields[i];
		size_t column = uet_csv_column_of_field(&csv->columns,
							f->field->name);

		cells->list[cells->n++] = (struct uet_csv_cell){
			.step = column + 1, .field = f,
		};
	}
	set_steps(csv, cells);
	row->room = csv->columns.n + 1 + UET_SHORT +
		    cells->n * (UET_SHORT + UET_NUMBER_MAX);
	return 0;
}

static int make_named_cells(struct uet_csv *csv, struct uet_csv_row *row)
{
	const struct uet_plan_eh *eh = row->plan->eh;
	struct uet_csv_cells *cells = &row->named;

	if (!eh || !eh->names)
		return 0;
	cells->list = calloc(eh->n_names + 1, sizeof(*cells->list));
	if (!cells->list)
		return -ENOMEM;
	for (size_t i = 0; i < eh->n_names; i++) {
		const struct uet_plan_eh_name *name = &eh->names[i];
		size_t column = uet_csv_column(&csv->columns, name->name, 0);

		cells->list[cells->n++] = (struct uet_csv_cell){
			.step = column + 1, .name = name,
		};
	}
	set_steps(csv, cells);
	return 0;
}

static int make_row(struct uet_csv *csv, struct uet_csv_row *row,
		    const struct uet_plan *plan, const char *event)
{
	struct uet_buffer b = { .data = NULL };

	row->plan = plan;
	if (uet_csv_string(&b, event, strlen(event)))
		return -ENOMEM;
	row->event = b.data;
	row->event_size = b.size;
	return make_cells(csv, row) || make_named_cells(csv, row) ? -ENOMEM : 0;
}

static int make_table(struct uet_csv *csv, const struct uet_csv_event *events,
		      const char *const *names, size_t n_names)
{
	int ret = 0;

	for (size_t i = 0; i < n_names && !ret; i++)
		ret = uet_csv_column(&csv->columns, names[i], 0) == SIZE_MAX ?
			      -ENOMEM : 0;
	for (size_t i = 0; i < csv->n_rows && !ret; i++)
		if (events[i].plan)
			ret = add_columns(csv, events[i].plan);
	csv->commas = malloc(csv->columns.n + 1 + UET_SHORT);
	csv->damaged = calloc(1, sizeof(*csv->damaged));
	if (ret || !csv->commas || !csv->damaged)
		return -ENOMEM;
	memset(csv->commas, ',', csv->columns.n + 1 + UET_SHORT);
	for (size_t i = 0; i < csv->n_rows && !ret; i++)
		if (events[i].plan)
			ret = make_row(csv, &csv->rows[i], events[i].plan,
				       events[i].name);
	return ret;
}

int uet_csv_new(const struct uet_csv_event *events, size_t n,
		const char *const *names, size_t n_names, struct uet_csv **out,
		struct uet_error *err)
{
	struct uet_csv *csv = calloc(1, sizeof(*csv) + n * sizeof(csv->rows[0]));

	*out = NULL;
	if (csv)
		csv->n_rows = n;
	if (!csv || make_table(csv, events, names, n_names)) {
		uet_csv_free(csv);
		return uet_error_set(err, -ENOMEM, "out of memory");
	}
	*out = csv;
	return 0;
}

void uet_csv_free(struct uet_csv *csv)
{
	if (!csv)
		return;
	for (size_t i = 0; i < csv->n_rows; i++) {
		free(csv->rows[i].event);
		free(csv->rows[i].cells.list);
		free(csv->rows[i].named.list);
	}
	uet_csv_columns_free(&csv->columns);
	free(csv->commas);
	free(csv->damaged);
	free(csv);
}

int uet_csv_header(struct uet_buffer *buffer, const struct uet_csv *csv,
		   bool is_wall)
{
	const char *time = is_wall ? "time_unix_ns" : "time_ns";
	size_t start = buffer->size;
	int ret = uet_buffer_put(buffer, time, strlen(time));

	if (!ret)
		ret = uet_buffer_put(buffer, first_names,
				     sizeof(first_names) - 1);
	for (size_t i = 0; i < csv->columns.n && !ret; i++) {
		const char *name = csv->columns.list[i].name;

		ret = uet_buffer_put(buffer, ",", 1);
		if (!ret)
			ret = uet_csv_string(buffer, name, strlen(name));
	}
	if (!ret && csv->has_described)
		ret = uet_buffer_put(buffer, ",fields", 7);
	if (!ret && csv->has_unknown)
		ret = uet_buffer_put(buffer, ",ip,raw", 7);
	if (!ret)
		ret = uet_buffer_put(buffer, "\n", 1);
	if (ret)
		buffer->size = start;
	return ret;
}

uint64_t uet_csv_damaged(const struct uet_csv *csv)
{
	return __atomic_load_n(csv->damaged, __ATOMIC_RELAXED);
}
