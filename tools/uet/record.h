/* SPDX-License-Identifier: MIT */
/*
 * What uet record's parts share: which machine (record_machine.c), the
 * recording itself (record_run.c).
 */
#ifndef UET_TOOL_RECORD_H
#define UET_TOOL_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/utsname.h>

#include "collect.h"

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

/* The whole of it; returns the exit status. */
int record_run(const struct record_options *o);

#endif /* UET_TOOL_RECORD_H */
