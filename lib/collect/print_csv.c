/* SPDX-License-Identifier: MIT */
/*
 * Samples as rows of CSV (RFC 4180), with columns for all events of a table.
 * Knows nothing about files and standard output.
 */
#include <errno.h>
#include <stdlib.h>

#include "collect_internal.h"
#include "csv_columns.h"
#include "plan.h"
#include "print.h"
#include "print_fields.h"
#include "print_head.h"
#include "print_plain.h"

static const char first_names[] = ",comm,pid,tid,cpu,event";

/* A value of a row, and how many columns there are from the last one to it. */
struct cell {
	size_t step;
	const struct uet_plan_field *field;
};

struct row {
	const struct uet_plan *plan;
	char *event; /* as a value */
	size_t event_size;
	struct cell *cells;
	size_t n_cells;
	size_t rest; /* columns behind the last cell */
	size_t room; /* for all commas, with a number at each cell */
};

struct uet_csv {
	char *commas;
	struct uet_csv_columns columns;
	bool has_unknown; /* events without a format: columns ip and raw */
	size_t n_rows;
	struct row rows[];
};

/* What asks for quotes, other controls, and what is not ASCII. */
UET_ALWAYS_INLINE uint64_t odd_bytes(uint64_t bytes)
{
	return (bytes & UET_BYTES(0x80)) | uet_bytes_below(bytes, ' ') |
	       uet_bytes_equal(bytes, ',') | uet_bytes_equal(bytes, '"');
}

/* An empty value is none at all; and blanks at an end get lost. */
static inline bool has_bare_ends(const unsigned char *s, size_t size)
{
	return size && s[0] != ' ' && s[size - 1] != ' ';
}

static bool needs_quotes(const unsigned char *s, size_t size)
{
	if (!has_bare_ends(s, size))
		return true;
	for (size_t i = 0; i < size; i++)
		if (s[i] == ',' || s[i] == '"' || s[i] == '\n' || s[i] == '\r')
			return true;
	return false;
}

/* At most three bytes for each, and two quotes. */
static __attribute__((noinline)) char *
put_odd_string(char *to, const unsigned char *s, size_t size)
{
	bool quotes = needs_quotes(s, size);

	if (quotes)
		*to++ = '"';
	for (size_t i = 0; i < size;) {
		unsigned int len;

		if (s[i] < 0x80) {
			if (s[i] == '"')
				*to++ = '"';
			*to++ = (char)s[i++];
			continue;
		}
		len = uet_utf8_length(s + i, size - i);
		if (len)
			to = uet_put_bytes(to, (const char *)s + i, len);
		else
			to = uet_put_bytes(to, "\xef\xbf\xbd", 3);
		i += len ? len : 1;
	}
	if (quotes)
		*to++ = '"';
	return to;
}

/* What put_string() may write. */
static size_t string_room(size_t size)
{
	return 3 * size + 2 + UET_PLAIN_MORE;
}

/* The string may end in a NUL before its size does. */
static char *put_string(char *to, const void *s, size_t size)
{
	size = uet_without_nul(s, size);
	if (has_bare_ends(s, size) &&
	    uet_copy_plain(to, s, size, odd_bytes) == size)
		return to + size;
	return put_odd_string(to, s, strnlen(s, size));
}

static int add_string(struct uet_buffer *b, const void *s, size_t size)
{
	char *to = uet_buffer_room(b, string_room(size));

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, put_string(to, s, size));
	return 0;
}

static char *put_number(char *to, const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_INT:
		return uet_put_s64(to, v->s);
	case UET_VALUE_F32:
	case UET_VALUE_F64:
		return uet_put_real(to, v);
	case UET_VALUE_MISSING:
		return to;
	default:
		return uet_put_u64(to, v->u);
	}
}

static char *put_array(struct uet_buffer *b, char *to, size_t room,
		       const struct uet_value *v)
{
	*to++ = '"';
	to = uet_print_array(b, to, 1 + room, v, put_number);
	if (!to)
		return NULL;
	*to++ = '"';
	return to;
}

static char *put_value(struct uet_buffer *b, char *to, size_t room,
		       const struct uet_value *v)
{
	if (v->kind == UET_VALUE_STRING) {
		to = uet_buffer_more(b, to, string_room(v->size) + room);
		return to ? put_string(to, v->data, v->size) : NULL;
	}
	if (v->kind == UET_VALUE_BYTES) {
		to = uet_buffer_more(b, to, 2 * v->size + room);
		return to ? uet_put_hex(to, v->data, v->size) : NULL;
	}
	return put_array(b, to, room, v);
}

/* The columns. */

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
	return 0;
}

static int compare_cells(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;

	return x->step < y->step ? -1 : x->step > y->step;
}

static int make_cells(struct uet_csv *csv, struct row *row)
{
	const struct uet_plan *plan = row->plan;
	size_t before = 0;

	row->cells = calloc(plan->n_fields + 1, sizeof(*row->cells));
	if (!row->cells)
		return -ENOMEM;
	uet_csv_columns_begin(&csv->columns);
	for (size_t i = 0; i < plan->n_fields; i++) {
		const struct uet_plan_field *f = &plan->fields[i];
		size_t column = uet_csv_column_of_field(&csv->columns,
							f->field->name);

		row->cells[row->n_cells++] = (struct cell){ column + 1, f };
	}
	qsort(row->cells, row->n_cells, sizeof(*row->cells), compare_cells);
	for (size_t i = 0; i < row->n_cells; i++) {
		size_t column = row->cells[i].step;

		row->cells[i].step = column - before;
		before = column;
	}
	row->rest = csv->columns.n - before;
	row->room = csv->columns.n + UET_SHORT +
		    row->n_cells * (UET_SHORT + UET_NUMBER_MAX);
	return 0;
}

static int make_row(struct uet_csv *csv, struct row *row,
		    const struct uet_plan *plan, const char *event)
{
	struct uet_buffer b = { .data = NULL };

	row->plan = plan;
	if (add_string(&b, event, strlen(event)))
		return -ENOMEM;
	row->event = b.data;
	row->event_size = b.size;
	return make_cells(csv, row);
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
	csv->commas = malloc(csv->columns.n + UET_SHORT);
	if (ret || !csv->commas)
		return -ENOMEM;
	memset(csv->commas, ',', csv->columns.n + UET_SHORT);
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
		free(csv->rows[i].cells);
	}
	uet_csv_columns_free(&csv->columns);
	free(csv->commas);
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
			ret = add_string(buffer, name, strlen(name));
	}
	if (!ret && csv->has_unknown)
		ret = uet_buffer_put(buffer, ",ip,raw", 7);
	if (!ret)
		ret = uet_buffer_put(buffer, "\n", 1);
	if (ret)
		buffer->size = start;
	return ret;
}

/* The rows. */

static char *put_time(char *to, const struct uet_line *line)
{
	return line->has_time ? uet_put_u64(to, line->time) : to;
}

static char *put_known(char *to, bool known, uint64_t n)
{
	*to++ = ',';
	return known ? uet_put_u64(to, n) : to;
}

static int add_task(struct uet_buffer *b, const struct uet_line *line)
{
	char *to;

	if (uet_buffer_put(b, ",", 1) ||
	    (line->comm && add_string(b, line->comm, strlen(line->comm))))
		return -ENOMEM;
	to = uet_buffer_room(b, 4 * UET_NUMBER_MAX);
	if (!to)
		return -ENOMEM;
	to = put_known(to, line->has_task, line->pid);
	to = put_known(to, line->has_task, line->tid);
	to = put_known(to, line->has_cpu, line->cpu);
	*to++ = ',';
	uet_buffer_end(b, to);
	return 0;
}

static const struct uet_head head = { put_time, add_task };

/* The columns ip and raw. */
static char *put_unknown(struct uet_buffer *b, char *to, const struct row *row,
			 const struct uet_line *line)
{
	to = uet_buffer_more(b, to, UET_NUMBER_MAX + 3 + 2 * line->raw_size);
	if (!to)
		return NULL;
	*to++ = ',';
	if (!row->plan->format && line->has_ip)
		to = uet_put_u64(to, line->ip);
	*to++ = ',';
	if (!row->plan->format && line->raw_size)
		to = uet_put_hex(to, line->raw, line->raw_size);
	return to;
}

static char *put_cells(struct uet_buffer *b, char *to,
		       const struct uet_csv *csv, const struct row *row,
		       const struct uet_line *line)
{
	unsigned int loads = uet_loads_of(row->plan, line);

	for (size_t i = 0; i < row->n_cells; i++) {
		const struct cell *cell = &row->cells[i];

		to = uet_put_short(to, csv->commas, cell->step);
		to = uet_print_field(b, to, row->room, cell->field, loads,
				     line, put_number, put_value);
		if (!to)
			return NULL;
	}
	return uet_put_bytes(to, csv->commas, row->rest);
}

int uet_print_csv(struct uet_buffer *buffer, const struct uet_csv *csv,
		  size_t event, const struct uet_line *line)
{
	size_t start = buffer->size;
	const struct row *row;
	char *to;

	if (event >= csv->n_rows || !csv->rows[event].plan)
		return -EINVAL;
	row = &csv->rows[event];
	to = uet_put_head(buffer, &head, line, row->event_size + row->room);
	if (to)
		to = uet_put_bytes(to, row->event, row->event_size);
	if (to)
		to = put_cells(buffer, to, csv, row, line);
	if (to && csv->has_unknown)
		to = put_unknown(buffer, to, row, line);
	if (!to) {
		buffer->size = start;
		return -ENOMEM;
	}
	*to++ = '\n';
	uet_buffer_end(buffer, to);
	return 0;
}
