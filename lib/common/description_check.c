/* SPDX-License-Identifier: MIT */
/*
 * Reads a description as the kernel does: the same texts pass, quirks
 * included.  Why a text does not pass is description_reason.c's business.
 *
 * Facts: user_event_parse_cmd(), user_event_parse_field(), user_field_size(),
 * user_field_array_size() and, for the same text a second time,
 * user_fields_match() in kernel/trace/trace_events_user.c, Linux 6.12.
 */
#include "common/description_check.h"

#include <errno.h>
#include <string.h>

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

bool uet_desc_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\xa0';
}

bool uet_desc_span_is(struct uet_span span, const char *text)
{
	return span.length == strlen(text) &&
	       !memcmp(span.at, text, span.length);
}

size_t uet_desc_column(const char *text, size_t offset)
{
	size_t column = 1;

	for (size_t i = 1; i <= offset; i++)
		column += (text[i] & 0xc0) != 0x80;
	return column;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

int64_t uet_desc_number(const char *at, const char *end, unsigned int base)
{
	const int64_t too_large = INT64_C(1) << 32;
	const char *first;
	int64_t value = 0;

	if (at < end && *at == '+')
		at++;
	if (base == 0) {
		base = 10;
		if (at < end && *at == '0')
			base = 8;
		if (end - at > 2 && base == 8 && (at[1] | 0x20) == 'x' &&
		    digit_of(at[2]) < 16) {
			base = 16;
			at += 2;
		}
	}
	for (first = at; at < end && digit_of(*at) < (int)base; at++) {
		value = value * base + digit_of(*at);
		if (value > too_large)
			value = too_large;
	}
	if (at == first)
		return -1;
	if (at < end && *at == '\n')
		at++;
	return at == end ? value : -1;
}

static bool has_prefix(struct uet_span span, const char *prefix)
{
	size_t length = strlen(prefix);

	return span.length >= length && !memcmp(span.at, prefix, length);
}

/* type has a '['.  What follows the ']' does not matter to the kernel. */
static int array_size(struct uet_span type)
{
	const char *end = type.at + type.length;
	const char *start = memchr(type.at, '[', type.length);
	const char *bracket;
	int64_t n;

	start++;
	if (end - start > UET_DESC_ARRAY_TEXT)
		return -1;
	bracket = memchr(start, ']', (size_t)(end - start));
	if (!bracket)
		return -1;
	n = uet_desc_number(start, bracket, 0);
	return n >= 1 && n <= UET_DESC_ARRAY_MAX ? (int)n : -1;
}

static const struct {
	const char *name;
	int size;
} types[] = {
	{ "u8", 1 },
	{ "u16", 2 },
	{ "u32", 4 },
	{ "u64", 8 },
	{ "s8", 1 },
	{ "s16", 2 },
	{ "s32", 4 },
	{ "s64", 8 },
	{ "char", 1 },
	{ "short", 2 },
	{ "int", 4 },
	{ "unsigned char", 1 },
	{ "unsigned short", 2 },
	{ "unsigned int", 4 },
};

static bool is_dynamic(struct uet_span type)
{
	return has_prefix(type, "__rel_loc ") ||
	       has_prefix(type, "__data_loc ");
}

int uet_desc_type_size(struct uet_span type)
{
	for (size_t i = 0; i < N_OF(types); i++)
		if (uet_desc_span_is(type, types[i].name))
			return types[i].size;
	if (has_prefix(type, "char[") || has_prefix(type, "unsigned char["))
		return array_size(type);
	/* Whatever type stands behind it: the kernel does not look. */
	return is_dynamic(type) ? 4 : -1;
}

/* The beginnings that make the next word a part of the type. */
static const char *const two_words[] = {
	"unsigned ",
	"struct ",
	"__data_loc unsigned ",
	"__data_loc ",
	"__rel_loc unsigned ",
	"__rel_loc ",
};

/* Fills in where the parts are: each ends at one blank exactly. */
static void split(struct uet_desc_field *field)
{
	const char *at = field->all.at, *end = at + field->all.length;
	const char *blank;
	size_t skip = 0;

	for (size_t i = 0; i < N_OF(two_words) && !skip; i++)
		if (has_prefix(field->all, two_words[i]))
			skip = strlen(two_words[i]);
	field->is_struct = has_prefix(field->all, "struct ");

	blank = memchr(at + skip, ' ', (size_t)(end - at) - skip);
	field->type = (struct uet_span){
		at, (size_t)((blank ? blank : end) - at)
	};
	field->is_dynamic = is_dynamic(field->type);
	if (!blank)
		return;
	at = blank + 1;
	blank = memchr(at, ' ', (size_t)(end - at));
	field->name = (struct uet_span){
		at, (size_t)((blank ? blank : end) - at)
	};
	if (!blank)
		return;
	at = blank + 1;
	field->number = (struct uet_span){ at, (size_t)(end - at) };
}

static int read_field(struct uet_desc_field *field)
{
	const struct uet_span *number = &field->number;
	int64_t size;

	split(field);
	if (!field->name.at)
		return -EINVAL;
	if (!number->at)
		size = uet_desc_type_size(field->type);
	else if (field->is_struct)
		size = uet_desc_number(number->at,
				       number->at + number->length, 10);
	else
		return -EINVAL;
	/* The kernel keeps it in an int, and takes a negative one for an
	 * error's number. */
	if (size < 1 || size > INT32_MAX)
		return -EINVAL;
	field->size = (uint32_t)size;
	field->is_string = field->is_dynamic &&
			   memmem(field->type.at, field->type.length, "char",
				  4);
	return 1;
}

int uet_desc_begin(struct uet_desc_reader *reader, const char *text,
		   struct uet_description_error *where)
{
	const char *colon;

	*reader = (struct uet_desc_reader){ .text = text };
	*where = (struct uet_description_error){ 0 };
	reader->length = strnlen(text, UET_DESC_MAX);
	if (reader->length == UET_DESC_MAX) {
		where->offset = UET_DESC_MAX - 1;
		where->reason = "the description is over 511 bytes: shorten "
				"names, or leave fields out";
		return -E2BIG;
	}
	reader->name_length = strcspn(text, " ");
	if (text[reader->name_length])
		reader->at = text + reader->name_length + 1;
	/* Behind it the kernel would look for flags, but knows none yet. */
	colon = memchr(text, ':', reader->name_length);
	if (!colon)
		return 0;
	where->offset = (size_t)(colon - text);
	where->reason = "the name ends at the first blank and must not hold "
			"':'";
	return -EINVAL;
}

int uet_desc_next(struct uet_desc_reader *reader, struct uet_desc_field *field)
{
	int result;

	while (reader->at) {
		const char *at = reader->at;
		const char *end = at + strcspn(at, ";");

		reader->at = *end ? end + 1 : NULL;
		while (uet_desc_is_space(*at))
			at++;
		if (at == end) {
			if (*end && !reader->stray)
				reader->stray = end;
			continue;
		}
		*field = (struct uet_desc_field){
			.all = { at, (size_t)(end - at) },
			.offset = reader->offset,
		};
		result = read_field(field);
		reader->offset += field->size;
		return result;
	}
	return 0;
}

/* A text being compared with what is appended to it piece by piece. */
struct compare {
	const char *at, *end;
	bool differs;
};

static void expect(struct compare *c, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (c->at == c->end || *c->at != text[i]) {
			c->differs = true;
			return;
		}
		c->at++;
	}
}

/*
 * Whether the kernel finds the field equal to itself when it is registered
 * again: it splits the text at white space of any kind, joins the words with
 * one blank each, and compares that with "TYPE NAME[ SIZE][;]" of what it has.
 */
static bool matches_itself(const struct uet_desc_field *field)
{
	const char *end = field->all.at + field->all.length;
	char joined[UET_DESC_MAX + 1], digits[10];
	struct compare c = { joined, joined, false };
	size_t n = 0, n_digits = sizeof(digits);

	/* A ';' belongs to the last word, or is one where white space stands
	 * before it. */
	for (const char *at = field->all.at; at <= end && (at < end || *at);
	     at++) {
		if (at < end && uet_desc_is_space(*at))
			continue;
		if (n && uet_desc_is_space(at[-1]))
			joined[n++] = ' ';
		joined[n++] = *at;
	}
	c.end = joined + n;
	expect(&c, field->type.at, field->type.length);
	expect(&c, " ", 1);
	expect(&c, field->name.at, field->name.length);
	if (field->is_struct) {
		for (uint32_t rest = field->size; rest; rest /= 10)
			digits[--n_digits] = (char)('0' + rest % 10);
		expect(&c, " ", 1);
		expect(&c, digits + n_digits, sizeof(digits) - n_digits);
	}
	if (*end)
		expect(&c, ";", 1);
	return !c.differs && c.at == c.end;
}

/* Whether an earlier field has the name. */
static bool is_repeated(const char *text, const struct uet_desc_field *field)
{
	struct uet_description_error ignored;
	struct uet_desc_reader reader;
	struct uet_desc_field other;

	uet_desc_begin(&reader, text, &ignored);
	while (uet_desc_next(&reader, &other) > 0 &&
	       other.all.at < field->all.at)
		if (other.name.length == field->name.length &&
		    !memcmp(other.name.at, field->name.at, other.name.length))
			return true;
	return false;
}

/* Keeps the first oddity; 'at' is where it stands. */
static void note(struct uet_description_error *where, const char *text,
		 const char *at, const char *reason)
{
	if (where->reason || !reason)
		return;
	where->offset = (size_t)(at - text);
	where->reason = reason;
}

static void note_field(struct uet_description_error *where, const char *text,
		       const struct uet_desc_field *field, bool once)
{
	if (where->reason)
		return;
	note(where, text, field->name.at, uet_desc_odd_field(field));
	if (once)
		note(where, text, field->all.at,
		     "one program at a time can register this: write single "
		     "blanks, sizes in plain decimal, every name");
	if (!where->reason && is_repeated(text, field))
		note(where, text, field->name.at,
		     "two fields have this name: filters and tools find one "
		     "of them only");
}

int uet_desc_check(const char *text, struct uet_description_info *info,
		   struct uet_description_error *where)
{
	struct uet_desc_reader reader;
	struct uet_desc_field field;
	int result = uet_desc_begin(&reader, text, where);

	*info = (struct uet_description_info){ .size = sizeof(*info) };
	if (result)
		return result;
	info->name_length = (uint32_t)reader.name_length;
	note(where, text, text,
	     uet_desc_odd_name((struct uet_span){ text, reader.name_length }));
	while ((result = uet_desc_next(&reader, &field)) > 0) {
		bool once = !matches_itself(&field);

		info->n_fields++;
		info->n_dynamic += field.is_dynamic;
		info->fixed_size += field.size;
		info->once |= once;
		note_field(where, text, &field, once);
	}
	if (result) {
		uet_desc_blame(text, &field, where);
		*info = (struct uet_description_info){ .size = sizeof(*info) };
		return result;
	}
	if (reader.stray) {
		info->once = 1;
		note(where, text, reader.stray,
		     "no field stands before this ';', and so one program at "
		     "a time can register this: leave it out");
	}
	return 0;
}
