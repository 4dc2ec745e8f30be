/* SPDX-License-Identifier: MIT */
/*
 * Thresholds, which of all PMUs only those of arm64 have: a counter that
 * counts just the cycles in which an event happened often (or rarely) enough.
 * Source: Documentation/arch/arm64/perf.rst, Linux 6.12.  What makes a PMU one
 * of these are the terms in its format/, so that nothing here depends on the
 * machine that it is compiled for.
 */
#include "common/perf_event_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4095 /* 12 bits of config1, whatever a PMU says */

/* The value of a term in what has been put together. */
static uint64_t value_of(const struct uet_perf_parser *parser, const char *term)
{
	const struct perf_event_attr *attr = &parser->event->attr;
	struct uet_pmu_format format;
	uint64_t word, value = 0;

	if (uet_pmu_format(&parser->event->pmu, term, &format))
		return 0;
	word = format.word == 0 ? attr->config :
	       format.word == 1 ? attr->config1 :
				  attr->config2;
	for (unsigned int bit = 64; bit--;)
		if (format.bits >> bit & 1)
			value = value << 1 | (word >> bit & 1);
	return value;
}

int uet_perf_check_threshold(const struct uet_perf_parser *parser)
{
	const struct uet_pmu *pmu = &parser->event->pmu;
	uint64_t threshold = value_of(parser, "threshold");
	char text[UET_PMU_TEXT_MAX];
	unsigned long most = 0;

	/* 0 is off, and the terms beside it then mean nothing. */
	if (!threshold)
		return 0;
	if (uet_pmu_read(pmu, "caps", "threshold_max", text) >= 0)
		most = strtoul(text, NULL, 0);
	if (!most)
		return uet_error_set(parser->err, -EOPNOTSUPP,
				     "%s: the PMU %s has no thresholds "
				     "(caps/threshold_max is 0 or absent): leave "
				     "'threshold' out",
				     parser->text, pmu->name);
	if (most > MOST)
		most = MOST;
	if (threshold > most)
		return uet_error_set(parser->err, -EINVAL,
				     "%s: threshold=%llu is too large: the PMU "
				     "%s has thresholds up to %lu",
				     parser->text,
				     (unsigned long long)threshold, pmu->name,
				     most);
	return 0;
}

int uet_perf_no_threshold(const struct uet_perf_parser *parser,
			  struct uet_word term)
{
	static const char word[] = "threshold";

	if (term.size < sizeof(word) - 1 ||
	    memcmp(term.at, word, sizeof(word) - 1))
		return 0;
	return uet_error_set(parser->err, -EOPNOTSUPP,
			     "%s: the PMU %s or this kernel has no thresholds "
			     "(arm64 with FEAT_PMUv3_TH and Linux 6.9 have): "
			     "leave '%.*s' out",
			     parser->text, parser->event->pmu.name,
			     UET_WORD(term));
}
