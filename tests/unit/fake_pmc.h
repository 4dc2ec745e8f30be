/* SPDX-License-Identifier: MIT */
/*
 * Included in front of everything that reads counters: registers and a clock
 * that the test makes up.
 */
#ifndef UET_TESTS_FAKE_PMC_H
#define UET_TESTS_FAKE_PMC_H

#include <stdint.h>

#define FAKE_REGISTERS 32

uint64_t fake_pmc(uint32_t n);
uint64_t fake_time(void);

#define UET__COUNTER_PMC(n) fake_pmc(n)
#define UET__COUNTER_HAS(n) ((n) < FAKE_REGISTERS)
#define UET__COUNTER_TIME() fake_time()

#endif /* UET_TESTS_FAKE_PMC_H */
