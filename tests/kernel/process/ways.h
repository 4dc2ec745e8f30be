/* SPDX-License-Identifier: MIT */
/*
 * What the programs of this folder share: telling in one line each what they
 * see of an event, for the scripts to compare, and hurting themselves.
 */
#ifndef UET_TESTS_WAYS_H
#define UET_TESTS_WAYS_H

#include <stdbool.h>

#include <uet/register.h>

/* "WHAT: registered", "WHAT: failed EACCES", … */
void say_state(const char *what, const struct uet_event *event);
/* "WHAT: emitted N, lost 0+0+0+0", by enum uet_lost. */
void say_counts(const char *what, const struct uet_event *event);
/* "WHAT: REASON IN WORDS". */
void say_detail(const char *what, const struct uet_event *event);
/* "WHAT: ok", or the error's name. */
void say_error(const char *what, int error);

/* Within ten seconds, whoever listens. */
bool wait_until_on(const uint32_t *word);
bool wait_for_file(const char *path);

/*
 * Forbids system calls for the rest of this process's life: those of a list
 * as "ioctl,openat" with EPERM, or all but those, with SIGSYS.  0 or -errno.
 */
int forbid(const char *names);
int forbid_all_but(const char *names);

#endif /* UET_TESTS_WAYS_H */
