/* SPDX-License-Identifier: MIT */
/*
 * Typed probes that emit EventHeader events, which describe themselves and
 * which most tools for user_events decode:
 *
 *	UET_PROVIDER(shop, "Shop_Server");
 *	UET_EH_EVENT(order, shop, "OrderDone", UET_EH_INFORMATION, 0x10,
 *		     UET_EH_U32(status), UET_EH_STR(customer),
 *		     UET_EH_STRUCT(address, 2), UET_EH_STR(city),
 *		     UET_EH_U16(zip));
 *
 *	UET_EH_TRACE(order, 200, name, city, zip);
 *
 * A probe is the same as one of uet/event.h, whose notes on threads, signal
 * handlers, the stack, UET_DISABLE and UET_PLAIN_CALL hold here as well.  Of an
 * event whose metadata and numbers are over 200 bytes or so the stack takes
 * these too, and 18 bytes for each field that stands behind the first string:
 * 3 KiB for 60 strings, 8 KiB and more for the longest metadata.
 *
 * All events of a provider with one level and one keyword share a tracepoint,
 * as "Shop_Server_L4K10", and are on and off together.
 *
 * C11 or C++17 with GCC or clang, and with an ELF assembler.
 *
 * Since: 0.1.0
 */
#ifndef UET_EVENTHEADER_H
#define UET_EVENTHEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/eventheader.h"
#include "uet/detail/eventheader_field.h"
#include "uet/event.h"
#include "uet/eventheader_abi.h"

/**
 * UET_PROVIDER(id, "Name" [, "group"]) - name who emits events.
 *
 * At file or namespace scope, in each file that defines events of it, as in a
 * header.  The id is a C name, which stands for one provider in the whole
 * executable or shared object: with two names in several of its files, events
 * of one come under the other's, and only optimisation at link time tells.
 * The name is a string literal of letters, digits and '_'; the group, which
 * becomes a part of the tracepoints' names, one of lower-case letters and
 * digits.
 */
#define UET_PROVIDER(...) \
	UET__CAT(UET__EH_PROVIDER_, UET__EH_HAS_GROUP(__VA_ARGS__))(__VA_ARGS__)
#define UET__EH_HAS_GROUP(...) UET__EH_HAS_GROUP_(__VA_ARGS__, 1, 0, ~)
#define UET__EH_HAS_GROUP_(id, name, group, n, ...) n

/**
 * UET_EH_EVENT(id, provider, "EventName", level, keyword, fields...) - define
 * an event with up to 60 fields and options, and up to 64 arguments.
 *
 * At file or namespace scope; the id is a C name, one in the file, as of
 * UET_EVENT().  It may stand in a header.  The provider is that of a
 * UET_PROVIDER() above it.  The event's name is a string literal, with
 * ";attribute=value" behind it if it has attributes.  The level is 1 to 255
 * (UET_EH_ERROR...), the keyword a set of 64 bits that the provider's users
 * choose by; both are integer literals without suffix, or macros of one,
 * without parentheses and operators: they become parts of names.
 *
 * UET_ENABLED(), UET_EVENT_REF() and what uet/register.h and uet/tap.h do with
 * an event take the id too; what they say is true of the tracepoint, which the
 * event shares.  Events that are not emitted are counted there, see
 * uet_event_stats(): payloads over UET_PAYLOAD_MAX, header and metadata
 * included, and strings and arrays of more than 65,535 units, as UET_LOST_SIZE.
 */
#define UET_EH_EVENT(id, provider, event_name, level, ...) \
	UET__EH_EVENT(id, provider, event_name, level, \
		      UET__FIRST(__VA_ARGS__), __VA_ARGS__)

/** UET_EH_TRACE(id, arguments...) - emit an event if somebody listens: as
 *  UET_TRACE(), the arguments those of options and fields in their order. */
#define UET_EH_TRACE(...) \
	UET__TRACE("UET_EH_BYTES, UET_EH_COUNTED, UET_EH_SEQUENCE and " \
		   "UET_EH_ACTIVITY_AND_PARENT take two, UET_EH_STRUCT and " \
		   "the other options none", \
		   UET__FIRST(__VA_ARGS__), __VA_ARGS__)

/*
 * Kinds of fields: UET_EH_KIND(name), with the C type of the argument that
 * UET_EH_TRACE() then takes.
 */
#define UET_EH_U8(name) \
	UET__EH_PLAIN(uet_f_##name, #name, VALUE8, uet_int, uint8_t)
#define UET_EH_U16(name) \
	UET__EH_PLAIN(uet_f_##name, #name, VALUE16, uet_int, uint16_t)
#define UET_EH_U32(name) \
	UET__EH_PLAIN(uet_f_##name, #name, VALUE32, uet_int, uint32_t)
#define UET_EH_U64(name) \
	UET__EH_PLAIN(uet_f_##name, #name, VALUE64, uet_int, uint64_t)
#define UET_EH_S8(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE8, SIGNED, uet_int, int8_t)
#define UET_EH_S16(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE16, SIGNED, \
			  uet_int, int16_t)
#define UET_EH_S32(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, SIGNED, \
			  uet_int, int32_t)
#define UET_EH_S64(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE64, SIGNED, \
			  uet_int, int64_t)
#define UET_EH_HEX8(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE8, HEX, uet_int, uint8_t)
#define UET_EH_HEX16(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE16, HEX, uet_int, uint16_t)
#define UET_EH_HEX32(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, HEX, uet_int, uint32_t)
#define UET_EH_HEX64(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE64, HEX, uet_int, uint64_t)
#define UET_EH_F32(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, FLOAT, \
			  uet_float, float)
#define UET_EH_F64(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE64, FLOAT, \
			  uet_float, double)
/** One byte, 0 or 1; takes bool or an integer. */
#define UET_EH_BOOL(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE8, BOOLEAN, uet_bool, ~)
/** One character: of Latin 1, of UTF-16, of UTF-32. */
#define UET_EH_CHAR8(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE8, STRING8, \
			  uet_int, uint8_t)
#define UET_EH_CHAR16(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE16, UTF, uet_int, uint16_t)
#define UET_EH_CHAR32(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, UTF, uet_int, uint32_t)
/** An address, 64 bits in every program; takes any pointer to an object. */
#define UET_EH_PTR(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE64, HEX, uet_ptr, ~)
#define UET_EH_ERRNO(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, ERRNO, \
			  uet_int, int32_t)
#define UET_EH_PID(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, PID, uet_int, int32_t)
/** Seconds since 1970.  For finer times: UET_EH_U64 or UET_EH_S64 with an
 *  attribute that tells the unit. */
#define UET_EH_TIME(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE64, TIME, uet_int, int64_t)
/** A port and an IPv4 address in network byte order, as sin_port and s_addr
 *  are. */
#define UET_EH_PORT(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE16, PORT, \
			  uet_int, uint16_t)
#define UET_EH_IP4(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE32, IP, uet_int, uint32_t)

/** 16 bytes each; take a const void * to them, NULL counts as zeros: an IPv6
 *  address, a UUID in the order of its text, a number in the machine's. */
#define UET_EH_IP6(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE128, IP, uet_eh_block, ~)
#define UET_EH_UUID(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE128, UUID, uet_eh_block, ~)
#define UET_EH_HEX128(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, VALUE128, HEX, uet_eh_block, ~)

/** A NUL-terminated string; takes const char *, UTF-8.  NULL becomes "(null)".
 *  STR16 and STR32 take const void *, to units of 16 and 32 bits. */
#define UET_EH_STR(name) \
	UET__EH_PLAIN(uet_f_##name, #name, ZSTRING8, uet_str, ~)
#define UET_EH_STR16(name) \
	UET__EH_PLAIN(uet_f_##name, #name, ZSTRING16, uet_eh_text, 2)
#define UET_EH_STR32(name) \
	UET__EH_PLAIN(uet_f_##name, #name, ZSTRING32, uet_eh_text, 4)
#define UET_EH_JSON(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, ZSTRING8, JSON, uet_str, ~)
#define UET_EH_XML(name) \
	UET__EH_FORMATTED(uet_f_##name, #name, ZSTRING8, XML, uet_str, ~)

/** A string that need not end in NUL; takes two arguments, a const char * (for
 *  units of 16 and 32 bits a const void *) and the number of units.  NULL
 *  counts as none. */
#define UET_EH_COUNTED(name) \
	UET__EH_PLAIN(uet_f_##name, #name, STRING8, uet_eh_counted, \
		      (UET__ARG_STRING, char, 1))
#define UET_EH_COUNTED16(name) \
	UET__EH_PLAIN(uet_f_##name, #name, STRING16, uet_eh_counted, \
		      (UET__ARG_POINTER, void, 2))
#define UET_EH_COUNTED32(name) \
	UET__EH_PLAIN(uet_f_##name, #name, STRING32, uet_eh_counted, \
		      (UET__ARG_POINTER, void, 4))
/** Bytes; takes two arguments, const void * and the length in bytes. */
#define UET_EH_BYTES(name) \
	UET__EH_PLAIN(uet_f_##name, #name, BINARY, uet_eh_counted, \
		      (UET__ARG_POINTER, void, 1))

/** A struct, whose members are the n fields that follow it: takes no argument.
 *  A struct in a struct is one of its members.  Members that are missing are an
 *  error of the compiler; structs in more than UET_EH_STRUCT_LEVELS levels are
 *  none, but consumers do not decode them. */
#define UET_EH_STRUCT(name, n) \
	(uet_eh_struct, uet_f_##name, \
	 (uet_eh_formatted, #name, "", UET_EH_ENCODING_STRUCT, n, 0, 0), n)

/** An array of a field of constant size, as UET_EH_ARRAY(UET_EH_U32(a), 4): of
 *  n elements, n a constant expression; takes a pointer to the elements' type.
 *  NULL counts as zeros. */
#define UET_EH_ARRAY(field, n) UET__EH_CHANGE(UET__EH_ARRAY, n, field)
/** The same of any number of elements; takes two arguments, the pointer and the
 *  number.  NULL counts as none. */
#define UET_EH_SEQUENCE(field) UET__EH_CHANGE(UET__EH_SEQUENCE, ~, field)

/*
 * What can be put around a field, one in the other.
 */

/** Another format, UET_EH_FORMAT_*: what the field's value means. */
#define UET_EH_FORMAT(format, field) \
	UET__EH_CHANGE(UET__EH_REFORMAT, format, field)
/** A tag, 16 bits that mean what the provider likes. */
#define UET_EH_TAG(tag, field) UET__EH_CHANGE(UET__EH_RETAG, tag, field)
/** Another name than the C name: a string literal, UTF-8. */
#define UET_EH_NAME(text, field) UET__EH_CHANGE(UET__EH_RENAME, text, field)
/** Attributes, "attribute=value;attribute=value": a string literal. */
#define UET_EH_ATTRIBUTES(text, field) \
	UET__EH_CHANGE(UET__EH_EXTEND, text, field)

/*
 * Options of the event.  Activities stand in front of the fields, the others
 * anywhere; none is a member of a struct.
 */

/** UET_EH_OPCODE_*. */
#define UET_EH_OPCODE(opcode) UET__EH_OPTION(uet__opcode, 0, 0, 0, opcode)
/** A number that means this event to the provider's users, not 0, and the
 *  version of its fields. */
#define UET_EH_ID(id, version) UET__EH_OPTION(uet__id, version, id, 0, 0)
/** A tag, 16 bits that mean what the provider likes. */
#define UET_EH_EVENT_TAG(tag) UET__EH_OPTION(uet__tag, 0, 0, tag, 0)
/** The activity that the event belongs to; takes a const void * to the 16 bytes
 *  of uet_activity_new().  NULL counts as zeros. */
#define UET_EH_ACTIVITY \
	(uet_eh_activity, uet__activity, (uet_eh_none, "", "", 0, 0, 0, 0), 16)
/** And its parent; takes two such arguments. */
#define UET_EH_ACTIVITY_AND_PARENT \
	(uet_eh_related, uet__activity, (uet_eh_none, "", "", 0, 0, 0, 0), 32)

#endif /* UET_EVENTHEADER_H */
