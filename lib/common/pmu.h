/* SPDX-License-Identifier: MIT */
/*
 * A PMU, a unit that counts events, as the kernel shows it in /sys: its type,
 * the terms it takes, the events it names.  Source:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-*, Linux 6.12.
 */
#ifndef UET_COMMON_PMU_H
#define UET_COMMON_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UET_PMU_NAME_MAX 64
#define UET_PMU_CPUS_MAX 256
#define UET_PMU_TEXT_MAX 512 /* of a file of /sys that we read */

/* The folder of all PMUs; tests put another in its place. */
extern const char *uet_pmu_root;

struct uet_pmu {
	char name[UET_PMU_NAME_MAX];
	uint32_t type; /* of struct perf_event_attr */
	/* It counts what its CPUs execute, and so can follow a thread. */
	bool is_core;
	/* A list as "0-3,6".  Of a core PMU: the CPUs that it is part of, ""
	 * for all.  Of another: those that its events are to be opened on, ""
	 * for any. */
	char cpus[UET_PMU_CPUS_MAX];
};

/* The bits of struct perf_event_attr that a term stands for. */
struct uet_pmu_format {
	unsigned int word; /* 0: config, 1: config1, ... */
	uint64_t bits;	   /* lowest first, not always next to each other */
};

/* 0, or -errno: -ENOENT when there is none of this name. */
int uet_pmu_open(const char *name, struct uet_pmu *pmu);

/*
 * All PMUs, in the order of their names, to visit(), until it returns what is
 * not 0; that is returned, or 0, or -errno.
 */
int uet_pmu_walk(int (*visit)(void *data, const struct uet_pmu *pmu),
		 void *data);

/* The first line of PMU/FOLDER/NAME (folder may be NULL), NUL-terminated.
 * Returns its length or -errno. */
int uet_pmu_read(const struct uet_pmu *pmu, const char *folder,
		 const char *name, char text[UET_PMU_TEXT_MAX]);
bool uet_pmu_has(const struct uet_pmu *pmu, const char *folder,
		 const char *name);

/* 0, -ENOENT, or -EINVAL for a file that cannot be understood. */
int uet_pmu_format(const struct uet_pmu *pmu, const char *term,
		   struct uet_pmu_format *format);

/* "config1:0-1,5", the contents of such a file. */
int uet_pmu_format_parse(const char *text, struct uet_pmu_format *format);

/* The greatest value that a term takes, and a value spread over its bits. */
uint64_t uet_pmu_format_max(const struct uet_pmu_format *format);
uint64_t uet_pmu_format_spread(const struct uet_pmu_format *format,
			       uint64_t value);

/* The names of a folder's files in their order as "a, b, c", with an ellipsis
 * for those that size has no room for; "" for none. */
void uet_pmu_names(const struct uet_pmu *pmu, const char *folder, char *text,
		   size_t size);

/* Whether "0-3,6" has the CPU. */
bool uet_cpu_list_has(const char *list, int cpu);

#endif /* UET_COMMON_PMU_H */
