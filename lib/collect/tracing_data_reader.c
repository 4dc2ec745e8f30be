/* SPDX-License-Identifier: MIT */
/*
 * Finds the formats of tracepoints in the TRACING_DATA of a perf.data file,
 * which is the head of a trace.dat file.  Does not parse a format.
 */
#include <errno.h>

#include "cursor.h"
#include "tracing_data.h"

static const unsigned char magic[] = { 23, 8, 68, 't', 'r', 'a',
				       'c', 'i', 'n', 'g' };

static bool is_other_endian(unsigned char file_is_big)
{
	return (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != (file_is_big != 0);
}

static void skip_sized(struct uet_cursor *c)
{
	uet_cursor_view(c, uet_cursor_u64(c));
}

static void expect(struct uet_cursor *c, const void *bytes, size_t size)
{
	const void *view = uet_cursor_view(c, size);

	if (view && memcmp(view, bytes, size))
		c->bad = true;
}

/* Magic, version, byte order, size of long, page size, the ring's header. */
static int read_head(struct uet_cursor *c, uint8_t *long_size)
{
	unsigned char big_endian;

	expect(c, magic, sizeof(magic));
	if (c->bad || !uet_cursor_string(c))
		return -EBADMSG;
	big_endian = uet_cursor_u8(c);
	*long_size = uet_cursor_u8(c);
	if (c->bad)
		return -EBADMSG;
	c->swap = is_other_endian(big_endian);
	uet_cursor_u32(c);
	expect(c, "header_page", 12);
	skip_sized(c);
	expect(c, "header_event", 13);
	skip_sized(c);
	return c->bad ? -EBADMSG : 0;
}

/* Those of ftrace itself: no event of perf refers to them. */
static int skip_ftrace_formats(struct uet_cursor *c)
{
	uint32_t n = uet_cursor_u32(c);

	while (n-- && !c->bad)
		skip_sized(c);
	return c->bad ? -EBADMSG : 0;
}

static int read_system(struct uet_cursor *c, uet_tracing_event_fn event,
		       void *context)
{
	const char *system = uet_cursor_string(c);
	uint32_t n = uet_cursor_u32(c);

	while (n-- && !c->bad) {
		uint64_t len = uet_cursor_u64(c);
		const char *format = uet_cursor_view(c, len);
		int ret;

		if (!format)
			break;
		ret = event(context, system, format, (size_t)len);
		if (ret)
			return ret;
	}
	return c->bad ? -EBADMSG : 0;
}

/* No damage when they are missing: nobody else needs them.  But when they make
 * no sense, the formats before them did not end where they seemed to. */
static int read_rest(struct uet_cursor *c, struct uet_tracing_rest *rest)
{
	uint32_t size;

	if (!uet_cursor_left(c))
		return 0;
	size = uet_cursor_u32(c);
	rest->symbols = uet_cursor_view(c, size);
	rest->symbols_size = rest->symbols ? size : 0;
	size = uet_cursor_u32(c);
	rest->strings = uet_cursor_view(c, size);
	rest->strings_size = rest->strings ? size : 0;
	/* The names of commands come last: no print fmt asks for them. */
	return c->bad ? -EBADMSG : 0;
}

int uet_tracing_data_read(void *data, size_t size, uet_tracing_event_fn event,
			  void *context, struct uet_tracing_rest *rest)
{
	struct uet_cursor c = uet_cursor_over(data, size);
	struct uet_tracing_rest unused;
	uint32_t n;
	int ret;

	if (!rest)
		rest = &unused;
	memset(rest, 0, sizeof(*rest));
	ret = read_head(&c, &rest->long_size);
	if (ret)
		return ret;
	ret = skip_ftrace_formats(&c);
	if (ret)
		return ret;
	n = uet_cursor_u32(&c);
	while (n-- && !c.bad) {
		ret = read_system(&c, event, context);
		if (ret)
			return ret;
	}
	if (c.bad)
		return -EBADMSG;
	return read_rest(&c, rest);
}
