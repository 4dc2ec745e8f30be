/* SPDX-License-Identifier: MIT */
/*
 * The feature TRACING_DATA of a perf.data file, for reading.  Knows nothing
 * about the rest of the file.
 */
#ifndef UET_COLLECT_TRACING_DATA_H
#define UET_COLLECT_TRACING_DATA_H

#include <stddef.h>
#include <stdint.h>

/* A value that is not 0 ends the reading and is passed on. */
typedef int (*uet_tracing_event_fn)(void *context, const char *system,
				    const char *format, size_t len);

/*
 * What follows the formats, for those who print by print fmts; views of data.
 */
struct uet_tracing_rest {
	uint8_t long_size;
	const char *symbols; /* as in /proc/kallsyms */
	uint32_t symbols_size;
	const char *strings; /* as in tracefs' printk_formats */
	uint32_t strings_size;
};

/*
 * Calls event for the format of every tracepoint in it; system ends in NUL,
 * format does not.  Return: 0; -EBADMSG when it stops making sense, the events
 * before that were handed out.  Numbers of the other byte order are put right in
 * place: to be read once.  rest may be NULL; what is not there is empty.
 */
int uet_tracing_data_read(void *data, size_t size, uet_tracing_event_fn event,
			  void *context, struct uet_tracing_rest *rest);

#endif /* UET_COLLECT_TRACING_DATA_H */
