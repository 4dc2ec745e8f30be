/* SPDX-License-Identifier: MIT */
/*
 * Eight decimal digits at once.  Knows nothing about how long a number is.
 */
#ifndef UET_COLLECT_PRINT_DIGITS_H
#define UET_COLLECT_PRINT_DIGITS_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

#include "print.h"

/* The same 16-bit word in each part of a u64. */
#define UET_WORDS(w) (UINT64_C(0x0001000100010001) * (w))

/*
 * The eight decimal digits of n, below 10^8, a byte each from the first in the
 * lowest: four, two and then all eight quotients at once in the parts of one
 * number.  The multiplications are divisions that are exact for such small
 * numbers.
 */
static inline uint64_t uet_eight_digits(uint64_t n)
{
	uint64_t fours = n / 10000 | n % 10000 << 32;
	uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x7f0000007f);
	uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
	uint64_t tens = twos * 103 >> 10 & UET_WORDS(0xf);

	return tens | (twos - 10 * tens) << 8;
}

/* Eight digits of n, which is below 10^8; returns their end. */
static inline char *uet_put_eight(char *to, uint64_t n)
{
	uint64_t text = htole64(uet_eight_digits(n) | UET_BYTES('0'));

	memcpy(to, &text, 8);
	return to + 8;
}

#endif /* UET_COLLECT_PRINT_DIGITS_H */
