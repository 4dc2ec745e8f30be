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

#if defined(UET_HAVE_GATE) && !defined(__SANITIZE_ADDRESS__) && \
	!defined(__SANITIZE_THREAD__)

/* strlen().  xmm14 and xmm15 are free to change. */
static inline size_t uet_text_length(const char *text)
{
	/* An aligned chunk does not cross the end of a page. */
	const char *chunk = (const char *)((uintptr_t)text & ~(uintptr_t)15);
	uint32_t found, skip = (uint32_t)(text - chunk);

	__asm__ volatile("pxor %%xmm15, %%xmm15\n\t"
			 "movaps (%[chunk]), %%xmm14\n\t"
			 "pcmpeqb %%xmm15, %%xmm14\n\t"
			 "pmovmskb %%xmm14, %[found]\n\t"
			 "shr %%cl, %[found]\n\t"
			 "shl %%cl, %[found]\n\t"
			 "test %[found], %[found]\n\t"
			 "jnz 2f\n\t"
			 "1:\n\t"
			 "add $16, %[chunk]\n\t"
			 "movaps (%[chunk]), %%xmm14\n\t"
			 "pcmpeqb %%xmm15, %%xmm14\n\t"
			 "pmovmskb %%xmm14, %[found]\n\t"
			 "test %[found], %[found]\n\t"
			 "jz 1b\n\t"
			 "2:"
			 : [chunk] "+r"(chunk), [found] "=&r"(found)
			 : "c"(skip)
			 : "cc", "memory");
	return (size_t)(chunk - text) + (size_t)__builtin_ctz(found);
}

/* strnlen(), of few bytes. */
static inline size_t uet_text_length_within(const char *text, size_t size)
{
	size_t n = 0;

	while (n < size && text[n])
		n++;
	return n;
}

static inline void uet_text_copy(void *to, const void *from, size_t n)
{
	__asm__ volatile("rep movsb"
			 : "+D"(to), "+S"(from), "+c"(n)
			 : /* no more input */
			 : "memory");
}

static inline void uet_text_clear(void *to, size_t n)
{
	__asm__ volatile("rep stosb"
			 : "+D"(to), "+c"(n)
			 : "a"(0)
			 : "memory");
}

#else

#define uet_text_length strlen
#define uet_text_length_within strnlen
#define uet_text_copy memcpy
#define uet_text_clear(to, n) memset(to, 0, n)

#endif

#endif /* UET_EMIT_TEXT_H */
