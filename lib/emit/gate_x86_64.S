/* SPDX-License-Identifier: MIT */
/*
 * uet_probe_gate: where probes on x86-64 enter the library.  See uet/abi.h for
 * the contract, which is no calling convention, and so no C.  What is ordinary
 * is done here: an event of numbers and of strings that have room in the
 * block, with only the kernel listening.  The rest is emit.c's.
 */
#include "emit/gate.h"

#ifdef UET_HAVE_GATE

#include "emit/gate_event.h"

	.hidden uet_probe_slow
	.hidden uet_tap_dispatch

	.text
	.globl uet_probe_gate
	.type uet_probe_gate, @function
	.p2align 4
/* rax: the event; above the return address: the block. */
uet_probe_gate:
	.cfi_startproc
	CFI_CALLERS_STACK
	_CET_ENDBR
	save %rdi, 16
	save %rsi, 24
	save %rdx, 32
	save %rcx, 40
	mov UET_ASM_EVENT_WORD(%rax), %rcx
	cmpl $1, (%rcx)
	jne .Lslow
	/* rsi: the record; rdx: its bytes so far; rdi: the part. */
	lea 40(%rsp), %rsi
	movzwl UET_ASM_EVENT_FIXED_SIZE(%rax), %edx
	mov UET_ASM_EVENT_PARTS(%rax), %rdi
	mov UET_ASM_GATE_SLOTS(%rsi), %r10
.Lpart:	/* r10: the part's slot */
	cmpw $UET_ASM_PART_STRING, 2(%rdi)
	jne .Lno_string
	test %r10, %r10
	jz .Lslow
	mov %edx, %ecx
.Lchunk: /* r10: the chunk; rcx: where it goes, and it has room there */
	mov %r10d, %r11d
	and $IN_PAGE, %r11d
	cmp $(IN_PAGE + 1 - CHUNK), %r11d
	ja .Lslow
	movups (%r10), %xmm14
	pxor %xmm15, %xmm15
	pcmpeqb %xmm14, %xmm15
	pmovmskb %xmm15, %r11d
	movups %xmm14, (%rsi, %rcx)
	bsf %r11d, %r11d
	jz .Lnext_chunk
	/* The location word: size << 16 | offset from the word's own end. */
	lea 1(%rcx, %r11), %ecx
	mov %ecx, %r11d
	sub %edx, %r11d
	shl $16, %r11d
	movzwl (%rdi), %r10d
	lea -4(%r11, %rdx), %r11d
	sub %r10d, %r11d
	mov %r11d, (%rsi, %r10)
	mov %ecx, %edx
	add $8, %rdi
	cmpw $0, 2(%rdi)
	jne .Lnext_part
.Lwrite:
	/* The descriptor and the write index, as one. */
	mov UET_ASM_EVENT_TARGET(%rax), %rdi
	test %rdi, %rdi
	js .Lslow
	mov %edi, (%rsi)
	shr $32, %rdi
	mov %rax, %r10
	mov $SYS_write, %eax
	syscall
	test %rax, %rax
	js .Lrefused
	lock incq UET_ASM_EVENT_EMITTED(%r10)
.Lreturn:
	.cfi_remember_state
	restore %rcx, 32
	restore %rdx, 24
	restore %rsi, 16
	restore %rdi, 8
	ret
	.cfi_restore_state

.Lno_string:
	cmpw $0, 2(%rdi)
	je .Lwrite
	jmp .Lslow

.Lnext_chunk:
	add $CHUNK, %r10
	add $CHUNK, %ecx
	cmp $(UET_ASM_GATE_SLOTS - CHUNK), %ecx
	jbe .Lchunk
	jmp .Lslow

.Lnext_part:
	cmp $(UET_ASM_GATE_SLOTS - CHUNK), %edx
	ja .Lslow
	/* Parts and slots are of one size. */
	mov %rdi, %r10
	sub UET_ASM_EVENT_PARTS(%rax), %r10
	mov UET_ASM_GATE_SLOTS(%rsi, %r10), %r10
	jmp .Lpart

.Lslow:
	mov %rax, %r10
	xor %eax, %eax
.Lrefused: /* r10: the event; rax: -errno, or 0: not tried */
	save %r8, 48
	save %r9, 56
	save %rbx, 64
	mov %r10, %rdi
	lea 64(%rsp), %rsi
	mov %rax, %rdx
	mov %rsp, %rbx
	.cfi_def_cfa_register %rbx
	and $-16, %rsp
	call uet_probe_slow
	mov %rbx, %rsp
	.cfi_def_cfa_register %rsp
	restore %rbx, 56
	restore %r9, 48
	restore %r8, 40
	jmp .Lreturn
	.cfi_endproc
	.size uet_probe_gate, . - uet_probe_gate

/*
 * uet_tap_gate: uet_tap_dispatch() for callers whose own callers do not expect
 * vector registers to change.
 */
	.hidden uet_tap_gate
	.globl uet_tap_gate
	.type uet_tap_gate, @function
	.p2align 4
uet_tap_gate:
	.cfi_startproc
	save %rbp, 16
	mov %rsp, %rbp
	.cfi_def_cfa_register %rbp
	push %rbx
	push %r12
	push %r13
	push %r14
	.cfi_offset %rbx, -24
	.cfi_offset %r12, -32
	.cfi_offset %r13, -40
	.cfi_offset %r14, -48
	mov %rdi, %r12
	mov %rsi, %r13
	mov %edx, %r14d
	call uet_vector_area
	mov %eax, %ebx
	sub %rbx, %rsp
	and $-64, %rsp
	cmp $UET_VECTOR_AREA_LEAST, %ebx
	je 1f
	/* The header, which xrstor wants clean and xsave does not clean. */
	xor %eax, %eax
	.irp at, 512, 520, 528, 536, 544, 552, 560, 568
	mov %rax, \at(%rsp)
	.endr
	mov $UET_VECTOR_STATE, %eax
	xor %edx, %edx
	xsave64 (%rsp)
	jmp 2f
1:	fxsave64 (%rsp)
2:	/* The taps may use all of x87's stack; its control word stays. */
	fninit
	fldcw (%rsp)
	mov %r12, %rdi
	mov %r13, %rsi
	mov %r14d, %edx
	call uet_tap_dispatch
	cmp $UET_VECTOR_AREA_LEAST, %ebx
	je 3f
	mov $UET_VECTOR_STATE, %eax
	xor %edx, %edx
	xrstor64 (%rsp)
	jmp 4f
3:	fxrstor64 (%rsp)
4:	lea -32(%rbp), %rsp
	pop %r14
	pop %r13
	pop %r12
	pop %rbx
	pop %rbp
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_endproc
	.size uet_tap_gate, . - uet_tap_gate

/*
 * Bytes that the vector state takes on this processor, in eax.  Where XSAVE
 * keeps a component and how long that is differs between processors.
 */
	.type uet_vector_area, @function
	.p2align 4
uet_vector_area:
	.cfi_startproc
	save %rbx, 16
	mov $UET_VECTOR_AREA_LEAST, %r8d
	mov $1, %eax
	cpuid
	bt $27, %ecx /* OSXSAVE */
	jnc 3f
	mov $(UET_VECTOR_AREA_LEAST + 64), %r8d
	mov $2, %r9d
1:	mov $UET_VECTOR_STATE, %eax
	bt %r9d, %eax
	jnc 2f
	mov $0xd, %eax
	mov %r9d, %ecx
	cpuid
	test %eax, %eax
	jz 2f
	add %ebx, %eax
	cmp %r8d, %eax
	cmova %eax, %r8d
2:	inc %r9d
	cmp $32, %r9d
	jb 1b
3:	mov %r8d, %eax
	restore %rbx, 8
	ret
	.cfi_endproc
	.size uet_vector_area, . - uet_vector_area

#endif

	.section .note.GNU-stack, "", @progbits
