/* SPDX-License-Identifier: MIT */
/*
 * Raw system calls.  libc's wrappers would do all of this but two things that
 * a probe must not: write errno of the program it sits in, and be a point
 * where a thread can be cancelled.
 *
 * For sys.c, and for the probe's fast path, which must not call functions.
 */
#ifndef UET_COMMON_SYS_CALL_H
#define UET_COMMON_SYS_CALL_H

#if defined(__x86_64__) && !defined(__ILP32__)

static inline __attribute__((always_inline)) long uet_call3(long number, long a, long b, long c)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
}

static inline __attribute__((always_inline)) long uet_call4(long number, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}

static inline __attribute__((always_inline)) long uet_call5(long number, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10),
			   "r"(r8)
			 : "rcx", "r11", "memory");
	return result;
}

#elif defined(__aarch64__)

static inline __attribute__((always_inline)) long uet_call5(long number, long a, long b, long c, long d, long e)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4)
			 : "memory");
	return x0;
}

static inline __attribute__((always_inline)) long uet_call4(long number, long a, long b, long c, long d)
{
	return uet_call5(number, a, b, c, d, 0);
}

static inline __attribute__((always_inline)) long uet_call3(long number, long a, long b, long c)
{
	return uet_call4(number, a, b, c, 0);
}

#else

#include <errno.h>
#include <unistd.h>

#include <sys/syscall.h>

/* syscall(2) is no cancellation point; errno is put back. */
static inline __attribute__((always_inline)) long uet_call5(long number, long a, long b, long c, long d, long e)
{
	int saved = errno;
	long result = syscall(number, a, b, c, d, e);

	if (result == -1)
		result = -errno;
	errno = saved;
	return result;
}

static inline __attribute__((always_inline)) long uet_call4(long number, long a, long b, long c, long d)
{
	return uet_call5(number, a, b, c, d, 0);
}

static inline __attribute__((always_inline)) long uet_call3(long number, long a, long b, long c)
{
	return uet_call4(number, a, b, c, 0);
}

#endif

#endif /* UET_COMMON_SYS_CALL_H */
