/* SPDX-License-Identifier: MIT */
/*
 * Samples as rows of CSV (RFC 4180).  Which columns these have, csv_table.c
 * knows; what files and standard output are, nobody here.
 */
#include <errno.h>

#include "csv_table.h"
#include "eventheader.h"
#include "plan.h"
#include "print.h"
#include "print_fields.h"
#include "print_head.h"
#include "print_plain.h"

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

		if (s[i] && s[i] < 0x80) {
			if (s[i] == '"')
				*to++ = '"';
			*to++ = (char)s[i++];
			continue;
		}
		/* Readers take a NUL for an end. */
		len = s[i] ? uet_utf8_length(s + i, size - i) : 0;
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

/* What the following two may write. */
static size_t string_room(size_t size)
{
	return 3 * size + 2 + UET_PLAIN_MORE;
}

static char *put_text(char *to, const void *s, size_t size)
{
	if (has_bare_ends(s, size) &&
	    uet_copy_plain(to, s, size, odd_bytes) == size)
		return to + size;
	return put_odd_string(to, s, size);
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

int uet_csv_string(struct uet_buffer *b, const void *s, size_t size)
{
	char *to = uet_buffer_room(b, string_room(size));

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, put_string(to, s, size));
	return 0;
}

/* What was appended from start on becomes a value, where it is. */
static int quote(struct uet_buffer *b, size_t start)
{
	size_t size = b->size - start, room = string_room(size);
	char *to;

	if (!uet_buffer_room(b, room))
		return -ENOMEM;
	to = b->data + start;
	memmove(to + room, to, size);
	uet_buffer_end(b, put_text(to, to + room, size));
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
	    (line->comm && uet_csv_string(b, line->comm, strlen(line->comm))))
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
static char *put_unknown(struct uet_buffer *b, char *to,
			 const struct uet_csv_row *row,
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

UET_ALWAYS_INLINE char *put_cells(struct uet_buffer *b, char *to,
				  const struct uet_csv *csv,
				  const struct uet_csv_row *row,
				  const struct uet_line *line)
{
	unsigned int loads = uet_loads_of(row->plan, line);

	for (size_t i = 0; i < row->cells.n; i++) {
		const struct uet_csv_cell *cell = &row->cells.list[i];

		to = uet_put_short(to, csv->commas, cell->step);
		to = uet_print_field(b, to, row->room, cell->field, loads,
				     line, put_number, put_value);
		if (!to)
			return NULL;
	}
	return uet_put_bytes(to, csv->commas, row->cells.rest);
}

/* The fields of an event that has its description with it. */

static int add_named(struct uet_buffer *b, const struct uet_csv *csv,
		     const struct uet_csv_row *row, const struct uet_line *line,
		     const struct uet_eh_event *event,
		     enum uet_eh_damage *damage)
{
	for (size_t i = 0; i < row->named.n; i++) {
		const struct uet_csv_cell *cell = &row->named.list[i];
		bool is_empty;
		size_t start;

		if (uet_buffer_put(b, csv->commas, cell->step))
			return -ENOMEM;
		start = b->size;
		if (uet_eh_named_cell(b, cell->name, line, event, &is_empty,
				      damage) ||
		    (!is_empty && quote(b, start)))
			return -ENOMEM;
	}
	return uet_buffer_put(b, csv->commas, row->named.rest);
}

static int add_header(struct uet_buffer *b, const struct uet_csv *csv,
		      const struct uet_csv_row *row,
		      const struct uet_line *line,
		      const struct uet_eh_event *event)
{
	char *to = uet_buffer_room(b, row->room);

	if (!to)
		return -ENOMEM;
	for (size_t i = 0; i < row->cells.n; i++) {
		const struct uet_csv_cell *cell = &row->cells.list[i];
		const struct uet_plan_field *f = cell->field;

		to = uet_put_short(to, csv->commas, cell->step);
		to = uet_put_u64(to, uet_eh_header_number(f->offset, f->size,
							  line->raw, event));
	}
	uet_buffer_end(b, uet_put_bytes(to, csv->commas, row->cells.rest));
	return 0;
}

/* The header's in its columns, all others in one. */
static int add_all(struct uet_buffer *b, const struct uet_csv *csv,
		   const struct uet_csv_row *row, const struct uet_line *line,
		   const struct uet_eh_event *event, enum uet_eh_damage *damage)
{
	struct uet_eh_field field;
	size_t start;

	if (add_header(b, csv, row, line, event))
		return -ENOMEM;
	start = b->size;
	if (uet_buffer_put(b, "{", 1) ||
	    uet_eh_print_json_fields(b, event, &field, damage) ||
	    uet_buffer_put(b, "}", 1))
		return -ENOMEM;
	return quote(b, start);
}

static __attribute__((noinline)) char *
put_described(struct uet_buffer *b, char *to, const struct uet_csv *csv,
	      const struct uet_csv_row *row, const struct uet_line *line,
	      const struct uet_eh_event *event)
{
	enum uet_eh_damage damage = UET_EH_DAMAGE_NONE;
	size_t start;
	int ret;

	uet_buffer_end(b, to);
	start = b->size;
	if (uet_eh_line_raw_name(b, event) || quote(b, start))
		return NULL;
	ret = uet_csv_is_described(row->plan) ?
		      add_all(b, csv, row, line, event, &damage) :
		      add_named(b, csv, row, line, event, &damage);
	if (damage)
		__atomic_fetch_add(csv->damaged, 1, __ATOMIC_RELAXED);
	return ret ? NULL : uet_buffer_room(b, UET_SHORT);
}

static char *put_event(struct uet_buffer *b, char *to,
		       const struct uet_csv *csv, const struct uet_csv_row *row,
		       const struct uet_line *line)
{
	struct uet_eh_event event;

	if (row->plan->eh && uet_eh_of_line(row->plan, line, &event))
		return put_described(b, to, csv, row, line, &event);
	to = uet_put_bytes(to, row->event, row->event_size);
	return put_cells(b, to, csv, row, line);
}

int uet_print_csv(struct uet_buffer *buffer, const struct uet_csv *csv,
		  size_t event, const struct uet_line *line)
{
	size_t start = buffer->size;
	const struct uet_csv_row *row;
	char *to;

	if (event >= csv->n_rows || !csv->rows[event].plan)
		return -EINVAL;
	row = &csv->rows[event];
	to = uet_put_head(buffer, &head, line, row->event_size + row->room);
	if (to)
		to = put_event(buffer, to, csv, row, line);
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
