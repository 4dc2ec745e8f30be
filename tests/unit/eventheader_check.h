/* SPDX-License-Identifier: MIT */
/*
 * What holds for each EventHeader event, whatever its bytes are: damaged ones
 * of unit tests and the fuzzer's.  Aborts where it does not.
 */
#ifndef UET_TEST_EVENTHEADER_CHECK_H
#define UET_TEST_EVENTHEADER_CHECK_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "collect/print.h"

#define DEMAND(holds)                                                          \
	do {                                                                   \
		if (!(holds)) {                                                \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__,       \
				__LINE__, #holds);                             \
			abort();                                               \
		}                                                              \
	} while (0)

/* Structs and the arrays around them. */
#define MAX_OPEN (2 * UET_EH_DEPTH_MAX)

/* Items for each byte at most: what a value lies in, beginnings and ends, and
 * as many structs behind it that the description has no fields for. */
#define MAX_ITEMS (4 * MAX_OPEN + 4)

/* The number of the character of UTF-8 at *at, which moves behind it; -1 if
 * there is none. */
static int32_t take_character(const char **at, const char *end)
{
	static const int32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *s = (const unsigned char *)*at;
	int n = *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
	int32_t c = n == 1 ? *s : *s & (0x7f >> n);

	if (end - *at < n || (*s >= 0x80 && *s < 0xc0) || *s >= 0xf8)
		return -1;
	for (int i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return -1;
		c = c << 6 | (s[i] & 0x3f);
	}
	*at += n;
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return -1;
	return c;
}

/* A JSON value of those that the printer makes; NULL if it is none. */
static const char *skip_value(const char *at, const char *end, int depth);

static const char *skip_escape(const char *at, const char *end)
{
	if (at == end || !strchr("\"\\bfnrtu", *at) || !*at)
		return NULL;
	if (*at++ != 'u')
		return at;
	for (int i = 0; i < 4; i++, at++)
		if (at == end || !strchr("0123456789abcdef", *at) || !*at)
			return NULL;
	return at;
}

static const char *skip_string(const char *at, const char *end)
{
	if (at == end || *at++ != '"')
		return NULL;
	while (at && at < end && *at != '"') {
		int32_t c = take_character(&at, end);

		if (c < ' ' || c == 0x7f)
			return NULL;
		if (c == '\\')
			at = skip_escape(at, end);
	}
	return at && at < end ? at + 1 : NULL;
}

static const char *skip_members(const char *at, const char *end, char last,
				int depth)
{
	if (at < end && *at == last)
		return at + 1;
	for (;;) {
		if (last == '}') {
			at = skip_string(at, end);
			if (!at || at == end || *at++ != ':')
				return NULL;
		}
		at = skip_value(at, end, depth);
		if (!at || at == end)
			return NULL;
		if (*at == last)
			return at + 1;
		if (*at++ != ',')
			return NULL;
	}
}

static const char *skip_value(const char *at, const char *end, int depth)
{
	const char *start = at;

	if (at == end || depth > 40)
		return NULL;
	if (*at == '"')
		return skip_string(at, end);
	if (*at == '{')
		return skip_members(at + 1, end, '}', depth + 1);
	if (*at == '[')
		return skip_members(at + 1, end, ']', depth + 1);
	while (at < end && *at && strchr("+-.0123456789aeflnrstu", *at))
		at++;
	return at > start ? at : NULL;
}

static void check_json(const struct uet_eh_event *e, struct uet_buffer *out)
{
	size_t size;

	out->size = 0;
	DEMAND(!uet_buffer_put(out, "{", 1) && !uet_eh_print_json(out, e) &&
	       !uet_buffer_put(out, "}", 1));
	size = out->size;
	/* Again, when the buffer may remember it. */
	DEMAND(!uet_buffer_put(out, "{", 1) && !uet_eh_print_json(out, e) &&
	       !uet_buffer_put(out, "}", 1));
	DEMAND(out->size == 2 * size &&
	       !memcmp(out->data, out->data + size, size));
	out->size = size;
	DEMAND(skip_value(out->data, out->data + out->size, 0) ==
	       out->data + out->size);
}

/* One line that no terminal obeys; it says if something is damaged. */
static void check_text(const struct uet_eh_event *e, struct uet_buffer *out,
		       bool is_damaged)
{
	const char *at, *end;
	size_t size;

	out->size = 0;
	DEMAND(!uet_buffer_put(out, "", 0) && !uet_eh_print_text(out, e));
	size = out->size;
	DEMAND(!uet_eh_print_text(out, e) && out->size == 2 * size &&
	       !memcmp(out->data, out->data + size, size));
	out->size = size;
	at = out->data;
	end = at + out->size;
	while (at < end) {
		int32_t c = take_character(&at, end);

		DEMAND(c >= ' ' && (c < 0x7f || c > 0x9f) && c != 0x2028 &&
		       c != 0x2029);
	}
	DEMAND(!is_damaged || memmem(out->data, out->size, "<damaged: ", 10));
}

/* Where a walk through an event is. */
struct walk {
	enum uet_eh_damage damage;
	unsigned int open;
	struct {
		bool is_array;
		uint32_t index, count; /* of an array */
		size_t path_size; /* in front of it */
	} levels[MAX_OPEN];
	char path[512]; /* up to the first value, whose it is then */
	size_t path_size;
	enum { PATH_GROWS, PATH_IS_WHOLE, PATH_IS_TOO_LONG } path_state;
};

static void grow_path(struct walk *w, const struct uet_eh_item *item)
{
	size_t size = item->field->name_size;

	if (w->path_state != PATH_GROWS || item->is_element)
		return;
	if (w->path_size + size + 2 > sizeof(w->path)) {
		w->path_state = PATH_IS_TOO_LONG;
		return;
	}
	if (w->open)
		w->path[w->path_size++] = '.';
	memcpy(w->path + w->path_size, item->field->name, size);
	w->path_size += size;
	w->path[w->path_size] = '\0';
}

static void check_element(struct walk *w, const struct uet_eh_item *item)
{
	bool is_element = w->open && w->levels[w->open - 1].is_array;

	DEMAND(item->is_element == is_element);
	if (!is_element)
		return;
	DEMAND(item->kind != UET_EH_ARRAY_BEGIN);
	DEMAND(item->index == w->levels[w->open - 1].index++);
	DEMAND(item->count == w->levels[w->open - 1].count);
	DEMAND(item->index < item->count);
}

static void check_begin(struct walk *w, const struct uet_eh_item *item)
{
	DEMAND(w->open < MAX_OPEN);
	w->levels[w->open].path_size = w->path_size;
	w->levels[w->open].is_array = item->kind == UET_EH_ARRAY_BEGIN;
	w->levels[w->open].index = 0;
	w->levels[w->open].count = item->count;
	grow_path(w, item);
	w->open++;
}

static void check_end(struct walk *w, const struct uet_eh_item *item)
{
	DEMAND(w->open);
	w->open--;
	DEMAND(w->levels[w->open].is_array ==
	       (item->kind == UET_EH_ARRAY_END));
	if (w->levels[w->open].is_array && !w->damage)
		DEMAND(w->levels[w->open].index == w->levels[w->open].count);
	if (w->path_state == PATH_GROWS)
		w->path_size = w->levels[w->open].path_size;
}

static void check_value(struct walk *w, const struct uet_eh_item *item,
			struct uet_buffer *out)
{
	const char *at, *end;

	grow_path(w, item);
	if (w->path_state == PATH_GROWS)
		w->path_state = PATH_IS_WHOLE;
	if (item->type != UET_EH_TYPE_TEXT)
		return;
	out->size = 0;
	DEMAND(!uet_eh_put_utf8(out, item));
	at = out->data;
	end = at + out->size;
	while (at < end)
		DEMAND(take_character(&at, end) >= 0);
}

static void check_item(struct walk *w, const struct uet_eh_item *item,
		       struct uet_buffer *out)
{
	bool is_end = item->kind == UET_EH_STRUCT_END ||
		      item->kind == UET_EH_ARRAY_END;

	DEMAND(item->field);
	/* Damage is told once, and behind it there are only ends. */
	DEMAND(!w->damage || is_end);
	if (is_end) {
		check_end(w, item);
	} else if (item->kind == UET_EH_DAMAGED) {
		DEMAND(item->damage);
		w->damage = item->damage;
	} else {
		check_element(w, item);
		if (item->kind == UET_EH_VALUE)
			check_value(w, item, out);
		else
			check_begin(w, item);
	}
}

static void check_find(const struct uet_eh_event *e, const struct walk *w)
{
	static const char *const paths[] = { "", ".", "a", "a.b.c",
					     "list.in.more", "none" };
	struct uet_eh_cursor c;
	struct uet_eh_item item;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		int ret = uet_eh_find(e, paths[i], &c, &item);

		DEMAND(!ret || ret == (w->damage ? -EBADMSG : -ENOENT));
	}
	if (w->path_state == PATH_IS_WHOLE)
		DEMAND(!uet_eh_find(e, w->path, &c, &item));
}

/*
 * Goes through an event of so many bytes, looks for fields in it and prints it.
 * In the end out has the text.
 */
static enum uet_eh_damage check_event(const struct uet_eh_event *e, size_t size,
				      struct uet_buffer *out)
{
	struct walk w = { .damage = UET_EH_DAMAGE_NONE };
	struct uet_eh_cursor c;
	struct uet_eh_item item;
	size_t n = 0;

	uet_eh_begin(&c, e);
	while (uet_eh_next(&c, &item) != UET_EH_END) {
		DEMAND(n++ < MAX_ITEMS * size);
		check_item(&w, &item, out);
	}
	DEMAND(!w.open && uet_eh_next(&c, &item) == UET_EH_END);
	check_find(e, &w);
	check_json(e, out);
	check_text(e, out, w.damage);
	return w.damage;
}

#endif /* UET_TEST_EVENTHEADER_CHECK_H */
