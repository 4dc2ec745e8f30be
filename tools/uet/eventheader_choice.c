/* SPDX-License-Identifier: MIT */
/*
 * Which EventHeader events are wanted.  What can be told by a tracepoint is
 * told once, so that of a sample only the header is looked at.
 */
#include "eventheader_choice.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LEVEL_MAX 255

/* Longer names are compared with the patterns each time. */
#define NAME_ROOM 128
/* Names whose answers are remembered; a power of two. */
#define N_ANSWERS 16

static const struct {
	const char *word;
	unsigned int level;
} levels[] = {
	{ "critical", UET_EH_CRITICAL }, { "error", UET_EH_ERROR },
	{ "warning", UET_EH_WARNING },	 { "warn", UET_EH_WARNING },
	{ "information", UET_EH_INFORMATION }, { "info", UET_EH_INFORMATION },
	{ "verbose", UET_EH_VERBOSE },
};

/* Decimal, or hexadecimal with 0x; nothing else that strtoull() takes. */
static bool parse_number(const char *text, unsigned long long *out)
{
	bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (is_hex ? 2 : 0);
	size_t n = strspn(digits, is_hex ? "0123456789abcdefABCDEF" :
					   "0123456789");

	errno = 0;
	*out = strtoull(digits, NULL, is_hex ? 16 : 10);
	return n && !digits[n] && !errno;
}

bool eh_set_level(const struct uet_cmd *cmd, struct eh_limits *limits,
		  const char *text)
{
	unsigned long long level;

	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (!strcasecmp(text, levels[i].word)) {
			limits->level = levels[i].level;
			return true;
		}
	if (!parse_number(text, &level) || !level || level > LEVEL_MAX) {
		out_usage(cmd, "--level: '%s' is neither critical, error, "
			  "warn(ing), info(rmation) or verbose nor a number "
			  "from 1 to %d", text, LEVEL_MAX);
		return false;
	}
	limits->level = (unsigned int)level;
	return true;
}

bool eh_set_keyword(const struct uet_cmd *cmd, struct eh_limits *limits,
		    const char *text)
{
	unsigned long long keyword;

	if (strchr(text, ',')) {
		out_usage(cmd, "--keyword: '%s' is not one number, such as 3 "
			  "for the bits 1 and 2", text);
		return false;
	}
	if (!parse_number(text, &keyword) || !keyword) {
		out_usage(cmd, "--keyword: '%s' is no number with a bit in it, "
			  "such as 12 or 0xc", text);
		return false;
	}
	limits->keyword = keyword;
	return true;
}

const char *eh_limits_text(const struct eh_limits *limits)
{
	if (limits->level && limits->keyword)
		return "--level and --keyword";
	return limits->level ? "--level" : "--keyword";
}

bool eh_tracepoint_of(const struct uet_format *format, const char *name,
		      struct eh_tracepoint *out)
{
	return format && !uet_eh_format_offset(format, &out->offset) &&
	       !uet_eh_tracepoint_parse(name, &out->name);
}

bool eh_within(const struct eh_limits *limits,
	       const struct uet_eh_tracepoint *t)
{
	return (!limits->level || t->level <= limits->level) &&
	       (!limits->keyword || t->keyword & limits->keyword);
}

bool eh_event_of(uint32_t offset, const void *raw, size_t size,
		 struct uet_eh_event *out)
{
	static const struct uet_eh_tracepoint unnamed;

	return size > offset &&
	       !uet_eh_event_parse(out, &unnamed,
				   (const unsigned char *)raw + offset,
				   size - offset);
}

/* Not that of a "[[:alpha:]]". */
const char *eh_colon(const char *pattern)
{
	const char *at = strchr(pattern, ':');

	while (at && (at[1] == ']' || (at > pattern && at[-1] == '[')))
		at = strchr(at + 1, ':');
	return at;
}

/* Neither has an end of its own. */
static bool glob_matches(const char *glob, size_t glob_size, const char *text,
			 size_t size)
{
	char *a = strndup(glob, glob_size), *b = strndup(text, size);
	bool matched = a && b && !fnmatch(a, b, 0);

	free(a);
	free(b);
	return matched;
}

bool eh_may_match(const char *pattern, const struct uet_eh_tracepoint *t)
{
	const char *colon = eh_colon(pattern);

	return colon && glob_matches(pattern, (size_t)(colon - pattern),
				     t->provider, t->provider_size);
}

/* Of a pattern that may mean the tracepoint, what stands behind the colon. */
struct event_glob {
	const char *text;
	bool *found; /* may be NULL */
};

struct answer {
	size_t size; /* 0: none, also of an event without a name */
	bool wanted;
	char name[NAME_ROOM];
};

struct eh_sieve {
	uint32_t offset;
	unsigned int level;
	bool wholly;
	struct answer answers[N_ANSWERS];
	size_t n;
	struct event_glob globs[];
};

int eh_sieve_new(const struct eh_tracepoint *t, const struct eh_patterns *from,
		 bool wholly, unsigned int level, struct eh_sieve **out)
{
	struct eh_sieve *s = calloc(1, sizeof(*s) +
					       from->n * sizeof(s->globs[0]));

	*out = NULL;
	if (!s)
		return -ENOMEM;
	s->offset = t->offset;
	s->level = level;
	s->wholly = wholly;
	for (size_t i = 0; i < from->n; i++) {
		const char *text = from->texts[i];

		if (!text || !eh_may_match(text, &t->name))
			continue;
		s->globs[s->n].text = eh_colon(text) + 1;
		s->globs[s->n++].found = from->found ? from->found + i : NULL;
	}
	if (wholly && !level && !s->n)
		free(s);
	else
		*out = s;
	return 0;
}

void eh_sieve_free(struct eh_sieve *s)
{
	free(s);
}

/* All of the patterns, for each is to know whether it found something. */
static bool ask_globs(const struct eh_sieve *s, const char *name, size_t size)
{
	bool wanted = s->wholly;

	for (size_t i = 0; i < s->n; i++) {
		const struct event_glob *glob = &s->globs[i];

		if (!glob_matches(glob->text, strlen(glob->text), name, size))
			continue;
		wanted = true;
		if (glob->found)
			*glob->found = true;
	}
	return wanted;
}

/* Where its answer is: by its length and two of its characters. */
static struct answer *place_of(struct eh_sieve *s, const char *name,
			       size_t size)
{
	size_t mix = size + 3 * (unsigned char)name[size - 1] +
		     5 * (unsigned char)name[size / 2];

	return &s->answers[mix % N_ANSWERS];
}

/* A program has few events, and they come again and again. */
static bool wants_name(struct eh_sieve *s, const char *name, size_t size)
{
	struct answer *answer;

	if (!size || size > NAME_ROOM)
		return ask_globs(s, name, size);
	answer = place_of(s, name, size);
	if (answer->size == size && !memcmp(answer->name, name, size))
		return answer->wanted;
	answer->wanted = ask_globs(s, name, size);
	answer->size = size;
	memcpy(answer->name, name, size);
	return answer->wanted;
}

bool eh_sieve_passes(struct eh_sieve *s, const void *raw, size_t size)
{
	struct uet_eh_event event;

	/* A name that is damaged is none. */
	if (!eh_event_of(s->offset, raw, size, &event) ||
	    (s->n && !wants_name(s, event.name ? event.name : "",
				 event.name_size)))
		return false;
	return !s->level || (event.level && event.level <= s->level);
}
