/* SPDX-License-Identifier: MIT */
/*
 * What the files that read perf.data share: the open file.  Internal to
 * perfdata_head.c, _ids.c, _names.c, _open.c, _raw.c, _reader.c, _sections.c,
 * _stream.c and _window.c.
 */
#ifndef UET_COLLECT_PERFDATA_READER_H
#define UET_COLLECT_PERFDATA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/perfdata.h>

#include "blob.h"
#include "comms.h"
#include "hash.h"
#include "merge.h"
#include "perfdata_abi.h"
#include "unzip.h"

#define UET_PERFDATA_MAX_EVENTS 65536
#define UET_PERFDATA_MAX_IDS 524288

/* Of struct perf_event_attr, the first that was published. */
#define UET_ATTR_MIN_SIZE 64

/* From an id to its event: open addressing, at most half full. */
struct uet_id_table {
	uint64_t *ids; /* 0: a free slot */
	uint32_t *events;
	size_t n_slots; /* a power of two */
	size_t n_used;
	uint64_t seed;
	struct uet_hash_recent recent;
};

/* An event and what only the reader needs of it.  The first of those of the
 * same tracepoint has their format, and where the next one is linked in. */
struct uet_reader_event {
	struct uet_perfdata_event shown;
	char *name;
	struct uet_format *format;	 /* owned; NULL if not the first */
	struct uet_reader_event *next_of_id;
	struct uet_reader_event *last_of_id;
	struct uet_perfdata_section ids; /* where they lie in the file */
	int sample_time_at;		 /* of uet_sample_time_at() */
	int trailer_time_at;
	uint64_t lost_samples;		 /* by LOST_SAMPLES */
	uint64_t lost_in_rings;		 /* by LOST */
};

struct uet_perfdata {
	char *path;
	int fd;
	bool is_pipe;	/* only the window can be read, and only onwards */
	bool is_stream; /* events and formats come as records */
	bool swap;	/* written on a machine of the other byte order */
	uint64_t file_size; /* of a pipe, once its end was met */
	struct uet_perfdata_header header;

	struct uet_reader_event **events; /* each stays where it is */
	size_t n_events;
	size_t events_room;
	size_t n_named;	 /* events from the first on that have a name */
	size_t n_placed; /* whose ids were found to lie where those of the
			    first do */
	struct uet_id_table ids;
	struct uet_id_table tracepoints; /* the first event of each */

	struct uet_print_fmt *print_fmt; /* the caller's, or NULL */

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
	uint64_t data_end;	/* in the file; of a pipe unknown */
	bool at_end;

	struct uet_unzip *unzip; /* NULL until something is compressed */
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

static inline uint64_t uet_perfdata_u64(const struct uet_perfdata *p,
					uint64_t value)
{
	return p->swap ? __builtin_bswap64(value) : value;
}

static inline bool uet_perfdata_is_inside(const struct uet_perfdata *p,
					  const struct uet_perfdata_section *s)
{
	return s->offset <= p->file_size && s->size <= p->file_size - s->offset;
}

/* perfdata_head.c */

/* The kind of the file, its header, its events and their ids. */
int uet_perfdata_read_head(struct uet_perfdata *p, struct uet_error *err);

/* Keeps the first damage for the end; gives up nothing. */
void uet_perfdata_damaged(struct uet_perfdata *p, int code, const char *format,
			  ...) __attribute__((format(printf, 3, 4)));

/*
 * One more event, of whose attributes size bytes are given.  0 or -ENOMEM.
 */
int uet_perfdata_add_event(struct uet_perfdata *p, const void *attr,
			   size_t size);

/*
 * Finds out where ids lie, when all events are known.  0, or -EBADMSG when
 * their attributes do not say it.
 */
int uet_perfdata_place_ids(struct uet_perfdata *p, struct uet_error *err);

/* perfdata_ids.c */

/* The event of an id, or -1. */
long uet_ids_find(struct uet_id_table *t, uint64_t id);

/* The first event that has the id keeps it; 0 is none.  0 or -ENOMEM. */
int uet_ids_add(struct uet_id_table *t, uint64_t id, size_t event);

/* For n ids at most, if there will be as many.  0 or -ENOMEM. */
int uet_ids_make_room(struct uet_id_table *t, uint64_t n);

void uet_ids_free(struct uet_id_table *t);

/* The event of a record's id, or -1. */
static inline long uet_perfdata_find_id(struct uet_perfdata *p, uint64_t id)
{
	/* What perf makes up itself, such as names of running threads. */
	return id ? uet_ids_find(&p->ids, id) : 0;
}

/* perfdata_window.c */

/* Where in the file the next record is. */
unsigned long long uet_perfdata_here(const struct uet_perfdata *p);

/*
 * Has n bytes at the window's position, n being at most its size.  0;
 * -ENODATA when the records end before; what reading fails with.
 */
int uet_perfdata_refill(struct uet_perfdata *p, size_t n);

static inline int uet_perfdata_fill(struct uet_perfdata *p, size_t n)
{
	if (p->window_used - p->window_at >= n)
		return 0;
	return uet_perfdata_refill(p, n);
}

/* 0; -ENODATA when the records end before, to whose end it goes then. */
int uet_perfdata_skip(struct uet_perfdata *p, uint64_t n);

/* Appends the next n bytes, or as many as there are: -ENODATA. */
int uet_perfdata_take_bytes(struct uet_perfdata *p, uint64_t n,
			    struct uet_blob *blob);

/*
 * All size bytes at offset, of a pipe only before anything was taken.  0;
 * -ENODATA when the file ends before; -EIO and others of pread(2).
 */
int uet_perfdata_read_at(struct uet_perfdata *p, uint64_t offset, void *buffer,
			 size_t size);

/*
 * The next record as it lies in the file: 1, or 0 at the end or where nothing
 * more can be understood (the damage is noted).  It lives until the next call.
 */
int uet_perfdata_read_record(struct uet_perfdata *p, unsigned char **record,
			     struct perf_event_header *header);

/* Gives the record back that was read last: it comes again. */
void uet_perfdata_unread(struct uet_perfdata *p,
			 const struct perf_event_header *header);

/* perfdata_raw.c */

/* The numbers of a tracepoint's record, of the other byte order, in place. */
void uet_perfdata_put_raw_right(const struct uet_format *format, void *raw,
				size_t size);

/* perfdata_stream.c */

/* All records before the first one of the recording itself. */
int uet_perfdata_read_front(struct uet_perfdata *p, struct uet_error *err);

/* One that tells about events.  0 even if it is damaged; -ENOMEM, -EFBIG. */
int uet_perfdata_stream_record(struct uet_perfdata *p,
			       unsigned char *record, uint32_t type,
			       size_t size);

/* perfdata_sections.c */

/*
 * Where the records end, and the table behind them, of as many sections as the
 * header has bits.  False, with the damage noted, when the file ends before.
 * Sections that lie where they cannot are told and stay in the table.
 */
bool uet_perfdata_find_sections(struct uet_perfdata *p,
				struct uet_perfdata_section *sections);

/* Without bytes where there is no such feature. */
struct uet_perfdata_section
uet_perfdata_section_of(const struct uet_perfdata *p,
			const struct uet_perfdata_section *sections,
			unsigned int feature);

/* Of those that nobody reads, too: what they lack, the file has lost. */
void uet_perfdata_check_ends(struct uet_perfdata *p,
			     const struct uet_perfdata_section *sections);

/* perfdata_names.c */

/*
 * What EVENT_DESC and TRACING_DATA hold: 0, -EBADMSG or -ENOMEM.  Numbers of
 * the other byte order are put right in place.
 */
int uet_perfdata_parse_names(struct uet_perfdata *p, void *bytes, size_t size);
int uet_perfdata_parse_formats(struct uet_perfdata *p, void *bytes,
			       size_t size);

/* What CLOCK_DATA holds; these many bytes. */
#define UET_PERFDATA_CLOCK_SIZE 24
void uet_perfdata_parse_clock(struct uet_perfdata *p, void *bytes, size_t size);

/* The recorder's name of an event, if it has none from its format. */
int uet_perfdata_set_name(struct uet_perfdata *p, size_t event,
			  const char *name, size_t len);
int uet_perfdata_name_the_rest(struct uet_perfdata *p);

/*
 * Names and formats.  0 even when there are none or damaged ones; -ENOMEM,
 * -EOPNOTSUPP.
 */
int uet_perfdata_read_features(struct uet_perfdata *p, struct uet_error *err);

#endif /* UET_COLLECT_PERFDATA_READER_H */
