/* SPDX-License-Identifier: MIT */
/*
 * Opening a perf.data file or pipe, closing it, and what it holds.  Knows what
 * may be opened, and nothing about records.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uet/print_fmt.h>

#include "collect_internal.h"
#include "perfdata_reader.h"

#define WINDOW_SIZE ((size_t)512 << 10)

static int open_failed(const struct uet_perfdata *p, int code,
		       struct uet_error *err)
{
	if (code == -ENOENT)
		return uet_error_set(err, code,
			"%s: there is no such file; 'uet record' makes one",
			p->path);
	if (code == -EACCES)
		return uet_error_set(err, code,
			"%s: no permission to read it; it may belong to "
			"another user", p->path);
	return uet_error_set(err, code, "%s: cannot be opened: %s", p->path,
			     strerror(-code));
}

static int open_path(const char *path)
{
	struct stat st;
	int flags = O_RDONLY | O_CLOEXEC;

	if (!strcmp(path, "-"))
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	/* Of a FIFO the writer is waited for; a device is refused below and
	 * must not be. */
	if (stat(path, &st) || !S_ISFIFO(st.st_mode))
		flags |= O_NONBLOCK;
	return open(path, flags);
}

static int open_file(struct uet_perfdata *p, const char *path,
		     struct uet_error *err)
{
	struct stat st;

	p->fd = open_path(path);
	if (p->fd < 0 || fstat(p->fd, &st))
		return open_failed(p, -errno, err);
	if (S_ISDIR(st.st_mode))
		return uet_error_set(err, -EISDIR,
			"%s: a directory; 'perf record --threads' makes such "
			"ones, which cannot be read yet: record without it",
			p->path);
	p->is_pipe = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode);
	if (!S_ISREG(st.st_mode) && !p->is_pipe)
		return uet_error_set(err, -EINVAL,
			"%s: neither a file nor a pipe; name a file, or pipe "
			"'uet record -o -' into it", p->path);
	p->file_size = p->is_pipe ? UINT64_MAX : (uint64_t)st.st_size;
	p->data_end = p->file_size;
	return 0;
}

/* What comes before the records. */
static int read_beginning(struct uet_perfdata *p, struct uet_error *err)
{
	int ret = uet_perfdata_read_head(p, err);

	if (ret)
		return ret;
	if (p->is_stream) {
		uet_perfdata_skip(p, sizeof(struct uet_perfdata_pipe_header));
		return uet_perfdata_read_front(p, err);
	}
	ret = uet_perfdata_read_features(p, err);
	p->window_offset = p->header.data.offset;
	return ret;
}

static int allocate(struct uet_perfdata *p, const char *path)
{
	p->path = strdup(strcmp(path, "-") ? path : "standard input");
	p->window = malloc(WINDOW_SIZE);
	p->window_size = WINDOW_SIZE;
	if (!p->path || !p->window)
		return -ENOMEM;
	return uet_merge_new(UET_MERGE_LIMIT, &p->merge);
}

int uet_perfdata_open(const char *path, struct uet_perfdata **out,
		      struct uet_error *err)
{
	return uet_perfdata_open_print(path, NULL, out, err);
}

int uet_perfdata_open_print(const char *path, struct uet_print_fmt *print_fmt,
			    struct uet_perfdata **out, struct uet_error *err)
{
	struct uet_perfdata *p = calloc(1, sizeof(*p));
	int ret;

	*out = NULL;
	if (!p)
		return uet_error_set(err, -ENOMEM, "%s: out of memory", path);
	p->fd = -1;
	p->print_fmt = print_fmt;
	ret = allocate(p, path);
	if (ret) {
		uet_error_set(err, ret, "%s: out of memory", path);
		goto fail;
	}
	ret = open_file(p, path, err);
	if (!ret)
		ret = read_beginning(p, err);
	if (ret)
		goto fail;
	*out = p;
	return 0;

fail:
	uet_perfdata_close(p);
	return ret;
}

void uet_perfdata_close(struct uet_perfdata *p)
{
	if (!p)
		return;
	uet_comms_free(&p->comms);
	uet_merge_free(p->merge);
	uet_unzip_free(p->unzip);
	for (size_t i = 0; i < p->n_events; i++) {
		uet_format_free(p->events[i]->format);
		free(p->events[i]->name);
		free(p->events[i]);
	}
	free(p->events);
	uet_ids_free(&p->ids);
	uet_ids_free(&p->tracepoints);
	free(p->window);
	if (p->fd >= 0)
		close(p->fd);
	free(p->path);
	free(p);
}

size_t uet_perfdata_n_events(const struct uet_perfdata *p)
{
	return p->n_events;
}

const struct uet_perfdata_event *
uet_perfdata_get_event(const struct uet_perfdata *p, size_t i)
{
	return i < p->n_events ? &p->events[i]->shown : NULL;
}

void uet_perfdata_get_stats(const struct uet_perfdata *p,
			struct uet_perfdata_stats *stats)
{
	*stats = p->stats;
}
