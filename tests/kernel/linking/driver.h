/* SPDX-License-Identifier: MIT */
/*
 * Between driver.c and the programs that are built in many ways.
 */
#ifndef DRIVER_H
#define DRIVER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Whatever -fvisibility says: a program may be all in a shared object. */
#pragma GCC visibility push(default)

/* Arguments of probes go through count(), which the driver reads. */
unsigned int count(unsigned int n);

/* The program's: its name, and a call of each of its probes. */
extern const char way[];
void trace_all(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

/* Each program's events have names of their own: the kernel has one for all. */
#define NAME(event) "lk_" WAY "_" event

#endif /* DRIVER_H */
