/* SPDX-License-Identifier: MIT */
/*
 * Samples as lines for people.  Knows nothing about files and standard output.
 */
#include <errno.h>

#include "eventheader_line.h"
#include "plan.h"
#include "print.h"
#include "print_fields.h"
#include "print_head.h"
#include "print_plain.h"

/* All that a word may not hold without quotes, and what is not ASCII. */
UET_ALWAYS_INLINE uint64_t odd_bytes(uint64_t bytes)
{
	return (bytes & UET_BYTES(0x80)) | uet_bytes_below(bytes, ' ' + 1) |
	       uet_bytes_equal(bytes, 0x7f) | uet_bytes_equal(bytes, '"') |
	       uet_bytes_equal(bytes, '\'') | uet_bytes_equal(bytes, '\\') |
	       uet_bytes_equal(bytes, '<') | uet_bytes_equal(bytes, '=');
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

/* Nothing but what stands as it is; copies up to where that ends. */
static bool copy_word(char *to, const unsigned char *s, size_t size)
{
	if (!size)
		return false;
	for (size_t i = 0; i < size;) {
		unsigned int len;

		i += uet_copy_plain(to + i, s + i, size - i, odd_bytes);
		if (i == size)
			break;
		len = printable_length(s + i, size - i);
		if (!len)
			return false;
		uet_put_bytes(to + i, (const char *)s + i, len);
		i += len;
	}
	return true;
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

/* What put_string() may write. */
size_t uet_text_room(size_t size)
{
	return 4 * size + 2 + UET_PLAIN_MORE;
}

/* The string of a field may end in a NUL before its size does. */
UET_ALWAYS_INLINE char *put_string(char *to, const void *s, size_t size,
				   bool is_field)
{
	size_t len;

	if (is_field)
		size = uet_without_nul(s, size);
	if (copy_word(to, s, size))
		return to + size;
	len = is_field ? strnlen(s, size) : size;
	if (len < size && copy_word(to, s, len))
		return to + len;
	return put_quoted(to, s, len);
}

int uet_text_string(struct uet_buffer *b, const void *s, size_t size)
{
	char *to = uet_buffer_room(b, uet_text_room(size));

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, put_string(to, s, size, false));
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

static char *put_value(struct uet_buffer *b, char *to, size_t room,
		       const struct uet_value *v)
{
	if (v->kind == UET_VALUE_STRING) {
		to = uet_buffer_more(b, to, uet_text_room(v->size) + room);
		return to ? put_string(to, v->data, v->size, true) : NULL;
	}
	if (v->kind == UET_VALUE_BYTES) {
		to = uet_buffer_more(b, to, 2 * v->size + room);
		return to ? uet_put_hex(to, v->data, v->size) : NULL;
	}
	return uet_print_array(b, to, room, v, put_number);
}

/* The Z of a wall time, and what follows any. */
static char *put_time_end(char *to, const struct uet_line *line)
{
	if (line->has_time && line->is_wall)
		*to++ = 'Z';
	*to++ = ' ';
	return to;
}

/* Up to its last digit. */
static char *put_time(char *to, const struct uet_line *line)
{
	if (!line->has_time) {
		*to++ = '-';
	} else if (line->is_wall) {
		to = uet_put_wall_time(to, line->time) - 1;
	} else {
		to = uet_put_u64(to, line->time / 1000000000);
		*to++ = '.';
		to = uet_put_padded(to, line->time % 1000000000, 9);
	}
	return to;
}

static char *put_unknown_comm(char *to, const struct uet_line *line)
{
	if (!line->has_task)
		return uet_put_bytes(to, "-", 1);
	*to++ = ':';
	return uet_put_u64(to, line->tid);
}

static char *put_ids(char *to, const struct uet_line *line)
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

static int add_task(struct uet_buffer *b, const struct uet_line *line)
{
	size_t numbers = 4 * UET_NUMBER_MAX;
	char *to = uet_buffer_room(b, numbers);

	if (!to)
		return -ENOMEM;
	to = put_time_end(to, line);
	if (!line->comm)
		to = put_unknown_comm(to, line);
	uet_buffer_end(b, to);
	if (line->comm && uet_text_string(b, line->comm, strlen(line->comm)))
		return -ENOMEM;
	to = uet_buffer_room(b, numbers);
	if (!to)
		return -ENOMEM;
	to = put_ids(to, line);
	uet_buffer_end(b, put_cpu(to, line));
	return 0;
}

static const struct uet_head head = { put_time, add_task };

/* An event without a format. */
static char *put_unknown(struct uet_buffer *b, char *to,
			 const struct uet_line *line)
{
	to = uet_buffer_more(b, to, UET_NUMBER_MAX + 32 + 2 * line->raw_size);
	if (!to)
		return NULL;
	if (line->has_ip) {
		to = uet_put_bytes(to, " ip=0x", 6);
		to = uet_put_hex64(to, line->ip);
	}
	if (line->raw_size) {
		to = uet_put_bytes(to, " raw=", 5);
		to = uet_put_hex(to, line->raw, line->raw_size);
	}
	return to;
}

/* What the kernel would print: blanks and quotes are no harm here. */
static char *put_print(struct uet_buffer *b, char *to,
		       const struct uet_line *line)
{
	const unsigned char *s = (const unsigned char *)line->print;
	size_t size = line->print_size;

	to = uet_buffer_more(b, to, 4 * size + 2);
	if (!to)
		return NULL;
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
	return to;
}

/* An event that has its description with it. */
static __attribute__((noinline)) char *
put_described(struct uet_buffer *b, char *to, const struct uet_plan *plan,
	      const struct uet_line *line, const struct uet_eh_event *event)
{
	uet_buffer_end(b, to);
	if (uet_eh_line_name(b, event) ||
	    uet_eh_line_text(b, plan, line, event))
		return NULL;
	return uet_buffer_room(b, 1);
}

/* What stands behind the event's name, each with a blank in front. */
UET_ALWAYS_INLINE char *put_fields(struct uet_buffer *b, char *to,
				   const struct uet_plan *plan,
				   const struct uet_line *line)
{
	if (line->print)
		return put_print(b, to, line);
	if (!plan->format)
		return put_unknown(b, to, line);
	return uet_print_fields(b, to, plan, line, UET_KEY_TEXT, put_number,
				put_value);
}

static char *put_event(struct uet_buffer *b, char *to,
		       const struct uet_plan *plan, const struct uet_line *line)
{
	struct uet_eh_event event;

	if (plan->eh && !line->print && uet_eh_of_line(plan, line, &event))
		return put_described(b, to, plan, line, &event);
	to = uet_put_bytes(to, plan->text_event, plan->text_event_size);
	return put_fields(b, to, plan, line);
}

static int add_fields(struct uet_buffer *b, const struct uet_plan *plan,
		      const struct uet_line *line)
{
	struct uet_eh_event event;
	char *to;

	if (!line->print && uet_eh_of_line(plan, line, &event))
		return uet_eh_line_text(b, plan, line, &event);
	to = uet_buffer_room(b, plan->room + UET_SHORT);
	if (to)
		to = put_fields(b, to, plan, line);
	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, to);
	return 0;
}

int uet_print_text_fields(struct uet_buffer *buffer,
			  const struct uet_plan *plan,
			  const struct uet_line *line)
{
	size_t start = buffer->size;

	if (!add_fields(buffer, plan, line))
		return 0;
	buffer->size = start;
	return -ENOMEM;
}

int uet_print_text(struct uet_buffer *buffer, const struct uet_plan *plan,
		   const struct uet_line *line)
{
	size_t start = buffer->size;
	char *to = uet_put_head(buffer, &head, line,
				plan->text_event_size + plan->room);

	if (to)
		to = put_event(buffer, to, plan, line);
	if (!to) {
		buffer->size = start;
		return -ENOMEM;
	}
	*to++ = '\n';
	uet_buffer_end(buffer, to);
	return 0;
}
