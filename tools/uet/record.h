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
#include <uet/tasks.h>
#include <uet/writer.h>

#include "collect.h"

/* Rings are drained at least this often, full or not. */
#define RECORD_DRAIN_MS 100

struct record_options {
	struct collect_options collect;
	const char *file;
	bool overwrite; /* a flight recorder */
	uint64_t max_size; /* 0: none */
	unsigned long long level; /* of compression; 0: none */
	bool switching;	   /* several files: on SIGUSR2 and */
	uint64_t switch_size, switch_ns; /* when one has this; 0: none */
	unsigned long long switch_max_files; /* 0: all */
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
	bool full; /* to --max-size */
	/* What of an instance's losses is in a file already, by event. */
	struct record_told {
		uint64_t *lost;
		size_t n;
	} *told;
	size_t n_told;
	/* Of several files: */
	struct uet_tasks *tasks; /* to be named in the next one */
	char *kernel; /* records that tell where it is mapped */
	size_t kernel_size;
	uint64_t switched_ns;
	uint64_t written; /* bytes of those before */
	size_t n_files;
	char **kept; /* the latest, where only some are */
	size_t n_kept;
};

/* record_file.c */

/* The clock of the recording's times. */
clockid_t record_clock(const struct record_options *o);

/* False after a message. */
bool record_file_open(struct recording *r);

/* The session has more events or identifiers than before; 0 or -errno. */
int record_file_describe(struct recording *r);

/* The sink of what is only for this file: context is the recording. */
int record_put(void *context, const void *records, size_t size);

/* The sink of records. */
int record_take(void *context, const void *records, size_t size);

/* Everything in the rings; negative when it cannot be written. */
int record_drain(struct recording *r);

/* Of a session that has been stopped or read: what was lost since the file
 * before, by event.  0 or -errno. */
int record_file_lost(struct recording *r);

/* False after a message. */
bool record_file_finish(struct recording *r);

void record_file_free(struct recording *r);

/* record_switch.c */

/* The arguments of --max-size and --switch-output; the latter says what is
 * wrong. */
bool record_parse_size(const char *text, uint64_t *bytes);
bool record_parse_switch(struct record_options *o, const char *text);

/* FILE.TIME, which the caller frees; NULL after a message. */
char *record_stamped(const char *file);

/* One more file is there, whose name is now ours; of --switch-max-files, the
 * oldest is deleted if this one is complete. */
bool record_keep_latest(struct recording *r, char *name, bool complete);

/* These are false after a message. */
bool record_switch_allowed(const struct record_options *o);
bool record_switch_begin(struct recording *r);
bool record_switch_finish(struct recording *r);

/* After the rings were drained: goes on in another file if it is time to.
 * Negative when that failed. */
int record_switch(struct recording *r);
void record_switch_end(struct recording *r);

/* record_tell.c */

/* Events from number before on are new; one line, whether few or many, of
 * those that could be opened. */
void record_tell_late(const struct recording *r, size_t before);

/* On a terminal: how it goes, every half second or so, in one line. */
void record_progress(struct recording *r, bool last);

/* What came and what was lost, by event. */
void record_summarise(const struct recording *r, bool finished);

/* record_flight.c */

/* A flight recorder from its start to its end; the exit status. */
int record_flight(struct recording *r);

/* record_run.c */

/* As collect_follow(); what is new is told. */
int record_follow(struct recording *r);

/* The whole of it; returns the exit status. */
int record_run(const struct record_options *o);

#endif /* UET_TOOL_RECORD_H */
