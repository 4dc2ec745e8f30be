/* SPDX-License-Identifier: MIT */
/*
 * What sample_id_all puts behind every record that is no sample.  Source:
 * struct sample_id in perf_event_open(2).
 */
#ifndef UET_COLLECT_SAMPLE_ID_H
#define UET_COLLECT_SAMPLE_ID_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define UET_SAMPLE_ID_MAX 48

/*
 * Writes the trailer with everything zero but the identifier; the time, too,
 * which tells readers that the record's place is where it stands.  Returns its
 * length in bytes.
 */
static inline size_t uet_sample_id_put(unsigned char to[UET_SAMPLE_ID_MAX],
				       uint64_t sample_type, uint64_t id)
{
	static const struct part {
		uint64_t bit;
		int is_id;
	} parts[] = {
		{ PERF_SAMPLE_TID, 0 },	       { PERF_SAMPLE_TIME, 0 },
		{ PERF_SAMPLE_ID, 1 },	       { PERF_SAMPLE_STREAM_ID, 1 },
		{ PERF_SAMPLE_CPU, 0 },	       { PERF_SAMPLE_IDENTIFIER, 1 },
	};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		uint64_t value = parts[i].is_id ? id : 0;

		if (!(sample_type & parts[i].bit))
			continue;
		memcpy(to + n, &value, sizeof(value));
		n += sizeof(value);
	}
	return n;
}

#endif /* UET_COLLECT_SAMPLE_ID_H */
