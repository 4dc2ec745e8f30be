/* SPDX-License-Identifier: MIT */
/*
 * Counts numbers in classes that a double's own bits name: its exponent and
 * the first bits behind the point.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <uet/histogram.h>

#define STEPS_LOG2 7
#define STEPS (1 << STEPS_LOG2)
#define LEAST_EXPONENT (-64)
#define GREATEST_EXPONENT 63
/* Class 0 holds what is about zero. */
#define N_CLASSES ((GREATEST_EXPONENT - LEAST_EXPONENT + 1) * STEPS + 1)

#define MANTISSA_BITS 52
#define EXPONENT_BIAS 1023

struct uet_histogram {
	uint64_t count;
	double mean;
	bool whole; /* no value had a fraction */
	struct uet_value min, max;
	double min_f, max_f;
	uint64_t above[N_CLASSES]; /* and class 0: zero */
	uint64_t below[N_CLASSES];
};

int uet_histogram_new(struct uet_histogram **out)
{
	struct uet_histogram *h = calloc(1, sizeof(*h));

	*out = h;
	if (!h)
		return -ENOMEM;
	h->whole = true;
	h->min.kind = UET_VALUE_MISSING;
	h->max.kind = UET_VALUE_MISSING;
	return 0;
}

void uet_histogram_free(struct uet_histogram *h)
{
	free(h);
}

/* Of a number that is not negative. */
static size_t class_of(double f)
{
	uint64_t bits;
	int64_t exponent;

	memcpy(&bits, &f, sizeof(bits));
	exponent = (int64_t)(bits >> MANTISSA_BITS) - EXPONENT_BIAS;
	if (exponent < LEAST_EXPONENT)
		return 0;
	if (exponent > GREATEST_EXPONENT)
		return N_CLASSES - 1;
	return 1 + ((size_t)(exponent - LEAST_EXPONENT) << STEPS_LOG2) +
	       (bits >> (MANTISSA_BITS - STEPS_LOG2) & (STEPS - 1));
}

/* The least number of a class. */
static double bottom_of(size_t class)
{
	size_t place = class - 1;

	if (!class)
		return 0;
	return ldexp(1 + (double)(place & (STEPS - 1)) / STEPS,
		     (int)(place >> STEPS_LOG2) + LEAST_EXPONENT);
}

static bool as_double(const struct uet_value *v, double *f)
{
	switch (v->kind) {
	case UET_VALUE_UINT:
	case UET_VALUE_POINTER:
		*f = (double)v->u;
		return true;
	case UET_VALUE_INT:
		*f = (double)v->s;
		return true;
	case UET_VALUE_F32:
	case UET_VALUE_F64:
		*f = v->f;
		return isfinite(v->f);
	default:
		return false;
	}
}

/* Of one kind: what a double cannot tell apart, these numbers can. */
static bool is_less(const struct uet_value *a, double a_f,
		    const struct uet_value *b, double b_f)
{
	if (a_f != b_f || a->kind != b->kind)
		return a_f < b_f;
	if (a->kind == UET_VALUE_INT)
		return a->s < b->s;
	if (a->kind == UET_VALUE_UINT || a->kind == UET_VALUE_POINTER)
		return a->u < b->u;
	return false;
}

static void add_number(struct uet_histogram *h, const struct uet_value *v,
		       double f)
{
	h->count++;
	/* Not a sum, which could overflow. */
	h->mean += (f - h->mean) / (double)h->count;
	h->whole &= v->kind != UET_VALUE_F32 && v->kind != UET_VALUE_F64;
	if (h->count == 1 || is_less(v, f, &h->min, h->min_f)) {
		h->min = *v;
		h->min_f = f;
	}
	if (h->count == 1 || is_less(&h->max, h->max_f, v, f)) {
		h->max = *v;
		h->max_f = f;
	}
	/* So that here, too, a class begins with the least number of it: a
	 * border belongs to the class that is closer to zero. */
	if (f < 0)
		h->below[class_of(nextafter(-f, 0))]++;
	else
		h->above[class_of(f)]++;
}

bool uet_histogram_add(struct uet_histogram *h, const struct uet_value *value)
{
	bool all = true;
	double f;

	if (value->kind == UET_VALUE_ARRAY) {
		for (size_t i = 0; i < value->count; i++) {
			struct uet_value element;

			uet_value_element(value, i, &element);
			all &= uet_histogram_add(h, &element);
		}
		return all;
	}
	if (!as_double(value, &f))
		return false;
	add_number(h, value, f);
	return true;
}

uint64_t uet_histogram_count(const struct uet_histogram *h)
{
	return h->count;
}

const struct uet_value *uet_histogram_min(const struct uet_histogram *h)
{
	return &h->min;
}

const struct uet_value *uet_histogram_max(const struct uet_histogram *h)
{
	return &h->max;
}

double uet_histogram_mean(const struct uet_histogram *h)
{
	return h->mean;
}

/* The middle of the class, or the whole number that must be meant. */
static double number_of(const struct uet_histogram *h, size_t class,
			bool negative)
{
	double bottom = bottom_of(class), top = bottom_of(class + 1), f;
	bool single = !class || (h->whole && top - bottom <= 1);

	if (negative)
		f = single && h->whole ? -top : -(bottom + top) / 2;
	else
		f = single ? bottom : (bottom + top) / 2;
	if (h->whole)
		f = ceil(f);
	return f < h->min_f ? h->min_f : f > h->max_f ? h->max_f : f;
}

double uet_histogram_quantile(const struct uet_histogram *h, double q)
{
	double rank = ceil(q * (double)h->count);
	uint64_t wanted = rank < 1 ? 1 : (uint64_t)rank, seen = 0;

	if (!h->count)
		return 0;
	for (size_t i = N_CLASSES; i-- > 0;) {
		seen += h->below[i];
		if (seen >= wanted)
			return number_of(h, i, true);
	}
	for (size_t i = 0; i < N_CLASSES; i++) {
		seen += h->above[i];
		if (seen >= wanted)
			return number_of(h, i, false);
	}
	return h->max_f;
}

uint64_t uet_histogram_below(const struct uet_histogram *h, double limit)
{
	size_t class = class_of(fabs(limit));
	uint64_t n = 0;

	/* The last classes hold what is farther away, too. */
	if (fabs(limit) > bottom_of(N_CLASSES - 1))
		return limit < 0 ? 0 : h->count;
	for (size_t i = N_CLASSES; i-- > (limit < 0 ? class : 0);)
		n += h->below[i];
	if (limit < 0)
		return n;
	for (size_t i = 0; i < class; i++)
		n += h->above[i];
	return n;
}
