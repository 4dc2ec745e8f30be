/* SPDX-License-Identifier: MIT */
/*
 * Calling a gate of x86-64 with a pattern in every register, for the tests of
 * those that there are.
 */
#ifndef UET_TESTS_GATE_REGISTERS_H
#define UET_TESTS_GATE_REGISTERS_H

#if defined(__x86_64__)

#include <stdint.h>
#include <string.h>

/*
 * Defines NAME(object, string), which calls the gate and returns how many
 * registers have another value afterwards: general ones (but rax, r10, r11)
 * and xmm0 to xmm13.  The string is the first part of an event of
 * uet/event.h, or the second slot of one of uet/eventheader.h.
 */
#define DEFINE_CALL_GATE(name, gate) \
	int name(const void *object, const char *string); \
	__asm__(".text\n" \
		".type " #name ", @function\n" \
		#name ":\n\t" \
		"push %rbx\n\tpush %rbp\n\tpush %r12\n\tpush %r13\n\t" \
		"push %r14\n\tpush %r15\n\t" \
		"mov %rdi, %rax\n\t" \
		"mov %rsi, %r11\n\t" \
		".irp r, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r12, r13, r14, " \
		"r15\n\t" \
		"lea .L\\r\\()_pattern(%rip), %\\r\n\t" \
		".endr\n\t" \
		".irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\n\t" \
		"movups patterns + 16 * \\x(%rip), %xmm\\x\n\t" \
		".endr\n\t" \
		"lea -640(%rsp), %rsp\n\t" \
		"mov %r11, 432(%rsp)\n\t" \
		"mov %r11, 440(%rsp)\n\t" \
		"movb $9, 8(%rsp)\n\t" \
		"call *" #gate "@GOTPCREL(%rip)\n\t" \
		"lea 640(%rsp), %rsp\n\t" \
		"xor %eax, %eax\n\t" \
		".irp r, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r12, r13, r14, " \
		"r15\n\t" \
		"lea .L\\r\\()_pattern(%rip), %r10\n\t" \
		"cmp %r10, %\\r\n\t" \
		"setne %r11b\n\t" \
		"movzbl %r11b, %r11d\n\t" \
		"add %r11d, %eax\n\t" \
		".endr\n\t" \
		".irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\n\t" \
		"movups patterns + 16 * \\x(%rip), %xmm15\n\t" \
		"pcmpeqb %xmm\\x, %xmm15\n\t" \
		"pmovmskb %xmm15, %r11d\n\t" \
		"cmp $0xffff, %r11d\n\t" \
		"setne %r11b\n\t" \
		"movzbl %r11b, %r11d\n\t" \
		"add %r11d, %eax\n\t" \
		".endr\n\t" \
		"pop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\t" \
		"pop %rbp\n\tpop %rbx\n\t" \
		"ret\n\t" \
		".size " #name ", . - " #name "\n\t" \
		/* One address for each register. */ \
		".section .rodata\n" \
		".irp r, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r12, r13, r14, " \
		"r15\n" \
		".L\\r\\()_pattern: .byte 0\n" \
		".endr\n" \
		"patterns:\n" \
		".irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13\n" \
		".fill 16, 1, \\x + 100\n" \
		".endr\n" \
		".text\n")

#define LOW_VECTORS "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"
#define HIGH_VECTORS "16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, " \
	"30, 31"

/* The same for AVX-512's registers (zmm14 and zmm15 may change), its masks, and
 * what says how numbers are rounded. */
#define DEFINE_CALL_GATE_WITH_AVX512(name, gate) \
	__attribute__((target("avx512f,avx512bw"))) static int \
	name(const void *object, const char *string) \
	{ \
		static const uint32_t rounds_up = 0x5f80; \
		static const uint16_t rounds_down = 0x077f; \
		unsigned char pattern[64], after[32][64] = { { 0 } }; \
		uint64_t masks[8] = { 0 }; \
		uint32_t mxcsr, mxcsr_before; \
		uint16_t word, word_before; \
		int changed = 0; \
		for (size_t i = 0; i < sizeof(pattern); i++) \
			pattern[i] = (unsigned char)(i * 3 + 1); \
		__asm__ volatile("stmxcsr %0\n\tfnstcw %1" \
				 : "=m"(mxcsr_before), "=m"(word_before)); \
		__asm__ volatile( \
			".irp x, " LOW_VECTORS ", " HIGH_VECTORS "\n\t" \
			"vmovdqu64 %[pattern], %%zmm\\x\n\t" \
			".endr\n\t" \
			".irp k, 1, 2, 3, 4, 5, 6, 7\n\t" \
			"kmovq %[pattern], %%k\\k\n\t" \
			".endr\n\t" \
			"ldmxcsr %[rounds_up]\n\t" \
			"fldcw %[rounds_down]\n\t" \
			"lea -640(%%rsp), %%rsp\n\t" \
			"mov %[string], 432(%%rsp)\n\t" \
			"mov %[string], 440(%%rsp)\n\t" \
			"mov %[object], %%rax\n\t" \
			"call *" #gate "@GOTPCREL(%%rip)\n\t" \
			"lea 640(%%rsp), %%rsp\n\t" \
			".irp x, " LOW_VECTORS ", " HIGH_VECTORS "\n\t" \
			"vmovdqu64 %%zmm\\x, 64*\\x(%[after])\n\t" \
			".endr\n\t" \
			".irp k, 1, 2, 3, 4, 5, 6, 7\n\t" \
			"kmovq %%k\\k, 8*\\k(%[masks])\n\t" \
			".endr\n\t" \
			"stmxcsr (%[mxcsr])\n\t" \
			"fnstcw (%[word])\n\t" \
			"vzeroupper" \
			: /* no output but in memory */ \
			: [pattern] "m"(pattern), [string] "r"(string), \
			  [object] "r"(object), [after] "r"(after), \
			  [masks] "r"(masks), [mxcsr] "r"(&mxcsr), \
			  [word] "r"(&word), [rounds_up] "m"(rounds_up), \
			  [rounds_down] "m"(rounds_down) \
			: "rax", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", \
			  "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", \
			  "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", \
			  "xmm15", "xmm16", "xmm17", "xmm18", "xmm19", \
			  "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", \
			  "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", \
			  "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", \
			  "k6", "k7", "cc", "memory"); \
		__asm__ volatile("ldmxcsr %0\n\tfldcw %1" \
				 : : "m"(mxcsr_before), "m"(word_before)); \
		for (size_t i = 0; i < 32; i++) \
			if (i != 14 && i != 15) \
				changed += memcmp(after[i], pattern, 64) != 0; \
		for (size_t i = 1; i < 8; i++) \
			changed += memcmp(&masks[i], pattern, 8) != 0; \
		return changed + ((mxcsr & 0xffc0) != rounds_up) + \
		       (word != rounds_down); \
	}

/* Uses all the registers that a tap may. */
static inline void spoil_general(void)
{
	__asm__ volatile(".irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, "
			 "14, 15\n\t"
			 "pcmpeqb %%xmm\\x, %%xmm\\x\n\t"
			 ".endr\n\t"
			 ".irp r, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11\n\t"
			 "mov $-1, %%\\r\n\t"
			 ".endr"
			 : /* no output */
			 : /* no input */
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
			   "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
			   "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
			   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
			   "xmm15", "memory");
}

__attribute__((target("avx512f,avx512bw"))) static inline void
spoil_avx512(void)
{
	__asm__ volatile(".irp x, " HIGH_VECTORS "\n\t"
			 "vpxorq %%zmm\\x, %%zmm\\x, %%zmm\\x\n\t"
			 ".endr\n\t"
			 ".irp k, 1, 2, 3, 4, 5, 6, 7\n\t"
			 "kxorq %%k\\k, %%k\\k, %%k\\k\n\t"
			 ".endr\n\t"
			 "vzeroall"
			 : : : "xmm0", "k1", "memory");
}

#endif /* __x86_64__ */

#endif /* UET_TESTS_GATE_REGISTERS_H */
