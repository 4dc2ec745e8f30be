/* SPDX-License-Identifier: MIT */
/*
 * Events of perf_event_open(2) as perf spells them: "cycles:u",
 * "cpu/event=0x3c,umask=0/k", "r1b", "L1-dcache-load-misses", "page-faults".
 * Knows nothing of who opens them, nor of tracepoints.  Source: perf-list(1)
 * and what perf of Linux 6.12 takes.
 */
#ifndef UET_COMMON_PERF_EVENT_H
#define UET_COMMON_PERF_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/pmu.h"
#include "uet/error.h"

#define UET_PERF_NAME_MAX 256

struct uet_perf_event {
	struct perf_event_attr attr;
#ifndef PERF_ATTR_SIZE_VER8
	/* Headers before Linux 6.3 end in front of it. */
	uint64_t attr_config3;
#endif
	/* What "name=" says, else the text. */
	char name[UET_PERF_NAME_MAX];
	/* Which PMU counts it; its name is "" where the kernel finds one by
	 * itself and there is none or more than one to name. */
	struct uet_pmu pmu;
	/* What one count is worth and in which unit, as the PMU says it, both
	 * "" for a plain number: "2.3283064365386962890625e-10" "Joules". */
	char scale[40];
	char unit[16];
	bool precise_max; /* 'P': precise_ip is the most that the PMU has */
	bool sample_read; /* 'S': samples carry the counts of the group */
	bool weak;	  /* 'W': without its group, if that does not fit */
};

/*
 * Takes the text apart.  cpu decides where several PMUs could count the event,
 * as on a machine of two kinds of CPUs: the one that this CPU is part of.
 * With -1 such an event stays as general as it is (an event that only a PMU
 * names is then the first's).
 *
 * attr has type, config to config3, size, the exclude_ bits, precise_ip,
 * pinned, exclusive and, where the text has them, period or frequency; all
 * else is 0.
 *
 * Returns 0, or with a text in err: -EINVAL, the text is wrong; -ENOENT, no
 * such event or PMU here; -EOPNOTSUPP, this PMU or machine has not what the
 * text asks for; what reading /sys failed with.
 */
int uet_perf_event_parse(const char *text, int cpu,
			 struct uet_perf_event *event, struct uet_error *err);

/*
 * Whether a text of size characters is meant as such an event, and not as a
 * tracepoint's "SYSTEM:NAME" or NAME.  It may be wrong, with modifiers that are
 * none ("cycles:y"), or a piece of a group ("{cycles"): uet_perf_event_parse()
 * says so.  Asks neither /sys nor the kernel: says no of an event's name alone
 * that only a PMU gives ("inst_retired"), of a bare cache ("node"), and of raw
 * events without a digit ("read"), all of which uet_perf_event_parse() takes.
 */
bool uet_perf_event_is_name(const char *text, size_t size);

/*
 * Says which PMU is to count an event that any could count.  Where there are
 * several, attr says it too: type is the PMU's for raw events, else it stands
 * in config's upper half, which x86 knows from Linux 5.13 on and arm64 from
 * 6.6 on.
 */
void uet_perf_event_bind(struct uet_perf_event *event,
			 const struct uet_pmu *pmu);

/* config3, whatever the headers know. */
uint64_t uet_perf_event_config3(const struct uet_perf_event *event);

/*
 * perf_event_arm64.c: what the PMUs of arm64 have of their own.
 */

/* What config1 asks an armv8 PMU for. */
#define UET_ARM64_LONG (UINT64_C(1) << 0)  /* 64 bits */
#define UET_ARM64_RDPMC (UINT64_C(1) << 1) /* reading from user space */

#endif /* UET_COMMON_PERF_EVENT_H */
