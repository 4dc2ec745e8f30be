/* SPDX-License-Identifier: MIT */
/*
 * What the files that take an event's text apart know of each other.
 */
#ifndef UET_COMMON_PERF_EVENT_INTERNAL_H
#define UET_COMMON_PERF_EVENT_INTERNAL_H

#include <string.h>

#include "common/error.h"
#include "common/perf_event.h"

/* A piece of the text. */
struct uet_word {
	const char *at;
	size_t size;
};

/* For printf's "%.*s". */
#define UET_WORD(word) (int)(word).size, (word).at

/* As a string; false if there is no room for it. */
static inline bool uet_word_copy(struct uet_word word, char *to, size_t size)
{
	if (word.size >= size)
		return false;
	memcpy(to, word.at, word.size);
	to[word.size] = '\0';
	return true;
}

/* What a text is being made into. */
struct uet_perf_parser {
	const char *text;
	int cpu;
	struct uet_perf_event *event;
	struct uet_error *err;
	/* The terms between the slashes. */
	struct uet_word terms;
	/* Inside an event's definition in /sys: its name. */
	const char *alias;
};

/* Where a word stands in the text, from 1 on. */
size_t uet_perf_place(const struct uet_perf_parser *parser,
		      struct uet_word word);

/* perf_event_names.c: what needs no PMU to be known. */

/* 0 and type and config, or -ENOENT. */
int uet_perf_find_symbol(struct uet_word word, uint32_t *type,
			 uint64_t *config);
int uet_perf_find_cache(struct uet_word word, uint64_t *config);
int uet_perf_find_raw(struct uet_word word, uint64_t *config);
/* Any of the three. */
int uet_perf_find_name(struct uet_word word, uint32_t *type,
		       uint64_t *config);
/* perf measures it, not the kernel. */
bool uet_perf_is_tool(struct uet_word word);
bool uet_perf_is_modifier(char letter);
/* The first brace that is not between slashes, or NULL. */
const char *uet_perf_find_brace(const char *text, size_t size);
/* A hexadecimal digit's value; 16: it is none. */
unsigned int uet_perf_digit(char c);

/* perf_event_terms.c: with parser->event->pmu, if any. */
int uet_perf_apply_terms(struct uet_perf_parser *parser);
/* The event of this name in the PMU's events/: 0, -ENOENT, or an error. */
int uet_perf_apply_alias(struct uet_perf_parser *parser, struct uet_word name);

/* perf_event_arm64.c: whether the PMU has the thresholds asked for. */
int uet_perf_check_threshold(const struct uet_perf_parser *parser);
/* A term that only PMUs with thresholds have: why this one has not; else 0. */
int uet_perf_no_threshold(const struct uet_perf_parser *parser,
			  struct uet_word term);

#endif /* UET_COMMON_PERF_EVENT_INTERNAL_H */
