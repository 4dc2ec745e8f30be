/* SPDX-License-Identifier: MIT */
/*
 * Whether an argument of UET_TRACE() fits its field.  C converts pointers to
 * integers with a mere warning, so it is asked about the types of arguments;
 * C++ has parameter types that convert from the right ones only.
 */
#ifndef UET_DETAIL_ARGUMENT_H
#define UET_DETAIL_ARGUMENT_H

#include <stddef.h>
#include <stdint.h>

#include "uet/detail/count.h"
#include "uet/detail/map.h"

/* What an argument must be. */
enum {
	UET__ARG_INTEGER = 1, /* or bool, or an enumerator */
	UET__ARG_NUMBER = 2,  /* an integer or a floating point number */
	UET__ARG_POINTER = 3, /* to anything */
	UET__ARG_STRING = 4,  /* a pointer to char or void */
	UET__ARG_STRUCT = 5,  /* a pointer to the struct, or to void */
	UET__ARG_COUNT = 6,   /* a struct uet_count */
	UET__ARG_ARRAY = 7,   /* a pointer to elements of the type, or to void */
};

#ifndef __cplusplus

/* Each language warns about the other's. */
#define UET__CAST(type, x) ((type)(x))
#define UET__ADDRESS(pointer) ((uintptr_t)(pointer))
#define UET__NULL NULL

#define UET__INTEGER_PARAM(type) type
#define UET__NUMBER_PARAM(type) type
#define UET__PARAM_VALUE(p) (p)

/* What a classes' entry becomes: two names that are declared and never
 * defined, for UET__CHECK() to look at. */
#define UET__ARGUMENT(id, left, class_and_type) \
	UET__ARGUMENT_(id, left, UET__UNPACK class_and_type)
#define UET__ARGUMENT_(...) UET__ARGUMENT__(__VA_ARGS__)
#define UET__ARGUMENT__(id, left, class_, type) \
	extern char uet__class_##id##_##left[class_]; \
	extern type *uet__target_##id##_##left;

/* GCC's numbers for what an expression's type is. */
#define UET__IS_POINTER(x) (__builtin_classify_type(x) == 5)
#define UET__IS_NUMBER(x) \
	(__builtin_classify_type(x) == 8 || UET__IS_INTEGER(x))
#define UET__IS_STRUCT(x) (__builtin_classify_type(x) == 12)
#define UET__IS_INTEGER(x) \
	(__builtin_classify_type(x) >= 1 && __builtin_classify_type(x) <= 4)

#define UET__IS_COUNT(x) \
	__builtin_types_compatible_p( \
		__typeof__(__builtin_choose_expr(UET__IS_STRUCT(x), (x), 0)), \
		struct uet_count)

#define UET__POINTS_TO(x, applies, type) \
	__builtin_types_compatible_p( \
		__typeof__(*__builtin_choose_expr( \
			(applies) && UET__IS_POINTER(x), (x), (char *)0)), \
		type)

#define UET__CHECK(id, left, x) \
	UET__CHECK_(sizeof(uet__class_##id##_##left), \
		    __typeof__(*uet__target_##id##_##left), x)
#define UET__CHECK_(want, type, x) \
	_Static_assert((want) != UET__ARG_INTEGER || UET__IS_INTEGER(x), \
		       "uet: this field takes an integer"); \
	_Static_assert((want) != UET__ARG_NUMBER || UET__IS_NUMBER(x), \
		       "uet: this field takes a number"); \
	_Static_assert((want) < UET__ARG_POINTER || \
		       (want) == UET__ARG_COUNT || UET__IS_POINTER(x), \
		       "uet: this field takes a pointer"); \
	_Static_assert((want) != UET__ARG_STRING || \
		       UET__POINTS_TO(x, (want) == UET__ARG_STRING, char) || \
		       UET__POINTS_TO(x, (want) == UET__ARG_STRING, void), \
		       "uet: this field takes a string, a pointer to char"); \
	_Static_assert((want) != UET__ARG_STRUCT || \
		       UET__POINTS_TO(x, (want) == UET__ARG_STRUCT, type) || \
		       UET__POINTS_TO(x, (want) == UET__ARG_STRUCT, void), \
		       "uet: this field takes a pointer to its struct"); \
	_Static_assert((want) != UET__ARG_ARRAY || \
		       UET__POINTS_TO(x, (want) == UET__ARG_ARRAY, type) || \
		       UET__POINTS_TO(x, (want) == UET__ARG_ARRAY, void), \
		       "uet: this field takes a pointer to its elements"); \
	_Static_assert((want) != UET__ARG_COUNT || UET__IS_COUNT(x), \
		       "uet: this field takes a struct uet_count");

#else /* __cplusplus */

#include <type_traits>

#define UET__CAST(type, x) static_cast<type>(x)
#define UET__ADDRESS(pointer) reinterpret_cast<uintptr_t>(pointer)
#define UET__NULL nullptr

/* Each is passed like the number in it. */
template <typename uet__T> struct uet__integer_param {
	uet__T value;
	template <typename uet__U, typename std::enable_if<
		std::is_integral<uet__U>::value || std::is_enum<uet__U>::value,
		int>::type = 0>
	uet__integer_param(uet__U from) : value(static_cast<uet__T>(from)) {}
};

template <typename uet__T> struct uet__number_param {
	uet__T value;
	template <typename uet__U, typename std::enable_if<
		std::is_arithmetic<uet__U>::value, int>::type = 0>
	uet__number_param(uet__U from) : value(static_cast<uet__T>(from)) {}
};

#define UET__INTEGER_PARAM(type) uet__integer_param<type>
#define UET__NUMBER_PARAM(type) uet__number_param<type>
#define UET__PARAM_VALUE(p) ((p).value)
#define UET__ARGUMENT(id, left, class_and_type)
#define UET__CHECK(id, left, x)

#endif /* __cplusplus */

#endif /* UET_DETAIL_ARGUMENT_H */
