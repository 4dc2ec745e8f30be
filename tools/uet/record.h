/* SPDX-License-Identifier: MIT */
/*
 * What uet record's parts share: which machine (record_machine.c), the file
 * (record_file.c), the recording itself (record_run.c, record_flight.c), and
 * what is said about it (record_tell.c).
 */
#ifndef UET_TOOL_RECORD_H
#define UET_TOOL_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/utsname.h>

#include <uet/session.h>
#include <uet/writer.h>

#include "collect.h"

/* Rings are drained at least this often, full or not. */
#define RECORD_DRAIN_MS 100

struct record_options {
	struct collect_options collect;
	const char *file;
	bool overwrite; /* a flight recorder */
	char **argv;	   /* uet's own, from "record" on */
	int argc;
};

/* What the file's header tells about this machine and this command line. */
struct record_machine {
	struct utsname uts;
	char *cpudesc, *cpuid; /* NULL: not known */
	uint32_t cpus_online, cpus_available;
	uint64_t memory_kb;
	const char **argv;
	size_t n_argv;
};

void record_machine_read(struct record_machine *machine,
			 const struct record_options *o);
void record_machine_free(struct record_machine *machine);

struct recording {
	const struct record_options *o;
	struct collect collect;
	struct uet_writer *writer;
	const char *file; /* that the writer writes */
	uint64_t wall_ns, clock_ns;
	bool progress; /* is shown */
	uint64_t told_ns, told_samples;
};

/* record_file.c */

/* The clock of the recording's times. */
clockid_t record_clock(const struct record_options *o);

/* False after a message. */
bool record_file_open(struct recording *r);

/* The session has more events or identifiers than before; 0 or -errno. */
int record_file_describe(struct recording *r);

/* The sink of records: context is the recording. */
int record_take(void *context, const void *records, size_t size);

/* Everything in the rings; negative when it cannot be written. */
int record_drain(struct recording *r);

/* Of a session that has been stopped: what was lost, by event. */
int record_file_lost(struct recording *r);

/* False after a message. */
bool record_file_finish(struct recording *r);

/* record_tell.c */

/* Events from number before on are new; one line, whether few or many. */
void record_tell_late(const struct recording *r, size_t before);

/* On a terminal: how it goes, every half second or so, in one line. */
void record_progress(struct recording *r, bool last);

/* What came and what was lost, by event. */
void record_summarise(const struct recording *r, bool finished);

/* record_flight.c */

/* A flight recorder from its start to its end; the exit status. */
int record_flight(struct recording *r);

/* record_run.c */

/* The whole of it; returns the exit status. */
int record_run(const struct record_options *o);

#endif /* UET_TOOL_RECORD_H */
