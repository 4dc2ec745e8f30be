/* SPDX-License-Identifier: MIT */
/*
 * Compiled as C and as C++, with every warning: all kinds of fields of
 * EventHeader events, and what can stand around them.
 */
#include <uet/eventheader.h>
#include <errno.h>

/* Names that macros of the program could spoil. */
#define STRING char *
#define status 17
#define KEYWORD_NET 0x20
#define LEVEL UET_EH_WARNING

UET_PROVIDER(shop, "Shop_Server");
UET_PROVIDER(grouped, "Shop_2", "team1");

UET_EH_EVENT(empty, shop, "Empty", 1, 1);
UET_EH_EVENT(numbers, shop, "Numbers", LEVEL, KEYWORD_NET, UET_EH_U8(a),
	     UET_EH_U16(b), UET_EH_U32(c), UET_EH_U64(d), UET_EH_S8(e),
	     UET_EH_S16(f), UET_EH_S32(errno), UET_EH_S64(h), UET_EH_HEX8(i),
	     UET_EH_HEX16(j), UET_EH_HEX32(k), UET_EH_HEX64(l));
UET_EH_EVENT(others, shop, "Others", 255, 0x8000000000000000, UET_EH_F32(a),
	     UET_EH_F64(b), UET_EH_BOOL(c), UET_EH_CHAR8(d), UET_EH_CHAR16(e),
	     UET_EH_CHAR32(f), UET_EH_PTR(g), UET_EH_ERRNO(h), UET_EH_PID(i),
	     UET_EH_TIME(j), UET_EH_PORT(k), UET_EH_IP4(l), UET_EH_IP6(m),
	     UET_EH_UUID(n), UET_EH_HEX128(o));
UET_EH_EVENT(texts, grouped, "Texts", 4, 0, UET_EH_STR(a), UET_EH_STR16(b),
	     UET_EH_STR32(c), UET_EH_JSON(d), UET_EH_XML(e), UET_EH_COUNTED(f),
	     UET_EH_COUNTED16(g), UET_EH_COUNTED32(h), UET_EH_BYTES(i));
UET_EH_EVENT(arrays, grouped, "Arrays", 4, 0, UET_EH_ARRAY(UET_EH_U32(a), 2),
	     UET_EH_SEQUENCE(UET_EH_F64(b)), UET_EH_ARRAY(UET_EH_UUID(c), 1),
	     UET_EH_SEQUENCE(UET_EH_IP6(d)), UET_EH_SEQUENCE(UET_EH_BOOL(e)),
	     UET_EH_SEQUENCE(UET_EH_PTR(f)));
UET_EH_EVENT(nested, shop, "Nested;team=one", 4, 0x10,
	     UET_EH_OPCODE(UET_EH_OPCODE_START), UET_EH_ID(4711, 2),
	     UET_EH_EVENT_TAG(0xffff), UET_EH_ACTIVITY_AND_PARENT,
	     UET_EH_STRUCT(outer, 2), UET_EH_STRUCT(inner, 1), UET_EH_U8(a),
	     UET_EH_TAG(7, UET_EH_FORMAT(UET_EH_FORMAT_HEX, UET_EH_U8(b))),
	     UET_EH_NAME("any name", UET_EH_STR(c)),
	     UET_EH_ATTRIBUTES("unit=ms;x=y", UET_EH_TAG(8, UET_EH_U16(status))),
	     UET_EH_TAG(9, UET_EH_ARRAY(UET_EH_U16(e), 2)));
UET_EH_EVENT(active, shop, "Active", 4, 0x10, UET_EH_ACTIVITY, UET_EH_U8(a));

enum eh_colour { EH_RED };

void every_eventheader_argument(char *text, const void *any, unsigned long n);
void every_eventheader_argument(char *text, const void *any, unsigned long n)
{
	unsigned char c = 'c';
	uint16_t two[] = { 1, 2 };
	const uint32_t more[] = { 1, 2 };
	double numbers_of[] = { 1.5 };
	uint64_t pointers[] = { 1 };
	bool flags[] = { true };
	unsigned int side = 0;

	UET_EH_TRACE(empty);
	UET_EH_TRACE(numbers, c, 1, side++, n, -1, 2, EH_RED, -5, c, 1, 2u, n);
	UET_EH_TRACE(others, 1, 2.5, n == 2, 'x', 'y', 'z', any, -EINVAL, 1, 2,
		     3, 4u, any, two, NULL);
	UET_EH_TRACE(texts, text, two, more, "{}", "<x/>", text, n, two, 2,
		     more, n, any, n);
	UET_EH_TRACE(arrays, more, numbers_of, 1, any, any, n, flags, 1,
		     pointers, sizeof(c));
	UET_EH_TRACE(nested, any, NULL, 1, 2, text, 3, two);
	UET_EH_TRACE(active, any, 2);
	if (UET_ENABLED(empty))
		UET_EH_TRACE(empty);
	else
		UET_EH_TRACE(active, NULL, 1);
	(void)UET_EVENT_REF(empty);
}
