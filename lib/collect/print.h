/* SPDX-License-Identifier: MIT */
/*
 * What the two printers share: room in the buffer, and numbers as text.  A
 * printer reserves once for what it writes next and then only moves a pointer.
 */
#ifndef UET_COLLECT_PRINT_H
#define UET_COLLECT_PRINT_H

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <uet/decode.h>

#define UET_ALWAYS_INLINE static inline __attribute__((always_inline))

/* The same byte in each part of a u64. */
#define UET_BYTES(b) (UINT64_C(0x0101010101010101) * (b))

/* The longest number of this file, with some room. */
#define UET_NUMBER_MAX 40

/* Room for n more bytes: their place, or NULL. */
char *uet_buffer_grow(struct uet_buffer *b, size_t n);

static inline char *uet_buffer_room(struct uet_buffer *b, size_t n)
{
	if (b->capacity - b->size >= n)
		return b->data + b->size;
	return uet_buffer_grow(b, n);
}

/* What was written up to end is part of the buffer now. */
static inline void uet_buffer_end(struct uet_buffer *b, const char *end)
{
	b->size = (size_t)(end - b->data);
}

/* The same, and room for n bytes more there, or NULL. */
static inline char *uet_buffer_more(struct uet_buffer *b, const char *end,
				    size_t n)
{
	uet_buffer_end(b, end);
	return uet_buffer_room(b, n);
}

static inline char *uet_put_bytes(char *to, const char *from, size_t size)
{
	memcpy(to, from, size);
	return to + size;
}

/* 0 or -ENOMEM. */
static inline int uet_buffer_put(struct uet_buffer *b, const void *data,
				 size_t size)
{
	char *to = uet_buffer_room(b, size);

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, uet_put_bytes(to, data, size));
	return 0;
}

/* Readable bytes there must be from the start of what uet_put_short() copies,
 * and writable ones. */
#define UET_SHORT 16

/* Mostly one load and one store instead of a call. */
static inline char *uet_put_short(char *to, const char *from, size_t size)
{
	if (size <= UET_SHORT)
		memcpy(to, from, UET_SHORT);
	else
		memcpy(to, from, size);
	return to + size;
}

/* Each writes at most UET_NUMBER_MAX bytes and returns the end. */
char *uet_put_u64(char *to, uint64_t n) __attribute__((returns_nonnull));
char *uet_put_s64(char *to, int64_t n) __attribute__((returns_nonnull));
char *uet_put_hex64(char *to, uint64_t n);
/* width digits at least, with zeros in front. */
char *uet_put_padded(char *to, uint64_t n, unsigned int width);
/* A finite number with the fewest digits that read back the same. */
char *uet_put_double(char *to, double f) __attribute__((returns_nonnull));
char *uet_put_float(char *to, float f);
/* A value of kind F32 or F64; "nan", "inf", "-inf" where it is no number. */
char *uet_put_real(char *to, const struct uet_value *v);

/* "2026-11-30T08:15:42" of seconds since 1970, whose years are of 32 bits;
 * "-0001-12-31T23:59:59" before the year 0. */
char *uet_put_date_time(char *to, int64_t s);
/* "2026-11-30T08:15:42.000000001Z" of nanoseconds since 1970. */
char *uet_put_wall_time(char *to, uint64_t ns);

/* 2 * size bytes of lower-case digits. */
char *uet_put_hex(char *to, const void *data, size_t size);

/*
 * The length of the character of UTF-8 at s, or 0 if there is none: overlong
 * forms, surrogates and what is above U+10FFFF are none.
 */
unsigned int uet_utf8_length(const unsigned char *s, size_t size);

/* The room that the next two want for a string of so many bytes.  They write
 * over all of it: what lies in the same buffer must lie behind. */
size_t uet_text_room(size_t size);
size_t uet_json_room(size_t size);

/* Appends a string as the printers write it: 0 or -ENOMEM. */
int uet_text_string(struct uet_buffer *b, const void *s, size_t size);
int uet_json_string(struct uet_buffer *b, const void *s, size_t size);

#endif /* UET_COLLECT_PRINT_H */
