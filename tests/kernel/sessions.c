/* SPDX-License-Identifier: MIT */
/*
 * Two sessions in two threads of one process, each of its own event, while
 * both events are emitted: neither sees the other's.  And one of both events,
 * which are enabled and disabled; how soon an event comes; a flight recorder.
 * Speaks TAP.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <linux/perf_event.h>

#include <uet/catalog.h>
#include <uet/event.h>
#include <uet/session.h>

#define EVENTS 5000

UET_EVENT(first, "sessions_first", UET_U32(n));
UET_EVENT(second, "sessions_second", UET_U32(n));

struct collector {
	const char *pattern;
	atomic_uint *ready;
	atomic_bool *stop;
	struct uet_error err;
	int error;
	uint64_t samples, counted, lost;
};

static int count_samples(void *context, const void *records, size_t size)
{
	struct collector *c = context;
	const char *at = records;

	while (size) {
		struct perf_event_header header;

		memcpy(&header, at, sizeof(header));
		if (header.type == PERF_RECORD_SAMPLE)
			c->samples++;
		at += header.size;
		size -= header.size;
	}
	return 0;
}

static int drain_until_stopped(struct collector *c, struct uet_session *s)
{
	struct uet_session_totals totals;
	int error;

	atomic_fetch_add(c->ready, 1);
	while (!atomic_load(c->stop)) {
		uet_session_poll(s, 1);
		if (uet_session_drain(s, count_samples, c, &c->err) < 0)
			return -1;
	}
	error = uet_session_stop(s);
	if (uet_session_drain(s, count_samples, c, &c->err) < 0)
		return -1;
	uet_session_get_totals(s, &totals);
	c->counted = totals.samples;
	c->lost = totals.lost;
	return error;
}

static int collect(struct collector *c)
{
	const struct uet_session_options options = { .size = sizeof(options) };
	const struct uet_catalog_event *event;
	struct uet_catalog *catalog;
	struct uet_session *session;
	int error = uet_catalog_load(&c->pattern, 1, NULL, &catalog, &c->err);

	if (error)
		return error;
	event = &catalog->events[0];
	error = uet_session_open(&event, 1, &options, &session, &c->err);
	if (!error) {
		error = uet_session_start(session, &c->err);
		if (!error)
			error = drain_until_stopped(c, session);
		uet_session_close(session);
	}
	uet_catalog_free(catalog);
	return error;
}

static void *run(void *context)
{
	struct collector *c = context;

	c->error = collect(c);
	/* Where it failed, nobody is to wait for it. */
	if (c->error)
		atomic_fetch_add(c->ready, 1);
	return NULL;
}

static unsigned int n_tests;

static void ok(int passed, const char *name)
{
	printf("%sok %u - %s\n", passed ? "" : "not ", ++n_tests, name);
}

static void judge(const struct collector *c, uint64_t emitted)
{
	printf("# %s: %s; %llu seen, %llu counted, %llu lost of %llu\n",
	       c->pattern, c->error ? c->err.text : "no error",
	       (unsigned long long)c->samples, (unsigned long long)c->counted,
	       (unsigned long long)c->lost, (unsigned long long)emitted);
	ok(!c->error, c->pattern);
	ok(c->samples == c->counted, "what it was handed is what it counted");
	ok(c->samples + c->lost == emitted, "its own event's, all, no other's");
}

/* How many of each event came since the last time; the one behind the dummy
 * first. */
static void drained(struct uet_session *s, struct collector *c, uint64_t *first,
		    uint64_t *second)
{
	uint64_t before[] = { uet_session_get_event(s, 1)->samples,
			      uet_session_get_event(s, 2)->samples };

	uet_session_drain(s, count_samples, c, &c->err);
	*first = uet_session_get_event(s, 1)->samples - before[0];
	*second = uet_session_get_event(s, 2)->samples - before[1];
}

static void emit_both(void)
{
	for (unsigned int n = 0; n < 10; n++) {
		UET_TRACE(first, n);
		UET_TRACE(second, n);
	}
}

/* One event goes on while the other is let in and not. */
static void events_are_enabled_and_disabled(struct uet_session *s,
					    struct collector *c)
{
	uint64_t first, second;

	ok(!uet_session_stop(s) && !uet_session_enable(s, 2, false, &c->err),
	   "before the start");
	ok(!uet_session_start(s, &c->err), "both are started");
	emit_both();
	drained(s, c, &first, &second);
	ok(first == 10 && !second, "but the one that was disabled");
	ok(!uet_session_enable(s, 2, true, &c->err) &&
	   !uet_session_enable(s, 1, false, &c->err), "while it runs");
	emit_both();
	drained(s, c, &first, &second);
	ok(!first && second == 10, "they change places");
	ok(!uet_session_stop(s), "the session stops");
	emit_both();
	drained(s, c, &first, &second);
	ok(!first && !second, "nothing comes");
	ok(!uet_session_enable(s, 1, true, &c->err) &&
	   !uet_session_start(s, &c->err), "it starts again");
	emit_both();
	drained(s, c, &first, &second);
	ok(first == 10 && second == 10, "both come");
	ok(uet_session_enable(s, 0, false, &c->err) == -EINVAL &&
	   uet_session_enable(s, 3, false, &c->err) == -EINVAL,
	   "neither the dummy nor what is not there");
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Far less than a quarter of a ring. */
static void a_lone_event_comes_in_time(struct uet_session *s,
				       struct collector *c)
{
	uint64_t first = 0, second, begin;

	drained(s, c, &first, &second);
	begin = now_ms();
	UET_TRACE(first, 1);
	do {
		uet_session_poll(s, 20);
		drained(s, c, &first, &second);
	} while (!first && now_ms() - begin < 5000);
	printf("# after %llu ms\n", (unsigned long long)(now_ms() - begin));
	ok(first == 1 && now_ms() - begin < 100,
	   "a lone event comes within 100 ms");
}

/* With a session of both events, which runs. */
static void run_session(bool overwrite,
			void (*with)(struct uet_session *, struct collector *))
{
	static const char *const patterns[] = { "sessions_first",
						"sessions_second" };
	const struct uet_session_options options = {
		.size = sizeof(options),
		.overwrite = overwrite,
	};
	const struct uet_catalog_event *events[2];
	struct uet_session *session = NULL;
	struct uet_catalog *catalog;
	struct collector c = { 0 };

	if (uet_catalog_load(patterns, 2, NULL, &catalog, &c.err)) {
		ok(0, c.err.text);
		return;
	}
	events[0] = &catalog->events[0];
	events[1] = &catalog->events[1];
	if (uet_session_open(events, 2, &options, &session, &c.err) ||
	    uet_session_start(session, &c.err))
		ok(0, c.err.text);
	else
		with(session, &c);
	uet_session_close(session);
	uet_catalog_free(catalog);
}

/* Each dump has all that the rings hold. */
static void a_flight_recorder_is_dumped(struct uet_session *s,
					struct collector *c)
{
	emit_both();
	ok(uet_session_drain(s, count_samples, c, &c->err) > 0 &&
	   c->samples == 20, "a dump by a call");
	c->samples = 0;
	UET_TRACE(first, 1);
	ok(uet_session_drain(s, count_samples, c, &c->err) > 0 &&
	   c->samples == 21, "the next has what came since, too");
	ok(!uet_session_stop(s), "it stops");
	c->samples = 0;
	emit_both();
	ok(uet_session_drain(s, count_samples, c, &c->err) > 0 &&
	   c->samples == 21, "and can still be dumped");
}

int main(void)
{
	atomic_uint ready = 0;
	atomic_bool stop = false;
	struct collector collectors[2] = {
		{ .pattern = "sessions_first", .ready = &ready, .stop = &stop },
		{ .pattern = "sessions_second", .ready = &ready, .stop = &stop },
	};
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &collectors[i]);
	while (atomic_load(&ready) < 2)
		;
	for (unsigned int n = 0; n < EVENTS; n++) {
		UET_TRACE(first, n);
		if (n % 2)
			UET_TRACE(second, n);
	}
	atomic_store(&stop, true);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	judge(&collectors[0], EVENTS);
	judge(&collectors[1], EVENTS / 2);
	run_session(false, events_are_enabled_and_disabled);
	run_session(false, a_lone_event_comes_in_time);
	run_session(true, a_flight_recorder_is_dumped);
	printf("1..%u\n", n_tests);
	return 0;
}
