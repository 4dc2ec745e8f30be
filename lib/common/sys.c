/* SPDX-License-Identifier: MIT */
/*
 * The system calls that both libraries make.  Knows nothing of what they are
 * made for.
 */
#include "common/sys.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/syscall.h>

#include "common/sys_call.h"

#define P(pointer) ((long)(pointer))

int uet_sys_open(const char *path, int flags)
{
#ifdef O_LARGEFILE
	flags |= O_LARGEFILE;
#endif
	return (int)uet_call4(SYS_openat, AT_FDCWD, P(path), flags, 0);
}

int uet_sys_close(int fd)
{
	return (int)uet_call3(SYS_close, fd, 0, 0);
}

int uet_sys_fcntl(int fd, int command, long argument)
{
	return (int)uet_call3(SYS_fcntl, fd, command, argument);
}

ssize_t uet_sys_read(int fd, void *to, size_t size)
{
	return uet_call3(SYS_read, fd, P(to), (long)size);
}

ssize_t uet_sys_write(int fd, const void *from, size_t size)
{
	return uet_call3(SYS_write, fd, P(from), (long)size);
}

ssize_t uet_sys_writev(int fd, const struct iovec *segments, int n)
{
	return uet_call3(SYS_writev, fd, P(segments), n);
}

int uet_sys_ioctl(int fd, unsigned long request, void *argument)
{
	return (int)uet_call3(SYS_ioctl, fd, (long)request, P(argument));
}

int uet_sys_access(const char *path, int mode)
{
	return (int)uet_call3(SYS_faccessat, AT_FDCWD, P(path), mode);
}

ssize_t uet_sys_random(void *to, size_t size)
{
	return uet_call3(SYS_getrandom, P(to), (long)size, GRND_NONBLOCK);
}

void uet_sys_pause(unsigned int microseconds)
{
	/* The system call's own timespec: two longs on every ABI that has it. */
	const long duration[2] = { 0, (long)microseconds * 1000 };

	uet_call3(SYS_nanosleep, P(duration), 0, 0);
}

int uet_sys_seal(void *start, size_t size)
{
#ifndef SYS_mseal
#define SYS_mseal 462 /* the same on every architecture */
#endif
	return (int)uet_call3(SYS_mseal, P(start), (long)size, 0);
}
