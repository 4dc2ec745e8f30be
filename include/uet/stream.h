/* SPDX-License-Identifier: MIT */
/*
 * The records of a running session in the order of time, taken apart and with
 * the names of threads.  Knows nothing about files.
 */
#ifndef UET_STREAM_H
#define UET_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>
#include <uet/record.h>
#include <uet/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_stream - puts a session's records in order.  One thread at a
 * time.
 *
 * Since: 0.1.0
 */
struct uet_stream;

/**
 * struct uet_stream_sample - a sample whose turn it is.
 * @record: taken apart.
 * @event_index: for uet_session_get_event().
 * @comm: the name that thread @record.tid had at that time; NULL if unknown.
 *
 * Lives during the call only.
 *
 * Since: 0.1.0
 */
struct uet_stream_sample {
	struct uet_record record;
	size_t event_index;
	const char *comm;
};

/**
 * uet_stream_fn - takes samples, in the order of time.
 * Return: 0, or a negative number that ends the delivery.
 */
typedef int uet_stream_fn(void *context,
			  const struct uet_stream_sample *sample);

/**
 * uet_stream_new() - a stream of the session's records.
 * @session: must outlive the stream.
 * @fn: gets the samples.
 * @context: for @fn.
 * @out: receives the stream; the caller frees it with uet_stream_free().
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_stream_new(struct uet_session *session,
				   uet_stream_fn *fn, void *context,
				   struct uet_stream **out);

/**
 * uet_stream_records() - a uet_records_fn for uet_process_records(), with the
 * stream as the context: who runs already.
 * Return: 0; -ENOMEM; or @fn's negative number.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_stream_records(void *stream, const void *records,
				       size_t size);

/**
 * uet_stream_drain() - drain the rings and deliver what may not be preceded
 * by anything any more.
 * @err: receives a line about a failure of a ring; may be NULL.
 *
 * Looks at the rings twice when there was something: what was there the first
 * time is delivered, and what came meanwhile waits for the next call.  At most
 * about 64 MiB wait; beyond that the older half is delivered.
 *
 * Return: how many samples were delivered; -EBADMSG as uet_session_drain();
 * -ENOMEM; or @fn's negative number.
 * Since: 0.1.0
 */
UET_COLLECT_API ssize_t uet_stream_drain(struct uet_stream *stream,
					 struct uet_error *err);

/**
 * uet_stream_finish() - drain and deliver the rest, after uet_session_stop().
 * Return: as uet_stream_drain().
 * Since: 0.1.0
 */
UET_COLLECT_API ssize_t uet_stream_finish(struct uet_stream *stream,
					  struct uet_error *err);

/**
 * uet_stream_late() - how many records came too late to be put in order; they
 * were delivered when they came.
 * Since: 0.1.0
 */
UET_COLLECT_API uint64_t uet_stream_late(const struct uet_stream *stream);

/** uet_stream_free() - free it; what waits is dropped.  May be NULL. */
UET_COLLECT_API void uet_stream_free(struct uet_stream *stream);

#ifdef __cplusplus
}
#endif

#endif /* UET_STREAM_H */
