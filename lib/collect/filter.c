/* SPDX-License-Identifier: MIT */
/*
 * Filters at work: names become fields of an event.  Does not know how an
 * expression is written, nor how values compare.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "collect_internal.h"
#include "eventheader.h"
#include "filter.h"
#include "plan.h"

enum source {
	ABSENT, FIELD, PID, TID, CPU, COMM, TIME, TIME_NS, IP,
};

struct test {
	enum source source;
	struct uet_plan_field field;
	/* Events with a description of their own are first asked themselves;
	 * its path is NULL with other events. */
	struct uet_eh_name described;
};

/* Such events: of which tracepoint, and where in a record they begin. */
struct described {
	bool are;
	struct uet_eh_tracepoint tracepoint;
	uint32_t offset;
};

struct uet_matcher {
	const struct uet_filter *filter;
	struct described described;
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

static void set_described(struct described *d, const struct uet_format *format)
{
	d->are = format && uet_eh_is_described(format, &d->tracepoint,
					       &d->offset);
}

/* Of the tracepoint's fields, all have the common ones; the others are numbers
 * of the event's header. */
static void look_up(struct test *test, const struct uet_format *format,
		    const struct described *d, const char *name)
{
	const struct uet_field *f = find_field(format, name);
	bool is_header = f && d->are && f->offset >= d->offset;

	test->described.path = NULL;
	if (d->are)
		uet_eh_name_set(&test->described, name,
				is_header ? f->offset : 0,
				is_header ? f->size : 0);
	test->source = ABSENT;
	if (f) {
		test->source = FIELD;
		uet_plan_field_compile(&test->field, f);
		return;
	}
	for (size_t i = 0; i < N_FACTS; i++)
		if (!strcmp(facts[i].name, name))
			test->source = facts[i].source;
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
		struct described described;
		struct test test;
		const char *what;

		if (!formats[i])
			return 0;
		set_described(&described, formats[i]);
		/* What it is, each event says. */
		if (described.are)
			return 0;
		look_up(&test, formats[i], &described, term->name);
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
	set_described(&m->described, format);
	for (size_t i = 0; i < f->n_terms; i++) {
		look_up(&m->tests[i], format, &m->described, f->terms[i].name);
		if (objection(&f->terms[i], &m->tests[i]))
			m->tests[i].source = ABSENT;
	}
	return 0;
}

void uet_matcher_free(struct uet_matcher *m)
{
	free(m);
}

/* Samples. */

static enum uet_truth test_field(const struct uet_term *term,
				 const struct test *test,
				 const struct uet_line *line)
{
	struct uet_value v;

	uet_plan_decode(&test->field, line->raw ? line->raw : "",
			line->raw_size, &v);
	return uet_test_value(term, &v);
}

/* As it is printed: in UTF-8, whatever its units are. */
static enum uet_truth test_text(const struct uet_term *term,
				const struct uet_eh_item *item)
{
	struct uet_buffer buffer = { 0 };
	enum uet_truth truth = UET_UNKNOWN;
	const char *text;
	size_t size;

	if (term->has_mask || term->op == UET_OP_BITS)
		return UET_UNKNOWN;
	text = uet_eh_utf8(&buffer, item, 0, &size);
	if (text)
		truth = uet_test_string(term, text, size);
	uet_buffer_free(&buffer);
	return truth;
}

/* Is it printed as something else than a number, and asked for as such? */
static bool is_asked_as_word(const struct uet_term *term,
			     const struct uet_eh_item *item)
{
	if (term->op == UET_OP_BITS || term->has_mask)
		return false;
	switch (item->type) {
	case UET_EH_TYPE_BOOLEAN:
	case UET_EH_TYPE_ERRNO:
	case UET_EH_TYPE_TIME:
		return term->op == UET_OP_GLOB || !term->value.is_number;
	case UET_EH_TYPE_BYTES:
	case UET_EH_TYPE_UUID:
	case UET_EH_TYPE_IP:
		return true;
	default:
		return false;
	}
}

/* "ENOENT" does for "ENOENT(2)". */
static size_t without_number(const struct uet_literal *asked, const char *text,
			     size_t size)
{
	const char *end = memchr(text, '(', size);

	return !end || memchr(asked->text, '(', asked->size) ?
		       size : (size_t)(end - text);
}

static enum uet_truth test_word(const struct uet_term *term,
				const struct uet_eh_item *item)
{
	enum uet_truth truth = UET_UNKNOWN;
	struct uet_buffer text = { 0 };

	if (!uet_eh_text_value(&text, item)) {
		size_t size = item->type == UET_EH_TYPE_ERRNO ?
				      without_number(&term->value, text.data,
						     text.size) : text.size;

		truth = uet_test_string(term, text.data, size);
	}
	uet_buffer_free(&text);
	return truth;
}

static enum uet_truth test_item(const struct uet_term *term,
				const struct uet_eh_item *item)
{
	if (item->kind != UET_EH_VALUE)
		return UET_UNKNOWN;
	if (item->type == UET_EH_TYPE_TEXT)
		return test_text(term, item);
	if (is_asked_as_word(term, item))
		return test_word(term, item);
	/* The comparison that would be a mistake with a field of the kernel. */
	if (term->op == UET_OP_GLOB ||
	    (term->op != UET_OP_BITS && !term->value.is_number))
		return UET_UNKNOWN;
	if (term->has_mask && item->type == UET_EH_TYPE_FLOAT)
		return UET_UNKNOWN;
	return uet_test_value(term, &item->value);
}

/* By what the tracepoint has, or what is known of the sample. */
static enum uet_truth test_source(const struct uet_term *term,
				  const struct test *test,
				  const struct uet_line *line)
{
	switch (test->source) {
	case FIELD:
		return test_field(term, test, line);
	case PID:
		return line->has_task ? uet_test_integer(term, line->pid, false) :
					UET_UNKNOWN;
	case TID:
		return line->has_task ? uet_test_integer(term, line->tid, false) :
					UET_UNKNOWN;
	case CPU:
		return line->has_cpu ? uet_test_integer(term, line->cpu,
							false) : UET_UNKNOWN;
	case COMM:
		return line->comm ? uet_test_string(term, line->comm,
						    strlen(line->comm)) :
				    UET_UNKNOWN;
	case TIME_NS:
		return line->has_time ? uet_test_integer(term, line->time, false) :
					UET_UNKNOWN;
	case IP:
		return line->has_ip ? uet_test_integer(term, line->ip, false) :
				      UET_UNKNOWN;
	case TIME:
		return line->has_time ? uet_test_time(term, line->time) :
					UET_UNKNOWN;
	default:
		return UET_UNKNOWN;
	}
}

/* What the event itself has; 0, or a negative error as of uet_eh_look_up(). */
static int find_described(const struct uet_matcher *m, const struct test *test,
			  const struct uet_line *line,
			  struct uet_eh_found *found)
{
	const struct described *d = &m->described;
	struct uet_eh_event event;

	if (line->raw_size <= d->offset ||
	    uet_eh_event_parse(&event, &d->tracepoint,
			       (const char *)line->raw + d->offset,
			       line->raw_size - d->offset))
		return -ENOENT;
	return uet_eh_look_up(&test->described, &event, line->raw, found);
}

static __attribute__((noinline)) enum uet_truth
test_described(const struct uet_term *term, const struct uet_matcher *m,
	       const struct test *test, const struct uet_line *line)
{
	struct uet_eh_found found;

	return find_described(m, test, line, &found) ?
		       test_source(term, test, line) :
		       test_item(term, &found.item);
}

static enum uet_truth test_term(const struct uet_matcher *m, size_t i,
				const struct uet_line *line)
{
	const struct uet_term *term = &m->filter->terms[i];
	const struct test *test = &m->tests[i];

	return test->described.path ? test_described(term, m, test, line) :
				      test_source(term, test, line);
}

static enum uet_truth evaluate(const struct uet_matcher *m, uint16_t number,
			       const struct uet_line *line)
{
	const struct uet_filter *f = m->filter;
	const struct uet_node *node = &f->nodes[number];
	enum uet_truth left, right;

	if (node->kind == UET_NODE_TERM)
		return test_term(m, node->left, line);
	left = evaluate(m, node->left, line);
	if (node->kind == UET_NODE_NOT)
		return UET_YES - left;
	if (left == (node->kind == UET_NODE_AND ? UET_NO : UET_YES))
		return left;
	right = evaluate(m, node->right, line);
	if (node->kind == UET_NODE_AND)
		return left < right ? left : right;
	return left > right ? left : right;
}

bool uet_matcher_wants(const struct uet_matcher *m, const struct uet_line *line)
{
	return evaluate(m, m->filter->root, line) == UET_YES;
}

int uet_matcher_has(const struct uet_matcher *m, size_t i,
		    const struct uet_line *line)
{
	struct uet_eh_found found;
	const struct test *test;
	int ret;

	if (i >= m->filter->n_terms)
		return -ENOENT;
	test = &m->tests[i];
	if (test->source != ABSENT)
		return 1;
	if (!test->described.path)
		return 0;
	ret = find_described(m, test, line, &found);
	/* A field of the header is one of the tracepoint's, which was found
	 * wanting. */
	if (!ret)
		return found.place != UET_EH_HEADER;
	return ret == -EBADMSG ? ret : 0;
}
