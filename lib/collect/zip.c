/* SPDX-License-Identifier: MIT */
/*
 * Packs records as perf record -z does: one zstd stream, cut into records of
 * less than 64 KiB.
 */
#include "config.h"

#include "collect/zip.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata_abi.h"

#ifdef HAVE_ZSTD

#include <zstd.h>

struct uet_zip {
	ZSTD_CStream *stream;
	int level;
	uint64_t in, out; /* bytes so far */
	unsigned char record[UINT16_MAX & ~7u];
};

int uet_zip_new(int level, struct uet_zip **out)
{
	struct uet_zip *zip;

	if (level < 1 || level > ZSTD_maxCLevel())
		return -EINVAL;
	zip = calloc(1, sizeof(*zip));
	if (!zip)
		return -ENOMEM;
	zip->level = level;
	zip->stream = ZSTD_createCStream();
	if (!zip->stream ||
	    ZSTD_isError(ZSTD_initCStream(zip->stream, level))) {
		uet_zip_free(zip);
		return -ENOMEM;
	}
	*out = zip;
	return 0;
}

void uet_zip_free(struct uet_zip *zip)
{
	if (!zip)
		return;
	ZSTD_freeCStream(zip->stream);
	free(zip);
}

/* Everything that went in comes out, so that what follows may be another
 * record. */
static int pack_piece(struct uet_zip *zip, ZSTD_inBuffer *in, uet_zip_fn *fn,
		      void *context)
{
	struct perf_event_header header = { .type = UET_RECORD_COMPRESSED };
	size_t left = 1;
	int result = 0;

	while (!result && left) {
		ZSTD_outBuffer out = { zip->record, sizeof(zip->record),
				       sizeof(header) };

		left = ZSTD_compressStream2(zip->stream, &out, in,
					    ZSTD_e_flush);
		if (ZSTD_isError(left))
			return -EIO;
		if (out.pos == sizeof(header))
			continue;
		header.size = (uint16_t)out.pos;
		memcpy(zip->record, &header, sizeof(header));
		zip->out += out.pos;
		result = fn(context, zip->record, out.pos);
	}
	return result;
}

int uet_zip_pack(struct uet_zip *zip, const void *bytes, size_t size,
		 uet_zip_fn *fn, void *context)
{
	int result = 0;

	for (size_t at = 0; !result && at < size; at += UET_ZIP_PIECE) {
		size_t piece = size - at < UET_ZIP_PIECE ? size - at :
							   UET_ZIP_PIECE;
		ZSTD_inBuffer in = { (const char *)bytes + at, piece, 0 };

		result = pack_piece(zip, &in, fn, context);
	}
	zip->in += size;
	return result;
}

int uet_zip_level(const struct uet_zip *zip)
{
	return zip->level;
}

uint32_t uet_zip_ratio(const struct uet_zip *zip)
{
	return zip->out ? (uint32_t)((zip->in + zip->out / 2) / zip->out) : 0;
}

#else /* !HAVE_ZSTD: there is none to call the others with. */

int uet_zip_new(int level, struct uet_zip **out)
{
	(void)level;
	(void)out;
	return -EOPNOTSUPP;
}

void uet_zip_free(struct uet_zip *zip)
{
	(void)zip;
}

int uet_zip_pack(struct uet_zip *zip, const void *bytes, size_t size,
		 uet_zip_fn *fn, void *context)
{
	(void)zip;
	(void)bytes;
	(void)size;
	(void)fn;
	(void)context;
	return -EOPNOTSUPP;
}

int uet_zip_level(const struct uet_zip *zip)
{
	(void)zip;
	return 0;
}

uint32_t uet_zip_ratio(const struct uet_zip *zip)
{
	(void)zip;
	return 0;
}

#endif
