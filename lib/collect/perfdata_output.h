/* SPDX-License-Identifier: MIT */
/*
 * Where a writer's records go.  Internal to perfdata_writer.c and
 * perfdata_output.c.
 */
#ifndef UET_COLLECT_PERFDATA_OUTPUT_H
#define UET_COLLECT_PERFDATA_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/writer.h>

/* Of each buffer. */
#define UET_OUTPUT_SIZE (256u << 10)

struct uet_zip;

struct uet_output {
	int fd;
	bool is_stream; /* cannot seek: what is written stays as it is */
	uet_writer_wait_fn *wait; /* before writing to a stream; or NULL */
	void *wait_context;
	void *front; /* of a stream, until it has been written */
	size_t front_size;
	int failed; /* the first -errno; nothing is written after it */
	uint64_t position; /* of the file; always the end of a record */
	unsigned char *buffer;
	size_t used;
	struct uet_zip *zip; /* NULL: what is written is as it comes */
	unsigned char *unzipped; /* waits to be packed */
	size_t n_unzipped;
};

/* Its buffer, nothing else: 0 or -ENOMEM. */
int uet_output_begin(struct uet_output *o);
void uet_output_free(struct uet_output *o);

/* What comes from now on: 0; -EOPNOTSUPP, -EINVAL (the level) or -ENOMEM. */
int uet_output_compress(struct uet_output *o, int level);

/* Each returns 0 or the first -errno of all. */
int uet_output_records(struct uet_output *o, const void *records, size_t size);
/* What readers do not look for among what is compressed. */
int uet_output_unpacked(struct uet_output *o, const void *records,
			size_t size);
int uet_output_flush(struct uet_output *o);

#endif /* UET_COLLECT_PERFDATA_OUTPUT_H */
