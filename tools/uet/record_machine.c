/* SPDX-License-Identifier: MIT */
/*
 * What a recording tells about the machine it was made on.  Knows nothing
 * about events.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

/* The value of "key<tab>: value" in a line of cpuinfo, or NULL. */
static char *value_of(char *line, const char *key)
{
	size_t length = strlen(key);

	if (strncmp(line, key, length))
		return NULL;
	line += length;
	line += strspn(line, " \t");
	if (*line++ != ':')
		return NULL;
	line += strspn(line, " ");
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/* The first processor's; the names differ by architecture, and where they do
 * the machine stays unknown. */
static void read_cpuinfo(struct record_machine *machine)
{
	static const char *const keys[] = {
		"vendor_id", "cpu family", "model", "stepping",
	};
	char parts[4][32] = { { 0 } };
	FILE *file = fopen("/proc/cpuinfo", "re");
	char *line = NULL, *value;
	size_t room = 0;

	while (file && getline(&line, &room, file) > 1) {
		value = value_of(line, "model name");
		if (value) {
			free(machine->cpudesc);
			machine->cpudesc = strdup(value);
			continue;
		}
		for (size_t i = 0; i < 4; i++) {
			value = value_of(line, keys[i]);
			if (value)
				snprintf(parts[i], sizeof(parts[i]), "%.31s",
					 value);
		}
	}
	if (file)
		fclose(file);
	free(line);
	if (parts[0][0] && asprintf(&machine->cpuid, "%s,%s,%s,%s", parts[0],
				    parts[1], parts[2], parts[3]) < 0)
		machine->cpuid = NULL;
}

void record_machine_read(struct record_machine *machine,
			 const struct record_options *o)
{
	uint64_t page_kb = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
	long pages = sysconf(_SC_PHYS_PAGES);

	*machine = (struct record_machine){
		.cpus_online = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN),
		.cpus_available = (uint32_t)sysconf(_SC_NPROCESSORS_CONF),
		.memory_kb = pages > 0 ? (uint64_t)pages * page_kb : 0,
	};
	uname(&machine->uts);
	read_cpuinfo(machine);
	machine->argv = calloc((size_t)o->argc + 1, sizeof(*machine->argv));
	if (!machine->argv || !o->argv)
		return;
	machine->argv[0] = "uet";
	memcpy(machine->argv + 1, o->argv,
	       (size_t)o->argc * sizeof(*machine->argv));
	machine->n_argv = (size_t)o->argc + 1;
}

void record_machine_free(struct record_machine *machine)
{
	free(machine->cpudesc);
	free(machine->cpuid);
	free(machine->argv);
}
