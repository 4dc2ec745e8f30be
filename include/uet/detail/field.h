/* SPDX-License-Identifier: MIT */
/*
 * What the kinds of fields are made of.  Each is a tuple
 *
 *	(shape, name, text, detail of the shape)
 *
 * from which the macros here take its part of the description, its member of
 * the packed record, its parameters of the emitter, and how the ones get into
 * the other.  (The name is "uet_f_" and the field's: a field may be called
 * errno, and a shape bool, and both be macros of the program.)  Knows nothing of events and their registration.
 */
#ifndef UET_DETAIL_FIELD_H
#define UET_DETAIL_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "uet/abi.h"
#include "uet/detail/argument.h"
#include "uet/detail/map.h"

/* For UET__MAP() and UET__JOIN(): what(c, left, field). */
#define UET__TEXT(c, left, field) UET__TEXT_ field
#define UET__TEXT_(shape, name, text, x) " " text
#define UET__SEMICOLON() ";"

#define UET__MEMBER(c, left, field) UET__MEMBER_ field
#define UET__MEMBER_(shape, name, text, x) UET__MEMBER_##shape(name, x)
#define UET__MEMBER_uet_int(name, type) type name;
#define UET__MEMBER_uet_float(name, type) type name;
#define UET__MEMBER_uet_bool(name, x) uint8_t name;
#define UET__MEMBER_uet_ptr(name, x) uint64_t name;
#define UET__MEMBER_uet_chars(name, n) char name[n];
#define UET__MEMBER_uet_struct(name, tag) unsigned char name[sizeof(struct tag)];
#define UET__MEMBER_uet_str(name, x) uint32_t name;
#define UET__MEMBER_uet_bytes(name, x) uint32_t name;

#define UET__PARAM(c, left, field) UET__PARAM_ field
#define UET__PARAM_(shape, name, text, x) UET__PARAM_##shape(name, x)
#define UET__PARAM_uet_int(name, type) UET__INTEGER_PARAM(type) name
#define UET__PARAM_uet_float(name, type) UET__NUMBER_PARAM(type) name
#define UET__PARAM_uet_bool(name, x) UET__INTEGER_PARAM(bool) name
#define UET__PARAM_uet_ptr(name, x) const volatile void *name
#define UET__PARAM_uet_chars(name, n) const char *name
#define UET__PARAM_uet_struct(name, tag) const struct tag *name
#define UET__PARAM_uet_str(name, x) const char *name
#define UET__PARAM_uet_bytes(name, x) \
	const void *name, UET__INTEGER_PARAM(size_t) name##_size

/* The arguments' classes and, for pointers, what they must point to: a list
 * with a comma in front of each, since one field may take two arguments. */
#define UET__CLASS(c, left, field) UET__CLASS_ field
#define UET__CLASS_(shape, name, text, x) UET__CLASS_##shape(x)
#define UET__CLASS_uet_int(type) , (UET__ARG_INTEGER, char)
#define UET__CLASS_uet_float(type) , (UET__ARG_NUMBER, char)
#define UET__CLASS_uet_bool(x) , (UET__ARG_INTEGER, char)
#define UET__CLASS_uet_ptr(x) , (UET__ARG_POINTER, char)
#define UET__CLASS_uet_chars(n) , (UET__ARG_STRING, char)
#define UET__CLASS_uet_struct(tag) , (UET__ARG_STRUCT, struct tag)
#define UET__CLASS_uet_str(x) , (UET__ARG_STRING, char)
#define UET__CLASS_uet_bytes(n) , (UET__ARG_POINTER, char), (UET__ARG_INTEGER, char)

/* The numbers that the text asks for, each with a comma behind it. */
#define UET__NUMBER(c, left, field) UET__NUMBER_ field
#define UET__NUMBER_(shape, name, text, x) UET__NUMBER_##shape(x)
#define UET__NUMBER_uet_int(type)
#define UET__NUMBER_uet_float(type)
#define UET__NUMBER_uet_bool(x)
#define UET__NUMBER_uet_ptr(x)
#define UET__NUMBER_uet_chars(n) (n),
#define UET__NUMBER_uet_struct(tag) (uint32_t)sizeof(struct tag),
#define UET__NUMBER_uet_str(x)
#define UET__NUMBER_uet_bytes(x)

/* How many numbers, how many characters they take more than the byte that
 * stands for them, and whether the kernel takes them. */
#define UET__N_NUMBERS(c, left, field) UET__N_NUMBERS_ field
#define UET__N_NUMBERS_(shape, name, text, x) UET__N_NUMBERS_##shape
#define UET__N_NUMBERS_uet_int
#define UET__N_NUMBERS_uet_float
#define UET__N_NUMBERS_uet_bool
#define UET__N_NUMBERS_uet_ptr
#define UET__N_NUMBERS_uet_chars +1
#define UET__N_NUMBERS_uet_struct +1
#define UET__N_NUMBERS_uet_str
#define UET__N_NUMBERS_uet_bytes

#define UET__DIGITS(n) \
	+((n) > 9) + ((n) > 99) + ((n) > 999) + ((n) > 9999) + ((n) > 99999)
#define UET__N_DIGITS(c, left, field) UET__N_DIGITS_ field
#define UET__N_DIGITS_(shape, name, text, x) UET__N_DIGITS_##shape(x)
#define UET__N_DIGITS_uet_int(type)
#define UET__N_DIGITS_uet_float(type)
#define UET__N_DIGITS_uet_bool(x)
#define UET__N_DIGITS_uet_ptr(x)
#define UET__N_DIGITS_uet_chars(n) UET__DIGITS(n)
#define UET__N_DIGITS_uet_struct(tag) UET__DIGITS(sizeof(struct tag))
#define UET__N_DIGITS_uet_str(x)
#define UET__N_DIGITS_uet_bytes(x)

#define UET__VALID(c, left, field) UET__VALID_ field
#define UET__VALID_(shape, name, text, x) UET__VALID_##shape(x)
#define UET__VALID_uet_int(type)
#define UET__VALID_uet_float(type)
#define UET__VALID_uet_bool(x)
#define UET__VALID_uet_ptr(x)
#define UET__VALID_uet_chars(n) \
	UET__STATIC_ASSERT((n) >= 1 && (n) <= 1024, \
			   "uet: UET_CHARS() takes 1 to 1024 characters");
#define UET__VALID_uet_struct(tag) \
	UET__STATIC_ASSERT(sizeof(struct tag) <= 8000, \
			   "uet: no consumer takes so large a struct");
#define UET__VALID_uet_str(x)
#define UET__VALID_uet_bytes(x)

/* How many fields of variable length. */
#define UET__N_DYNAMIC(c, left, field) UET__N_DYNAMIC_ field
#define UET__N_DYNAMIC_(shape, name, text, x) UET__N_DYNAMIC_##shape
#define UET__N_DYNAMIC_uet_int
#define UET__N_DYNAMIC_uet_float
#define UET__N_DYNAMIC_uet_bool
#define UET__N_DYNAMIC_uet_ptr
#define UET__N_DYNAMIC_uet_chars
#define UET__N_DYNAMIC_uet_struct
#define UET__N_DYNAMIC_uet_str +1
#define UET__N_DYNAMIC_uet_bytes +1

/* From the parameters into the emitter's locals: the packed record in
 * uet__r.fixed, the fields of variable length in uet__dynamic[]. */
#define UET__STORE(c, left, field) UET__STORE_ field
#define UET__STORE_(shape, name, text, x) UET__STORE_##shape(name, x)
#define UET__STORE_uet_int(name, type) \
	uet__r.fixed.name = UET__PARAM_VALUE(name);
#define UET__STORE_uet_float(name, type) \
	uet__r.fixed.name = UET__PARAM_VALUE(name);
#define UET__STORE_uet_bool(name, x) \
	uet__r.fixed.name = UET__PARAM_VALUE(name) ? 1 : 0;
#define UET__STORE_uet_ptr(name, x) uet__r.fixed.name = (uintptr_t)name;
#define UET__STORE_uet_chars(name, n) \
	uet__put_chars(uet__r.fixed.name, name, n);
#define UET__STORE_uet_struct(name, tag) \
	uet__put_struct(uet__r.fixed.name, name, sizeof(struct tag));
#define UET__STORE_uet_str(name, x) \
	uet__put_dynamic(uet__dynamic + uet__n++, name, UET_DYNAMIC_STRING, \
			 offsetof(__typeof__(uet__r.fixed), name));
#define UET__STORE_uet_bytes(name, x) \
	uet__put_dynamic(uet__dynamic + uet__n++, name, \
			 UET__PARAM_VALUE(name##_size), \
			 offsetof(__typeof__(uet__r.fixed), name));

/* A string of at most n characters, NULs behind it; not read past its NUL. */
static inline void uet__put_chars(char *to, const char *from, size_t n)
{
	size_t length = 0;

	if (from)
		while (length < n && from[length])
			length++;
	if (length)
		memcpy(to, from, length);
	memset(to + length, 0, n - length);
}

static inline void uet__put_struct(unsigned char *to, const void *from,
				   size_t size)
{
	if (from)
		memcpy(to, from, size);
	else
		memset(to, 0, size);
}

static inline void uet__put_dynamic(struct uet_dynamic *to, const void *data,
				    size_t size, size_t where)
{
	to->data = data;
	to->size = size;
	to->where = (uint32_t)where;
}

#endif /* UET_DETAIL_FIELD_H */
