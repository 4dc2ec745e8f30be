/* SPDX-License-Identifier: MIT */
/*
 * What gate_x86_64.S and the C files behind it must agree upon.  For both
 * languages.
 */
#ifndef UET_EMIT_GATE_H
#define UET_EMIT_GATE_H

#if defined(__x86_64__) && !defined(__ILP32__) && !defined(UET_PLAIN_CALL)
#define UET_HAVE_GATE 1
#endif

/* uet/abi.h in numbers. */
#define UET_ASM_GATE_FRAME 640
#define UET_ASM_GATE_SLOTS 432
#define UET_ASM_COUNTER_FRAME 128 /* the red zone; in uet/detail/counter.h */
#define UET_ASM_PART_STRING 1
#define UET_ASM_PART_COPY 5
#define UET_ASM_PART_VALUE 6
#define UET_ASM_EVENT_WORD 0
#define UET_ASM_EVENT_PARTS 16
#define UET_ASM_EVENT_FIXED_SIZE 28
#define UET_ASM_EVENT_TARGET 32
#define UET_ASM_EVENT_EMITTED 56
#define UET_ASM_EH_PREFIX 8
#define UET_ASM_EH_PARTS 16
#define UET_ASM_EH_PREFIX_SIZE 28
#define UET_ASM_EH_FIXED_SIZE 30
#define UET_ASM_EH_FIRST_SLOT 34

/* XSAVE's components that functions may change: x87, SSE, AVX, AVX-512's
 * three, and APX's registers. */
#define UET_VECTOR_STATE 0x800e7

/* The area of a processor without XSAVE: FXSAVE's. */
#define UET_VECTOR_AREA_LEAST 512

#endif /* UET_EMIT_GATE_H */
