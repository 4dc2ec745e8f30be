/* SPDX-License-Identifier: MIT */
#include "fake_sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/sys.h"
#include "common/user_events.h"

struct fake_sys fake_sys;

#define MOUNTS_FD 77

static size_t mounts_offset;

void fake_sys_reset(void)
{
	memset(&fake_sys, 0, sizeof(fake_sys));
	fake_sys.data_file = "/sys/kernel/tracing/user_events_data";
	fake_sys.flags_known = 0xffff;
}

int uet_sys_open(const char *path, int flags)
{
	if (!strcmp(path, "/proc/self/mounts")) {
		mounts_offset = 0;
		return fake_sys.mounts ? MOUNTS_FD : -ENOENT;
	}
	if (!fake_sys.data_file || strcmp(path, fake_sys.data_file))
		return -ENOENT;
	if (fake_sys.open_error)
		return fake_sys.open_error;
	fake_sys.n_opens++;
	/* A real one: data_fd.c looks at what it has. */
	return open("/dev/null", flags);
}

int uet_sys_close(int fd)
{
	return fd == MOUNTS_FD ? 0 : close(fd);
}

int uet_sys_fcntl(int fd, int command, long argument)
{
	int result;

	if (command == F_GETFD)
		return fake_sys.fd_is_closed ? -EBADF : 0;
	result = fcntl(fd, command, argument);
	return result < 0 ? -errno : result;
}

/* In small pieces, as a reader must be able to bear. */
ssize_t uet_sys_read(int fd, void *to, size_t size)
{
	size_t left = strlen(fake_sys.mounts + mounts_offset);

	if (fd != MOUNTS_FD)
		return -EBADF;
	if (size > 11)
		size = 11;
	if (size > left)
		size = left;
	memcpy(to, fake_sys.mounts + mounts_offset, size);
	mounts_offset += size;
	return (ssize_t)size;
}

ssize_t uet_sys_writev(int fd, const struct iovec *segments, int n)
{
	struct fake_write *w = &fake_sys.writes[fake_sys.n_writes];

	if (fake_sys.n_writes++ >= FAKE_WRITES)
		return -ENOSPC;
	w->fd = fd;
	w->segments = n;
	w->size = 0;
	for (int i = 0; i < n; i++) {
		if (w->size + segments[i].iov_len > sizeof(w->bytes))
			return -EINVAL;
		memcpy(w->bytes + w->size, segments[i].iov_base,
		       segments[i].iov_len);
		w->size += segments[i].iov_len;
	}
	return fake_sys.write_error ? fake_sys.write_error : (ssize_t)w->size;
}

ssize_t uet_sys_write(int fd, const void *from, size_t size)
{
	struct iovec segment = { (void *)from, size };

	return uet_sys_writev(fd, &segment, 1);
}

static struct fake_registration *find(uint64_t address)
{
	for (size_t i = 0; i < 64; i++)
		if (fake_sys.registered[i].in_use &&
		    fake_sys.registered[i].address == address)
			return &fake_sys.registered[i];
	return NULL;
}

static int reg(struct uet_user_reg *r)
{
	fake_sys.n_reg_calls++;
	if (fake_sys.reg_errors[0]) {
		int error = fake_sys.reg_errors[0];

		fake_sys.reg_errors[0] = fake_sys.reg_errors[1];
		fake_sys.reg_errors[1] = 0;
		return error;
	}
	if (fake_sys.reg_error)
		return fake_sys.reg_error;
	if (r->flags & ~fake_sys.flags_known)
		return -EINVAL;
	if (r->flags & fake_sys.flags_forbidden)
		return -EPERM;
	if (find(r->enable_addr))
		return -EADDRINUSE;
	for (uint32_t i = 0; i < 64; i++) {
		struct fake_registration *at = &fake_sys.registered[i];

		if (at->in_use)
			continue;
		at->in_use = true;
		at->address = r->enable_addr;
		at->flags = r->flags;
		strncpy(at->text, (const char *)(uintptr_t)r->name_args,
			sizeof(at->text) - 1);
		r->write_index = i;
		return 0;
	}
	return -EMFILE;
}

static int unreg(const struct uet_user_unreg *u)
{
	struct fake_registration *at = find(u->disable_addr);

	fake_sys.n_unreg_calls++;
	if (!at)
		return -ENOENT;
	memset(at, 0, sizeof(*at));
	return 0;
}

int uet_sys_ioctl(int fd, unsigned long request, void *argument)
{
	(void)fd;
	if (request == UET_DIAG_IOCSREG)
		return reg(argument);
	if (request == UET_DIAG_IOCSUNREG)
		return unreg(argument);
	if (request == UET_DIAG_IOCSDEL) {
		strncpy(fake_sys.deleted, argument,
			sizeof(fake_sys.deleted) - 1);
		if (fake_sys.busy_for) {
			fake_sys.busy_for--;
			return -EBUSY;
		}
		return fake_sys.delete_error;
	}
	return -ENOTTY;
}

int uet_sys_access(const char *path, int mode)
{
	(void)path;
	(void)mode;
	return -ENOENT;
}

void uet_sys_pause(unsigned int microseconds)
{
	fake_sys.paused += microseconds;
	if (fake_sys.on_pause)
		fake_sys.on_pause();
}

int uet_sys_seal(void *start, size_t size)
{
	fake_sys.sealed = start;
	fake_sys.sealed_size = size;
	return 0;
}

int uet_sys_memory_map(size_t size, void **map)
{
	if (fake_sys.no_memory)
		return -ENOMEM;
	*map = calloc(1, size);
	fake_sys.n_maps++;
	return 0;
}

int uet_sys_memory_unmap(void *map, size_t size)
{
	(void)size;
	free(map);
	fake_sys.n_maps--;
	return 0;
}
