/* SPDX-License-Identifier: MIT */
/*
 * Which EventHeader events are wanted: by "Provider:Event", by level and by
 * keyword.  Knows tracepoints by their names and formats, and samples by their
 * headers; not where either comes from.
 */
#ifndef UET_TOOL_EVENTHEADER_CHOICE_H
#define UET_TOOL_EVENTHEADER_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/eventheader_decode.h>
#include <uet/format.h>

#include "uet.h"

/* --level and --keyword; zeros let everything pass. */
struct eh_limits {
	unsigned int level; /* the least severe one that passes */
	uint64_t keyword;   /* one of these bits must be there */
};

/* Options' arguments; false after a message. */
bool eh_set_level(const struct uet_cmd *cmd, struct eh_limits *limits,
		  const char *text);
bool eh_set_keyword(const struct uet_cmd *cmd, struct eh_limits *limits,
		    const char *text);

static inline bool eh_has_limits(const struct eh_limits *limits)
{
	return limits->level || limits->keyword;
}

/* The options that were given: "--level and --keyword". */
const char *eh_limits_text(const struct eh_limits *limits);

/* A tracepoint of such events: its name, which the caller keeps, and where in
 * a record the event begins. */
struct eh_tracepoint {
	struct uet_eh_tracepoint name;
	uint32_t offset;
};

/* Whether it is one; format may be NULL. */
bool eh_tracepoint_of(const struct uet_format *format, const char *name,
		      struct eh_tracepoint *out);

/* By its name alone. */
bool eh_within(const struct eh_limits *limits,
	       const struct uet_eh_tracepoint *tracepoint);

/* Whether a record of a tracepoint is such an event, and which; out->tracepoint
 * is of no use. */
bool eh_event_of(uint32_t offset, const void *raw, size_t size,
		 struct uet_eh_event *out);

/* The colon of "PROVIDER:EVENT", which are globs; NULL without one. */
const char *eh_colon(const char *pattern);

/* May such a pattern mean events of this tracepoint? */
bool eh_may_match(const char *pattern,
		  const struct uet_eh_tracepoint *tracepoint);

/* Patterns; NULL is none. */
struct eh_patterns {
	const char *const *texts;
	bool *found; /* by pattern: set when an event matches; may be NULL */
	size_t n;
};

/* Which samples of one tracepoint are wanted. */
struct eh_sieve;

/*
 * Those whose names match one of the patterns, or whatever they are called if
 * wholly; and of a level that is 0 or not below theirs.  The patterns' texts
 * and found must outlive it.  NULL where that is all of the samples.  0 or
 * -ENOMEM.
 */
int eh_sieve_new(const struct eh_tracepoint *tracepoint,
		 const struct eh_patterns *patterns, bool wholly,
		 unsigned int level, struct eh_sieve **out);
void eh_sieve_free(struct eh_sieve *sieve);

/* Also what is no EventHeader event is not wanted. */
bool eh_sieve_passes(struct eh_sieve *sieve, const void *raw, size_t size);

#endif /* UET_TOOL_EVENTHEADER_CHOICE_H */
