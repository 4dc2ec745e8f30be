/* SPDX-License-Identifier: MIT */
/*
 * The system calls that perf events are opened and mapped with.  As sys.c, but
 * nothing that a probe runs needs them: a static program without counters and
 * sessions does not have them.
 */
#include "common/sys.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "common/sys_call.h"

int uet_sys_perf_event_open(struct perf_event_attr *attr, pid_t tid, int cpu,
			    int group, unsigned long flags)
{
	return (int)uet_call5(SYS_perf_event_open, (long)attr, tid, cpu, group,
			      (long)(flags | PERF_FLAG_FD_CLOEXEC));
}

static int map_pages(int fd, size_t size, int protection, int flags, void **map)
{
	int saved = errno;
	void *at = mmap(NULL, size, protection, flags, fd, 0);
	int result = 0;

	if (at == MAP_FAILED)
		result = -errno;
	else
		*map = at;
	errno = saved;
	return result;
}

int uet_sys_map_shared(int fd, size_t size, void **map)
{
	return map_pages(fd, size, PROT_READ | PROT_WRITE, MAP_SHARED, map);
}

int uet_sys_map_read_only(int fd, size_t size, void **map)
{
	return map_pages(fd, size, PROT_READ, MAP_SHARED, map);
}

int uet_sys_unmap(void *map, size_t size)
{
	return (int)uet_call3(SYS_munmap, (long)map, (long)size, 0);
}

int uet_sys_map_wiped(size_t size, size_t wiped, void **map)
{
	int result = map_pages(-1, size, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, map);

	if (result)
		return result;
	return uet_call3(SYS_madvise, (long)*map, (long)wiped,
			 MADV_WIPEONFORK) < 0;
}

int uet_sys_cpu(void)
{
	unsigned int cpu = 0;
	int result = (int)uet_call3(SYS_getcpu, (long)&cpu, 0, 0);

	return result < 0 ? result : (int)cpu;
}

int uet_sys_affinity(unsigned long *bits, size_t size)
{
	return (int)uet_call3(SYS_sched_getaffinity, 0, (long)size,
			      (long)bits);
}
