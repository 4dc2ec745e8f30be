/* SPDX-License-Identifier: MIT */
/*
 * How a perf.data stream tells of its events, for pipes, in which nothing can
 * be put right later: as records.  Only puts bytes together.
 */
#include <errno.h>
#include <string.h>

#include "collect/perfdata_abi.h"
#include "collect/perfdata_writer.h"

/* Of EVENT_UPDATE. */
#define UPDATE_NAME 2

static const char nuls[8];

static void put_header(struct uet_blob *blob, uint32_t type, size_t size)
{
	const struct perf_event_header header = {
		.type = type,
		.size = (uint16_t)size,
	};

	uet_blob_put(blob, &header, sizeof(header));
}

static int put_attr(struct uet_blob *blob, const struct uet_writer_entry *e)
{
	size_t fixed = sizeof(struct perf_event_header) + sizeof(e->attr);

	if (e->n_ids > (UINT16_MAX - fixed) / sizeof(uint64_t))
		return -EFBIG;
	put_header(blob, UET_RECORD_HEADER_ATTR,
		   fixed + e->n_ids * sizeof(uint64_t));
	uet_blob_put(blob, &e->attr, sizeof(e->attr));
	uet_blob_put(blob, e->ids, e->n_ids * sizeof(uint64_t));
	return 0;
}

/* Not in EVENT_DESC, for which one record may not have room. */
static void put_name(struct uet_blob *blob, const struct uet_writer_entry *e)
{
	size_t length = strnlen(e->name, 1024);
	size_t padding = 8 - length % 8;

	put_header(blob, UET_RECORD_EVENT_UPDATE,
		   sizeof(struct perf_event_header) + 2 * sizeof(uint64_t) +
			   length + padding);
	uet_blob_put_u64(blob, UPDATE_NAME);
	uet_blob_put_u64(blob, e->ids[0]);
	uet_blob_put(blob, e->name, length);
	uet_blob_put(blob, nuls, padding);
}

/* The record tells how much follows it; that is no part of it. */
static void put_formats(struct uet_blob *blob,
			const struct uet_writer_entry *entries, size_t n,
			const struct uet_writer_strings *strings)
{
	const size_t record = sizeof(struct perf_event_header) + 4;
	size_t start = blob->n;
	uint32_t size;

	put_header(blob, UET_RECORD_HEADER_TRACING_DATA, record);
	uet_blob_put_u32(blob, 0);
	uet_tracing_data_put(blob, entries, n, strings);
	uet_blob_put(blob, nuls, -(blob->n - start - record) % 8);
	size = (uint32_t)(blob->n - start - record);
	if (!blob->failed)
		memcpy(blob->bytes + start + record - 4, &size, sizeof(size));
}

static int put_events(struct uet_blob *blob,
		      const struct uet_writer_entry *entries, size_t n,
		      const struct uet_writer_strings *strings)
{
	bool has_formats = false;

	for (size_t i = 0; i < n; i++) {
		int ret = put_attr(blob, &entries[i]);

		if (ret)
			return ret;
		has_formats |= entries[i].format != NULL;
	}
	for (size_t i = 0; i < n; i++)
		put_name(blob, &entries[i]);
	if (has_formats)
		put_formats(blob, entries, n, strings);
	return 0;
}

/* The strings are at the beginning: libtraceevent, which perf uses as well, can
 * take none after the first record. */
int uet_stream_put_events(struct uet_blob *blob,
			  const struct uet_writer_entry *entries, size_t n)
{
	return put_events(blob, entries, n, NULL);
}

int uet_stream_put_front(struct uet_blob *blob,
			 const struct uet_writer_entry *entries, size_t n,
			 const struct uet_writer_strings *strings)
{
	struct uet_perfdata_pipe_header header = { .size = sizeof(header) };

	memcpy(header.magic, UET_PERFDATA_MAGIC, sizeof(header.magic));
	uet_blob_put(blob, &header, sizeof(header));
	return put_events(blob, entries, n, strings);
}
