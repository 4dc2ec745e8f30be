/* SPDX-License-Identifier: MIT */
/*
 * Control groups of version 2.
 */
#ifndef UET_COLLECT_CGROUP_H
#define UET_COLLECT_CGROUP_H

#include "uet/error.h"

/* A descriptor, close-on-exec, of a group's folder, by its name below the
 * mount; or -errno with a line in err. */
int uet_cgroup_open(const char *name, struct uet_error *err);

#endif /* UET_COLLECT_CGROUP_H */
