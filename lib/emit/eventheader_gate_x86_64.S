/* SPDX-License-Identifier: MIT */
/*
 * Where EventHeader events of probes enter the library on x86-64:
 * uet_probe_eh_gate, with the contract of uet_probe_gate, and
 * uet_probe_eh_emit, which is called as C functions are.  What is ordinary is
 * done here: the prefix, fields of up to 8 and of 16 bytes, and strings, all of
 * which have room behind the record.  It reads slots and writes in front of
 * them, so that eventheader.c can begin anew.
 */
#include "emit/gate.h"

#ifdef UET_HAVE_GATE

#include "emit/gate_event.h"

	.hidden uet_probe_slow
	.hidden uet_probe_eh_slow
	.hidden uet_eh_emit

/*
 * Lays the event out and writes it.  rax: the struct uet_eh; rsi: the record;
 * r10: the first part's slot.  limit: up to where, from the record's start, a
 * chunk has room.  Goes to slow, with rax and rsi as they were; to refused with
 * the event in r10 and -errno in rax; or on behind it, having changed rax, rcx,
 * rdx, rdi, r10, r11, xmm14 and xmm15.
 */
	.macro lay_out_and_write limit, slow, refused
	mov (%rax), %rcx
	mov UET_ASM_EVENT_WORD(%rcx), %rcx
	cmpl $1, (%rcx)
	jne \slow
	/* rdi: the prefix, of which two chunks at a time are copied from its
	 * end on; those at its start overlap what is copied already. */
	mov UET_ASM_EH_PREFIX(%rax), %rdi
	movzwl UET_ASM_EH_PREFIX_SIZE(%rax), %ecx
	sub $(2 * CHUNK), %ecx
	jb 10f
1:	movups CHUNK(%rdi, %rcx), %xmm14
	movups (%rdi, %rcx), %xmm15
	movups %xmm14, CHUNK(%rsi, %rcx)
	movups %xmm15, (%rsi, %rcx)
	sub $(2 * CHUNK), %ecx
	ja 1b
	movups CHUNK(%rdi), %xmm14
	movups %xmm14, CHUNK(%rsi)
9:	movups (%rdi), %xmm15
	movups %xmm15, (%rsi)
	/* rdx: bytes so far; rdi: the part. */
	movzwl UET_ASM_EH_FIXED_SIZE(%rax), %edx
	mov UET_ASM_EH_PARTS(%rax), %rdi
	/* Strings are the least of the kinds, and the most frequent here. */
2:	movzwl 2(%rdi), %ecx
	cmp $UET_ASM_PART_STRING, %ecx
	jb 8f
	mov (%r10), %r11
	jne 4f
	cmp \limit, %rdx
	ja \slow
	test %r11, %r11
	jz \slow
	mov %r11, %rcx
5:	/* rcx: the chunk; rdx: where it goes, and it has room there */
	mov %ecx, %r11d
	and $IN_PAGE, %r11d
	cmp $(IN_PAGE + 1 - CHUNK), %r11d
	ja \slow
	movups (%rcx), %xmm14
	pxor %xmm15, %xmm15
	pcmpeqb %xmm14, %xmm15
	pmovmskb %xmm15, %r11d
	movups %xmm14, (%rsi, %rdx)
	bsf %r11d, %r11d
	jz 6f
	lea 1(%rdx, %r11), %edx
3:	add $8, %rdi
	add $8, %r10
	jmp 2b

6:	add $CHUNK, %rcx
	add $CHUNK, %edx
	cmp \limit, %rdx
	jbe 5b
	jmp \slow

4:	cmp \limit, %rdx
	ja \slow
	cmp $UET_ASM_PART_VALUE, %ecx
	jne 7f
	mov %r11, (%rsi, %rdx)
	add 4(%rdi), %edx
	jmp 3b

7:	cmp $UET_ASM_PART_COPY, %ecx
	jne \slow
	cmpl $CHUNK, 4(%rdi)
	jne \slow
	test %r11, %r11
	jz \slow
	movups (%r11), %xmm14
	movups %xmm14, (%rsi, %rdx)
	add $CHUNK, %edx
	jmp 3b

8:	mov (%rax), %r10
	mov UET_ASM_EVENT_TARGET(%r10), %rdi
	test %rdi, %rdi
	js \slow
	mov %edi, (%rsi)
	shr $32, %rdi
	mov $SYS_write, %eax
	syscall
	test %rax, %rax
	js \refused
	lock incq UET_ASM_EVENT_EMITTED(%r10)
	jmp 11f

10:	/* One chunk or two. */
	add $CHUNK, %ecx
	movups (%rdi, %rcx), %xmm14
	movups %xmm14, (%rsi, %rcx)
	jmp 9b
11:
	.endm

	.text
	.globl uet_probe_eh_gate
	.type uet_probe_eh_gate, @function
	.p2align 4
/* rax: the struct uet_eh; above the return address: the block. */
uet_probe_eh_gate:
	.cfi_startproc
	CFI_CALLERS_STACK
	_CET_ENDBR
	save %rdi, 16
	save %rsi, 24
	save %rdx, 32
	save %rcx, 40
	lea 40(%rsp), %rsi
	movzwl UET_ASM_EH_FIRST_SLOT(%rax), %r10d
	lea UET_ASM_GATE_SLOTS(%rsi, %r10, 8), %r10
	lay_out_and_write $(UET_ASM_GATE_SLOTS - CHUNK), .Leh_slow, .Leh_refused
.Leh_return:
	.cfi_remember_state
	restore %rcx, 32
	restore %rdx, 24
	restore %rsi, 16
	restore %rdi, 8
	ret
	.cfi_restore_state

.Leh_refused:
	mov %r10, %rdi
	mov %rax, %rdx
	lea uet_probe_slow(%rip), %rcx
	jmp .Leh_call
.Leh_slow:
	mov %rax, %rdi
	lea uet_probe_eh_slow(%rip), %rcx
.Leh_call: /* rcx(rdi, rsi, rdx) */
	save %r8, 48
	save %r9, 56
	save %rbx, 64
	mov %rsp, %rbx
	.cfi_def_cfa_register %rbx
	and $-16, %rsp
	call *%rcx
	mov %rbx, %rsp
	.cfi_def_cfa_register %rsp
	restore %rbx, 56
	restore %r9, 48
	restore %r8, 40
	jmp .Leh_return
	.cfi_endproc
	.size uet_probe_eh_gate, . - uet_probe_eh_gate

	.globl uet_probe_eh_emit
	.type uet_probe_eh_emit, @function
	.p2align 4
/* rdi: the struct uet_eh; rsi: the record; rdx: its size with the room behind
 * it; rcx: the slots.  Whoever has no room asks for none: the limit may lie in
 * front of the record. */
uet_probe_eh_emit:
	.cfi_startproc
	_CET_ENDBR
	mov %rdi, %rax
	mov %rcx, %r9
	mov %rcx, %r10
	lea -CHUNK(%rdx), %r8
	lay_out_and_write %r8, .Lemit_slow, .Lemit_refused
	ret

.Lemit_slow:
	mov %rax, %rdi
	lea CHUNK(%r8), %rdx
	mov %r9, %rcx
	jmp uet_eh_emit
.Lemit_refused:
	mov %r10, %rdi
	mov %rax, %rdx
	jmp uet_probe_slow
	.cfi_endproc
	.size uet_probe_eh_emit, . - uet_probe_eh_emit

#endif

	.section .note.GNU-stack, "", @progbits
