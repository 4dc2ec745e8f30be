/* SPDX-License-Identifier: MIT */
/*
 * Where a number that a file gives goes in a hash table.  Whoever writes the
 * file must not be able to send all numbers to one slot, which would make each
 * look-up as long as the table: each table has a seed that nobody knows.
 */
#ifndef UET_COLLECT_HASH_H
#define UET_COLLECT_HASH_H

#include <stdint.h>
#include <sys/random.h>
#include <time.h>

/* Does not wait for a machine that has just started. */
static inline uint64_t uet_hash_seed(void)
{
	struct timespec now;
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) == sizeof(seed))
		return seed;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^
	       (uintptr_t)&now;
}

/* The end of splitmix64: each bit of number changes about half of the bits. */
static inline uint64_t uet_hash(uint64_t number, uint64_t seed)
{
	uint64_t x = number ^ seed;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

/*
 * In which slot of a table the last numbers were found: next to all are those
 * of a moment before.  A slot may be any: it has to be looked into, and a table
 * that is made anew forgets them.
 */
#define UET_HASH_RECENT 32 /* a power of two */

struct uet_hash_recent {
	uint32_t slots[UET_HASH_RECENT];
};

static inline uint32_t *uet_hash_recent(struct uet_hash_recent *r,
					uint64_t number)
{
	return &r->slots[number % UET_HASH_RECENT];
}

#endif /* UET_COLLECT_HASH_H */
