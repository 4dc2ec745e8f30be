/* SPDX-License-Identifier: MIT */
/*
 * Samples as lines for people.  Knows nothing about files and standard output.
 */
#include <errno.h>

#include "plan.h"
#include "print.h"
#include "print_fields.h"

/* What a word may hold without quotes: 1 for each such byte. */
static const unsigned char is_plain[256] = {
	['!'] = 1, ['#' ... '\''- 1] = 1, ['(' ... '/'] = 1, ['0' ... '9'] = 1,
	[':'] = 1, [';'] = 1, ['>' ... '@'] = 1, ['A' ... 'Z'] = 1,
	['['] = 1, [']'] = 1, ['^' ... '`'] = 1, ['a' ... 'z'] = 1,
	['{' ... '~'] = 1,
};

/* Returns how much is plain, and copies that. */
static size_t copy_plain(char *to, const unsigned char *s, size_t size)
{
	size_t i = 0;

	for (; i < size && is_plain[s[i]]; i++)
		to[i] = (char)s[i];
	return i;
}

static size_t plain_run(const unsigned char *s, size_t size)
{
	size_t i = 0;

	while (i < size && is_plain[s[i]])
		i++;
	return i;
}

/* U+0080 to U+009F are controls, and U+2028, U+2029 end a line for some. */
static bool is_control(const unsigned char *s, unsigned int len)
{
	return (len == 2 && s[0] == 0xc2 && s[1] < 0xa0) ||
	       (len == 3 && s[0] == 0xe2 && s[1] == 0x80 &&
		(s[2] == 0xa8 || s[2] == 0xa9));
}

/* The length of the printable character that is not ASCII, or 0. */
static unsigned int printable_length(const unsigned char *s, size_t size)
{
	unsigned int len = uet_utf8_length(s, size);

	return len > 1 && !is_control(s, len) ? len : 0;
}

static bool needs_quotes(const unsigned char *s, size_t size)
{
	size_t i = 0;

	if (!size)
		return true;
	while ((i += plain_run(s + i, size - i)) < size) {
		unsigned int len = printable_length(s + i, size - i);

		if (!len)
			return true;
		i += len;
	}
	return false;
}

static char *put_escape(char *to, unsigned char c)
{
	static const char letters[] = "\"\"\\\\\aa\bb\ff\nn\rr\tt\vv";

	for (size_t i = 0; letters[i]; i += 2) {
		if ((unsigned char)letters[i] != c)
			continue;
		*to++ = '\\';
		*to++ = letters[i + 1];
		return to;
	}
	*to++ = '\\';
	*to++ = (char)('0' + (c >> 6));
	*to++ = (char)('0' + (c >> 3 & 7));
	*to++ = (char)('0' + (c & 7));
	return to;
}

static char *put_quoted(char *to, const unsigned char *s, size_t size)
{
	*to++ = '"';
	for (size_t i = 0; i < size;) {
		unsigned int len = 1;

		if (s[i] >= 0x80)
			len = printable_length(s + i, size - i);
		if (!len || s[i] < ' ' || s[i] == '"' || s[i] == '\\' ||
		    s[i] == 0x7f) {
			to = put_escape(to, s[i++]);
			continue;
		}
		to = uet_put_bytes(to, (const char *)s + i, len);
		i += len;
	}
	*to++ = '"';
	return to;
}

int uet_text_string(struct uet_buffer *b, const void *s, size_t size)
{
	char *to = uet_buffer_room(b, 4 * size + 2);
	size_t run;

	if (!to)
		return -ENOMEM;
	run = copy_plain(to, s, size);
	if (size && run == size)
		to += size;
	else if (needs_quotes(s, size))
		to = put_quoted(to, s, size);
	else
		to = uet_put_bytes(to, s, size);
	uet_buffer_end(b, to);
	return 0;
}

/* All that takes at most UET_NUMBER_MAX bytes. */
static char *put_number(char *to, const struct uet_value *v)
{
	switch (v->kind) {
	case UET_VALUE_INT:
		return uet_put_s64(to, v->s);
	case UET_VALUE_POINTER:
		*to++ = '0';
		*to++ = 'x';
		return uet_put_hex64(to, v->u);
	case UET_VALUE_F32:
	case UET_VALUE_F64:
		return uet_put_real(to, v);
	case UET_VALUE_MISSING:
		return uet_put_bytes(to, "<missing>", 9);
	default:
		return uet_put_u64(to, v->u);
	}
}

static int put_value(struct uet_buffer *b, const struct uet_value *v)
{
	if (v->kind == UET_VALUE_STRING)
		return uet_text_string(b, v->data, v->size);
	if (v->kind == UET_VALUE_BYTES)
		return uet_buffer_put_hex(b, v->data, v->size);
	return uet_print_array(b, v, put_number);
}

static char *put_time(char *to, const struct uet_line *line)
{
	if (!line->has_time) {
		*to++ = '-';
	} else if (line->is_wall) {
		to = uet_put_wall_time(to, line->time);
	} else {
		to = uet_put_u64(to, line->time / 1000000000);
		*to++ = '.';
		to = uet_put_padded(to, line->time % 1000000000, 9);
	}
	*to++ = ' ';
	return to;
}

static char *put_unknown_comm(char *to, const struct uet_line *line)
{
	if (!line->has_task)
		return uet_put_bytes(to, "-", 1);
	*to++ = ':';
	return uet_put_u64(to, line->tid);
}

static char *put_task(char *to, const struct uet_line *line)
{
	*to++ = ' ';
	if (!line->has_task)
		return uet_put_bytes(to, "-/-", 3);
	to = uet_put_u64(to, line->pid);
	*to++ = '/';
	return uet_put_u64(to, line->tid);
}

static char *put_cpu(char *to, const struct uet_line *line)
{
	*to++ = ' ';
	*to++ = '[';
	if (line->has_cpu)
		to = uet_put_padded(to, line->cpu, 3);
	else
		*to++ = '-';
	*to++ = ']';
	*to++ = ' ';
	return to;
}

/* All before the fields. */
static int put_head(struct uet_buffer *b, const struct uet_plan *plan,
		    const struct uet_line *line)
{
	size_t numbers = 6 * UET_NUMBER_MAX;
	char *to = uet_buffer_room(b, numbers);

	if (!to)
		return -ENOMEM;
	to = put_time(to, line);
	if (!line->comm)
		to = put_unknown_comm(to, line);
	uet_buffer_end(b, to);
	if (line->comm && uet_text_string(b, line->comm, strlen(line->comm)))
		return -ENOMEM;
	to = uet_buffer_room(b, numbers + plan->text_event_size);
	if (!to)
		return -ENOMEM;
	to = put_task(to, line);
	to = put_cpu(to, line);
	to = uet_put_bytes(to, plan->text_event, plan->text_event_size);
	uet_buffer_end(b, to);
	return 0;
}

static int put_fields(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line)
{
	return uet_print_fields(b, plan, line, UET_KEY_TEXT, put_number,
				put_value);
}

/* An event without a format. */
static int put_unknown(struct uet_buffer *b, const struct uet_line *line)
{
	char *to = uet_buffer_room(b, UET_NUMBER_MAX + 16 + 2 * line->raw_size);

	if (!to)
		return -ENOMEM;
	if (line->has_ip) {
		to = uet_put_bytes(to, " ip=0x", 6);
		to = uet_put_hex64(to, line->ip);
	}
	if (line->raw_size) {
		to = uet_put_bytes(to, " raw=", 5);
		to = uet_put_hex(to, line->raw, line->raw_size);
	}
	uet_buffer_end(b, to);
	return 0;
}

/* What the kernel would print: blanks and quotes are no harm here. */
static int put_print(struct uet_buffer *b, const struct uet_line *line)
{
	const unsigned char *s = (const unsigned char *)line->print;
	size_t size = line->print_size;
	char *to = uet_buffer_room(b, 4 * size + 1);

	if (!to)
		return -ENOMEM;
	*to++ = ' ';
	for (size_t i = 0; i < size;) {
		unsigned int len = 1;

		if (s[i] >= 0x80)
			len = printable_length(s + i, size - i);
		if (!len || s[i] < ' ' || s[i] == 0x7f) {
			to = put_escape(to, s[i++]);
			continue;
		}
		to = uet_put_bytes(to, (const char *)s + i, len);
		i += len;
	}
	uet_buffer_end(b, to);
	return 0;
}

static int put_event(struct uet_buffer *b, const struct uet_plan *plan,
		     const struct uet_line *line)
{
	if (line->print)
		return put_print(b, line);
	return plan->format ? put_fields(b, plan, line) : put_unknown(b, line);
}

int uet_print_text(struct uet_buffer *buffer, const struct uet_plan *plan,
		   const struct uet_line *line)
{
	size_t start = buffer->size;

	if (put_head(buffer, plan, line) ||
	    put_event(buffer, plan, line) ||
	    uet_buffer_put(buffer, "\n", 1)) {
		buffer->size = start;
		return -ENOMEM;
	}
	return 0;
}
