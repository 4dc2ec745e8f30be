/* SPDX-License-Identifier: MIT */
/*
 * The kernel's print fmts, which libtraceevent applies to a copy of a record
 * that has room behind it.  Knows nothing about files and lines.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>

#include <uet/print_fmt.h>

#include "collect_internal.h"
#include "print_fmt.h"
#include "print_fmt_text.h"

/* PERF_SAMPLE_RAW is part of a record, whose size has 16 bits. */
#define MAX_RAW ((size_t)64 << 10)

struct known {
	unsigned int id;
	struct tep_event *event; /* of the handle; NULL: refused */
	const char *why;	 /* it was refused */
	struct uet_print_fmt_lengths lengths;
};

struct uet_print_fmt {
	struct tep_handle *tep;
	struct known *known; /* by id, ascending */
	size_t n;
	size_t long_size;
	struct trace_seq text;
	unsigned char *copy; /* of the record; NULs behind it */
	size_t used;	     /* of the copy: the record before */
	bool has_printed;    /* so that strings and symbols are sorted */
};

static enum tep_endian own_endian(void)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? TEP_BIG_ENDIAN :
							TEP_LITTLE_ENDIAN;
}

int uet_print_fmt_new(struct uet_print_fmt **out, struct uet_error *err)
{
	struct uet_print_fmt *p = calloc(1, sizeof(*p));

	*out = NULL;
	if (!p)
		return uet_error_set(err, -ENOMEM, "out of memory");
	p->copy = calloc(1, MAX_RAW + UET_PRINT_FMT_PAD);
	p->tep = tep_alloc();
	trace_seq_init(&p->text);
	if (!p->copy || !p->tep || p->text.state != TRACE_SEQ__GOOD) {
		uet_print_fmt_free(p);
		return uet_error_set(err, -ENOMEM, "out of memory");
	}
	/* Whatever machine recorded: the reader put its numbers right. */
	tep_set_file_bigendian(p->tep, own_endian());
	tep_set_local_bigendian(p->tep, own_endian());
	uet_print_fmt_long_size(p, sizeof(long));
	*out = p;
	return 0;
}

void uet_print_fmt_free(struct uet_print_fmt *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->n; i++)
		free(p->known[i].lengths.list);
	free(p->known);
	free(p->copy);
	if (p->text.buffer)
		trace_seq_destroy(&p->text);
	tep_free(p->tep);
	free(p);
}

/* A format's text whose name is a word: libtraceevent reads no other one, and
 * that of a multi-format event has a point. */
static char *with_plain_name(const char *format, size_t size)
{
	static const char key[] = "name: ";
	char *copy = strndup(format, size);
	char *at = copy;

	if (!copy || strncmp(copy, key, sizeof(key) - 1))
		return copy;
	for (at += sizeof(key) - 1; *at && *at != '\n'; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	return copy;
}

/* The place of an id, or where it belongs. */
static size_t place_of(const struct uet_print_fmt *p, unsigned int id)
{
	size_t low = 0, high = p->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->known[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct known *find(const struct uet_print_fmt *p, unsigned int id)
{
	size_t at = place_of(p, id);

	return at < p->n && p->known[at].id == id ? &p->known[at] : NULL;
}

static int remember(struct uet_print_fmt *p, const struct known *known)
{
	size_t at = place_of(p, known->id);
	struct known *more = reallocarray(p->known, p->n + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	p->known = more;
	memmove(more + at + 1, more + at, (p->n - at) * sizeof(*more));
	more[at] = *known;
	p->n++;
	return 0;
}

/* What libtraceevent makes of it, or why that is not for use.  0; -ENOMEM. */
static int parse(struct uet_print_fmt *p, const char *system, const char *text,
		 struct known *known)
{
	struct tep_event *event = NULL;
	/* Also one whose print fmt it does not understand: that is marked. */
	int failed = (int)tep_parse_format(p->tep, &event, text, strlen(text),
					   system);

	if (failed == TEP_ERRNO__MEM_ALLOC_FAILED)
		return -ENOMEM;
	known->why = "is none that libtraceevent understands";
	if (failed || !event || (unsigned int)event->id != known->id)
		return 0;
	known->why = uet_print_fmt_unsafe(event, &known->lengths);
	if (!known->why)
		known->event = event;
	return known->lengths.no_memory ? -ENOMEM : 0;
}

static int add(struct uet_print_fmt *p, const char *system, char *format)
{
	struct uet_print_fmt_text text;
	bool is_fit = uet_print_fmt_is_fit(&text, format, p->long_size);
	struct known known = { .why = text.why };
	const struct known *before;
	int result = 0;

	if (!text.has_id)
		return -EINVAL;
	known.id = text.id;
	before = find(p, known.id);
	if (before) /* the first one stays */
		return before->event ? 0 : -EINVAL;
	if (is_fit)
		result = parse(p, system, format, &known);
	if (!result)
		result = remember(p, &known);
	if (result) {
		free(known.lengths.list);
		return result;
	}
	return known.event ? 0 : -EINVAL;
}

int uet_print_fmt_add(struct uet_print_fmt *p, const char *system,
		      const char *format, size_t size)
{
	char *text = with_plain_name(format, size);
	int result;

	if (!text)
		return -ENOMEM;
	result = add(p, system, text);
	free(text);
	return result;
}

const char *uet_print_fmt_refused(const struct uet_print_fmt *p,
				  unsigned int id)
{
	const struct known *known = find(p, id);

	return known ? known->why : NULL;
}

int uet_print_fmt_long_size(struct uet_print_fmt *p, size_t size)
{
	if (size != 4 && size != 8)
		return -EINVAL;
	p->long_size = size;
	tep_set_long_size(p->tep, (int)size);
	return 0;
}

/* libtraceevent sorts names when it first looks for one, and takes those that
 * come later for sorted as well. */
int uet_print_fmt_symbols(struct uet_print_fmt *p, const char *kallsyms,
			  size_t size)
{
	return p->has_printed ? -EBUSY : uet_print_fmt_load_symbols(
						 p->tep, kallsyms, size);
}

int uet_print_fmt_strings(struct uet_print_fmt *p, const char *printk_formats,
			  size_t size)
{
	return p->has_printed ? -EBUSY : uet_print_fmt_load_strings(
						 p->tep, printk_formats, size);
}

/* The record, and NULs where the one before was longer. */
static void copy_record(struct uet_print_fmt *p, const void *raw, size_t size)
{
	memcpy(p->copy, raw, size);
	if (size < p->used)
		memset(p->copy + size, 0, p->used - size);
	p->used = size;
}

/* Lines of the kernel's log end in a newline, and may be nothing else. */
static size_t without_newlines(const char *text, size_t size)
{
	while (size && text[size - 1] == '\n')
		size--;
	return size;
}

int uet_print_fmt_print(struct uet_print_fmt *p, unsigned int id,
			const void *raw, size_t raw_size, const char **text,
			size_t *text_size)
{
	struct tep_record record = { .size = (int)raw_size };
	const struct known *k = find(p, id);

	if (!k || !k->event || raw_size > MAX_RAW || !raw_size)
		return 0;
	copy_record(p, raw, raw_size);
	if (!uet_print_fmt_fits(k->event, &k->lengths, p->copy, raw_size))
		return 0;
	record.data = p->copy;
	/* The record names its event, and could name another one. */
	if (tep_find_event_by_record(p->tep, &record) != k->event)
		return 0;
	p->has_printed = true;
	trace_seq_reset(&p->text);
	tep_print_event(p->tep, &p->text, &record, "%s", TEP_PRINT_INFO);
	if (p->text.state != TRACE_SEQ__GOOD)
		return -ENOMEM;
	*text = p->text.buffer;
	*text_size = without_newlines(p->text.buffer, p->text.len);
	return 1;
}
