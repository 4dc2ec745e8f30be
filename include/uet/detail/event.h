/* SPDX-License-Identifier: MIT */
/*
 * How an event is declared, traced and laid out in the file.  Knows the fields
 * only as a list.
 */
#ifndef UET_DETAIL_EVENT_H
#define UET_DETAIL_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/argument.h"
#include "uet/detail/field.h"
#include "uet/detail/map.h"
#include "uet/detail/probe.h"

#define UET__HIDDEN __attribute__((visibility("hidden")))

/* The linker's --gc-sections must not take what only the sections' start and
 * stop symbols refer to. */
#if defined(__has_attribute)
#if __has_attribute(retain)
#define UET__KEEP __attribute__((used, retain))
#endif
#endif
#ifndef UET__KEEP
#define UET__KEEP __attribute__((used))
#endif

#define UET__SECTION(name) __attribute__((section(name)))

/* What the program's own warnings would say of these declarations: that the
 * state is declared and defined; with UET_DISABLE, that emitters are only
 * declared. */
#define UET__DECLARE_BEGIN \
	_Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic ignored \"-Wredundant-decls\"") \
	_Pragma("GCC diagnostic ignored \"-Wunused-function\"") \
	UET__IGNORE_UNDEFINED
#define UET__DECLARE_END _Pragma("GCC diagnostic pop")
#if defined(__clang__)
#define UET__IGNORE_UNDEFINED \
	_Pragma("GCC diagnostic ignored \"-Wundefined-internal\"")
#else
#define UET__IGNORE_UNDEFINED
#endif

#define UET__PARAMS(...) UET__JOIN(UET__PARAM, ~, UET__COMMA, void, __VA_ARGS__)
#define UET__CLASSES(...) ~ UET__MAP(UET__CLASS, ~, __VA_ARGS__)
#define UET__OPERANDS(...) ~ UET__MAP(UET__OPERAND, ~, __VA_ARGS__)
/* A step between, so that the classes' commas count. */
#define UET__ARGUMENTS(id, ...) \
	UET__STATIC_ASSERT(UET__COUNT(__VA_ARGS__) <= 64, \
			   "uet: an event takes up to 64 arguments"); \
	UET__MAP(UET__ARGUMENT, id, __VA_ARGS__) \
	extern char uet__arguments_of_##id[UET__COUNT(__VA_ARGS__) + 1];

/* The first of the variable arguments, a name or an id, stands in front of
 * the fields. */
#define UET__DECLARE(...) UET__DECLARE_(__VA_ARGS__)
#define UET__DECLARE_(id, ...) \
	UET__DECLARE_BEGIN \
	UET__ARGUMENTS(id, UET__CLASSES(__VA_ARGS__)) \
	UET__DECLARE_STATE(id) \
	UET__STATIC_ASSERT(UET__COUNT(__VA_ARGS__) <= 32, \
			   "uet: an event takes up to 32 fields"); \
	UET__MAP(UET__VALID, ~, __VA_ARGS__) \
	UET__DEFINE_EMITTER(id, __VA_ARGS__) \
	UET__DECLARE_END \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")

#define UET__PASS(id, left, x) x
#define UET__TRACE(...) UET__TRACE_(__VA_ARGS__)
#define UET__TRACE_(rule, id, ...) \
	do { \
		UET__STATIC_ASSERT(sizeof(uet__arguments_of_##id) == \
				   UET__COUNT(__VA_ARGS__) + 1, \
				   "uet: the event " #id " takes another " \
				   "number of arguments (" rule ")"); \
		UET__MAP(UET__CHECK, id, __VA_ARGS__) \
		if (UET__ENABLED(id)) \
			uet__emit_##id(UET__JOIN(UET__PASS, ~, UET__COMMA, , \
						 __VA_ARGS__)); \
	} while (0)

#ifdef UET_DISABLE

#define UET__DECLARE_STATE(id)
#define UET__DEFINE_EMITTER(id, ...) \
	void uet__emit_##id(UET__PARAMS(__VA_ARGS__));
#define UET__ENABLED(id) (false)
#define UET__EVENT_REF(id) UET__CAST(const struct uet_event *, UET__NULL)
#define UET__DEFINE(id, flags, ...) \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")

#else /* !UET_DISABLE */

#define UET__DECLARE_STATE(id) \
	extern uint32_t uet__word_##id UET__HIDDEN; \
	extern struct uet_event uet__event_##id UET__HIDDEN;

#define UET__ENABLED(id) \
	(__builtin_expect(uet__is_set(&uet__word_##id), 0) != 0)

#define UET__EVENT_REF(id) UET__CAST(const struct uet_event *, &uet__event_##id)

/* That the fields are those of the declaration, as far as parameters show. */
#if defined(__cplusplus)
#define UET__CHECK_DECLARATION(id, ...) \
	static_assert(std::is_same<decltype(&uet__emit_##id), \
				   void (*)(UET__PARAMS(__VA_ARGS__))>::value, \
		      "uet: the event " #id " was declared with other fields");
#else
#define UET__CHECK_DECLARATION(id, ...) \
	UET__DECLARE_BEGIN \
	static void uet__emit_##id(UET__PARAMS(__VA_ARGS__)); \
	UET__DECLARE_END
#endif

#define UET__DEFINE(id, flags, ...) \
	UET__CHECK_DECLARATION(id, __VA_ARGS__) \
	UET__CHECK_NAME(UET__FIRST(__VA_ARGS__)) \
	UET__DESCRIBE(id, flags, UET__TEXT_OF(__VA_ARGS__), \
		      UET__SUM(UET__N_NUMBERS, __VA_ARGS__), \
		      UET__SUM(UET__N_DIGITS, __VA_ARGS__), \
		      UET__MAP(UET__NUMBER, ~, __VA_ARGS__) 0) \
	static const struct uet_part uet__parts_##id[] = { \
		UET__MAP(UET__PART, id, __VA_ARGS__) \
		{ 0, UET_PART_END, 0 } \
	}; \
	uint32_t uet__word_##id UET__KEEP UET__SECTION("uet1_words") \
		__attribute__((aligned(4))) = 0; \
	struct uet_event uet__event_##id UET__KEEP \
		UET__SECTION("uet1_events") = { \
		&uet__word_##id, &uet__desc_##id.head, uet__parts_##id, \
		UET__PADDING sizeof(struct uet_event), \
		sizeof(struct uet__record_##id), \
		UET__SUM(UET__N_PARTS, __VA_ARGS__), \
		0, -1, 0, UET_STATE_NEW, UET_ABI_VERSION, 0, 0, 0, 0, { 0 }, \
		0, { 0 }, { 0 } \
	}; \
	UET__STATIC_ASSERT(sizeof(struct uet__record_##id) <= 8000, \
			   "uet: no consumer takes so large an event")

/* clang does not look into a string literal for C's _Static_assert: there a
 * bad name is only found when the event is registered. */
#if defined(__cplusplus) || !defined(__clang__)
#define UET__CHECK_NAME(name) \
	UET__STATIC_ASSERT(sizeof(name) > 1 && !__builtin_strchr(name, '/') && \
			   !__builtin_strchr(name, ' ') && \
			   !__builtin_strchr(name, ':') && \
			   !__builtin_strchr(name, ';'), \
			   "uet: an event's name must not be empty nor hold a " \
			   "blank, '/', ':' or ';'"); \
	UET__STATIC_ASSERT(__builtin_strcmp(name, ".") && \
			   __builtin_strcmp(name, "..") && \
			   __builtin_strcmp(name, "enable") && \
			   __builtin_strcmp(name, "filter"), \
			   "uet: this name stands for something else in the " \
			   "tracing folder");
#else
#define UET__CHECK_NAME(name) \
	UET__STATIC_ASSERT(sizeof(name) > 1, \
			   "uet: an event's name must not be empty");
#endif

#define UET__TEXT_OF(...) \
	UET__FIRST(__VA_ARGS__) \
	UET__JOIN(UET__TEXT, ~, UET__SEMICOLON, , __VA_ARGS__)

#if UINTPTR_MAX == UINT32_MAX
#define UET__PADDING { 0, 0, 0 },
#else
#define UET__PADDING
#endif

/* struct uet_desc, then at least one number, then the text. */
#define UET__DESCRIBE(id, flags, description, n_numbers, n_digits, ...) \
	UET__STATIC_ASSERT(sizeof(description) + n_digits <= UET_DESC_MAX, \
			   "uet: this event's description is over the 512 " \
			   "bytes that the kernel takes: fewer or shorter " \
			   "fields, or a shorter name"); \
	static const struct { \
		struct uet_desc head; \
		uint32_t numbers[n_numbers + 1]; \
		char text[sizeof(description)]; \
	} uet__desc_##id UET__KEEP UET__SECTION("uet1_descs") \
		__attribute__((aligned(8))) = { \
		{ UET_DESC_MAGIC, \
		  sizeof(struct uet_desc) + 4 * (n_numbers + 1) + \
			sizeof(description), \
		  flags, UET_ABI_VERSION, n_numbers + 1, 0 }, \
		{ __VA_ARGS__ }, \
		description \
	};

/*
 * Each object file brings these; the linker keeps one of each for the module
 * (the executable or shared object), and the constructor and destructor then
 * run once for each object file, which libuet does not mind.
 */
extern struct uet_event __start_uet1_events[] UET__HIDDEN
	__attribute__((weak));
extern struct uet_event __stop_uet1_events[] UET__HIDDEN
	__attribute__((weak));

extern struct uet_module uet__module UET__HIDDEN;
struct uet_module uet__module __attribute__((weak)) = {
	sizeof(struct uet_module), UET_ABI_VERSION,
	__start_uet1_events, __stop_uet1_events, UET__NULL, 0, 0
};

/* Early and late, so that the program's own constructors and destructors find
 * their events working; 100 and below is the implementation's. */
static __attribute__((constructor(101), used)) void uet__module_start(void)
{
	uet_module_register(&uet__module);
}

static __attribute__((destructor(101), used)) void uet__module_stop(void)
{
	uet_module_unregister(&uet__module);
}

#endif /* !UET_DISABLE */

#define UET__EVENT(id, flags, ...) \
	UET__DECLARE(id, __VA_ARGS__); \
	UET__DEFINE(id, flags, __VA_ARGS__)

#endif /* UET_DETAIL_EVENT_H */
