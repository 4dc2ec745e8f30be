/* SPDX-License-Identifier: MIT */
/*
 * Samples as JSON, an object a line (RFC 8259).  Knows nothing about files and
 * standard output.
 */
#include <errno.h>
#include <math.h>

#include "plan.h"
#include "print.h"
#include "print_fields.h"

/* Copied as it is: all of ASCII but controls, the quote and the backslash. */
static bool is_plain(unsigned char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

/* Not 0 if one of the bytes is below least, which is 0x80 at most. */
static uint64_t below(uint64_t bytes, uint64_t least)
{
	return (bytes - UET_BYTES(least)) & ~bytes & UET_BYTES(0x80);
}

/* All eight. */
static inline bool are_plain(uint64_t bytes)
{
	return !((bytes & UET_BYTES(0x80)) | below(bytes, ' ') |
		 below(bytes ^ UET_BYTES(0x7f), 1) | below(bytes ^ UET_BYTES('"'), 1) |
		 below(bytes ^ UET_BYTES('\\'), 1));
}

/* 8 bytes, or nothing. */
static inline bool copy_eight(char *to, const unsigned char *s)
{
	uint64_t bytes;

	memcpy(&bytes, s, 8);
	if (!are_plain(bytes))
		return false;
	memcpy(to, &bytes, 8);
	return true;
}

/* 4 to 7 bytes, or nothing: as halves that overlap. */
static inline bool copy_short(char *to, const unsigned char *s, size_t size)
{
	uint32_t first, last;

	memcpy(&first, s, 4);
	memcpy(&last, s + size - 4, 4);
	if (!are_plain(first | (uint64_t)last << 32))
		return false;
	memcpy(to, &first, 4);
	memcpy(to + size - 4, &last, 4);
	return true;
}

/* Copies what is plain up to the first that is not; returns how much. */
static inline size_t copy_plain(char *to, const unsigned char *s, size_t size)
{
	size_t i = 0;

	while (size - i > 8 && copy_eight(to + i, s + i))
		i += 8;
	/* The last ones may be copied twice. */
	if (size - i <= 8) {
		if (size >= 8 ? copy_eight(to + size - 8, s + size - 8) :
				size >= 4 && copy_short(to, s, size))
			return size;
	}
	for (; i < size && is_plain(s[i]); i++)
		to[i] = (char)s[i];
	return i;
}

static char *put_escape(char *to, unsigned char c)
{
	static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";

	*to++ = '\\';
	for (size_t i = 0; letters[i]; i += 2) {
		if ((unsigned char)letters[i] != c)
			continue;
		*to++ = letters[i + 1];
		return to;
	}
	to = uet_put_bytes(to, "u00", 3);
	return uet_put_hex(to, &c, 1);
}

static __attribute__((noinline)) char *
put_escaped(char *to, const unsigned char *s, size_t size)
{
	for (size_t i = 0; i < size;) {
		size_t run = copy_plain(to, s + i, size - i);
		unsigned int len;

		to += run;
		i += run;
		if (i == size)
			break;
		len = uet_utf8_length(s + i, size - i);
		if (len > 1) {
			to = uet_put_bytes(to, (const char *)s + i, len);
			i += len;
		} else if (len) {
			to = put_escape(to, s[i++]);
		} else {
			to = uet_put_bytes(to, "\xef\xbf\xbd", 3);
			i++;
		}
	}
	return to;
}

static char *put_string(char *to, const unsigned char *s, size_t size)
{
	size_t run;

	*to++ = '"';
	run = copy_plain(to, s, size);
	to += run;
	if (run < size)
		to = put_escaped(to, s + run, size - run);
	*to++ = '"';
	return to;
}

int uet_json_string(struct uet_buffer *b, const void *s, size_t size)
{
	char *to = uet_buffer_room(b, 6 * size + 2);

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, put_string(to, s, size));
	return 0;
}

/* All that takes at most UET_NUMBER_MAX bytes. */
static char *put_number(char *to, const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_INT:
		return uet_put_s64(to, v->s);
	case UET_VALUE_F32:
		if (isfinite(v->f))
			return uet_put_float(to, (float)v->f);
		break;
	case UET_VALUE_F64:
		if (isfinite(v->f))
			return uet_put_double(to, v->f);
		break;
	case UET_VALUE_MISSING:
		break;
	default:
		return uet_put_u64(to, v->u);
	}
	return uet_put_bytes(to, "null", 4);
}

static int put_bytes(struct uet_buffer *b, const void *data, size_t size)
{
	char *to = uet_buffer_room(b, 2 * size + 2);

	if (!to)
		return -ENOMEM;
	*to++ = '"';
	to = uet_put_hex(to, data, size);
	*to++ = '"';
	uet_buffer_end(b, to);
	return 0;
}

static int put_value(struct uet_buffer *b, const struct uet_value *v)
{
	if (v->kind == UET_VALUE_STRING)
		return uet_json_string(b, v->data, v->size);
	if (v->kind == UET_VALUE_BYTES)
		return put_bytes(b, v->data, v->size);
	return uet_print_array(b, v, put_number);
}

/* Inline: a key whose length is known is stored, not copied by a call. */
UET_ALWAYS_INLINE char *put_known(char *to, const char *key, size_t size,
				  bool known, uint64_t n)
{
	to = uet_put_bytes(to, key, size);
	return known ? uet_put_u64(to, n) : uet_put_bytes(to, "null", 4);
}

#define PUT_KNOWN(to, key, known, n)                                           \
	put_known(to, key, sizeof(key) - 1, known, n)

/* All before the fields. */
static int put_head(struct uet_buffer *b, const struct uet_plan *plan,
		    const struct uet_line *line)
{
	size_t numbers = 3 * UET_NUMBER_MAX + 64;
	const char *comm = line->comm ? line->comm : "";
	size_t len = strlen(comm);
	char *to;

	to = uet_buffer_room(b, 2 * numbers + 6 * len + plan->json_event_size);
	if (!to)
		return -ENOMEM;
	if (line->is_wall)
		to = PUT_KNOWN(to, "{\"time_unix_ns\":", line->has_time,
			       line->time);
	else
		to = PUT_KNOWN(to, "{\"time_ns\":", line->has_time,
			       line->time);
	to = uet_put_bytes(to, ",\"comm\":", 8);
	if (line->comm)
		to = put_string(to, (const unsigned char *)comm, len);
	else
		to = uet_put_bytes(to, "null", 4);
	to = PUT_KNOWN(to, ",\"pid\":", line->has_task, line->pid);
	to = PUT_KNOWN(to, ",\"tid\":", line->has_task, line->tid);
	to = PUT_KNOWN(to, ",\"cpu\":", line->has_cpu, line->cpu);
	to = uet_put_bytes(to, ",\"event\":", 9);
	to = uet_put_bytes(to, plan->json_event, plan->json_event_size);
	to = uet_put_bytes(to, ",\"fields\":{", 11);
	uet_buffer_end(b, to);
	return 0;
}

static int put_fields(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line)
{
	return uet_print_fields(b, plan, line, UET_KEY_JSON, put_number,
				put_value);
}

/* An event without a format. */
static int put_unknown(struct uet_buffer *b, const struct uet_line *line)
{
	char *to = uet_buffer_room(b, UET_NUMBER_MAX + 16 + 2 * line->raw_size);

	if (!to)
		return -ENOMEM;
	if (line->has_ip) {
		to = uet_put_bytes(to, "\"ip\":", 5);
		to = uet_put_u64(to, line->ip);
	}
	if (line->raw_size) {
		if (line->has_ip)
			*to++ = ',';
		to = uet_put_bytes(to, "\"raw\":\"", 7);
		to = uet_put_hex(to, line->raw, line->raw_size);
		*to++ = '"';
	}
	uet_buffer_end(b, to);
	return 0;
}

/* The end of the fields, and of the line. */
static int put_end(struct uet_buffer *b, const struct uet_line *line)
{
	if (!line->print)
		return uet_buffer_put(b, "}}\n", 3);
	if (uet_buffer_put(b, "},\"print\":", 10) ||
	    uet_json_string(b, line->print, line->print_size))
		return -ENOMEM;
	return uet_buffer_put(b, "}\n", 2);
}

int uet_print_json(struct uet_buffer *buffer, const struct uet_plan *plan,
		   const struct uet_line *line)
{
	size_t start = buffer->size;

	if (put_head(buffer, plan, line) ||
	    (plan->format ? put_fields(buffer, plan, line) :
			    put_unknown(buffer, line)) ||
	    put_end(buffer, line)) {
		buffer->size = start;
		return -ENOMEM;
	}
	return 0;
}
