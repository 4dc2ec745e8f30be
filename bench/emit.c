/* SPDX-License-Identifier: MIT */
/*
 * What an event costs beside a bare write() or writev() of the same bytes to
 * the same kernel event, and what a probe costs that is off.  Prints Markdown.
 *
 * For "tests/vm/run --deterministic", where a nanosecond is an instruction;
 * elsewhere the figures are nanoseconds.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <uet/event.h>
#include <uet/eventheader.h>
#include <uet/register.h>
#include <uet/tap.h>

#define EVENTS "/sys/kernel/tracing/events/user_events/"

/* Short enough that the timer interrupts few rounds, so that the median is one
 * without; long enough that reading the clock does not count. */
#define ROUND 100
#define ROUNDS 101
/* A probe that is off is so short that its round must be longer. */
#define ROUND_OFF 10000

/* ftrace's buffer and perf's ring.  Both overwrite, so that a full one changes
 * nothing, once they have been filled. */
#define BUFFER_KB 64
#define RING_PAGES 16
#define STRING(number) STRING_(number)
#define STRING_(number) #number

UET_EVENT(none, "bench_none");
UET_EVENT(one, "bench_one", UET_U32(a));
UET_EVENT(three, "bench_three", UET_U32(a), UET_U64(b), UET_STR(c));
UET_EVENT(eight, "bench_eight", UET_U8(a), UET_S16(b), UET_U32(c), UET_S64(d),
	  UET_F64(e), UET_CHARS(f, 16), UET_STR(g), UET_BYTES(h));
UET_EVENT(string15, "bench_string15", UET_STR(s));
UET_EVENT(string100, "bench_string100", UET_STR(s));
UET_EVENT(string4000, "bench_string4000", UET_STR(s));

UET_PROVIDER(bench, "Bench");
UET_EH_EVENT(described1, bench, "RequestDone", 4, 1, UET_EH_U32(status));
UET_EH_EVENT(described4, bench, "RequestDone", 4, 2, UET_EH_U32(status),
	     UET_EH_U64(latency), UET_EH_U64(size), UET_EH_STR(path));
UET_EH_EVENT(described10, bench, "RequestDone", 4, 3, UET_EH_U32(status),
	     UET_EH_U64(latency), UET_EH_U64(size), UET_EH_S32(error),
	     UET_EH_PID(worker), UET_EH_U16(queue), UET_EH_BOOL(cached),
	     UET_EH_F64(load), UET_EH_HEX64(flags), UET_EH_STR(path));

static const char text15[] = "fifteen letters";
static char text100[100 + 1];
static char text4000[4000 + 1];

/* What a round does n times. */
typedef void loop_fn(long n);

#define KEEP(value) __asm__ volatile("" : "+r"(value))

static void empty(long n)
{
	for (long i = 0; i < n; i++)
		KEEP(i);
}

/* i is the argument that the compiler cannot know. */
#define PROBE(id, ...) \
	static void emit_##id(long n) \
	{ \
		for (long i = 0; i < n; i++) { \
			KEEP(i); \
			UET_TRACE(id, ##__VA_ARGS__); \
		} \
	}

PROBE(none)
PROBE(one, (uint32_t)i)
PROBE(three, (uint32_t)i, (uint64_t)i, text15)
PROBE(eight, (uint8_t)i, (int16_t)i, (uint32_t)i, i, 0.5, "chars", text15,
      text100, 8)
PROBE(described1, (uint32_t)i)
PROBE(described4, (uint32_t)i, (uint64_t)i, 7, text15)
PROBE(described10, (uint32_t)i, (uint64_t)i, 7, -1, 4711, (uint16_t)i, true, 0.5,
      (uint64_t)i, text15)
PROBE(string15, text15)
PROBE(string100, text100)
PROBE(string4000, text4000)

static const struct subject {
	const char *name;
	const char *what;
	const struct uet_event *event;
	loop_fn *emit;
} subjects[] = {
#define SUBJECT(id, what) { "bench_" #id, what, UET_EVENT_REF(id), emit_##id }
	SUBJECT(none, "no field"),
	SUBJECT(one, "u32"),
	SUBJECT(three, "u32, u64, string of 15"),
	SUBJECT(eight, "eight fields"),
	SUBJECT(string15, "string of 15"),
	SUBJECT(string100, "string of 100"),
	SUBJECT(string4000, "string of 4,000"),
#define DESCRIBED(id, keyword, what) \
	{ "Bench_L4K" #keyword, what, UET_EVENT_REF(id), emit_##id }
	DESCRIBED(described1, 1, "EventHeader, 1 field"),
	DESCRIBED(described4, 2, "EventHeader, 4 fields"),
	DESCRIBED(described10, 3, "EventHeader, 10 fields"),
};

#define for_each_subject(s) \
	for (const struct subject *s = subjects; \
	     s < subjects + sizeof(subjects) / sizeof(subjects[0]); s++)

static _Noreturn void die(const char *what, const char *which)
{
	fprintf(stderr, "bench/emit: %s: %s: %m\n", which, what);
	exit(1);
}

/*
 * The bare calls, with what the event's own probe would write.
 */
static struct {
	int fd;
	uint32_t index;
	size_t size; /* payload */
	struct __attribute__((packed)) {
		uint32_t index;
		unsigned char payload[8192];
	} packed;
} record;

static void keep_payload(void *context, const struct uet_tap_event *event)
{
	(void)context;
	record.size = event->size;
	memcpy(record.packed.payload, event->payload, event->size);
}

static void take_record(const struct subject *s)
{
	struct uet_tap *tap;

	record.size = 0;
	if (uet_tap_open(s->event, keep_payload, NULL, &tap))
		die("no tap", s->name);
	s->emit(1);
	uet_tap_close(tap);
	record.fd = s->event->fd;
	record.index = record.packed.index = s->event->write_index;
}

static void bare_write(long n)
{
	for (long i = 0; i < n; i++)
		if (write(record.fd, &record.packed, 4 + record.size) < 0)
			die("write", "bare");
}

static void bare_writev(long n)
{
	struct iovec segments[] = {
		{ &record.index, sizeof(record.index) },
		{ record.packed.payload, record.size },
	};

	for (long i = 0; i < n; i++)
		if (writev(record.fd, segments, 2) < 0)
			die("writev", "bare");
}

/*
 * Measuring.
 */
static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

static long round_of(loop_fn *fn, long n)
{
	static long took[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		long start = now();

		fn(n);
		took[i] = now() - start;
	}
	qsort(took, ROUNDS, sizeof(took[0]), by_value);
	return took[ROUNDS / 2];
}

/* Of fn once, without the loop around it. */
static double cost(loop_fn *fn, long n)
{
	fn(n);
	return (double)(round_of(fn, n) - round_of(empty, n)) / (double)n;
}

/* Every event must have gone all the way. */
static double cost_emitting(const struct subject *s)
{
	struct uet_event_counts before, after;
	double result;

	uet_event_stats(s->event, &before);
	result = cost(s->emit, ROUND);
	uet_event_stats(s->event, &after);
	if (after.emitted - before.emitted != ROUND * (ROUNDS + 1))
		die("events were not emitted", s->name);
	return result;
}

/* Until the buffer has been written over. */
static void fill(void)
{
	bare_write((long)(2 * BUFFER_KB * 1024 / (record.size + 16)));
}

static void measure(const struct subject *s)
{
	double one_write, one_writev, ours;

	fill();
	one_write = cost(bare_write, ROUND);
	one_writev = cost(bare_writev, ROUND);
	ours = cost_emitting(s);
	printf("| %s | %zu | %.0f | %.0f | %.0f | %+.0f | %.3f |\n", s->what,
	       record.size, one_write, one_writev, ours, ours - one_write,
	       ours / one_write);
}

static void header(const char *listener)
{
	printf("\nInstructions for an event, %s listening:\n\n"
	       "| event | bytes | `write` | `writev` | uet | more | uet / `write` |\n"
	       "|---|--:|--:|--:|--:|--:|--:|\n", listener);
}

/*
 * The listeners.
 */
static void with_file(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		die(path, "ftrace");
	close(fd);
}

static void switch_ftrace(const struct subject *s, const char *value)
{
	char path[256];

	snprintf(path, sizeof(path), EVENTS "%s/enable", s->name);
	with_file(path, value);
}

static unsigned int tracepoint_of(const struct subject *s)
{
	char path[256];
	unsigned int id;
	FILE *f;

	snprintf(path, sizeof(path), EVENTS "%s/id", s->name);
	f = fopen(path, "r");
	if (!f || fscanf(f, "%u", &id) != 1)
		die(path, s->name);
	fclose(f);
	return id;
}

/* As uet record opens it, but for a ring that is written over. */
static int open_perf(const struct subject *s,
		     struct perf_event_mmap_page **page)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = tracepoint_of(s),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
			       PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			       PERF_SAMPLE_RAW,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.write_backward = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			      PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		die("perf_event_open", s->name);
	*page = mmap(NULL, (size_t)((1 + RING_PAGES) * getpagesize()),
		     PROT_READ, MAP_SHARED, fd, 0);
	if (*page == MAP_FAILED)
		die("mmap", s->name);
	return fd;
}

static void measure_with_perf(const struct subject *s)
{
	struct perf_event_mmap_page *page;
	int fd = open_perf(s, &page);
	uint64_t head = page->data_head;

	measure(s);
	if (page->data_head == head)
		die("nothing came to the ring", s->name);
	munmap(page, (size_t)((1 + RING_PAGES) * getpagesize()));
	close(fd);
}

static void measure_with_ftrace(const struct subject *s)
{
	switch_ftrace(s, "1");
	measure(s);
	switch_ftrace(s, "0");
}

static void measure_off(const struct subject *s)
{
	if (*s->event->word)
		die("somebody listens", s->name);
	printf("| %s | %.2f |\n", s->what, cost(s->emit, ROUND_OFF));
}

int main(void)
{
	char detail[256];

	memset(text100, 'x', sizeof(text100) - 1);
	memset(text4000, 'x', sizeof(text4000) - 1);
	if (uet_register()) {
		uet_strerror_detail(subjects[0].event, detail, sizeof(detail));
		fprintf(stderr, "bench/emit: %s\n", detail);
		return 1;
	}
	with_file("/sys/kernel/tracing/buffer_size_kb", STRING(BUFFER_KB));

	printf("Instructions for a probe that is off, in a loop:\n\n"
	       "| event | instructions |\n|---|--:|\n");
	for_each_subject(s)
		measure_off(s);
	header("perf");
	for_each_subject(s) {
		take_record(s);
		measure_with_perf(s);
	}
	header("ftrace");
	for_each_subject(s) {
		take_record(s);
		measure_with_ftrace(s);
	}
	return 0;
}
