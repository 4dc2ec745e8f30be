/* SPDX-License-Identifier: MIT */
/*
 * From the raw bytes of a tracepoint's record to typed values, and from these
 * to a line of text or JSON.  Knows nothing about files and rings.
 */
#ifndef UET_DECODE_H
#define UET_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>
#include <uet/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_plan - how to decode the records of one event.  Opaque, immutable,
 * and so may be used by several threads at once.
 *
 * Since: 0.1.0
 */
struct uet_plan;

/**
 * enum uet_value_kind - what a struct uet_value holds.
 * @UET_VALUE_UINT: @u.
 * @UET_VALUE_INT: @s.
 * @UET_VALUE_POINTER: @u, an address.
 * @UET_VALUE_F32: @f, of a 4-byte number (its shortest text differs).
 * @UET_VALUE_F64: @f.
 * @UET_VALUE_STRING: @data and @size: characters without their NUL, in
 *	whatever encoding the program wrote.
 * @UET_VALUE_BYTES: @data and @size.
 * @UET_VALUE_ARRAY: @count elements of @element_size bytes at @data, of kind
 *	@element; read one with uet_value_element().
 * @UET_VALUE_MISSING: the field, or what it refers to, lies outside of the
 *	record: the record is shorter than its format, or damaged.
 *
 * Since: 0.1.0
 */
enum uet_value_kind {
	UET_VALUE_UINT,
	UET_VALUE_INT,
	UET_VALUE_POINTER,
	UET_VALUE_F32,
	UET_VALUE_F64,
	UET_VALUE_STRING,
	UET_VALUE_BYTES,
	UET_VALUE_ARRAY,
	UET_VALUE_MISSING,
};

/**
 * struct uet_value - the value of one field.  Views point into the record, are
 * not aligned, and live as long as it does.
 *
 * Since: 0.1.0
 */
struct uet_value {
	enum uet_value_kind kind;
	enum uet_value_kind element;
	uint32_t element_size;
	size_t count;
	union {
		uint64_t u;
		int64_t s;
		double f;
	};
	const void *data; /* of strings, bytes and arrays */
	size_t size;	  /* of data: bytes */
};

/**
 * uet_field_visitor - called for each field.  A value that is not 0 ends the
 * visit and is passed on.
 */
typedef int (*uet_field_visitor)(void *context, const struct uet_field *field,
				 const struct uet_value *value);

/**
 * uet_plan_new() - compile a format.
 * @format: the event's format, which must outlive the plan; NULL for an event
 *	without one: its record is printed as bytes in a field "raw".
 * @event: what the printers call the event: "SYSTEM:NAME".  Copied.
 * @out: receives the plan; free it with uet_plan_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * The common fields (common_type, common_pid, ...) are left out.
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_plan_new(const struct uet_format *format,
				 const char *event, struct uet_plan **out,
				 struct uet_error *err);

/**
 * uet_plan_new_fields() - compile a format, but for some fields only.
 * @names: the fields' names, in the order in which they are to be visited and
 *	printed; a name of several fields means all of them, one that the event
 *	does not have nothing, and a name counts once.  NULL for all fields.
 *	Copied where they are needed later.
 * @n_names: how many.
 *
 * For an EventHeader event (<uet/eventheader_decode.h>) a name is looked up in
 * each sample: it means the event's own field of that path, as uet_eh_find()
 * takes it; where the event has none, or is damaged before it, the field of the
 * tracepoint's format (eventheader_flags, version, id, tag, opcode, level), then
 * what else is printed of it: keyword, activity, relatedActivity, group,
 * provider, and as event its name.
 *
 * The rest is as with uet_plan_new(), and so is what it returns.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_plan_new_fields(const struct uet_format *format,
					const char *event,
					const char *const *names,
					size_t n_names, struct uet_plan **out,
					struct uet_error *err);

/** uet_plan_free() - free a plan.  @plan may be NULL. */
UET_COLLECT_API void uet_plan_free(struct uet_plan *plan);

/**
 * uet_plan_visit() - decode one record.
 * @plan: of the record's event.
 * @raw: the record as PERF_SAMPLE_RAW has it, without any alignment.
 * @size: its bytes; padding at the end does no harm.
 * @visitor: called for each field in the format's order, with @context.
 *
 * Nothing is allocated; no byte outside of @raw is read, whatever it holds.
 * Of an EventHeader event only the fields of the tracepoint's format are
 * visited; uet_eh_next() and uet_eh_find() get at the event's own.
 *
 * Return: 0, or what @visitor returned.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_plan_visit(const struct uet_plan *plan, const void *raw,
				   size_t size, uet_field_visitor visitor,
				   void *context);

/**
 * uet_value_element() - element @i, less than @array->count, of a
 * UET_VALUE_ARRAY.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API void uet_value_element(const struct uet_value *array, size_t i,
				       struct uet_value *element);

/**
 * struct uet_buffer - text that grows.  The caller owns it, starts with zeros,
 * empties it by setting @size to 0, and ends with uet_buffer_free().  Each
 * thread needs one of its own.
 * @data: the text, which does not end in NUL.
 * @size: its bytes.
 * @capacity: bytes there is room for.
 * @recent: for the printers, who copy from it what a line has in common with
 *	those before: 8 KiB, once one of them has printed, and what the
 *	descriptions of the 64 last kinds of EventHeader events became, mostly
 *	less than 1 KiB each and never more than 8 KiB.  What they print does
 *	not depend on it: a buffer that is used again only costs less.
 *
 * Since: 0.1.0
 */
struct uet_buffer {
	char *data;
	size_t size;
	size_t capacity;
	struct uet_buffer_recent *recent;
};

/** uet_buffer_free() - free what the buffer holds, and empty it. */
UET_COLLECT_API void uet_buffer_free(struct uet_buffer *buffer);

/**
 * struct uet_line - what one printed line tells besides the fields.
 * @has_time, @has_task, @has_cpu, @has_ip: which of the facts are known.
 * @is_wall: @time is that of the wall clock, since 1970-01-01T00:00:00Z.
 * @time: nanoseconds of the recording's clock, or of the wall clock.
 * @comm: the thread's name; NULL if unknown.
 * @raw, @raw_size: the record; @raw may be NULL with a size of 0.
 * @print, @print_size: what uet_print_fmt_print() made of it; NULL for the
 *	fields alone.
 *
 * Since: 0.1.0
 */
struct uet_line {
	bool has_time;
	bool has_task;
	bool has_cpu;
	bool has_ip;
	bool is_wall;
	uint64_t time;
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint64_t ip;
	const char *comm;
	const void *raw;
	size_t raw_size;
	const char *print;
	size_t print_size;
};

/**
 * uet_plan_has_field() - does a sample have a field?
 * @plan: of its event, for whichever fields.
 * @line: the sample; only @raw and @raw_size matter.
 * @name: the field's, which means what it means to uet_plan_new_fields().
 *
 * Events with a format have the fields of that; only EventHeader events have
 * others in each sample.
 *
 * Return: 1; 0 it has none, or nothing is known of it, for lack of a format;
 * -EBADMSG the sample is damaged before any, so that it may have had one.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_plan_has_field(const struct uet_plan *plan,
				       const struct uet_line *line,
				       const char *name);

/**
 * uet_print_text() - append one line for people.
 * @buffer: gets "TIME COMM PID/TID [CPU] SYSTEM:EVENT field=value ...\n".
 * @plan: of the event.
 * @line: the rest.
 *
 * TIME is in seconds with nine decimals, on the wall clock
 * "2026-11-30T08:15:42.000000001Z"; what is unknown is "-", a name ":TID".
 * Integers are decimal, pointers 0x-hexadecimal, bytes hexadecimal digits,
 * arrays "[1,2]", a missing value "<missing>".  Floating point numbers have the
 * fewest digits that read back as the same value; "nan", "inf", "-inf".  A
 * string stands as it is if it holds only printable characters of UTF-8 and no
 * blank, quote, backslash, '=' or '<', and else in double quotes with the
 * escapes of C, octal ones of three digits: a sample is always one line.
 * What the kernel would print stands in place of the fields where it is given,
 * of it only what is not printable in escapes.  An EventHeader event is
 * "PROVIDER:NAME" and what uet_eh_print_text() makes of it; of a plan with names,
 * each that the event has with its value, "request.path=/x", as that function
 * writes it, and what was found damaged on the way there.
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_text(struct uet_buffer *buffer,
				   const struct uet_plan *plan,
				   const struct uet_line *line);

/**
 * uet_print_text_fields() - append what a line of uet_print_text() has behind
 * the event's name: " field=value ...", with a blank in front of each; nothing
 * where there is none.
 * @line: only @raw, @raw_size, @has_ip, @ip, @print and @print_size matter.
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_text_fields(struct uet_buffer *buffer,
					  const struct uet_plan *plan,
					  const struct uet_line *line);

/**
 * uet_print_json() - append one line for programs: an object
 * {"time_ns":N,"comm":S,"pid":N,"tid":N,"cpu":N,"event":S,"fields":{...}}
 * and a newline.  On the wall clock it begins with "time_unix_ns" instead.
 * Behind the event of a multi-format event stands
 * "base":"SYSTEM:NAME", without the number of the format.
 *
 * What is unknown is null.  Integers and pointers are numbers of up to 64 bits,
 * bytes a string of hexadecimal digits, NaN, infinities and missing values
 * null.  Bytes of a string that are not UTF-8 become U+FFFD.  Fields of the same
 * name stay as they are.  What the kernel would print, where it is given, is a
 * member "print" behind "fields".  The "event" of an EventHeader event is
 * "PROVIDER:NAME", and behind it stand "tracepoint" and the members of
 * uet_eh_print_json(); of a plan with names, "fields" has those that the event
 * has, by the names of the plan, and "damaged" what was met on the way there.
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_json(struct uet_buffer *buffer,
				   const struct uet_plan *plan,
				   const struct uet_line *line);

/**
 * struct uet_csv - the columns of a table of several events.  Opaque,
 * immutable, and so may be used by several threads at once.
 *
 * Since: 0.1.0
 */
struct uet_csv;

/**
 * struct uet_csv_event - an event of the table.
 * @plan: it must outlive the table; NULL for an event that has no rows.
 * @name: what stands in the column "event".  Copied.
 *
 * Since: 0.1.0
 */
struct uet_csv_event {
	const struct uet_plan *plan;
	const char *name;
};

/**
 * uet_csv_new() - lay out a table.
 * @events: whose rows it is to take.
 * @n: how many.
 * @names: fields whose columns come first, in this order; must outlive the
 *	table.  May be NULL.
 * @n_names: how many.
 * @out: receives the table; free it with uet_csv_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * The columns are time_ns, comm, pid, tid, cpu, event, then one for each name
 * of a field that any event has, in the order of first appearance (an event
 * with two fields of one name has two such columns), then fields, if there is
 * the plan of an EventHeader event for all fields, and, if an event has no
 * format, ip and raw.
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_csv_new(const struct uet_csv_event *events, size_t n,
				const char *const *names, size_t n_names,
				struct uet_csv **out, struct uet_error *err);

/** uet_csv_free() - free a table.  @csv may be NULL. */
UET_COLLECT_API void uet_csv_free(struct uet_csv *csv);

/**
 * uet_csv_damaged() - how many rows were printed so far of EventHeader events that
 * are damaged, which the table does not tell; of one with names, where that was
 * met on the way to them.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API uint64_t uet_csv_damaged(const struct uet_csv *csv);

/**
 * uet_csv_header() - append the line with the columns' names.
 * @is_wall: the first column is "time_unix_ns", not "time_ns".
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_csv_header(struct uet_buffer *buffer,
				   const struct uet_csv *csv, bool is_wall);

/**
 * uet_print_csv() - append one row as RFC 4180 has it, but that it ends in a
 * newline only.
 * @buffer: gets the row.
 * @csv: the table.
 * @event: the number of the event in the table.
 * @line: the rest.
 *
 * What is unknown or missing, or a field that the event does not have, is
 * empty, an empty string "".  Integers and pointers are decimal, bytes
 * hexadecimal digits, arrays "[1,2]" in quotes, numbers that are none nan, inf,
 * -inf.  Strings stand in quotes where they must; bytes of them that are not
 * UTF-8 become U+FFFD.
 *
 * An EventHeader event is "PROVIDER:NAME" in the column event.  What its fields
 * are, the table cannot know ahead: of a plan for all fields, they stand in the
 * column fields, an object of JSON as from uet_eh_print_json_fields(), and those
 * of the header in their columns.  A plan with names has a column for each:
 * strings as they are, structs and arrays as JSON, bytes as hexadecimal digits,
 * nothing as empty, all else as in text.  Of an event that is damaged there is
 * what could be read.
 *
 * Return: 0; -EINVAL if the table has no such event; -ENOMEM, then @buffer is
 * as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_csv(struct uet_buffer *buffer,
				  const struct uet_csv *csv, size_t event,
				  const struct uet_line *line);

#ifdef __cplusplus
}
#endif

#endif /* UET_DECODE_H */
