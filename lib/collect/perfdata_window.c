/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a perf.data file or pipe: a window of them in memory, whole
 * records out of it.  Knows the header of a record and nothing else of it.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "common/sys.h"
#include "perfdata_reader.h"

unsigned long long uet_perfdata_here(const struct uet_perfdata *p)
{
	return p->window_offset + p->window_at;
}

/* What the records have behind the window's position. */
static uint64_t left(const struct uet_perfdata *p)
{
	uint64_t here = uet_perfdata_here(p);

	return p->data_end > here ? p->data_end - here : 0;
}

/* What there is, waiting for it; the end of a pipe is where nothing comes. */
static int fill_from_pipe(struct uet_perfdata *p, size_t n)
{
	struct pollfd wait = { .fd = p->fd, .events = POLLIN };

	while (p->window_used < n) {
		ssize_t got = uet_sys_read(p->fd, p->window + p->window_used,
					   p->window_size - p->window_used);

		if (got == -EINTR)
			continue;
		if (got == -EAGAIN) {
			/* Somebody else's descriptor, who does not block. */
			poll(&wait, 1, -1);
			continue;
		}
		if (got < 0)
			return (int)got;
		if (!got) {
			p->data_end = p->window_offset + p->window_used;
			p->file_size = p->data_end;
			return -ENODATA;
		}
		p->window_used += (size_t)got;
	}
	return 0;
}

int uet_perfdata_refill(struct uet_perfdata *p, size_t n)
{
	size_t kept = p->window_used - p->window_at;
	uint64_t want;
	int ret;

	if (n > left(p))
		return -ENODATA;
	memmove(p->window, p->window + p->window_at, kept);
	p->window_offset += p->window_at;
	p->window_at = 0;
	p->window_used = kept;
	if (p->is_pipe)
		return fill_from_pipe(p, n);
	want = left(p) - kept;
	if (want > p->window_size - kept)
		want = p->window_size - kept;
	ret = uet_perfdata_read_at(p, p->window_offset + kept,
				   p->window + kept, (size_t)want);
	if (ret)
		return ret;
	p->window_used += (size_t)want;
	return 0;
}

int uet_perfdata_skip(struct uet_perfdata *p, uint64_t n)
{
	size_t inside = p->window_used - p->window_at;
	int ret = n > left(p) ? -ENODATA : 0;

	if (ret)
		n = left(p);
	while (p->is_pipe && n > inside) {
		p->window_at = p->window_used;
		n -= inside;
		if (uet_perfdata_fill(p, 1))
			return -ENODATA;
		inside = p->window_used - p->window_at;
	}
	if (n <= inside) {
		p->window_at += (size_t)n;
		return ret;
	}
	p->window_offset = uet_perfdata_here(p) + n;
	p->window_at = 0;
	p->window_used = 0;
	return ret;
}

int uet_perfdata_take_bytes(struct uet_perfdata *p, uint64_t n,
			    struct uet_blob *blob)
{
	while (n) {
		size_t inside = p->window_used - p->window_at;
		int ret;

		if (inside > n)
			inside = (size_t)n;
		uet_blob_put(blob, p->window + p->window_at, inside);
		p->window_at += inside;
		n -= inside;
		if (blob->failed)
			return -ENOMEM;
		ret = n ? uet_perfdata_fill(p, 1) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

int uet_perfdata_read_at(struct uet_perfdata *p, uint64_t offset, void *buffer,
			 size_t size)
{
	unsigned char *to = buffer;

	if (p->is_pipe) {
		/* Of the beginning, which is still in the window. */
		int ret = uet_perfdata_fill(p, (size_t)offset + size);

		if (!ret)
			memcpy(to, p->window + offset, size);
		return ret;
	}
	while (size) {
		ssize_t n = pread(p->fd, to, size, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -ENODATA;
		to += n;
		size -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

static int truncated(struct uet_perfdata *p)
{
	uet_perfdata_damaged(p, -ENODATA,
		"truncated at byte %llu, inside of the record at %llu",
		(unsigned long long)p->data_end, uet_perfdata_here(p));
	return 0;
}

static void put_right(struct perf_event_header *header)
{
	header->type = __builtin_bswap32(header->type);
	header->misc = __builtin_bswap16(header->misc);
	header->size = __builtin_bswap16(header->size);
}

void uet_perfdata_unread(struct uet_perfdata *p,
			 const struct perf_event_header *header)
{
	struct perf_event_header original = *header;

	if (p->swap)
		put_right(&original);
	p->window_at -= header->size;
	memcpy(p->window + p->window_at, &original, sizeof(original));
}

int uet_perfdata_read_record(struct uet_perfdata *p, unsigned char **record,
			     struct perf_event_header *header)
{
	/* There is never more in the window than what is left. */
	int ret = uet_perfdata_fill(p, sizeof(*header));

	if (ret == -ENODATA)
		return left(p) ? truncated(p) : 0;
	if (!ret) {
		memcpy(header, p->window + p->window_at, sizeof(*header));
		if (p->swap)
			put_right(header);
		if (header->size < sizeof(*header)) {
			uet_perfdata_damaged(p, -EBADMSG,
				"damaged at byte %llu: a record of %u bytes; "
				"what follows cannot be read",
				uet_perfdata_here(p), header->size);
			return 0;
		}
		ret = uet_perfdata_fill(p, header->size);
		if (ret == -ENODATA)
			return truncated(p);
	}
	if (ret) {
		uet_perfdata_damaged(p, ret, "cannot be read at byte %llu: %s",
				     uet_perfdata_here(p),
				     strerror(-ret));
		return 0;
	}
	*record = p->window + p->window_at;
	memcpy(*record, header, sizeof(*header));
	p->window_at += header->size;
	return 1;
}
