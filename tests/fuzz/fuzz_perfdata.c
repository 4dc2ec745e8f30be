/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a perf.data file, and the same through a pipe: everything is
 * read that can be, and what cannot is told in one line.
 */
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <uet/decode.h>
#include <uet/perfdata.h>
#include <uet/print_fmt.h>

/* A pipe holds so much without a reader. */
#define PIPE_SIZE 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds)
{
	if (!holds)
		abort();
}

static void print(struct uet_print_fmt *print_fmt,
		  const struct uet_perfdata_record *r)
{
	struct uet_line line = {
		.raw = r->record.sample.raw.data,
		.raw_size = r->record.sample.raw.size,
	};
	struct uet_buffer buffer = { 0 };
	struct uet_plan *plan;

	if (r->event->format)
		demand(uet_print_fmt_print(print_fmt,
					   uet_format_id(r->event->format),
					   line.raw, line.raw_size,
					   &line.print, &line.print_size) >= 0);
	demand(!uet_plan_new(r->event->format, r->event->name, &plan, NULL));
	uet_print_text(&buffer, plan, &line);
	uet_buffer_free(&buffer);
	uet_plan_free(plan);
}

static void read_all(int fd)
{
	struct uet_print_fmt *print_fmt;
	struct uet_perfdata_record r;
	struct uet_perfdata *p;
	struct uet_error err = { "" };
	char path[64];
	int ret;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	demand(!uet_print_fmt_new(&print_fmt, NULL));
	ret = uet_perfdata_open_print(path, print_fmt, &p, &err);
	if (!ret) {
		while ((ret = uet_perfdata_next(p, &r, &err)) > 0)
			if (r.record.type == PERF_RECORD_SAMPLE)
				print(print_fmt, &r);
		uet_perfdata_close(p);
	}
	uet_print_fmt_free(print_fmt);
	demand(!ret == !err.text[0] && !strchr(err.text, '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("perf.data", MFD_CLOEXEC), pipes[2];

	demand(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	read_all(fd);
	close(fd);
	if (size >= PIPE_SIZE)
		return 0;
	demand(!pipe(pipes) &&
	       write(pipes[1], data, size) == (ssize_t)size);
	close(pipes[1]);
	read_all(pipes[0]);
	close(pipes[0]);
	return 0;
}
