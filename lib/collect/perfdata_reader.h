/* SPDX-License-Identifier: MIT */
/*
 * What the files that read perf.data share: the open file.  Internal to
 * perfdata_head.c, perfdata_names.c and perfdata_reader.c.
 */
#ifndef UET_COLLECT_PERFDATA_READER_H
#define UET_COLLECT_PERFDATA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/perfdata.h>

#include "comms.h"
#include "merge.h"
#include "perfdata_abi.h"

#define UET_PERFDATA_MAX_EVENTS 65536
#define UET_PERFDATA_MAX_IDS 524288

/* From a sample's id to its event: open addressing, at most half full. */
struct uet_id_table {
	uint64_t *ids; /* 0: a free slot */
	uint32_t *events;
	size_t n_slots; /* a power of two */
	size_t n_used;
};

/* An event and what only the reader needs of it. */
struct uet_reader_event {
	struct uet_perfdata_event shown;
	char *name;
	struct uet_format *format;	 /* owned; NULL or that of a namesake */
	struct uet_perfdata_section ids; /* where they lie in the file */
	uint64_t lost_samples;		 /* by LOST_SAMPLES */
	uint64_t lost_in_rings;		 /* by LOST */
};

struct uet_perfdata {
	char *path;
	int fd;
	uint64_t file_size;
	struct uet_perfdata_header header;

	struct uet_reader_event *events;
	size_t n_events;
	struct uet_id_table ids;

	bool has_wall;
	uint64_t wall_offset; /* from a record's time to CLOCK_REALTIME's */

	/* Where ids and times lie; the same for all events. */
	int sample_id_at;
	int trailer_id_at;
	bool same_layout; /* then the times are where those of event 0 are */

	/* The window of the file that is in memory. */
	unsigned char *window;
	size_t window_size;
	size_t window_used;	/* bytes of it that were read */
	size_t window_at;	/* the next record */
	uint64_t window_offset; /* of window[0] in the file */
	uint64_t data_end;	/* in the file */
	bool at_end;

	struct uet_merge *merge;
	struct uet_comms comms;
	struct uet_perfdata_stats stats;
	bool saw_lost_samples;
	uint64_t lost_samples;
	uint64_t lost_in_rings;

	/* The first damage that was met; told after all that can be read. */
	int damage;
	struct uet_error damage_text;
};

/* perfdata_head.c */

/* The kind of the file, its header, its events and their ids. */
int uet_perfdata_read_head(struct uet_perfdata *p, struct uet_error *err);

/*
 * All size bytes at offset.  0; -ENODATA when the file ends before; -EIO and
 * others of pread(2).
 */
int uet_perfdata_read_at(const struct uet_perfdata *p, uint64_t offset,
			 void *buffer, size_t size);

/* Keeps the first damage for the end; gives up nothing. */
void uet_perfdata_damaged(struct uet_perfdata *p, int code, const char *format,
			  ...) __attribute__((format(printf, 3, 4)));

/* The event of an id, or -1. */
long uet_perfdata_find_id(const struct uet_perfdata *p, uint64_t id);

/* perfdata_names.c */

/*
 * Names and formats.  0 even when there are none or damaged ones; -ENOMEM,
 * -EOPNOTSUPP.
 */
int uet_perfdata_read_features(struct uet_perfdata *p, struct uet_error *err);

#endif /* UET_COLLECT_PERFDATA_READER_H */
