/* SPDX-License-Identifier: MIT */
/*
 * Probes everywhere from before the library's constructors to behind its
 * destructors.
 */
#include <stdlib.h>

#include <uet/event.h>

UET_EVENT(order, "way_order", UET_STR(where));

typedef void function(void);

#define PUT(section_) __attribute__((section(section_), used)) static function

static void at_exit_from_preinit(void)
{
	UET_TRACE(order, "at_exit_first");
}

static void at_exit_from_main(void)
{
	UET_TRACE(order, "at_exit");
}

static void preinit(void)
{
	UET_TRACE(order, "preinit");
	atexit(at_exit_from_preinit);
}

static void before_ours(void)
{
	UET_TRACE(order, "constructor_before_ours");
}

static void behind_ours(void)
{
	UET_TRACE(order, "destructor_behind_ours");
}

/* By their sections: below 101 the attribute's priorities are the compiler's
 * own.  A destructor of a lower number runs later. */
PUT(".preinit_array") *const preinit_p = preinit;
PUT(".init_array.00050") *const before_ours_p = before_ours;
PUT(".fini_array.00050") *const behind_ours_p = behind_ours;

__attribute__((constructor(102))) static void first(void)
{
	UET_TRACE(order, "constructor_102");
}

__attribute__((constructor)) static void usual(void)
{
	UET_TRACE(order, "constructor");
}

__attribute__((destructor)) static void usual_end(void)
{
	UET_TRACE(order, "destructor");
}

__attribute__((destructor(102))) static void last(void)
{
	UET_TRACE(order, "destructor_102");
}

int main(void)
{
	UET_TRACE(order, "main");
	atexit(at_exit_from_main);
	return 0;
}
