/* SPDX-License-Identifier: MIT */
/*
 * The lock around registration.  Not a pthread mutex, for fork: a child whose
 * parent's other thread held the lock would never get it, and there must be
 * no atfork handler.  The word holds the owner's pid, so that a child
 * sees that the owner stayed behind, and takes it.
 */
#include "common/sys.h"
#include "emit_internal.h"

static int owner;

void uet_lock(void)
{
	int me = uet_sys_getpid();
	int seen = 0;

	/* Held for a few system calls at most.  Sleeping, not yielding: a
	 * real-time thread would yield to itself for ever. */
	while (!__atomic_compare_exchange_n(&owner, &seen, me, false,
					    __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED)) {
		if (seen == me) {
			uet_sys_pause(UET_PAUSE);
			seen = 0;
		}
	}
}

void uet_unlock(void)
{
	__atomic_store_n(&owner, 0, __ATOMIC_RELEASE);
}
