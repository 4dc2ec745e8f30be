/* SPDX-License-Identifier: MIT */
/*
 * generate_bytes FILE EVENT...: writes a recording of EventHeader events of the
 * tracepoint Odd_L4K1, whose bytes are those of these files.  Needs no kernel
 * feature.
 */
#include <stdbool.h>
#include <stdio.h>

#include <uet/writer.h>

#include "../eventheader_format.h"
#include "generate.h"

#define ID 1000 /* of the first one that describe_events() makes */

static const struct made_event name = {
	"user_events:Odd_L4K1",
	"name: Odd_L4K1\nID: 1000\nformat:\n" COMMON EVENTHEADER_FIELDS,
};

static const uint64_t id = 11;

/* Larger ones do not fit the record. */
static bool read_event(struct bytes *raw, const char *path)
{
	FILE *from = fopen(path, "r");
	size_t room = sizeof(raw->at) - raw->size - 128;
	bool ok = from;

	if (ok) {
		raw->size += (uint32_t)fread(raw->at + raw->size, 1, room, from);
		ok = !ferror(from) && getc(from) == EOF;
		fclose(from);
	}
	if (!ok)
		fprintf(stderr, "%s: cannot be read, or is too long\n", path);
	return ok;
}

static bool write_all(struct uet_writer *w, char **paths, size_t n)
{
	const struct uet_writer_info info = { .size = sizeof(info),
					      .clockid = -1 };
	struct bytes b, raw;

	for (size_t i = 0; i < n; i++) {
		begin_raw(&raw, ID, 101);
		if (!read_event(&raw, paths[i]))
			return false;
		put_sample(&b, id, i, &raw);
		uet_writer_records(w, b.at, b.size);
	}
	return finish_recording(w, &info);
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr;
	struct uet_writer_event event;
	struct uet_writer *w;
	struct uet_error err;
	bool ok;

	if (argc < 2) {
		fprintf(stderr, "usage: generate_bytes FILE EVENT...\n");
		return 2;
	}
	describe_events(&name, &id, 1, &attr, &event);
	if (uet_writer_open(argv[1], &event, 1, &w, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	ok = write_all(w, argv + 2, (size_t)argc - 2);
	uet_writer_close(w);
	return ok ? 0 : 1;
}
