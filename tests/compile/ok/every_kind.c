/* SPDX-License-Identifier: MIT */
/*
 * Compiled as C and as C++, with every warning: all kinds of fields, and the
 * arguments that a program would give them.
 */
#include <uet/counter.h>
#include <uet/event.h>
#include <errno.h>

struct point {
	int x, y;
};

/* Names that macros of the program or of libc could spoil. */
#define BOOL int
#define STRING char *
#define status 17

/* In a header it would stand like this. */
UET_EVENT_DECLARE(declared, UET_U32(a), UET_STRUCT(p, point), UET_STR(s));
UET_EVENT_DEFINE(declared, 0, "declared", UET_U32(a), UET_STRUCT(p, point),
		 UET_STR(s));

UET_EVENT(empty, "empty");
UET_EVENT(numbers, "numbers", UET_U8(a), UET_S8(b), UET_U16(c), UET_S16(d),
	  UET_U32(e), UET_S32(errno), UET_U64(g), UET_S64(h), UET_BOOL(i));
UET_EVENT(others, "others", UET_PTR(p), UET_F32(f), UET_F64(d),
	  UET_CHARS(c, sizeof(struct point) * 2), UET_STRUCT(s, point),
	  UET_STR(t), UET_BYTES(b));
UET_EVENT(counted, "counted", UET_COUNTER(cycles), UET_U32(n),
	  UET_COUNTER(errno));
/* Names that the macros use themselves. */
UET_EVENT(names, "names", UET_STR(n), UET_U8(index), UET_U8(dynamic), UET_U8(r),
	  UET_U8(event_names), UET_U8(word_names), UET_U8(fixed), UET_U8(tail),
	  UET_U8(n_dynamic), UET_U8(_n), UET_BYTES(size), UET_U8(size_));
UET_EVENT_FLAGS(flags, UET_FLAG_PERSIST | UET_FLAG_MULTI_FORMAT, "flags",
		UET_U32(a));

enum colour { RED, GREEN };

int every_use_of_counters(const char *event, uint32_t n);
int every_use_of_counters(const char *event, uint32_t n)
{
	const char *events[2] = { event, "instructions" };
	struct uet_counter *counters[2], *counter;
	struct uet_count counts[2], unset = UET_COUNT_INIT, mark;
	struct uet_error err;

	if (uet_counter_open_group(events, 2, counters, &err) ||
	    uet_counter_open(event, &counter, &err))
		return 1;
	mark = UET_COUNTER_MARK(counted, counter);
	uet_counter_read_group(counters, 2, counts);
	UET_TRACE(counted, uet_counter_since(counter, mark), n, unset);
	UET_TRACE(counted, uet_counter_read(counters[1]), 1, counts[0]);
	if (uet_counter_disable(counter) || uet_counter_reset(counter) ||
	    uet_counter_enable(counter))
		return uet_counter_why_not_user(counter)[0];
	uet_counter_close(counters[0]);
	uet_counter_close(counters[1]);
	uet_counter_close(counter);
	return uet_counter_is_user(counter) ? 0 : 2;
}

void every_argument(const struct point *p, char *text, const void *bytes,
		    unsigned long n, enum colour colour);
void every_argument(const struct point *p, char *text, const void *bytes,
		    unsigned long n, enum colour colour)
{
	struct point local = { 1, 2 };
	struct {
		unsigned int bits : 3;
	} field = { 1 };
	char array[8] = "array";
	int side = 0;
	unsigned char c = 'c';
	short small = 3;

	UET_TRACE(empty);
	UET_TRACE(numbers, c, -1, 2u, small, colour, RED, n, -5LL, n == 2);
	UET_TRACE(numbers, field.bits, 'x', 1, 1, 1, side++, 1, 1, true);
	UET_TRACE(others, p, 1.0f, 2, "literal", p, text, bytes, n);
	UET_TRACE(others, &side, 1, 2.0, array, &local, array, array,
		  sizeof(array));
	UET_TRACE(others, bytes, 1, 2, text, NULL, NULL, NULL, 0);
	UET_TRACE(declared, 1, &local, "x"); UET_TRACE(empty);
	UET_TRACE(names, text, 1, 1, 1, 1, 1, 1, 1, 1, 1, text, n, 1);
	UET_TRACE(flags, 1);
	if (UET_ENABLED(empty))
		UET_TRACE(empty);
	else
		UET_TRACE(flags, n ? 1 : 2);
	(void)UET_EVENT_REF(empty);
}
