/* SPDX-License-Identifier: MIT */
/*
 * The records of perf record -z form one zstd stream, cut into pieces without
 * regard to where a record ends.  This gives whole ones out of bounded memory:
 * no piece is unpacked further than its first whole record needs.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "unzip.h"

#ifdef HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

/* Twice the longest record, so that there is room behind a part of one. */
#define ROOM ((size_t)128 << 10)

struct uet_unzip {
	ZSTD_DStream *stream;
	ZSTD_inBuffer in;
	size_t at, used; /* of bytes */
	bool swap;
	bool starved;	 /* the last call had more room than it filled */
	unsigned char bytes[ROOM];
};

int uet_unzip_new(bool swap, struct uet_unzip **out)
{
	struct uet_unzip *u = calloc(1, sizeof(*u));

	*out = NULL;
	if (!u)
		return -ENOMEM;
	u->starved = true;
	u->swap = swap;
	u->stream = ZSTD_createDStream();
	if (!u->stream) {
		free(u);
		return -ENOMEM;
	}
	*out = u;
	return 0;
}

void uet_unzip_free(struct uet_unzip *u)
{
	if (!u)
		return;
	ZSTD_freeDStream(u->stream);
	free(u);
}

void uet_unzip_give(struct uet_unzip *u, const void *bytes, size_t size)
{
	u->in = (ZSTD_inBuffer){ bytes, size, 0 };
	u->starved = false;
}

/* A whole record is there: 1; 0; -EBADMSG. */
static int take(struct uet_unzip *u, unsigned char **record,
		struct perf_event_header *header)
{
	if (u->used - u->at < sizeof(*header))
		return 0;
	memcpy(header, u->bytes + u->at, sizeof(*header));
	if (u->swap) {
		header->type = __builtin_bswap32(header->type);
		header->misc = __builtin_bswap16(header->misc);
		header->size = __builtin_bswap16(header->size);
	}
	if (header->size < sizeof(*header))
		return -EBADMSG;
	if (header->size > u->used - u->at)
		return 0;
	*record = u->bytes + u->at;
	memcpy(*record, header, sizeof(*header));
	u->at += header->size;
	return 1;
}

/* More bytes behind those that are there. */
static int unpack(struct uet_unzip *u)
{
	ZSTD_outBuffer out = { u->bytes, ROOM, 0 };
	size_t ret;

	memmove(u->bytes, u->bytes + u->at, u->used - u->at);
	u->used -= u->at;
	u->at = 0;
	out.pos = u->used;
	ret = ZSTD_decompressStream(u->stream, &out, &u->in);
	if (ZSTD_isError(ret))
		return ZSTD_getErrorCode(ret) ==
				       ZSTD_error_memory_allocation ?
			       -ENOMEM : -EBADMSG;
	u->used = out.pos;
	/* With room left over, zstd holds nothing back. */
	u->starved = u->in.pos == u->in.size && out.pos < out.size;
	return 0;
}

int uet_unzip_next(struct uet_unzip *u, unsigned char **record,
		   struct perf_event_header *header)
{
	int ret;

	while (!(ret = take(u, record, header)) && !u->starved) {
		ret = unpack(u);
		if (ret)
			return ret;
	}
	return ret;
}

bool uet_unzip_has_part(const struct uet_unzip *u)
{
	return u->at < u->used;
}

#else /* !HAVE_ZSTD: callers stop at the first call. */

int uet_unzip_new(bool swap, struct uet_unzip **out)
{
	(void)swap;
	*out = NULL;
	return -EOPNOTSUPP;
}

void uet_unzip_free(struct uet_unzip *u)
{
	(void)u;
}

void uet_unzip_give(struct uet_unzip *u, const void *bytes, size_t size)
{
	(void)u;
	(void)bytes;
	(void)size;
}

int uet_unzip_next(struct uet_unzip *u, unsigned char **record,
		   struct perf_event_header *header)
{
	(void)u;
	(void)record;
	(void)header;
	return 0;
}

bool uet_unzip_has_part(const struct uet_unzip *u)
{
	(void)u;
	return false;
}

#endif
