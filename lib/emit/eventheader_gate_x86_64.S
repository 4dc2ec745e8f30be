/* SPDX-License-Identifier: MIT */
/*
 * uet_probe_eh_gate: uet_probe_gate for EventHeader events, with the same
 * contract.  What is ordinary is done here: the prefix, fields of up to 8 and of
 * 16 bytes, and strings, all of which have room in the block.  It reads slots and
 * writes in front of them, so that eventheader.c can begin anew.
 */
#include "emit/gate.h"

#ifdef UET_HAVE_GATE

#include "emit/gate_macros.h"

	.hidden uet_probe_slow
	.hidden uet_probe_eh_slow

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
	mov (%rax), %rcx
	mov UET_ASM_EVENT_WORD(%rcx), %rcx
	cmpl $1, (%rcx)
	jne .Leh_slow
	/* rsi: the record; rdi: the prefix, whose last chunk overlaps. */
	lea 40(%rsp), %rsi
	mov UET_ASM_EH_PREFIX(%rax), %rdi
	movzwl UET_ASM_EH_PREFIX_SIZE(%rax), %ecx
	sub $CHUNK, %ecx
	xor %edx, %edx
.Leh_prefix:
	movups (%rdi, %rdx), %xmm14
	movups %xmm14, (%rsi, %rdx)
	add $CHUNK, %edx
	cmp %ecx, %edx
	jb .Leh_prefix
	movups (%rdi, %rcx), %xmm14
	movups %xmm14, (%rsi, %rcx)
	/* rdx: bytes so far; rdi: the part; r10: its slot. */
	movzwl UET_ASM_EH_FIXED_SIZE(%rax), %edx
	mov UET_ASM_EH_PARTS(%rax), %rdi
	movzwl UET_ASM_EH_FIRST_SLOT(%rax), %r10d
	lea UET_ASM_GATE_SLOTS(%rsi, %r10, 8), %r10
.Leh_part:
	movzwl 2(%rdi), %ecx
	test %ecx, %ecx
	jz .Leh_write
	cmp $(UET_ASM_GATE_SLOTS - CHUNK), %edx
	ja .Leh_slow
	mov (%r10), %r11
	cmp $UET_ASM_PART_VALUE, %ecx
	jne .Leh_no_value
	mov %r11, (%rsi, %rdx)
	add 4(%rdi), %edx
.Leh_next:
	add $8, %rdi
	add $8, %r10
	jmp .Leh_part

.Leh_no_value: /* r11: a pointer */
	test %r11, %r11
	jz .Leh_slow
	cmp $UET_ASM_PART_COPY, %ecx
	je .Leh_copy
	cmp $UET_ASM_PART_STRING, %ecx
	jne .Leh_slow
	mov %r11, %rcx
.Leh_chunk: /* rcx: the chunk; rdx: where it goes, and it has room there */
	mov %ecx, %r11d
	and $IN_PAGE, %r11d
	cmp $(IN_PAGE + 1 - CHUNK), %r11d
	ja .Leh_slow
	movups (%rcx), %xmm14
	pxor %xmm15, %xmm15
	pcmpeqb %xmm14, %xmm15
	pmovmskb %xmm15, %r11d
	movups %xmm14, (%rsi, %rdx)
	bsf %r11d, %r11d
	jz .Leh_next_chunk
	lea 1(%rdx, %r11), %edx
	jmp .Leh_next

.Leh_next_chunk:
	add $CHUNK, %rcx
	add $CHUNK, %edx
	cmp $(UET_ASM_GATE_SLOTS - CHUNK), %edx
	jbe .Leh_chunk
	jmp .Leh_slow

.Leh_copy:
	cmpl $CHUNK, 4(%rdi)
	jne .Leh_slow
	movups (%r11), %xmm14
	movups %xmm14, (%rsi, %rdx)
	add $CHUNK, %edx
	jmp .Leh_next

.Leh_write:
	mov (%rax), %r10
	mov UET_ASM_EVENT_TARGET(%r10), %rdi
	test %rdi, %rdi
	js .Leh_slow
	mov %edi, (%rsi)
	shr $32, %rdi
	mov $SYS_write, %eax
	syscall
	test %rax, %rax
	js .Leh_refused
	lock incq UET_ASM_EVENT_EMITTED(%r10)
.Leh_return:
	.cfi_remember_state
	restore %rcx, 32
	restore %rdx, 24
	restore %rsi, 16
	restore %rdi, 8
	ret
	.cfi_restore_state

.Leh_refused: /* r10: the event; rax: -errno */
	mov %r10, %rdi
	mov %rax, %rdx
	lea uet_probe_slow(%rip), %rcx
	jmp .Leh_call
.Leh_slow:
	mov %rax, %rdi
	lea uet_probe_eh_slow(%rip), %rcx
.Leh_call: /* rcx(rdi, block, rdx) */
	save %r8, 48
	save %r9, 56
	save %rbx, 64
	lea 64(%rsp), %rsi
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

#endif

	.section .note.GNU-stack, "", @progbits
