/* SPDX-License-Identifier: MIT */
/*
 * Measuring and copying bytes on a probe's way.  On x86-64 not libc's
 * functions: they use vector registers that the gate's caller does not expect
 * to change, and a compiler that sees memcpy() may call it.
 */
#ifndef UET_EMIT_TEXT_H
#define UET_EMIT_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "emit/gate.h"

/* At any address. */
typedef uint64_t __attribute__((may_alias, aligned(1))) uet_any_u64;
typedef uint32_t __attribute__((may_alias, aligned(1))) uet_any_u32;
typedef uint16_t __attribute__((may_alias, aligned(1))) uet_any_u16;

#if defined(UET_HAVE_GATE) && !defined(__SANITIZE_ADDRESS__) && \
	!defined(__SANITIZE_THREAD__)

#define UET_CHUNK 16
#define UET_BLOCK 64

/* Of the 16 bytes at an aligned address, a bit for each that is NUL.  xmm14
 * and xmm15 are free to change. */
static inline uint32_t uet_text_nuls(const char *chunk)
{
	uint32_t found;

	__asm__ volatile("pxor %%xmm15, %%xmm15\n\t"
			 "pcmpeqb (%[chunk]), %%xmm15\n\t"
			 "pmovmskb %%xmm15, %[found]"
			 : [found] "=r"(found)
			 : [chunk] "r"(chunk)
			 : "memory");
	return found;
}

/* Whether one of the 64 bytes at an aligned address is NUL. */
static inline uint32_t uet_text_has_nul(const char *block)
{
	uint32_t found;

	__asm__ volatile("movaps (%[block]), %%xmm14\n\t"
			 "pxor %%xmm15, %%xmm15\n\t"
			 "pminub 16(%[block]), %%xmm14\n\t"
			 "pminub 32(%[block]), %%xmm14\n\t"
			 "pminub 48(%[block]), %%xmm14\n\t"
			 "pcmpeqb %%xmm14, %%xmm15\n\t"
			 "pmovmskb %%xmm15, %[found]"
			 : [found] "=r"(found)
			 : [block] "r"(block)
			 : "memory");
	return found;
}

/* strnlen().  What is read is aligned, and so in a page that the text has. */
static inline size_t uet_text_length(const char *text, size_t limit)
{
	uintptr_t into = (uintptr_t)text % UET_CHUNK;
	const char *chunk = text - into;
	uint32_t found = uet_text_nuls(chunk) >> into << into;
	size_t n;

	while (!found) {
		chunk += UET_CHUNK;
		if ((size_t)(chunk - text) >= limit)
			return limit;
		if ((uintptr_t)chunk % UET_BLOCK == 0)
			while (!uet_text_has_nul(chunk)) {
				chunk += UET_BLOCK;
				if ((size_t)(chunk - text) >= limit)
					return limit;
			}
		found = uet_text_nuls(chunk);
	}
	n = (size_t)(chunk - text) + (size_t)__builtin_ctz(found);
	return n < limit ? n : limit;
}

/* memcpy().  The last piece overlaps the one before it. */
static inline void uet_text_copy(char *to, const char *from, size_t n)
{
	if (n >= UET_CHUNK) {
		size_t last = n - UET_CHUNK, at = 0;

		do {
			__asm__ volatile("movups (%[from]), %%xmm14\n\t"
					 "movups %%xmm14, (%[to])"
					 : /* no output */
					 : [from] "r"(from + at),
					   [to] "r"(to + at)
					 : "memory");
			at += UET_CHUNK;
			if (at > last && at < n)
				at = last;
		} while (at < n);
	} else if (n >= 8) {
		uint64_t first = *(const uet_any_u64 *)from;
		uint64_t last = *(const uet_any_u64 *)(from + n - 8);

		*(uet_any_u64 *)to = first;
		*(uet_any_u64 *)(to + n - 8) = last;
	} else if (n >= 4) {
		uint32_t first = *(const uet_any_u32 *)from;
		uint32_t last = *(const uet_any_u32 *)(from + n - 4);

		*(uet_any_u32 *)to = first;
		*(uet_any_u32 *)(to + n - 4) = last;
	} else if (n >= 2) {
		uint16_t first = *(const uet_any_u16 *)from;
		uint16_t last = *(const uet_any_u16 *)(from + n - 2);

		*(uet_any_u16 *)to = first;
		*(uet_any_u16 *)(to + n - 2) = last;
	} else if (n) {
		*to = *from;
	}
}

/* memset() to 0. */
static inline void uet_text_clear(char *to, size_t n)
{
	static const char nothing[UET_CHUNK];

	for (; n > UET_CHUNK; n -= UET_CHUNK, to += UET_CHUNK)
		uet_text_copy(to, nothing, UET_CHUNK);
	uet_text_copy(to, nothing, n);
}

#else

#define uet_text_length strnlen
#define uet_text_copy memcpy
#define uet_text_clear(to, n) memset(to, 0, n)

#endif

#endif /* UET_EMIT_TEXT_H */
