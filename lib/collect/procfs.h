/* SPDX-License-Identifier: MIT */
/*
 * What /proc and /sys tell about CPUs and processes.
 */
#ifndef UET_COLLECT_PROCFS_H
#define UET_COLLECT_PROCFS_H

#include <stddef.h>

#include "uet/session.h"

/*
 * A list as the kernel writes it, "0-3,8\n", ascending.  Returns 0, -EINVAL or
 * -ENOMEM; the caller frees *cpus.
 */
int uet_cpulist_parse(const char *text, int **cpus, size_t *n);

/* The CPUs that are online; their numbers may have gaps. */
int uet_cpus_online(int **cpus, size_t *n, struct uet_error *err);

/* A COMM record of time 0, handed to the sink; a name is cut at 4095 bytes. */
int uet_make_comm(uint32_t pid, uint32_t tid, const char *name,
		  uint64_t sample_type, uet_records_fn *sink, void *context);

/* A number from a sysctl file; fallback when it cannot be read. */
long uet_sysctl_number(const char *path, long fallback);

#endif /* UET_COLLECT_PROCFS_H */
