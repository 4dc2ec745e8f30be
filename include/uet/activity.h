/* SPDX-License-Identifier: MIT */
/*
 * Ids of activities: what the events of one request, in one or many programs,
 * have in common.
 *
 * Since: 0.1.0
 */
#ifndef UET_ACTIVITY_H
#define UET_ACTIVITY_H

#ifdef UET_DISABLE
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of an id. */
#define UET_ACTIVITY_SIZE 16

#ifdef UET_DISABLE
#define uet_activity_new(id) ((void)memset(id, 0, UET_ACTIVITY_SIZE))
#else
/**
 * uet_activity_new() - make the id of a new activity.
 * @id: receives UET_ACTIVITY_SIZE bytes: a random UUID (RFC 9562, version 4)
 *	that no other thread, process or machine has.
 *
 * Ids that one process makes one after the other differ only in their last
 * digits: they are unique, but predictable.  Do not use one as a secret, and do
 * not hash or sample by a few of its bits.
 *
 * Any thread, any signal handler, also in a child of fork; errno is left alone.
 * No system call but in a process's first call, and on 32 bits.
 */
void uet_activity_new(unsigned char id[UET_ACTIVITY_SIZE]);
#endif

#ifdef __cplusplus
}
#endif

#endif /* UET_ACTIVITY_H */
