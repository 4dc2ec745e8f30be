/* SPDX-License-Identifier: MIT */
/*
 * Where the id and the time of a record lie, without taking it apart: what
 * choosing its event and ordering it need.  Knows nothing about the rest.
 */
#ifndef UET_COLLECT_RECORD_PEEK_H
#define UET_COLLECT_RECORD_PEEK_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

#define UET_RECORD_HEADER 8
#define UET_RECORD_USER 64 /* perf's own types begin here */
#define UET_NOWHERE (-1)

static inline size_t uet_trailer_size(uint64_t type)
{
	return 8 * (size_t)__builtin_popcountll(
			   type & (PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				   PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID |
				   PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER));
}

/* Bytes from the start of a SAMPLE to its time, or UET_NOWHERE. */
static inline int uet_sample_time_at(uint64_t type)
{
	if (!(type & PERF_SAMPLE_TIME))
		return UET_NOWHERE;
	return UET_RECORD_HEADER +
	       8 * __builtin_popcountll(type & (PERF_SAMPLE_IDENTIFIER |
						PERF_SAMPLE_IP |
						PERF_SAMPLE_TID));
}

static inline int uet_sample_id_at(uint64_t type)
{
	if (type & PERF_SAMPLE_IDENTIFIER)
		return UET_RECORD_HEADER;
	if (!(type & PERF_SAMPLE_ID))
		return UET_NOWHERE;
	return UET_RECORD_HEADER +
	       8 * __builtin_popcountll(type &
					(PERF_SAMPLE_IP | PERF_SAMPLE_TID |
					 PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR));
}

/* The same for other records; bytes back from the record's end. */
static inline int uet_trailer_time_at(uint64_t type)
{
	if (!(type & PERF_SAMPLE_TIME))
		return UET_NOWHERE;
	return 8 + 8 * __builtin_popcountll(type & (PERF_SAMPLE_ID |
						    PERF_SAMPLE_STREAM_ID |
						    PERF_SAMPLE_CPU |
						    PERF_SAMPLE_IDENTIFIER));
}

static inline int uet_trailer_id_at(uint64_t type)
{
	if (type & PERF_SAMPLE_IDENTIFIER)
		return 8;
	if (!(type & PERF_SAMPLE_ID))
		return UET_NOWHERE;
	return 8 + 8 * __builtin_popcountll(
			       type & (PERF_SAMPLE_STREAM_ID |
				       PERF_SAMPLE_CPU));
}

#endif /* UET_COLLECT_RECORD_PEEK_H */
