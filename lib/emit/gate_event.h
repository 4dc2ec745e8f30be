/* SPDX-License-Identifier: MIT */
/*
 * What the gates of events have in common.  For assembly only.
 */
#ifndef UET_EMIT_GATE_EVENT_H
#define UET_EMIT_GATE_EVENT_H

#include "emit/gate_macros.h"

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

#endif /* UET_EMIT_GATE_EVENT_H */
