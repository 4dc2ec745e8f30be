/* SPDX-License-Identifier: MIT */
/*
 * What the gates of events have in common.  For the assembler.
 */
#ifndef UET_EMIT_GATE_MACROS_H
#define UET_EMIT_GATE_MACROS_H

#ifdef __CET__
#include <cet.h>
#else
#define _CET_ENDBR
#endif

/* To who unwinds the stack, the caller's stack pointer is where its compiler
 * has it: DW_CFA_val_offset_sf, rsp, in units of -8. */
#if UET_ASM_GATE_FRAME != 640
#error "write it into the next line"
#endif
#define CFI_CALLERS_STACK .cfi_escape 0x15, 7, 0xb0, 0x7f

#define SYS_write 1

/* A string is read in chunks, and a chunk must not cross the end of a page:
 * what is mapped behind the string's NUL, its page is. */
#define CHUNK 16
#define IN_PAGE 4095

/* offset: from the stack pointer to the caller's frame, afterwards.  (Said in
 * full, as clang's assembler loses count at .cfi_restore_state.) */
	.macro save register, offset
	push \register
	.cfi_def_cfa_offset \offset
	.cfi_rel_offset \register, 0
	.endm

	.macro restore register, offset
	pop \register
	.cfi_def_cfa_offset \offset
	.cfi_restore \register
	.endm

#endif /* UET_EMIT_GATE_MACROS_H */
