/* SPDX-License-Identifier: MIT */
/*
 * The perf.data file: its beginning, its end, and what its failures mean.  How
 * records get into it is perfdata_output.c's, what the features say is put
 * together elsewhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "collect/perfdata_abi.h"
#include "collect/perfdata_output.h"
#include "collect/perfdata_writer.h"
#include "collect/sample_id.h"
#include "collect/sys.h"

struct attr_entry {
	struct perf_event_attr attr;
	struct uet_perfdata_section ids;
};

struct uet_writer {
	char *path;
	struct uet_writer_entry *entries;
	size_t n;
	struct uet_writer_strings strings;
	struct uet_perfdata_header header;
	struct uet_perfdata_section formats;
	struct uet_output out;
	bool described_anew; /* the end repeats what the beginning has */
};

static int explain(const struct uet_writer *w, struct uet_error *err, int code)
{
	if (code == -ENOSPC || code == -EDQUOT)
		return uet_error_set(err, code,
				     "%s: no space left: free some, or write "
				     "to another disk (-o)", w->path);
	if (code == -ENOMEM)
		return uet_error_set(err, code, "out of memory");
	if (code == -EPIPE)
		return uet_error_set(err, code, "%s: nobody reads it any more",
				     w->path);
	if (code == -ECANCELED)
		return uet_error_set(err, code, "%s: its reader does not read; "
				     "what it did not take is given up",
				     w->path);
	return uet_error_set(err, code, "cannot write %s: %s", w->path,
			     strerror(-code));
}

static int copy_entries(struct uet_writer *w,
			const struct uet_writer_event *events, size_t n)
{
	struct uet_writer_entry *entries;
	int result = uet_entries_copy(events, n, &entries);

	if (result)
		return result;
	uet_entries_free(w->entries, w->n);
	w->entries = entries;
	w->n = n;
	return 0;
}

/* Keeps what is there as PATH.old, as perf does. */
static int make_way(const char *path, struct uet_error *err)
{
	struct stat st;
	char *old;
	int result;

	if (stat(path, &st))
		return 0; /* creating it will tell */
	if (!S_ISREG(st.st_mode))
		return uet_error_set(err, -EINVAL,
				     "%s is neither a regular file nor a pipe: "
				     "name one (-o)", path);
	if (!st.st_size)
		return 0;
	if (asprintf(&old, "%s.old", path) < 0)
		return uet_error_set(err, -ENOMEM, "out of memory");
	result = uet_sys_rename(path, old);
	if (result)
		uet_error_set(err, result, "cannot rename %s to %s: %s", path,
			      old, strerror(-result));
	free(old);
	return result;
}

static bool has_formats(const struct uet_writer *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->entries[i].format)
			return true;
	return false;
}

/* The identifiers, then the attributes; the blob begins at offset base of the
 * file. */
static void put_attrs(struct uet_writer *w, struct uet_blob *blob,
		      uint64_t base)
{
	uint64_t ids_at = base + blob->n;

	for (size_t i = 0; i < w->n; i++)
		uet_blob_put(blob, w->entries[i].ids,
			     w->entries[i].n_ids * sizeof(uint64_t));
	w->header.attrs.offset = base + blob->n;
	w->header.attrs.size = w->n * sizeof(struct attr_entry);
	for (size_t i = 0; i < w->n; i++) {
		struct attr_entry entry = { .attr = w->entries[i].attr };

		entry.ids.offset = ids_at;
		entry.ids.size = w->entries[i].n_ids * sizeof(uint64_t);
		ids_at += entry.ids.size;
		uet_blob_put(blob, &entry, sizeof(entry));
	}
}

/* The formats, and NULs up to where the data begins. */
static void put_formats(struct uet_writer *w, struct uet_blob *blob,
			uint64_t base)
{
	static const char nuls[7];

	w->formats.offset = base + blob->n;
	if (has_formats(w))
		uet_tracing_data_put(blob, w->entries, w->n, &w->strings);
	w->formats.size = base + blob->n - w->formats.offset;
	uet_blob_put(blob, nuls, -blob->n % 8);
}

/*
 * Header (without sizes yet), identifiers, attributes, and the formats, which
 * perf writes behind the data.  It does not mind them here, where they are
 * still there when the recording is killed or the file loses its end.
 */
static int put_beginning(struct uet_writer *w)
{
	struct uet_perfdata_header *header = &w->header;
	struct uet_blob blob = { 0 };
	int result;

	memcpy(header->magic, UET_PERFDATA_MAGIC, sizeof(header->magic));
	header->size = sizeof(*header);
	header->attr_size = sizeof(struct attr_entry);

	uet_blob_put(&blob, header, sizeof(*header));
	put_attrs(w, &blob, 0);
	put_formats(w, &blob, 0);
	header->data.offset = blob.n;
	if (!blob.failed)
		memcpy(blob.bytes, header, sizeof(*header));
	result = blob.failed ? -ENOMEM :
			       uet_sys_write_all(w->out.fd, blob.bytes, blob.n, 0);
	free(blob.bytes);
	w->out.position = header->data.offset;
	return result;
}

static int put_front(struct uet_writer *w, struct uet_error *err)
{
	struct uet_blob blob = { 0 };
	int result = uet_stream_put_front(&blob, w->entries, w->n,
					  &w->strings);

	if (!result && blob.failed)
		result = -ENOMEM;
	if (!result) {
		/* Written with the first records: who waits for room has not
		 * been told to us yet. */
		w->out.front = blob.bytes;
		w->out.front_size = w->out.position = blob.n;
		return 0;
	}
	free(blob.bytes);
	if (result != -EFBIG)
		return explain(w, err, result);
	return uet_error_set(err, result,
			     "%s: an event has too many instances for a "
			     "stream: record fewer threads, or to a file",
			     w->path);
}

static bool is_pipe(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISFIFO(st.st_mode);
}

/* Standard output and FIFOs. */
static int open_stream(struct uet_writer *w, const char *path,
		       struct uet_error *err)
{
	bool is_stdout = !strcmp(path, "-");

	w->out.is_stream = true;
	if (is_stdout && isatty(STDOUT_FILENO))
		return uet_error_set(err, -EINVAL, "standard output is a "
				     "terminal: pipe it into 'uet report -i -' "
				     "or 'perf script -i -', or name a file");
	w->out.fd = is_stdout ? uet_sys_fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) :
			    uet_sys_open(path, O_WRONLY | O_CLOEXEC);
	if (w->out.fd < 0)
		return uet_error_set(err, w->out.fd, "cannot open %s: %s", w->path,
				     strerror(-w->out.fd));
	return put_front(w, err);
}

static int create_file(struct uet_writer *w, const char *path,
		       struct uet_error *err)
{
	int result = make_way(path, err);

	if (result)
		return result;
	w->out.fd = uet_sys_create(path, 0600);
	if (w->out.fd < 0)
		return uet_error_set(err, w->out.fd, "cannot create %s: %s", path,
				     strerror(-w->out.fd));
	result = put_beginning(w);
	if (result)
		explain(w, err, result);
	return result;
}

static int copy_strings(struct uet_writer *w, const char *strings, size_t size)
{
	if (!strings || !size)
		return 0;
	w->strings.text = malloc(size);
	if (!w->strings.text)
		return -ENOMEM;
	memcpy(w->strings.text, strings, size);
	w->strings.size = size;
	return 0;
}

int uet_writer_open(const char *path, const struct uet_writer_event *events,
		    size_t n, struct uet_writer **out, struct uet_error *err)
{
	return uet_writer_open_strings(path, events, n, NULL, 0, out, err);
}

int uet_writer_open_strings(const char *path,
			    const struct uet_writer_event *events, size_t n,
			    const char *strings, size_t strings_size,
			    struct uet_writer **out, struct uet_error *err)
{
	struct uet_writer *w;
	int result;

	if (strings_size > UINT32_MAX)
		return uet_error_set(err, -EINVAL, "%s: strings of 4 GiB or "
				     "more do not go into a file", path);
	w = calloc(1, sizeof(*w));
	if (!w)
		return uet_error_set(err, -ENOMEM, "out of memory");
	w->out.fd = -1;
	w->path = strdup(strcmp(path, "-") ? path : "standard output");
	if (!w->path || uet_output_begin(&w->out) ||
	    copy_entries(w, events, n) || copy_strings(w, strings, strings_size)) {
		result = uet_error_set(err, -ENOMEM, "out of memory");
		goto failed;
	}
	result = !strcmp(path, "-") || is_pipe(path) ?
			 open_stream(w, path, err) :
			 create_file(w, path, err);
	if (result)
		goto failed;
	*out = w;
	return 0;
failed:
	uet_writer_close(w);
	return result;
}

void uet_writer_wait(struct uet_writer *w, uet_writer_wait_fn *wait,
		     void *context)
{
	w->out.wait = wait;
	w->out.wait_context = context;
}

int uet_writer_flush(struct uet_writer *w)
{
	return uet_output_flush(&w->out);
}

int uet_writer_records(struct uet_writer *w, const void *records, size_t size)
{
	return uet_output_records(&w->out, records, size);
}

/* Records that are not for compressing; frees them. */
static int put_blob(struct uet_writer *w, struct uet_blob *blob)
{
	int result = blob->failed ? -ENOMEM :
				    uet_output_unpacked(&w->out, blob->bytes,
							blob->n);

	free(blob->bytes);
	return result;
}

int uet_writer_compress(struct uet_writer *w, int level, struct uet_error *err)
{
	struct uet_blob blob = { 0 };
	int result = uet_output_compress(&w->out, level);

	if (result == -EOPNOTSUPP)
		return uet_error_set(err, result, "this uet was built without "
				     "libzstd: it cannot compress");
	if (result == -EINVAL)
		return uet_error_set(err, result, "there is no compression "
				     "level %d: take 1 (fast) to 22 (small)",
				     level);
	/* A stream's reader must know before the first compressed record. */
	if (!result && w->out.is_stream) {
		uet_compressed_put_record(&blob, w->out.zip);
		result = put_blob(w, &blob);
	}
	return result ? explain(w, err, result) : 0;
}

/* A stream tells of what is new before its first sample. */
static int stream_new_events(struct uet_writer *w,
			     const struct uet_writer_event *events, size_t n)
{
	struct uet_writer_entry *entries;
	struct uet_blob blob = { 0 };
	int result = uet_entries_copy(events, n, &entries);
	size_t left;

	if (result)
		return result;
	left = uet_entries_keep_new(entries, n, w->entries, w->n);
	result = left ? uet_stream_put_events(&blob, entries, left) : 0;
	if (!result)
		result = put_blob(w, &blob);
	else
		free(blob.bytes);
	uet_entries_free(entries, n);
	return result;
}

int uet_writer_describe(struct uet_writer *w,
			const struct uet_writer_event *events, size_t n)
{
	int result = w->out.is_stream ? stream_new_events(w, events, n) : 0;

	if (!result)
		result = copy_entries(w, events, n);
	if (!result)
		w->described_anew = true;
	return result;
}

int uet_writer_round(struct uet_writer *w)
{
	const struct perf_event_header round = {
		.type = UET_RECORD_FINISHED_ROUND,
		.size = sizeof(round),
	};

	return uet_output_unpacked(&w->out, &round, sizeof(round));
}

int uet_writer_lost(struct uet_writer *w, uint64_t sample_type, uint64_t id,
		    uint64_t count)
{
	struct {
		struct perf_event_header header;
		uint64_t lost;
		unsigned char sample_id[UET_SAMPLE_ID_MAX];
	} record = { .header.type = PERF_RECORD_LOST_SAMPLES, .lost = count };

	record.header.size =
		(uint16_t)(offsetof(__typeof__(record), sample_id) +
			   uet_sample_id_put(record.sample_id, sample_type,
					     id));
	return uet_writer_records(w, &record, record.header.size);
}

int uet_writer_clock(struct uet_writer *w, int clockid, uint64_t wall_ns,
		     uint64_t clock_ns)
{
	const struct uet_writer_info info = {
		.clockid = clockid,
		.wall_ns = wall_ns,
		.clock_ns = clock_ns,
	};
	struct uet_blob blob = { 0 };

	uet_features_put_clock(&blob, &info);
	return put_blob(w, &blob);
}

/* The last end of a record at or before limit. */
static uint64_t find_cut(const struct uet_writer *w, uint64_t limit)
{
	uint64_t at = w->header.data.offset, chunk_at = 0;
	struct perf_event_header header;
	ssize_t have = 0;

	for (;;) {
		if (at < chunk_at || at + sizeof(header) > chunk_at +
							   (uint64_t)have) {
			chunk_at = at;
			have = uet_sys_read_at(w->out.fd, w->out.buffer, UET_OUTPUT_SIZE,
					       at);
			if (have < (ssize_t)sizeof(header))
				return at;
		}
		memcpy(&header, w->out.buffer + (at - chunk_at), sizeof(header));
		if (header.size < sizeof(header) || at + header.size > limit)
			return at;
		at += header.size;
	}
}

/*
 * The features and, where more was described than the beginning has, all of it
 * behind them: the table of the features must follow the data at once.
 */
static void put_features(struct uet_writer *w,
			 const struct uet_writer_info *info,
			 struct uet_blob *blob)
{
	struct uet_blob again = { 0 };

	if (w->described_anew) {
		/* How long all is does not depend on where it is. */
		put_formats(w, &again, 0);
		uet_features_put(blob, w->out.position, w->formats, w->entries,
				 w->n, info, w->out.zip, w->header.features);
		again.n = 0;
		put_attrs(w, &again, w->out.position + blob->n);
		put_formats(w, &again, w->out.position + blob->n);
		blob->n = 0;
	}
	uet_features_put(blob, w->out.position, w->formats, w->entries, w->n, info,
			 w->out.zip, w->header.features);
	uet_blob_put(blob, again.bytes, again.n);
	blob->failed |= again.failed;
	free(again.bytes);
}

/* The end of the file and, last of all, the header that makes it valid. */
static int put_end(struct uet_writer *w, const struct uet_writer_info *info,
		   size_t *size)
{
	struct uet_perfdata_header *header = &w->header;
	struct uet_blob blob = { 0 };
	int result = -ENOMEM;

	put_features(w, info, &blob);
	header->data.size = w->out.position - header->data.offset;
	*size = blob.n;
	if (!blob.failed)
		result = uet_sys_write_all(w->out.fd, blob.bytes, blob.n,
					   (int64_t)w->out.position);
	if (!result)
		result = uet_sys_write_all(w->out.fd, header, sizeof(*header), 0);
	free(blob.bytes);
	return result;
}

/* Cuts records off until the end of the file has room. */
static int save(struct uet_writer *w, const struct uet_writer_info *info,
		size_t need)
{
	struct stat st;
	int result = -ENOSPC;

	/* The write that failed may have brought a part of its records. */
	if (!fstat(w->out.fd, &st) && (uint64_t)st.st_size > w->out.position)
		w->out.position = (uint64_t)st.st_size;
	for (int attempt = 0; result && attempt < 8; attempt++) {
		uint64_t limit = w->out.position - w->header.data.offset > need ?
					 w->out.position - need :
					 w->header.data.offset;

		w->out.position = find_cut(w, limit);
		result = uet_sys_truncate(w->out.fd, w->out.position);
		if (!result)
			result = put_end(w, info, &need);
		need *= 2;
	}
	return result;
}

/* What the end will take, and a page, since file systems give them whole. */
static size_t end_size(struct uet_writer *w, const struct uet_writer_info *info)
{
	struct uet_blob blob = { 0 };
	size_t size;

	put_features(w, info, &blob);
	size = blob.n + (size_t)sysconf(_SC_PAGESIZE);
	free(blob.bytes);
	return size;
}

static int explain_saved(const struct uet_writer *w, struct uet_error *err,
			 int code)
{
	const char *why = code == -EFBIG ? "the file may not become larger" :
					   "no space left";
	double saved = (double)(w->out.position - w->header.data.offset);

	if (saved < 1)
		return uet_error_set(err, code, "%s: %s, and nothing of the "
				     "records could be saved", w->path, why);
	return uet_error_set(err, code,
			     "%s: %s: the first %.1f kB of records were saved "
			     "and can be read, what came after them is missing",
			     w->path, why, saved / 1e3);
}

/* The stream cannot tell earlier what is known only now. */
static int finish_stream(struct uet_writer *w,
			 const struct uet_writer_info *info,
			 struct uet_error *err)
{
	struct uet_blob blob = { 0 };
	int result = uet_writer_flush(w);

	uet_features_put_records(&blob, w->entries, w->n, info);
	if (!result)
		result = put_blob(w, &blob);
	else
		free(blob.bytes);
	if (!result)
		result = uet_writer_flush(w);
	return result ? explain(w, err, result) : 0;
}

static int finish(struct uet_writer *w, const struct uet_writer_info *info,
		  struct uet_error *err)
{
	size_t size = end_size(w, info);
	int result = uet_writer_flush(w);

	if (!result) {
		result = put_end(w, info, &size);
		if (!result) {
			w->out.position += size;
			return 0;
		}
		w->out.failed = result;
	}
	explain(w, err, result);
	if (result != -ENOSPC && result != -EDQUOT && result != -EFBIG)
		return result;
	if (save(w, info, size))
		return result;
	return explain_saved(w, err, result);
}

int uet_writer_finish(struct uet_writer *w, const struct uet_writer_info *info,
		      struct uet_error *err)
{
	struct uet_writer_info known = { .clockid = -1 };
	int result, closed;

	memcpy(&known, info,
	       info->size < sizeof(known) ? info->size : sizeof(known));
	result = w->out.is_stream ? finish_stream(w, &known, err) :
				finish(w, &known, err);
	/* A network's file system may only now say that the disk is full. */
	closed = uet_sys_close(w->out.fd);
	w->out.fd = -1;
	if (!result && closed)
		result = explain(w, err, closed);
	return result;
}

uint64_t uet_writer_size(const struct uet_writer *w)
{
	return w->out.position + w->out.used;
}

void uet_writer_close(struct uet_writer *w)
{
	if (!w)
		return;
	if (w->out.fd >= 0) {
		uet_writer_flush(w);
		uet_sys_close(w->out.fd);
	}
	uet_entries_free(w->entries, w->n);
	free(w->strings.text);
	uet_output_free(&w->out);
	free(w->path);
	free(w);
}
