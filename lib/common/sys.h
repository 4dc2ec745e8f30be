/* SPDX-License-Identifier: MIT */
/*
 * System calls, as both libraries use them: the place where -errno is born,
 * and the seam that unit tests replace.  None of them touches errno, none is
 * a cancellation point, all may be called in a signal handler.
 */
#ifndef UET_COMMON_SYS_H
#define UET_COMMON_SYS_H

#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

int uet_sys_open(const char *path, int flags);
int uet_sys_close(int fd);
int uet_sys_fcntl(int fd, int command, long argument);
ssize_t uet_sys_read(int fd, void *to, size_t size);
ssize_t uet_sys_write(int fd, const void *from, size_t size);
ssize_t uet_sys_writev(int fd, const struct iovec *segments, int n);
int uet_sys_ioctl(int fd, unsigned long request, void *argument);
int uet_sys_access(const char *path, int mode);
/* How many bytes, or -errno; does not wait for the kernel's first ones. */
ssize_t uet_sys_random(void *to, size_t size);
void uet_sys_pause(unsigned int microseconds); /* below a second */
/* Nothing may unmap the pages any more: mseal(2), Linux 6.10. */
int uet_sys_seal(void *start, size_t size);

/* sys_memory.c: private memory of whole pages, zeros.  0 or -errno. */
int uet_sys_memory_map(size_t size, void **map);
int uet_sys_memory_unmap(void *map, size_t size);

/* sys_perf.c: apart, since no program needs them for its probes. */

struct perf_event_attr;

/* A descriptor, close-on-exec, or -errno; group is the leader's or -1. */
int uet_sys_perf_event_open(struct perf_event_attr *attr, pid_t tid, int cpu,
			    int group, unsigned long flags);

/* 0 or -errno. */
int uet_sys_map_shared(int fd, size_t size, void **map);
int uet_sys_map_read_only(int fd, size_t size, void **map);
int uet_sys_unmap(void *map, size_t size);

/* Memory of whole pages, zeros; of the first wiped bytes a child of fork gets
 * zeros, too.  1: it does not, Linux before 4.14. */
int uet_sys_map_wiped(size_t size, size_t wiped, void **map);

/* The CPU that this thread runs on, or -errno. */
int uet_sys_cpu(void);

/* A bit for each CPU that this thread may run on; returns the bytes that it
 * filled, or -errno. */
int uet_sys_affinity(unsigned long *bits, size_t size);

#endif /* UET_COMMON_SYS_H */
