/* SPDX-License-Identifier: MIT */
/*
 * What a process knows of itself and its children must not inherit: they find
 * zeros.  No atfork handler, and no comparing of pids, which two processes can
 * share in different namespaces.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emit_internal.h"

struct uet_process *uet_process(void)
{
	static struct uet_process *process;
	/* Where there is no memory, or no such advice (before Linux 4.14):
	 * children inherit it. */
	static struct uet_process fallback = { .is_inherited = 1 };
	struct uet_process *seen = __atomic_load_n(&process, __ATOMIC_ACQUIRE);
	struct uet_process *mine;
	size_t size;
	int saved;

	if (seen)
		return seen;
	saved = errno;
	size = (size_t)sysconf(_SC_PAGESIZE);
	mine = mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mine != MAP_FAILED && madvise(mine, size, MADV_WIPEONFORK)) {
		munmap(mine, size);
		mine = MAP_FAILED;
	}
	if (mine == MAP_FAILED)
		mine = &fallback;
	if (!__atomic_compare_exchange_n(&process, &seen, mine, false,
					 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		if (mine != &fallback)
			munmap(mine, size);
		mine = seen;
	}
	errno = saved;
	return mine;
}
