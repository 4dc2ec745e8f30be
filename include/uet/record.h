/* SPDX-License-Identifier: MIT */
/*
 * One record of a perf ring or a perf.data file, taken apart.  Knows nothing
 * about files, rings, or what a tracepoint's bytes mean.
 */
#ifndef UET_RECORD_H
#define UET_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/** UET_RECORD_MAX - the bytes of the longest record: its size is a u16. */
#define UET_RECORD_MAX 65535

/**
 * struct uet_sample_layout - what perf_event_attr says about the shape of an
 * event's records; the fields are the attr's of the same names.
 *
 * Since: 0.1.0
 */
struct uet_sample_layout {
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	uint64_t sample_regs_intr;
	bool sample_id_all;
};

/**
 * struct uet_view - bytes inside of the record they were parsed from.
 * @data: the first byte, without any alignment; NULL if there are none.
 * @size: how many.
 */
struct uet_view {
	const void *data;
	size_t size;
};

/**
 * struct uet_read - what read(2) would have given for an event or its group, in
 * any of the forms of perf_event_attr.read_format.
 * @format: the read_format.
 * @n: events: 1, or those of a group (PERF_FORMAT_GROUP).
 * @time_enabled, @time_running: in nanoseconds; 0 where the format has none.
 * @bytes: all of it as it lies; for uet_read_get().
 *
 * Since: 0.1.0
 */
struct uet_read {
	uint64_t format;
	size_t n;
	uint64_t time_enabled;
	uint64_t time_running;
	struct uet_view bytes;
};

/**
 * struct uet_read_value - one event of a struct uet_read.
 * @value: its count.
 * @id: PERF_FORMAT_ID, else 0.
 * @lost: PERF_FORMAT_LOST (Linux 6.0), else 0.
 *
 * Since: 0.1.0
 */
struct uet_read_value {
	uint64_t value;
	uint64_t id;
	uint64_t lost;
};

/**
 * struct uet_sample - what PERF_RECORD_SAMPLE holds, by PERF_SAMPLE_* bit.  All
 * but @raw is zero unless the layout has the bit.
 *
 * @read: PERF_SAMPLE_READ.
 * @callchain: nr u64 addresses.
 * @raw: PERF_SAMPLE_RAW.  For a tracepoint this is the record that its format
 *	describes, and padding: the kernel counts the bytes that align the
 *	sample to 8 as part of it.
 * @branch_stack: nr entries of 24 bytes; @branch_hw_idx stands apart.
 * @regs_user, @regs_intr: u64 registers; none if the ABI word is 0.
 * @stack_user: the bytes that were really copied (dyn_size of them).
 *
 * Since: 0.1.0
 */
struct uet_sample {
	uint64_t ip;
	uint64_t addr;
	uint64_t period;
	struct uet_read read;
	struct uet_view callchain;
	struct uet_view raw;
	uint64_t branch_hw_idx;
	struct uet_view branch_stack;
	struct uet_view branch_counters;
	uint64_t regs_user_abi;
	struct uet_view regs_user;
	struct uet_view stack_user;
	uint64_t weight;
	uint64_t data_src;
	uint64_t transaction;
	uint64_t regs_intr_abi;
	struct uet_view regs_intr;
	uint64_t phys_addr;
	struct uet_view aux;
	uint64_t cgroup;
	uint64_t data_page_size;
	uint64_t code_page_size;
};

/** enum uet_record_has - which of the common facts a record tells. */
enum uet_record_has {
	UET_HAS_TID = 1 << 0,
	UET_HAS_TIME = 1 << 1,
	UET_HAS_ID = 1 << 2,
	UET_HAS_STREAM_ID = 1 << 3,
	UET_HAS_CPU = 1 << 4,
};

/* The members of struct uet_record, which tells of each. */
struct uet_record_map {
	uint64_t addr, len, pgoff;
	uint32_t prot, flags; /* MMAP2 only */
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	struct uet_view build_id;
	const char *filename;
};

struct uet_record_throttle {
	uint64_t time, id, stream_id;
};

struct uet_record_aux {
	uint64_t offset, size, flags;
};

struct uet_record_ksymbol {
	uint64_t addr;
	uint32_t len;
	uint16_t type, flags;
	const char *name;
};

struct uet_record_bpf {
	uint16_t type, flags;
	uint32_t id;
	const unsigned char *tag;
};

struct uet_record_cgroup {
	uint64_t id;
	const char *path;
};

struct uet_record_text_poke {
	uint64_t addr;
	struct uet_view old_bytes, new_bytes;
};

/**
 * struct uet_record - a record taken apart.
 * @type, @misc: of its header: PERF_RECORD_* and PERF_RECORD_MISC_*.
 * @known: the type is one that uet_record_parse() takes apart; all others have
 *	only @type, @misc and, where the layout has sample_id_all, the common
 *	facts.
 * @has: enum uet_record_has: which of the next six are told.
 * @pid, @tid, @time, @id, @stream_id, @cpu: the common facts, from the body of
 *	a sample or the trailer of other records.  @time is in nanoseconds of
 *	the recording's clock.
 * @comm: of PERF_RECORD_COMM; the name ends in NUL.
 * @task: of FORK and EXIT (all, with the time in @time); of COMM, MMAP, MMAP2,
 *	READ, ITRACE_START and NAMESPACES (pid, tid); of SWITCH_CPU_WIDE (pid,
 *	tid), who comes next when PERF_RECORD_MISC_SWITCH_OUT is in @misc, else
 *	who was before.
 * @map: of MMAP and MMAP2; the file name ends in NUL.  MMAP2 has either a
 *	build_id or maj, min, ino and ino_generation.
 * @lost: of LOST and LOST_SAMPLES: how many; @id is that of the event in both
 *	cases, as far as told.
 * @throttle: of THROTTLE and UNTHROTTLE: of whom.
 * @read: of READ.
 * @aux: of AUX: bytes of the AUX area, PERF_AUX_FLAG_*.
 * @namespaces: of NAMESPACES: for each a u64 dev and a u64 inode.
 * @ksymbol: of KSYMBOL; the name ends in NUL.
 * @bpf: of BPF_EVENT; the tag has 8 bytes.
 * @cgroup: of CGROUP; the path ends in NUL.
 * @text_poke: of TEXT_POKE: the code before and after.
 * @hw_id: of AUX_OUTPUT_HW_ID.
 * @sample: of PERF_RECORD_SAMPLE.
 *
 * Only the members of @type may be looked at.  SWITCH has the common facts
 * alone.  Every pointer points into the record's own bytes.
 *
 * Since: 0.1.0
 */
struct uet_record {
	uint32_t type;
	uint16_t misc;
	bool known;
	unsigned int has;
	uint32_t pid;
	uint32_t tid;
	uint64_t time;
	uint64_t id;
	uint64_t stream_id;
	uint32_t cpu;
	struct {
		uint32_t pid, ppid, tid, ptid;
	} task;
	const char *comm;
	uint64_t lost;
	union {
		struct uet_record_map map;
		struct uet_record_throttle throttle;
		struct uet_read read;
		struct uet_record_aux aux;
		struct uet_view namespaces;
		struct uet_record_ksymbol ksymbol;
		struct uet_record_bpf bpf;
		struct uet_record_cgroup cgroup;
		struct uet_record_text_poke text_poke;
		uint64_t hw_id;
		struct uet_sample sample;
	};
};

/**
 * uet_record_parse() - take one record apart.
 * @record: it, with its header; no alignment is needed.
 * @avail: bytes that may be read there.  A record that says it is longer is
 *	refused, whatever follows in memory is not looked at.
 * @layout: of the event that the record belongs to.
 * @out: receives views into @record.
 *
 * May be called from any thread and from a signal handler: nothing is
 * allocated, nothing shared.
 *
 * Return: 0; -EBADMSG if the record's lengths contradict each other or the
 * layout: skip it by the header's size, or give up the stream.
 * Source: perf_event_open(2), include/uapi/linux/perf_event.h.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_record_parse(const void *record, size_t avail,
				     const struct uet_sample_layout *layout,
				     struct uet_record *out);

/**
 * uet_read_get() - the count of one event of those that were read together.
 * @read: of a sample or a READ record.
 * @i: which, below read->n.
 * @out: receives it; all zero when there are not so many.
 *
 * May be called from any thread and from a signal handler.
 * Source: read_format in perf_event_open(2).
 * Since: 0.1.0
 */
UET_COLLECT_API void uet_read_get(const struct uet_read *read, size_t i,
				  struct uet_read_value *out);

#ifdef __cplusplus
}
#endif

#endif /* UET_RECORD_H */
