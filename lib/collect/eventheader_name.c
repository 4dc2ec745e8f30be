/* SPDX-License-Identifier: MIT */
/*
 * Which tracepoints carry EventHeader events, by name and by format.  Knows
 * nothing about the events themselves.
 */
#include <errno.h>
#include <string.h>

#include "eventheader.h"

/* The digits' end; NULL if it is no number of at most that many digits. */
static const char *parse_hex(const char *at, unsigned int digits, uint64_t *out)
{
	const char *start = at;
	uint64_t n = 0;

	for (;; at++) {
		unsigned int digit;

		if (*at >= '0' && *at <= '9')
			digit = (unsigned int)(*at - '0');
		else if (*at >= 'a' && *at <= 'f')
			digit = (unsigned int)(*at - 'a') + 10;
		else
			break;
		if (at - start == digits)
			return NULL;
		n = n << 4 | digit;
	}
	if (at == start || (*start == '0' && at - start > 1))
		return NULL;
	*out = n;
	return at;
}

/* A letter and what belongs to it, any number of times. */
static const char *parse_options(const char *at, struct uet_eh_tracepoint *out)
{
	out->options = at;
	out->group = at;
	out->group_size = 0;
	while (*at >= 'A' && *at <= 'Z') {
		const char *value = at + 1;
		size_t size = strspn(value, "0123456789abcdefghijklmnopqrstuvwxyz");

		if (*at == 'G') {
			out->group = value;
			out->group_size = size;
		}
		at = value + size;
	}
	out->options_size = (size_t)(at - out->options);
	return at;
}

/* What the kernel puts behind the name of a multi-format event. */
static bool is_format_number(const char *at)
{
	return at[0] == '.' && at[1] &&
	       !at[1 + strspn(at + 1, "0123456789abcdefABCDEF")];
}

/* Its length; 0 if it is none. */
static size_t provider_length(const char *name, const char *end)
{
	for (const char *at = name; at < end; at++)
		if (*at <= ' ' || *at > '~')
			return 0;
	return (size_t)(end - name);
}

int uet_eh_tracepoint_parse(const char *name, struct uet_eh_tracepoint *out)
{
	const char *system = strchr(name, ':'), *at;
	uint64_t level;

	if (system)
		name = system + 1;
	if (strnlen(name, UET_EH_NAME_MAX) == UET_EH_NAME_MAX ||
	    strchr(name, ':'))
		return -EINVAL;
	/* Providers may have underscores, but nothing behind the last can. */
	at = strrchr(name, '_');
	if (!at || at[1] != 'L')
		return -EINVAL;
	out->provider = name;
	out->provider_size = provider_length(name, at);
	at = parse_hex(at + 2, 2, &level);
	if (!out->provider_size || !at || !level || *at != 'K')
		return -EINVAL;
	out->level = (uint8_t)level;
	at = parse_hex(at + 1, 16, &out->keyword);
	if (!at)
		return -EINVAL;
	at = parse_options(at, out);
	return !*at || is_format_number(at) ? 0 : -EINVAL;
}

/* UET_EH_FIELDS: of each field its size and its distance from the first. */
static const struct {
	const char *name;
	uint32_t offset;
	uint32_t size;
} fields[] = {
	{ "eventheader_flags", 0, 1 }, { "version", 1, 1 }, { "id", 2, 2 },
	{ "tag", 4, 2 }, { "opcode", 6, 1 }, { "level", 7, 1 },
};

#define N_FIELDS (sizeof(fields) / sizeof(fields[0]))

int uet_eh_format_offset(const struct uet_format *format, uint32_t *offset)
{
	size_t n = uet_format_n_fields(format), i = 0, k = 0;
	uint32_t start = 0;

	for (; i < n; i++) {
		const struct uet_field *f = uet_format_field(format, i);

		if (f->is_common)
			continue;
		if (!k)
			start = f->offset;
		if (k == N_FIELDS || strcmp(f->name, fields[k].name) != 0 ||
		    f->kind != UET_FIELD_UINT || f->is_array ||
		    f->place != UET_PLACE_FIXED || f->size != fields[k].size ||
		    f->offset - start != fields[k].offset)
			return -EINVAL;
		k++;
	}
	if (k != N_FIELDS)
		return -EINVAL;
	*offset = start;
	return 0;
}

bool uet_eh_is_described(const struct uet_format *format,
			 struct uet_eh_tracepoint *tracepoint, uint32_t *offset)
{
	return !uet_eh_format_offset(format, offset) &&
	       !uet_eh_tracepoint_parse(uet_format_name(format), tracepoint);
}
