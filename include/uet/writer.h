/* SPDX-License-Identifier: MIT */
/*
 * Writes a perf.data file or stream that perf itself reads.  Knows nothing about where
 * the records come from.
 */
#ifndef UET_WRITER_H
#define UET_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_event_attr;

/**
 * struct uet_writer - a perf.data file in the making.  Not thread-safe: one
 * thread at a time.
 *
 * Since: 0.1.0
 */
struct uet_writer;

/**
 * struct uet_writer_event - an event of the file.
 * @name:	"SYSTEM:NAME" for a tracepoint, any name for others.
 * @attr:	as given to the kernel, attr->size bytes.
 * @ids:	its identifiers, at least one.
 * @n_ids:	how many.
 * @format:	the text of a tracepoint's format file; NULL for other events.
 * @format_size: bytes of @format.
 *
 * Since: 0.1.0
 */
struct uet_writer_event {
	const char *name;
	const struct perf_event_attr *attr;
	const uint64_t *ids;
	size_t n_ids;
	const char *format;
	size_t format_size;
};

/**
 * struct uet_writer_info - what the header tells about the machine and the
 * recording.  0 leaves a number out (but for @clockid); a text that is NULL becomes "unknown".
 * @size:	sizeof(struct uet_writer_info), so that fields can be added.
 * @hostname:	uname -n.
 * @osrelease:	uname -r.
 * @version:	of the recording program.
 * @arch:	uname -m.
 * @cpudesc:	the processor's name, for people.
 * @cpuid:	vendor, family, model and stepping, for programs.
 * @cpus_online: CPUs in use.
 * @cpus_available: CPUs there could be, counted from 0 to the highest.
 * @memory_kb:	in all.
 * @argv:	the command line, n_argv strings.
 * @n_argv:	how many.
 * @first_ns:	time of the first sample; written together with @last_ns.
 * @last_ns:	time of the last sample.
 * @clockid:	the samples' clock, CLOCK_MONOTONIC for one; -1 for perf's own.
 * @clock_resolution_ns: of this clock.
 * @wall_ns:	CLOCK_REALTIME and
 * @clock_ns:	the samples' clock, taken at the same time.
 *
 * Since: 0.1.0
 */
struct uet_writer_info {
	size_t size;
	const char *hostname;
	const char *osrelease;
	const char *version;
	const char *arch;
	const char *cpudesc;
	const char *cpuid;
	uint32_t cpus_online;
	uint32_t cpus_available;
	uint64_t memory_kb;
	const char *const *argv;
	size_t n_argv;
	uint64_t first_ns;
	uint64_t last_ns;
	int clockid;
	uint64_t clock_resolution_ns;
	uint64_t wall_ns;
	uint64_t clock_ns;
};

/**
 * uet_writer_open() - create the file and write what goes before the data.
 * @path: the file.  One that is there and not empty is renamed to PATH.old,
 *	as perf does, over an older PATH.old; a device is refused.  Mode 0600
 *	less the umask.  "-" is standard output, and that and a FIFO get the
 *	stream format of perf, which needs no seeking.
 * @events: copied.
 * @n:	how many, at least one.
 * @out: receives the writer; the caller closes it with uet_writer_close().
 * @err: receives a line about the failure; may be NULL.
 *
 * A FIFO's reader is waited for.  Writing to a pipe that nobody reads raises
 * SIGPIPE, and -EPIPE where that is ignored.
 *
 * Return: 0; -EINVAL: neither a regular file nor a pipe, or a terminal;
 * -EFBIG: an event with more than 8,174 ids in a stream; -ENOSPC, -EACCES and others of
 * creating and writing it; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_open(const char *path,
				    const struct uet_writer_event *events,
				    size_t n, struct uet_writer **out,
				    struct uet_error *err);

/**
 * uet_writer_wait_fn - waits until a stream's reader takes more.
 * @context: that of uet_writer_wait().
 * @fd:	the pipe or FIFO.
 *
 * Return: how many bytes may be written now, more than 0 (PIPE_BUF never
 * blocks after poll(2) has told of POLLOUT); or a negative errno, with which
 * writing fails.
 * Since: 0.1.0
 */
typedef ssize_t uet_writer_wait_fn(void *context, int fd);

/**
 * uet_writer_wait() - be asked before anything is written to a stream, so that
 * a reader that does not read does not stop the caller from ending; right
 * after uet_writer_open(), which has not written anything to it yet.
 * @wait: NULL for blocking writes, as without this call.
 * @context: handed to it.
 *
 * A file's writer does not ask.
 * Since: 0.1.0
 */
UET_COLLECT_API void uet_writer_wait(struct uet_writer *w,
				     uet_writer_wait_fn *wait, void *context);

/**
 * uet_writer_open_strings() - uet_writer_open() that also keeps the strings to
 * which records of the kernel's events only point.
 * @strings: lines of tracefs' printk_formats; copied; NULL for none.
 * @strings_size: its bytes.
 *
 * Readers need them for print fmts on another machine, or after a reboot:
 * uet_perfdata_open_print(), perf script.
 *
 * The rest is as with uet_writer_open(), and so is what it returns; -EINVAL
 * also for strings of 4 GiB or more.
 * Source: record_ftrace_printk() in perf's trace-event-info.c.
 * Since: 0.1.0
 */
UET_COLLECT_API int
uet_writer_open_strings(const char *path, const struct uet_writer_event *events,
			size_t n, const char *strings, size_t strings_size,
			struct uet_writer **out, struct uet_error *err);

/**
 * uet_writer_compress() - compress the records that follow, with zstd; right
 * after uet_writer_open().
 * @level: 1 (fast) to 22 (small).
 * @err: receives a line about the failure; may be NULL.
 *
 * What uet_writer_records() gets is packed when 256 KiB are together and in
 * uet_writer_round() and uet_writer_flush().
 *
 * Return: 0; -EOPNOTSUPP: built without libzstd; -EINVAL: no such level;
 * -ENOMEM; or, of a stream, as uet_writer_records().
 * Source: PERF_RECORD_COMPRESSED in perf.data-file-format.txt.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_compress(struct uet_writer *w, int level,
					struct uet_error *err);

/**
 * uet_writer_describe() - describe the events anew, before the records of more
 * events or of more identifiers come.
 * @events: all of them, those of uet_writer_open() first; copied.
 * @n:	how many.
 *
 * The description is written at the file's end.  A recording that is killed
 * before has the earlier one; the records of later events are then skipped by
 * readers.
 *
 * Return: 0; -ENOMEM, then the earlier description stays.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_describe(struct uet_writer *w,
					const struct uet_writer_event *events,
					size_t n);

/**
 * uet_writer_records() - append whole records, as a session hands them out.
 * @records: one or more struct perf_event_header with what follows them.
 * @size: bytes.
 *
 * The first failure is kept: later calls return it again and write nothing.
 *
 * Return: 0 or -errno (-ENOSPC, -EIO, -EFBIG, ...).
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_records(struct uet_writer *w,
				       const void *records, size_t size);

/**
 * uet_writer_clock() - say when the wall clock and the samples' clock were
 * read together, as the first record of all.
 * @clockid: as in struct uet_writer_info, and so
 * @wall_ns: and
 * @clock_ns: which say it once more at the end.
 *
 * For readers of streams, which cannot wait for the end, and of recordings that
 * were killed.  Elsewhere than in front, they need not find it.
 *
 * Return: as uet_writer_records(); -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_clock(struct uet_writer *w, int clockid,
				     uint64_t wall_ns, uint64_t clock_ns);

/**
 * uet_writer_round() - every ring has been drained once since the last round:
 * a reader may sort and give out what came before the last one.
 * Return: as uet_writer_records().
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_round(struct uet_writer *w);

/**
 * uet_writer_flush() - write to the file what was only gathered until now, so
 * that it is there should the recorder be killed.
 * Return: as uet_writer_records().
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_flush(struct uet_writer *w);

/**
 * uet_writer_lost() - say that @count records of the identifier @id were lost;
 * @sample_type is that of the events.
 * Return: as uet_writer_records().
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_lost(struct uet_writer *w, uint64_t sample_type,
				    uint64_t id, uint64_t count);

/**
 * uet_writer_finish() - write what goes behind the data, and the header.
 * @info: what it tells.
 * @err: receives a line about the failure; may be NULL.
 *
 * When the disk is full, or was before, the last records are cut off to make
 * room, so that the rest can be read; the failure is returned nevertheless,
 * and err says how much was saved.  A stream gets @info as its last records.
 *
 * Return: 0 or the first -errno of all the writing.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_writer_finish(struct uet_writer *w,
				      const struct uet_writer_info *info,
				      struct uet_error *err);

/** uet_writer_size() - bytes of the file or stream so far. */
UET_COLLECT_API uint64_t uet_writer_size(const struct uet_writer *w);

/** uet_writer_close() - close the file; unfinished, it stays as it is.
 * @w may be NULL. */
UET_COLLECT_API void uet_writer_close(struct uet_writer *w);

#ifdef __cplusplus
}
#endif

#endif /* UET_WRITER_H */
