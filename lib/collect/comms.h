/* SPDX-License-Identifier: MIT */
/*
 * The names of threads, as COMM, FORK and EXIT records tell them.  Knows
 * nothing about records' bytes or their order: feed it by time.
 */
#ifndef UET_COLLECT_COMMS_H
#define UET_COLLECT_COMMS_H

#include <stddef.h>
#include <stdint.h>

#include "hash.h"

#define UET_COMM_SIZE 16 /* TASK_COMM_LEN, the NUL included */

struct uet_comm {
	uint32_t tid;
	uint32_t died; /* the age it died in, or 0 */
	uint32_t used;
	char name[UET_COMM_SIZE];
};

struct uet_comms {
	struct uet_comm *slots;
	size_t n_slots; /* a power of two */
	size_t n_used;
	uint32_t age;
	uint64_t seed;
	struct uet_hash_recent recent;
};

void uet_comms_free(struct uet_comms *c);

/* 0 or -ENOMEM. */
int uet_comms_set(struct uet_comms *c, uint32_t tid, const char *name);

/* The child has its parent's name, or an unknown one. */
int uet_comms_fork(struct uet_comms *c, uint32_t tid, uint32_t parent);

/* The name stays for a while: a thread still switches away after its end. */
void uet_comms_exit(struct uet_comms *c, uint32_t tid);

/* NULL if unknown; lives until the next call that is not a get. */
const char *uet_comms_get(struct uet_comms *c, uint32_t tid);

#endif /* UET_COLLECT_COMMS_H */
