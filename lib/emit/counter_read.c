/* SPDX-License-Identifier: MIT */
/*
 * Reading counters where the inline function cannot: through the descriptor, a
 * whole group at once, and what was counted only a part of the time.  Any
 * thread, any signal handler; errno stays.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "common/sys.h"
#include "common/sys_call.h"
#include "emit/counter_internal.h"
#include "emit/gate.h"

#ifdef UET_HAVE_GATE
#if defined(UET__GATE)
UET__STATIC_ASSERT(UET_ASM_COUNTER_FRAME == UET__COUNTER_FRAME, "gate");
#endif
#endif

#if defined(UET__COUNTER_TIME)
/* A test's. */
#elif defined(__x86_64__) && !defined(__ILP32__)

static uint64_t read_timestamp(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

#define UET__COUNTER_TIME() read_timestamp()

#elif defined(__aarch64__) && !defined(__ILP32__)

static uint64_t read_timestamp(void)
{
	uint64_t value;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
	return value;
}

#define UET__COUNTER_TIME() read_timestamp()

#endif

/* What read(2) gives of a group's first. */
struct reading {
	uint64_t n;
	uint64_t enabled; /* nanoseconds */
	uint64_t running;
	struct {
		uint64_t value;
		uint64_t id;
	} members[UET_COUNTER_GROUP_MAX]; /* the first at the front */
};

static struct uet_count none(void)
{
	return uet__count(0, UET_COUNT_NONE);
}

/* value * enabled / running, at most what fits. */
static uint64_t estimate(uint64_t value, uint64_t enabled, uint64_t running)
{
	uint64_t whole, rest = value % running, result;

	if (__builtin_mul_overflow(value / running, enabled, &whole))
		return UINT64_MAX;
	/* Both below running: shortened until their product fits. */
	while (rest && enabled > UINT64_MAX / rest) {
		enabled >>= 1;
		running >>= 1;
	}
	if (!running ||
	    __builtin_add_overflow(whole, rest * enabled / running, &result))
		return UINT64_MAX;
	return result;
}

static struct uet_count judge(uint64_t value, uint64_t enabled,
			      uint64_t running)
{
	if (enabled == running)
		return uet__count(value, UET_COUNT_EXACT);
	if (!running)
		return none();
	return uet__count(estimate(value, enabled, running), UET_COUNT_SCALED);
}

#if defined(UET__COUNTER_PMC)

/* What the page's times make of a timestamp: nanoseconds since it was written. */
static uint64_t since_written(const volatile struct uet__counter_page *page,
			      uint64_t stamp)
{
	uint64_t low_bits = (UINT64_C(1) << page->time_shift) - 1;

	if (page->capabilities & UET__CAP_TIME_SHORT)
		stamp = page->time_cycles +
			((stamp - page->time_cycles) & page->time_mask);
	return page->time_offset +
	       (stamp >> page->time_shift) * page->time_mult +
	       ((stamp & low_bits) * page->time_mult >> page->time_shift);
}

bool uet_counter_scale(const volatile struct uet__counter_page *page,
		       struct uet_count *count)
{
	uint64_t offset, pmc, enabled, running, passed, value;
	uint32_t lock, index;
	unsigned int width;

	do {
		lock = page->lock;
		UET__COUNTER_BARRIER();
		index = page->index;
		offset = (uint64_t)page->offset;
		width = page->pmc_width;
		enabled = page->time_enabled;
		running = page->time_running;
		if ((lock & 1) || !index || !UET__COUNTER_HAS(index - 1) ||
		    width - 1 > 63 || page->time_shift > 63 ||
		    !(page->capabilities & UET__CAP_RDPMC) ||
		    !(page->capabilities & UET__CAP_TIME))
			return false;
		passed = since_written(page, UET__COUNTER_TIME());
		pmc = UET__COUNTER_PMC(index - 1);
		UET__COUNTER_BARRIER();
	} while (page->lock != lock);
	value = offset + uet__sign_extend(pmc, width);
	/* A clock that goes backwards is none; for a negative value see
	 * uet__counter_try(). */
	if (running > enabled || passed > INT64_MAX || value > INT64_MAX)
		return false;
	*count = judge(value, enabled + passed, running + passed);
	return true;
}

static bool is_ours(const struct uet_counter *counter)
{
	return counter->owner == uet__thread_pointer();
}

#else

bool uet_counter_scale(const volatile struct uet__counter_page *page,
		       struct uet_count *count)
{
	(void)page;
	(void)count;
	return false;
}

static bool is_ours(const struct uet_counter *counter)
{
	(void)counter;
	return false;
}

#endif

/* Zeros in a child of fork, by itself or because it is another process. */
static bool is_here(const struct uet_counter_handle *handle)
{
	return handle && handle->kept &&
	       (!handle->pid || handle->pid == uet_call3(SYS_getpid, 0, 0, 0));
}

static bool read_all(const struct uet_counter_handle *handle,
		     struct reading *reading)
{
	ssize_t want = (ssize_t)((3 + 2 * handle->n) * sizeof(uint64_t));
	ssize_t got;

	do {
		/* A file of the program's would lose what is read, or wait. */
		if (!uet_counter_fd_is_counter(&handle->first))
			return false;
		got = uet_sys_read(handle->first.fd, reading, sizeof(*reading));
	} while (got == -EINTR);
	/* Nothing at all: it asked for a register for ever and had none. */
	return got == want && reading->n == handle->n &&
	       reading->members[0].id == handle->first.id;
}

struct uet_count uet_counter_read_slow(struct uet_counter *counter)
{
	const struct uet_counter_handle *handle = (const void *)counter;
	struct uet_count count;
	struct reading reading;

	if (!is_here(handle))
		return none();
	if (is_ours(counter) && uet_counter_scale(counter->page, &count))
		return count;
	if (!read_all(handle, &reading))
		return none();
	return judge(reading.members[handle->place].value, reading.enabled,
		     reading.running);
}

struct uet_count UET_API uet_probe_counter_read(struct uet_counter *counter)
{
	return uet_counter_read_slow(counter);
}

#if defined(UET__COUNTER_PMC)

/* All by their registers, if no page changes meanwhile. */
static bool try_all(struct uet_counter *const *counters, size_t n,
		    struct uet_count *counts)
{
	uint32_t locks[UET_COUNTER_GROUP_MAX];
	size_t same = 0;

	if (n > UET_COUNTER_GROUP_MAX)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!counters[i] || !is_ours(counters[i]))
			return false;
	while (same < n) {
		for (size_t i = 0; i < n; i++)
			locks[i] = counters[i]->page->lock;
		UET__COUNTER_BARRIER();
		for (size_t i = 0; i < n; i++) {
			counts[i].state = UET_COUNT_EXACT;
			if (!uet__counter_try(counters[i]->page,
					      &counts[i].value))
				return false;
		}
		UET__COUNTER_BARRIER();
		for (same = 0; same < n; same++)
			if (counters[same]->page->lock != locks[same])
				break;
	}
	return true;
}

#else

static bool try_all(struct uet_counter *const *counters, size_t n,
		    struct uet_count *counts)
{
	(void)counters;
	(void)n;
	(void)counts;
	return false;
}

#endif

static bool are_of_one_group(struct uet_counter *const *counters, size_t n)
{
	const struct uet_counter_handle *first = (const void *)counters[0];

	for (size_t i = 0; i < n; i++) {
		const struct uet_counter_handle *handle =
			(const void *)counters[i];

		if (!is_here(handle) || handle->first.id != first->first.id)
			return false;
	}
	return true;
}

void UET_API uet_counter_read_group(struct uet_counter *const *counters,
				    size_t n, struct uet_count *counts)
{
	struct reading reading;

	if (!n || try_all(counters, n, counts))
		return;
	if (!are_of_one_group(counters, n)) {
		for (size_t i = 0; i < n; i++)
			counts[i] = uet__counter_read(counters[i]);
		return;
	}
	if (!read_all((const void *)counters[0], &reading)) {
		for (size_t i = 0; i < n; i++)
			counts[i] = none();
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const struct uet_counter_handle *handle =
			(const void *)counters[i];

		counts[i] = judge(reading.members[handle->place].value,
				  reading.enabled, reading.running);
	}
}

#if defined(__aarch64__)

#define REGISTER(n) \
	case n: \
		__asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(value)); \
		return value;

uint64_t UET_API uet_probe_counter_register(uint32_t n)
{
	uint64_t value;

	switch (n) {
		REGISTER(0) REGISTER(1) REGISTER(2) REGISTER(3) REGISTER(4)
		REGISTER(5) REGISTER(6) REGISTER(7) REGISTER(8) REGISTER(9)
		REGISTER(10) REGISTER(11) REGISTER(12) REGISTER(13)
		REGISTER(14) REGISTER(15) REGISTER(16) REGISTER(17)
		REGISTER(18) REGISTER(19) REGISTER(20) REGISTER(21)
		REGISTER(22) REGISTER(23) REGISTER(24) REGISTER(25)
		REGISTER(26) REGISTER(27) REGISTER(28) REGISTER(29)
		REGISTER(30)
	default:
		return 0;
	}
}

#else

/* Exported on every machine; asked on none but arm64. */
uint64_t UET_API uet_probe_counter_register(uint32_t n)
{
	(void)n;
	return 0;
}

#endif
