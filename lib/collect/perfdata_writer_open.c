/* SPDX-License-Identifier: MIT */
/*
 * The beginning of a perf.data file or stream, and what was there before.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "collect/perfdata_writer_internal.h"
#include "collect/sys.h"

struct attr_entry {
	struct perf_event_attr attr;
	struct uet_perfdata_section ids;
};

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

void uet_writer_put_attrs(struct uet_writer *w, struct uet_blob *blob,
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

void uet_writer_put_formats(struct uet_writer *w, struct uet_blob *blob,
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
	uet_writer_put_attrs(w, &blob, 0);
	uet_writer_put_formats(w, &blob, 0);
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
		return uet_writer_explain(w, err, result);
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
		uet_writer_explain(w, err, result);
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
	    uet_writer_take_entries(w, events, n) ||
	    copy_strings(w, strings, strings_size)) {
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

