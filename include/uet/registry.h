/* SPDX-License-Identifier: MIT */
/*
 * Events registered on behalf of others: by a tool, from a text.  Does not
 * write events; that is libuet's part.
 */
#ifndef UET_REGISTRY_H
#define UET_REGISTRY_H

#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_registry - registrations that live as long as it does.  Not
 * thread-safe: one thread at a time.
 *
 * Since: 0.1.0
 */
struct uet_registry;

/** The event stays when nobody has it open; needs CAP_PERFMON, Linux 6.7. */
#define UET_REGISTRY_PERSIST 1u
/** Several formats under one name, as NAME.HEX; Linux 6.9. */
#define UET_REGISTRY_MULTI_FORMAT 2u

/**
 * uet_registry_open() - open the kernel's user_events_data for registering.
 * @out: receives the registry; close it with uet_registry_close().
 * @err: receives a line about the failure; may be NULL.
 *
 * The descriptor is write-only and close-on-exec.
 *
 * Return: 0; the errors of uet_tracing_find(); -EACCES when we must not write
 * the file; -EMFILE; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_registry_open(struct uet_registry **out,
				      struct uet_error *err);

/**
 * uet_registry_close() - end all registrations of @r, which may be NULL.  The
 * kernel deletes an event that nobody else uses (and that is not persistent)
 * a moment later.
 */
UET_COLLECT_API void uet_registry_close(struct uet_registry *r);

/**
 * uet_registry_add() - register an event and keep it until the close.
 * @decl: "NAME[ TYPE FIELD[; TYPE FIELD]...]" in the kernel's syntax, below
 *	512 bytes with its NUL; passed on as it is.  Write "; " between fields:
 *	kernels before 6.10 take "a;b" for another event than "a; b".  A name
 *	alone is an event without fields: behind an EventHeader tracepoint's put
 *	" " UET_EH_FIELDS (uet/eventheader_abi.h).
 * @flags: UET_REGISTRY_*.
 * @write_index: receives the kernel's index for writes through this registry;
 *	may be NULL.
 * @err: receives a line about the failure; may be NULL.
 *
 * An event that exists with the same fields is shared, not made anew.  After
 * the last user of an event of other fields has gone, the kernel needs a
 * moment to delete it; this waits up to a second for that.
 *
 * Return: 0; -EADDRINUSE: the name exists with other fields (err shows both;
 * take another name, delete it, or MULTI_FORMAT); -EINVAL: the kernel does not
 * understand @decl (err tells the place and the reason) or is too old for
 * @flags; -E2BIG: @decl is too long;
 * -EPERM: PERSIST without CAP_PERFMON; -EMFILE: kernel.user_events_max is
 * reached; -ENOMEM.
 * Source: Documentation/trace/user_events.rst.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_registry_add(struct uet_registry *r, const char *decl,
				     unsigned int flags, uint32_t *write_index,
				     struct uet_error *err);

/**
 * uet_registry_delete() - delete an event with all its formats.
 * @name: the registered name, without system and without ".HEX".
 * @err: receives a line about the failure; may be NULL.
 *
 * Waits up to a second where the kernel says that it is busy: the last user
 * may just have gone.
 *
 * Return: 0; -ENOENT: there is none; -EBUSY: a program has it registered or a
 * tool records it; -EPERM: persistent, and we lack CAP_PERFMON; the errors of
 * uet_registry_open().
 * Source: delete_user_event() in kernel/trace/trace_events_user.c.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_registry_delete(const char *name,
					struct uet_error *err);

/**
 * uet_registry_delete_format() - delete one format of a multi-format event, or
 * an event only if it has these fields.
 * @decl: as it was registered.
 * @err: receives a line about the failure; may be NULL.
 *
 * Return: as uet_registry_delete(); -ENOENT also where the name has other
 * fields; -EINVAL: the kernel could not have it; -E2BIG: @decl is too long;
 * -EACCES: the file dynamic_events may usually be written by root only; the
 * errors of uet_tracing_find().
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_registry_delete_format(const char *decl,
					       struct uet_error *err);

#ifdef __cplusplus
}
#endif

#endif /* UET_REGISTRY_H */
