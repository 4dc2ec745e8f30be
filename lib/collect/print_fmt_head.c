/* SPDX-License-Identifier: MIT */
/*
 * What a format file has before the print fmt: name, number and fields, of
 * which only the kernel's own way to write them is taken.  Knows no expression.
 */
#include <stdint.h>
#include <string.h>

#include "print_fmt_text.h"

/* The kernel's have less than 200 bytes; the parser's time is its square. */
#define MAX_DECLARATION 1024

/* As far as a record reaches. */
#define MAX_OFFSET 65536

bool uet_print_fmt_unfit(struct uet_print_fmt_text *t, const char *why)
{
	t->why = why;
	return false;
}

bool uet_print_fmt_skip(const char **at, const char *what)
{
	size_t size = strlen(what);

	if (strncmp(*at, what, size))
		return false;
	*at += size;
	return true;
}

void uet_print_fmt_skip_blanks(const char **at)
{
	*at += strspn(*at, " \t");
}

struct uet_print_fmt_word uet_print_fmt_take_word(const char **at)
{
	struct uet_print_fmt_word word = {
		*at, strspn(*at, "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
	};

	*at += word.size;
	return word;
}

bool uet_print_fmt_word_is(struct uet_print_fmt_word word, const char *text)
{
	return word.size == strlen(text) && !memcmp(word.at, text, word.size);
}

bool uet_print_fmt_has_field(const struct uet_print_fmt_text *t,
			     struct uet_print_fmt_word name)
{
	for (size_t i = 0; i < t->n_fields; i++)
		if (t->fields[i].size == name.size &&
		    !memcmp(t->fields[i].at, name.at, name.size))
			return true;
	return false;
}

/* Decimal, without the leading zero that would make it octal. */
static bool take_number(const char **at, unsigned long limit,
			unsigned long *number)
{
	struct uet_print_fmt_word word = uet_print_fmt_take_word(at);
	unsigned long n = 0;

	if (!word.size || word.size > 10 || (word.at[0] == '0' && word.size > 1))
		return false;
	for (size_t i = 0; i < word.size; i++) {
		if (word.at[i] < '0' || word.at[i] > '9')
			return false;
		n = n * 10 + (unsigned long)(word.at[i] - '0');
	}
	*number = n;
	return n <= limit;
}

/* "offset:8;", with what comes before it. */
static bool take_property(const char **at, const char *key,
			  unsigned long limit, unsigned long *number)
{
	uet_print_fmt_skip_blanks(at);
	return uet_print_fmt_skip(at, key) && take_number(at, limit, number) &&
	       uet_print_fmt_skip(at, ";");
}

/* What clang leaves: ((btf_type_tag("user"))) behind a word __attribute__. */
static bool skip_attribute(const char **at)
{
	int depth = 0;

	do {
		if (uet_print_fmt_skip(at, "("))
			depth++;
		else if (uet_print_fmt_skip(at, ")"))
			depth--;
		else if (!uet_print_fmt_skip(at, "\"") &&
			 !uet_print_fmt_take_word(at).size)
			return false;
	} while (depth);
	return true;
}

/* "[16]", and the name behind it where a type has the brackets. */
static bool take_brackets(const char **at, struct uet_print_fmt_word *name)
{
	struct uet_print_fmt_word behind;

	*at += strcspn(*at, "]\n;\"'");
	if (!uet_print_fmt_skip(at, "]"))
		return false;
	uet_print_fmt_skip_blanks(at);
	behind = uet_print_fmt_take_word(at);
	if (behind.size)
		*name = behind;
	uet_print_fmt_skip_blanks(at);
	return true;
}

/*
 * "const char * name", up to the semicolon; the parser takes the last word as
 * the name, and needs one before it.
 */
static bool take_declaration(const char **at, struct uet_print_fmt_word *name)
{
	const char *start = *at;
	size_t n_words = 0;

	for (;;) {
		struct uet_print_fmt_word word;

		uet_print_fmt_skip_blanks(at);
		word = uet_print_fmt_take_word(at);
		if (uet_print_fmt_word_is(word, "__attribute__")) {
			if (!n_words || **at != '(' || !skip_attribute(at))
				return false;
			name->size = 0;
			continue;
		}
		if (!word.size) {
			if (!n_words || !uet_print_fmt_skip(at, "*"))
				break;
			name->size = 0;
			continue;
		}
		*name = word;
		n_words++;
	}
	if (uet_print_fmt_skip(at, "[") && !take_brackets(at, name))
		return false;
	return n_words && name->size && *at - start <= MAX_DECLARATION &&
	       uet_print_fmt_skip(at, ";");
}

/* All records say at the same place which event they are of: where the first
 * format has it is where the parser's user looks. */
static bool is_common_type(struct uet_print_fmt_word name, unsigned long offset,
			   unsigned long size)
{
	return uet_print_fmt_word_is(name, "common_type") && offset == 0 &&
	       size == 2;
}

static bool take_field(struct uet_print_fmt_text *t)
{
	struct uet_print_fmt_word name = { t->at, 0 };
	unsigned long offset, size, is_signed;

	if (!uet_print_fmt_skip(&t->at, "\tfield:") ||
	    !take_declaration(&t->at, &name) ||
	    !take_property(&t->at, "offset:", MAX_OFFSET, &offset) ||
	    !take_property(&t->at, "size:", MAX_OFFSET - offset, &size))
		return false;
	if (*t->at != '\n' && !take_property(&t->at, "signed:", 1, &is_signed))
		return false;
	if (!t->n_fields && !is_common_type(name, offset, size))
		return false;
	if (t->n_fields == UET_PRINT_FMT_MAX_FIELDS)
		return false;
	t->fields[t->n_fields++] = name;
	return uet_print_fmt_skip(&t->at, "\n");
}

/* Up to the empty line behind them. */
static bool take_fields(struct uet_print_fmt_text *t)
{
	while (!uet_print_fmt_skip(&t->at, "\n"))
		if (!take_field(t))
			return uet_print_fmt_unfit(t,
				"follows fields that are not written as the "
				"kernel does");
	return true;
}

bool uet_print_fmt_head_is_fit(struct uet_print_fmt_text *t)
{
	static const char unlike[] = "is in a text unlike the kernel's";
	unsigned long id;

	if (!uet_print_fmt_skip(&t->at, "name: ") ||
	    !uet_print_fmt_take_word(&t->at).size ||
	    !uet_print_fmt_skip(&t->at, "\nID: ") ||
	    !take_number(&t->at, INT32_MAX, &id))
		return uet_print_fmt_unfit(t, unlike);
	t->id = (unsigned int)id;
	t->has_id = true;
	if (!uet_print_fmt_skip(&t->at, "\nformat:\n"))
		return uet_print_fmt_unfit(t, unlike);
	/* The common ones, then the event's. */
	if (!take_fields(t) || !take_fields(t))
		return false;
	return uet_print_fmt_skip(&t->at, "print fmt: ") ||
	       uet_print_fmt_unfit(t, unlike);
}
