/* SPDX-License-Identifier: MIT */
/*
 * The fields of an event, as the kernel's "format" file of tracefs tells them.
 * Knows nothing about where the text came from, nor about records.
 */
#ifndef UET_FORMAT_H
#define UET_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum uet_field_kind - how the bytes of a field are to be read.
 * @UET_FIELD_UINT: unsigned integers of element_size 1, 2, 4 or 8 bytes.
 * @UET_FIELD_INT: signed integers of the same sizes.
 * @UET_FIELD_POINTER: an address; like UET_FIELD_UINT, written in hexadecimal.
 * @UET_FIELD_FLOAT: IEEE 754 numbers of element_size 4 ("struct f32") or 8
 *	("struct f64").  The kernel has no such type; these names are a
 *	convention of uet.
 * @UET_FIELD_STRING: characters; the first NUL ends them, if there is one.
 * @UET_FIELD_BYTES: bytes without a known meaning, any other struct included.
 *
 * Since: 0.1.0
 */
enum uet_field_kind {
	UET_FIELD_UINT,
	UET_FIELD_INT,
	UET_FIELD_POINTER,
	UET_FIELD_FLOAT,
	UET_FIELD_STRING,
	UET_FIELD_BYTES,
};

/**
 * enum uet_field_place - where the bytes of a field are.
 * @UET_PLACE_FIXED: at offset, size bytes.
 * @UET_PLACE_DATA_LOC: at offset lies a u32; its high half is the length in
 *	bytes, its low half the distance from the start of the record.
 * @UET_PLACE_REL_LOC: the same, the distance counts from the end of the u32.
 * @UET_PLACE_REST: from offset to the end of the record (size is 0).
 *
 * Since: 0.1.0
 */
enum uet_field_place {
	UET_PLACE_FIXED,
	UET_PLACE_DATA_LOC,
	UET_PLACE_REL_LOC,
	UET_PLACE_REST,
};

/**
 * struct uet_field - one field of an event.
 * @name: its name.
 * @type: its type as a declaration writes it: "u32", "char[16]",
 *	"__rel_loc char[]", "struct f64".  (Kernels up to 6.12 at least print a
 *	meaningless length for __rel_loc; it is left out here.)
 * @offset: bytes from the start of the record.
 * @size: bytes at offset; 4 for DATA_LOC and REL_LOC, 0 for REST.
 * @is_signed: the kernel's own word, which is "the type does not begin with
 *	u": it says nothing about chars and structs.
 * @is_common: belongs to every event (common_type, common_pid, ...).
 * @is_array: an array, even if it has one element.
 * @kind: how to read it.
 * @place: where to read it.
 * @element_size: bytes of one element, at least 1.
 * @count: elements; 0 if every record has its own number of them.
 *
 * Since: 0.1.0
 */
struct uet_field {
	const char *name;
	const char *type;
	uint32_t offset;
	uint32_t size;
	bool is_signed;
	bool is_common;
	bool is_array;
	enum uet_field_kind kind;
	enum uet_field_place place;
	uint32_t element_size;
	uint32_t count;
};

/**
 * struct uet_format - one parsed format file.  Opaque, immutable, and so may
 * be read by several threads at once.
 *
 * Since: 0.1.0
 */
struct uet_format;

/**
 * uet_format_parse() - read the text of a format file.
 * @text: the text; need not end in NUL, and may be freed afterwards.
 * @len: its length in bytes.
 * @out: receives the format; the caller frees it with uet_format_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * Only what "offset:", "size:" and "signed:" say is believed about a field's
 * place: the common fields may be of any number and leave gaps.
 *
 * Return: 0; -EINVAL if the text is not that of a format file (it may come
 * from another kernel or a damaged recording: the event can then only be shown
 * as bytes); -ENOMEM.
 * Source: f_show() in the kernel's kernel/trace/trace_events.c.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_format_parse(const char *text, size_t len,
				     struct uet_format **out,
				     struct uet_error *err);

/** uet_format_free() - free a format and its fields.  @f may be NULL. */
UET_COLLECT_API void uet_format_free(struct uet_format *f);

/** uet_format_name() - the event's name, without its system. */
UET_COLLECT_API const char *uet_format_name(const struct uet_format *f);

/**
 * uet_format_id() - the event's number: what perf_event_attr.config and the
 * field common_type hold, until the next boot of that machine.
 */
UET_COLLECT_API unsigned int uet_format_id(const struct uet_format *f);

/** uet_format_n_fields() - the number of fields, the common ones included. */
UET_COLLECT_API size_t uet_format_n_fields(const struct uet_format *f);

/**
 * uet_format_field() - the field number @i, the common ones first, in the
 * kernel's order.  Return: the field, which lives as long as @f; NULL if there
 * are not so many.
 */
UET_COLLECT_API const struct uet_field *
uet_format_field(const struct uet_format *f, size_t i);

#ifdef __cplusplus
}
#endif

#endif /* UET_FORMAT_H */
