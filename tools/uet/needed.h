/* SPDX-License-Identifier: MIT */
/*
 * Which shared objects a program is loaded with.
 */
#ifndef UET_TOOL_NEEDED_H
#define UET_TOOL_NEEDED_H

#include <stddef.h>

/*
 * The files that the dynamic loader maps when it starts path, preloaded ones
 * included; none of a static program, a script or one for another machine.
 * The caller frees the list with needed_free().
 */
char **needed_files(const char *path, size_t *n);
void needed_free(char **files, size_t n);

#endif /* UET_TOOL_NEEDED_H */
