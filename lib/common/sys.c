/* SPDX-License-Identifier: MIT */
/*
 * Raw system calls.  libc's wrappers would do all of this but two things that
 * a probe must not: write errno of the program it sits in, and be a point
 * where a thread can be cancelled.
 */
#include "common/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(__ILP32__)

static inline long call3(long number, long a, long b, long c)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
}

static inline long call4(long number, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}

#elif defined(__aarch64__)

static inline long call4(long number, long a, long b, long c, long d)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
			 : "memory");
	return x0;
}

static inline long call3(long number, long a, long b, long c)
{
	return call4(number, a, b, c, 0);
}

#else

/* syscall(2) is no cancellation point; errno is put back. */
static long call4(long number, long a, long b, long c, long d)
{
	int saved = errno;
	long result = syscall(number, a, b, c, d);

	if (result == -1)
		result = -errno;
	errno = saved;
	return result;
}

static long call3(long number, long a, long b, long c)
{
	return call4(number, a, b, c, 0);
}

#endif

#define P(pointer) ((long)(pointer))

int uet_sys_open(const char *path, int flags)
{
#ifdef O_LARGEFILE
	flags |= O_LARGEFILE;
#endif
	return (int)call4(SYS_openat, AT_FDCWD, P(path), flags, 0);
}

int uet_sys_close(int fd)
{
	return (int)call3(SYS_close, fd, 0, 0);
}

int uet_sys_fcntl(int fd, int command, long argument)
{
	return (int)call3(SYS_fcntl, fd, command, argument);
}

ssize_t uet_sys_read(int fd, void *to, size_t size)
{
	return call3(SYS_read, fd, P(to), (long)size);
}

ssize_t uet_sys_write(int fd, const void *from, size_t size)
{
	return call3(SYS_write, fd, P(from), (long)size);
}

ssize_t uet_sys_writev(int fd, const struct iovec *segments, int n)
{
	return call3(SYS_writev, fd, P(segments), n);
}

int uet_sys_ioctl(int fd, unsigned long request, void *argument)
{
	return (int)call3(SYS_ioctl, fd, (long)request, P(argument));
}

int uet_sys_access(const char *path, int mode)
{
	return (int)call3(SYS_faccessat, AT_FDCWD, P(path), mode);
}

int uet_sys_getpid(void)
{
	return (int)call3(SYS_getpid, 0, 0, 0);
}

void uet_sys_pause(void)
{
	/* The system call's own timespec: two longs on every ABI that has it. */
	const long duration[2] = { 0, 50000 };

	call3(SYS_nanosleep, P(duration), 0, 0);
}
