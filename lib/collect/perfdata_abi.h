/* SPDX-License-Identifier: MIT */
/*
 * The perf.data file as it lies on disk: what the reader and the writer must
 * agree on with perf.  Source: tools/perf/Documentation/
 * perf.data-file-format.txt of the kernel.  Knows nothing about tracefs.
 */
#ifndef UET_COLLECT_PERFDATA_ABI_H
#define UET_COLLECT_PERFDATA_ABI_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define UET_PERFDATA_MAGIC "PERFILE2"

struct uet_perfdata_section {
	uint64_t offset; /* bytes from the file's start */
	uint64_t size;	 /* bytes */
};

#define UET_PERFDATA_FEATURE_BITS 256

struct uet_perfdata_header {
	char magic[8];
	uint64_t size;	    /* of this header */
	uint64_t attr_size; /* of one entry of attrs, its ids section included */
	struct uet_perfdata_section attrs;
	struct uet_perfdata_section data;
	struct uet_perfdata_section event_types; /* unused since Linux 3.x */
	uint64_t features[UET_PERFDATA_FEATURE_BITS / 64];
};
static_assert(sizeof(struct uet_perfdata_header) == 104,
	      "perf.data file header");

/* In front of a pipe's stream there is only this. */
struct uet_perfdata_pipe_header {
	char magic[8];
	uint64_t size;
};

enum uet_perfdata_feature {
	UET_FEAT_TRACING_DATA = 1,
	UET_FEAT_BUILD_ID = 2,
	UET_FEAT_HOSTNAME = 3,
	UET_FEAT_OSRELEASE = 4,
	UET_FEAT_VERSION = 5,
	UET_FEAT_ARCH = 6,
	UET_FEAT_NRCPUS = 7,
	UET_FEAT_CPUDESC = 8,
	UET_FEAT_CPUID = 9,
	UET_FEAT_TOTAL_MEM = 10,
	UET_FEAT_CMDLINE = 11,
	UET_FEAT_EVENT_DESC = 12,
	UET_FEAT_CPU_TOPOLOGY = 13,
	UET_FEAT_NUMA_TOPOLOGY = 14,
	UET_FEAT_BRANCH_STACK = 15,
	UET_FEAT_PMU_MAPPINGS = 16,
	UET_FEAT_GROUP_DESC = 17,
	UET_FEAT_AUXTRACE = 18,
	UET_FEAT_STAT = 19,
	UET_FEAT_CACHE = 20,
	UET_FEAT_SAMPLE_TIME = 21,
	UET_FEAT_MEM_TOPOLOGY = 22,
	UET_FEAT_CLOCKID = 23,
	UET_FEAT_DIR_FORMAT = 24,
	UET_FEAT_BPF_PROG_INFO = 25,
	UET_FEAT_BPF_BTF = 26,
	UET_FEAT_COMPRESSED = 27,
	UET_FEAT_CPU_PMU_CAPS = 28,
	UET_FEAT_CLOCK_DATA = 29,
	UET_FEAT_HYBRID_TOPOLOGY = 30,
	UET_FEAT_PMU_CAPS = 31,
};

/* Records of perf's own, beside the kernel's PERF_RECORD_*. */
enum uet_perfdata_user_record {
	UET_RECORD_HEADER_ATTR = 64,
	UET_RECORD_HEADER_EVENT_TYPE = 65,
	UET_RECORD_HEADER_TRACING_DATA = 66,
	UET_RECORD_HEADER_BUILD_ID = 67,
	UET_RECORD_FINISHED_ROUND = 68,
	UET_RECORD_ID_INDEX = 69,
	UET_RECORD_AUXTRACE_INFO = 70,
	UET_RECORD_AUXTRACE = 71,
	UET_RECORD_AUXTRACE_ERROR = 72,
	UET_RECORD_THREAD_MAP = 73,
	UET_RECORD_CPU_MAP = 74,
	UET_RECORD_STAT_CONFIG = 75,
	UET_RECORD_STAT = 76,
	UET_RECORD_STAT_ROUND = 77,
	UET_RECORD_EVENT_UPDATE = 78,
	UET_RECORD_TIME_CONV = 79,
	UET_RECORD_HEADER_FEATURE = 80,
	UET_RECORD_COMPRESSED = 81,
	UET_RECORD_FINISHED_INIT = 82,
	UET_RECORD_COMPRESSED2 = 83, /* since Linux 6.16 */
};

#endif /* UET_COLLECT_PERFDATA_ABI_H */
