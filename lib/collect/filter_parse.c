/* SPDX-License-Identifier: MIT */
/*
 * Reads the text of a filter.  Knows nothing about events and their fields.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect_internal.h"
#include "filter.h"

#define NS_DECIMALS 9

enum token { END, NAME, STRING, OPERATOR, AND, OR, NOT, OPEN, CLOSE, MASK };

struct parser {
	struct uet_filter *filter;
	const char *text;
	size_t at; /* behind the current token */
	char *strings;
	size_t depth;
	size_t *mistake;
	struct uet_error *err;
	/* The current token. */
	enum token token;
	size_t token_at;
	enum uet_filter_op op;
	const char *word; /* of NAME and STRING, ends in NUL */
	size_t word_size;
};

static int fail(struct parser *p, int code, size_t at, const char *what)
{
	if (p->mistake)
		*p->mistake = at;
	return uet_error_set(p->err, code, "filter: column %zu: %s, at '%.60s'",
			     at + 1, what,
			     p->text[at] ? p->text + at : "the end");
}

static bool is_word(char c)
{
	return c && !strchr(" \t\r\n()!=<>~&|\"'", c);
}

static int read_word(struct parser *p)
{
	p->word = p->strings;
	while (is_word(p->text[p->at]))
		*p->strings++ = p->text[p->at++];
	p->word_size = (size_t)(p->strings - p->word);
	*p->strings++ = '\0';
	p->token = NAME;
	return 0;
}

static int read_string(struct parser *p)
{
	char quote = p->text[p->at++];

	p->word = p->strings;
	while (p->text[p->at] != quote) {
		char next = p->text[p->at + (p->text[p->at] == '\\')];

		if (!p->text[p->at])
			return fail(p, -EINVAL, p->token_at,
				    "this string does not end");
		/* Other backslashes are the glob's. */
		if (p->text[p->at] == '\\' && (next == quote || next == '\\'))
			p->at++;
		*p->strings++ = p->text[p->at++];
	}
	p->at++;
	p->word_size = (size_t)(p->strings - p->word);
	*p->strings++ = '\0';
	p->token = STRING;
	return 0;
}

static const struct {
	const char *text;
	enum token token;
	enum uet_filter_op op;
} operators[] = {
	/* The longer ones first. */
	{ "&&", AND, 0 },	       { "||", OR, 0 },
	{ "==", OPERATOR, UET_OP_EQ }, { "!=", OPERATOR, UET_OP_NE },
	{ "<=", OPERATOR, UET_OP_LE }, { ">=", OPERATOR, UET_OP_GE },
	{ "<", OPERATOR, UET_OP_LT },  { ">", OPERATOR, UET_OP_GT },
	{ "~", OPERATOR, UET_OP_GLOB }, { "&", MASK, 0 },
	{ "!", NOT, 0 },	       { "(", OPEN, 0 },
	{ ")", CLOSE, 0 },
};

#define N_OPERATORS (sizeof(operators) / sizeof(operators[0]))

static int next(struct parser *p)
{
	p->at += strspn(p->text + p->at, " \t\r\n");
	p->token_at = p->at;
	p->token = END;
	if (!p->text[p->at])
		return 0;
	if (p->text[p->at] == '"' || p->text[p->at] == '\'')
		return read_string(p);
	if (is_word(p->text[p->at]))
		return read_word(p);
	for (size_t i = 0; i < N_OPERATORS; i++) {
		size_t len = strlen(operators[i].text);

		if (strncmp(p->text + p->at, operators[i].text, len))
			continue;
		p->at += len;
		p->token = operators[i].token;
		p->op = operators[i].op;
		return 0;
	}
	return fail(p, -EINVAL, p->at,
		    p->text[p->at] == '=' ? "equal is '=='" :
					    "either-or is '||'");
}

/* Numbers. */

static bool read_hex(struct uet_literal *v, const char *digits)
{
	size_t n = strspn(digits, "0123456789abcdefABCDEF");

	if (!n || digits[n])
		return false;
	digits += strspn(digits, "0");
	if (strlen(digits) > 16)
		return false;
	v->magnitude = strtoull(digits, NULL, 16);
	v->is_integer = true;
	v->f = (double)v->magnitude;
	return true;
}

/* Not strtod(), whose point depends on the locale. */
static bool read_decimal(struct uet_literal *v, const char *at)
{
	uint64_t whole = 0, digits = 0, scale = 1;
	size_t decimals = 0;
	bool fits = true, point = false;
	double f = 0, unit = 1;

	if (*at < '0' || *at > '9')
		return false;
	for (; *at; at++) {
		unsigned int digit = (unsigned int)(*at - '0');

		if (*at == '.' && !point && at[1]) {
			point = true;
			continue;
		}
		if (digit > 9)
			return false;
		f = f * 10 + digit;
		if (!point) {
			fits &= !__builtin_mul_overflow(whole, 10, &whole) &&
				!__builtin_add_overflow(whole, digit, &whole);
			continue;
		}
		unit *= 10;
		if (decimals++ < NS_DECIMALS) {
			digits = digits * 10 + digit;
			scale *= 10;
		}
	}
	v->f = f / unit;
	v->magnitude = whole;
	v->is_integer = fits && !point;
	v->has_ns = fits && !v->negative && decimals <= NS_DECIMALS &&
		    !__builtin_mul_overflow(whole, UINT64_C(1000000000),
					    &v->ns) &&
		    !__builtin_add_overflow(v->ns,
					    digits * (1000000000 / scale),
					    &v->ns);
	return true;
}

static void set_literal(struct parser *p, struct uet_literal *v)
{
	const char *digits = p->word;

	v->text = p->word;
	v->size = p->word_size;
	v->at = p->token_at;
	if (p->token == STRING)
		return;
	v->negative = *digits == '-';
	digits += v->negative;
	if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
		v->is_number = read_hex(v, digits + 2);
	else
		v->is_number = read_decimal(v, digits);
	if (v->negative)
		v->f = -v->f;
	if (!v->magnitude)
		v->negative = false;
}

/* The grammar. */

static int new_node(struct parser *p, enum uet_node_kind kind, uint16_t left,
		    uint16_t right, uint16_t *node)
{
	struct uet_filter *f = p->filter;

	if (f->n_nodes == UET_FILTER_NODES)
		return fail(p, -E2BIG, p->token_at, "too many operators");
	*node = (uint16_t)f->n_nodes++;
	f->nodes[*node] = (struct uet_node){ kind, left, right };
	return 0;
}

static int parse_mask(struct parser *p, struct uet_term *term)
{
	struct uet_literal mask = { .text = NULL };
	int ret = next(p);

	if (ret)
		return ret;
	if (p->token == NAME)
		set_literal(p, &mask);
	if (!mask.is_integer || mask.negative)
		return fail(p, -EINVAL, p->token_at,
			    "behind '&' stands a number");
	term->has_mask = true;
	term->mask = mask.magnitude;
	return next(p);
}

static int parse_value(struct parser *p, struct uet_term *term)
{
	int ret;

	term->op = p->op;
	ret = next(p);
	if (ret)
		return ret;
	if (p->token != NAME && p->token != STRING)
		return fail(p, -EINVAL, p->token_at,
			    "a number, a word or a \"string\" is missing");
	set_literal(p, &term->value);
	if (term->has_mask && !term->value.is_integer)
		return fail(p, -EINVAL, p->token_at,
			    "bits compare with a whole number");
	if (term->has_mask && term->op == UET_OP_GLOB)
		return fail(p, -EINVAL, p->token_at, "bits match no pattern");
	return next(p);
}

static int parse_term(struct parser *p, uint16_t *node)
{
	struct uet_filter *f = p->filter;
	struct uet_term *term = &f->terms[f->n_terms];
	int ret;

	if (p->token != NAME)
		return fail(p, -EINVAL, p->token_at,
			    "the name of a field is missing");
	if (f->n_terms == UET_FILTER_TERMS)
		return fail(p, -E2BIG, p->token_at, "too many comparisons");
	term->name = p->word;
	term->at = p->token_at;
	term->op = UET_OP_BITS;
	ret = next(p);
	if (!ret && p->token == MASK)
		ret = parse_mask(p, term);
	if (!ret && p->token == OPERATOR)
		ret = parse_value(p, term);
	else if (!ret && !term->has_mask)
		ret = fail(p, -EINVAL, p->token_at,
			   "one of == != < <= > >= ~ & is missing");
	if (ret)
		return ret;
	return new_node(p, UET_NODE_TERM, (uint16_t)f->n_terms++, 0, node);
}

static int parse_or(struct parser *p, uint16_t *node);

static int parse_group(struct parser *p, uint16_t *node)
{
	size_t open = p->token_at;
	int ret = next(p);

	if (!ret)
		ret = parse_or(p, node);
	if (ret)
		return ret;
	if (p->token == END)
		return fail(p, -EINVAL, open, "this parenthesis is not closed");
	if (p->token != CLOSE)
		return fail(p, -EINVAL, p->token_at, "&&, || or ) is missing");
	return next(p);
}

static int parse_not(struct parser *p, uint16_t *node)
{
	int ret;

	if (p->token != NOT && p->token != OPEN)
		return parse_term(p, node);
	if (p->depth++ == UET_FILTER_DEPTH)
		return fail(p, -E2BIG, p->token_at,
			    "too many parentheses in each other");
	if (p->token == OPEN) {
		ret = parse_group(p, node);
	} else {
		ret = next(p);
		if (!ret)
			ret = parse_not(p, node);
		if (!ret)
			ret = new_node(p, UET_NODE_NOT, *node, 0, node);
	}
	p->depth--;
	return ret;
}

/* OPERAND TOKEN OPERAND ..., from the left. */
static int parse_chain(struct parser *p, uint16_t *node, enum token token,
		       enum uet_node_kind kind,
		       int (*operand)(struct parser *p, uint16_t *node))
{
	int ret = operand(p, node);

	while (!ret && p->token == token) {
		uint16_t right;

		ret = next(p);
		if (!ret)
			ret = operand(p, &right);
		if (!ret)
			ret = new_node(p, kind, *node, right, node);
	}
	return ret;
}

static int parse_and(struct parser *p, uint16_t *node)
{
	return parse_chain(p, node, AND, UET_NODE_AND, parse_not);
}

static int parse_or(struct parser *p, uint16_t *node)
{
	return parse_chain(p, node, OR, UET_NODE_OR, parse_and);
}

int uet_filter_new(const char *text, struct uet_filter **out, size_t *at,
		   struct uet_error *err)
{
	struct parser p = { .text = text, .mistake = at, .err = err };
	int ret;

	*out = NULL;
	p.filter = calloc(1, sizeof(*p.filter));
	/* A word is not longer than its text but for its NUL. */
	p.strings = p.filter ? malloc(2 * strlen(text) + 2) : NULL;
	if (!p.strings) {
		free(p.filter);
		return uet_error_set(err, -ENOMEM, "out of memory");
	}
	p.filter->strings = p.strings;
	ret = next(&p);
	if (!ret)
		ret = parse_or(&p, &p.filter->root);
	if (!ret && p.token != END)
		ret = fail(&p, -EINVAL, p.token_at,
			   p.token == CLOSE ? "nothing was opened" :
					      "&& or || is missing");
	if (ret) {
		uet_filter_free(p.filter);
		return ret;
	}
	*out = p.filter;
	return 0;
}

const char *uet_filter_name(const struct uet_filter *f, size_t i, size_t *at)
{
	if (i >= f->n_terms)
		return NULL;
	if (at)
		*at = f->terms[i].at;
	return f->terms[i].name;
}

void uet_filter_free(struct uet_filter *f)
{
	if (!f)
		return;
	free(f->strings);
	free(f);
}
