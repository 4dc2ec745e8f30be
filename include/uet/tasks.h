/* SPDX-License-Identifier: MIT */
/*
 * Remembers the names of running threads, for the next of several files.
 * Knows nothing about sessions or files.
 */
#ifndef UET_TASKS_H
#define UET_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_tasks - the threads that COMM and FORK records have told of and
 * EXIT records not ended.  One thread at a time.
 *
 * Since: 0.1.0
 */
struct uet_tasks;

/**
 * uet_tasks_new() - nobody yet.
 * @sample_type: PERF_SAMPLE_* bits of the records' events, which have
 *	sample_id_all.
 * @out: receives it; the caller frees it with uet_tasks_free().
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_tasks_new(uint64_t sample_type,
				  struct uet_tasks **out);

/**
 * uet_tasks_records() - a uet_records_fn with the tasks as its context, for
 * all that uet_process_records() and uet_session_drain() hand out.  Samples
 * and other records are passed over.
 *
 * Records of several rings may come in any order: what is older than what is
 * known of a thread changes nothing.
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_tasks_records(void *tasks, const void *records,
				      size_t size);

/**
 * uet_tasks_write() - a COMM record for each thread that lives, with time 0.
 * @sink: gets the records, one by one.
 * @context: for @sink.
 *
 * Return: 0, or @sink's negative number.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_tasks_write(const struct uet_tasks *tasks,
				    uet_records_fn *sink, void *context);

/** uet_tasks_free() - free it.  @tasks may be NULL. */
UET_COLLECT_API void uet_tasks_free(struct uet_tasks *tasks);

#ifdef __cplusplus
}
#endif

#endif /* UET_TASKS_H */
