/* SPDX-License-Identifier: MIT */
/*
 * EventHeader events that are put together while the program runs: for
 * exporters and language bindings.  Programs in C or C++ that know their events
 * rather use uet/eventheader.h.
 *
 *	uet_eh_event_new("My_Exporter", NULL, UET_EH_INFORMATION, 1, &event);
 *	uet_eh_builder_new(&b);
 *
 *	if (uet_event_enabled(event)) {
 *		uet_eh_reset(b, "Span", 0);
 *		uet_eh_add_string(b, "name", UET_EH_FORMAT_DEFAULT, name);
 *		uet_eh_add_u64(b, "ns", UET_EH_FORMAT_UNSIGNED, ns);
 *		uet_eh_write(event, b);
 *	}
 *
 * A builder has all the memory that an event can need and takes no other.  It
 * belongs to one thread at a time; each thread, and each signal handler, has
 * its own.  Nothing here but _new and _free takes a lock, allocates or touches
 * errno.
 *
 * What goes wrong stays with the builder until uet_eh_reset(): each function
 * returns 0 or the first error since, and so does uet_eh_write(), so that it
 * alone need be looked at:
 *
 * -EMSGSIZE	the event would be larger than UET_PAYLOAD_MAX, a string or array
 *		has more than UET_EH_COUNT_MAX units, a struct more than
 *		UET_EH_STRUCT_FIELDS fields, or structs have more than
 *		UET_EH_STRUCT_LEVELS levels;
 * -EINVAL	no name, no data, an encoding that does not exist, a format over
 *		127 (others are written as they are), an array by uet_eh_add()
 *		of anything but values, uet_eh_reset() not called, a struct
 *		that was not begun, was not ended or has no field.
 *
 * Since: 0.1.0
 */
#ifndef UET_EVENTHEADER_BUILDER_H
#define UET_EVENTHEADER_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/eventheader_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

struct uet_eh_builder;

/**
 * uet_eh_event_new() - define the tracepoint of a provider, a level and a
 * keyword, and register it.
 * @provider: letters, digits and '_'.
 * @group:    lower-case letters and digits, or NULL or "" for none.
 * @level:    UET_EH_ERROR and so on, 1 to 255.
 * @keyword:  64 bits that the provider's users choose by.
 * @out:      receives the event; the caller frees it with uet_event_free().
 *
 * Any thread; not in a signal handler.
 *
 * Returns 0 also where the kernel could not be asked or refused, as
 * uet_event_new() does; -EINVAL for a provider, group or level that is not as
 * above; -E2BIG for a name of UET_EH_NAME_MAX bytes or more; -ENOMEM.
 */
int uet_eh_event_new(const char *provider, const char *group,
		     unsigned int level, uint64_t keyword,
		     struct uet_event **out);

/** uet_eh_builder_new() - make a builder.  Returns 0 or -ENOMEM. */
int uet_eh_builder_new(struct uet_eh_builder **out);

/** uet_eh_builder_free() - NULL does nothing. */
void uet_eh_builder_free(struct uet_eh_builder *builder);

/**
 * uet_eh_reset() - begin another event, and forget the one before.
 * @name: the event's; with ";attribute=value" behind it if it has attributes.
 * @tag:  16 bits that mean what the provider likes; 0 for none.
 */
int uet_eh_reset(struct uet_eh_builder *builder, const char *name,
		 uint16_t tag);

/** uet_eh_set_id() - a number that means this event, not 0, and its version. */
int uet_eh_set_id(struct uet_eh_builder *builder, uint16_t id,
		  uint8_t version);

/** uet_eh_set_opcode() - UET_EH_OPCODE_*. */
int uet_eh_set_opcode(struct uet_eh_builder *builder, uint8_t opcode);

/**
 * uet_eh_set_activity() - the activity that the event belongs to.
 * @activity: 16 bytes, as of uet_activity_new(); NULL for none.
 * @parent:   its parent's, or NULL.
 */
int uet_eh_set_activity(struct uet_eh_builder *builder, const void *activity,
			const void *parent);

/** uet_eh_set_tag() - 16 bits that mean what the provider likes, for the field
 *  or struct that is added next. */
int uet_eh_set_tag(struct uet_eh_builder *builder, uint16_t tag);

/** As many units as there are in front of the one that is 0. */
#define UET_EH_TO_NUL SIZE_MAX

/**
 * uet_eh_add() - add a field of any kind.
 * @name:     may have attributes behind it, as the event's.
 * @encoding: UET_EH_ENCODING_VALUE8 to UET_EH_ENCODING_BINARY; values also with
 *	      UET_EH_CONSTANT_ARRAY or UET_EH_VARIABLE_ARRAY.
 * @format:   UET_EH_FORMAT_*; up to 127, of which no more is checked.
 * @data:     the value, the elements, or the units of a string; copied.
 * @count:    elements of an array; units of a string or bytes at most, or
 *	      UET_EH_TO_NUL.  A NUL-terminated string ends at the first NUL.
 *	      Of a single value: 1.
 */
int uet_eh_add(struct uet_eh_builder *builder, const char *name,
	       unsigned int encoding, unsigned int format, const void *data,
	       size_t count);

/** uet_eh_add_u8() and so on - add a number: of a signed one the bits, with
 *  UET_EH_FORMAT_SIGNED. */
int uet_eh_add_u8(struct uet_eh_builder *builder, const char *name,
		  unsigned int format, uint8_t value);
int uet_eh_add_u16(struct uet_eh_builder *builder, const char *name,
		   unsigned int format, uint16_t value);
int uet_eh_add_u32(struct uet_eh_builder *builder, const char *name,
		   unsigned int format, uint32_t value);
int uet_eh_add_u64(struct uet_eh_builder *builder, const char *name,
		   unsigned int format, uint64_t value);

/** uet_eh_add_s32(), uet_eh_add_s64() - add a signed number. */
static inline int uet_eh_add_s32(struct uet_eh_builder *builder,
				 const char *name, int32_t value)
{
	return uet_eh_add_u32(builder, name, UET_EH_FORMAT_SIGNED,
			      (uint32_t)value);
}

static inline int uet_eh_add_s64(struct uet_eh_builder *builder,
				 const char *name, int64_t value)
{
	return uet_eh_add_u64(builder, name, UET_EH_FORMAT_SIGNED,
			      (uint64_t)value);
}

/** uet_eh_add_bool() - add one byte, 0 or 1. */
static inline int uet_eh_add_bool(struct uet_eh_builder *builder,
				  const char *name, bool value)
{
	return uet_eh_add_u8(builder, name, UET_EH_FORMAT_BOOLEAN,
			     value ? 1 : 0);
}

/** uet_eh_add_f32(), uet_eh_add_f64() - add a floating point number. */
static inline int uet_eh_add_f32(struct uet_eh_builder *builder,
				 const char *name, float value)
{
	return uet_eh_add(builder, name, UET_EH_ENCODING_VALUE32,
			  UET_EH_FORMAT_FLOAT, &value, 1);
}

static inline int uet_eh_add_f64(struct uet_eh_builder *builder,
				 const char *name, double value)
{
	return uet_eh_add(builder, name, UET_EH_ENCODING_VALUE64,
			  UET_EH_FORMAT_FLOAT, &value, 1);
}

/** uet_eh_add_string() - add a NUL-terminated string of 8-bit units. */
int uet_eh_add_string(struct uet_eh_builder *builder, const char *name,
		      unsigned int format, const char *text);

/** uet_eh_add_strings() - add an array of count such strings; NULL in it is an
 *  empty one. */
int uet_eh_add_strings(struct uet_eh_builder *builder, const char *name,
		       unsigned int format, const char *const *texts,
		       size_t count);

/** uet_eh_begin_struct() - the fields until uet_eh_end_struct() are members. */
int uet_eh_begin_struct(struct uet_eh_builder *builder, const char *name);
int uet_eh_end_struct(struct uet_eh_builder *builder);

/**
 * uet_eh_write() - emit the event.
 * @event: of uet_eh_event_new(), or UET_EVENT_REF() of one of
 *	   uet/eventheader.h.
 *
 * The builder keeps what it has: it can be written again, or to another event.
 *
 * Returns 0; the builder's error; -EBADF when nobody listens; -ENOTCONN when the
 * event is not registered.  What fails is counted as well, see
 * uet_event_stats().
 */
int uet_eh_write(const struct uet_event *event,
		 struct uet_eh_builder *builder);

#ifdef __cplusplus
}
#endif

#endif /* UET_EVENTHEADER_BUILDER_H */
