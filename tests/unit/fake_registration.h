/* SPDX-License-Identifier: MIT */
/*
 * What the fake kernel knows of an event.  For tests, behind cmocka.h.
 */
#ifndef UET_TESTS_FAKE_REGISTRATION_H
#define UET_TESTS_FAKE_REGISTRATION_H

#include "fake_sys.h"
#include "uet/abi.h"

/* Its entry for an event, by the word that it registered. */
static inline struct fake_registration *
registration(const struct uet_event *event)
{
	for (size_t i = 0; i < 64; i++)
		if (fake_sys.registered[i].in_use &&
		    fake_sys.registered[i].address == (uintptr_t)event->word)
			return &fake_sys.registered[i];
	fail_msg("not registered");
	return NULL;
}

#endif /* UET_TESTS_FAKE_REGISTRATION_H */
