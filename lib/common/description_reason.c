/* SPDX-License-Identifier: MIT */
/*
 * Why a field is refused, or of no use, in the words of who wrote it.  Does
 * not decide: description_check.c has read the field already.
 *
 * A refused field is gone through from its start, so that the first byte at
 * fault is named whatever the kernel stumbled over.
 */
#include <string.h>

#include "common/description_check.h"

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

struct fault {
	const char *at;
	const char *reason;
};

/* Types that people write, and what the kernel has instead; the first also
 * behind "unsigned". */
static const struct {
	const char *type;
	const char *reason;
} wrong_types[] = {
	{ "long", "'long' has another size on other machines: write s64 or "
		  "u64" },
	{ "float", "the kernel has no type float: write struct f32 NAME 4" },
	{ "double", "the kernel has no type double: write struct f64 NAME 8" },
	{ "bool", "the kernel has no type bool: write u8" },
	{ "_Bool", "the kernel has no type bool: write u8" },
	{ "int8_t", "the kernel has no type int8_t: write s8" },
	{ "int16_t", "the kernel has no type int16_t: write s16" },
	{ "int32_t", "the kernel has no type int32_t: write s32" },
	{ "int64_t", "the kernel has no type int64_t: write s64" },
	{ "uint8_t", "the kernel has no type uint8_t: write u8" },
	{ "uint16_t", "the kernel has no type uint16_t: write u16" },
	{ "uint32_t", "the kernel has no type uint32_t: write u32" },
	{ "uint64_t", "the kernel has no type uint64_t: write u64" },
	{ "size_t", "the kernel has no type size_t: write u64" },
	{ "pid_t", "the kernel has no type pid_t: write s32" },
	{ "string", "a string is __rel_loc char[] NAME, or char[N] NAME" },
	{ "signed", "'signed' is no type: int and short are signed, s8 is a "
		    "signed byte" },
	{ "unsigned", "'unsigned' needs int, short, char or char[N] behind "
		      "it" },
	{ "const", "the kernel does not know 'const': leave it out" },
	{ "struct", "a struct is written struct TYPE NAME SIZE" },
	{ "__rel_loc", "__rel_loc needs a type behind it: __rel_loc char[] "
		       "NAME" },
	{ "__data_loc", "__data_loc needs a type behind it: __data_loc "
			"char[] NAME" },
};

static const char two_blanks[] =
	"two blanks in a row: one stands between the words of a field";
static const char last_blank[] =
	"a blank behind the field's last word: the kernel takes none before "
	"';' or at the end";

static const char *end_of(struct uet_span span)
{
	return span.at + span.length;
}

static bool is_blank(struct uet_span span)
{
	for (size_t i = 0; i < span.length; i++)
		if (span.at[i] != ' ')
			return false;
	return true;
}

/* A type that begins with "char[", from its '['. */
static struct fault blame_array(const char *start, const char *end)
{
	const char *bracket, *number = start + 1;
	int64_t n;

	if (number == end)
		return (struct fault){ number, "an array's length stands in "
			"its brackets without blanks: char[16]" };
	bracket = memchr(number, ']', (size_t)(end - number));
	if (!bracket)
		return (struct fault){ end, "the ']' behind the array's "
			"length is missing, or stands behind a blank" };
	if (bracket == number)
		return (struct fault){ number, "char[] needs a length, or "
			"__rel_loc before it for a variable one" };
	n = uet_desc_number(number, bracket, 0);
	if (n < 0)
		return (struct fault){ number, "an array's length is a "
			"number from 1 to 1024" };
	if (n == 0)
		return (struct fault){ number, "an array has one element at "
			"least" };
	if (n > UET_DESC_ARRAY_MAX)
		return (struct fault){ number, "the length is over the "
			"kernel's 1,024: write __rel_loc char[] NAME, or "
			"struct TYPE NAME SIZE" };
	number += UET_DESC_ARRAY_TEXT;
	return (struct fault){ number, "the kernel reads 7 characters behind "
		"'[': write the length without zeros before it, and nothing "
		"behind ']'" };
}

static struct fault blame_word(struct uet_span word, bool is_unsigned)
{
	const char *bracket = memchr(word.at, '[', word.length);
	const char *star = memchr(word.at, '*', word.length);

	for (size_t i = 0; i < (is_unsigned ? 1 : N_OF(wrong_types)); i++)
		if (uet_desc_span_is(word, wrong_types[i].type))
			return (struct fault){ word.at,
					       wrong_types[i].reason };
	if (star)
		return (struct fault){ star, "a pointer is written u64, a "
			"string __rel_loc char[] NAME" };
	if (bracket && bracket - word.at == 4 && !memcmp(word.at, "char", 4))
		return blame_array(bracket, end_of(word));
	if (bracket)
		return (struct fault){ bracket, "only char and unsigned char "
			"make arrays: write struct TYPE NAME SIZE" };
	if (is_unsigned)
		return (struct fault){ word.at, "'unsigned' stands before int, "
			"short, char and char[N] only" };
	return (struct fault){ word.at, "unknown type: there are u8 to u64, "
		"s8 to s64, int, short, char, char[N], struct TYPE, "
		"__rel_loc TYPE" };
}

static struct fault blame_type(const struct uet_desc_field *field)
{
	static const size_t unsigned_length = sizeof("unsigned ") - 1;
	const struct uet_span *type = &field->type;
	struct uet_span word = *type;

	/* A type of two words whose second is empty. */
	if (type->at[type->length - 1] == ' ' && field->name.at)
		return (struct fault){ end_of(*type), two_blanks };
	if (field->is_struct || uet_desc_type_size(*type) > 0)
		return (struct fault){ 0 };
	for (size_t i = 0; i < type->length; i++)
		if (type->at[i] != ' ' && uet_desc_is_space(type->at[i]))
			return (struct fault){ type->at + i, "only a blank "
				"separates words: this is a tab, a newline or "
				"the like" };
	if (type->length < unsigned_length ||
	    memcmp(type->at, "unsigned ", unsigned_length))
		return blame_word(word, false);
	word.at += unsigned_length;
	word.length -= unsigned_length;
	if (!word.length)
		return (struct fault){ word.at, "'unsigned' needs int, short, "
			"char or char[N] behind it" };
	return blame_word(word, true);
}

static struct fault blame_name(const struct uet_desc_field *field)
{
	const struct uet_span *name = &field->name;

	if (!name->at)
		return (struct fault){
			end_of(field->all),
			field->is_struct ?
				"the name and the size are missing: struct "
				"TYPE NAME SIZE" :
				"the name is missing: a field is TYPE NAME"
		};
	if (!name->length && is_blank(field->number))
		return (struct fault){ name->at - 1, last_blank };
	if (!name->length)
		return (struct fault){ name->at, two_blanks };
	if (field->number.at && name->at[name->length - 1] == ',')
		return (struct fault){ end_of(*name) - 1, "fields are "
			"separated by ';', not by ','" };
	return (struct fault){ 0 };
}

/* What stands behind the name. */
static struct fault blame_number(const struct uet_desc_field *field)
{
	const struct uet_span *number = &field->number;
	const char *blank;
	int64_t n;

	if (field->is_struct && (!number->at || is_blank(*number)))
		return (struct fault){ number->at ? number->at :
						    end_of(field->all),
			"a struct needs its size behind the name: struct TYPE "
			"NAME SIZE" };
	if (is_blank(*number))
		return (struct fault){ number->at - 1, last_blank };
	if (number->at[0] == ' ')
		return (struct fault){ number->at, two_blanks };
	if (!field->is_struct)
		return (struct fault){ number->at, "a third word: only a "
			"struct has one, its size; ';' ends a field" };
	blank = memchr(number->at, ' ', number->length);
	n = uet_desc_number(number->at, blank ? blank : end_of(*number), 10);
	if (n < 0)
		return (struct fault){ number->at, "a struct's size is a "
			"decimal number of bytes" };
	if (n == 0)
		return (struct fault){ number->at, "a struct has one byte at "
			"least" };
	if (n > INT32_MAX)
		return (struct fault){ number->at, "a struct's size is "
			"2147483647 at most" };
	if (blank && is_blank((struct uet_span){
			     blank, (size_t)(end_of(*number) - blank) }))
		return (struct fault){ blank, last_blank };
	return (struct fault){ blank + (blank[1] != ' '), "nothing stands "
		"behind a struct's size: ';' ends a field" };
}

/* A name that was not meant to go on: what should be its fields' is lost. */
static struct fault blame_event(const char *text)
{
	for (; *text && *text != ' '; text++)
		if (*text >= '\t' && *text <= '\r')
			return (struct fault){ text, "the name ends at the "
				"first blank: this is a tab, a newline or the "
				"like" };
	return (struct fault){ 0 };
}

void uet_desc_blame(const char *text, const struct uet_desc_field *field,
		    struct uet_description_error *where)
{
	struct fault fault = blame_event(text);

	if (!fault.reason)
		fault = blame_type(field);
	if (!fault.reason)
		fault = blame_name(field);
	if (!fault.reason)
		fault = blame_number(field);
	where->offset = (size_t)(fault.at - text);
	where->reason = fault.reason;
}

/* Seen on Linux 6.12: see tests/kernel/descriptions.kt. */
const char *uet_desc_odd_name(struct uet_span name)
{
	if (!name.length)
		return "the name is empty, and while the event exists nobody "
		       "can list the folder of events: write one";
	if (memchr(name.at, '/', name.length))
		return "a '/' in the name: while the event exists nobody can "
		       "list the folder of events; write '_'";
	if (uet_desc_span_is(name, ".") || uet_desc_span_is(name, ".."))
		return "the event's folder cannot be reached under this "
		       "name: take another";
	if (uet_desc_span_is(name, "enable") ||
	    uet_desc_span_is(name, "filter"))
		return "the tracing folder has a file of this name already: "
		       "take another";
	for (size_t i = 0; i < name.length; i++) {
		unsigned char c = (unsigned char)name.at[i];

		if (c < ' ' || c == 0x7f)
			return "a control character, a tab or a newline in "
			       "the name: tools cannot find it";
		if (c == ':')
			return "a ':' in the name: the kernel takes none";
		if (c == ';')
			return "a ';' in the name, which ends at the first "
			       "blank: no field ends here";
	}
	return NULL;
}

const char *uet_desc_bad_name(const char *text)
{
	return uet_desc_odd_name((struct uet_span){ text, strcspn(text, " ") });
}

const char *uet_desc_odd_field(const struct uet_desc_field *field)
{
	const struct uet_span *name = &field->name;

	if (!name->length)
		return "the field has no name, and so cannot be filtered or "
		       "printed: a field is TYPE NAME";
	if (name->at[0] == '*')
		return "the kernel takes '*' for a part of the name, not of "
		       "the type: write u64 for a pointer";
	if (memchr(name->at, '[', name->length))
		return "the kernel takes '[' for a part of the name: an "
		       "array's length stands in the type, char[16] NAME";
	for (size_t i = 0; i < name->length; i++) {
		char c = name->at[i];
		bool letter = (c >= 'a' && c <= 'z') ||
			      (c >= 'A' && c <= 'Z') || c == '_';

		if (!letter && !(i && c >= '0' && c <= '9'))
			return "the field's name is no identifier: filters "
			       "and tools cannot read it";
	}
	return NULL;
}
