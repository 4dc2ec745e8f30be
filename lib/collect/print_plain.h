/* SPDX-License-Identifier: MIT */
/*
 * Copies what a printer writes as it is, eight bytes at a time.  Which bytes
 * those are is the printer's business.
 */
#ifndef UET_COLLECT_PRINT_PLAIN_H
#define UET_COLLECT_PRINT_PLAIN_H

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "print.h"

/* How much may be written behind what is copied. */
#define UET_PLAIN_MORE 8

/*
 * Not 0 if one of eight bytes is not to be copied as it is.  The lowest bit
 * that is set belongs to the first such byte, the others to any.  0 is never
 * copied.
 */
typedef uint64_t uet_odd_bytes(uint64_t bytes);

/* For a uet_odd_bytes: bytes below least, which is 0x80 at most; bytes of 0x80
 * and more are not. */
static inline uint64_t uet_bytes_below(uint64_t bytes, uint64_t least)
{
	return (bytes - UET_BYTES(least)) & ~bytes & UET_BYTES(0x80);
}

/* The same: bytes that are c, below 0x80. */
static inline uint64_t uet_bytes_equal(uint64_t bytes, uint64_t c)
{
	return uet_bytes_below(bytes ^ UET_BYTES(c), 1);
}

/* The first of the next size bytes in the lowest eight bits; zeros for what
 * there is not.  Parts overlap where the size is no power of two. */
static inline uint64_t uet_load_eight(const unsigned char *s, size_t size)
{
	uint32_t first, last;
	uint64_t bytes;

	if (size >= 8) {
		memcpy(&bytes, s, 8);
		return le64toh(bytes);
	}
	if (size >= 4) {
		memcpy(&first, s, 4);
		memcpy(&last, s + size - 4, 4);
		return le32toh(first) |
		       (uint64_t)le32toh(last) << 8 * (size - 4);
	}
	if (!size)
		return 0;
	return s[0] | (uint64_t)s[size / 2] << 8 * (size / 2) |
	       (uint64_t)s[size - 1] << 8 * (size - 1);
}

/* Copies up to the first byte that is odd; returns how much. */
UET_ALWAYS_INLINE size_t uet_copy_plain(char *to, const unsigned char *s,
					size_t size, uet_odd_bytes *odd_bytes)
{
	for (size_t i = 0;; i += 8) {
		uint64_t bytes = uet_load_eight(s + i, size - i);
		uint64_t odd = odd_bytes(bytes);

		bytes = htole64(bytes);
		memcpy(to + i, &bytes, 8);
		/* Zeros behind the end are odd: this ends there. */
		if (odd)
			return i + (size_t)__builtin_ctzll(odd) / 8;
	}
}

/*
 * A string may end in a NUL before its last byte, mostly at it: what of it is
 * left to be looked at.
 */
static inline size_t uet_without_nul(const unsigned char *s, size_t size)
{
	return size && !s[size - 1] ? size - 1 : size;
}

#endif /* UET_COLLECT_PRINT_PLAIN_H */
