/* SPDX-License-Identifier: MIT */
/*
 * A program's own test listens to its events: no kernel, no rights.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake_sys.h"
#include "uet/event.h"
#include "uet/register.h"
#include "uet/runtime.h"
#include "uet/tap.h"

UET_EVENT(number, "tap_number", UET_U32(a));
UET_EVENT(text, "tap_text", UET_STR(s), UET_STR(t));

struct heard {
	unsigned int calls;
	const struct uet_event *event;
	char name[32];
	unsigned char payload[70000];
	size_t size;
};

static struct heard heard, also;

static void listen(void *context, const struct uet_tap_event *event)
{
	struct heard *h = context;

	h->calls++;
	h->event = event->event;
	memcpy(h->name, event->name, event->name_length);
	h->name[event->name_length] = '\0';
	memcpy(h->payload, event->payload, event->size);
	h->size = event->size;
}

/* A kernel without user_events: nothing is registered. */
static int start(void **state)
{
	(void)state;
	uet_unregister();
	fake_sys_reset();
	fake_sys.data_file = NULL;
	memset(&heard, 0, sizeof(heard));
	memset(&also, 0, sizeof(also));
	return 0;
}

static struct uet_tap *open_tap(const struct uet_event *event,
				struct heard *to)
{
	struct uet_tap *tap = NULL;

	assert_int_equal(uet_tap_open(event, listen, to, &tap), 0);
	return tap;
}

static void events_are_heard_without_a_kernel(void **state)
{
	struct uet_tap *tap;

	(void)state;
	UET_TRACE(number, 1);
	assert_int_equal(heard.calls, 0);
	tap = open_tap(NULL, &heard);
	assert_true(UET_ENABLED(number));
	UET_TRACE(number, 0x01020304);
	assert_int_equal(heard.calls, 1);
	assert_ptr_equal(heard.event, UET_EVENT_REF(number));
	assert_string_equal(heard.name, "tap_number");
	assert_int_equal(heard.size, 4);
	assert_memory_equal(heard.payload, "\4\3\2\1", 4);
	uet_tap_close(tap);
	assert_false(UET_ENABLED(number));
	UET_TRACE(number, 2);
	assert_int_equal(heard.calls, 1);
	assert_int_equal(fake_sys.n_writes, 0);
}

static void one_event_can_be_chosen(void **state)
{
	struct uet_tap *tap = open_tap(UET_EVENT_REF(text), &heard);

	(void)state;
	assert_false(UET_ENABLED(number));
	UET_TRACE(number, 1);
	UET_TRACE(text, "a", "b");
	assert_int_equal(heard.calls, 1);
	assert_string_equal(heard.name, "tap_text");
	uet_tap_close(tap);
}

static void several_taps_hear_the_same(void **state)
{
	struct uet_tap *one = open_tap(NULL, &heard);
	struct uet_tap *two = open_tap(UET_EVENT_REF(number), &also);

	(void)state;
	UET_TRACE(number, 1);
	assert_int_equal(heard.calls, 1);
	assert_int_equal(also.calls, 1);
	/* The other one still listens. */
	uet_tap_close(one);
	assert_true(UET_ENABLED(number));
	assert_false(UET_ENABLED(text));
	UET_TRACE(number, 1);
	assert_int_equal(heard.calls, 1);
	assert_int_equal(also.calls, 2);
	uet_tap_close(two);
	assert_false(UET_ENABLED(number));
}

static void taps_are_limited(void **state)
{
	struct uet_tap *taps[UET_TAPS_MAX], *more;

	(void)state;
	for (size_t i = 0; i < UET_TAPS_MAX; i++)
		taps[i] = open_tap(NULL, &heard);
	assert_int_equal(uet_tap_open(NULL, listen, &heard, &more), -EMFILE);
	UET_TRACE(number, 1);
	assert_int_equal(heard.calls, UET_TAPS_MAX);
	for (size_t i = 0; i < UET_TAPS_MAX; i++)
		uet_tap_close(taps[i]);
	uet_tap_close(open_tap(NULL, &heard));
	assert_int_equal(uet_tap_open(NULL, NULL, &heard, &more), -EINVAL);
	uet_tap_close(NULL);
}

static char *letters(size_t n)
{
	char *s = test_malloc(n + 1);

	memset(s, 'x', n);
	s[n] = '\0';
	return s;
}

/* Segments for the kernel, but one payload for the tap. */
static void long_payloads_are_in_one_piece(void **state)
{
	static const size_t lengths[] = { 1000, 60000 };
	struct uet_tap *tap = open_tap(NULL, &heard);

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char *s = letters(lengths[i]);

		UET_TRACE(text, s, "end");
		assert_int_equal(heard.size, 8 + lengths[i] + 1 + 4);
		assert_memory_equal(heard.payload + 8, s, lengths[i] + 1);
		assert_memory_equal(heard.payload + 8 + lengths[i] + 1, "end",
				    4);
		test_free(s);
	}
	uet_tap_close(tap);
}

static void kernel_and_tap_both_get_it(void **state)
{
	struct uet_event_counts counts;
	struct uet_tap *tap;

	(void)state;
	fake_sys_reset();
	assert_int_equal(uet_register(), 0);
	tap = open_tap(NULL, &heard);
	/* The kernel's bit beside ours. */
	__atomic_fetch_or(&uet__word_number, 1, __ATOMIC_RELAXED);
	UET_TRACE(number, 5);
	assert_int_equal(heard.calls, 1);
	assert_int_equal(fake_sys.n_writes, 1);
	uet_event_stats(UET_EVENT_REF(number), &counts);
	assert_int_equal(counts.emitted, 1);
	/* Closing the tap leaves the kernel's bit. */
	uet_tap_close(tap);
	assert_true(UET_ENABLED(number));
	UET_TRACE(number, 6);
	assert_int_equal(heard.calls, 1);
	assert_int_equal(fake_sys.n_writes, 2);
	/* And unregistering leaves the tap's. */
	tap = open_tap(NULL, &heard);
	uet_unregister();
	assert_true(UET_ENABLED(number));
	UET_TRACE(number, 7);
	assert_int_equal(heard.calls, 2);
	assert_int_equal(fake_sys.n_writes, 2);
	uet_tap_close(tap);
	assert_false(UET_ENABLED(number));
}

static void later_events_are_heard_too(void **state)
{
	struct uet_tap *tap = open_tap(NULL, &heard);
	struct uet_event *event;
	uint32_t value = 7;
	struct iovec segments[2] = { { NULL, 0 }, { &value, 4 } };

	(void)state;
	assert_int_equal(uet_event_new("tap_later u32 a", 0, &event), 0);
	assert_true(uet_event_enabled(event));
	assert_int_equal(uet_event_write(event, segments, 2), 0);
	assert_string_equal(heard.name, "tap_later");
	assert_int_equal(heard.size, 4);
	assert_memory_equal(heard.payload, "\7\0\0\0", 4);
	uet_event_free(event);
	uet_tap_close(tap);
}

/* The byte has room for sinks that are none of the tap's business. */
static void other_sinks_bits_stay(void **state)
{
	unsigned char *byte = (unsigned char *)&uet__word_number + 1;

	(void)state;
	*byte = 2;
	uet_tap_close(open_tap(NULL, &heard));
	assert_int_equal(*byte, 2);
	*byte = 0;
}

static int stop_emitting;

static void *emitter(void *unused)
{
	(void)unused;
	while (!__atomic_load_n(&stop_emitting, __ATOMIC_RELAXED))
		UET_TRACE(number, 1);
	return NULL;
}

struct guarded {
	int open;
	int calls;
};

static void check_open(void *context, const struct uet_tap_event *event)
{
	struct guarded *g = context;

	(void)event;
	/* Anything but an open tap, now and a while later, would be a call
	 * after uet_tap_close(), or one that it did not wait for. */
	for (int i = 0; i < 2000; i++)
		if (!__atomic_load_n(&g->open, __ATOMIC_ACQUIRE))
			__builtin_trap();
	__atomic_fetch_add(&g->calls, 1, __ATOMIC_RELAXED);
}

static void no_call_after_close(void **state)
{
	struct guarded g = { 0 };
	pthread_t threads[4];

	(void)state;
	stop_emitting = 0;
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, emitter,
						NULL), 0);
	for (int round = 0; round < 300; round++) {
		struct uet_tap *tap;
		int before = __atomic_load_n(&g.calls, __ATOMIC_RELAXED);

		__atomic_store_n(&g.open, 1, __ATOMIC_RELEASE);
		assert_int_equal(uet_tap_open(NULL, check_open, &g, &tap), 0);
		/* On few processors no emitter runs between the two unless it
		 * is waited for; where they do, not waiting comes closer. */
		while (round % 10 == 0 &&
		       __atomic_load_n(&g.calls, __ATOMIC_RELAXED) == before)
			usleep(100);
		uet_tap_close(tap);
		__atomic_store_n(&g.open, 0, __ATOMIC_RELEASE);
		usleep(100); /* for those who are inside to notice */
	}
	__atomic_store_n(&stop_emitting, 1, __ATOMIC_RELAXED);
	for (size_t i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert_false(UET_ENABLED(number));
}

#define test(name) cmocka_unit_test_setup(name, start)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(events_are_heard_without_a_kernel),
		test(one_event_can_be_chosen),
		test(several_taps_hear_the_same),
		test(taps_are_limited),
		test(long_payloads_are_in_one_piece),
		test(kernel_and_tap_both_get_it),
		test(later_events_are_heard_too),
		test(other_sinks_bits_stay),
		test(no_call_after_close),
	};

	return cmocka_run_group_tests_name("tap", tests, NULL, NULL);
}
