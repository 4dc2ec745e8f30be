/* SPDX-License-Identifier: MIT */
/*
 * Reading a perf.data file or stream: its events and its records in the order of time.
 * Knows nothing about the meaning of a tracepoint's bytes (decode.h does).
 */
#ifndef UET_PERFDATA_H
#define UET_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>
#include <uet/format.h>
#include <uet/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_perfdata - an open perf.data file or stream.  Opaque.  One thread at a time
 * may use it; different files are independent.
 *
 * Since: 0.1.0
 */
struct uet_perfdata;

/**
 * struct uet_perfdata_event - one event of the file (one perf_event_attr).
 * @name: "SYSTEM:NAME" for a tracepoint whose format is in the file, else the
 *	name that the recorder wrote, else one made of @type and @config.  That
 *	of an event of a stream may change before its first sample.
 * @format: its fields; NULL for what is no tracepoint, and when the file lost
 *	its end: there the formats are.
 * @type, @config: of perf_event_attr.
 * @layout: the shape of its records.
 * @samples: delivered so far.
 * @lost: known to be lost so far; see struct uet_perfdata_stats.
 *
 * Since: 0.1.0
 */
struct uet_perfdata_event {
	const char *name;
	const struct uet_format *format;
	uint32_t type;
	uint64_t config;
	struct uet_sample_layout layout;
	uint64_t samples;
	uint64_t lost;
};

/**
 * struct uet_perfdata_record - what uet_perfdata_next() gives.
 * @record: the record taken apart.
 * @event: whose it is; NULL when the record does not say (never for a sample).
 * @event_index: its number, for uet_perfdata_get_event(), if there is one.
 * @comm: the name that thread @record.tid had at that time; NULL if unknown.
 * @bytes, @size: the record as it lies in the file, in our own byte order: of a
 *	recording of the other one, all numbers are put right, in a tracepoint's
 *	record those that its format tells; PERF_SAMPLE_STACK_USER and
 *	PERF_SAMPLE_AUX stay as they are.
 *
 * All pointers but @event live until the next call for the same file.
 *
 * Since: 0.1.0
 */
struct uet_perfdata_record {
	struct uet_record record;
	const struct uet_perfdata_event *event;
	size_t event_index;
	const char *comm;
	const void *bytes;
	size_t size;
};

/**
 * struct uet_perfdata_stats - what is to be said about the whole file, final
 * when uet_perfdata_next() has returned 0 or an error.
 * @samples: delivered.
 * @lost: lost while recording, of all events.
 * @lost_by_event: @lost is the sum of PERF_RECORD_LOST_SAMPLES, which the
 *	recorder wrote at the end: exact for each event.  Otherwise it is that of
 *	PERF_RECORD_LOST: the rings counted it, for whichever event came next.
 * @out_of_order: samples that came later than their time and the rounds of the
 *	file allow; they were delivered when they came.
 * @unknown_records: records of types newer than this library; skipped.
 * @unknown_ids: samples of an event that the file does not describe; skipped.
 * @damaged_records: records whose lengths make no sense; skipped.
 *
 * Since: 0.1.0
 */
struct uet_perfdata_stats {
	uint64_t samples;
	uint64_t lost;
	bool lost_by_event;
	uint64_t out_of_order;
	uint64_t unknown_records;
	uint64_t unknown_ids;
	uint64_t damaged_records;
};

/**
 * uet_perfdata_open() - open a file and read its header, events and formats.
 * @path: a regular file, a FIFO, or "-" for standard input.
 * @out: receives the object; close it with uet_perfdata_close().
 * @err: receives a line about the failure; may be NULL.
 *
 * A file that lost its end can be opened: uet_perfdata_next() delivers what is
 * there and then says so.
 *
 * What comes through a pipe must be a stream, as uet record -o - and perf
 * record -o - write it; one that was stored in a file is read as well.  Then
 * this function waits for the stream's events, and uet_perfdata_next() for
 * records.  A stream has no end mark: a cut between two records is not seen.
 *
 * Return: 0, or
 * -ENOENT, -EACCES, ... as open(2) has it;
 * -EISDIR a directory (perf record --threads makes one: not supported);
 * -EINVAL neither a regular file nor a pipe, of another kind than perf.data
 *	(the line tells what it looks like), or not a stream but a file that
 *	comes through a pipe;
 * -ENODATA empty, or truncated before the first record;
 * -EBADMSG damaged before the first record;
 * -EOPNOTSUPP of the format of before 2010: the line tells the way out;
 * -EFBIG more than 65,536 events or 524,288 ids;
 * -ENOMEM; -EIO.
 * Source: tools/perf/Documentation/perf.data-file-format.txt of the kernel.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_perfdata_open(const char *path,
				      struct uet_perfdata **out,
				      struct uet_error *err);

/** uet_perfdata_close() - close the file and free all.  @p may be NULL. */
UET_COLLECT_API void uet_perfdata_close(struct uet_perfdata *p);

/**
 * uet_perfdata_n_events() - the number of events in the file.  In a stream it
 * can grow with every uet_perfdata_next().
 */
UET_COLLECT_API size_t uet_perfdata_n_events(const struct uet_perfdata *p);

/**
 * uet_perfdata_get_event() - the event number @i, in the file's order; NULL if
 * there are not so many.  It lives until uet_perfdata_close().
 */
UET_COLLECT_API const struct uet_perfdata_event *
uet_perfdata_get_event(const struct uet_perfdata *p, size_t i);

/**
 * uet_perfdata_next() - the next record of the kernel, by time.
 * @p: the file.
 * @out: receives the record.
 * @err: receives a line about the failure; may be NULL.
 *
 * Memory is bounded, whatever the size of the file: about 64 MiB at most wait
 * for their turn; what perf itself records stays far below.  Compressed records
 * (perf record -z) take what their level wants, 128 MiB at most.  Records
 * without a time are delivered when they are met.
 *
 * Return: 1 with a record; 0 at the end; after everything that could be read
 * -ENODATA for a truncated file (an unfinished recording is one), -EBADMSG for
 * a damaged one, both with the byte where that begins; -EOPNOTSUPP for
 * compressed records (perf record -z) when built without libzstd; -EIO; -ENOMEM.  The same answer again when called again.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_perfdata_next(struct uet_perfdata *p,
				      struct uet_perfdata_record *out,
				      struct uet_error *err);

/** uet_perfdata_get_stats() - the counts up to now. */
UET_COLLECT_API void uet_perfdata_get_stats(const struct uet_perfdata *p,
					struct uet_perfdata_stats *stats);

/**
 * uet_perfdata_wall_time() - the wall clock at a record's time.
 * @p: the file.
 * @time: of a record, in nanoseconds.
 * @unix_ns: receives the nanoseconds since 1970-01-01T00:00:00Z.
 *
 * The recorder compared the two clocks once, at the beginning: where the wall
 * clock was set afterwards, this is not what it showed.
 *
 * Return: true; false if the file does not tell (perf record without -k, or
 * a recording of perf that was not finished).
 * Source: HEADER_CLOCK_DATA in perf.data-file-format.txt.
 * Since: 0.1.0
 */
UET_COLLECT_API bool uet_perfdata_wall_time(const struct uet_perfdata *p,
					    uint64_t time, uint64_t *unix_ns);

#ifdef __cplusplus
}
#endif

#endif /* UET_PERFDATA_H */
