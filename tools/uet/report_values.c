/* SPDX-License-Identifier: MIT */
/*
 * The values of one field for people and programs.  Knows nothing about events
 * and files.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "json.h"
#include "report.h"
#include "uet.h"

#define MAX_ROWS 20
/* Around the bars: two borders and a count. */
#define BESIDE_BARS 50

static const struct {
	const char *name;
	double q;
} quantiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 } };

#define N_QUANTILES (sizeof(quantiles) / sizeof(quantiles[0]))

/* The borders of the rows: zero and the powers of two around it, or parts of
 * them. */
struct borders {
	double at[MAX_ROWS + 1];
	size_t n;
};

static void number_text(char *text, size_t size, double f)
{
	if (f == floor(f) && fabs(f) < 1e20)
		snprintf(text, size, "%.0f", f);
	else
		snprintf(text, size, "%.6g", f);
}

static void value_text(char *text, size_t size, const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_UINT:
	case UET_VALUE_POINTER:
		snprintf(text, size, "%" PRIu64, v->u);
		break;
	case UET_VALUE_INT:
		snprintf(text, size, "%" PRId64, v->s);
		break;
	default:
		snprintf(text, size, "%.*g", v->kind == UET_VALUE_F32 ? 9 : 17,
			 v->f);
	}
}

static double as_double(const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_UINT:
	case UET_VALUE_POINTER:
		return (double)v->u;
	case UET_VALUE_INT:
		return (double)v->s;
	default:
		return v->f;
	}
}

/* How an axis is divided: parts (a power of two) of an octave, but no step
 * below least; the first border on each side of zero is least, too. */
struct scale {
	int parts;
	double least;
	bool whole; /* no step below 1 */
};

/* Of the octave in which f is, which is not negative. */
static double step_at(const struct scale *s, double f)
{
	double step = ldexp(1, ilogb(f)) / s->parts;

	return s->whole && step < 1 ? 1 : step;
}

/* The greatest border that is not above f. */
static double border_below(const struct scale *s, double f)
{
	double step;

	if (fabs(f) < s->least)
		return f < 0 ? -s->least : 0;
	step = step_at(s, fabs(f));
	return floor(f / step) * step;
}

/* The next border above a border. */
static double border_above(const struct scale *s, double f)
{
	double inside;

	if (f >= 0)
		return f < s->least ? s->least : f + step_at(s, f);
	if (f >= -s->least)
		return 0;
	/* A border belongs to the octave closer to zero. */
	inside = nextafter(-f, 0);
	return f + step_at(s, inside);
}

/* False when there are too many. */
static bool set_borders(struct borders *b, const struct scale *s, double min,
			double max)
{
	b->n = 0;
	b->at[0] = border_below(s, min);
	while (b->at[b->n] <= max) {
		if (b->n == MAX_ROWS)
			return false;
		b->at[b->n + 1] = border_above(s, b->at[b->n]);
		b->n++;
	}
	return true;
}

/* As fine as the rows allow. */
static void choose_borders(struct borders *b, const struct uet_value *min_value,
			   const struct uet_value *max_value)
{
	double min = as_double(min_value), max = as_double(max_value);
	double reach = fmax(fabs(min), fabs(max));
	struct scale s = {
		.parts = 1,
		.least = 1,
		.whole = max_value->kind != UET_VALUE_F32 &&
			 max_value->kind != UET_VALUE_F64,
	};
	struct borders finer;

	if (!s.whole && reach > 0)
		s.least = ldexp(1, ilogb(reach) - MAX_ROWS / 2);
	while (!set_borders(b, &s, min, max))
		s.least *= 2;
	for (s.parts = 2; s.parts <= 64; s.parts *= 2) {
		if (!set_borders(&finer, &s, min, max))
			break;
		*b = finer;
	}
}

static int bar_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int width = 80;

	if (columns && atoi(columns) > 0)
		width = atoi(columns);
	else if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		width = size.ws_col;
	width -= BESIDE_BARS;
	return width < 10 ? 10 : width > 100 ? 100 : width;
}

static uint64_t in_row(const struct uet_histogram *h, const struct borders *b,
		       size_t i)
{
	return uet_histogram_below(h, b->at[i + 1]) -
	       uet_histogram_below(h, b->at[i]);
}

static void draw(const struct uet_histogram *h)
{
	int width = bar_width();
	uint64_t most = 1;
	struct borders b;

	choose_borders(&b, uet_histogram_min(h), uet_histogram_max(h));
	for (size_t i = 0; i < b.n; i++)
		if (in_row(h, &b, i) > most)
			most = in_row(h, &b, i);
	printf("%16s %16s %12s\n", "from", "below", "values");
	for (size_t i = 0; i < b.n; i++) {
		uint64_t n = in_row(h, &b, i);
		/* Whatever is there is seen. */
		int length = (int)ceil((double)n * width / (double)most);
		char from[32], below[32];

		number_text(from, sizeof(from), b.at[i]);
		number_text(below, sizeof(below), b.at[i + 1]);
		printf("%16s %16s %12" PRIu64, from, below, n);
		if (length)
			fputs("  ", stdout);
		for (int k = 0; k < length; k++)
			putchar('#');
		putchar('\n');
	}
}

void report_values_text(const char *field, const char *event,
			const struct report_counts *counts)
{
	const struct uet_histogram *h = counts->values;
	char text[40];

	putchar('\n');
	put_plain(stdout, field);
	fputs(" of ", stdout);
	put_plain(stdout, event);
	printf(": %" PRIu64 " values", uet_histogram_count(h));
	if (counts->no_numbers)
		printf(", and %" PRIu64 " that are no numbers",
		       counts->no_numbers);
	putchar('\n');
	if (!uet_histogram_count(h))
		return;
	value_text(text, sizeof(text), uet_histogram_min(h));
	printf("  min %s", text);
	number_text(text, sizeof(text), uet_histogram_mean(h));
	printf("  mean %s", text);
	for (size_t i = 0; i < N_QUANTILES; i++) {
		number_text(text, sizeof(text),
			    uet_histogram_quantile(h, quantiles[i].q));
		printf("  %s %s", quantiles[i].name, text);
	}
	value_text(text, sizeof(text), uet_histogram_max(h));
	printf("  max %s\n", text);
	draw(h);
}

void report_values_json(const char *field, const struct report_counts *counts)
{
	const struct uet_histogram *h = counts->values;
	char text[40];

	fputs(",\"field\":", stdout);
	json_string(stdout, field);
	printf(",\"values\":%" PRIu64, uet_histogram_count(h));
	if (!uet_histogram_count(h))
		return;
	value_text(text, sizeof(text), uet_histogram_min(h));
	printf(",\"min\":%s", text);
	printf(",\"mean\":%.12g", uet_histogram_mean(h));
	for (size_t i = 0; i < N_QUANTILES; i++)
		printf(",\"%s\":%.17g", quantiles[i].name,
		       uet_histogram_quantile(h, quantiles[i].q));
	value_text(text, sizeof(text), uet_histogram_max(h));
	printf(",\"max\":%s", text);
}
