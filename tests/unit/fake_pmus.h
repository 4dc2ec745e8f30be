/* SPDX-License-Identifier: MIT */
/*
 * Made-up /sys/bus/event_source/devices of several machines, below the test's
 * folder (fake_folder.h).  Knows nothing of what reads them.
 */
#ifndef UET_TESTS_FAKE_PMUS_H
#define UET_TESTS_FAKE_PMUS_H

#include "fake_folder.h"

#include "common/pmu.h"

struct fake_file {
	const char *name; /* a folder, if text is NULL */
	const char *text;
};

static inline void make_files(const struct fake_file *files)
{
	for (; files->name; files++)
		if (files->text)
			make_file(files->name, files->text);
		else
			make_folder(files->name);
}

#define PMU(name, type) \
	{ name, NULL }, { name "/type", type "\n" }, { name "/events", NULL }, \
		{ name "/format", NULL }, { name "/caps", NULL }
#define FORMAT(pmu, term, text) { pmu "/format/" term, text "\n" }
#define EVENT(pmu, event, text) { pmu "/events/" event, text "\n" }

/* What every machine has. */
#define COMMON_PMUS \
	{ "software", NULL }, { "software/type", "1\n" }, \
		{ "tracepoint", NULL }, { "tracepoint/type", "2\n" }, \
		{ "breakpoint", NULL }, { "breakpoint/type", "5\n" }, \
		{ "kprobe", NULL }, { "kprobe/type", "6\n" }, \
		{ "uprobe", NULL }, { "uprobe/type", "7\n" }

#define X86_FORMATS(pmu) \
	FORMAT(pmu, "event", "config:0-7"), \
		FORMAT(pmu, "umask", "config:8-15"), \
		FORMAT(pmu, "edge", "config:18"), \
		FORMAT(pmu, "inv", "config:23"), \
		FORMAT(pmu, "cmask", "config:24-31"), \
		FORMAT(pmu, "offcore_rsp", "config1:0-63")

static const struct fake_file x86_cpu[] = {
	COMMON_PMUS,
	PMU("cpu", "4"),
	X86_FORMATS("cpu"),
	FORMAT("cpu", "frontend", "config1:0-23"),
	FORMAT("cpu", "split", "config2:0-3,8-11,63"),
	FORMAT("cpu", "far", "config3:0-7"),
	FORMAT("cpu", "damaged", "config4:0"),
	EVENT("cpu", "cpu-cycles", "event=0x3c"),
	EVENT("cpu", "mem-loads", "event=0xcd,umask=0x1,frontend=3"),
	EVENT("cpu", "slots", "event=0x00,umask=0x4"),
	EVENT("cpu", "asks", "event=0x2,umask=?"),
	EVENT("cpu", "wrong", "event=0x2,nothing=1"),
	{ "cpu/caps/max_precise", "2\n" },
	PMU("power", "12"),
	FORMAT("power", "event", "config:0-7"),
	EVENT("power", "energy-pkg", "event=0x02"),
	EVENT("power", "energy-pkg.unit", "Joules"),
	EVENT("power", "energy-pkg.scale", "2.3283064365386962890625e-10"),
	{ "power/cpumask", "0\n" },
	PMU("uncore_imc_0", "20"),
	{ "uncore_imc_0/cpumask", "0,8\n" },
	FORMAT("uncore_imc_0", "event", "config:0-7"),
	PMU("uncore_imc_1", "21"),
	{ "uncore_imc_1/cpumask", "0,8\n" },
	FORMAT("uncore_imc_1", "event", "config:0-7"),
	{ NULL, NULL }
};

static const struct fake_file x86_hybrid[] = {
	COMMON_PMUS,
	PMU("cpu_core", "4"),
	X86_FORMATS("cpu_core"),
	{ "cpu_core/cpus", "0-3,8\n" },
	EVENT("cpu_core", "topdown-retiring", "event=0x00,umask=0x80"),
	PMU("cpu_atom", "10"),
	X86_FORMATS("cpu_atom"),
	{ "cpu_atom/cpus", "4-7\n" },
	EVENT("cpu_atom", "topdown-retiring", "event=0xc2,umask=0x0"),
	{ NULL, NULL }
};

#define ARM64_FORMATS(pmu) \
	FORMAT(pmu, "event", "config:0-15"), \
		FORMAT(pmu, "long", "config1:0"), \
		FORMAT(pmu, "rdpmc", "config1:1")
#define ARM64_THRESHOLDS(pmu) \
	FORMAT(pmu, "threshold_count", "config1:2"), \
		FORMAT(pmu, "threshold_compare", "config1:3-4"), \
		FORMAT(pmu, "threshold", "config1:5-16")
#define ARM64_EVENTS(pmu) \
	EVENT(pmu, "cpu_cycles", "event=0x0011"), \
		EVENT(pmu, "inst_retired", "event=0x0008"), \
		EVENT(pmu, "stall_slot", "event=0x003f"), \
		EVENT(pmu, "dtlb_walk", "event=0x0034")

static const struct fake_file arm64[] = {
	COMMON_PMUS,
	PMU("armv8_pmuv3", "8"),
	ARM64_FORMATS("armv8_pmuv3"),
	ARM64_THRESHOLDS("armv8_pmuv3"),
	ARM64_EVENTS("armv8_pmuv3"),
	{ "armv8_pmuv3/cpus", "0-3\n" },
	{ "armv8_pmuv3/caps/threshold_max", "0x000000ff\n" },
	{ NULL, NULL }
};

/* Thresholds known to the kernel, not to the PMU. */
static const struct fake_file arm64_no_thresholds[] = {
	COMMON_PMUS,
	PMU("armv8_pmuv3_0", "8"),
	ARM64_FORMATS("armv8_pmuv3_0"),
	ARM64_THRESHOLDS("armv8_pmuv3_0"),
	ARM64_EVENTS("armv8_pmuv3_0"),
	{ "armv8_pmuv3_0/cpus", "0-3\n" },
	{ "armv8_pmuv3_0/caps/threshold_max", "0x00000000\n" },
	{ NULL, NULL }
};

/* Two kinds of CPUs, and a kernel without thresholds. */
static const struct fake_file arm64_two[] = {
	COMMON_PMUS,
	PMU("armv8_cortex_a53", "8"),
	ARM64_FORMATS("armv8_cortex_a53"),
	ARM64_EVENTS("armv8_cortex_a53"),
	{ "armv8_cortex_a53/cpus", "0-3\n" },
	PMU("armv8_cortex_a73", "9"),
	ARM64_FORMATS("armv8_cortex_a73"),
	ARM64_EVENTS("armv8_cortex_a73"),
	{ "armv8_cortex_a73/cpus", "4-7\n" },
	{ NULL, NULL }
};

/* Before Linux 5.17: nothing about user space. */
static const struct fake_file arm64_old[] = {
	COMMON_PMUS,
	PMU("armv8_pmuv3", "8"),
	FORMAT("armv8_pmuv3", "event", "config:0-15"),
	ARM64_EVENTS("armv8_pmuv3"),
	{ "armv8_pmuv3/cpus", "0-3\n" },
	{ NULL, NULL }
};

/* A virtual machine that shows no PMU. */
static const struct fake_file no_pmu[] = {
	COMMON_PMUS,
	{ NULL, NULL }
};

/* From here on this is the machine. */
static inline void use_machine(const struct fake_file *files)
{
	if (folder[0])
		remove_tree(folder);
	assert_int_equal(begin_folder("pmus"), 0);
	make_files(files);
	uet_pmu_root = folder;
}

#endif /* UET_TESTS_FAKE_PMUS_H */
