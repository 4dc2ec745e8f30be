/* SPDX-License-Identifier: MIT */
/*
 * The numbers inside of a tracepoint's record that a machine of the other byte
 * order wrote.  Knows the record's format and nothing about files.
 */
#include <uet/format.h>

#include "cursor.h"
#include "eventheader.h"
#include "perfdata_reader.h"

static bool is_number(const struct uet_field *f)
{
	return f->kind != UET_FIELD_STRING && f->kind != UET_FIELD_BYTES &&
	       f->element_size > 1;
}

/* As many whole elements of f as are in size bytes. */
static void put_elements_right(const struct uet_field *f, void *at, size_t size)
{
	const struct uet_cursor c = { .swap = true };

	if (is_number(f))
		uet_cursor_put_right(&c, at, size / f->element_size,
				     f->element_size);
}

/* The word that tells where a field of variable length is, and the field. */
static void put_located_right(const struct uet_field *f, unsigned char *raw,
			      size_t size)
{
	const struct uet_cursor c = { .swap = true };
	size_t start, length;
	uint32_t where;

	uet_cursor_put_right(&c, raw + f->offset, 1, sizeof(where));
	memcpy(&where, raw + f->offset, sizeof(where));
	start = where & 0xffff;
	length = where >> 16;
	if (f->place == UET_PLACE_REL_LOC)
		start += f->offset + sizeof(where);
	if (start <= size && length <= size - start)
		put_elements_right(f, raw + start, length);
}

/* EventHeader events tell their byte order themselves, header included. */
static uint32_t end_of_numbers(const struct uet_format *format)
{
	struct uet_eh_tracepoint tracepoint;
	uint32_t offset;

	return uet_eh_is_described(format, &tracepoint, &offset) ? offset :
								   UINT32_MAX;
}

void uet_perfdata_put_raw_right(const struct uet_format *format, void *raw,
				size_t size)
{
	uint32_t end = end_of_numbers(format);

	for (size_t i = 0; i < uet_format_n_fields(format); i++) {
		const struct uet_field *f = uet_format_field(format, i);
		unsigned char *at = (unsigned char *)raw + f->offset;

		if (f->offset >= end || f->offset > size ||
		    f->size > size - f->offset)
			continue;
		switch (f->place) {
		case UET_PLACE_FIXED:
			put_elements_right(f, at, f->size);
			break;
		case UET_PLACE_DATA_LOC:
		case UET_PLACE_REL_LOC:
			if (f->size == 4)
				put_located_right(f, raw, size);
			break;
		case UET_PLACE_REST:
			put_elements_right(f, at, size - f->offset);
		}
	}
}
