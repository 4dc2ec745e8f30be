/* SPDX-License-Identifier: MIT */
/*
 * Counts the instructions that a function executes, by single-stepping it in a
 * child.  Knows nothing of probes; x86-64, needs no performance counters.
 */
#ifndef UET_TESTS_HOT_STEP_H
#define UET_TESTS_HOT_STEP_H

/*
 * Instructions of fn(argument), its return included, without the call.
 * Returns -errno where ptrace is forbidden or unknown, -EPROTO when the child
 * did not come to the function's end.
 */
long step_count(long (*fn)(long), long argument);

#endif /* UET_TESTS_HOT_STEP_H */
