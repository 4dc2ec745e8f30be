/* SPDX-License-Identifier: MIT */
/*
 * A stand-in for perf script: loads uet-dlfilter.so and hands it samples in
 * structs of the size that a version of perf has.  Nothing behind these can be
 * read.
 */
#ifndef UET_TESTS_DLFILTER_HOST_H
#define UET_TESTS_DLFILTER_HOST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Bytes that perf of Linux 5.14 and of 6.7 has for a sample and an address. */
enum { SAMPLE_V0 = 200, SAMPLE_V2 = 208, AL_V0 = 80, AL_V2 = 88 };

/* The recording: tracepoints, and the number of something else. */
enum {
	SHOP = 100, JOB_0 = 101, JOB_1 = 102, TOLD = 103, SWITCH = 200,
	CYCLES = 0,
};

/* What perf would know of a sample. */
struct host_sample {
	unsigned int config; /* CYCLES: not a tracepoint */
	const char *event;
	const void *raw;
	uint32_t raw_size;
	uint32_t tid;
	uint64_t time;
	const char *comm;
	const uint64_t *chain;
	uint64_t n_chain;
	const char *user_sym; /* the sample's own address is the program's */
};

enum { BYTES_OF_SHOP = 8 + 4 + 4 + 6 };

/* A sample of shop with n and the string ab"cd; raw has BYTES_OF_SHOP bytes. */
void host_shop(struct host_sample *s, unsigned char *raw, uint32_t n);

/* "Told" of TOLD with its own n and s, and a header of the id 9. */
enum { BYTES_OF_TOLD = 8 + 8 + 4 + 11 + 5 };
void host_told(struct host_sample *s, unsigned char *raw, unsigned char n);

/* Loads the filter; there is a recording until host_close(). */
void host_open(int is_v2);
void host_close(void);
const char *host_recording(void);
/* With HOST_CALLCHAIN samples have PERF_SAMPLE_CALLCHAIN; with HOST_TOLD there is
 * the tracepoint of EventHeader events, too. */
enum { HOST_CALLCHAIN = 1, HOST_TOLD = 2 };
void host_record(const char *path, int flags);

/* Their answers; what is said goes to host_said, what is printed to
 * host_printed, both afresh each time. */
int host_start(const char *const *args);
int host_late(const struct host_sample *s);
int host_early(const struct host_sample *s);
int host_stop(void);
/* start() with input= of the recording and up to three arguments. */
int host_start_with(const char *a, const char *b, const char *c);
/* A sample in so many bytes. */
int host_late_of_size(const struct host_sample *s, uint32_t size);
const char *host_description(const char **long_description);

extern char host_said[8192], host_printed[8192];
/* Symbols of addresses that are not freed.  There is "alpha" at 0x1000,
 * libuet's uet_probe_gate at 0x2000, libc's "alpha" at 0x3000, "beta.part.0" at
 * 0x4000, and nothing elsewhere. */
extern int host_als;

#endif /* UET_TESTS_DLFILTER_HOST_H */
