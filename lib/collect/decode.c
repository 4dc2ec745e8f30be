/* SPDX-License-Identifier: MIT */
/*
 * Compiles a format into a plan, and visits a record by it.  Knows nothing
 * about files and little about printing: only the keys in front of values.
 */
#include <errno.h>
#include <stdlib.h>

#include <uet/catalog.h>

#include "collect_internal.h"
#include "eventheader_line.h"
#include "plan.h"
#include "print.h"

static enum uet_value_kind scalar_kind(const struct uet_field *f)
{
	switch (f->kind) {
	case UET_FIELD_UINT:
		return UET_VALUE_UINT;
	case UET_FIELD_INT:
		return UET_VALUE_INT;
	case UET_FIELD_POINTER:
		return UET_VALUE_POINTER;
	case UET_FIELD_FLOAT:
		return f->element_size == 4 ? UET_VALUE_F32 : UET_VALUE_F64;
	case UET_FIELD_STRING:
		return UET_VALUE_STRING;
	case UET_FIELD_BYTES:
		break;
	}
	return UET_VALUE_BYTES;
}

static enum uet_plan_load load_of(const struct uet_plan_field *f)
{
	if (f->place != UET_PLACE_FIXED || f->kind == UET_VALUE_STRING ||
	    f->kind == UET_VALUE_BYTES || f->kind == UET_VALUE_ARRAY)
		return UET_LOAD_OTHER;
	if (f->kind == UET_VALUE_UINT && f->size == 4)
		return UET_LOAD_U32;
	if (f->kind == UET_VALUE_UINT && f->size == 8)
		return UET_LOAD_U64;
	if (f->kind == UET_VALUE_F64)
		return UET_LOAD_F64;
	return UET_LOAD_NUMBER;
}

void uet_plan_field_compile(struct uet_plan_field *to, const struct uet_field *f)
{
	enum uet_value_kind kind = scalar_kind(f);

	to->field = f;
	to->offset = f->offset;
	to->size = f->size;
	to->element_size = f->element_size;
	to->place = (uint8_t)f->place;
	to->element = (uint8_t)kind;
	to->kind = (uint8_t)kind;
	if (f->is_array && kind != UET_VALUE_STRING &&
	    kind != UET_VALUE_BYTES)
		to->kind = UET_VALUE_ARRAY;
	to->load = (uint8_t)load_of(to);
}

/* The keys of one field; where they are is only known when all are there. */
static int add_keys(struct uet_plan *plan, struct uet_plan_field *f,
		    const char *name)
{
	struct uet_buffer *b = &plan->keys;
	size_t len = strlen(name);
	size_t start = b->size;
	int ret;

	ret = uet_buffer_put(b, " ", 1);
	if (!ret)
		ret = uet_text_string(b, name, len);
	if (!ret)
		ret = uet_buffer_put(b, "=", 1);
	f->keys[UET_KEY_TEXT].size = b->size - start;
	start = b->size;
	if (!ret && f != plan->fields)
		ret = uet_buffer_put(b, ",", 1);
	if (!ret)
		ret = uet_json_string(b, name, len);
	if (!ret)
		ret = uet_buffer_put(b, ":", 1);
	f->keys[UET_KEY_JSON].size = b->size - start;
	return ret;
}

static void set_keys(struct uet_plan *plan)
{
	const char *at = plan->keys.data;

	for (size_t i = 0; i < plan->n_fields; i++)
		for (int style = 0; style < UET_N_KEYS; style++) {
			struct uet_plan_key *key = &plan->fields[i].keys[style];

			key->text = at;
			at += key->size;
		}
}

static int add_event(struct uet_plan *plan, const char *event)
{
	struct uet_buffer b = { .data = NULL };
	size_t len = strlen(event);
	int ret;

	ret = uet_text_string(&b, event, len);
	plan->text_event = b.data;
	plan->text_event_size = b.size;
	if (ret)
		return ret;
	memset(&b, 0, sizeof(b));
	ret = uet_json_string(&b, event, len);
	if (!ret && uet_catalog_base(event) != len)
		ret = uet_buffer_put(&b, ",\"base\":", 8);
	if (!ret && uet_catalog_base(event) != len)
		ret = uet_json_string(&b, event, uet_catalog_base(event));
	if (!ret)
		ret = uet_buffer_put(&b, ",\"fields\":{", 11);
	plan->json_event = b.data;
	plan->json_event_size = b.size;
	return ret;
}

static int add_field(struct uet_plan *plan, const struct uet_field *f)
{
	struct uet_plan_field *to = &plan->fields[plan->n_fields++];
	size_t end = (size_t)f->offset + f->size;

	uet_plan_field_compile(to, f);
	if (end > plan->fixed_end)
		plan->fixed_end = end;
	return add_keys(plan, to, f->name);
}

/* All fields of that name; NULL means every one but the common ones. */
static int add_named(struct uet_plan *plan, const char *name)
{
	size_t n = uet_format_n_fields(plan->format);
	int ret = 0;

	for (size_t i = 0; i < n && !ret; i++) {
		const struct uet_field *f = uet_format_field(plan->format, i);

		if (!f->is_common && (!name || !strcmp(f->name, name)))
			ret = add_field(plan, f);
	}
	return ret;
}

/* Does the name number i stand further ahead, too? */
static bool named_before(const char *const *names, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(names[k], names[i]))
			return true;
	return false;
}

int uet_plan_new_fields(const struct uet_format *format, const char *event,
			const char *const *names, size_t n_names,
			struct uet_plan **out, struct uet_error *err)
{
	size_t n = format ? uet_format_n_fields(format) : 0;
	struct uet_plan *plan;
	int ret;

	*out = NULL;
	plan = calloc(1, sizeof(*plan) + n * sizeof(plan->fields[0]));
	if (!plan)
		return uet_error_set(err, -ENOMEM, "out of memory");
	plan->format = format;
	ret = add_event(plan, event);
	if (!ret)
		ret = uet_plan_eh_new(format, event, &plan->eh);
	if (!ret && format && !names)
		ret = add_named(plan, NULL);
	/* Once each: there is room for every field once. */
	for (size_t i = 0; !ret && format && names && i < n_names; i++)
		if (!named_before(names, i))
			ret = add_named(plan, names[i]);
	if (!ret && plan->eh && names)
		ret = uet_plan_eh_set_names(plan, names, n_names);
	/* The last key can be copied as a short one. */
	if (!ret)
		ret = uet_buffer_put(&plan->keys, (char[UET_SHORT]){ 0 },
				     UET_SHORT);
	if (ret) {
		uet_plan_free(plan);
		return uet_error_set(err, ret, "out of memory");
	}
	set_keys(plan);
	plan->room = plan->keys.size +
		     plan->n_fields * (UET_SHORT + UET_NUMBER_MAX);
	*out = plan;
	return 0;
}

int uet_plan_new(const struct uet_format *format, const char *event,
		 struct uet_plan **out, struct uet_error *err)
{
	return uet_plan_new_fields(format, event, NULL, 0, out, err);
}

void uet_plan_free(struct uet_plan *plan)
{
	if (!plan)
		return;
	uet_buffer_free(&plan->keys);
	uet_plan_eh_free(plan->eh);
	free(plan->text_event);
	free(plan->json_event);
	free(plan);
}

/* Not one of the common fields. */
static bool format_has(const struct uet_format *format, const char *name)
{
	size_t n = format ? uet_format_n_fields(format) : 0;

	for (size_t i = 0; i < n; i++) {
		const struct uet_field *f = uet_format_field(format, i);

		if (!f->is_common && !strcmp(f->name, name))
			return true;
	}
	return false;
}

int uet_plan_has_field(const struct uet_plan *plan, const struct uet_line *line,
		       const char *name)
{
	struct uet_eh_found found;
	struct uet_eh_event event;
	struct uet_eh_name lookup;
	int ret = -ENOENT;

	uet_eh_name_set(&lookup, name, 0, 0);
	if (uet_eh_of_line(plan, line, &event))
		ret = uet_eh_look_up(&lookup, &event, line->raw, &found);
	if (!ret || format_has(plan->format, name))
		return 1;
	return ret == -EBADMSG ? ret : 0;
}

int uet_plan_visit(const struct uet_plan *plan, const void *raw, size_t size,
		   uet_field_visitor visitor, void *context)
{
	for (size_t i = 0; i < plan->n_fields; i++) {
		const struct uet_plan_field *f = &plan->fields[i];
		struct uet_value value;
		int ret;

		uet_plan_decode(f, raw, size, &value);
		ret = visitor(context, f->field, &value);
		if (ret)
			return ret;
	}
	return 0;
}

void uet_value_element(const struct uet_value *array, size_t i,
		       struct uet_value *element)
{
	const unsigned char *at = array->data;

	uet_value_load(element, array->element, at + i * array->element_size,
		       array->element_size);
}
