/* SPDX-License-Identifier: MIT */
/*
 * How the values of a filter's comparisons compare.  Knows nothing about
 * events and their fields.
 */
#include <math.h>
#include <string.h>

#include "filter.h"

/* order: below, at or above 0 as the value is below, at or above the other. */
static enum uet_truth judge(enum uet_filter_op op, int order)
{
	bool yes = false;

	switch (op) {
	case UET_OP_EQ:
		yes = order == 0;
		break;
	case UET_OP_NE:
		yes = order != 0;
		break;
	case UET_OP_LT:
		yes = order < 0;
		break;
	case UET_OP_LE:
		yes = order <= 0;
		break;
	case UET_OP_GT:
		yes = order > 0;
		break;
	case UET_OP_GE:
		yes = order >= 0;
		break;
	default:
		break;
	}
	return yes ? UET_YES : UET_NO;
}

static int order_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int order_double(double a, double b)
{
	return (a > b) - (a < b);
}

enum uet_truth uet_test_integer(const struct uet_term *term, uint64_t n,
				bool negative)
{
	const struct uet_literal *v = &term->value;
	uint64_t magnitude = negative ? -n : n;

	if (term->has_mask) {
		n &= term->mask;
		if (term->op == UET_OP_BITS)
			return n ? UET_YES : UET_NO;
		if (v->negative)
			return judge(term->op, 1);
		return judge(term->op, order_u64(n, v->magnitude));
	}
	if (!v->is_integer)
		return judge(term->op, order_double(negative ?
			-(double)magnitude : (double)magnitude, v->f));
	if (negative != v->negative)
		return judge(term->op, negative ? -1 : 1);
	return judge(term->op, negative ? order_u64(v->magnitude, magnitude) :
					  order_u64(magnitude, v->magnitude));
}

/* Is c in the set behind a '['?  *end is set behind its ']', or NULL. */
static bool in_set(const unsigned char *set, const unsigned char *stop,
		   unsigned char c, const unsigned char **end)
{
	bool invert = set < stop && (*set == '!' || *set == '^');
	const unsigned char *first = set + invert;
	bool found = false;

	*end = NULL;
	for (const unsigned char *at = first; at < stop; at++) {
		unsigned char from = *at;

		if (*at == ']' && at > first) {
			*end = at + 1;
			return found != invert;
		}
		if (stop - at > 2 && at[1] == '-' && at[2] != ']')
			at += 2;
		found |= from <= c && c <= *at;
	}
	return false;
}

/* Does the pattern's part at *p match c?  *p is moved behind it. */
static bool match_one(const unsigned char **p, const unsigned char *stop,
		      unsigned char c)
{
	const unsigned char *end;
	bool found;

	if (**p == '?') {
		++*p;
		return true;
	}
	if (**p == '[') {
		found = in_set(*p + 1, stop, c, &end);
		if (end) {
			*p = end;
			return found;
		}
	}
	if (**p == '\\' && stop - *p > 1)
		++*p;
	return *(*p)++ == c;
}

/* Not fnmatch(), which wants a NUL behind the string.  Going back to the last
 * asterisk is enough: it can take what an earlier one could. */
static bool match_glob(const unsigned char *p, size_t p_size,
		       const unsigned char *s, size_t s_size)
{
	const unsigned char *p_stop = p + p_size, *s_stop = s + s_size;
	const unsigned char *star = NULL, *resume = NULL;

	while (s < s_stop) {
		if (p < p_stop && *p == '*') {
			star = ++p;
			resume = s;
			continue;
		}
		if (p < p_stop && match_one(&p, p_stop, *s)) {
			s++;
			continue;
		}
		if (!star)
			return false;
		p = star;
		s = ++resume;
	}
	while (p < p_stop && *p == '*')
		p++;
	return p == p_stop;
}

enum uet_truth uet_test_string(const struct uet_term *term, const void *s,
			      size_t size)
{
	const struct uet_literal *v = &term->value;
	size_t shorter = size < v->size ? size : v->size;
	int order;

	if (term->op == UET_OP_GLOB)
		return match_glob((const unsigned char *)v->text, v->size, s,
				  size) ? UET_YES : UET_NO;
	order = shorter ? memcmp(s, v->text, shorter) : 0;
	return judge(term->op, order ? order : order_u64(size, v->size));
}

enum uet_truth uet_test_value(const struct uet_term *term,
			      const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_UINT:
	case UET_VALUE_POINTER:
		return uet_test_integer(term, v->u, false);
	case UET_VALUE_INT:
		return uet_test_integer(term, v->u, v->s < 0);
	case UET_VALUE_F32:
		/* 0.1 is meant as this number is printed. */
		return isnan(v->f) ? UET_UNKNOWN :
		       judge(term->op, order_double(v->f,
				       (double)(float)term->value.f));
	case UET_VALUE_F64:
		return isnan(v->f) ? UET_UNKNOWN :
		       judge(term->op, order_double(v->f, term->value.f));
	case UET_VALUE_STRING:
		return uet_test_string(term, v->data, v->size);
	default:
		return UET_UNKNOWN;
	}
}

enum uet_truth uet_test_time(const struct uet_term *term, uint64_t ns)
{
	return judge(term->op, order_u64(ns, term->value.ns));
}
