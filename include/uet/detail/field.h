/* SPDX-License-Identifier: MIT */
/*
 * What the kinds of fields are made of.  Each is a tuple
 *
 *	(shape, name, text, detail of the shape)
 *
 * from which the macros here take its part of the description, its member of
 * the packed record, its parameters of the emitter, and how the ones get into
 * the other.  (The name is "uet_f_" and the field's: a field may be called
 * errno, and a shape bool, and both be macros of the program.)  Knows nothing of
 * events and their registration.
 */
#ifndef UET_DETAIL_FIELD_H
#define UET_DETAIL_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
#define UET__MEMBER_uet_count(name, x) uint64_t name; uint8_t name##_state;
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
#define UET__PARAM_uet_count(name, x) struct uet_count name
#define UET__PARAM_uet_chars(name, n) const char *name
#define UET__PARAM_uet_struct(name, tag) const struct tag *name
#define UET__PARAM_uet_str(name, x) const char *name
#define UET__PARAM_uet_bytes(name, x) \
	const void *name, UET__INTEGER_PARAM(size_t) uet__size_##name

/* The arguments' classes and, for pointers, what they must point to: a list
 * with a comma in front of each, since one field may take two arguments. */
#define UET__CLASS(c, left, field) UET__CLASS_ field
#define UET__CLASS_(shape, name, text, x) UET__CLASS_##shape(x)
#define UET__CLASS_uet_int(type) , (UET__ARG_INTEGER, char)
#define UET__CLASS_uet_float(type) , (UET__ARG_NUMBER, char)
#define UET__CLASS_uet_bool(x) , (UET__ARG_INTEGER, char)
#define UET__CLASS_uet_ptr(x) , (UET__ARG_POINTER, char)
#define UET__CLASS_uet_count(x) , (UET__ARG_COUNT, char)
#define UET__CLASS_uet_chars(n) , (UET__ARG_STRING, char)
#define UET__CLASS_uet_struct(tag) , (UET__ARG_STRUCT, struct tag)
#define UET__CLASS_uet_str(x) , (UET__ARG_STRING, char)
#define UET__CLASS_uet_bytes(n) , (UET__ARG_POINTER, char), (UET__ARG_INTEGER, char)

/* The operands that they are to assembly, a list of the same kind. */
#define UET__OPERAND(c, left, field) UET__OPERAND_ field
#define UET__OPERAND_(shape, name, text, x) UET__OPERAND_##shape
#define UET__OPERAND_uet_int , ~
#define UET__OPERAND_uet_float , ~
#define UET__OPERAND_uet_bool , ~
#define UET__OPERAND_uet_ptr , ~
#define UET__OPERAND_uet_count , ~, ~
#define UET__OPERAND_uet_chars , ~
#define UET__OPERAND_uet_struct , ~
#define UET__OPERAND_uet_str , ~
#define UET__OPERAND_uet_bytes , ~, ~

/* The numbers that the text asks for, each with a comma behind it. */
#define UET__NUMBER(c, left, field) UET__NUMBER_ field
#define UET__NUMBER_(shape, name, text, x) UET__NUMBER_##shape(x)
#define UET__NUMBER_uet_int(type)
#define UET__NUMBER_uet_float(type)
#define UET__NUMBER_uet_bool(x)
#define UET__NUMBER_uet_ptr(x)
#define UET__NUMBER_uet_count(x)
#define UET__NUMBER_uet_chars(n) (n),
#define UET__NUMBER_uet_struct(tag) UET__CAST(uint32_t, sizeof(struct tag)),
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
#define UET__N_NUMBERS_uet_count
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
#define UET__N_DIGITS_uet_count(x)
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
#define UET__VALID_uet_count(x)
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
#define UET__N_DYNAMIC_uet_count
#define UET__N_DYNAMIC_uet_chars
#define UET__N_DYNAMIC_uet_struct
#define UET__N_DYNAMIC_uet_str +1
#define UET__N_DYNAMIC_uet_bytes +1

/* What does not fit a register is a part of the record that libuet fills:
 * struct uet_part, and a slot for each. */
#define UET__PART(id, left, field) UET__PART_(id, UET__UNPACK field)
#define UET__PART_(...) UET__PART__(__VA_ARGS__)
#define UET__PART__(id, shape, name, text, x) UET__PART_##shape(id, name, x)
#define UET__PART_OF(id, name, kind, size) \
	{ offsetof(struct uet__record_##id, name), kind, size },
#define UET__PART_uet_int(id, name, type)
#define UET__PART_uet_float(id, name, type)
#define UET__PART_uet_bool(id, name, x)
#define UET__PART_uet_ptr(id, name, x)
#define UET__PART_uet_count(id, name, x)
#define UET__PART_uet_chars(id, name, n) \
	UET__PART_OF(id, name, UET_PART_CHARS, n)
#define UET__PART_uet_struct(id, name, tag) \
	UET__PART_OF(id, name, UET_PART_COPY, sizeof(struct tag))
#define UET__PART_uet_str(id, name, x) \
	UET__PART_OF(id, name, UET_PART_STRING, 4)
#define UET__PART_uet_bytes(id, name, x) \
	UET__PART_OF(id, name, UET_PART_BYTES, 4) { 0, UET_PART_SIZE, 0 },

#define UET__N_PARTS(c, left, field) UET__N_PARTS_ field
#define UET__N_PARTS_(shape, name, text, x) UET__N_PARTS_##shape
#define UET__N_PARTS_uet_int
#define UET__N_PARTS_uet_float
#define UET__N_PARTS_uet_bool
#define UET__N_PARTS_uet_ptr
#define UET__N_PARTS_uet_count
#define UET__N_PARTS_uet_chars +1
#define UET__N_PARTS_uet_struct +1
#define UET__N_PARTS_uet_str +1
#define UET__N_PARTS_uet_bytes +2

#define UET__SLOT(c, left, field) UET__SLOT_ field
#define UET__SLOT_(shape, name, text, x) UET__SLOT_##shape(name)
#define UET__SLOT_OF(name) uint64_t name;
#define UET__SLOT_uet_int(name)
#define UET__SLOT_uet_float(name)
#define UET__SLOT_uet_bool(name)
#define UET__SLOT_uet_ptr(name)
#define UET__SLOT_uet_count(name)
#define UET__SLOT_uet_chars(name) UET__SLOT_OF(uet__slot_##name)
#define UET__SLOT_uet_struct(name) UET__SLOT_OF(uet__slot_##name)
#define UET__SLOT_uet_str(name) UET__SLOT_OF(uet__slot_##name)
#define UET__SLOT_uet_bytes(name) \
	UET__SLOT_OF(uet__slot_##name) UET__SLOT_OF(uet__size_##name)

/* From the parameters into uet__record and uet__slots. */
#define UET__STORE(c, left, field) UET__STORE_ field
#define UET__STORE_(shape, name, text, x) UET__STORE_##shape(name, x)
#define UET__STORE_uet_int(name, type) \
	uet__record.fixed.name = UET__PARAM_VALUE(name);
#define UET__STORE_uet_float(name, type) \
	uet__record.fixed.name = UET__PARAM_VALUE(name);
#define UET__STORE_uet_bool(name, x) \
	uet__record.fixed.name = UET__PARAM_VALUE(name) ? 1 : 0;
#define UET__STORE_uet_ptr(name, x) uet__record.fixed.name = UET__ADDRESS(name);
#define UET__STORE_uet_count(name, x) \
	uet__record.fixed.name = name.value; \
	uet__record.fixed.name##_state = name.state;
#define UET__STORE_SLOT(name) \
	uet__slots.uet__slot_##name = UET__ADDRESS(name);
#define UET__STORE_uet_chars(name, n) UET__STORE_SLOT(name)
#define UET__STORE_uet_struct(name, tag) UET__STORE_SLOT(name)
#define UET__STORE_uet_str(name, x) UET__STORE_SLOT(name)
#define UET__STORE_uet_bytes(name, x) \
	UET__STORE_SLOT(name) \
	uet__slots.uet__size_##name = UET__PARAM_VALUE(uet__size_##name);

/* From one function's parameters into another's of the same event. */
#define UET__PASS_PARAM(c, left, field) UET__PASS_PARAM_ field
#define UET__PASS_PARAM_(shape, name, text, x) UET__PASS_PARAM_##shape(name)
#define UET__PASS_PARAM_uet_int(name) name
#define UET__PASS_PARAM_uet_float(name) name
#define UET__PASS_PARAM_uet_bool(name) name
#define UET__PASS_PARAM_uet_ptr(name) name
#define UET__PASS_PARAM_uet_count(name) name
#define UET__PASS_PARAM_uet_chars(name) name
#define UET__PASS_PARAM_uet_struct(name) name
#define UET__PASS_PARAM_uet_str(name) name
#define UET__PASS_PARAM_uet_bytes(name) name, uet__size_##name

/*
 * The same as UET__STORE for x86-64's assembly: the instructions that store
 * the operands, which have the parameters' names, and the operands.
 */
#define UET__ASM_TEXT(c, left, field) UET__ASM_TEXT_ field
#define UET__ASM_TEXT_(shape, name, text, x) UET__ASM_TEXT_##shape(name, x)
#define UET__ASM_STORE(how, name) \
	how "[" #name "], %c[uet__at_" #name "](%%rsp)\n\t"
#define UET__MOV_uint8_t "movb %b"
#define UET__MOV_uint16_t "movw %w"
#define UET__MOV_uint32_t "movl %k"
#define UET__MOV_uint64_t "movq %q"
#define UET__MOV_int8_t "movb %b"
#define UET__MOV_int16_t "movw %w"
#define UET__MOV_int32_t "movl %k"
#define UET__MOV_int64_t "movq %q"
#define UET__MOV_float "movl %k"
#define UET__MOV_double "movq %q"
#define UET__ASM_TEXT_uet_int(name, type) \
	UET__ASM_STORE(UET__MOV_##type, name)
#define UET__ASM_TEXT_uet_float(name, type) \
	UET__ASM_STORE(UET__MOV_##type, name)
#define UET__ASM_TEXT_uet_bool(name, x) UET__ASM_STORE("movb %b", name)
#define UET__ASM_TEXT_uet_ptr(name, x) UET__ASM_STORE("movq %q", name)
#define UET__ASM_TEXT_uet_count(name, x) \
	UET__ASM_STORE("movq %q", name) UET__ASM_STORE("movb %b", name##_state)
#define UET__ASM_TEXT_uet_chars(name, n) UET__ASM_STORE("movq %q", name)
#define UET__ASM_TEXT_uet_struct(name, tag) UET__ASM_STORE("movq %q", name)
#define UET__ASM_TEXT_uet_str(name, x) UET__ASM_STORE("movq %q", name)
#define UET__ASM_TEXT_uet_bytes(name, x) \
	UET__ASM_STORE("movq %q", name) \
	UET__ASM_STORE("movq %q", uet__size_##name)

#define UET__ASM_INPUT(id, left, field) UET__ASM_INPUT_(id, UET__UNPACK field)
#define UET__ASM_INPUT_(...) UET__ASM_INPUT__(__VA_ARGS__)
#define UET__ASM_INPUT__(id, shape, name, text, x) \
	UET__ASM_INPUT_##shape(id, name, x)
#define UET__ASM_IN(name, value, at) \
	[name] "le"(value), [uet__at_##name] "i"(at),
#define UET__ASM_FIXED(id, name, value) \
	UET__ASM_IN(name, value, offsetof(struct uet__record_##id, name))
#define UET__ASM_SLOT(id, name, slot, value) \
	UET__ASM_IN(name, value, \
		    UET_GATE_SLOTS + offsetof(struct uet__slots_##id, slot))
#define UET__ASM_INPUT_uet_int(id, name, type) \
	UET__ASM_FIXED(id, name, UET__PARAM_VALUE(name))
#define UET__ASM_INPUT_uet_float(id, name, type) \
	UET__ASM_FIXED(id, name, uet__bits_of_##type(UET__PARAM_VALUE(name)))
#define UET__ASM_INPUT_uet_bool(id, name, x) \
	UET__ASM_FIXED(id, name, UET__CAST(uint8_t, UET__PARAM_VALUE(name) ? 1 : 0))
#define UET__ASM_INPUT_uet_ptr(id, name, x) UET__ASM_FIXED(id, name, name)
#define UET__ASM_INPUT_uet_count(id, name, x) \
	UET__ASM_FIXED(id, name, name.value) \
	UET__ASM_FIXED(id, name##_state, name.state)
#define UET__ASM_INPUT_uet_chars(id, name, n) \
	UET__ASM_SLOT(id, name, uet__slot_##name, name)
#define UET__ASM_INPUT_uet_struct(id, name, tag) \
	UET__ASM_SLOT(id, name, uet__slot_##name, name)
#define UET__ASM_INPUT_uet_str(id, name, x) \
	UET__ASM_SLOT(id, name, uet__slot_##name, name)
#define UET__ASM_INPUT_uet_bytes(id, name, x) \
	UET__ASM_SLOT(id, name, uet__slot_##name, name) \
	UET__ASM_SLOT(id, uet__size_##name, uet__size_##name, \
		      UET__PARAM_VALUE(uet__size_##name))

static inline __attribute__((always_inline)) uint32_t
uet__bits_of_float(float value)
{
	uint32_t bits;

	__builtin_memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static inline __attribute__((always_inline)) uint64_t
uet__bits_of_double(double value)
{
	uint64_t bits;

	__builtin_memcpy(&bits, &value, sizeof(bits));
	return bits;
}

#endif /* UET_DETAIL_FIELD_H */
