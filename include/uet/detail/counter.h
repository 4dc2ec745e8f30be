/* SPDX-License-Identifier: MIT */
/*
 * How a counter is read without a system call: the protocol of the page that
 * the kernel shares (struct perf_event_mmap_page in linux/perf_event.h).
 * Whatever is not the plain case is libuet's.
 */
#ifndef UET_DETAIL_COUNTER_H
#define UET_DETAIL_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/argument.h"
#include "uet/detail/count.h"
#include "uet/detail/probe.h"

/* The beginning of the kernel's page. */
struct uet__counter_page {
	uint32_t version;
	uint32_t compat_version;
	uint32_t lock; /* odd: being written */
	uint32_t index; /* of the register, from 1; 0: in none */
	int64_t offset; /* to be added to the register's value */
	uint64_t time_enabled;
	uint64_t time_running;
	uint64_t capabilities;
	uint16_t pmc_width; /* of the register, in bits */
	uint16_t time_shift;
	uint32_t time_mult;
	uint64_t time_offset;
	uint64_t time_zero;
	uint32_t size;
	uint32_t reserved;
	uint64_t time_cycles;
	uint64_t time_mask;
};
UET__STATIC_ASSERT(offsetof(struct uet__counter_page, lock) == 8 &&
		   offsetof(struct uet__counter_page, offset) == 16 &&
		   offsetof(struct uet__counter_page, capabilities) == 40 &&
		   offsetof(struct uet__counter_page, time_offset) == 56 &&
		   offsetof(struct uet__counter_page, time_mask) == 88,
		   "uet: struct perf_event_mmap_page");

#define UET__CAP_RDPMC (UINT64_C(1) << 2)
#define UET__CAP_TIME (UINT64_C(1) << 3)
#define UET__CAP_TIME_SHORT (UINT64_C(1) << 5)

/* What programs know of a handle.  In a child of fork it is all zeros. */
struct uet_counter {
	/* The thread whose events it counts, as uet__thread_pointer() of that
	 * thread says; 0: not to be read from user space.  What the page tells
	 * of registers is true for that thread only. */
	uintptr_t owner;
	const volatile struct uet__counter_page *page;
};

#ifdef __cplusplus
extern "C" {
#endif
/* libuet's, as uet_probe_emit() is: called by the inline functions only. */
struct uet_count uet_probe_counter_read(struct uet_counter *counter);
uint64_t uet_probe_counter_register(uint32_t n);
#ifdef __cplusplus
}
#endif

/*
 * UET__COUNTER_PMC(n) reads register n, and UET__COUNTER_HAS(n) says whether
 * that can be done: what the kernel numbers above is for others to read.  No
 * instruction barriers around them: what changes a register's meaning between
 * the page's two locks is an interrupt on this CPU, which is one.
 */
#if defined(UET__COUNTER_PMC)
/* A test's. */
#elif defined(__x86_64__) && !defined(__ILP32__)

static inline __attribute__((always_inline)) uint64_t
uet__rdpmc(uint32_t n)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(n));
	return UET__CAST(uint64_t, high) << 32 | low;
}

#define UET__COUNTER_PMC(n) uet__rdpmc(n)
/* Bit 29 is the register of several counts in one, bit 30 the fixed ones. */
#define UET__COUNTER_HAS(n) (((n) >> 29 & 1) == 0)

#elif defined(__aarch64__) && !defined(__ILP32__)

#define UET__CYCLE_COUNTER 31

static inline __attribute__((always_inline)) uint64_t
uet__counter_pmc(uint32_t n)
{
	uint64_t value;

	/* The other registers have no number that could be a variable. */
	if (n != UET__CYCLE_COUNTER)
		return uet_probe_counter_register(n);
	__asm__ volatile("mrs %0, pmccntr_el0" : "=r"(value));
	return value;
}

#define UET__COUNTER_PMC(n) uet__counter_pmc(n)
#define UET__COUNTER_HAS(n) ((n) <= UET__CYCLE_COUNTER)

#endif

/* Within one CPU the compiler alone could spoil the order. */
#define UET__COUNTER_BARRIER() __asm__ volatile("" : : : "memory")

#if defined(UET__COUNTER_PMC)

/*
 * Volatile, and no __builtin_thread_pointer(): a compiler may keep that over a
 * call behind which a coroutine goes on in another thread.
 */
static inline __attribute__((always_inline)) uintptr_t
uet__thread_pointer(void)
{
	uintptr_t pointer;

#if defined(__x86_64__)
	/* The first word of what it points to is itself: the ABI's. */
	__asm__ volatile("{movq %%fs:0, %0|mov %0, QWORD PTR fs:0}"
			 : "=r"(pointer));
#else
	__asm__ volatile("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
	return pointer;
}

/* From width bits, 1 to 64, to 64 with the sign. */
static inline __attribute__((always_inline)) uint64_t
uet__sign_extend(uint64_t value, unsigned int width)
{
	unsigned int above = (64 - width) & 63;
	int64_t top = UET__CAST(int64_t, value << above);

	return UET__CAST(uint64_t, top >> above);
}

/* False: not to be had in this way now.  (What is needed late is read late: it
 * would be kept in registers that the program's function needs.) */
static inline __attribute__((always_inline)) bool
uet__counter_try(const volatile struct uet__counter_page *page,
		 uint64_t *value)
{
	uint64_t sum;
	uint32_t lock, index;

	do {
		lock = page->lock;
		UET__COUNTER_BARRIER();
		index = page->index;
		if ((lock & 1) || !index || !UET__COUNTER_HAS(index - 1) ||
		    page->pmc_width - 1u > 63 ||
		    !(page->capabilities & UET__CAP_RDPMC) ||
		    page->time_enabled != page->time_running)
			return false;
		sum = UET__COUNTER_PMC(index - 1);
		sum = uet__sign_extend(sum, page->pmc_width);
		sum += UET__CAST(uint64_t, page->offset);
		UET__COUNTER_BARRIER();
	} while (page->lock != lock);
	*value = sum;
	/* Behind a reset the kernel's offset takes the register without its
	 * sign (Linux 6.12), until the register is loaded anew. */
	return sum >> 63 == 0;
}

#endif /* UET__COUNTER_PMC */

static inline __attribute__((always_inline)) struct uet_count
uet__count(uint64_t value, uint8_t state)
{
	struct uet_count count;

	count.value = value;
	count.state = state;
	return count;
}

#if defined(UET__GATE)

#define UET__COUNTER_FRAME 128 /* the red zone */

/* A call that the compiler does not see, as a probe's is: without it, what
 * lives across a mark would be saved where nobody listens. */
static inline __attribute__((always_inline)) struct uet_count
uet__counter_ask(struct uet_counter *counter)
{
	uint64_t value;
	uint32_t state;

	__asm__ volatile(
		UET__CFA_BEGIN
		"lea -" UET__ASM_STRING(UET__COUNTER_FRAME) "(%%rsp), %%rsp\n\t"
		"call *uet_probe_counter_gate@GOTPCREL(%%rip)\n\t"
		"lea " UET__ASM_STRING(UET__COUNTER_FRAME) "(%%rsp), %%rsp"
		UET__CFA_END
		: "=a"(value), "=d"(state)
		: UET__CFA_INPUT "0"(counter)
		: "cc", "memory");
	return uet__count(value, UET__CAST(uint8_t, state & 0xff));
}

#else

static inline __attribute__((always_inline)) struct uet_count
uet__counter_ask(struct uet_counter *counter)
{
	return uet_probe_counter_read(counter);
}

#endif

static inline __attribute__((always_inline)) struct uet_count
uet__counter_read(struct uet_counter *counter)
{
#if defined(UET__COUNTER_PMC)
	uint64_t value;

	if (counter && counter->owner == uet__thread_pointer() &&
	    uet__counter_try(counter->page, &value))
		return uet__count(value, UET_COUNT_EXACT);
#endif
	return uet__counter_ask(counter);
}

/* A value below the mark's is one of a counter that was set back, but for
 * estimates, which can shrink. */
static inline __attribute__((always_inline)) struct uet_count
uet__count_since(struct uet_count now, struct uet_count mark)
{
	uint8_t state = now.state > mark.state ? now.state : mark.state;

	if (state >= UET_COUNT_NONE)
		return uet__count(0, UET_COUNT_NONE);
	if (now.value < mark.value)
		return uet__count(0, state == UET_COUNT_SCALED ?
					     UET_COUNT_SCALED :
					     UET_COUNT_NONE);
	return uet__count(now.value - mark.value, state);
}

#endif /* UET_DETAIL_COUNTER_H */
