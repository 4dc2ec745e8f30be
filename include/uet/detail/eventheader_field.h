/* SPDX-License-Identifier: MIT */
/*
 * What the kinds of fields of EventHeader events are made of.  Each is a tuple
 *
 *	(shape, name, metadata, detail of the shape)
 *
 * as in detail/field.h, whose shapes of numbers serve here, too.  The metadata
 * are (form, text, attributes, encoding, format, tag, count), the form saying
 * which of the last three are there.  Options of the event are tuples of the
 * list as well.
 *
 * Numbers in front of the first field of variable length or without a register
 * (uet__first_ID) have a place in the record; all others have slots.
 */
#ifndef UET_DETAIL_EVENTHEADER_FIELD_H
#define UET_DETAIL_EVENTHEADER_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/argument.h"
#include "uet/detail/field.h"
#include "uet/detail/map.h"
#include "uet/eventheader_abi.h"

/*
 * The tuples.
 */
#define UET__EH_PLAIN(name, text, encoding, shape, x) \
	(shape, name, \
	 (uet_eh_plain, text, "", UET_EH_ENCODING_##encoding, 0, 0, 0), x)
#define UET__EH_FORMATTED(name, text, encoding, format, shape, x) \
	(shape, name, \
	 (uet_eh_formatted, text, "", UET_EH_ENCODING_##encoding, \
	  UET_EH_FORMAT_##format, 0, 0), x)
#define UET__EH_OPTION(name, version, id, tag, opcode) \
	(uet_eh_option, name, (uet_eh_none, "", "", 0, 0, 0, 0), \
	 (version, id, tag, opcode))

/* Others of the same field: what(value, shape, name, metadata, x). */
#define UET__EH_CHANGE(what, value, field) \
	UET__EH_CHANGE_(what, value, UET__UNPACK field)
#define UET__EH_CHANGE_(what, ...) what(__VA_ARGS__)

#define UET__EH_RENAME(text, shape, name, metadata, x) \
	(shape, name, UET__EH_RENAME_(text, UET__UNPACK metadata), x)
#define UET__EH_RENAME_(...) UET__EH_RENAME__(__VA_ARGS__)
#define UET__EH_RENAME__(new_text, form, text, also, encoding, format, \
		tag, count) \
	(form, new_text, also, encoding, format, tag, count)

#define UET__EH_EXTEND(more, shape, name, metadata, x) \
	(shape, name, UET__EH_EXTEND_(more, UET__UNPACK metadata), x)
#define UET__EH_EXTEND_(...) UET__EH_EXTEND__(__VA_ARGS__)
#define UET__EH_EXTEND__(more, form, text, also, encoding, format, tag, count) \
	(form, text, also ";" more, encoding, format, tag, count)

#define UET__EH_REFORMAT(new_format, shape, name, metadata, x) \
	(shape, name, UET__EH_REFORMAT_(new_format, UET__UNPACK metadata), x)
#define UET__EH_REFORMAT_(...) UET__EH_REFORMAT__(__VA_ARGS__)
#define UET__EH_REFORMAT__(new_format, form, text, also, encoding, format, tag, \
			   count) \
	(UET__CAT(UET__EH_FORMATTED_, form), text, also, encoding, new_format, \
	 tag, count)
#define UET__EH_FORMATTED_uet_eh_plain uet_eh_formatted
#define UET__EH_FORMATTED_uet_eh_formatted uet_eh_formatted
#define UET__EH_FORMATTED_uet_eh_tagged uet_eh_tagged
#define UET__EH_FORMATTED_uet_eh_plain_n uet_eh_formatted_n
#define UET__EH_FORMATTED_uet_eh_formatted_n uet_eh_formatted_n
#define UET__EH_FORMATTED_uet_eh_tagged_n uet_eh_tagged_n

#define UET__EH_RETAG(new_tag, shape, name, metadata, x) \
	(shape, name, UET__EH_RETAG_(new_tag, UET__UNPACK metadata), x)
#define UET__EH_RETAG_(...) UET__EH_RETAG__(__VA_ARGS__)
#define UET__EH_RETAG__(new_tag, form, text, also, encoding, format, tag, \
		count) \
	(UET__CAT(UET__EH_TAGGED_, form), text, also, encoding, format, \
	 new_tag, count)
#define UET__EH_TAGGED_uet_eh_plain uet_eh_tagged
#define UET__EH_TAGGED_uet_eh_formatted uet_eh_tagged
#define UET__EH_TAGGED_uet_eh_tagged uet_eh_tagged
#define UET__EH_TAGGED_uet_eh_plain_n uet_eh_tagged_n
#define UET__EH_TAGGED_uet_eh_formatted_n uet_eh_tagged_n
#define UET__EH_TAGGED_uet_eh_tagged_n uet_eh_tagged_n

/* Arrays of a field of constant size, whose elements are (class of the
 * argument, what it points to, bytes). */
#define UET__EH_ARRAY(n, shape, name, metadata, x) \
	(uet_eh_array, name, UET__EH_COUNTED_(n, UET__UNPACK metadata), \
	 (n, UET__UNPACK UET__EH_ELEMENT_##shape(x)))
#define UET__EH_COUNTED_(...) UET__EH_COUNTED__(__VA_ARGS__)
#define UET__EH_COUNTED__(n, form, text, also, encoding, format, tag, count) \
	(UET__CAT(form, _n), text, also, (encoding) | UET_EH_CONSTANT_ARRAY, \
	 format, tag, n)
#define UET__EH_SEQUENCE(none, shape, name, metadata, x) \
	(uet_eh_counted, name, UET__EH_SEQUENCE_(UET__UNPACK metadata), \
	 UET__EH_ELEMENT_##shape(x))
#define UET__EH_SEQUENCE_(...) UET__EH_SEQUENCE__(__VA_ARGS__)
#define UET__EH_SEQUENCE__(form, text, also, encoding, format, tag, count) \
	(form, text, also, (encoding) | UET_EH_VARIABLE_ARRAY, format, tag, \
	 count)
#define UET__EH_ELEMENT_uet_int(type) (UET__ARG_ARRAY, type, sizeof(type))
#define UET__EH_ELEMENT_uet_float(type) (UET__ARG_ARRAY, type, sizeof(type))
#define UET__EH_ELEMENT_uet_bool(x) (UET__ARG_ARRAY, bool, sizeof(bool))
#define UET__EH_ELEMENT_uet_ptr(x) (UET__ARG_ARRAY, uint64_t, sizeof(uint64_t))
#define UET__EH_ELEMENT_uet_eh_block(x) (UET__ARG_POINTER, void, 16)

/*
 * Metadata, for UET__MAP(): what(c, left, field).
 */
#define UET__EH_META(c, left, field) UET__EH_META_ field
#define UET__EH_META_(shape, name, metadata, x) \
	UET__EH_META__(name, UET__UNPACK metadata)
#define UET__EH_META__(...) UET__EH_META___(__VA_ARGS__)
#define UET__EH_META___(name, form, text, also, encoding, format, tag, count) \
	UET__EH_META_##form(name, text also)
#define UET__EH_META_OF(name, text, ...) \
	struct { \
		char uet__name[sizeof(text)]; \
		uint8_t uet__encoding; \
		__VA_ARGS__ \
	} __attribute__((packed)) name;
#define UET__EH_META_uet_eh_none(name, text)
#define UET__EH_META_uet_eh_plain(name, text) UET__EH_META_OF(name, text, )
#define UET__EH_META_uet_eh_formatted(name, text) \
	UET__EH_META_OF(name, text, uint8_t uet__format;)
#define UET__EH_META_uet_eh_tagged(name, text) \
	UET__EH_META_OF(name, text, uint8_t uet__format; uint16_t uet__tag;)
#define UET__EH_META_uet_eh_plain_n(name, text) \
	UET__EH_META_OF(name, text, uint16_t uet__count;)
#define UET__EH_META_uet_eh_formatted_n(name, text) \
	UET__EH_META_OF(name, text, uint8_t uet__format; uint16_t uet__count;)
#define UET__EH_META_uet_eh_tagged_n(name, text) \
	UET__EH_META_OF(name, text, uint8_t uet__format; uint16_t uet__tag; \
			uint16_t uet__count;)

#define UET__EH_META_VALUE(c, left, field) UET__EH_META_VALUE_ field
#define UET__EH_META_VALUE_(shape, name, metadata, x) \
	UET__EH_META_VALUE__(UET__UNPACK metadata)
#define UET__EH_META_VALUE__(...) UET__EH_META_VALUE___(__VA_ARGS__)
#define UET__EH_META_VALUE___(form, text, also, encoding, format, tag, count) \
	UET__EH_META_VALUE_##form(text also, encoding, format, tag, count)
#define UET__EH_META_VALUE_uet_eh_none(t, e, f, tag, n)
#define UET__EH_META_VALUE_uet_eh_plain(t, e, f, tag, n) { t, e },
#define UET__EH_META_VALUE_uet_eh_formatted(t, e, f, tag, n) \
	{ t, (e) | UET_EH_HAS_FORMAT, f },
#define UET__EH_META_VALUE_uet_eh_tagged(t, e, f, tag, n) \
	{ t, (e) | UET_EH_HAS_FORMAT, (f) | UET_EH_HAS_TAG, tag },
#define UET__EH_META_VALUE_uet_eh_plain_n(t, e, f, tag, n) { t, e, n },
#define UET__EH_META_VALUE_uet_eh_formatted_n(t, e, f, tag, n) \
	{ t, (e) | UET_EH_HAS_FORMAT, f, n },
#define UET__EH_META_VALUE_uet_eh_tagged_n(t, e, f, tag, n) \
	{ t, (e) | UET_EH_HAS_FORMAT, (f) | UET_EH_HAS_TAG, tag, n },

/*
 * What the shapes have in common: numbers, pointers with one and with two
 * slots (the second a count, or the parent's id), and what takes no argument.
 */
#define UET__EH_GROUP_uet_int uet_eh_value
#define UET__EH_GROUP_uet_float uet_eh_value
#define UET__EH_GROUP_uet_bool uet_eh_value
#define UET__EH_GROUP_uet_ptr uet_eh_value
#define UET__EH_GROUP_uet_str uet_eh_one
#define UET__EH_GROUP_uet_eh_text uet_eh_one
#define UET__EH_GROUP_uet_eh_block uet_eh_one
#define UET__EH_GROUP_uet_eh_array uet_eh_one
#define UET__EH_GROUP_uet_eh_counted uet_eh_two
#define UET__EH_GROUP_uet_eh_activity uet_eh_one
#define UET__EH_GROUP_uet_eh_related uet_eh_two
#define UET__EH_GROUP_uet_eh_struct uet_eh_none
#define UET__EH_GROUP_uet_eh_option uet_eh_none
#define UET__EH_BY_GROUP(what, shape) UET__CAT(what, UET__EH_GROUP_##shape)

/* Activities and options of the event, and what is none. */
#define UET__EH_SORT_uet_int 0
#define UET__EH_SORT_uet_float 0
#define UET__EH_SORT_uet_bool 0
#define UET__EH_SORT_uet_ptr 0
#define UET__EH_SORT_uet_str 0
#define UET__EH_SORT_uet_eh_text 0
#define UET__EH_SORT_uet_eh_block 0
#define UET__EH_SORT_uet_eh_array 0
#define UET__EH_SORT_uet_eh_counted 0
#define UET__EH_SORT_uet_eh_struct 0
#define UET__EH_SORT_uet_eh_activity activity
#define UET__EH_SORT_uet_eh_related activity
#define UET__EH_SORT_uet_eh_option option
#define UET__EH_BY_SORT(what, shape) UET__CAT(what, UET__EH_SORT_##shape)

/*
 * The header: sums of what the options say, and the activity's extension.
 */
#define UET__EH_VERSION(c, left, field) UET__EH_VERSION_ field
#define UET__EH_VERSION_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_TAKE_, shape)(UET__EH_VERSION_OF, x)
#define UET__EH_VERSION_OF(version, id, tag, opcode) +(version)
#define UET__EH_ID(c, left, field) UET__EH_ID_ field
#define UET__EH_ID_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_TAKE_, shape)(UET__EH_ID_OF, x)
#define UET__EH_ID_OF(version, id, tag, opcode) +(id)
#define UET__EH_EVENT_TAG(c, left, field) UET__EH_EVENT_TAG_ field
#define UET__EH_EVENT_TAG_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_TAKE_, shape)(UET__EH_EVENT_TAG_OF, x)
#define UET__EH_EVENT_TAG_OF(version, id, tag, opcode) +(tag)
#define UET__EH_OPCODE(c, left, field) UET__EH_OPCODE_ field
#define UET__EH_OPCODE_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_TAKE_, shape)(UET__EH_OPCODE_OF, x)
#define UET__EH_OPCODE_OF(version, id, tag, opcode) +(opcode)
#define UET__EH_TAKE_0(what, x)
#define UET__EH_TAKE_activity(what, x)
#define UET__EH_TAKE_option(what, x) what x

#define UET__EH_CHAIN(c, left, field) UET__EH_CHAIN_ field
#define UET__EH_CHAIN_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_CHAIN_, shape)
#define UET__EH_CHAIN_0
#define UET__EH_CHAIN_activity +UET_EH_KIND_CHAIN
#define UET__EH_CHAIN_option

#define UET__EH_HEAD(c, left, field) UET__EH_HEAD_ field
#define UET__EH_HEAD_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_HEAD_, shape)
#define UET__EH_HEAD_0
#define UET__EH_HEAD_activity uint16_t uet__activity_size, uet__activity_kind;
#define UET__EH_HEAD_option

#define UET__EH_HEAD_VALUE(c, left, field) UET__EH_HEAD_VALUE_ field
#define UET__EH_HEAD_VALUE_(shape, name, metadata, x) \
	UET__EH_BY_SORT(UET__EH_HEAD_VALUE_, shape)(x)
#define UET__EH_HEAD_VALUE_0(x)
#define UET__EH_HEAD_VALUE_activity(size) size, UET_EH_KIND_ACTIVITY,
#define UET__EH_HEAD_VALUE_option(x)

/*
 * Arguments: lists with a comma in front of each member, since a field may take
 * none or two.
 */
#define UET__EH_PARAM(c, left, field) UET__EH_PARAM_ field
#define UET__EH_PARAM_(shape, name, metadata, x) UET__EH_PARAM_##shape(name, x)
#define UET__EH_PARAM_uet_int(name, type) , UET__PARAM_uet_int(name, type)
#define UET__EH_PARAM_uet_float(name, type) , UET__PARAM_uet_float(name, type)
#define UET__EH_PARAM_uet_bool(name, x) , UET__PARAM_uet_bool(name, x)
#define UET__EH_PARAM_uet_ptr(name, x) , UET__PARAM_uet_ptr(name, x)
#define UET__EH_PARAM_uet_str(name, x) , const char *name
#define UET__EH_PARAM_uet_eh_text(name, unit) , const void *name
#define UET__EH_PARAM_uet_eh_block(name, x) , const void *name
#define UET__EH_PARAM_uet_eh_array(name, x) \
	UET__EH_PARAM_ARRAY(name, UET__UNPACK x)
#define UET__EH_PARAM_ARRAY(...) UET__EH_PARAM_ARRAY_(__VA_ARGS__)
#define UET__EH_PARAM_ARRAY_(name, n, class_, type, size) , const type *name
#define UET__EH_PARAM_uet_eh_counted(name, x) \
	UET__EH_PARAM_COUNTED(name, UET__UNPACK x)
#define UET__EH_PARAM_COUNTED(...) UET__EH_PARAM_COUNTED_(__VA_ARGS__)
#define UET__EH_PARAM_COUNTED_(name, class_, type, size) \
	, const type *name, UET__INTEGER_PARAM(size_t) uet__size_##name
#define UET__EH_PARAM_uet_eh_struct(name, n)
#define UET__EH_PARAM_uet_eh_option(name, x)
#define UET__EH_PARAM_uet_eh_activity(name, x) , const void *name
#define UET__EH_PARAM_uet_eh_related(name, x) \
	, const void *name, const void *uet__size_##name

#define UET__EH_CLASS(c, left, field) UET__EH_CLASS_ field
#define UET__EH_CLASS_(shape, name, metadata, x) UET__EH_CLASS_##shape(x)
#define UET__EH_CLASS_uet_int(type) , (UET__ARG_INTEGER, char)
#define UET__EH_CLASS_uet_float(type) , (UET__ARG_NUMBER, char)
#define UET__EH_CLASS_uet_bool(x) , (UET__ARG_INTEGER, char)
#define UET__EH_CLASS_uet_ptr(x) , (UET__ARG_POINTER, char)
#define UET__EH_CLASS_uet_str(x) , (UET__ARG_STRING, char)
#define UET__EH_CLASS_uet_eh_text(unit) , (UET__ARG_POINTER, char)
#define UET__EH_CLASS_uet_eh_block(x) , (UET__ARG_POINTER, char)
#define UET__EH_CLASS_uet_eh_array(x) UET__EH_CLASS_ARRAY x
#define UET__EH_CLASS_ARRAY(n, class_, type, size) , (class_, type)
#define UET__EH_CLASS_uet_eh_counted(x) UET__EH_CLASS_COUNTED x
#define UET__EH_CLASS_COUNTED(class_, type, size) \
	, (class_, type), (UET__ARG_INTEGER, char)
#define UET__EH_CLASS_uet_eh_struct(n)
#define UET__EH_CLASS_uet_eh_option(x)
#define UET__EH_CLASS_uet_eh_activity(x) , (UET__ARG_POINTER, char)
#define UET__EH_CLASS_uet_eh_related(x) \
	, (UET__ARG_POINTER, char), (UET__ARG_POINTER, char)

#define UET__EH_OPERAND(c, left, field) UET__EH_OPERAND_ field
#define UET__EH_OPERAND_(shape, name, metadata, x) \
	UET__EH_BY_GROUP(UET__EH_OPERAND_, shape)
#define UET__EH_OPERAND_uet_eh_value , ~
#define UET__EH_OPERAND_uet_eh_one , ~
#define UET__EH_OPERAND_uet_eh_two , ~, ~
#define UET__EH_OPERAND_uet_eh_none

#define UET__EH_PASS_PARAM(c, left, field) UET__EH_PASS_PARAM_ field
#define UET__EH_PASS_PARAM_(shape, name, metadata, x) \
	UET__EH_BY_GROUP(UET__EH_PASS_PARAM_, shape)(name)
#define UET__EH_PASS_PARAM_uet_eh_value(name) , name
#define UET__EH_PASS_PARAM_uet_eh_one(name) , name
#define UET__EH_PASS_PARAM_uet_eh_two(name) , name, uet__size_##name
#define UET__EH_PASS_PARAM_uet_eh_none(name)

/*
 * Places.
 */

/* How many fields are left at the first one without a place in the record. */
#define UET__EH_FIRST(...) \
	UET__SECOND(~ UET__MAP(UET__EH_VARIABLE, ~, __VA_ARGS__), 0)
#define UET__EH_VARIABLE(c, left, field) \
	UET__EH_VARIABLE_(left, UET__UNPACK field)
#define UET__EH_VARIABLE_(...) UET__EH_VARIABLE__(__VA_ARGS__)
#define UET__EH_VARIABLE__(left, shape, name, metadata, x) \
	UET__EH_BY_GROUP(UET__EH_VARIABLE_, shape)(left)
#define UET__EH_VARIABLE_uet_eh_value(left)
#define UET__EH_VARIABLE_uet_eh_one(left) , left
#define UET__EH_VARIABLE_uet_eh_two(left) , left
#define UET__EH_VARIABLE_uet_eh_none(left)
#define UET__EH_IS_EARLY(id, left) ((left) > uet__first_##id)

#define UET__EH_MEMBER(c, left, field) UET__EH_MEMBER_ field
#define UET__EH_MEMBER_(shape, name, metadata, x) \
	UET__EH_MEMBER_##shape(name, x)
#define UET__EH_MEMBER_uet_int(name, type) type name;
#define UET__EH_MEMBER_uet_float(name, type) type name;
#define UET__EH_MEMBER_uet_bool(name, x) uint8_t name;
#define UET__EH_MEMBER_uet_ptr(name, x) uint64_t name;
#define UET__EH_MEMBER_uet_str(name, x)
#define UET__EH_MEMBER_uet_eh_text(name, x)
#define UET__EH_MEMBER_uet_eh_block(name, x)
#define UET__EH_MEMBER_uet_eh_array(name, x)
#define UET__EH_MEMBER_uet_eh_counted(name, x)
#define UET__EH_MEMBER_uet_eh_struct(name, x)
#define UET__EH_MEMBER_uet_eh_option(name, x)
#define UET__EH_MEMBER_uet_eh_activity(name, x)
#define UET__EH_MEMBER_uet_eh_related(name, x)

#define UET__EH_SLOT(c, left, field) UET__EH_SLOT_ field
#define UET__EH_SLOT_(shape, name, metadata, x) \
	UET__EH_BY_GROUP(UET__EH_SLOT_, shape)(name)
#define UET__EH_SLOT_uet_eh_value(name) uint64_t uet__slot_##name;
#define UET__EH_SLOT_uet_eh_one(name) uint64_t uet__slot_##name;
#define UET__EH_SLOT_uet_eh_two(name) \
	uint64_t uet__slot_##name; uint64_t uet__second_##name;
#define UET__EH_SLOT_uet_eh_none(name)

/* How many numbers have a place in the record, and their bytes. */
#define UET__EH_EARLY(id, left, field) \
	UET__EH_EARLY_(id, left, UET__UNPACK field)
#define UET__EH_EARLY_(...) UET__EH_EARLY__(__VA_ARGS__)
#define UET__EH_EARLY__(id, left, shape, name, metadata, x) \
	UET__EH_BY_GROUP(UET__EH_EARLY_, shape)(id, left)
#define UET__EH_EARLY_uet_eh_value(id, left) \
	+(UET__EH_IS_EARLY(id, left) ? 1 : 0)
#define UET__EH_EARLY_uet_eh_one(id, left)
#define UET__EH_EARLY_uet_eh_two(id, left)
#define UET__EH_EARLY_uet_eh_none(id, left)

#define UET__EH_EARLY_SIZE(id, left, field) \
	UET__EH_EARLY_SIZE_(id, left, UET__UNPACK field)
#define UET__EH_EARLY_SIZE_(...) UET__EH_EARLY_SIZE__(__VA_ARGS__)
#define UET__EH_EARLY_SIZE__(id, left, shape, name, metadata, x) \
	UET__EH_BY_GROUP(UET__EH_EARLY_SIZE_, shape) \
	(id, left, UET__EH_SIZE_##shape(x))
#define UET__EH_EARLY_SIZE_uet_eh_value(id, left, size) \
	+(UET__EH_IS_EARLY(id, left) ? 1 : 0) * size
#define UET__EH_EARLY_SIZE_uet_eh_one(id, left, size)
#define UET__EH_EARLY_SIZE_uet_eh_two(id, left, size)
#define UET__EH_EARLY_SIZE_uet_eh_none(id, left, size)

/* Bytes of a part's place, or of its units. */
#define UET__EH_SIZE_uet_int(type) sizeof(type)
#define UET__EH_SIZE_uet_float(type) sizeof(type)
#define UET__EH_SIZE_uet_bool(x) 1
#define UET__EH_SIZE_uet_ptr(x) 8
#define UET__EH_SIZE_uet_str(x) 1
#define UET__EH_SIZE_uet_eh_text(unit) unit
#define UET__EH_SIZE_uet_eh_block(x) 16
#define UET__EH_SIZE_uet_eh_array(x) UET__EH_SIZE_ARRAY x
#define UET__EH_SIZE_ARRAY(n, class_, type, size) (n) * size
#define UET__EH_SIZE_uet_eh_counted(x) UET__EH_SIZE_COUNTED x
#define UET__EH_SIZE_COUNTED(class_, type, size) size
#define UET__EH_SIZE_uet_eh_struct(x) 0
#define UET__EH_SIZE_uet_eh_option(x) 0
#define UET__EH_SIZE_uet_eh_activity(x) 16
#define UET__EH_SIZE_uet_eh_related(x) 16

#define UET__EH_PART(c, left, field) UET__EH_PART_ field
#define UET__EH_PART_(shape, name, metadata, x) \
	UET__EH_PART_##shape(UET__EH_SIZE_##shape(x))
#define UET__EH_PART_uet_int(size) { 0, UET_PART_VALUE, size },
#define UET__EH_PART_uet_float(size) { 0, UET_PART_VALUE, size },
#define UET__EH_PART_uet_bool(size) { 0, UET_PART_VALUE, size },
#define UET__EH_PART_uet_ptr(size) { 0, UET_PART_VALUE, size },
#define UET__EH_PART_uet_str(size) { 0, UET_PART_STRING, size },
#define UET__EH_PART_uet_eh_text(size) { 0, UET_PART_TEXT, size },
#define UET__EH_PART_uet_eh_block(size) { 0, UET_PART_COPY, size },
#define UET__EH_PART_uet_eh_array(size) { 0, UET_PART_COPY, size },
#define UET__EH_PART_uet_eh_counted(size) \
	{ 0, UET_PART_ARRAY, size }, { 0, UET_PART_SIZE, 0 },
#define UET__EH_PART_uet_eh_struct(size)
#define UET__EH_PART_uet_eh_option(size)
#define UET__EH_PART_uet_eh_activity(size) { 0, UET_PART_COPY, size },
#define UET__EH_PART_uet_eh_related(size) \
	{ 0, UET_PART_COPY, size }, { 0, UET_PART_COPY, size },

/*
 * From the parameters into uet__record or uet__slots.
 */
#define UET__EH_STORE(id, left, field) \
	UET__EH_STORE_(id, left, UET__UNPACK field)
#define UET__EH_STORE_(...) UET__EH_STORE__(__VA_ARGS__)
#define UET__EH_STORE__(id, left, shape, name, metadata, x) \
	UET__EH_STORE_##shape(id, left, name, x)
#define UET__EH_STORE_VALUE(id, left, name, type, value) \
	{ \
		type uet__value = value; \
		__builtin_memcpy( \
			UET__EH_IS_EARLY(id, left) ? \
			UET__CAST(void *, &uet__record.fixed.name) : \
			UET__CAST(void *, &uet__slots.uet__slot_##name), \
			&uet__value, sizeof(uet__value)); \
	}
#define UET__EH_STORE_POINTER(name) \
	uet__slots.uet__slot_##name = UET__ADDRESS(name);
#define UET__EH_STORE_uet_int(id, left, name, type) \
	UET__EH_STORE_VALUE(id, left, name, type, UET__PARAM_VALUE(name))
#define UET__EH_STORE_uet_float(id, left, name, type) \
	UET__EH_STORE_VALUE(id, left, name, type, UET__PARAM_VALUE(name))
#define UET__EH_STORE_uet_bool(id, left, name, x) \
	UET__EH_STORE_VALUE(id, left, name, uint8_t, \
			    UET__PARAM_VALUE(name) ? 1 : 0)
#define UET__EH_STORE_uet_ptr(id, left, name, x) \
	UET__EH_STORE_VALUE(id, left, name, uint64_t, UET__ADDRESS(name))
#define UET__EH_STORE_uet_str(id, left, name, x) UET__EH_STORE_POINTER(name)
#define UET__EH_STORE_uet_eh_text(id, left, name, x) UET__EH_STORE_POINTER(name)
#define UET__EH_STORE_uet_eh_block(id, left, name, x) \
	UET__EH_STORE_POINTER(name)
#define UET__EH_STORE_uet_eh_array(id, left, name, x) \
	UET__EH_STORE_POINTER(name)
#define UET__EH_STORE_uet_eh_counted(id, left, name, x) \
	UET__EH_STORE_POINTER(name) \
	uet__slots.uet__second_##name = UET__PARAM_VALUE(uet__size_##name);
#define UET__EH_STORE_uet_eh_struct(id, left, name, x)
#define UET__EH_STORE_uet_eh_option(id, left, name, x)
#define UET__EH_STORE_uet_eh_activity(id, left, name, x) \
	UET__EH_STORE_POINTER(name)
#define UET__EH_STORE_uet_eh_related(id, left, name, x) \
	UET__EH_STORE_POINTER(name) \
	uet__slots.uet__second_##name = UET__ADDRESS(uet__size_##name);

/* The same for x86-64's assembly. */
#define UET__EH_ASM_TEXT(c, left, field) UET__EH_ASM_TEXT_ field
#define UET__EH_ASM_TEXT_(shape, name, metadata, x) \
	UET__EH_ASM_TEXT_##shape(name, x)
#define UET__EH_ASM_TEXT_uet_int(name, type) UET__ASM_TEXT_uet_int(name, type)
#define UET__EH_ASM_TEXT_uet_float(name, type) \
	UET__ASM_TEXT_uet_float(name, type)
#define UET__EH_ASM_TEXT_uet_bool(name, x) UET__ASM_TEXT_uet_bool(name, x)
#define UET__EH_ASM_TEXT_uet_ptr(name, x) UET__ASM_TEXT_uet_ptr(name, x)
#define UET__EH_ASM_TEXT_uet_str(name, x) UET__ASM_TEXT_uet_str(name, x)
#define UET__EH_ASM_TEXT_uet_eh_text(name, x) UET__ASM_TEXT_uet_str(name, x)
#define UET__EH_ASM_TEXT_uet_eh_block(name, x) UET__ASM_TEXT_uet_str(name, x)
#define UET__EH_ASM_TEXT_uet_eh_array(name, x) UET__ASM_TEXT_uet_str(name, x)
#define UET__EH_ASM_TEXT_uet_eh_counted(name, x) \
	UET__ASM_TEXT_uet_bytes(name, x)
#define UET__EH_ASM_TEXT_uet_eh_struct(name, x)
#define UET__EH_ASM_TEXT_uet_eh_option(name, x)
#define UET__EH_ASM_TEXT_uet_eh_activity(name, x) UET__ASM_TEXT_uet_str(name, x)
#define UET__EH_ASM_TEXT_uet_eh_related(name, x) \
	UET__ASM_TEXT_uet_bytes(name, x)

#define UET__EH_ASM_INPUT(id, left, field) \
	UET__EH_ASM_INPUT_(id, left, UET__UNPACK field)
#define UET__EH_ASM_INPUT_(...) UET__EH_ASM_INPUT__(__VA_ARGS__)
#define UET__EH_ASM_INPUT__(id, left, shape, name, metadata, x) \
	UET__EH_ASM_INPUT_##shape(id, left, name, x)
#define UET__EH_ASM_VALUE(id, left, name, value) \
	UET__ASM_IN(name, value, \
		    UET__EH_IS_EARLY(id, left) ? \
		    offsetof(struct uet__record_##id, name) : UET_GATE_SLOTS + \
		    offsetof(struct uet__slots_##id, uet__slot_##name))
#define UET__EH_ASM_POINTER(id, name) \
	UET__ASM_SLOT(id, name, uet__slot_##name, name)
#define UET__EH_ASM_SECOND(id, name, value) \
	UET__ASM_SLOT(id, uet__size_##name, uet__second_##name, value)
#define UET__EH_ASM_INPUT_uet_int(id, left, name, type) \
	UET__EH_ASM_VALUE(id, left, name, UET__PARAM_VALUE(name))
#define UET__EH_ASM_INPUT_uet_float(id, left, name, type) \
	UET__EH_ASM_VALUE(id, left, name, \
			  uet__bits_of_##type(UET__PARAM_VALUE(name)))
#define UET__EH_ASM_INPUT_uet_bool(id, left, name, x) \
	UET__EH_ASM_VALUE(id, left, name, \
			  UET__CAST(uint8_t, UET__PARAM_VALUE(name) ? 1 : 0))
#define UET__EH_ASM_INPUT_uet_ptr(id, left, name, x) \
	UET__EH_ASM_VALUE(id, left, name, name)
#define UET__EH_ASM_INPUT_uet_str(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name)
#define UET__EH_ASM_INPUT_uet_eh_text(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name)
#define UET__EH_ASM_INPUT_uet_eh_block(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name)
#define UET__EH_ASM_INPUT_uet_eh_array(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name)
#define UET__EH_ASM_INPUT_uet_eh_counted(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name) \
	UET__EH_ASM_SECOND(id, name, UET__PARAM_VALUE(uet__size_##name))
#define UET__EH_ASM_INPUT_uet_eh_struct(id, left, name, x)
#define UET__EH_ASM_INPUT_uet_eh_option(id, left, name, x)
#define UET__EH_ASM_INPUT_uet_eh_activity(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name)
#define UET__EH_ASM_INPUT_uet_eh_related(id, left, name, x) \
	UET__EH_ASM_POINTER(id, name) \
	UET__EH_ASM_SECOND(id, name, uet__size_##name)

#endif /* UET_DETAIL_EVENTHEADER_FIELD_H */
