/* SPDX-License-Identifier: MIT */
/*
 * What uet record's parts share: which events (record_events.c), which
 * machine (record_machine.c), the recording itself (record_run.c).
 */
#ifndef UET_TOOL_RECORD_H
#define UET_TOOL_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/utsname.h>

#include <uet/catalog.h>
#include <uet/registry.h>

#include "uet.h"

struct record_options {
	const char **patterns;
	size_t n_patterns;
	const char **elfs; /* files whose events are registered ahead */
	size_t n_elfs;
	pid_t *pids;
	size_t n_pids;
	bool whole_system;
	const char *file;
	size_t ring_pages; /* 0: not given */
	char **command;	   /* NULL without one */
	char **argv;	   /* uet's own, from "record" on */
	int argc;
};

struct record_events {
	struct uet_registry *registry; /* holds what was registered ahead */
	struct uet_catalog *catalog;
};

/*
 * Registers what is compiled into the command (whose file is path, NULL
 * without a command) and looks up the events to record.  False after a
 * message.  record_events_free() in any case.
 */
bool record_events_find(const struct record_options *o, const char *path,
			struct record_events *events);
void record_events_free(struct record_events *events);

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

/* The whole of it; returns the exit status. */
int record_run(const struct record_options *o);

#endif /* UET_TOOL_RECORD_H */
