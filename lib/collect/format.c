/* SPDX-License-Identifier: MIT */
/*
 * Parses a "format" file of tracefs into fields.  Does not know where the text
 * came from, and never looks at a record.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <uet/format.h>

#include "collect_internal.h"

struct uet_format {
	char *strings; /* holds every name and type */
	const char *name;
	unsigned int id;
	struct uet_field *fields;
	size_t n_fields;
};

/* A piece of the text. */
struct span {
	const char *at;
	size_t len;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct span trimmed(struct span s)
{
	while (s.len && is_blank(s.at[0])) {
		s.at++;
		s.len--;
	}
	while (s.len && is_blank(s.at[s.len - 1]))
		s.len--;
	return s;
}

static bool starts(struct span s, const char *prefix)
{
	size_t len = strlen(prefix);

	return s.len >= len && !memcmp(s.at, prefix, len);
}

static bool equals(struct span s, const char *text)
{
	return s.len == strlen(text) && starts(s, text);
}

static struct span after(struct span s, size_t n)
{
	struct span rest = { s.at + n, s.len - n };

	return rest;
}

static bool contains(struct span s, const char *text)
{
	return s.len && memmem(s.at, s.len, text, strlen(text));
}

/* The next line, without its newline; false at the end. */
static bool next_line(struct span *text, struct span *line)
{
	const char *newline;

	if (!text->len)
		return false;
	newline = memchr(text->at, '\n', text->len);
	line->at = text->at;
	line->len = newline ? (size_t)(newline - text->at) : text->len;
	*text = after(*text, line->len + (newline ? 1 : 0));
	return true;
}

static bool get_number(struct span s, uint32_t *value)
{
	uint64_t n = 0;

	s = trimmed(s);
	if (!s.len)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		if (s.at[i] < '0' || s.at[i] > '9')
			return false;
		n = n * 10 + (uint64_t)(s.at[i] - '0');
		if (n > UINT32_MAX)
			return false;
	}
	*value = (uint32_t)n;
	return true;
}

/* The number behind "key" in the ;-separated list of a field's line. */
static bool get_property(struct span list, const char *key, uint32_t *value)
{
	while (list.len) {
		const char *semicolon = memchr(list.at, ';', list.len);
		struct span item = list;

		if (semicolon)
			item.len = (size_t)(semicolon - list.at);
		list = after(list, item.len + (semicolon ? 1 : 0));
		item = trimmed(item);
		if (starts(item, key))
			return get_number(after(item, strlen(key)), value);
	}
	return false;
}

/* What a field's declaration is made of. */
struct declaration {
	struct span type;     /* without brackets and location */
	struct span name;
	struct span brackets; /* "[16]", "[4][2]", or empty */
	enum uet_field_place place;
};

static size_t brackets_at_end(struct span s)
{
	size_t len = s.len;

	while (len && s.at[len - 1] == ']') {
		size_t open = len - 1;

		while (open && s.at[open] != '[')
			open--;
		if (s.at[open] != '[')
			break;
		len = open;
	}
	return s.len - len;
}

static struct span cut_brackets(struct span *s)
{
	size_t n = brackets_at_end(*s);
	struct span brackets = after(*s, s->len - n);

	s->len -= n;
	*s = trimmed(*s);
	return brackets;
}

/*
 * "char comm[16]", "__data_loc char[] m", "__rel_loc char m[7766496]",
 * "const char * file": the name is the last word, the brackets stand behind
 * the name or, for dynamic fields of some kernels, behind the type.
 */
static bool split_declaration(struct span s, struct declaration *d)
{
	size_t start;

	s = trimmed(s);
	d->brackets = cut_brackets(&s);
	start = s.len;
	while (start && !is_blank(s.at[start - 1]) && s.at[start - 1] != '*')
		start--;
	d->name = after(s, start);
	d->type.at = s.at;
	d->type.len = start;
	d->type = trimmed(d->type);
	if (!d->name.len || !d->type.len)
		return false;

	d->place = UET_PLACE_FIXED;
	if (starts(d->type, "__data_loc "))
		d->place = UET_PLACE_DATA_LOC;
	else if (starts(d->type, "__rel_loc "))
		d->place = UET_PLACE_REL_LOC;
	if (d->place != UET_PLACE_FIXED) {
		d->type = after(d->type, strlen("__rel_loc "));
		if (d->place == UET_PLACE_DATA_LOC)
			d->type = after(d->type, 1);
		d->type = trimmed(d->type);
	}
	if (d->type.len && d->type.at[d->type.len - 1] == ']')
		d->brackets = cut_brackets(&d->type);
	return d->type.len != 0;
}

/* The types whose size is known without looking: needed for arrays only. */
static const struct {
	const char *name;
	uint32_t size;
	bool is_unsigned;
} integer_types[] = {
	{ "s8", 1, false },	     { "__s8", 1, false },
	{ "int8_t", 1, false },	     { "s16", 2, false },
	{ "u16", 2, true },	     { "__s16", 2, false },
	{ "__u16", 2, true },	     { "int16_t", 2, false },
	{ "uint16_t", 2, true },     { "short", 2, false },
	{ "short int", 2, false },   { "unsigned short", 2, true },
	{ "s32", 4, false },	     { "u32", 4, true },
	{ "__s32", 4, false },	     { "__u32", 4, true },
	{ "int32_t", 4, false },     { "uint32_t", 4, true },
	{ "int", 4, false },	     { "unsigned int", 4, true },
	{ "unsigned", 4, true },     { "pid_t", 4, false },
	{ "s64", 8, false },	     { "u64", 8, true },
	{ "__s64", 8, false },	     { "__u64", 8, true },
	{ "int64_t", 8, false },     { "uint64_t", 8, true },
	{ "long long", 8, false },   { "unsigned long long", 8, true },
};

#define N_INTEGER_TYPES (sizeof(integer_types) / sizeof(integer_types[0]))

static bool is_integer_size(uint32_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

static void set_elements(struct uet_field *f, enum uet_field_kind kind,
			 uint32_t element_size)
{
	f->kind = kind;
	f->element_size = element_size;
	f->count = f->place == UET_PLACE_FIXED ? f->size / element_size : 0;
}

/* Whose elements have a known meaning; the rest stays bytes. */
static void classify_array(struct uet_field *f, const struct declaration *d)
{
	struct span inner = after(d->brackets, d->brackets.len ? 1 : 0);
	uint32_t n;

	set_elements(f, UET_FIELD_BYTES, 1);
	for (size_t i = 0; i < N_INTEGER_TYPES; i++) {
		uint32_t size = integer_types[i].size;

		if (!equals(d->type, integer_types[i].name))
			continue;
		if (f->size % size == 0 || f->place != UET_PLACE_FIXED)
			set_elements(f, integer_types[i].is_unsigned ?
					     UET_FIELD_UINT : UET_FIELD_INT,
				     size);
		return;
	}
	/*
	 * A type without a known size, such as unsigned long: one array
	 * bracket and the whole size tell that of an element.
	 */
	if (f->place != UET_PLACE_FIXED || inner.len < 2)
		return;
	inner.len--;
	if (!get_number(inner, &n) || !n || f->size % n)
		return;
	n = f->size / n;
	if (n > 1 && is_integer_size(n))
		set_elements(f, f->is_signed ? UET_FIELD_INT : UET_FIELD_UINT,
			     n);
}

static bool is_text_type(const struct uet_field *f, struct span type)
{
	if (equals(type, "char") || equals(type, "signed char") ||
	    equals(type, "const char"))
		return true;
	/* The kernel wants a NUL in dynamic data whose type has this word. */
	return f->place != UET_PLACE_FIXED && contains(type, "char") &&
	       !contains(type, "*");
}

static void classify(struct uet_field *f, const struct declaration *d)
{
	bool is_pointer = contains(d->type, "*");

	f->is_array = d->brackets.len || f->place != UET_PLACE_FIXED;
	if (starts(d->type, "struct ") && !is_pointer) {
		bool is_f32 = equals(d->type, "struct f32") && f->size == 4;
		bool is_f64 = equals(d->type, "struct f64") && f->size == 8;

		if (f->place == UET_PLACE_FIXED && (is_f32 || is_f64))
			set_elements(f, UET_FIELD_FLOAT, f->size);
		else
			set_elements(f, UET_FIELD_BYTES, 1);
	} else if (f->is_array && is_text_type(f, d->type)) {
		set_elements(f, UET_FIELD_STRING, 1);
	} else if (f->is_array) {
		classify_array(f, d);
		if (is_pointer && f->element_size == 8)
			f->kind = UET_FIELD_POINTER;
	} else if (!is_integer_size(f->size)) {
		set_elements(f, UET_FIELD_BYTES, 1);
	} else if (is_pointer) {
		set_elements(f, UET_FIELD_POINTER, f->size);
	} else {
		set_elements(f, f->is_signed ? UET_FIELD_INT : UET_FIELD_UINT,
			     f->size);
	}
}

/* Copies s behind *to and ends it in NUL; there is room by construction. */
static const char *keep(char **to, struct span s)
{
	char *start = *to;

	memcpy(start, s.at, s.len);
	start[s.len] = '\0';
	*to = start + s.len + 1;
	return start;
}

static const char *keep_type(char **to, const struct declaration *d)
{
	static const char *const prefix[] = {
		[UET_PLACE_FIXED] = "",
		[UET_PLACE_DATA_LOC] = "__data_loc ",
		[UET_PLACE_REL_LOC] = "__rel_loc ",
	};
	struct span location = { prefix[d->place], strlen(prefix[d->place]) };
	struct span brackets = d->brackets;
	char *start = *to;

	keep(to, location);
	--*to;
	keep(to, d->type);
	--*to;
	if (d->place != UET_PLACE_FIXED && brackets.len) {
		brackets.at = "[]";
		brackets.len = 2;
	}
	keep(to, brackets);
	return start;
}

/* "	field:TYPE NAME;	offset:N;	size:N;	signed:N;" */
static bool parse_field(struct span line, char **strings, struct uet_field *f)
{
	struct declaration d = { .place = UET_PLACE_FIXED };
	struct span declared = after(line, strlen("field:"));
	const char *semicolon = memchr(declared.at, ';', declared.len);
	struct span properties;
	uint32_t is_signed = 0;

	if (!semicolon)
		return false;
	properties = after(declared, (size_t)(semicolon - declared.at) + 1);
	declared.len = (size_t)(semicolon - declared.at);
	if (!split_declaration(declared, &d) ||
	    !get_property(properties, "offset:", &f->offset) ||
	    !get_property(properties, "size:", &f->size))
		return false;
	/* Kernels before 2.6.34 did not print it. */
	get_property(properties, "signed:", &is_signed);
	f->is_signed = is_signed != 0;
	f->place = d.place;
	if (d.place != UET_PLACE_FIXED && f->size != 4)
		return false;
	if (d.place == UET_PLACE_FIXED && !f->size && d.brackets.len)
		f->place = UET_PLACE_REST;
	f->name = keep(strings, d.name);
	f->type = keep_type(strings, &d);
	classify(f, &d);
	return true;
}

static size_t count_fields(struct span text)
{
	struct span line;
	size_t n = 0;

	while (next_line(&text, &line))
		n += starts(trimmed(line), "field:");
	return n;
}

static bool parse_lines(struct uet_format *f, struct span text)
{
	char *strings = f->strings;
	bool have_id = false, in_common = true;
	struct span line;

	while (next_line(&text, &line)) {
		line = trimmed(line);
		if (starts(line, "print fmt:"))
			break;
		if (starts(line, "field:")) {
			struct uet_field *field = &f->fields[f->n_fields];

			field->is_common = in_common;
			if (!parse_field(line, &strings, field))
				return false;
			f->n_fields++;
		} else if (starts(line, "name:")) {
			if (f->name)
				return false;
			f->name = keep(&strings, trimmed(after(line, 5)));
		} else if (starts(line, "ID:")) {
			if (!get_number(after(line, 3), &f->id))
				return false;
			have_id = true;
		} else if (!line.len && f->n_fields) {
			/* The kernel separates the common fields so. */
			in_common = false;
		}
	}
	return f->name && f->name[0] && have_id;
}

int uet_format_parse(const char *text, size_t len, struct uet_format **out,
		     struct uet_error *err)
{
	struct span all = { text, len };
	struct uet_format *f;
	size_t n;

	*out = NULL;
	/* A type can only grow by "[]", at most twice in a field. */
	n = len ? count_fields(all) : 0;
	f = calloc(1, sizeof(*f));
	if (!f)
		goto no_memory;
	f->strings = malloc(len + 16 * (n + 1));
	f->fields = calloc(n + 1, sizeof(*f->fields));
	if (!f->strings || !f->fields)
		goto no_memory;
	if ((len && memchr(text, '\0', len)) || !parse_lines(f, all)) {
		int code = uet_error_set(err, -EINVAL,
			"format of event '%.64s': not understood after %zu "
			"fields; its samples can be shown as bytes only",
			f->name ? f->name : "?", f->n_fields);

		uet_format_free(f);
		return code;
	}
	*out = f;
	return 0;

no_memory:
	uet_format_free(f);
	return uet_error_set(err, -ENOMEM, "out of memory");
}

void uet_format_free(struct uet_format *f)
{
	if (!f)
		return;
	free(f->fields);
	free(f->strings);
	free(f);
}

const char *uet_format_name(const struct uet_format *f)
{
	return f->name;
}

unsigned int uet_format_id(const struct uet_format *f)
{
	return f->id;
}

size_t uet_format_n_fields(const struct uet_format *f)
{
	return f->n_fields;
}

const struct uet_field *uet_format_field(const struct uet_format *f, size_t i)
{
	return i < f->n_fields ? &f->fields[i] : NULL;
}
