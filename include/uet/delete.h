/* SPDX-License-Identifier: MIT */
/*
 * Deleting events from the kernel: those that nobody uses any more and that
 * stayed all the same, because they are persistent or because somebody keeps
 * the data file open.
 *
 * Both functions may be called from any thread at any time, but not from
 * signal handlers, and sleep up to a second where the kernel says that the
 * event is busy: it lets go of an event a moment after its last user has gone.
 * errno is left alone.
 *
 * Since: 0.1.0
 */
#ifndef UET_DELETE_H
#define UET_DELETE_H

#include "uet/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * uet_delete() - delete an event with all its formats.
 * @name: as it was registered, without "user_events:" and without ".HEX".
 *
 * Returns 0, or
 *
 * -ENOENT	there is none of this name, or no user_events (see
 *		uet_register())
 * -EBUSY	a program (this one, too) has it registered, or a tool listens
 * -EPERM	it is persistent, and CAP_PERFMON is missing
 * -EACCES	this user may not write the data file
 * -EINVAL	no name
 *
 * Source: DIAG_IOCSDEL in Documentation/trace/user_events.rst.
 */
int uet_delete(const char *name);

/**
 * uet_delete_format() - delete one format of a multi-format event, or an event
 * only if it has these fields.
 * @description: "NAME[ FIELDS]" as it was registered.
 *
 * Goes through the file dynamic_events, which usually only root may write.
 *
 * Returns what uet_delete() returns; -ENOENT also where the name has other
 * fields; -EINVAL for a description that the kernel would not register;
 * -E2BIG for one of more than UET_DESC_MAX bytes.
 */
int uet_delete_format(const char *description);

#ifdef __cplusplus
}
#endif

#endif /* UET_DELETE_H */
