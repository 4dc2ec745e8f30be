/* SPDX-License-Identifier: MIT */
/*
 * System calls of the collecting side.  Decides nothing: it calls, tries
 * again after a signal where nothing else makes sense, and says -errno.
 */
#include "collect/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int result_of(int value)
{
	return value < 0 ? -errno : value;
}

int uet_sys_create(const char *path, mode_t mode)
{
	/* Read and write: after a full disk the writer reads its own records
	 * to find a place to cut. */
	return result_of(open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC,
			      mode));
}

int uet_sys_epoll_create(void)
{
	return result_of(epoll_create1(EPOLL_CLOEXEC));
}

int uet_sys_epoll_ctl(int epoll, int op, int fd, struct epoll_event *event)
{
	return result_of(epoll_ctl(epoll, op, fd, event));
}

int uet_sys_epoll_wait(int epoll, struct epoll_event *events, int n,
		       int timeout_ms)
{
	return result_of(epoll_wait(epoll, events, n, timeout_ms));
}

int uet_sys_rename(const char *from, const char *to)
{
	return result_of(rename(from, to));
}

int uet_sys_truncate(int fd, uint64_t size)
{
	return result_of(ftruncate(fd, (off_t)size));
}

int uet_sys_write_all(int fd, const void *from, size_t size, int64_t offset)
{
	const char *at = from;

	while (size) {
		ssize_t n = offset < 0 ? write(fd, at, size) :
					 pwrite(fd, at, size, offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			return -EIO;
		at += n;
		size -= (size_t)n;
		if (offset >= 0)
			offset += n;
	}
	return 0;
}

ssize_t uet_sys_read_at(int fd, void *to, size_t size, uint64_t offset)
{
	size_t have = 0;

	while (have < size) {
		ssize_t n = pread(fd, (char *)to + have, size - have,
				  (off_t)(offset + have));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		have += (size_t)n;
	}
	return (ssize_t)have;
}

/* Reads fd to its end into a buffer that grows. */
static int slurp(int fd, size_t max, char **text, size_t *size)
{
	size_t have = 0, room = 4096;
	char *buffer = malloc(room + 1), *grown;

	if (!buffer)
		return -ENOMEM;
	for (;;) {
		ssize_t n = uet_sys_read(fd, buffer + have, room - have);

		if (n == -EINTR)
			continue;
		if (n < 0 || (have += (size_t)n) > max) {
			free(buffer);
			return n < 0 ? (int)n : -EFBIG;
		}
		if (n == 0)
			break;
		if (have < room)
			continue;
		room *= 2;
		grown = realloc(buffer, room + 1);
		if (!grown) {
			free(buffer);
			return -ENOMEM;
		}
		buffer = grown;
	}
	buffer[have] = '\0';
	*text = buffer;
	*size = have;
	return 0;
}

int uet_sys_read_file(const char *path, size_t max, char **text, size_t *size)
{
	int fd = uet_sys_open(path, O_RDONLY | O_CLOEXEC);
	int result;

	if (fd < 0)
		return fd;
	result = slurp(fd, max, text, size);
	uet_sys_close(fd);
	return result;
}
