/* SPDX-License-Identifier: MIT */
/*
 * The perf.data file: its beginning, the stream of records, its end.  Owns the
 * file and its failures; what the features say is put together elsewhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "collect/perfdata_abi.h"
#include "collect/perfdata_writer.h"
#include "collect/sample_id.h"
#include "collect/sys.h"
#include "collect/zip.h"

/* Small pieces are gathered up to here; large ones are written as they are. */
#define BUFFER_SIZE (256u << 10)
#define DIRECT_SIZE (4u << 10)

struct attr_entry {
	struct perf_event_attr attr;
	struct uet_perfdata_section ids;
};

struct uet_writer {
	char *path;
	int fd;
	bool is_stream; /* cannot seek: what is written stays as it is */
	int failed; /* the first -errno */
	struct uet_writer_entry *entries;
	size_t n;
	struct uet_perfdata_header header;
	struct uet_perfdata_section formats;
	uint64_t position; /* of the file; always the end of a record */
	unsigned char *buffer;
	size_t used;
	struct uet_zip *zip; /* NULL: what is written is as it comes */
	unsigned char *unzipped; /* BUFFER_SIZE: waits to be packed */
	size_t n_unzipped;
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
		uet_tracing_data_put(blob, w->entries, w->n);
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
			       uet_sys_write_all(w->fd, blob.bytes, blob.n, 0);
	free(blob.bytes);
	w->position = header->data.offset;
	return result;
}

static int put_front(struct uet_writer *w, struct uet_error *err)
{
	struct uet_blob blob = { 0 };
	int result = uet_stream_put_front(&blob, w->entries, w->n);

	if (!result && blob.failed)
		result = -ENOMEM;
	if (result == -EFBIG) {
		uet_error_set(err, result,
			      "%s: an event has too many instances for a "
			      "stream: record fewer threads, or to a file",
			      w->path);
	} else {
		if (!result)
			result = uet_sys_write_all(w->fd, blob.bytes, blob.n,
						   -1);
		if (result)
			explain(w, err, result);
	}
	w->position = blob.n;
	free(blob.bytes);
	return result;
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

	w->is_stream = true;
	if (is_stdout && isatty(STDOUT_FILENO))
		return uet_error_set(err, -EINVAL, "standard output is a "
				     "terminal: pipe it into 'uet report -i -' "
				     "or 'perf script -i -', or name a file");
	w->fd = is_stdout ? uet_sys_fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) :
			    uet_sys_open(path, O_WRONLY | O_CLOEXEC);
	if (w->fd < 0)
		return uet_error_set(err, w->fd, "cannot open %s: %s", w->path,
				     strerror(-w->fd));
	return put_front(w, err);
}

static int create_file(struct uet_writer *w, const char *path,
		       struct uet_error *err)
{
	int result = make_way(path, err);

	if (result)
		return result;
	w->fd = uet_sys_create(path, 0600);
	if (w->fd < 0)
		return uet_error_set(err, w->fd, "cannot create %s: %s", path,
				     strerror(-w->fd));
	result = put_beginning(w);
	if (result)
		explain(w, err, result);
	return result;
}

int uet_writer_open(const char *path, const struct uet_writer_event *events,
		    size_t n, struct uet_writer **out, struct uet_error *err)
{
	struct uet_writer *w = calloc(1, sizeof(*w));
	int result;

	if (!w)
		return uet_error_set(err, -ENOMEM, "out of memory");
	w->fd = -1;
	w->path = strdup(strcmp(path, "-") ? path : "standard output");
	w->buffer = malloc(BUFFER_SIZE);
	if (!w->path || !w->buffer || copy_entries(w, events, n)) {
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

/* Appends to the file itself. */
static int append(struct uet_writer *w, const void *bytes, size_t size)
{
	if (w->failed || !size)
		return w->failed;
	w->failed = uet_sys_write_all(w->fd, bytes, size,
				      w->is_stream ? -1 :
						     (int64_t)w->position);
	if (!w->failed)
		w->position += size;
	return w->failed;
}

static int flush_buffer(struct uet_writer *w)
{
	int result = append(w, w->buffer, w->used);

	w->used = 0;
	return result;
}

/* As it is, behind what is there. */
static int put_records(struct uet_writer *w, const void *records, size_t size)
{
	if (w->failed)
		return w->failed;
	if (size > BUFFER_SIZE - w->used && flush_buffer(w))
		return w->failed;
	if (size >= DIRECT_SIZE) {
		if (flush_buffer(w))
			return w->failed;
		return append(w, records, size);
	}
	memcpy(w->buffer + w->used, records, size);
	w->used += size;
	return 0;
}

static int put_packed(void *context, const void *record, size_t size)
{
	return put_records(context, record, size);
}

static int pack(struct uet_writer *w, const void *records, size_t size)
{
	int result = w->failed;

	if (!result && size)
		result = uet_zip_pack(w->zip, records, size, put_packed, w);
	if (result && !w->failed)
		w->failed = result;
	return result;
}

/* What waits to be packed is no longer waiting. */
static int pack_rest(struct uet_writer *w)
{
	int result = w->zip ? pack(w, w->unzipped, w->n_unzipped) : w->failed;

	w->n_unzipped = 0;
	return result;
}

/* What readers do not look for among what is compressed. */
static int put_unpacked(struct uet_writer *w, const void *records, size_t size)
{
	return pack_rest(w) ? w->failed : put_records(w, records, size);
}

int uet_writer_flush(struct uet_writer *w)
{
	int result = pack_rest(w);

	return result ? result : flush_buffer(w);
}

int uet_writer_records(struct uet_writer *w, const void *records, size_t size)
{
	if (!w->zip)
		return put_records(w, records, size);
	if (size > BUFFER_SIZE - w->n_unzipped && pack_rest(w))
		return w->failed;
	if (size >= DIRECT_SIZE) {
		if (pack_rest(w))
			return w->failed;
		return pack(w, records, size);
	}
	memcpy(w->unzipped + w->n_unzipped, records, size);
	w->n_unzipped += size;
	return w->failed;
}

int uet_writer_compress(struct uet_writer *w, int level, struct uet_error *err)
{
	struct uet_blob blob = { 0 };
	int result = uet_zip_new(level, &w->zip);

	if (result == -EOPNOTSUPP)
		return uet_error_set(err, result, "this uet was built without "
				     "libzstd: it cannot compress");
	if (result == -EINVAL)
		return uet_error_set(err, result, "there is no compression "
				     "level %d: take 1 (fast) to 22 (small)",
				     level);
	w->unzipped = result ? NULL : malloc(BUFFER_SIZE);
	if (!w->unzipped) {
		uet_zip_free(w->zip);
		w->zip = NULL;
		return uet_error_set(err, -ENOMEM, "out of memory");
	}
	/* A stream's reader must know before the first compressed record. */
	if (w->is_stream) {
		uet_compressed_put_record(&blob, w->zip);
		result = blob.failed ? -ENOMEM :
				       put_records(w, blob.bytes, blob.n);
		free(blob.bytes);
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
	if (!result && blob.failed)
		result = -ENOMEM;
	if (!result)
		result = put_unpacked(w, blob.bytes, blob.n);
	free(blob.bytes);
	uet_entries_free(entries, n);
	return result;
}

int uet_writer_describe(struct uet_writer *w,
			const struct uet_writer_event *events, size_t n)
{
	int result = w->is_stream ? stream_new_events(w, events, n) : 0;

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

	return put_unpacked(w, &round, sizeof(round));
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
	int result;

	uet_features_put_clock(&blob, &info);
	result = blob.failed ? -ENOMEM :
			       put_unpacked(w, blob.bytes, blob.n);
	free(blob.bytes);
	return result;
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
			have = uet_sys_read_at(w->fd, w->buffer, BUFFER_SIZE,
					       at);
			if (have < (ssize_t)sizeof(header))
				return at;
		}
		memcpy(&header, w->buffer + (at - chunk_at), sizeof(header));
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
		uet_features_put(blob, w->position, w->formats, w->entries,
				 w->n, info, w->zip, w->header.features);
		again.n = 0;
		put_attrs(w, &again, w->position + blob->n);
		put_formats(w, &again, w->position + blob->n);
		blob->n = 0;
	}
	uet_features_put(blob, w->position, w->formats, w->entries, w->n, info,
			 w->zip, w->header.features);
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
	header->data.size = w->position - header->data.offset;
	*size = blob.n;
	if (!blob.failed)
		result = uet_sys_write_all(w->fd, blob.bytes, blob.n,
					   (int64_t)w->position);
	if (!result)
		result = uet_sys_write_all(w->fd, header, sizeof(*header), 0);
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
	if (!fstat(w->fd, &st) && (uint64_t)st.st_size > w->position)
		w->position = (uint64_t)st.st_size;
	for (int attempt = 0; result && attempt < 8; attempt++) {
		uint64_t limit = w->position - w->header.data.offset > need ?
					 w->position - need :
					 w->header.data.offset;

		w->position = find_cut(w, limit);
		result = uet_sys_truncate(w->fd, w->position);
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
	double saved = (double)(w->position - w->header.data.offset);

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
		result = blob.failed ? -ENOMEM : append(w, blob.bytes, blob.n);
	free(blob.bytes);
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
			w->position += size;
			return 0;
		}
		w->failed = result;
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
	result = w->is_stream ? finish_stream(w, &known, err) :
				finish(w, &known, err);
	/* A network's file system may only now say that the disk is full. */
	closed = uet_sys_close(w->fd);
	w->fd = -1;
	if (!result && closed)
		result = explain(w, err, closed);
	return result;
}

uint64_t uet_writer_size(const struct uet_writer *w)
{
	return w->position + w->used;
}

void uet_writer_close(struct uet_writer *w)
{
	if (!w)
		return;
	if (w->fd >= 0) {
		uet_writer_flush(w);
		uet_sys_close(w->fd);
	}
	uet_entries_free(w->entries, w->n);
	uet_zip_free(w->zip);
	free(w->unzipped);
	free(w->buffer);
	free(w->path);
	free(w);
}
