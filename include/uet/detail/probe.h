/* SPDX-License-Identifier: MIT */
/*
 * How a probe that is on hands its arguments to libuet, and how it asks
 * whether it is.  Knows the fields only as a list.
 *
 * On x86-64 by inline assembly that stores the arguments below the stack
 * pointer and calls uet_probe_gate, which leaves nearly all registers as they
 * are: to the compiler there is no call in the function, and what is executed
 * while nobody listens is the function as it was without the probe and two
 * instructions.  Elsewhere, for events of many fields, under
 * sanitizers, and with UET_PLAIN_CALL, by a call of a cold function.
 */
#ifndef UET_DETAIL_PROBE_H
#define UET_DETAIL_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/field.h"
#include "uet/detail/map.h"

/* Sanitizers know what functions do to memory, but not what assembly does. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UET__SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
#define UET__SANITIZED 1
#endif
#endif

/* Of the models for much code and data, clang wants more registers for the
 * medium one's than there are. */
#if defined(__code_model_large__) || \
	(defined(__code_model_medium__) && defined(__clang__))
#define UET__FAR 1
#endif

#if defined(__x86_64__) && !defined(__ILP32__) && !defined(UET__SANITIZED) && \
	!defined(UET__FAR) && !defined(UET_PLAIN_CALL)
#define UET__GATE 1
#endif

/*
 * The word as a whole, whoever set a bit of it.  On x86-64 the assembler, for
 * a compiler would load the word into a register first.  No memory clobber:
 * the probe orders nothing, and the program's values stay in registers.
 */
static inline __attribute__((always_inline)) bool
uet__is_set(const uint32_t *word)
{
#if defined(__x86_64__) && defined(__OPTIMIZE_SIZE__) && !defined(__clang__)
	/* GCC does not move blocks then, and would jump over the cold one. */
	__asm__ goto("{cmpl $0, %0|cmp %0, 0}\n\t"
		     "je %l[off]"
		     : /* no output */
		     : "m"(*word)
		     : "cc"
		     : off);
	return true;
off:
	return false;
#elif defined(__x86_64__)
	/* clang does not say the operand's size; said twice it does no harm. */
	__asm__ goto("{cmpl $0, %0|cmp dword ptr %0, 0}\n\t"
		     "jne %l[on]"
		     : /* no output */
		     : "m"(*word)
		     : "cc"
		     : on);
	return false;
on:
	return true;
#else
	return __atomic_load_n(word, __ATOMIC_RELAXED) != 0;
#endif
}

/* What a probe fills for libuet: see uet/abi.h. */
#define UET__DECLARE_RECORD(id, ...) \
	struct uet__record_##id { \
		uint32_t uet__index; \
		UET__MAP(UET__MEMBER, ~, __VA_ARGS__) \
	} __attribute__((packed)); \
	struct uet__slots_##id { \
		UET__MAP(UET__SLOT, ~, __VA_ARGS__) \
		uint64_t uet__end; \
	};

static inline const uint64_t *
uet__first_slot(const void *slots)
{
	return UET__CAST(const uint64_t *, slots);
}

#define UET__DEFINE_CALL(id, ...) \
	static __attribute__((cold, noinline)) void \
	uet__call_##id(UET__PARAMS(__VA_ARGS__)) \
	{ \
		struct { \
			struct uet__record_##id fixed; \
			unsigned char tail[ \
				UET__SUM(UET__N_DYNAMIC, __VA_ARGS__) > 0 ? \
					UET_TAIL_SIZE : 1]; \
		} uet__record; \
		struct uet__slots_##id uet__slots; \
		UET__MAP(UET__STORE, ~, __VA_ARGS__) \
		uet__slots.uet__end = 0; \
		uet_probe_emit(&uet__event_##id, &uet__record, \
			       sizeof(uet__record), \
			       uet__first_slot(&uet__slots)); \
	}

#if defined(UET__GATE)

/*
 * A call of this function makes GCC see that the probe's path is cold, so that
 * it goes to .text.unlikely.  (Before the assembly, after which GCC takes
 * nothing for certain.)  GCC looks into it and finds that it changes no
 * register.
 */
static __attribute__((cold, noinline, unused, no_instrument_function)) void
uet__cold(void)
{
	__asm__ volatile("");
}

#if defined(__clang__) || defined(__OPTIMIZE_SIZE__)
/* Cold code stays where it is all the same. */
#define UET__COLD()
#else
#define UET__COLD() uet__cold()
#endif

#if defined(__SSE2__)
#define UET__XMM "xmm14", "xmm15",
#else
#define UET__XMM
#endif

/* While the stack pointer is lowered, unwinders find the frame by a register,
 * since the assembly cannot know how its function describes it. */
#if defined(__GCC_HAVE_DWARF2_CFI_ASM) && !defined(__clang__)
#define UET__CFA_BEGIN ".cfi_remember_state\n\t.cfi_def_cfa %q[uet__cfa], 0\n\t"
#define UET__CFA_END "\n\t.cfi_restore_state"
#define UET__CFA_INPUT [uet__cfa] "r"(__builtin_dwarf_cfa()),
#else
#define UET__CFA_BEGIN
#define UET__CFA_END
#define UET__CFA_INPUT
#endif

#define UET__ASM_STRING(x) UET__ASM_STRING_(x)
#define UET__ASM_STRING_(x) #x

/* As many operands as there are registers at the least. */
#define UET__EMIT(id, ...) \
	UET__CAT(UET__EMIT_, UET__FITS(UET__OPERANDS(__VA_ARGS__))) \
	(id, __VA_ARGS__)

#define UET__EMIT_1(id, ...) \
	if (sizeof(struct uet__record_##id) <= UET_GATE_RECORD) { \
		UET__EMIT_BY_GATE(uet_probe_gate, uet__event_##id, \
				  UET__MAP(UET__ASM_TEXT, ~, __VA_ARGS__), \
				  UET__MAP(UET__ASM_INPUT, id, __VA_ARGS__)) \
	} else { \
		UET__EMIT_0(id, __VA_ARGS__) \
	}

/* text: stores the operands that follow it, each with a comma behind it. */
#define UET__EMIT_BY_GATE(gate, object, text, ...) \
	UET__COLD(); \
	__asm__ volatile( \
		UET__CFA_BEGIN \
		"lea -" UET__ASM_STRING(UET_GATE_FRAME) "(%%rsp), %%rsp\n\t" \
		text \
		"lea %[uet__event], %%rax\n\t" \
		"call *" #gate "@GOTPCREL(%%rip)\n\t" \
		"lea " UET__ASM_STRING(UET_GATE_FRAME) "(%%rsp), %%rsp" \
		UET__CFA_END \
		: /* no output */ \
		: __VA_ARGS__ UET__CFA_INPUT [uet__event] "m"(object) \
		: "rax", "r10", "r11", UET__XMM "cc", "memory");

#else /* !UET__GATE */

#define UET__EMIT UET__EMIT_0

#endif

#define UET__EMIT_0(id, ...) \
	uet__call_##id(UET__JOIN(UET__PASS_PARAM, ~, UET__COMMA, , __VA_ARGS__));

#ifndef UET_DISABLE
#define UET__DEFINE_EMITTER(id, ...) \
	UET__DECLARE_RECORD(id, __VA_ARGS__) \
	UET__DEFINE_CALL(id, __VA_ARGS__) \
	static inline __attribute__((always_inline)) void \
	uet__emit_##id(UET__PARAMS(__VA_ARGS__)) \
	{ \
		UET__EMIT(id, __VA_ARGS__) \
	}

#endif

#endif /* UET_DETAIL_PROBE_H */
