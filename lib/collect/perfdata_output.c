/* SPDX-License-Identifier: MIT */
/*
 * Records on their way into a file or a pipe: gathered, compressed, appended.
 * Knows nothing about what is in them, nor of the file's other parts.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata_output.h"
#include "collect/sys.h"
#include "collect/zip.h"

/* Smaller pieces are gathered; larger ones are written as they are. */
#define DIRECT_SIZE (4u << 10)

int uet_output_begin(struct uet_output *o)
{
	o->buffer = malloc(UET_OUTPUT_SIZE);
	return o->buffer ? 0 : -ENOMEM;
}

void uet_output_free(struct uet_output *o)
{
	uet_zip_free(o->zip);
	free(o->unzipped);
	free(o->buffer);
	free(o->front);
}

int uet_output_compress(struct uet_output *o, int level)
{
	int result = uet_zip_new(level, &o->zip);

	if (result)
		return result;
	o->unzipped = malloc(UET_OUTPUT_SIZE);
	if (o->unzipped)
		return 0;
	uet_zip_free(o->zip);
	o->zip = NULL;
	return -ENOMEM;
}

/* In pieces that do not block, if somebody waits for them. */
static int write_stream(struct uet_output *o, const void *bytes, size_t size)
{
	const char *at = bytes;

	if (!o->wait)
		return uet_sys_write_all(o->fd, bytes, size, -1);
	while (size) {
		ssize_t room = o->wait(o->wait_context, o->fd), n;

		if (room < 0)
			return (int)room;
		n = uet_sys_write(o->fd, at,
				  size < (size_t)room ? size : (size_t)room);
		/* Others can have made it non-blocking. */
		if (n == -EINTR || n == -EAGAIN)
			continue;
		if (n <= 0)
			return n ? (int)n : -EIO;
		at += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_front(struct uet_output *o)
{
	int result = write_stream(o, o->front, o->front_size);

	free(o->front);
	o->front = NULL;
	o->front_size = 0;
	return result;
}

/* Appends to the file itself. */
static int append(struct uet_output *o, const void *bytes, size_t size)
{
	if (!o->failed && o->front)
		o->failed = write_front(o);
	if (o->failed || !size)
		return o->failed;
	o->failed = o->is_stream ?
			    write_stream(o, bytes, size) :
			    uet_sys_write_all(o->fd, bytes, size,
					      (int64_t)o->position);
	if (!o->failed)
		o->position += size;
	return o->failed;
}

static int flush_buffer(struct uet_output *o)
{
	int result = append(o, o->buffer, o->used);

	o->used = 0;
	return result;
}

typedef int empty_fn(struct uet_output *o);
typedef int direct_fn(struct uet_output *o, const void *records, size_t size);

/* Small pieces into a buffer, which is emptied before what does not fit and
 * before large ones, which go directly. */
static int gather(struct uet_output *o, unsigned char *buffer, size_t *used,
		  empty_fn *empty, direct_fn *direct, const void *records,
		  size_t size)
{
	if (o->failed)
		return o->failed;
	if (size > UET_OUTPUT_SIZE - *used && empty(o))
		return o->failed;
	if (size >= DIRECT_SIZE)
		return empty(o) ? o->failed : direct(o, records, size);
	memcpy(buffer + *used, records, size);
	*used += size;
	return 0;
}

/* As it is, behind what is there. */
static int put_records(struct uet_output *o, const void *records, size_t size)
{
	return gather(o, o->buffer, &o->used, flush_buffer, append, records,
		      size);
}

static int put_packed(void *context, const void *record, size_t size)
{
	return put_records(context, record, size);
}

static int pack(struct uet_output *o, const void *records, size_t size)
{
	int result = o->failed;

	if (!result && size)
		result = uet_zip_pack(o->zip, records, size, put_packed, o);
	if (result && !o->failed)
		o->failed = result;
	return result;
}

/* What waits to be packed is no longer waiting. */
static int pack_rest(struct uet_output *o)
{
	int result = o->zip ? pack(o, o->unzipped, o->n_unzipped) : o->failed;

	o->n_unzipped = 0;
	return result;
}

int uet_output_unpacked(struct uet_output *o, const void *records, size_t size)
{
	return pack_rest(o) ? o->failed : put_records(o, records, size);
}

int uet_output_flush(struct uet_output *o)
{
	int result = pack_rest(o);

	return result ? result : flush_buffer(o);
}

int uet_output_records(struct uet_output *o, const void *records, size_t size)
{
	if (!o->zip)
		return put_records(o, records, size);
	return gather(o, o->unzipped, &o->n_unzipped, pack_rest, pack, records,
		      size);
}
