/* SPDX-License-Identifier: MIT */
/*
 * From a session's rings to samples in the order of time.  Owns the queue and
 * the names of threads; what a sample means is the business of others.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/comms.h"
#include "collect/collect_internal.h"
#include "collect/merge.h"
#include "collect/record_peek.h"
#include "collect/session_internal.h"
#include "uet/stream.h"

struct uet_stream {
	struct uet_session *session;
	uet_stream_fn *fn;
	void *context;
	struct uet_merge *merge;
	struct uet_comms comms;
	uint64_t late;
	ssize_t delivered;
};

int uet_stream_new(struct uet_session *session, uet_stream_fn *fn,
		   void *context, struct uet_stream **out)
{
	struct uet_stream *stream = calloc(1, sizeof(*stream));

	if (!stream)
		return -ENOMEM;
	stream->session = session;
	stream->fn = fn;
	stream->context = context;
	if (uet_merge_new(UET_MERGE_LIMIT, &stream->merge)) {
		free(stream);
		return -ENOMEM;
	}
	*out = stream;
	return 0;
}

void uet_stream_free(struct uet_stream *stream)
{
	if (!stream)
		return;
	uet_merge_free(stream->merge);
	uet_comms_free(&stream->comms);
	free(stream);
}

uint64_t uet_stream_late(const struct uet_stream *stream)
{
	return stream->late;
}

static struct uet_sample_layout layout_of(const struct perf_event_attr *attr)
{
	return (struct uet_sample_layout){
		.sample_type = attr->sample_type,
		.read_format = attr->read_format,
		.sample_id_all = attr->sample_id_all,
	};
}

static uint64_t time_of(const struct uet_stream *stream,
			const unsigned char *bytes,
			const struct perf_event_header *header)
{
	/* All events of a session have it at the same place. */
	uint64_t type = stream->session->events[0]->attr.sample_type;
	size_t at = (size_t)uet_sample_time_at(type), size = header->size;
	uint64_t time = 0;

	if (header->type != PERF_RECORD_SAMPLE)
		at = size - (size_t)uet_trailer_time_at(type);
	if (at + sizeof(time) <= size)
		memcpy(&time, bytes + at, sizeof(time));
	return time;
}

static int deliver_sample(struct uet_stream *stream, const unsigned char *bytes,
			  size_t size)
{
	struct uet_stream_sample sample;
	const struct event *event = NULL;
	struct uet_sample_layout layout;
	uint64_t id;

	if (size >= UET_RECORD_HEADER + sizeof(id)) {
		memcpy(&id, bytes + UET_RECORD_HEADER, sizeof(id));
		event = uet_session_find(stream->session, id);
	}
	if (!event)
		return 0;
	layout = layout_of(&event->attr);
	if (uet_record_parse(bytes, size, &layout, &sample.record))
		return 0;
	sample.event_index = event->index;
	/* Every CPU's idle thread has no record that names it. */
	sample.comm = !sample.record.tid && !sample.record.pid ?
			      "swapper" :
			      uet_comms_get(&stream->comms, sample.record.tid);
	stream->delivered++;
	return stream->fn(stream->context, &sample);
}

static int note_task(struct uet_stream *stream, const unsigned char *bytes,
		     size_t size)
{
	struct uet_sample_layout layout =
		layout_of(&stream->session->events[0]->attr);
	struct uet_record record;

	if (uet_record_parse(bytes, size, &layout, &record))
		return 0;
	switch (record.type) {
	case PERF_RECORD_COMM:
		return uet_comms_set(&stream->comms, record.task.tid,
				     record.comm);
	case PERF_RECORD_FORK:
		return uet_comms_fork(&stream->comms, record.task.tid,
				      record.task.ptid);
	case PERF_RECORD_EXIT:
		uet_comms_exit(&stream->comms, record.task.tid);
	}
	return 0;
}

static int deliver(struct uet_stream *stream, const unsigned char *bytes,
		   size_t size)
{
	struct perf_event_header header;

	memcpy(&header, bytes, sizeof(header));
	return header.type == PERF_RECORD_SAMPLE ?
		       deliver_sample(stream, bytes, size) :
		       note_task(stream, bytes, size);
}

static int deliver_due(struct uet_stream *stream)
{
	const void *bytes;
	size_t size;
	int result = 0;

	while (!result && (bytes = uet_merge_pop(stream->merge, &size)))
		result = deliver(stream, bytes, size);
	return result;
}

static int take(struct uet_stream *stream, const unsigned char *bytes,
		const struct perf_event_header *header)
{
	uint64_t time = time_of(stream, bytes, header);
	int result;

	/* What is made up about who runs already. */
	if (!time)
		return deliver(stream, bytes, header->size);
	result = deliver_due(stream);
	if (!result)
		result = uet_merge_push(stream->merge, time, bytes,
					header->size);
	if (result != 1)
		return result;
	stream->late++;
	return deliver(stream, bytes, header->size);
}

/* Each record is whole: the ring, or who made it up, has seen to it. */
int uet_stream_records(void *context, const void *records, size_t size)
{
	struct uet_stream *stream = context;
	const unsigned char *at = records, *end = at + size;
	struct perf_event_header header;
	int result = 0;

	for (; !result && at < end; at += header.size) {
		memcpy(&header, at, sizeof(header));
		switch (header.type) {
		case PERF_RECORD_SAMPLE:
		case PERF_RECORD_COMM:
		case PERF_RECORD_FORK:
		case PERF_RECORD_EXIT:
			result = take(stream, at, &header);
		}
	}
	return result;
}

static ssize_t round_of(struct uet_stream *stream, struct uet_error *err)
{
	ssize_t n = uet_session_drain(stream->session, uet_stream_records,
				      stream, err);
	int result;

	if (n < 0)
		return n;
	result = deliver_due(stream);
	if (!result)
		result = uet_merge_round(stream->merge);
	if (!result)
		result = deliver_due(stream);
	return result ? result : n;
}

ssize_t uet_stream_drain(struct uet_stream *stream, struct uet_error *err)
{
	ssize_t n;

	stream->delivered = 0;
	n = round_of(stream, err);
	/* The end of the second round sets the first one's records free. */
	if (n > 0)
		n = round_of(stream, err);
	return n < 0 ? n : stream->delivered;
}

ssize_t uet_stream_finish(struct uet_stream *stream, struct uet_error *err)
{
	ssize_t n;
	int result;

	stream->delivered = 0;
	n = round_of(stream, err);
	if (n < 0)
		return n;
	result = uet_merge_finish(stream->merge);
	if (!result)
		result = deliver_due(stream);
	return result ? result : stream->delivered;
}
