/* SPDX-License-Identifier: MIT */
/*
 * The system calls that perf events are opened and mapped with.  As sys.c, but
 * nothing that a probe runs needs them: a static program without counters and
 * sessions does not have them.
 */
#include "common/sys.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <errno.h>

#include "common/sys_call.h"

int uet_sys_perf_event_open(struct perf_event_attr *attr, pid_t tid, int cpu,
			    int group, unsigned long flags)
{
	return (int)uet_call5(SYS_perf_event_open, (long)attr, tid, cpu, group,
			      (long)(flags | PERF_FLAG_FD_CLOEXEC));
}

static int map_shared(int fd, size_t size, int protection, void **map)
{
	int saved = errno;
	void *at = mmap(NULL, size, protection, MAP_SHARED, fd, 0);
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
	return map_shared(fd, size, PROT_READ | PROT_WRITE, map);
}

int uet_sys_map_read_only(int fd, size_t size, void **map)
{
	return map_shared(fd, size, PROT_READ, map);
}

int uet_sys_unmap(void *map, size_t size)
{
	return (int)uet_call3(SYS_munmap, (long)map, (long)size, 0);
}
