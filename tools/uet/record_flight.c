/* SPDX-License-Identifier: MIT */
/*
 * uet record --overwrite: what the rings hold goes to a file at the end and
 * when it is asked for.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uet/record.h>

#include "record.h"

/* No process has a greater number: PID_MAX_LIMIT of the kernel. */
#define MAX_PID ((size_t)1 << 22)

/* The processes that samples are of. */
struct speakers {
	struct uet_sample_layout layout;
	pid_t *pids;
	size_t n, room;
	unsigned char *known; /* a bit for each pid: there may be as many
				 processes as samples */
};

static bool is_known(struct speakers *speakers, uint32_t pid)
{
	unsigned char bit = (unsigned char)(1u << pid % 8);
	bool is = speakers->known[pid / 8] & bit;

	speakers->known[pid / 8] |= bit;
	return is;
}

static int note_pid(struct speakers *speakers, uint32_t pid)
{
	if (pid > MAX_PID || is_known(speakers, pid))
		return 0;
	if (speakers->n == speakers->room) {
		size_t room = speakers->room ? speakers->room * 2 : 64;
		pid_t *grown = reallocarray(speakers->pids, room,
					    sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		speakers->pids = grown;
		speakers->room = room;
	}
	speakers->pids[speakers->n++] = (pid_t)pid;
	return 0;
}

static int note_speakers(void *context, const void *records, size_t size)
{
	struct speakers *speakers = context;
	const unsigned char *at = records, *end = at + size;
	struct perf_event_header header;
	struct uet_record record;
	int result = 0;

	for (; !result && at < end; at += header.size) {
		memcpy(&header, at, sizeof(header));
		if (header.type == PERF_RECORD_SAMPLE &&
		    !uet_record_parse(at, (size_t)(end - at),
				      &speakers->layout, &record) &&
		    record.has & UET_HAS_TID && record.pid)
			result = note_pid(speakers, record.pid);
	}
	return result;
}

/* Names are not in the rings for long: those of now are written, of the whole
 * system or of those that the rings have samples of. */
static void write_names(struct recording *r)
{
	const struct uet_session_event *dummy =
		uet_session_get_event(r->collect.session, 0);
	struct speakers speakers = {
		.layout.sample_type = dummy->attr->sample_type |
				      PERF_SAMPLE_RAW,
		.layout.read_format = dummy->attr->read_format,
		.layout.sample_id_all = true,
	};

	if (r->o->collect.whole_system) {
		uet_process_records(NULL, 0, dummy->attr->sample_type,
				    record_take, r);
		return;
	}
	/* Without memory, their names are missing and nothing else. */
	speakers.known = calloc(MAX_PID / 8 + 1, 1);
	/* The rings keep what they hand out. */
	if (speakers.known)
		uet_session_drain(r->collect.session, note_speakers, &speakers,
				  NULL);
	uet_process_records(speakers.pids ? speakers.pids : &(pid_t){ 0 },
			    speakers.n, dummy->attr->sample_type, record_take,
			    r);
	free(speakers.pids);
	free(speakers.known);
}

/* What the flight recorder's rings hold, to a file of its own. */
static bool dump_to(struct recording *r, const char *file)
{
	bool ok;

	r->file = file;
	if (!record_file_open(r))
		return false;
	write_names(r);
	record_drain(r);
	ok = record_file_finish(r);
	record_summarise(r, ok);
	uet_writer_close(r->writer);
	r->writer = NULL;
	return ok;
}

static bool dump_now(struct recording *r)
{
	char *name = record_stamped(r->o->file);
	bool ok = name && dump_to(r, name);

	r->file = r->o->file;
	r->switched_ns = collect_now(CLOCK_MONOTONIC);
	return name && record_keep_latest(r, name, ok) && ok;
}

static bool is_due(const struct recording *r)
{
	return r->collect.dump ||
	       (r->o->switch_ns && collect_now(CLOCK_MONOTONIC) >=
					   r->switched_ns + r->o->switch_ns);
}

static void fly(struct recording *r)
{
	struct collect *c = &r->collect;

	while (!c->stop) {
		collect_wait(c, RECORD_DRAIN_MS);
		if (!c->stop)
			record_follow(r);
		if (!c->stop && is_due(r))
			dump_now(r);
		c->dump = false;
	}
}

/* A flight recorder from its start to its end. */
int record_flight(struct recording *r)
{
	struct collect *c = &r->collect;
	int status = collect_start(c, NULL, NULL);
	bool ok;

	if (status && !c->stop)
		return status;
	r->switched_ns = collect_now(CLOCK_MONOTONIC);
	fly(r);
	uet_session_stop(c->session);
	ok = r->o->switching ? dump_now(r) : dump_to(r, r->o->file);
	if (!status)
		status = collect_status(c);
	return ok ? status : UET_EXIT_FAILED;
}
