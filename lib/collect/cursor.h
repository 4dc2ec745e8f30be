/* SPDX-License-Identifier: MIT */
/*
 * Reads numbers and views out of bytes that somebody else wrote: the one place
 * where a foreign length meets a bound.  Knows nothing about what it reads.
 */
#ifndef UET_COLLECT_CURSOR_H
#define UET_COLLECT_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * A failure sticks: after the first read past the end every further one gives
 * zero or NULL, so that a sequence of reads needs a single check of bad.
 */
struct uet_cursor {
	const unsigned char *at;
	const unsigned char *end;
	bool bad;
	bool swap; /* of the other byte order; each number is put right in
		      place when it is read: once, in memory of ours */
};

static inline struct uet_cursor uet_cursor_over(const void *data, size_t size)
{
	const unsigned char *at = data;
	struct uet_cursor c = { at, at + size, false, false };

	return c;
}

static inline size_t uet_cursor_left(const struct uet_cursor *c)
{
	return (size_t)(c->end - c->at);
}

/* A view of the next size bytes; NULL when there are fewer. */
static inline const void *uet_cursor_view(struct uet_cursor *c, uint64_t size)
{
	const unsigned char *view = c->at;

	if (size > uet_cursor_left(c)) {
		c->bad = true;
		c->at = c->end;
		return NULL;
	}
	c->at += size;
	return view;
}

/* The same for count elements of size bytes; the product may overflow. */
static inline const void *uet_cursor_array(struct uet_cursor *c, uint64_t count,
					   size_t size)
{
	if (count > uet_cursor_left(c) / size) {
		c->bad = true;
		c->at = c->end;
		return NULL;
	}
	return uet_cursor_view(c, count * size);
}

/* Puts count numbers of size bytes right that have just become a view. */
static inline void uet_cursor_put_right(const struct uet_cursor *c,
					const void *view, size_t count,
					size_t size)
{
	unsigned char *at = (unsigned char *)(uintptr_t)view;

	if (!c->swap || !view)
		return;
	for (; count--; at += size)
		for (size_t i = 0; i < size / 2; i++) {
			unsigned char byte = at[i];

			at[i] = at[size - 1 - i];
			at[size - 1 - i] = byte;
		}
}

/* count elements of u64s only. */
static inline const void *uet_cursor_u64s(struct uet_cursor *c, uint64_t count,
					  size_t size)
{
	const void *view = uet_cursor_array(c, count, size);

	uet_cursor_put_right(c, view, count * size / 8, 8);
	return view;
}

#define UET_CURSOR_GET(type, name)                                             \
	static inline type uet_cursor_##name(struct uet_cursor *c)             \
	{                                                                      \
		type value = 0;                                                \
		const void *view = uet_cursor_view(c, sizeof(value));          \
                                                                               \
		uet_cursor_put_right(c, view, 1, sizeof(value));               \
		if (view)                                                      \
			memcpy(&value, view, sizeof(value));                   \
		return value;                                                  \
	}                                                                      \
                                                                               \
	/* For who has checked that there are as many bytes. */                \
	static inline type uet_cursor_sure_##name(struct uet_cursor *c)        \
	{                                                                      \
		type value;                                                    \
                                                                               \
		uet_cursor_put_right(c, c->at, 1, sizeof(value));              \
		memcpy(&value, c->at, sizeof(value));                          \
		c->at += sizeof(value);                                        \
		return value;                                                  \
	}

UET_CURSOR_GET(uint8_t, u8)
UET_CURSOR_GET(uint16_t, u16)
UET_CURSOR_GET(uint32_t, u32)
UET_CURSOR_GET(uint64_t, u64)

#undef UET_CURSOR_GET

/* A string that must end in NUL before the end. */
static inline const char *uet_cursor_string(struct uet_cursor *c)
{
	size_t left = uet_cursor_left(c);
	const void *nul = left ? memchr(c->at, '\0', left) : NULL;

	if (!nul) {
		c->bad = true;
		c->at = c->end;
		return NULL;
	}
	return uet_cursor_view(c, (uint64_t)((const unsigned char *)nul -
					     c->at) + 1);
}

#endif /* UET_COLLECT_CURSOR_H */
