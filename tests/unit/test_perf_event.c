/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/perf_event.h"
#include "fake_pmus.h"

struct expected {
	const char *text;
	uint32_t type;
	uint64_t config, config1, config2, config3;
	/* What is excluded (u k h G H I) or set (D e p for each p). */
	const char *bits;
	const char *pmu;
};

static struct uet_perf_event parsed;
static struct uet_error err;

static bool differs(const struct expected *e)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.type = e->type;
	attr.size = e->config3 ? 136 : 128;
	attr.config = e->config;
	attr.config1 = e->config1;
	attr.config2 = e->config2;
	for (const char *at = e->bits; *at; at++) {
		attr.exclude_user |= *at == 'u';
		attr.exclude_kernel |= *at == 'k';
		attr.exclude_hv |= *at == 'h';
		attr.exclude_guest |= *at == 'G';
		attr.exclude_host |= *at == 'H';
		attr.exclude_idle |= *at == 'I';
		attr.pinned |= *at == 'D';
		attr.exclusive |= *at == 'e';
		attr.precise_ip += *at == 'p';
	}
	return memcmp(&attr, &parsed.attr, 128) ||
	       uet_perf_event_config3(&parsed) != e->config3 ||
	       strcmp(parsed.pmu.name, e->pmu ? e->pmu : "") != 0;
}

static void expect_all(int cpu, const struct expected *e, size_t n)
{
	unsigned int wrong = 0;

	for (; n--; e++) {
		int result;

		err.text[0] = '\0';
		result = uet_perf_event_parse(e->text, cpu, &parsed, &err);
		if (!result && !differs(e) && !strcmp(parsed.name, e->text))
			continue;
		wrong++;
		print_message("# '%s': %d %s type %u config %llx %llx %llx "
			      "pmu '%s' precise %u\n",
			      e->text, result, err.text, parsed.attr.type,
			      (unsigned long long)parsed.attr.config,
			      (unsigned long long)parsed.attr.config1,
			      (unsigned long long)parsed.attr.config2,
			      parsed.pmu.name, parsed.attr.precise_ip);
	}
	assert_int_equal(wrong, 0);
}

#define EXPECT(cpu, ...) \
	do { \
		static const struct expected list[] = { __VA_ARGS__ }; \
		expect_all(cpu, list, sizeof(list) / sizeof(list[0])); \
	} while (0)

struct refusal {
	const char *text;
	int result;
	const char *says;
};

static void refuse_all(int cpu, const struct refusal *r, size_t n)
{
	unsigned int wrong = 0;

	for (; n--; r++) {
		int result;

		err.text[0] = '\0';
		result = uet_perf_event_parse(r->text, cpu, &parsed, &err);
		if (result == r->result && strstr(err.text, r->says))
			continue;
		wrong++;
		print_message("# '%s': %d, %s\n", r->text, result, err.text);
	}
	assert_int_equal(wrong, 0);
}

#define REFUSE(cpu, ...) \
	do { \
		static const struct refusal list[] = { __VA_ARGS__ }; \
		refuse_all(cpu, list, sizeof(list) / sizeof(list[0])); \
	} while (0)

static void names_that_every_kernel_knows(void **state)
{
	(void)state;
	use_machine(no_pmu);
	EXPECT(0,
	       { "cycles", 0, 0, 0, 0, 0, "G", NULL },
	       { "cpu-cycles", 0, 0, 0, 0, 0, "G", NULL },
	       { "instructions", 0, 1, 0, 0, 0, "G", NULL },
	       { "cache-references", 0, 2, 0, 0, 0, "G", NULL },
	       { "cache-misses", 0, 3, 0, 0, 0, "G", NULL },
	       { "branches", 0, 4, 0, 0, 0, "G", NULL },
	       { "branch-misses", 0, 5, 0, 0, 0, "G", NULL },
	       { "bus-cycles", 0, 6, 0, 0, 0, "G", NULL },
	       { "idle-cycles-frontend", 0, 7, 0, 0, 0, "G", NULL },
	       { "stalled-cycles-backend", 0, 8, 0, 0, 0, "G", NULL },
	       { "ref-cycles", 0, 9, 0, 0, 0, "G", NULL },
	       { "cpu-clock", 1, 0, 0, 0, 0, "G", NULL },
	       { "task-clock", 1, 1, 0, 0, 0, "G", NULL },
	       { "faults", 1, 2, 0, 0, 0, "G", NULL },
	       { "cs", 1, 3, 0, 0, 0, "G", NULL },
	       { "migrations", 1, 4, 0, 0, 0, "G", NULL },
	       { "minor-faults", 1, 5, 0, 0, 0, "G", NULL },
	       { "major-faults", 1, 6, 0, 0, 0, "G", NULL },
	       { "alignment-faults", 1, 7, 0, 0, 0, "G", NULL },
	       { "emulation-faults", 1, 8, 0, 0, 0, "G", NULL },
	       { "dummy", 1, 9, 0, 0, 0, "G", NULL },
	       { "bpf-output", 1, 10, 0, 0, 0, "G", NULL },
	       { "cgroup-switches", 1, 11, 0, 0, 0, "G", NULL });
}

static void caches_in_all_their_spellings(void **state)
{
	(void)state;
	use_machine(no_pmu);
	EXPECT(0,
	       { "L1-dcache-loads", 3, 0x00000, 0, 0, 0, "G", NULL },
	       { "L1-dcache-load-misses", 3, 0x10000, 0, 0, 0, "G", NULL },
	       { "L1-dcache-misses-load", 3, 0x10000, 0, 0, 0, "G", NULL },
	       { "l1d", 3, 0x00000, 0, 0, 0, "G", NULL },
	       { "L1-data-stores", 3, 0x00100, 0, 0, 0, "G", NULL },
	       { "L1-icache-prefetch", 3, 0x00201, 0, 0, 0, "G", NULL },
	       { "LLC-store-misses", 3, 0x10102, 0, 0, 0, "G", NULL },
	       { "dTLB-speculative-read-miss", 3, 0x10203, 0, 0, 0, "G", NULL },
	       { "iTLB-load-misses:u", 3, 0x10004, 0, 0, 0, "khG", NULL },
	       { "branch-loads", 3, 0x00005, 0, 0, 0, "G", NULL },
	       { "node-misses", 3, 0x10006, 0, 0, 0, "G", NULL });
	REFUSE(0, { "L1-icache-stores", -ENOENT, "'L1-icache-stores'" },
	       { "iTLB-stores", -ENOENT, "'iTLB-stores'" },
	       { "L1-dcache-", -ENOENT, "no event" },
	       { "L1-dcache-loads-misses-misses", -ENOENT, "no event" });
}

static void raw_events(void **state)
{
	(void)state;
	use_machine(x86_cpu);
	EXPECT(0, { "r1b", 4, 0x1b, 0, 0, 0, "G", "cpu" },
	       { "r01aB:k", 4, 0x1ab, 0, 0, 0, "uh", "cpu" },
	       { "r0x3c", 4, 0x3c, 0, 0, 0, "G", "cpu" },
	       { "cpu/r1b/", 4, 0x1b, 0, 0, 0, "G", "cpu" },
	       { "rffffffffffffffff", 4, UINT64_MAX, 0, 0, 0, "G", "cpu" });
	REFUSE(0, { "rffffffffffffffff0", -ENOENT, "no event" },
	       { "rxyz", -ENOENT, "no event 'rxyz'" });
}

static void modifiers_become_bits(void **state)
{
	(void)state;
	use_machine(x86_cpu);
	EXPECT(0, { "cycles:u", 0, 0, 0, 0, 0, "khG", "cpu" },
	       { "cycles:k", 0, 0, 0, 0, 0, "uh", "cpu" },
	       { "cycles:h", 0, 0, 0, 0, 0, "uk", "cpu" },
	       { "cycles:uk", 0, 0, 0, 0, 0, "hG", "cpu" },
	       { "cycles:ku", 0, 0, 0, 0, 0, "hG", "cpu" },
	       { "cycles:ukh", 0, 0, 0, 0, 0, "G", "cpu" },
	       { "cycles:G", 0, 0, 0, 0, 0, "H", "cpu" },
	       { "cycles:H", 0, 0, 0, 0, 0, "G", "cpu" },
	       { "cycles:GH", 0, 0, 0, 0, 0, "", "cpu" },
	       { "cycles:uG", 0, 0, 0, 0, 0, "khH", "cpu" },
	       { "cycles:uGH", 0, 0, 0, 0, 0, "kh", "cpu" },
	       { "cycles:p", 0, 0, 0, 0, 0, "Gp", "cpu" },
	       { "cycles:ppu", 0, 0, 0, 0, 0, "khGpp", "cpu" },
	       { "cycles:ppp", 0, 0, 0, 0, 0, "Gppp", "cpu" },
	       { "cycles:P", 0, 0, 0, 0, 0, "pp", "cpu" },
	       { "cycles:D", 0, 0, 0, 0, 0, "D", "cpu" },
	       { "cycles:e", 0, 0, 0, 0, 0, "e", "cpu" },
	       { "cycles:I", 0, 0, 0, 0, 0, "I", "cpu" },
	       { "cycles:SW", 0, 0, 0, 0, 0, "", "cpu" });
	assert_int_equal(uet_perf_event_parse("cycles:PSW", 0, &parsed, &err),
			 0);
	assert_true(parsed.precise_max && parsed.sample_read && parsed.weak);
	REFUSE(0, { "cycles:+", -EINVAL, "'+' (character 8)" },
	       { "cycles:\xff", -EINVAL, "(character 8)" },
	       { "cycles:x", -EINVAL, "'x' (character 8)" },
	       { "cycles:uu", -EINVAL, "'u' (character 9) is there twice" },
	       { "cycles:pppp", -EINVAL, "'p' (character 11)" },
	       { "cycles:", -EINVAL, "no modifier" },
	       { "cycles:b", -EOPNOTSUPP, "'b' (character 8) is for perf" },
	       { "cycles:R", -EOPNOTSUPP, "'R'" },
	       { "cycles:u:k", -EINVAL, "':' (character 9)" });
}

static void terms_of_a_pmu(void **state)
{
	(void)state;
	use_machine(x86_cpu);
	EXPECT(0,
	       { "cpu/event=0x3c,umask=0/k", 4, 0x3c, 0, 0, 0, "uh", "cpu" },
	       { "cpu/event=60,umask=0x1/", 4, 0x13c, 0, 0, 0, "G", "cpu" },
	       { "cpu/event=0x3c/:u", 4, 0x3c, 0, 0, 0, "khG", "cpu" },
	       { "cpu/event=0xc2,inv,cmask=2/", 4, 0x28000c2, 0, 0, 0,
		 "G", "cpu" },
	       { "cpu/config=0x1,config1=2,config2=3,config3=4/", 4, 1, 2, 3, 4,
		 "G", "cpu" },
	       { "cpu/split=0x1ff/", 4, 0, 0, UINT64_C(0x8000000000000f0f), 0,
		 "G", "cpu" },
	       { "cpu/split=0x12/", 4, 0, 0, 0x102, 0, "G", "cpu" },
	       { "cpu/far=0xab/", 4, 0, 0, 0, 0xab, "G", "cpu" },
	       { "cpu/cpu-cycles/", 4, 0x3c, 0, 0, 0, "G", "cpu" },
	       { "cpu/mem-loads/pp", 4, 0x1cd, 3, 0, 0, "Gpp", "cpu" },
	       { "cpu/mem-loads,cmask=1/", 4, 0x10001cd, 3, 0, 0, "G", "cpu" },
	       { "cpu/asks,umask=4/", 4, 0x402, 0, 0, 0, "G", "cpu" },
	       { "cpu/instructions/", 0, 1, 0, 0, 0, "G", "cpu" },
	       { "cpu/L1-dcache-loads/u", 3, 0, 0, 0, 0, "khG", "cpu" },
	       { "cpu//", 4, 0, 0, 0, 0, "G", "cpu" },
	       { "slots", 4, 0x400, 0, 0, 0, "G", "cpu" },
	       { "slots:u", 4, 0x400, 0, 0, 0, "khG", "cpu" },
	       { "mem-loads/cmask=1/", 4, 0x10001cd, 3, 0, 0, "G", "cpu" },
	       { "uncore_imc_1/event=4/", 21, 4, 0, 0, 0, "", "uncore_imc_1" },
	       { "power/energy-pkg/", 12, 2, 0, 0, 0, "", "power" });
	assert_string_equal(parsed.scale, "2.3283064365386962890625e-10");
	assert_string_equal(parsed.unit, "Joules");
	assert_string_equal(parsed.pmu.cpus, "0");
	assert_false(parsed.pmu.is_core);
}

static void what_a_pmu_does_not_take(void **state)
{
	(void)state;
	use_machine(x86_cpu);
	REFUSE(0,
	       { "cpu/event=0x3c,umsk=0/", -EINVAL,
		 "'umsk' (character 16) is no event and no term of the PMU "
		 "cpu, which takes cmask, damaged, edge, event, " },
	       { "cpu/event=0x100/", -EINVAL,
		 "'0x100' (character 11) is too large: event is at most 255" },
	       { "cpu/event=99999999999999999999/", -EINVAL, "is no number" },
	       { "cpu/event=0x/", -EINVAL, "is no number" },
	       { "cpu/event=-1/", -EINVAL, "is no number" },
	       { "cpu/event=/", -EINVAL, "is no number" },
	       { "cpu/umask/", -EINVAL, "'umask' (character 5) takes a number" },
	       { "cpu/event=?/", -EINVAL, "is to be given" },
	       { "cpu/asks/", -EINVAL, "defines asks with 'umask'" },
	       { "cpu/wrong/", -EINVAL, "defines wrong with 'nothing'" },
	       { "cpu/damaged=1/", -EINVAL, "format in /sys" },
	       { "cpu/event=1,,umask=2/", -EINVAL,
		 "a term without a name at character 13" },
	       { "cpu/=1/", -EINVAL, "without a name" },
	       { "cpu/event=1", -EINVAL, "'/' (character 4) has no second" },
	       { "cpu/call-graph=fp/", -EINVAL, "is for perf itself" },
	       { "cpu/../type/", -EINVAL, "'..' (character 5)" },
	       { "cpu/software/", -EINVAL, "'software'" },
	       { "cpu/cs/", -EINVAL, "'cs'" },
	       { "gpu/event=1/", -ENOENT, "no PMU and no event 'gpu'" },
	       { "../cpu/x/", -ENOENT, "'..'" },
	       { "/event=1/", -ENOENT, "no PMU" },
	       { "uncore_imc/event=4/", -EINVAL, "2 PMUs uncore_imc_" },
	       { "cycles/event=1/", -EINVAL, "name its PMU" },
	       { "instrutions", -ENOENT, "no event 'instrutions'" },
	       { "cycles,instructions", -EINVAL, "no ',' (character 7)" },
	       { "{cycles,cs}", -EINVAL, "no groups in braces: name the events "
		 "one by one, without the '{' (character 1)" },
	       { "{cycles", -EINVAL, "'{' (character 1)" },
	       { "cs}", -EINVAL, "'}' (character 3)" },
	       { "cs}:u", -EINVAL, "'}' (character 3)" },
	       { "{cpu/event=1/", -EINVAL, "'{' (character 1)" },
	       { "cpu/event=1/}", -EINVAL, "'}' (character 13)" },
	       { "cpu/{event=1/", -EINVAL, "'{event' (character 5) is no" },
	       { "", -EINVAL, "empty" },
	       { "duration_time", -EOPNOTSUPP, "measures it by itself" });
}

static void folder_of_pmus_that_is_not_there(void **state)
{
	static const char says[] = "pmus/none, which tells of the others, is "
				   "not there: mount /sys";
	char path[256];

	(void)state;
	use_machine(x86_cpu);
	snprintf(path, sizeof(path), "%s/pmus/none", folder);
	uet_pmu_root = path;
	EXPECT(0, { "page-faults:u", 1, 2, 0, 0, 0, "khG", "" });
	REFUSE(0, { "cpu/event=1/", -ENOENT, "'cpu' is no event that every" },
	       { "cpu/event=1/", -ENOENT, says },
	       { "slots", -ENOENT, says },
	       { "cycles:y", -EINVAL, "'y' (character 8)" });
	uet_pmu_root = folder;
}

static void terms_that_are_no_bits_of_config(void **state)
{
	(void)state;
	use_machine(x86_cpu);
	assert_int_equal(uet_perf_event_parse("cycles/period=1000,name=mine/u",
					      0, &parsed, &err), 0);
	assert_string_equal(parsed.name, "mine");
	assert_int_equal(parsed.attr.sample_period, 1000);
	assert_int_equal(parsed.attr.freq, 0);
	assert_int_equal(uet_perf_event_parse("cpu/event=1,freq=99/", 0,
					      &parsed, &err), 0);
	assert_int_equal(parsed.attr.sample_freq, 99);
	assert_int_equal(parsed.attr.freq, 1);
}

static void thread_on_one_of_two_kinds_of_cpus(void **state)
{
	(void)state;
	use_machine(x86_hybrid);
	EXPECT(8, { "cycles", 0, UINT64_C(4) << 32, 0, 0, 0, "G", "cpu_core" },
	       { "r1b", 4, 0x1b, 0, 0, 0, "G", "cpu_core" });
	EXPECT(5, { "cycles", 0, UINT64_C(10) << 32, 0, 0, 0, "G", "cpu_atom" },
	       { "LLC-loads:u", 3, (UINT64_C(10) << 32) + 2, 0, 0, 0, "khG",
		 "cpu_atom" },
	       { "r1b", 10, 0x1b, 0, 0, 0, "G", "cpu_atom" },
	       { "topdown-retiring", 10, 0xc2, 0, 0, 0, "G", "cpu_atom" },
	       { "cpu_core/cycles/", 0, UINT64_C(4) << 32, 0, 0, 0, "G",
		 "cpu_core" },
	       { "cpu_core/event=0x3c/", 4, 0x3c, 0, 0, 0, "G", "cpu_core" },
	       { "page-faults", 1, 2, 0, 0, 0, "G", NULL });
	assert_string_equal(parsed.pmu.cpus, "");
	EXPECT(-1, { "cycles", 0, 0, 0, 0, 0, "G", NULL },
	       { "topdown-retiring", 10, 0xc2, 0, 0, 0, "G", "cpu_atom" });
	/* A CPU that neither has. */
	EXPECT(99, { "cycles", 0, 0, 0, 0, 0, "G", NULL });
	use_machine(arm64_two);
	EXPECT(4, { "instructions", 0, (UINT64_C(9) << 32) + 1, 0, 0, 0, "G",
		    "armv8_cortex_a73" },
	       { "inst_retired", 9, 8, 0, 0, 0, "G", "armv8_cortex_a73" });
	assert_string_equal(parsed.pmu.cpus, "4-7");
}

static void thresholds_are_checked_first(void **state)
{
	(void)state;
	use_machine(arm64);
	EXPECT(0,
	       { "armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2/", 8,
		 0x3f, 2 << 5 | 2 << 3, 0, 0, "G", "armv8_pmuv3" },
	       { "stall_slot/threshold=2,threshold_compare=2/", 8, 0x3f,
		 2 << 5 | 2 << 3, 0, 0, "G", "armv8_pmuv3" },
	       { "dtlb_walk/threshold=10,threshold_compare=3,threshold_count/u",
		 8, 0x34, 10 << 5 | 3 << 3 | 1 << 2, 0, 0, "khG",
		 "armv8_pmuv3" },
	       { "stall_slot/threshold=255/", 8, 0x3f, 255 << 5, 0, 0, "G",
		 "armv8_pmuv3" },
	       { "stall_slot/threshold=0,threshold_compare=1/", 8, 0x3f, 1 << 3,
		 0, 0, "G", "armv8_pmuv3" });
	REFUSE(0,
	       { "stall_slot/threshold=256/", -EINVAL,
		 "threshold=256 is too large: the PMU armv8_pmuv3 has "
		 "thresholds up to 255" },
	       { "stall_slot/threshold=4096/", -EINVAL,
		 "threshold is at most 4095" },
	       { "stall_slot/threshold=1,threshold_compare=4/", -EINVAL,
		 "threshold_compare is at most 3" },
	       { "stall_slot/threshold=1,threshold_count=2/", -EINVAL,
		 "threshold_count is at most 1" });
	use_machine(arm64_no_thresholds);
	REFUSE(0, { "armv8_pmuv3/stall_slot,threshold=2/", -EOPNOTSUPP,
		    "armv8_pmuv3_0 has no thresholds" });
	use_machine(arm64_two);
	REFUSE(0, { "stall_slot/threshold=2/", -EOPNOTSUPP,
		    "armv8_cortex_a53 or this kernel has no thresholds" });
}

static void number_of_an_instance_may_be_left_out(void **state)
{
	(void)state;
	use_machine(arm64_no_thresholds);
	EXPECT(0, { "armv8_pmuv3/inst_retired/u", 8, 8, 0, 0, 0, "khG",
		    "armv8_pmuv3_0" });
}

static void formats_that_cannot_be_understood(void **state)
{
	static const char *const wrong[] = {
		"", "config", "config:", "config4:0", "config:64", "config:7-0",
		"config:a", "config:1-", "config:1;2", "event:0-7",
	};
	struct uet_pmu_format format;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(uet_pmu_format_parse(wrong[i], &format),
				 -EINVAL);
	assert_int_equal(uet_pmu_format_parse("config2:0-63", &format), 0);
	assert_int_equal(format.word, 2);
	assert_true(format.bits == UINT64_MAX);
	assert_true(uet_pmu_format_max(&format) == UINT64_MAX);
}

static void lists_of_cpus(void **state)
{
	(void)state;
	assert_true(uet_cpu_list_has("0-3,8", 8));
	assert_true(uet_cpu_list_has("0-3,8", 2));
	assert_false(uet_cpu_list_has("0-3,8", 5));
	assert_false(uet_cpu_list_has("", 0));
	assert_false(uet_cpu_list_has("nonsense", 0));
	assert_false(uet_cpu_list_has("0-3", -1));
}

static bool is_name(const char *text)
{
	return uet_perf_event_is_name(text, strlen(text));
}

static void counters_are_told_from_tracepoints(void **state)
{
	static const char *const yes[] = {
		"cycles", "cycles:u", "cpu/event=1/", "r1b", "r1b:k",
		"L1-dcache-loads", "L1-dcache-load-misses:u", "page-faults",
		"duration_time", "stall_slot/threshold=2/",
		/* Wrong, and the parser says how. */
		"cycles:", "cycles:y", "cycles:us", "page-faults:z",
		"page-faults:", "page-faults:u_k", "duration_time:x", "r1b:",
		"{cycles", "{sched:sched_switch", "branches}", "branches}:S",
		"{", "}",
	};
	static const char *const no[] = {
		"sched:sched_switch", "user_events:shop_done", "shop_done",
		"cycles:foo_bar", "cycles:*", "r8169:xmit", "node:x", "node:",
		"u:cycles", "read", "node", "shop_{a", "user_events:shop_}a",
		"branch", "", ":u", "inst_retired", "*", "shop_*",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		if (!is_name(yes[i]))
			fail_msg("%s", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (is_name(no[i]))
			fail_msg("%s", no[i]);
	/* Only as much of the text as it is told of. */
	assert_true(uet_perf_event_is_name("cycles,shop", 6));
}

static void text_of_any_length_ends_in_a_line(void **state)
{
	char text[5000];

	(void)state;
	use_machine(x86_cpu);
	for (size_t size = 1; size < sizeof(text); size += 61) {
		memset(text, 'a', size);
		text[size] = '\0';
		assert_int_equal(uet_perf_event_parse(text, 0, &parsed, &err),
				 size < 256 ? -ENOENT : -EINVAL);
		memcpy(text, "cpu/", size < 4 ? 0 : 4);
		assert_true(uet_perf_event_parse(text, 0, &parsed, &err) < 0);
		text[size - 1] = '/';
		assert_true(uet_perf_event_parse(text, 0, &parsed, &err) < 0);
		assert_true(err.text[0]);
	}
}

static int remove_machine(void **state)
{
	(void)state;
	return remove_tree(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_that_every_kernel_knows),
		cmocka_unit_test(caches_in_all_their_spellings),
		cmocka_unit_test(raw_events),
		cmocka_unit_test(modifiers_become_bits),
		cmocka_unit_test(terms_of_a_pmu),
		cmocka_unit_test(what_a_pmu_does_not_take),
		cmocka_unit_test(folder_of_pmus_that_is_not_there),
		cmocka_unit_test(terms_that_are_no_bits_of_config),
		cmocka_unit_test(thread_on_one_of_two_kinds_of_cpus),
		cmocka_unit_test(thresholds_are_checked_first),
		cmocka_unit_test(number_of_an_instance_may_be_left_out),
		cmocka_unit_test(formats_that_cannot_be_understood),
		cmocka_unit_test(lists_of_cpus),
		cmocka_unit_test(counters_are_told_from_tracepoints),
		cmocka_unit_test(text_of_any_length_ends_in_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, remove_machine);
}
