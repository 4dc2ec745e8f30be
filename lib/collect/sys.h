/* SPDX-License-Identifier: MIT */
/*
 * The system calls of the collecting side that lib/common/sys.h lacks: here
 * -errno is born, and nowhere else in this library.
 */
#ifndef UET_COLLECT_SYS_H
#define UET_COLLECT_SYS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

#include "common/sys.h"

/* -errno or a descriptor, close-on-exec. */
int uet_sys_create(const char *path, mode_t mode);
int uet_sys_epoll_create(void);

/* 0 or -errno. */
int uet_sys_epoll_ctl(int epoll, int op, int fd, struct epoll_event *event);
int uet_sys_rename(const char *from, const char *to);
int uet_sys_truncate(int fd, uint64_t size);

/* -errno or how many. */
int uet_sys_epoll_wait(int epoll, struct epoll_event *events, int n,
		       int timeout_ms);

/* All of size or -errno; offset < 0: where the file stands. */
int uet_sys_write_all(int fd, const void *from, size_t size, int64_t offset);

/* Bytes read, fewer than size only at the file's end, or -errno. */
ssize_t uet_sys_read_at(int fd, void *to, size_t size, uint64_t offset);

/*
 * A whole small file (of /proc, /sys or tracefs, whose sizes stat(2) does not
 * know), NUL-terminated, at most max bytes: -EFBIG when it has more.  The
 * caller frees *text.
 */
int uet_sys_read_file(const char *path, size_t max, char **text, size_t *size);

#endif /* UET_COLLECT_SYS_H */
