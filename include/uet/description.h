/* SPDX-License-Identifier: MIT */
/*
 * Whether the kernel will take an event's description, and what is wrong with
 * it if not: the kernel itself answers EINVAL to every mistake.
 *
 * A description is the text that registers an event, "NAME[ FIELDS]":
 *
 *	shop_request u32 status; struct f64 price 8; __rel_loc char[] path
 *
 * For programs whose events are known only when they run; what the macros of
 * <uet/event.h> make is checked by the compiler.
 *
 * All functions here are pure: no system call, no allocation, nothing
 * remembered.  They may be called from any thread, from signal handlers and
 * constructors.  errno is left alone.
 *
 * Since: 0.1.0
 */
#ifndef UET_DESCRIPTION_H
#define UET_DESCRIPTION_H

#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_description_error - what is wrong, and where.
 * @offset: of the first byte at fault, from the text's start; the text's
 *	    length where something is missing at its end.
 * @reason: one sentence with the next step, without a full stop, under 128
 *	    bytes; static, never to be freed.  NULL: nothing is wrong.
 */
struct uet_description_error {
	size_t offset;
	const char *reason;
};

/**
 * uet_description_check() - ask whether the kernel takes a description.
 * @text:  NUL-terminated; of a text that is too long no more than
 *	   UET_DESC_MAX bytes are read.
 * @where: receives what is wrong; may be NULL.
 *
 * Accepts what Linux 6.12 accepts.  That includes descriptions that are of no
 * use: names that no tool can reach, fields that none can read, texts that
 * only one program at a time can register.  For these it returns 0 and
 * where->reason says what is odd; where it is NULL all is well.
 *
 * What only the running system knows is not asked: that the name is taken
 * (-EADDRINUSE), that there are too many events (-EMFILE), flags.
 *
 * Returns 0, or
 *
 * -EINVAL	the kernel refuses it (with EINVAL; with an arbitrary number
 *		where a struct's size is over 2,147,483,647)
 * -E2BIG	it is over UET_DESC_MAX bytes with its NUL (the kernel: EINVAL)
 *
 * Source: user_event_parse() and what it calls in
 * kernel/trace/trace_events_user.c, Linux 6.12; tests/kernel/descriptions.kt
 * compares the two.
 */
int uet_description_check(const char *text,
			  struct uet_description_error *where);

/**
 * struct uet_description_info - what a description says about its events.
 * @size:	 in: sizeof(struct uet_description_info), so that fields can
 *		 be added; those that the caller does not have stay away, those
 *		 that the library does not know become 0.
 * @n_fields:	 fields in all.
 * @n_dynamic:	 those of variable length among them (__rel_loc, __data_loc).
 * @name_length: bytes of the event's name, with which the text begins.
 * @once:	 1: only one program at a time can register this text, because
 *		 the kernel does not find it equal to itself; else 0.
 * @fixed_size:	 bytes of all fields, packed, those of variable length with
 *		 the 4 of their location word: the least that a write must
 *		 carry behind its index.  perf takes about 8,000 bytes of an
 *		 event, ftrace about 4,000.
 */
struct uet_description_info {
	size_t size;
	uint32_t n_fields;
	uint32_t n_dynamic;
	uint32_t name_length;
	uint32_t once;
	uint64_t fixed_size;
};

/**
 * uet_description_measure() - count a description's fields and bytes.
 * @text: as for uet_description_check().
 * @info: its size is set; receives the rest, and zeros on failure.
 *
 * Returns what uet_description_check() returns, or -EINVAL for an info->size
 * that is smaller than the size itself.
 */
int uet_description_measure(const char *text,
			    struct uet_description_info *info);

/**
 * enum uet_type - what uet_description_add() takes, as the kinds of
 * fields in <uet/event.h>.
 */
enum uet_type {
	UET_TYPE_U8 = 1,
	UET_TYPE_U16 = 2,
	UET_TYPE_U32 = 3,
	UET_TYPE_U64 = 4,
	UET_TYPE_S8 = 5,
	UET_TYPE_S16 = 6,
	UET_TYPE_S32 = 7,
	UET_TYPE_S64 = 8,
	UET_TYPE_F32 = 9,     /* struct f32, 4 bytes */
	UET_TYPE_F64 = 10,    /* struct f64, 8 bytes */
	UET_TYPE_STRING = 11, /* of variable length, with its NUL */
	UET_TYPE_BYTES = 12,  /* of variable length */
	UET_TYPE_CHARS = 13,  /* an array of @size characters */
};

/**
 * struct uet_description_builder - a description that grows field by field.
 * @text:  so far, NUL-terminated; "" after a mistake.
 * @error: the first mistake's -errno, or 0.
 *
 * The caller's, on its stack for example; nothing is to be freed.
 *
 *	struct uet_description_builder b;
 *
 *	uet_description_begin(&b, "shop_done");
 *	uet_description_add(&b, UET_TYPE_U32, "status", 0);
 *	uet_description_add(&b, UET_TYPE_STRING, "path", 0);
 *	if (!b.error)
 *		uet_event_new(b.text, 0, &event);
 */
struct uet_description_builder {
	char text[UET_DESC_MAX];
	uint32_t length;
	int error;
};

/**
 * uet_description_begin() - begin with the event's name.
 *
 * Returns 0, or -EINVAL for a name that no tool could reach: empty or with a
 * blank, a control character, '/', ':' or ';'; -E2BIG.
 */
int uet_description_begin(struct uet_description_builder *builder,
			  const char *name);

/**
 * uet_description_add() - add a field.
 * @name: letters, digits and '_', no digit first.
 * @size: of UET_TYPE_CHARS, 1 to 1024; else 0.
 *
 * After a mistake all further fields fail with the same error, so that it is
 * enough to look at builder->error in the end.
 *
 * Returns 0, or -EINVAL for a bad type, name or size; -EEXIST when there is a
 * field of this name; -E2BIG when the description would be longer than
 * UET_DESC_MAX with its NUL.
 */
int uet_description_add(struct uet_description_builder *builder,
			enum uet_type type, const char *name,
			size_t size);

/**
 * uet_description_add_struct() - add a field with a struct's bytes.
 * @tag:  the struct's, a C name; tools show it.
 * @size: bytes, at least 1.
 *
 * Returns what uet_description_add() returns.
 */
int uet_description_add_struct(struct uet_description_builder *builder,
			       const char *tag, const char *name, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* UET_DESCRIPTION_H */
