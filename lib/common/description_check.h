/* SPDX-License-Identifier: MIT */
/*
 * A description's text, field by field, as the kernel reads it.  Pure: no
 * system call, no allocation; the fields point into the text.
 */
#ifndef UET_COMMON_DESCRIPTION_CHECK_H
#define UET_COMMON_DESCRIPTION_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/description.h"

/* An array has this many elements at most. */
#define UET_DESC_ARRAY_MAX 1024
/* The kernel copies what follows '[' into eight bytes, the last for a NUL. */
#define UET_DESC_ARRAY_TEXT 7

/* Where in the text something stands; not NUL-terminated. */
struct uet_span {
	const char *at;
	size_t length;
};

/*
 * One field.  A refused one is filled as far as it was understood; what is
 * missing has at == NULL.
 */
struct uet_desc_field {
	struct uet_span all;	/* to its ';' or the text's end, without it */
	struct uet_span type;	/* as written: "struct s", "unsigned int" */
	struct uet_span name;	/* the kernel takes an empty one */
	struct uet_span number; /* all behind the name: a struct's size */
	uint64_t offset;	/* in the payload, bytes */
	uint32_t size;		/* in the payload: 4 when dynamic */
	bool is_struct;
	bool is_dynamic; /* a location word: __rel_loc or __data_loc */
	bool is_string;	 /* dynamic, and the data must end in a NUL */
};

struct uet_desc_reader {
	const char *text;
	size_t length;
	size_t name_length;
	const char *at;	   /* the next field; NULL: there is none */
	const char *stray; /* the first ';' without a field before it */
	uint64_t offset;   /* of the next field */
};

/*
 * Begins with the name.  Returns 0, -EINVAL or -E2BIG, with the reason in
 * *where, which is not NULL.
 */
int uet_desc_begin(struct uet_desc_reader *reader, const char *text,
		   struct uet_description_error *where);

/* The next field: 1, 0 behind the last, -EINVAL with the field in question. */
int uet_desc_next(struct uet_desc_reader *reader, struct uet_desc_field *field);

/* uet_description_check(), and what it counts; neither pointer is NULL. */
int uet_desc_check(const char *text, struct uet_description_info *info,
		   struct uet_description_error *where);

/* Which character the byte at offset belongs to in UTF-8, from 1. */
size_t uet_desc_column(const char *text, size_t offset);

/*
 * The kernel's kstrtou32() on [at, end), base 10 or 0.  Returns the number;
 * -1 when it is none, UINT32_MAX + 1 when it is too large.
 */
int64_t uet_desc_number(const char *at, const char *end, unsigned int base);

/* What the kernel takes for white space: ASCII's and byte 0xa0. */
bool uet_desc_is_space(char c);

bool uet_desc_span_is(struct uet_span span, const char *text);

/* Bytes of a type that is no struct, or -1. */
int uet_desc_type_size(struct uet_span type);

/* description_reason.c: why the kernel refuses a field. */
void uet_desc_blame(const char *text, const struct uet_desc_field *field,
		    struct uet_description_error *where);

/* Why a name or a field that the kernel takes is of no use, or NULL. */
const char *uet_desc_odd_name(struct uet_span name);
const char *uet_desc_odd_field(const struct uet_desc_field *field);

/*
 * Why an event must not have the name with which its description begins, or
 * NULL: what uet_desc_odd_name() says of it.  The kernel takes such names, and
 * some of them make the listing of all user_events fail for everybody while
 * they are registered, so that we do not hand them on.
 */
const char *uet_desc_bad_name(const char *text);

#endif /* UET_COMMON_DESCRIPTION_CHECK_H */
