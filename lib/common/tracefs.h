/* SPDX-License-Identifier: MIT */
/*
 * Where the tracing folder is, without mounting anything.
 */
#ifndef UET_COMMON_TRACEFS_H
#define UET_COMMON_TRACEFS_H

#include <stddef.h>

#define UET_TRACEFS_PATH_MAX 256

/*
 * Walks the places where a tracing folder can be, likeliest first: the usual
 * mount point, then what the mount table says (tracefs, then "tracing" of
 * debugfs).  visit() gets each path without a final slash; a value of 0 from
 * it ends the walk with 0, any other means "go on".  Returns 0, or the first
 * value of visit() that was not -ENOENT, else -ENOENT.
 *
 * No allocation, no stdio: runs in constructors of programs.
 */
int uet_tracefs_walk(int (*visit)(void *data, const char *folder), void *data);

/*
 * The tracing folder's path.  Returns 0, -ENOENT when tracefs is mounted
 * nowhere, -EACCES when it is there but must not be searched by us.
 */
int uet_tracefs_find(char *path, size_t size);

/*
 * The mount table's parser, one line at a time: writes the tracing folder
 * that the line offers and returns 1 for tracefs, 2 for debugfs; 0 when it
 * offers none (or one whose path is too long).  line is changed.
 */
int uet_tracefs_parse_mount(char *line, char path[UET_TRACEFS_PATH_MAX]);

#endif /* UET_COMMON_TRACEFS_H */
