/* SPDX-License-Identifier: MIT */
/*
 * Which processes have user_events_data open: one of them has what is busy.
 */
#ifndef UET_TOOL_HOLDERS_H
#define UET_TOOL_HOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct holder {
	pid_t pid;
	char comm[32];
};

/* In the order of their numbers.  Not complete: there are processes whose
 * descriptors this user may not see. */
struct holders {
	struct holder *list;
	size_t n;
	bool complete;
};

/* All but this process itself; without memory, or /proc, not complete. */
void holders_find(struct holders *holders);
void holders_free(struct holders *holders);

/* "shop (4711), till (4712) and 3 more", control characters replaced; "" for
 * none.  Cut to size. */
void holders_text(const struct holders *holders, char *text, size_t size);

#endif /* UET_TOOL_HOLDERS_H */
