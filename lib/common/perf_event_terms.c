/* SPDX-License-Identifier: MIT */
/*
 * The terms between an event's slashes, and an event that a PMU defines in
 * /sys by such terms.
 */
#include "common/perf_event_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

struct term {
	struct uet_word name;
	struct uet_word value; /* at is NULL: none */
};

/* Of perf's own doing: no event carries them. */
static const char *const terms_of_perf[] = {
	"aux-action", "aux-output", "aux-sample-size", "branch_type",
	"call-graph", "driver-config", "inherit", "max-stack", "metric-id",
	"no-inherit", "no-overwrite", "nr", "overwrite", "percore",
	"stack-size", "time",
};

static const char *const words[] = {
	"config", "config1", "config2", "config3",
};

static bool is(struct uet_word word, const char *name)
{
	return strlen(name) == word.size && !memcmp(word.at, name, word.size);
}

static int wrong(const struct uet_perf_parser *parser, struct uet_word word,
		 int code, const char *why)
{
	if (parser->alias)
		return uet_error_set(parser->err, code,
				     "%s: the PMU %s defines %s with '%.*s': %s",
				     parser->text, parser->event->pmu.name,
				     parser->alias, UET_WORD(word), why);
	return uet_error_set(parser->err, code, "%s: '%.*s' (character %zu) %s",
			     parser->text, UET_WORD(word),
			     uet_perf_place(parser, word), why);
}

/* Decimal, or hexadecimal behind 0x; no octal, as in perf. */
static bool number_of(struct uet_word word, uint64_t *value)
{
	unsigned int base = 10;

	if (word.size > 2 && word.at[0] == '0' && (word.at[1] | 0x20) == 'x') {
		base = 16;
		word.at += 2;
		word.size -= 2;
	}
	*value = 0;
	for (size_t i = 0; i < word.size; i++) {
		unsigned int digit = uet_perf_digit(word.at[i]);

		if (digit >= base ||
		    __builtin_mul_overflow(*value, base, value) ||
		    __builtin_add_overflow(*value, digit, value))
			return false;
	}
	return word.size > 0;
}

static void add_to_config(struct uet_perf_event *event, unsigned int word,
			  uint64_t bits)
{
	/* perf adds the bits of terms, and so do we. */
	switch (word) {
	case 0:
		event->attr.config |= bits;
		return;
	case 1:
		event->attr.config1 |= bits;
		return;
	case 2:
		event->attr.config2 |= bits;
		return;
	default:
#ifdef PERF_ATTR_SIZE_VER8
		event->attr.config3 |= bits;
#else
		event->attr_config3 |= bits;
#endif
	}
}

static int apply_number(struct uet_perf_parser *parser, const struct term *term,
			uint64_t *value)
{
	if (!term->value.at)
		return wrong(parser, term->name, -EINVAL,
			     "takes a number: write it with '='");
	if (!number_of(term->value, value))
		return wrong(parser, term->value, -EINVAL,
			     "is no number of 64 bits, decimal or 0x...");
	return 0;
}

/* Terms that are of no PMU: 1 when it was one of them. */
static int apply_general(struct uet_perf_parser *parser,
			 const struct term *term)
{
	struct uet_perf_event *event = parser->event;
	uint64_t value;
	int result;

	for (unsigned int i = 0; i < N(words); i++) {
		if (!is(term->name, words[i]))
			continue;
		result = apply_number(parser, term, &value);
		if (!result)
			add_to_config(event, i, value);
		return result ? result : 1;
	}
	if (is(term->name, "period") || is(term->name, "freq")) {
		result = apply_number(parser, term, &value);
		event->attr.freq = is(term->name, "freq");
		event->attr.sample_period = value;
		return result ? result : 1;
	}
	if (is(term->name, "name")) {
		if (!term->value.at || !term->value.size ||
		    !uet_word_copy(term->value, event->name, sizeof(event->name)))
			return wrong(parser, term->name, -EINVAL,
				     "takes a name of up to 255 characters");
		return 1;
	}
	for (size_t i = 0; i < N(terms_of_perf); i++)
		if (is(term->name, terms_of_perf[i]))
			return wrong(parser, term->name, -EINVAL,
				     "is for perf itself and no part of an "
				     "event: leave it out");
	return 0;
}

/* A parameter that the event's definition leaves open, as in "core=?". */
static bool has_parameter(const struct uet_perf_parser *parser,
			  struct uet_word name)
{
	const char *at = parser->terms.at;
	const char *end = at + parser->terms.size;

	for (; at && at < end; at++) {
		if ((size_t)(end - at) > name.size &&
		    !memcmp(at, name.at, name.size) && at[name.size] == '=')
			return true;
		at = memchr(at, ',', (size_t)(end - at));
		if (!at)
			return false;
	}
	return false;
}

static int apply_format(struct uet_perf_parser *parser, const struct term *term,
			const struct uet_pmu_format *format)
{
	uint64_t value = 1, max = uet_pmu_format_max(format);
	char why[80];

	if (term->value.at && is(term->value, "?")) {
		if (parser->alias && has_parameter(parser, term->name))
			return 0;
		return wrong(parser, term->name, -EINVAL,
			     "is to be given: add it with its value");
	}
	if (term->value.at || max > 1) {
		int result = apply_number(parser, term, &value);

		if (result)
			return result;
	}
	if (value > max) {
		snprintf(why, sizeof(why), "is too large: %.*s is at most %llu",
			 UET_WORD(term->name), (unsigned long long)max);
		return wrong(parser, term->value, -EINVAL, why);
	}
	add_to_config(parser->event, format->word,
		      uet_pmu_format_spread(format, value));
	return 0;
}

/* "cpu_core/cycles/": the event of every PMU, as this one counts it. */
static int apply_legacy(struct uet_perf_parser *parser, struct uet_word name)
{
	struct uet_perf_event *event = parser->event;
	uint64_t config;
	uint32_t type;

	if (!uet_perf_find_raw(name, &config)) {
		event->attr.config |= config;
		return 0;
	}
	if (!event->pmu.is_core || event->attr.config ||
	    uet_perf_find_name(name, &type, &config) ||
	    type == PERF_TYPE_SOFTWARE)
		return -ENOENT;
	event->attr.type = type;
	event->attr.config = config;
	uet_perf_event_bind(event, &event->pmu);
	return 0;
}

static int unknown_term(struct uet_perf_parser *parser, struct uet_word name)
{
	const struct uet_pmu *pmu = &parser->event->pmu;
	char names[200], why[320];
	int result;

	if (!pmu->name[0])
		return wrong(parser, name, -EINVAL,
			     "is not for this event: name its PMU, as in "
			     "'cpu/event=0x3c,umask=0/'");
	result = uet_perf_no_threshold(parser, name);
	if (result)
		return result;
	uet_pmu_names(pmu, "format", names, sizeof(names));
	snprintf(why, sizeof(why),
		 "is no event and no term of the PMU %s, which takes %s",
		 pmu->name, names[0] ? names : "only config=...");
	return wrong(parser, name, -EINVAL, why);
}

static int apply_term(struct uet_perf_parser *parser, const struct term *term)
{
	const struct uet_pmu *pmu = &parser->event->pmu;
	struct uet_pmu_format format;
	char name[UET_PMU_NAME_MAX];
	int result = apply_general(parser, term);

	if (result)
		return result < 0 ? result : 0;
	if (!pmu->name[0] || !uet_word_copy(term->name, name, sizeof(name)))
		return unknown_term(parser, term->name);
	if (!term->value.at && !parser->alias) {
		result = uet_perf_apply_alias(parser, term->name);
		if (result != -ENOENT)
			return result;
	}
	result = uet_pmu_format(pmu, name, &format);
	if (!result)
		return apply_format(parser, term, &format);
	if (result != -ENOENT)
		return wrong(parser, term->name, result,
			     "is a term whose format in /sys cannot be read");
	if (!term->value.at)
		result = apply_legacy(parser, term->name);
	return result == -ENOENT ? unknown_term(parser, term->name) : result;
}

static int apply_list(struct uet_perf_parser *parser, struct uet_word list)
{
	const char *end = list.at + list.size;
	int result = 0;

	while (!result && list.at < end) {
		const char *comma = memchr(list.at, ',',
					   (size_t)(end - list.at));
		const char *stop = comma ? comma : end;
		const char *equals = memchr(list.at, '=',
					    (size_t)(stop - list.at));
		struct term term = {
			{ list.at, (size_t)((equals ? equals : stop) - list.at) },
			{ equals ? equals + 1 : NULL,
			  equals ? (size_t)(stop - equals) - 1 : 0 },
		};

		if (!term.name.size)
			return uet_error_set(parser->err, -EINVAL,
					     "%s: a term without a name at "
					     "character %zu",
					     parser->text,
					     uet_perf_place(parser, term.name));
		result = apply_term(parser, &term);
		list.at = stop + (comma != NULL);
	}
	return result;
}

int uet_perf_apply_terms(struct uet_perf_parser *parser)
{
	return apply_list(parser, parser->terms);
}

/* What stands beside the event's file, cut to fit. */
static void read_beside(const struct uet_pmu *pmu, const char *name,
			const char *suffix, char *to, size_t size)
{
	char file[UET_PMU_NAME_MAX + 8], text[UET_PMU_TEXT_MAX];
	struct uet_word line = { text, 0 };
	int length;

	snprintf(file, sizeof(file), "%s.%s", name, suffix);
	length = uet_pmu_read(pmu, "events", file, text);
	if (length < 0)
		return;
	line.size = (size_t)length < size ? (size_t)length : size - 1;
	uet_word_copy(line, to, size);
}

int uet_perf_apply_alias(struct uet_perf_parser *parser, struct uet_word name)
{
	struct uet_perf_event *event = parser->event;
	char file[UET_PMU_NAME_MAX], text[UET_PMU_TEXT_MAX];
	struct uet_word list = { text, 0 };
	int result;

	if (!uet_word_copy(name, file, sizeof(file)))
		return -ENOENT;
	result = uet_pmu_read(&event->pmu, "events", file, text);
	if (result < 0)
		return result;
	list.size = (size_t)result;
	parser->alias = file;
	result = apply_list(parser, list);
	parser->alias = NULL;
	read_beside(&event->pmu, file, "scale", event->scale,
		    sizeof(event->scale));
	read_beside(&event->pmu, file, "unit", event->unit,
		    sizeof(event->unit));
	return result == -ENOENT ? -EINVAL : result;
}
