/* SPDX-License-Identifier: MIT */
/*
 * How the gates keep registers on the stack, so that unwinders know where they
 * are.  For assembly only.
 */
#ifndef UET_EMIT_GATE_MACROS_H
#define UET_EMIT_GATE_MACROS_H

#ifdef __CET__
#include <cet.h>
#else
#define _CET_ENDBR
#endif

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
