/* SPDX-License-Identifier: MIT */
/*
 * Filters at work: names become fields of an event, values are compared.  Does
 * not know how an expression is written.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "collect_internal.h"
#include "filter.h"
#include "plan.h"

/* In the order of && (the least) and || (the greatest). */
enum truth { NO, UNKNOWN, YES };

enum source {
	ABSENT, FIELD, PID, TID, CPU, COMM, TIME, TIME_NS, IP,
	DESCRIBED, /* by the event itself, if it has the field */
};

struct test {
	enum source source;
	struct uet_plan_field field;
	const char *name; /* DESCRIBED, and where the event begins */
	uint32_t offset;
};

struct uet_matcher {
	const struct uet_filter *filter;
	struct test tests[];
};

static const struct {
	const char *name;
	enum source source;
} facts[] = {
	{ "pid", PID },	  { "tid", TID },   { "cpu", CPU },
	{ "comm", COMM }, { "time", TIME }, { "time_ns", TIME_NS },
	{ "ip", IP },
};

#define N_FACTS (sizeof(facts) / sizeof(facts[0]))

/* Names. */

static const struct uet_field *find_field(const struct uet_format *format,
					  const char *name)
{
	size_t n = format ? uet_format_n_fields(format) : 0;

	for (size_t i = 0; i < n; i++) {
		const struct uet_field *f = uet_format_field(format, i);

		if (!strcmp(f->name, name))
			return f;
	}
	return NULL;
}

static void look_up(struct test *test, const struct uet_format *format,
		    const char *name)
{
	const struct uet_field *f = find_field(format, name);

	test->source = ABSENT;
	if (f) {
		test->source = FIELD;
		uet_plan_field_compile(&test->field, f);
		return;
	}
	for (size_t i = 0; i < N_FACTS; i++)
		if (!strcmp(facts[i].name, name))
			test->source = facts[i].source;
	if (test->source == ABSENT && format &&
	    !uet_eh_format_offset(format, &test->offset)) {
		test->source = DESCRIBED;
		test->name = name;
	}
}

static bool is_string(const struct test *test)
{
	return test->source == COMM || (test->source == FIELD &&
					test->field.kind == UET_VALUE_STRING);
}

static bool is_float(const struct test *test)
{
	return test->source == FIELD && (test->field.kind == UET_VALUE_F32 ||
					 test->field.kind == UET_VALUE_F64);
}

/* NULL when the term can be asked about this, else what is in the way. */
static const char *objection(const struct uet_term *term,
			     const struct test *test)
{
	/* What it is, each event says. */
	if (test->source == DESCRIBED)
		return NULL;
	if (test->source == FIELD && (test->field.kind == UET_VALUE_ARRAY ||
				      test->field.kind == UET_VALUE_BYTES))
		return "an array or a struct cannot be compared";
	if (is_string(test))
		return term->has_mask ? "a string has no bits" : NULL;
	if (term->op == UET_OP_GLOB)
		return "~ is for strings, and this is a number";
	if (term->has_mask && is_float(test))
		return "a floating point number has no bits";
	if (term->op != UET_OP_BITS && !term->value.is_number)
		return "this is a number, and compared with a word";
	if (test->source == TIME && (term->has_mask || !term->value.has_ns))
		return "a time is in seconds with up to nine decimals";
	return NULL;
}

/* 0 when it fits one of the formats, or -ENOENT or -EINVAL and why not. */
static int check_term(const struct uet_term *term,
		      const struct uet_format *const *formats, size_t n,
		      const char **why)
{
	int ret = -ENOENT;

	*why = "no event has a field of this name";
	for (size_t i = 0; i < n; i++) {
		struct test test;
		const char *what;

		if (!formats[i])
			return 0;
		look_up(&test, formats[i], term->name);
		if (test.source == ABSENT)
			continue;
		what = objection(term, &test);
		if (!what)
			return 0;
		ret = -EINVAL;
		*why = what;
	}
	return ret;
}

int uet_filter_check(const struct uet_filter *f,
		     const struct uet_format *const *formats, size_t n,
		     size_t *at, struct uet_error *err)
{
	for (size_t i = 0; i < f->n_terms; i++) {
		const struct uet_term *term = &f->terms[i];
		const char *why;
		int ret = check_term(term, formats, n, &why);

		if (!ret)
			continue;
		if (at)
			*at = term->at;
		return uet_error_set(err, ret, "filter: column %zu: '%.60s': %s",
				     term->at + 1, term->name, why);
	}
	return 0;
}

int uet_matcher_new(const struct uet_filter *f, const struct uet_format *format,
		    struct uet_matcher **out)
{
	struct uet_matcher *m =
		calloc(1, sizeof(*m) + f->n_terms * sizeof(m->tests[0]));

	*out = m;
	if (!m)
		return -ENOMEM;
	m->filter = f;
	for (size_t i = 0; i < f->n_terms; i++) {
		look_up(&m->tests[i], format, f->terms[i].name);
		if (objection(&f->terms[i], &m->tests[i]))
			m->tests[i].source = ABSENT;
	}
	return 0;
}

void uet_matcher_free(struct uet_matcher *m)
{
	free(m);
}

/* Values. */

/* order: below, at or above 0 as the value is below, at or above the other. */
static enum truth judge(enum uet_filter_op op, int order)
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
	return yes ? YES : NO;
}

static int order_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int order_double(double a, double b)
{
	return (a > b) - (a < b);
}

/* n is an integer of 64 bits, negative in two's complement if it says so. */
static enum truth test_integer(const struct uet_term *term, uint64_t n,
			       bool negative)
{
	const struct uet_literal *v = &term->value;
	uint64_t magnitude = negative ? -n : n;

	if (term->has_mask) {
		n &= term->mask;
		if (term->op == UET_OP_BITS)
			return n ? YES : NO;
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

static enum truth test_string(const struct uet_term *term, const void *s,
			      size_t size)
{
	const struct uet_literal *v = &term->value;
	size_t shorter = size < v->size ? size : v->size;
	int order;

	if (term->op == UET_OP_GLOB)
		return match_glob((const unsigned char *)v->text, v->size, s,
				  size) ? YES : NO;
	order = shorter ? memcmp(s, v->text, shorter) : 0;
	return judge(term->op, order ? order : order_u64(size, v->size));
}

static enum truth test_value(const struct uet_term *term,
			     const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_UINT:
	case UET_VALUE_POINTER:
		return test_integer(term, v->u, false);
	case UET_VALUE_INT:
		return test_integer(term, v->u, v->s < 0);
	case UET_VALUE_F32:
		/* 0.1 is meant as this number is printed. */
		return isnan(v->f) ? UNKNOWN :
		       judge(term->op, order_double(v->f,
				       (double)(float)term->value.f));
	case UET_VALUE_F64:
		return isnan(v->f) ? UNKNOWN :
		       judge(term->op, order_double(v->f, term->value.f));
	case UET_VALUE_STRING:
		return test_string(term, v->data, v->size);
	default:
		return UNKNOWN;
	}
}

static enum truth test_field(const struct uet_term *term,
			     const struct test *test,
			     const struct uet_line *line)
{
	struct uet_value v;

	uet_plan_decode(&test->field, line->raw ? line->raw : "",
			line->raw_size, &v);
	return test_value(term, &v);
}

/* In UTF-8, whatever its units are. */
static enum truth test_text(const struct uet_term *term,
			    const struct uet_eh_item *item)
{
	struct uet_buffer text = { 0 };
	enum truth truth = UNKNOWN;

	if (term->has_mask || term->op == UET_OP_BITS)
		return UNKNOWN;
	if (item->charset == UET_EH_UTF8)
		return test_string(term, item->value.data, item->value.size);
	if (!uet_eh_put_utf8(&text, item))
		truth = test_string(term, text.data ? text.data : "",
				    text.size);
	uet_buffer_free(&text);
	return truth;
}

static enum truth test_described(const struct uet_term *term,
				 const struct test *test,
				 const struct uet_line *line)
{
	static const struct uet_eh_tracepoint any;
	struct uet_eh_cursor cursor;
	struct uet_eh_event event;
	struct uet_eh_item item;

	if (line->raw_size <= test->offset ||
	    uet_eh_event_parse(&event, &any,
			       (const char *)line->raw + test->offset,
			       line->raw_size - test->offset) ||
	    uet_eh_find(&event, test->name, &cursor, &item) ||
	    item.kind != UET_EH_VALUE)
		return UNKNOWN;
	if (item.type == UET_EH_TYPE_TEXT)
		return test_text(term, &item);
	/* The comparison that would be a mistake with a field of the kernel. */
	if (term->op == UET_OP_GLOB ||
	    (term->op != UET_OP_BITS && !term->value.is_number))
		return UNKNOWN;
	if (term->has_mask && item.type == UET_EH_TYPE_FLOAT)
		return UNKNOWN;
	return test_value(term, &item.value);
}

static enum truth test_term(const struct uet_term *term,
			    const struct test *test,
			    const struct uet_line *line)
{
	switch (test->source) {
	case FIELD:
		return test_field(term, test, line);
	case PID:
		return line->has_task ? test_integer(term, line->pid, false) :
					UNKNOWN;
	case TID:
		return line->has_task ? test_integer(term, line->tid, false) :
					UNKNOWN;
	case CPU:
		return line->has_cpu ? test_integer(term, line->cpu, false) :
				       UNKNOWN;
	case COMM:
		return line->comm ? test_string(term, line->comm,
						strlen(line->comm)) : UNKNOWN;
	case TIME_NS:
		return line->has_time ? test_integer(term, line->time, false) :
					UNKNOWN;
	case DESCRIBED:
		return test_described(term, test, line);
	case IP:
		return line->has_ip ? test_integer(term, line->ip, false) :
				      UNKNOWN;
	case TIME:
		return line->has_time ? judge(term->op,
					      order_u64(line->time,
							term->value.ns)) :
					UNKNOWN;
	default:
		return UNKNOWN;
	}
}

static enum truth evaluate(const struct uet_matcher *m, uint16_t number,
			   const struct uet_line *line)
{
	const struct uet_filter *f = m->filter;
	const struct uet_node *node = &f->nodes[number];
	enum truth left, right;

	if (node->kind == UET_NODE_TERM)
		return test_term(&f->terms[node->left], &m->tests[node->left],
				 line);
	left = evaluate(m, node->left, line);
	if (node->kind == UET_NODE_NOT)
		return YES - left;
	if (left == (node->kind == UET_NODE_AND ? NO : YES))
		return left;
	right = evaluate(m, node->right, line);
	if (node->kind == UET_NODE_AND)
		return left < right ? left : right;
	return left > right ? left : right;
}

bool uet_matcher_wants(const struct uet_matcher *m, const struct uet_line *line)
{
	return evaluate(m, m->filter->root, line) == YES;
}
