/* SPDX-License-Identifier: MIT */
/*
 * Samples as JSON, an object a line (RFC 8259).  Knows nothing about files and
 * standard output.
 */
#include <errno.h>
#include <math.h>

#include "eventheader_line.h"
#include "plan.h"
#include "print.h"
#include "print_fields.h"
#include "print_head.h"
#include "print_plain.h"

/* All but controls, the quote and the backslash of ASCII. */
UET_ALWAYS_INLINE uint64_t odd_bytes(uint64_t bytes)
{
	return (bytes & UET_BYTES(0x80)) | uet_bytes_below(bytes, ' ') |
	       uet_bytes_equal(bytes, 0x7f) | uet_bytes_equal(bytes, '"') |
	       uet_bytes_equal(bytes, '\\');
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
		size_t run = uet_copy_plain(to, s + i, size - i, odd_bytes);
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

/* What put_string() may write. */
size_t uet_json_room(size_t size)
{
	return 6 * size + 2 + UET_PLAIN_MORE;
}

/* The string of a field may end in a NUL before its size does. */
UET_ALWAYS_INLINE char *put_string(char *to, const unsigned char *s,
				   size_t size, bool is_field)
{
	size_t run;

	*to++ = '"';
	if (is_field)
		size = uet_without_nul(s, size);
	run = uet_copy_plain(to, s, size, odd_bytes);
	to += run;
	if (run < size && is_field)
		size = run + strnlen((const char *)s + run, size - run);
	if (run < size)
		to = put_escaped(to, s + run, size - run);
	*to++ = '"';
	return to;
}

int uet_json_string(struct uet_buffer *b, const void *s, size_t size)
{
	char *to = uet_buffer_room(b, uet_json_room(size));

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

static char *put_bytes(char *to, const struct uet_value *v)
{
	*to++ = '"';
	to = uet_put_hex(to, v->data, v->size);
	*to++ = '"';
	return to;
}

static char *put_value(struct uet_buffer *b, char *to, size_t room,
		       const struct uet_value *v)
{
	if (v->kind == UET_VALUE_STRING) {
		to = uet_buffer_more(b, to, uet_json_room(v->size) + room);
		return to ? put_string(to, v->data, v->size, true) : NULL;
	}
	if (v->kind == UET_VALUE_BYTES) {
		to = uet_buffer_more(b, to, 2 * v->size + 2 + room);
		return to ? put_bytes(to, v) : NULL;
	}
	return uet_print_array(b, to, room, v, put_number);
}

static char *put_known(char *to, const char *key, bool known, uint64_t n)
{
	to = uet_put_bytes(to, key, strlen(key));
	return known ? uet_put_u64(to, n) : uet_put_bytes(to, "null", 4);
}

static char *put_time(char *to, const struct uet_line *line)
{
	return put_known(to, line->is_wall ? "{\"time_unix_ns\":" :
					     "{\"time_ns\":",
			 line->has_time, line->time);
}

static int add_task(struct uet_buffer *b, const struct uet_line *line)
{
	const char *comm = line->comm ? line->comm : "";
	size_t len = strlen(comm);
	char *to = uet_buffer_room(b, 3 * UET_NUMBER_MAX + 64 +
				      uet_json_room(len));

	if (!to)
		return -ENOMEM;
	to = uet_put_bytes(to, ",\"comm\":", 8);
	if (line->comm)
		to = put_string(to, (const unsigned char *)comm, len, false);
	else
		to = uet_put_bytes(to, "null", 4);
	to = put_known(to, ",\"pid\":", line->has_task, line->pid);
	to = put_known(to, ",\"tid\":", line->has_task, line->tid);
	to = put_known(to, ",\"cpu\":", line->has_cpu, line->cpu);
	uet_buffer_end(b, uet_put_bytes(to, ",\"event\":", 9));
	return 0;
}

static const struct uet_head head = { put_time, add_task };

/* The members of an event without a format. */
static char *put_unknown(struct uet_buffer *b, char *to,
			 const struct uet_line *line)
{
	to = uet_buffer_more(b, to, UET_NUMBER_MAX + 32 + 2 * line->raw_size);
	if (!to)
		return NULL;
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
	return to;
}

/* The end of the fields, and of the line. */
static int put_print(struct uet_buffer *b, char *to,
		     const struct uet_line *line)
{
	uet_buffer_end(b, to);
	if (uet_buffer_put(b, "},\"print\":", 10) ||
	    uet_json_string(b, line->print, line->print_size))
		return -ENOMEM;
	return uet_buffer_put(b, "}\n", 2);
}

/* An event that has its description with it. */
static __attribute__((noinline)) int
put_described(struct uet_buffer *b, char *to, const struct uet_plan *plan,
	      const struct uet_eh_event *event, const struct uet_line *line)
{
	uet_buffer_end(b, to);
	if (uet_eh_line_json(b, plan, line, event))
		return -ENOMEM;
	if (line->print && (uet_buffer_put(b, ",\"print\":", 9) ||
			    uet_json_string(b, line->print, line->print_size)))
		return -ENOMEM;
	return uet_buffer_put(b, "}\n", 2);
}

static int put_line(struct uet_buffer *b, const struct uet_plan *plan,
		    const struct uet_line *line)
{
	struct uet_eh_event event;
	char *to = uet_put_head(b, &head, line,
				plan->json_event_size + plan->room);

	if (!to)
		return -ENOMEM;
	if (plan->eh && uet_eh_of_line(plan, line, &event))
		return put_described(b, to, plan, &event, line);
	to = uet_put_bytes(to, plan->json_event, plan->json_event_size);
	to = plan->format ?
		     uet_print_fields(b, to, plan, line, UET_KEY_JSON,
				      put_number, put_value) :
		     put_unknown(b, to, line);
	if (!to)
		return -ENOMEM;
	if (line->print)
		return put_print(b, to, line);
	uet_buffer_end(b, uet_put_bytes(to, "}}\n", 3));
	return 0;
}

int uet_print_json(struct uet_buffer *buffer, const struct uet_plan *plan,
		   const struct uet_line *line)
{
	size_t start = buffer->size;

	if (!put_line(buffer, plan, line))
		return 0;
	buffer->size = start;
	return -ENOMEM;
}
