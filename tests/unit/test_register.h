/* SPDX-License-Identifier: MIT */
/*
 * What the tests of registration begin with: three events, none of which is
 * registered.  For one file of a program.
 */
#ifndef UET_TEST_REGISTER_H
#define UET_TEST_REGISTER_H

#include "emit/emit_internal.h"
#include "fake_sys.h"
#include "uet/event.h"
#include "uet/register.h"

UET_EVENT(plain, "plain", UET_U32(a));
UET_EVENT_FLAGS(persist, UET_FLAG_PERSIST, "persist");
UET_EVENT_FLAGS(both, UET_FLAG_PERSIST | UET_FLAG_MULTI_FORMAT, "both");

static int start(void **state)
{
	(void)state;
	uet_unregister();
	fake_sys_reset();
	return 0;
}

#define assert_state(id, state_, error_) \
	do { \
		int error; \
		assert_int_equal(uet_event_state(UET_EVENT_REF(id), &error), \
				 state_); \
		assert_int_equal(error, error_); \
	} while (0)

#endif /* UET_TEST_REGISTER_H */
