/* SPDX-License-Identifier: MIT */
/*
 * What the files that make up the writer of perf.data files share, grouped by
 * the file that owns it.
 */
#ifndef UET_COLLECT_PERFDATA_WRITER_INTERNAL_H
#define UET_COLLECT_PERFDATA_WRITER_INTERNAL_H

#include "collect/perfdata_abi.h"
#include "collect/perfdata_output.h"
#include "collect/perfdata_writer.h"

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

/* perfdata_writer.c */

/* Says in err what went wrong, and returns code. */
int uet_writer_explain(const struct uet_writer *w, struct uet_error *err,
		       int code);

/* Instead of those that it has: 0 or -ENOMEM. */
int uet_writer_take_entries(struct uet_writer *w,
			    const struct uet_writer_event *events, size_t n);

/* Records that are not for compressing; frees them. */
int uet_writer_put_blob(struct uet_writer *w, struct uet_blob *blob);

/* perfdata_writer_open.c */

/* The identifiers, then the attributes; the blob begins at offset base of the
 * file. */
void uet_writer_put_attrs(struct uet_writer *w, struct uet_blob *blob,
			  uint64_t base);

/* The formats, and NULs up to where the data begins. */
void uet_writer_put_formats(struct uet_writer *w, struct uet_blob *blob,
			    uint64_t base);

#endif /* UET_COLLECT_PERFDATA_WRITER_INTERNAL_H */
