/* SPDX-License-Identifier: MIT */
/*
 * The lock around registration.  Not a pthread mutex, for fork: a child whose
 * parent's other thread held the lock would never get it, and there must be
 * no atfork handler.  A child's copy of the word is free.
 */
#include "common/sys.h"
#include "emit_internal.h"

void uet_lock(void)
{
	int *held = &uet_process()->lock;
	int seen = 0;

	/* Held for a few system calls at most.  Sleeping, not yielding: a
	 * real-time thread would yield to itself for ever. */
	while (!__atomic_compare_exchange_n(held, &seen, 1, false,
					    __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED)) {
		uet_sys_pause(UET_PAUSE);
		seen = 0;
	}
}

void uet_unlock(void)
{
	__atomic_store_n(&uet_process()->lock, 0, __ATOMIC_RELEASE);
}
