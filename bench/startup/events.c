/* SPDX-License-Identifier: MIT */
/*
 * EVENTS events, 100 or 1000, whose names begin with the number GROUP: a file
 * of 10,000 would compile for more than a minute.
 */
#include <uet/event.h>

#define E1(n) \
	UET_EVENT(e_##n, "startup_" #n, UET_U32(a), UET_U64(b), UET_STR(c));
#define E10(n) \
	E1(n##0) E1(n##1) E1(n##2) E1(n##3) E1(n##4) \
	E1(n##5) E1(n##6) E1(n##7) E1(n##8) E1(n##9)
#define E100(n) \
	E10(n##0) E10(n##1) E10(n##2) E10(n##3) E10(n##4) \
	E10(n##5) E10(n##6) E10(n##7) E10(n##8) E10(n##9)
#define E1000(n) \
	E100(n##0) E100(n##1) E100(n##2) E100(n##3) E100(n##4) \
	E100(n##5) E100(n##6) E100(n##7) E100(n##8) E100(n##9)

/* A step between, so that GROUP becomes its number. */
#define GROUP_OF(what, n) what(n)

#if EVENTS == 100
GROUP_OF(E100, GROUP)
#elif EVENTS == 1000
GROUP_OF(E1000, GROUP)
#else
#error "EVENTS is 100 or 1000"
#endif
