/* SPDX-License-Identifier: MIT */
/*
 * The feature TRACING_DATA of a perf.data file, for reading.  Knows nothing
 * about the rest of the file.
 */
#ifndef UET_COLLECT_TRACING_DATA_H
#define UET_COLLECT_TRACING_DATA_H

#include <stddef.h>

/* A value that is not 0 ends the reading and is passed on. */
typedef int (*uet_tracing_event_fn)(void *context, const char *system,
				    const char *format, size_t len);

/*
 * Calls event for the format of every tracepoint in it; system ends in NUL,
 * format does not.  Return: 0; -EBADMSG when it stops making sense, the events
 * before that were handed out.  Numbers of the other byte order are put right in
 * place: to be read once.
 */
int uet_tracing_data_read(void *data, size_t size,
			  uet_tracing_event_fn event, void *context);

#endif /* UET_COLLECT_TRACING_DATA_H */
