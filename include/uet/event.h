/* SPDX-License-Identifier: MIT */
/*
 * Typed probes on Linux user_events: declare an event, trace it.
 *
 *	UET_EVENT(request_done, "shop_request_done",
 *		  UET_U32(status), UET_U64(latency_ns), UET_STR(path));
 *
 *	UET_TRACE(request_done, 200, elapsed, request->path);
 *
 * While nobody listens a probe costs two instructions on x86-64, and its
 * arguments are not evaluated.  Link with libuet ("pkg-config --libs uet").
 *
 * C11 or C++17 with GCC or clang.
 *
 * With UET_DISABLE defined every probe compiles to nothing, its arguments still
 * checked, and libuet is not needed.  With UET_PLAIN_CALL the path of a probe
 * that is on is an ordinary function call instead of assembly: for
 * -masm=intel, and for programs that clang compiles and that cancel threads
 * asynchronously, since only GCC lets the assembly say where the frame is.
 *
 * Since: 0.1.0
 */
#ifndef UET_EVENT_H
#define UET_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/event.h"
#include "uet/detail/field.h"

/*
 * Kinds of fields: UET_KIND(name) for UET_EVENT(), with the C type of the
 * argument that UET_TRACE() then takes.  Fields are packed in their order,
 * without padding, in the machine's byte order.
 */
#define UET_U8(name) (uet_int, uet_f_##name, "u8 " #name, uint8_t)
#define UET_U16(name) (uet_int, uet_f_##name, "u16 " #name, uint16_t)
#define UET_U32(name) (uet_int, uet_f_##name, "u32 " #name, uint32_t)
#define UET_U64(name) (uet_int, uet_f_##name, "u64 " #name, uint64_t)
#define UET_S8(name) (uet_int, uet_f_##name, "s8 " #name, int8_t)
#define UET_S16(name) (uet_int, uet_f_##name, "s16 " #name, int16_t)
#define UET_S32(name) (uet_int, uet_f_##name, "s32 " #name, int32_t)
#define UET_S64(name) (uet_int, uet_f_##name, "s64 " #name, int64_t)

/** One byte, 0 or 1; takes bool or an integer. */
#define UET_BOOL(name) (uet_bool, uet_f_##name, "u8 " #name, ~)

/** An address, 64 bits in every program; takes any pointer to an object.  To
 *  the kernel it is a u64, so that tools print it in decimal. */
#define UET_PTR(name) (uet_ptr, uet_f_##name, "u64 " #name, ~)

/** float and double.  The kernel has no such types: it is told of a struct
 *  f32 or f64, which uet knows and other tools print as an integer. */
#define UET_F32(name) \
	(uet_float, uet_f_##name, "struct f32 " #name " 4", float)
#define UET_F64(name) \
	(uet_float, uet_f_##name, "struct f64 " #name " 8", double)

/** A counter's value, or what it counted since a mark; takes a struct uet_count,
 *  by value (uet/counter.h).  To the kernel two fields, "u64 NAME; u8
 *  NAME_state", the second UET_COUNT_EXACT, _SCALED or _NONE: nine bytes. */
#define UET_COUNTER(name) \
	(uet_count, uet_f_##name, "u64 " #name "; u8 " #name "_state", ~)

/** A string in an array of n characters, 1 to 1024, n a constant expression;
 *  takes const char *, of which at most n characters are read, and none
 *  behind a NUL.  What is left of the array is NUL.  NULL counts as "". */
#define UET_CHARS(name, n) (uet_chars, uet_f_##name, "char[\1] " #name, n)

/** A copy of a struct tag; takes a pointer to one.  NULL counts as zeros. */
#define UET_STRUCT(name, tag) \
	(uet_struct, uet_f_##name, "struct " #tag " " #name " \1", tag)

/** A NUL-terminated string of any length; takes const char *.  NULL becomes
 *  "(null)".  An event takes UET_PAYLOAD_MAX (8,176) bytes in all, since no
 *  listener takes more: a larger one is not emitted but counted as lost, see
 *  uet_event_stats(). */
#define UET_STR(name) (uet_str, uet_f_##name, "__rel_loc char[] " #name, ~)

/** Bytes; takes two arguments, const void * and the length in bytes. */
#define UET_BYTES(name) (uet_bytes, uet_f_##name, "__rel_loc u8[] " #name, ~)

/**
 * UET_EVENT(id, "name", fields...) - define an event with up to 32 fields.
 *
 * At file or namespace scope, once in the program for each id; the id is a C
 * name by which UET_TRACE() finds the event, visible in the whole executable
 * or shared object but not outside of it.  The name is a string literal: what
 * tools see, one for the whole system.  It must not be empty nor hold a
 * blank, '/', ':' or ';'.
 *
 * The event is registered when the program starts or the shared object is
 * loaded; see uet_event_state() for what became of it.
 *
 * Compile errors: more than 32 fields; a description ("name u32 status; ...")
 * of more than 512 bytes with its NUL, the kernel's limit.
 */
#define UET_EVENT(id, ...) UET__EVENT(id, 0, __VA_ARGS__)

/**
 * UET_EVENT_FLAGS(id, flags, "name", fields...) - the same with UET_FLAG_*.
 *
 * A kernel that does not know a flag, or a user who may not set it, gets the
 * event without the flag; uet_event_state() tells which were granted.
 */
#define UET_EVENT_FLAGS(id, flags, ...) UET__EVENT(id, flags, __VA_ARGS__)

/**
 * UET_EVENT_DECLARE(id, fields...) - make an event known to several files.
 * UET_EVENT_DEFINE(id, flags, "name", fields...) - and define it in one.
 *
 * For events that more than one file traces: the declaration stands in a
 * header that all of them include, the definition in one of them.  UET_EVENT()
 * is both together.  The compiler compares the fields.
 */
#define UET_EVENT_DECLARE(...) \
	UET__DECLARE(UET__FIRST(__VA_ARGS__), __VA_ARGS__)
#define UET_EVENT_DEFINE(id, flags, ...) UET__DEFINE(id, flags, __VA_ARGS__)

/**
 * UET_TRACE(id, arguments...) - emit an event if somebody listens.
 *
 * A statement.  The arguments are those of the fields in their order; they
 * are evaluated only if somebody listens, and then once.  An argument whose
 * type does not fit its field is a compile error.  In C++ the probe stands in
 * the event's namespace or in one inside it.
 *
 * Any thread, any signal handler, before main() and after exit(): an event
 * that is not registered is off.  errno stays as it is; nothing blocks but
 * the one write(2) of an event that is on.  That takes about 1 KiB of the
 * stack, 2 KiB where fields do not fit a block of 512 bytes, and with a tap up
 * to 5 KiB besides the tap's own; in a program that binds symbols lazily, the
 * first event that does not fit takes 3 KiB for that.  An alternate signal stack
 * of MINSIGSTKSZ is too small, one of SIGSTKSZ enough.
 */
#define UET_TRACE(...) \
	UET__TRACE("UET_BYTES takes two", UET__FIRST(__VA_ARGS__), __VA_ARGS__)

/**
 * UET_ENABLED(id) - whether somebody listens, as a bool; costs what a probe
 * does.  For work that is only done for an event's sake.
 */
#define UET_ENABLED(id) UET__ENABLED(id)

/** UET_EVENT_REF(id) - the event as a const struct uet_event *, for
 *  uet_event_state() and others; NULL with UET_DISABLE. */
#define UET_EVENT_REF(id) UET__EVENT_REF(id)

#endif /* UET_EVENT_H */
