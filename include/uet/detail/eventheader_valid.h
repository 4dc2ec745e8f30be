/* SPDX-License-Identifier: MIT */
/*
 * What the compiler can see to be wrong with an EventHeader event or a provider.
 * Knows the tuples of detail/eventheader_field.h, and nothing of how they are
 * laid out but the two enumerators uet__first_ID and uet__early_ID.
 */
#ifndef UET_DETAIL_EVENTHEADER_VALID_H
#define UET_DETAIL_EVENTHEADER_VALID_H

#include <stddef.h>

#include "uet/abi.h"
#include "uet/detail/eventheader_field.h"
#include "uet/detail/map.h"
#include "uet/eventheader_abi.h"

/* clang does not look into a string literal for C's _Static_assert: there a bad
 * name of a provider is only found when an event is registered. */
#if defined(__cplusplus)
static constexpr bool uet__eh_is_made_of(const char *text, const char *letters)
{
	for (; *text; text++) {
		const char *letter = letters;

		while (*letter && *letter != *text)
			letter++;
		if (!*letter)
			return false;
	}
	return true;
}
#elif defined(__clang__)
#define uet__eh_is_made_of(text, letters) 1
#else
#define uet__eh_is_made_of(text, letters) \
	(__builtin_strspn(text, letters) == sizeof(text) - 1)
#endif
#define UET__EH_DIGITS "0123456789"
#define UET__EH_LETTERS "abcdefghijklmnopqrstuvwxyz" UET__EH_DIGITS
#define UET__EH_CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define UET__EH_CHECK_PROVIDER(name, group) \
	UET__STATIC_ASSERT(sizeof(name) > 1 && uet__eh_is_made_of(name, \
				UET__EH_LETTERS UET__EH_CAPITALS), \
			   "uet: a provider's name is made of letters, digits " \
			   "and '_'"); \
	UET__STATIC_ASSERT(uet__eh_is_made_of(group, UET__EH_LETTERS), \
			   "uet: a provider's group is made of lower-case " \
			   "letters and digits");

/*
 * A literal begins with a digit, which no expression in parentheses and no name
 * does, and goes on with nothing else.  An enumerator of the result since clang
 * repeats what it asserts.
 */
#define UET__EH_CHECK_LITERALS(id, level, keyword) \
	enum { \
		uet__literals_##id = UET__EH_IS_LITERAL(level) && \
				     UET__EH_IS_LITERAL(keyword) \
	}; \
	UET__STATIC_ASSERT(uet__literals_##id, \
			   "uet: a level and a keyword are integer literals " \
			   "without suffix, or macros of one, without " \
			   "parentheses and operators");
#define UET__EH_HEX UET__EH_DIGITS "abcdefABCDEFxX"
#if defined(__clang__) && !defined(__cplusplus)
/* There it does look, letter by letter: behind this condition.  The assembler
 * finds what is behind the 20th. */
#define UET__EH_IS_LITERAL(text) \
	(__builtin_constant_p(1) ? \
	 sizeof(text) > 1 && UET__EH_IS_ONE_OF(UET__EH_DIGITS, text, 0) && \
	 UET__EH_ARE_OF(UET__EH_HEX, text, 1) && \
	 UET__EH_ARE_OF(UET__EH_HEX, text, 5) && \
	 UET__EH_ARE_OF(UET__EH_HEX, text, 9) && \
	 UET__EH_ARE_OF(UET__EH_HEX, text, 13) && \
	 UET__EH_ARE_OF(UET__EH_HEX, text, 17) : 0)
#define UET__EH_ARE_OF(letters, text, i) \
	(UET__EH_IS_ONE_OF(letters, text, i) && \
	 UET__EH_IS_ONE_OF(letters, text, i + 1) && \
	 UET__EH_IS_ONE_OF(letters, text, i + 2) && \
	 UET__EH_IS_ONE_OF(letters, text, i + 3))
#define UET__EH_IS_ONE_OF(letters, text, i) \
	(sizeof(text) <= (i) + 1 || \
	 __builtin_strchr(letters, (text)[sizeof(text) > (i) ? (i) : 0]))
#elif defined(__cplusplus)
#define UET__EH_IS_LITERAL(text) \
	((text)[0] >= '0' && (text)[0] <= '9' && \
	 uet__eh_is_made_of(text, UET__EH_HEX))
#else
#define UET__EH_IS_LITERAL(text) \
	(uet__eh_is_made_of(text, UET__EH_HEX) && \
	 __builtin_strspn(text, UET__EH_DIGITS) > 0)
#endif

/*
 * How many members structs have and how many entries stand behind them: of each
 * entry of the list, bytes of an array, one more than its members.  A struct
 * and what follows it must be more entries than members; since that holds for
 * structs inside it, too, all of its own are there.  Options are no entries and
 * so count as having one member; their names keep one from standing twice.
 */
#define UET__EH_DECLARE_SHAPE(id, ...) \
	struct uet__shape_##id { \
		UET__MAP(UET__EH_SHAPE, ~, __VA_ARGS__) \
		char uet__end; \
	};
#define UET__EH_SHAPE(c, left, field) UET__EH_SHAPE_(left, UET__UNPACK field)
#define UET__EH_SHAPE_(...) UET__EH_SHAPE__(__VA_ARGS__)
#define UET__EH_SHAPE__(left, shape, name, metadata, x) \
	UET__EH_SHAPE_IF(shape)(left, name, UET__UNPACK metadata)
#define UET__EH_SHAPE_IF(shape) UET__EH_BY_SORT(UET__EH_SHAPE_, shape)
#define UET__EH_SHAPE_0(...) UET__EH_SHAPE_FIELD(__VA_ARGS__)
#define UET__EH_SHAPE_FIELD(left, name, form, text, also, encoding, format, \
			    tag, count) \
	char uet__at_##left[((encoding) & UET_EH_ENCODING_MASK) == \
			    UET_EH_ENCODING_STRUCT ? (format) + 1 : 1];
#define UET__EH_SHAPE_activity(left, name, ...) char name[2];
#define UET__EH_SHAPE_option(left, name, ...) char name[2];
#define UET__EH_IS_WHOLE(id, left) \
	(sizeof(struct uet__shape_##id) - \
	 offsetof(struct uet__shape_##id, uet__at_##left) <= 2 * (left))

#define UET__EH_VALID_TEXT(text) \
	UET__STATIC_ASSERT(__builtin_strlen(text) == sizeof(text) - 1, \
			   "uet: a name ends at its NUL");
#define UET__EH_VALID_METADATA(...) UET__EH_VALID_METADATA_(__VA_ARGS__)
#define UET__EH_VALID_METADATA_(form, text, also, encoding, format, ...) \
	UET__EH_VALID_TEXT(text also) \
	UET__STATIC_ASSERT((format) >= 0 && (format) <= UET_EH_FORMAT_MASK, \
			   "uet: a format is 0 to 127");
#define UET__EH_VALID(id, left, field) \
	UET__EH_VALID_(id, left, UET__UNPACK field)
#define UET__EH_VALID_(...) UET__EH_VALID__(__VA_ARGS__)
#define UET__EH_VALID__(id, left, shape, name, metadata, x) \
	UET__EH_VALID_METADATA(UET__UNPACK metadata) \
	UET__EH_VALID_##shape(id, left, x)
#define UET__EH_VALID_uet_int(id, left, x)
#define UET__EH_VALID_uet_float(id, left, x)
#define UET__EH_VALID_uet_bool(id, left, x)
#define UET__EH_VALID_uet_ptr(id, left, x)
#define UET__EH_VALID_uet_str(id, left, x)
#define UET__EH_VALID_uet_eh_text(id, left, x)
#define UET__EH_VALID_uet_eh_block(id, left, x)
#define UET__EH_VALID_uet_eh_array(id, left, x) UET__EH_VALID_ARRAY x
#define UET__EH_VALID_ARRAY(n, class_, type, size) \
	UET__STATIC_ASSERT((n) >= 1 && (n) <= 8000 / size, \
			   "uet: an array takes 1 element to 8,000 bytes");
#define UET__EH_VALID_uet_eh_counted(id, left, x)
#define UET__EH_VALID_uet_eh_struct(id, left, n) \
	UET__STATIC_ASSERT((n) >= 1 && UET__EH_IS_WHOLE(id, left), \
			   "uet: a struct has 1 field or more, and these " \
			   "stand behind it");
#define UET__EH_VALID_uet_eh_option(id, left, x)
#define UET__EH_VALID_uet_eh_activity(id, left, x) UET__EH_VALID_FIRST(id, left)
#define UET__EH_VALID_uet_eh_related(id, left, x) UET__EH_VALID_FIRST(id, left)
#define UET__EH_VALID_FIRST(id, left) \
	UET__STATIC_ASSERT(uet__first_##id == (left) && uet__early_##id == 0, \
			   "uet: an activity stands in front of the fields");

#endif /* UET_DETAIL_EVENTHEADER_VALID_H */
