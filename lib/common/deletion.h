/* SPDX-License-Identifier: MIT */
/*
 * Deleting events, and waiting for the kernel to be able to.
 */
#ifndef UET_COMMON_DELETION_H
#define UET_COMMON_DELETION_H

/*
 * The kernel lets go of an event in a work queue, a moment after its last
 * user's close: until then it says EBUSY to a deletion and EADDRINUSE to a
 * registration with other fields.
 */
#define UET_DELETION_WAIT_MS 1000
#define UET_DELETION_STEP_MS 10

/* All formats of a name.  fd is the data file's.  Returns 0 or -errno. */
int uet_deletion_by_name(int fd, const char *name);

/*
 * One format: "NAME[ FIELDS]", which the kernel could register.  folder is
 * tracefs.  Returns 0 or -errno, -ENOENT where there is no such format.
 */
int uet_deletion_of_format(const char *folder, const char *description);

#endif /* UET_COMMON_DELETION_H */
