/* SPDX-License-Identifier: MIT */
/*
 * What the probes of all tracers take their arguments from.
 */
#ifndef UET_BENCH_NATIVE_H
#define UET_BENCH_NATIVE_H

#include <stddef.h>
#include <stdint.h>

struct request {
	uint8_t a;
	int16_t b;
	uint32_t c;
	int64_t d;
	uint64_t e;
	char name[16];
	const char *text;
	const uint8_t *bytes;
	size_t n_bytes;
};

long with_0_0(long x);
long bare_0_0(long x);

#endif /* UET_BENCH_NATIVE_H */
