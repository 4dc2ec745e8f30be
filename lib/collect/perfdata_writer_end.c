/* SPDX-License-Identifier: MIT */
/*
 * The end of a perf.data file, without which it is none, also when the disk is
 * full; and that of a stream.  What the features say is put together elsewhere.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "collect/perfdata_writer_internal.h"
#include "collect/sys.h"

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
		uet_writer_put_formats(w, &again, 0);
		uet_features_put(blob, w->out.position, w->formats, w->entries,
				 w->n, info, w->out.zip, w->header.features);
		again.n = 0;
		uet_writer_put_attrs(w, &again, w->out.position + blob->n);
		uet_writer_put_formats(w, &again, w->out.position + blob->n);
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
		result = uet_writer_put_blob(w, &blob);
	else
		free(blob.bytes);
	if (!result)
		result = uet_writer_flush(w);
	return result ? uet_writer_explain(w, err, result) : 0;
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
	uet_writer_explain(w, err, result);
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
		result = uet_writer_explain(w, err, closed);
	return result;
}

