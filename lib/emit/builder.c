/* SPDX-License-Identifier: MIT */
/*
 * Builds a description field by field.  Pure, as all in uet/description.h.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/description_check.h"
#include "emit_internal.h"
#include "uet/description.h"

static const char *const types[] = {
	[UET_TYPE_U8] = "u8",
	[UET_TYPE_U16] = "u16",
	[UET_TYPE_U32] = "u32",
	[UET_TYPE_U64] = "u64",
	[UET_TYPE_S8] = "s8",
	[UET_TYPE_S16] = "s16",
	[UET_TYPE_S32] = "s32",
	[UET_TYPE_S64] = "s64",
	[UET_TYPE_F32] = "f32",
	[UET_TYPE_F64] = "f64",
	[UET_TYPE_STRING] = "__rel_loc char[]",
	[UET_TYPE_BYTES] = "__rel_loc u8[]",
	[UET_TYPE_CHARS] = "char",
};

#define N_TYPES (sizeof(types) / sizeof(types[0]))

static int fail(struct uet_description_builder *builder, int error)
{
	builder->text[0] = '\0';
	builder->length = 0;
	builder->error = error;
	return error;
}

static __attribute__((format(printf, 2, 3))) int
append(struct uet_description_builder *builder, const char *format, ...)
{
	size_t room = sizeof(builder->text) - builder->length;
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vsnprintf(builder->text + builder->length, room, format,
		      arguments);
	va_end(arguments);
	if (n < 0 || (size_t)n >= room)
		return fail(builder, -E2BIG);
	builder->length += (uint32_t)n;
	return 0;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* A C name; of any length, as the text's length has its own limit. */
static bool is_c_name(const char *name)
{
	if (!name || !is_letter(*name))
		return false;
	while (is_letter(*name) || (*name >= '0' && *name <= '9'))
		name++;
	return !*name;
}

static bool has_field(const struct uet_description_builder *builder,
		      const char *name)
{
	struct uet_description_error ignored;
	struct uet_desc_reader reader;
	struct uet_desc_field field;

	if (uet_desc_begin(&reader, builder->text, &ignored))
		return false;
	while (uet_desc_next(&reader, &field) == 1)
		if (uet_desc_span_is(field.name, name))
			return true;
	return false;
}

/* What is wrong before a field is added, or 0. */
static int check(const struct uet_description_builder *builder,
		 const char *name)
{
	if (builder->error)
		return builder->error;
	if (!builder->length || !is_c_name(name))
		return -EINVAL;
	return has_field(builder, name) ? -EEXIST : 0;
}

static const char *separator(const struct uet_description_builder *builder)
{
	return strchr(builder->text, ' ') ? "; " : " ";
}

UET_API int uet_description_begin(struct uet_description_builder *builder,
				  const char *name)
{
	memset(builder, 0, sizeof(*builder));
	if (!name || strchr(name, ' ') || uet_desc_bad_name(name))
		return fail(builder, -EINVAL);
	return append(builder, "%s", name);
}

UET_API int uet_description_add(struct uet_description_builder *builder,
				enum uet_type type, const char *name,
				size_t size)
{
	const char *text = (size_t)type < N_TYPES ? types[type] : NULL;
	int error = check(builder, name);

	if (!error && (!text || (type == UET_TYPE_CHARS ?
					 size < 1 || size > UET_DESC_ARRAY_MAX :
					 size != 0)))
		error = -EINVAL;
	if (error)
		return fail(builder, error);
	switch (type) {
	case UET_TYPE_F32:
		return append(builder, "%sstruct %s %s 4", separator(builder),
			      text, name);
	case UET_TYPE_F64:
		return append(builder, "%sstruct %s %s 8", separator(builder),
			      text, name);
	case UET_TYPE_CHARS:
		return append(builder, "%s%s[%zu] %s", separator(builder),
			      text, size, name);
	default:
		return append(builder, "%s%s %s", separator(builder), text,
			      name);
	}
}

UET_API int uet_description_add_struct(struct uet_description_builder *builder,
				       const char *tag, const char *name,
				       size_t size)
{
	int error = check(builder, name);

	if (!error && (!is_c_name(tag) || size < 1 || size > INT32_MAX))
		error = -EINVAL;
	if (error)
		return fail(builder, error);
	return append(builder, "%sstruct %s %s %zu", separator(builder), tag,
		      name, size);
}
