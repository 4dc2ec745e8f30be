/* SPDX-License-Identifier: MIT */
/*
 * The perf.data file between its beginning and its end, and what its failures
 * mean.  How records get into it is perfdata_output.c's.
 */
#include <errno.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "collect/perfdata_writer_internal.h"
#include "collect/sample_id.h"
#include "collect/sys.h"

int uet_writer_explain(const struct uet_writer *w, struct uet_error *err,
		       int code)
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

int uet_writer_take_entries(struct uet_writer *w,
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

int uet_writer_put_blob(struct uet_writer *w, struct uet_blob *blob)
{
	int result = blob->failed ? -ENOMEM :
				    uet_output_unpacked(&w->out, blob->bytes,
							blob->n);

	free(blob->bytes);
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
		result = uet_writer_put_blob(w, &blob);
	}
	return result ? uet_writer_explain(w, err, result) : 0;
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
		result = uet_writer_put_blob(w, &blob);
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
		result = uet_writer_take_entries(w, events, n);
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
	return uet_writer_put_blob(w, &blob);
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
