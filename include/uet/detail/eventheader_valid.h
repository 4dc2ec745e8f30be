/* SPDX-License-Identifier: MIT */
/*
 * What the compiler can see to be wrong with an EventHeader event.  Knows the
 * tuples of detail/eventheader_field.h, and nothing of how they are laid out but
 * the two enumerators uet__first_ID and uet__early_ID.
 */
#ifndef UET_DETAIL_EVENTHEADER_VALID_H
#define UET_DETAIL_EVENTHEADER_VALID_H

#include <stddef.h>

#include "uet/abi.h"
#include "uet/detail/eventheader_field.h"
#include "uet/detail/map.h"
#include "uet/eventheader_abi.h"

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
