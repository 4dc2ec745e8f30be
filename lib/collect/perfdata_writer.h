/* SPDX-License-Identifier: MIT */
/*
 * What the writer of perf.data files and its helpers share.
 */
#ifndef UET_COLLECT_PERFDATA_WRITER_H
#define UET_COLLECT_PERFDATA_WRITER_H

#include <linux/perf_event.h>

#include "collect/blob.h"
#include "collect/perfdata_abi.h"
#include "collect/zip.h"
#include "uet/writer.h"

/* A copy of what the caller named. */
struct uet_writer_entry {
	char *name;
	struct perf_event_attr attr;
	uint64_t *ids;
	size_t n_ids;
	char *format; /* NULL: no tracepoint */
	size_t format_size;
};

/* A copy of tracefs' printk_formats, or none. */
struct uet_writer_strings {
	char *text;
	size_t size;
};

/* perfdata_entries.c */

/* Copies of what the caller named.  0; -ENOMEM. */
int uet_entries_copy(const struct uet_writer_event *events, size_t n,
		     struct uet_writer_entry **out);
void uet_entries_free(struct uet_writer_entry *entries, size_t n);

/*
 * Keeps of the entries' ids those that the others do not have, and in front
 * the entries that have any.  How many these are.
 */
size_t uet_entries_keep_new(struct uet_writer_entry *entries, size_t n,
			    const struct uet_writer_entry *others,
			    size_t n_others);

/* tracing_data_writer.c */

/* The feature TRACING_DATA: the format texts of all tracepoints in entries, and
 * the strings, unless they are NULL. */
void uet_tracing_data_put(struct uet_blob *blob,
			  const struct uet_writer_entry *entries, size_t n,
			  const struct uet_writer_strings *strings);

/* perfdata_features.c */

/*
 * What goes behind the data, which ends at offset data_end of the file: the
 * table of sections and the sections, but for the formats, which lie
 * elsewhere already.  Sets a bit for each in features.
 */
void uet_features_put(struct uet_blob *blob, uint64_t data_end,
		      struct uet_perfdata_section formats,
		      const struct uet_writer_entry *entries, size_t n,
		      const struct uet_writer_info *info,
		      const struct uet_zip *zip, uint64_t features[4]);

/*
 * The same, but for the formats, as records of a stream.  One that is too long
 * for a record is left out.
 */
void uet_features_put_records(struct uet_blob *blob,
			      const struct uet_writer_entry *entries, size_t n,
			      const struct uet_writer_info *info);

/* The same of CLOCK_DATA alone; nothing when info does not have it. */
void uet_features_put_clock(struct uet_blob *blob,
			    const struct uet_writer_info *info);
/* How a stream is compressed, as a record of it. */
void uet_compressed_put_record(struct uet_blob *blob,
			       const struct uet_zip *zip);

/* perfdata_stream_writer.c */

/*
 * What a stream begins with: its header, events, names and formats.  0;
 * -EFBIG when an event has more ids than a record has room for.  (That memory
 * is out is in the blob.)
 */
int uet_stream_put_front(struct uet_blob *blob,
			 const struct uet_writer_entry *entries, size_t n,
			 const struct uet_writer_strings *strings);

/* The same behind the beginning, for events that came later; without header
 * and strings. */
int uet_stream_put_events(struct uet_blob *blob,
			  const struct uet_writer_entry *entries, size_t n);

#endif /* UET_COLLECT_PERFDATA_WRITER_H */
