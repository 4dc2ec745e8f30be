/* SPDX-License-Identifier: MIT */
/*
 * Looks through a print fmt's words and signs, and refuses what libtraceevent's
 * parser cannot stand, or puts it in other words.  What is no expression
 * otherwise is left for it to find.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "print_fmt_text.h"

#define MAX_DEPTH 64

/*
 * Of one argument of the format, and of one element of a list in it: the
 * parser recurses for each.  The kernel's have 63 at most.
 */
#define MAX_OPERATORS 256

/* "unsigned long long"; the parser's time is its square. */
#define MAX_WORDS_IN_A_ROW 8

static const char unknown[] = "has operators that libtraceevent does not know";

/* Where in the print fmt we are. */
struct place {
	struct uet_print_fmt_text *t;
	char closers[MAX_DEPTH]; /* of the brackets that are open */
	size_t depth;
	unsigned int operators;	 /* of this argument, or of an element */
	bool in_list;		 /* in an element, between braces */
	unsigned int outside;	 /* of the argument, meanwhile */
	bool has_rec;		 /* the arrow of a field is to come */
	bool is_element;	 /* "x[1]" has just ended */
	bool has_colon[MAX_DEPTH + 1]; /* of "?", since the last comma */
	unsigned int words;	 /* in a row */
};

/*
 * The parser takes a quote behind two backslashes for part of the string, a
 * compiler does not; so nobody may have one.
 */
static bool skip_string(struct uet_print_fmt_text *t, char quote)
{
	for (t->at++; *t->at != quote; t->at++) {
		if (!*t->at || *t->at == '\n')
			return uet_print_fmt_unfit(t, "has a string without an "
						      "end");
		if (*t->at != '\\')
			continue;
		t->at++;
		if (*t->at == '\\' && t->at[1] == quote)
			return uet_print_fmt_unfit(t, "has a string that ends "
						      "in a backslash");
		if (!*t->at || *t->at == '\n')
			return uet_print_fmt_unfit(t, "has a string without an "
						      "end");
	}
	t->at++;
	return true;
}

/* "(REC)->field" is one more way to write it. */
static bool check_field(struct uet_print_fmt_text *t)
{
	const char *next = t->at;

	uet_print_fmt_skip_blanks(&next);
	while (uet_print_fmt_skip(&next, ")"))
		uet_print_fmt_skip_blanks(&next);
	if (uet_print_fmt_skip(&next, "->")) {
		uet_print_fmt_skip_blanks(&next);
		if (uet_print_fmt_has_field(t, uet_print_fmt_take_word(&next)))
			return true;
	}
	return uet_print_fmt_unfit(t, "has a field that the event does not");
}

/* Bytes of a type, 0 for one that is not known. */
static unsigned int size_of(const char *type, size_t length, size_t long_size)
{
	static const struct {
		const char *name;
		unsigned int size; /* 0: of a long */
	} types[] = {
		{ "char", 1 }, { "unsigned char", 1 }, { "u8", 1 },
		{ "s8", 1 }, { "__u8", 1 }, { "__s8", 1 },
		{ "short", 2 }, { "unsigned short", 2 }, { "u16", 2 },
		{ "s16", 2 }, { "__u16", 2 }, { "__s16", 2 },
		{ "int", 4 }, { "unsigned int", 4 }, { "unsigned", 4 },
		{ "u32", 4 }, { "s32", 4 }, { "__u32", 4 }, { "__s32", 4 },
		{ "long long", 8 }, { "unsigned long long", 8 }, { "u64", 8 },
		{ "s64", 8 }, { "__u64", 8 }, { "__s64", 8 },
		{ "long", 0 }, { "unsigned long", 0 }, { "size_t", 0 },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strlen(types[i].name) == length &&
		    !memcmp(types[i].name, type, length))
			return types[i].size ? types[i].size :
					       (unsigned int)long_size;
	return 0;
}

/*
 * Makes a number of the sizeof(TYPE) at that place, and blanks of the rest:
 * the parser follows NULL when something is missing, and libtraceevent 1.7
 * frees the type twice.
 */
static bool replace_sizeof(struct uet_print_fmt_text *t, const char *at)
{
	char *start = t->text + (at - t->text);
	unsigned int size = 0;
	size_t length;

	uet_print_fmt_skip(&at, "sizeof");
	uet_print_fmt_skip_blanks(&at);
	if (uet_print_fmt_skip(&at, "(")) {
		length = strcspn(at, ")");
		if (at[length])
			size = size_of(at, length, t->long_size);
		at += length;
	}
	if (!size)
		return uet_print_fmt_unfit(t, "has a sizeof of no type that "
					      "is known");
	memset(start, ' ', (size_t)(at + 1 - start));
	*start = (char)('0' + size);
	return true;
}

/*
 * The parser divides constants itself; and it takes "a / b * c" for
 * "a / (b * c)", so that no factor may follow.
 */
static bool check_divisor(struct uet_print_fmt_text *t)
{
	const char *next = t->at;
	struct uet_print_fmt_word word;
	unsigned long long number;

	uet_print_fmt_skip_blanks(&next);
	if (!strncmp(next, "sizeof", 6) && !replace_sizeof(t, next))
		return false;
	word = uet_print_fmt_take_word(&next);
	number = word.size && word.at[0] >= '0' && word.at[0] <= '9' ?
			 strtoull(word.at, NULL, 0) : 0;
	uet_print_fmt_skip_blanks(&next);
	if (number && number <= INT64_MAX && (!*next || !strchr("*/%", *next)))
		return true;
	return uet_print_fmt_unfit(t, "divides by what may be 0");
}

static bool check_word(struct place *p, struct uet_print_fmt_word word)
{
	if (++p->words > MAX_WORDS_IN_A_ROW)
		return uet_print_fmt_unfit(p->t, "has too many words in a row");
	if (uet_print_fmt_word_is(word, "REC")) {
		p->has_rec = true;
		return check_field(p->t);
	}
	return !uet_print_fmt_word_is(word, "sizeof") ||
	       replace_sizeof(p->t, word.at);
}

/*
 * Behind an element of an array, and behind "a ? b : c", the parser follows
 * NULL when the next sign is none of an operator that it knows.
 */
static bool ends_badly(const struct place *p)
{
	return p->is_element || p->has_colon[p->depth];
}

/* A list has elements, and they have none. */
static bool open_bracket(struct place *p, char closer)
{
	if (p->depth == MAX_DEPTH || (closer == '}' && p->in_list))
		return uet_print_fmt_unfit(p->t, "is nested too deeply");
	if (closer != ')' && ends_badly(p))
		return uet_print_fmt_unfit(p->t, unknown);
	p->closers[p->depth++] = closer;
	p->has_colon[p->depth] = false;
	if (closer == '}') {
		p->in_list = true;
		p->outside = p->operators;
		p->operators = 0;
	}
	return true;
}

static bool close_bracket(struct place *p, char closer)
{
	if (closer != ')' && ends_badly(p))
		return uet_print_fmt_unfit(p->t, unknown);
	if (!p->depth || p->closers[--p->depth] != closer)
		return uet_print_fmt_unfit(p->t, "has brackets that do not "
						 "match");
	if (closer == '}') {
		p->in_list = false;
		p->operators = p->outside;
	}
	return true;
}

/* One that the parser knows, and nothing like "+=". */
static bool skip_operator(const char **at)
{
	static const char *const doubles[] = { "<<", ">>", "<=", ">=",
					       "==", "!=", "&&", "||" };
	size_t i, n = sizeof(doubles) / sizeof(doubles[0]);
	char sign = **at;

	for (i = 0; i < n; i++)
		if (uet_print_fmt_skip(at, doubles[i]))
			break;
	if (i == n && !strchr("+-*/%&|^~!<>?:", *(*at)++))
		return false;
	return **at != '=' && ((sign != '+' && sign != '-') || **at != sign);
}

/* Round and square brackets count as operators do: casts nest without being
 * inside of each other. */
static bool check_operator(struct place *p)
{
	char sign = *p->t->at;

	if (++p->operators > MAX_OPERATORS)
		return uet_print_fmt_unfit(p->t, "has too long an expression");
	if (sign == '(' || sign == '[') {
		p->t->at++;
		return open_bracket(p, sign == '(' ? ')' : ']');
	}
	if (uet_print_fmt_skip(&p->t->at, "->")) {
		if (!p->has_rec)
			return uet_print_fmt_unfit(p->t, unknown);
		p->has_rec = false;
		return true;
	}
	if (!skip_operator(&p->t->at))
		return uet_print_fmt_unfit(p->t, unknown);
	if (sign == ':')
		p->has_colon[p->depth] = true;
	return (sign != '/' && sign != '%') || check_divisor(p->t);
}

static bool check_sign(struct place *p)
{
	char sign = *p->t->at;

	switch (sign) {
	case ',':
		p->t->at++;
		p->has_colon[p->depth] = false;
		if (!p->depth)
			p->operators = 0;
		return true;
	case '{':
		p->t->at++;
		return open_bracket(p, '}');
	case ')':
	case ']':
	case '}':
		p->t->at++;
		return close_bracket(p, sign);
	default:
		return check_operator(p);
	}
}

/* A word, a string, or a sign. */
static bool take_token(struct place *p)
{
	struct uet_print_fmt_text *t = p->t;
	struct uet_print_fmt_word word = uet_print_fmt_take_word(&t->at);
	char sign = *t->at;
	bool is_fit;

	if (word.size) {
		p->is_element = false;
		return check_word(p, word);
	}
	p->words = 0;
	is_fit = sign == '"' || sign == '\'' ? skip_string(t, sign) :
						check_sign(p);
	p->is_element = sign == ']';
	return is_fit;
}

static bool print_fmt_is_fit(struct uet_print_fmt_text *t)
{
	struct place p = { .t = t };

	uet_print_fmt_skip_blanks(&t->at);
	while (*t->at && *t->at != '\n') {
		if (!take_token(&p))
			return false;
		uet_print_fmt_skip_blanks(&t->at);
	}
	if (p.depth)
		return uet_print_fmt_unfit(t, "has brackets that do not match");
	t->at += strspn(t->at, "\n");
	return !*t->at || uet_print_fmt_unfit(t, "goes on in another line");
}

bool uet_print_fmt_is_fit(struct uet_print_fmt_text *t, char *text,
			  size_t long_size)
{
	t->text = text;
	t->at = text;
	t->long_size = long_size;
	t->why = NULL;
	t->has_id = false;
	t->n_fields = 0;
	if (!uet_print_fmt_head_is_fit(t))
		return false;
	if (strlen(text) > UET_PRINT_FMT_MAX_TEXT)
		return uet_print_fmt_unfit(t, "is too long");
	for (const char *c = text; *c; c++)
		if (*c != '\n' && *c != '\t' && (*c < ' ' || *c > '~'))
			return uet_print_fmt_unfit(t, "has bytes that are no "
						      "text");
	return print_fmt_is_fit(t);
}
