/* SPDX-License-Identifier: MIT */
/*
 * The names of events that every kernel knows, whatever PMU it has: perf's
 * spellings of PERF_TYPE_HARDWARE, SOFTWARE, HW_CACHE and RAW.
 */
#include "common/perf_event_internal.h"

#include <errno.h>
#include <string.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

struct symbol {
	const char *name;
	uint32_t type;
	uint32_t config;
};

#define HARDWARE(name, config) \
	{ name, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##config }
#define SOFTWARE(name, config) \
	{ name, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##config }

static const struct symbol symbols[] = {
	HARDWARE("cpu-cycles", CPU_CYCLES),
	HARDWARE("cycles", CPU_CYCLES),
	HARDWARE("instructions", INSTRUCTIONS),
	HARDWARE("cache-references", CACHE_REFERENCES),
	HARDWARE("cache-misses", CACHE_MISSES),
	HARDWARE("branch-instructions", BRANCH_INSTRUCTIONS),
	HARDWARE("branches", BRANCH_INSTRUCTIONS),
	HARDWARE("branch-misses", BRANCH_MISSES),
	HARDWARE("bus-cycles", BUS_CYCLES),
	HARDWARE("stalled-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HARDWARE("idle-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HARDWARE("stalled-cycles-backend", STALLED_CYCLES_BACKEND),
	HARDWARE("idle-cycles-backend", STALLED_CYCLES_BACKEND),
	HARDWARE("ref-cycles", REF_CPU_CYCLES),
	SOFTWARE("cpu-clock", CPU_CLOCK),
	SOFTWARE("task-clock", TASK_CLOCK),
	SOFTWARE("page-faults", PAGE_FAULTS),
	SOFTWARE("faults", PAGE_FAULTS),
	SOFTWARE("context-switches", CONTEXT_SWITCHES),
	SOFTWARE("cs", CONTEXT_SWITCHES),
	SOFTWARE("cpu-migrations", CPU_MIGRATIONS),
	SOFTWARE("migrations", CPU_MIGRATIONS),
	SOFTWARE("minor-faults", PAGE_FAULTS_MIN),
	SOFTWARE("major-faults", PAGE_FAULTS_MAJ),
	SOFTWARE("alignment-faults", ALIGNMENT_FAULTS),
	SOFTWARE("emulation-faults", EMULATION_FAULTS),
	SOFTWARE("dummy", DUMMY),
	SOFTWARE("bpf-output", BPF_OUTPUT),
	SOFTWARE("cgroup-switches", CGROUP_SWITCHES),
};

static const char *const tools[] = {
	"duration_time", "user_time", "system_time",
};

/* A part of a cache event's name, and what it stands for. */
struct part {
	const char *name;
	uint32_t value;
};

#define CACHE(name, cache) { name, PERF_COUNT_HW_CACHE_##cache }

/* Among two that begin alike the longer first. */
static const struct part caches[] = {
	CACHE("L1-dcache", L1D), CACHE("L1-data", L1D),
	CACHE("l1-d", L1D), CACHE("l1d", L1D),
	CACHE("L1-icache", L1I), CACHE("L1-instruction", L1I),
	CACHE("l1-i", L1I), CACHE("l1i", L1I),
	CACHE("LLC", LL), CACHE("L2", LL),
	CACHE("dTLB", DTLB), CACHE("d-tlb", DTLB), CACHE("Data-TLB", DTLB),
	CACHE("iTLB", ITLB), CACHE("i-tlb", ITLB),
	CACHE("Instruction-TLB", ITLB),
	CACHE("branches", BPU), CACHE("branch", BPU), CACHE("bpu", BPU),
	CACHE("btb", BPU), CACHE("bpc", BPU),
	CACHE("node", NODE),
};

static const struct part operations[] = {
	CACHE("loads", OP_READ), CACHE("load", OP_READ),
	CACHE("read", OP_READ),
	CACHE("stores", OP_WRITE), CACHE("store", OP_WRITE),
	CACHE("write", OP_WRITE),
	CACHE("prefetches", OP_PREFETCH), CACHE("prefetch", OP_PREFETCH),
	CACHE("speculative-read", OP_PREFETCH),
	CACHE("speculative-load", OP_PREFETCH),
};

static const struct part results[] = {
	CACHE("refs", RESULT_ACCESS), CACHE("Reference", RESULT_ACCESS),
	CACHE("ops", RESULT_ACCESS), CACHE("access", RESULT_ACCESS),
	CACHE("misses", RESULT_MISS), CACHE("miss", RESULT_MISS),
};

static bool is(struct uet_word word, const char *name)
{
	return strlen(name) == word.size && !memcmp(word.at, name, word.size);
}

int uet_perf_find_symbol(struct uet_word word, uint32_t *type,
			 uint64_t *config)
{
	for (size_t i = 0; i < N(symbols); i++) {
		if (!is(word, symbols[i].name))
			continue;
		*type = symbols[i].type;
		*config = symbols[i].config;
		return 0;
	}
	return -ENOENT;
}

bool uet_perf_is_tool(struct uet_word word)
{
	for (size_t i = 0; i < N(tools); i++)
		if (is(word, tools[i]))
			return true;
	return false;
}

/* Takes the part, and the '-' behind it, off the word's front. */
static bool take(struct uet_word *word, const struct part *parts, size_t n,
		 uint32_t *value)
{
	for (size_t i = 0; i < n; i++) {
		size_t size = strlen(parts[i].name);

		if (size > word->size || memcmp(word->at, parts[i].name, size))
			continue;
		if (size < word->size && word->at[size] != '-')
			continue;
		*value = parts[i].value;
		size += size < word->size;
		word->at += size;
		word->size -= size;
		return true;
	}
	return false;
}

/* What the table of the kernel's documentation has: instructions are not
 * stored, and the TLB of instructions and the branch unit only read. */
static bool is_valid_operation(uint32_t cache, uint32_t operation)
{
	switch (cache) {
	case PERF_COUNT_HW_CACHE_L1I:
		return operation != PERF_COUNT_HW_CACHE_OP_WRITE;
	case PERF_COUNT_HW_CACHE_ITLB:
	case PERF_COUNT_HW_CACHE_BPU:
		return operation == PERF_COUNT_HW_CACHE_OP_READ;
	default:
		return true;
	}
}

int uet_perf_find_cache(struct uet_word word, uint64_t *config)
{
	uint32_t cache, operation = PERF_COUNT_HW_CACHE_OP_READ;
	uint32_t result = PERF_COUNT_HW_CACHE_RESULT_ACCESS;
	bool has_operation;

	if (!word.size || word.at[word.size - 1] == '-' ||
	    !take(&word, caches, N(caches), &cache))
		return -ENOENT;
	has_operation = take(&word, operations, N(operations), &operation);
	/* Either may come first. */
	if (take(&word, results, N(results), &result) && !has_operation)
		take(&word, operations, N(operations), &operation);
	if (word.size || !is_valid_operation(cache, operation))
		return -ENOENT;
	*config = cache | operation << 8 | result << 16;
	return 0;
}

unsigned int uet_perf_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? (unsigned int)(c - 'a') + 10 : 16;
}

int uet_perf_find_raw(struct uet_word word, uint64_t *config)
{
	uint64_t value = 0;
	size_t i = 1;

	if (word.size < 2 || word.at[0] != 'r')
		return -ENOENT;
	if (word.size > 3 && word.at[1] == '0' && word.at[2] == 'x')
		i = 3;
	if (word.size - i > 16)
		return -ENOENT;
	for (; i < word.size; i++) {
		unsigned int digit = uet_perf_digit(word.at[i]);

		if (digit > 15)
			return -ENOENT;
		value = value << 4 | digit;
	}
	*config = value;
	return 0;
}

int uet_perf_find_name(struct uet_word word, uint32_t *type, uint64_t *config)
{
	if (!uet_perf_find_symbol(word, type, config))
		return 0;
	*type = PERF_TYPE_HW_CACHE;
	if (!uet_perf_find_cache(word, config))
		return 0;
	*type = PERF_TYPE_RAW;
	return uet_perf_find_raw(word, config);
}

bool uet_perf_is_modifier(char letter)
{
	return letter && strchr("ukhIGHpPSDWebR", letter);
}

/* Bare words that programs may well call their own events. */
static bool is_ambiguous(struct uet_word word, uint32_t type)
{
	uint32_t cache;

	if (type == PERF_TYPE_HW_CACHE)
		return take(&word, caches, N(caches), &cache) && !word.size;
	if (type != PERF_TYPE_RAW)
		return false;
	for (size_t i = 0; i < word.size; i++)
		if (word.at[i] >= '0' && word.at[i] <= '9')
			return false;
	return true;
}

const char *uet_perf_find_brace(const char *text, size_t size)
{
	bool between = false;

	for (size_t i = 0; i < size; i++) {
		if (text[i] == '/')
			between = !between;
		else if (!between && (text[i] == '{' || text[i] == '}'))
			return &text[i];
	}
	return NULL;
}

/* "{cycles", "branches}", "branches}:S": what a list has of a group. */
static bool is_of_group(struct uet_word word)
{
	return word.size && (word.at[0] == '{' ||
			     word.at[word.size - 1] == '}');
}

static bool are_letters(struct uet_word word)
{
	for (size_t i = 0; i < word.size; i++)
		if ((word.at[i] | 0x20) < 'a' || (word.at[i] | 0x20) > 'z')
			return false;
	return true;
}

static bool are_modifiers(struct uet_word word)
{
	for (size_t i = 0; i < word.size; i++)
		if (!uet_perf_is_modifier(word.at[i]))
			return false;
	return true;
}

/* As modifiers, if wrong ones perhaps, and not as the NAME of a tracepoint
 * whose SYSTEM is called like an event. */
static bool is_meant(struct uet_word name, uint32_t type,
		     struct uet_word modifiers)
{
	/* No system is called so. */
	if (memchr(name.at, '-', name.size))
		return true;
	/* One could be called "r8169". */
	return type == PERF_TYPE_RAW ? are_modifiers(modifiers) :
				       are_letters(modifiers);
}

bool uet_perf_event_is_name(const char *text, size_t size)
{
	const char *colon = memchr(text, ':', size);
	struct uet_word name = { text, colon ? (size_t)(colon - text) : size };
	struct uet_word modifiers = { text + name.size, size - name.size };
	uint64_t config;
	uint32_t type;

	if (memchr(text, '/', size) || is_of_group(name))
		return true;
	if (colon) {
		modifiers.at++;
		modifiers.size--;
	}
	if (uet_perf_is_tool(name))
		return are_letters(modifiers);
	return !uet_perf_find_name(name, &type, &config) &&
	       !is_ambiguous(name, type) && is_meant(name, type, modifiers);
}
