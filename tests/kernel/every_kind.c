/* SPDX-License-Identifier: MIT */
/*
 * Emits each kind of field with values at their limits, once, and says what
 * became of the events.  emit.kt compares what arrives.
 */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <uet/event.h>
#include <uet/register.h>

struct point {
	short x, y;
};

UET_EVENT(nothing, "kinds_nothing");
UET_EVENT(lowest, "kinds_lowest", UET_U8(a), UET_S8(b), UET_U16(c), UET_S16(d),
	  UET_U32(e), UET_S32(f), UET_U64(g), UET_S64(h), UET_BOOL(i));
UET_EVENT(highest, "kinds_highest", UET_U8(a), UET_S8(b), UET_U16(c),
	  UET_S16(d), UET_U32(e), UET_S32(f), UET_U64(g), UET_S64(h),
	  UET_BOOL(i));
UET_EVENT(floats, "kinds_floats", UET_F32(f), UET_F64(d), UET_F64(nan));
UET_EVENT(pointer, "kinds_pointer", UET_PTR(p));
UET_EVENT(fixed, "kinds_fixed", UET_CHARS(c, sizeof(struct point) * 2),
	  UET_STRUCT(s, point));
UET_EVENT(strings, "kinds_strings", UET_STR(plain), UET_STR(empty),
	  UET_STR(null), UET_STR(odd));
UET_EVENT(bytes, "kinds_bytes", UET_BYTES(some), UET_U8(between),
	  UET_BYTES(none));
UET_EVENT(large, "kinds_large", UET_STR(text), UET_BYTES(blob));

int main(void)
{
	const struct point p = { 1, -2 };
	char text[3001];
	char detail[256];

	if (uet_event_state(UET_EVENT_REF(large), NULL) !=
	    UET_STATE_REGISTERED) {
		uet_strerror_detail(UET_EVENT_REF(large), detail,
				    sizeof(detail));
		fprintf(stderr, "every_kind: %s\n", detail);
		return 1;
	}
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';

	UET_TRACE(nothing);
	UET_TRACE(lowest, 0, INT8_MIN, 0, INT16_MIN, 0, INT32_MIN, 0,
		  INT64_MIN, false);
	UET_TRACE(highest, UINT8_MAX, INT8_MAX, UINT16_MAX, INT16_MAX,
		  UINT32_MAX, INT32_MAX, UINT64_MAX, INT64_MAX, true);
	UET_TRACE(floats, 0.1f, -1e300, (double)NAN);
	UET_TRACE(pointer, (void *)0x123456789aULL);
	UET_TRACE(fixed, "12345678 too long", &p);
	UET_TRACE(strings, "plain", "", NULL, "quote\" back\\ \t\n\x7f \xff "
		  "\xc3\xa9");
	UET_TRACE(bytes, "\0\1\xfe\xff", 4, 7, NULL, 5);
	UET_TRACE(large, text, text, 100);
	return 0;
}
