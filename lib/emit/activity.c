/* SPDX-License-Identifier: MIT */
/*
 * Ids of activities: 64 random bits of the process and a counter from a random
 * number on.  A child of fork finds its seed wiped and takes another; where
 * nothing is wiped, each id is random as a whole.
 */
#include <endian.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/sys.h"
#include "emit_internal.h"
#include "uet/activity.h"

enum { NO_SEED = 0, BEING_SEEDED = 1, SEEDED = 2 };

/* Where the kernel has no random numbers to give: what differs in each process
 * and each moment. */
static void improvise(uint64_t random[2])
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_REALTIME, &now);
	random[0] = (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^
		    (uint64_t)getpid() << 40;
	random[1] = (uint64_t)(uintptr_t)random ^ random[0] * 0x9e3779b97f4a7c15;
}

static void take_random(uint64_t random[2])
{
	/* Of so few bytes all or none. */
	if (uet_sys_random(random, 16) != 16)
		improvise(random);
}

#if __SIZEOF_POINTER__ == 8

/* Two words that nobody else gets. */
static void take_unique(uint64_t words[2])
{
	struct uet_process *process = uet_process();
	int state = NO_SEED;

	if (__atomic_load_n(&process->activity_state, __ATOMIC_ACQUIRE) ==
	    SEEDED) {
		words[0] = process->activity_seed;
		words[1] = __atomic_fetch_add(&process->activity_counter, 1,
					      __ATOMIC_ACQ_REL);
		/* A signal handler may have forked meanwhile, and the child
		 * goes on here: with zeros. */
		if (__atomic_load_n(&process->activity_state,
				    __ATOMIC_ACQUIRE) == SEEDED)
			return;
	}
	take_random(words);
	if (process->is_inherited)
		return;
	/* Another thread, or the one that this signal handler interrupts, may
	 * be at it: then this id is random as a whole. */
	if (!__atomic_compare_exchange_n(&process->activity_state, &state,
					 BEING_SEEDED, false, __ATOMIC_ACQ_REL,
					 __ATOMIC_RELAXED))
		return;
	process->activity_seed = words[0];
	process->activity_counter = words[1] + 1;
	__atomic_store_n(&process->activity_state, SEEDED, __ATOMIC_RELEASE);
}

#else

/* No 64-bit atomics without a library. */
static void take_unique(uint64_t words[2])
{
	take_random(words);
}

#endif

UET_API void uet_activity_new(unsigned char id[UET_ACTIVITY_SIZE])
{
	uint64_t words[2];

	take_unique(words);
	/* Its lowest byte last: a UUID has its variant where the highest is. */
	words[1] = htobe64(words[1]);
	memcpy(id, words, sizeof(words));
	id[6] = (unsigned char)((id[6] & 0x0f) | 0x40); /* version 4 */
	id[8] = (unsigned char)((id[8] & 0x3f) | 0x80);
}
