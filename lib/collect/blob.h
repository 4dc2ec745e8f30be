/* SPDX-License-Identifier: MIT */
/*
 * Bytes that grow at their end, for what is put together in memory before it
 * is written.  An allocation that failed is remembered, and asked for once.
 */
#ifndef UET_COLLECT_BLOB_H
#define UET_COLLECT_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct uet_blob {
	unsigned char *bytes; /* the owner frees it */
	size_t n, room;
	bool failed;
};

/* size bytes at the end, to be filled in; NULL when there is no memory. */
static inline void *uet_blob_extend(struct uet_blob *blob, size_t size)
{
	size_t n;

	if (blob->failed || __builtin_add_overflow(blob->n, size, &n))
		goto failed;
	/* For nothing at all, too: NULL is no place in memory. */
	if (n > blob->room || !blob->bytes) {
		size_t room = n < 4096 ? 4096 : n + n / 2;
		void *grown = realloc(blob->bytes, room);

		if (!grown)
			goto failed;
		blob->bytes = grown;
		blob->room = room;
	}
	n = blob->n;
	blob->n += size;
	return blob->bytes + n;
failed:
	blob->failed = true;
	return NULL;
}

static inline void uet_blob_put(struct uet_blob *blob, const void *from,
				size_t size)
{
	void *to = uet_blob_extend(blob, size);

	if (to && size)
		memcpy(to, from, size);
}

static inline void uet_blob_put_u8(struct uet_blob *blob, uint8_t value)
{
	uet_blob_put(blob, &value, sizeof(value));
}

static inline void uet_blob_put_u32(struct uet_blob *blob, uint32_t value)
{
	uet_blob_put(blob, &value, sizeof(value));
}

static inline void uet_blob_put_u64(struct uet_blob *blob, uint64_t value)
{
	uet_blob_put(blob, &value, sizeof(value));
}

#endif /* UET_COLLECT_BLOB_H */
