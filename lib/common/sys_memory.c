/* SPDX-License-Identifier: MIT */
/*
 * Memory for an event that is on and fits no stack.  As sys.c.
 */
#include "common/sys.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "common/sys_call.h"

int uet_sys_memory_map(size_t size, void **map)
{
	int saved = errno;
	/* libc's, as each architecture has another call of six arguments: it
	 * changes no vector register, and nobody can be cancelled there. */
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int result = 0;

	if (at == MAP_FAILED)
		result = -errno;
	else
		*map = at;
	errno = saved;
	return result;
}

int uet_sys_memory_unmap(void *map, size_t size)
{
	return (int)uet_call3(SYS_munmap, (long)map, (long)size, 0);
}
