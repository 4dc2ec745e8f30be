/* SPDX-License-Identifier: MIT */
/*
 * What perf script and a dlfilter hand each other, as perf lays it out.  Knows
 * nothing about what is done with it.
 *
 * perf installs a header of its own with the same layouts.  It is not used:
 * building uet must not need perf, each perf's header knows only the layout of
 * its own version while a filter meets all of them, and it lacks the kernel's
 * exception for programs that include it.  test_dlfilter.c compares the two.
 *
 * Source: tools/perf/Documentation/perf-dlfilter.txt of the kernel.  Linux 5.14
 * brought the interface, 6.0 added machine_pid and vcpu, 6.7 priv and
 * al_cleanup().
 */
#ifndef UET_DLFILTER_ABI_H
#define UET_DLFILTER_ABI_H

#include <stddef.h>
#include <stdint.h>

struct perf_branch_entry;
struct perf_event_attr;

/* A sample; what has no word here is PERF_SAMPLE_* of perf_event_open(2). */
struct dlf_sample {
	uint32_t size; /* of what this perf knows of the struct */
	uint16_t ins_lat;
	uint16_t p_stage_cyc;
	uint64_t ip;
	int32_t pid;
	int32_t tid;
	uint64_t time;
	uint64_t addr;
	uint64_t id;
	uint64_t stream_id;
	uint64_t period;
	uint64_t weight;
	uint64_t transaction;
	uint64_t insn_cnt;
	uint64_t cyc_cnt;
	int32_t cpu;
	uint32_t flags;
	uint64_t data_src;
	uint64_t phys_addr;
	uint64_t data_page_size;
	uint64_t code_page_size;
	uint64_t cgroup;
	uint8_t cpumode; /* PERF_RECORD_MISC_USER, ... */
	uint8_t addr_correlates_sym;
	uint16_t misc;
	uint32_t raw_size;
	const void *raw_data;
	uint64_t brstack_nr;
	const struct perf_branch_entry *brstack;
	uint64_t raw_callchain_nr;
	const uint64_t *raw_callchain;
	const char *event;
	int32_t machine_pid; /* Linux 6.0; look at size */
	int32_t vcpu;
};

/* The bytes that every version has. */
#define DLF_SAMPLE_MIN offsetof(struct dlf_sample, machine_pid)

/* Where an address lies. */
struct dlf_al {
	uint32_t size; /* of what its maker knows of the struct */
	uint32_t symoff;
	const char *sym; /* NULL: unknown */
	uint64_t addr;
	uint64_t sym_start;
	uint64_t sym_end;
	const char *dso; /* NULL: unknown */
	uint8_t sym_binding;
	uint8_t is_64_bit;
	uint8_t is_kernel_ip;
	uint32_t buildid_size;
	uint8_t *buildid;
	uint8_t filtered; /* these two only from resolve_ip() */
	const char *comm;
	void *priv; /* Linux 6.7; perf's own */
};

/* perf's functions.  perf writes all of it, however few it knows. */
struct dlf_fns {
	const struct dlf_al *(*resolve_ip)(void *ctx);
	const struct dlf_al *(*resolve_addr)(void *ctx);
	char **(*args)(void *ctx, int *n);
	int32_t (*resolve_address)(void *ctx, uint64_t address,
				   struct dlf_al *al);
	const uint8_t *(*insn)(void *ctx, uint32_t *length);
	const char *(*srcline)(void *ctx, uint32_t *line);
	struct perf_event_attr *(*attr)(void *ctx);
	int32_t (*object_code)(void *ctx, uint64_t ip, void *to, uint32_t size);
	void (*al_cleanup)(void *ctx, struct dlf_al *al); /* NULL before 6.7 */
	void *(*reserved[119])(void *);
};

#endif /* UET_DLFILTER_ABI_H */
