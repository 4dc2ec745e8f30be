/* SPDX-License-Identifier: MIT */
/*
 * uet_probe_counter_gate: how the inline function reads a counter, on x86-64,
 * where it cannot by itself.  A call that keeps nearly all registers, so that
 * functions with marks stay leaf functions: see uet/detail/counter.h.
 */
#include "emit/gate.h"
#include "emit/gate_macros.h"

#ifdef UET_HAVE_GATE

/* To who unwinds the stack, the caller's stack pointer is where its compiler
 * has it: DW_CFA_val_offset_sf, rsp, in units of -8. */
#if UET_ASM_COUNTER_FRAME != 128
#error "write it into the next line"
#endif
#define CFI_CALLERS_STACK .cfi_escape 0x15, 7, 0x70

	.hidden uet_counter_read_slow

	.text
	.globl uet_probe_counter_gate
	.type uet_probe_counter_gate, @function
	.p2align 4
/* rax: the counter.  Behind it: rax the value, dl the state; nothing else is
 * changed. */
uet_probe_counter_gate:
	.cfi_startproc
	CFI_CALLERS_STACK
	_CET_ENDBR
	save %rdi, 16
	save %rsi, 24
	save %r8, 32
	save %r9, 40
	save %r10, 48
	save %r11, 56
	save %rcx, 64
	save %rbp, 72
	mov %rsp, %rbp
	.cfi_def_cfa_register %rbp
	and $-16, %rsp
	mov %rax, %rdi
	call uet_counter_read_slow
	mov %rbp, %rsp
	.cfi_def_cfa_register %rsp
	restore %rbp, 64
	restore %rcx, 56
	restore %r11, 48
	restore %r10, 40
	restore %r9, 32
	restore %r8, 24
	restore %rsi, 16
	restore %rdi, 8
	ret
	.cfi_endproc
	.size uet_probe_counter_gate, . - uet_probe_counter_gate

#endif

	.section .note.GNU-stack, "", @progbits
