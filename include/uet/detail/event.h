/* SPDX-License-Identifier: MIT */
/*
 * How an event is laid out and how a probe asks whether it is on.  Knows the
 * fields only as a list.
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

/* A declaration that a header made already is repeated beside the definition,
 * so that the compiler compares them; and with UET_DISABLE the emitters are
 * declared only, which is odd in an anonymous namespace. */
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
/* A step between, so that the classes' commas count. */
#define UET__ARGUMENTS(id, ...) \
	UET__MAP(UET__ARGUMENT, id, __VA_ARGS__) \
	extern char uet__arguments_of_##id[UET__COUNT(__VA_ARGS__) + 1];

/* The first of the variable arguments, a name or an id, stands in front of
 * the fields. */
#define UET__DECLARE(...) UET__DECLARE_(__VA_ARGS__)
#define UET__DECLARE_(id, ...) \
	UET__DECLARE_BEGIN \
	UET__ARGUMENTS(id, UET__CLASSES(__VA_ARGS__)) \
	UET__DECLARE_STATE(id) \
	UET__EMITTER void uet__emit_##id(UET__PARAMS(__VA_ARGS__)); \
	UET__DECLARE_END \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")

#define UET__PASS(id, left, x) x
#define UET__TRACE(...) UET__TRACE_(__VA_ARGS__)
#define UET__TRACE_(id, ...) \
	do { \
		UET__STATIC_ASSERT(sizeof(uet__arguments_of_##id) == \
				   UET__COUNT(__VA_ARGS__) + 1, \
				   "uet: the event " #id " takes another " \
				   "number of arguments (UET_BYTES takes two)"); \
		UET__MAP(UET__CHECK, id, __VA_ARGS__) \
		if (UET__ENABLED(id)) \
			uet__emit_##id(UET__JOIN(UET__PASS, ~, UET__COMMA, , \
						 __VA_ARGS__)); \
	} while (0)

#ifdef UET_DISABLE

#define UET__EMITTER
#define UET__DECLARE_STATE(id)
#define UET__ENABLED(id) (false)
#define UET__EVENT_REF(id) ((const struct uet_event *)0)
#define UET__EVENT(id, flags, ...) UET__DECLARE(id, __VA_ARGS__)

#else /* !UET_DISABLE */

/* Out of the way of the code that runs while nobody listens. */
#define UET__EMITTER __attribute__((cold, noinline)) UET__HIDDEN

#define UET__DECLARE_STATE(id) \
	extern uint32_t uet__word_##id UET__HIDDEN; \
	extern struct uet_event uet__event_##id UET__HIDDEN;

#define UET__ENABLED(id) \
	((bool)__builtin_expect(uet__is_set(&uet__word_##id), 0))

#define UET__EVENT_REF(id) ((const struct uet_event *)&uet__event_##id)

/*
 * The word as a whole, whoever set a bit of it.  On x86-64 the assembler, for
 * a compiler would load the word into a register first.  No memory clobber:
 * the probe orders nothing, and the program's values stay in registers.
 */
static inline __attribute__((always_inline)) bool
uet__is_set(const uint32_t *word)
{
#if defined(__x86_64__)
	__asm__ goto("cmpl $0, %0\n\t"
		     "jne %l[on]"
		     : /* no output */
		     : "m"(*word)
		     : "cc"
		     : on);
	return false;
on:
	return true;
#else
	return __atomic_load_n(word, __ATOMIC_RELAXED) != 0;
#endif
}

#define UET__EVENT(id, flags, ...) \
	UET__DECLARE(id, __VA_ARGS__); \
	UET__MAP(UET__VALID, ~, __VA_ARGS__) \
	UET__CHECK_NAME(UET__FIRST(__VA_ARGS__)) \
	UET__STATIC_ASSERT(UET__COUNT(__VA_ARGS__) <= 32, \
			   "uet: an event takes up to 32 fields"); \
	UET__DESCRIBE(id, flags, UET__TEXT_OF(__VA_ARGS__), \
		      UET__SUM(UET__N_NUMBERS, __VA_ARGS__), \
		      UET__SUM(UET__N_DIGITS, __VA_ARGS__), \
		      UET__MAP(UET__NUMBER, ~, __VA_ARGS__) 0) \
	uint32_t uet__word_##id UET__KEEP UET__SECTION("uet1_words") \
		__attribute__((aligned(4))) = 0; \
	struct uet_event uet__event_##id UET__KEEP \
		UET__SECTION("uet1_events") = { \
		&uet__word_##id, &uet__desc_##id.head, UET__PADDING \
		sizeof(struct uet_event), 0, -1, 0, UET_STATE_NEW, \
		UET_ABI_VERSION, 0, 0, 0, { 0 }, { 0 } \
	}; \
	UET__DEFINE_EMITTER(id, __VA_ARGS__) \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")

/* clang does not look into a string literal for C's _Static_assert: there a
 * bad name is only found when the event is registered. */
#if defined(__cplusplus) || !defined(__clang__)
#define UET__CHECK_NAME(name) \
	UET__STATIC_ASSERT(sizeof(name) > 1 && !__builtin_strchr(name, '/') && \
			   !__builtin_strchr(name, ' ') && \
			   !__builtin_strchr(name, ':') && \
			   !__builtin_strchr(name, ';'), \
			   "uet: an event's name must not be empty nor hold a " \
			   "blank, '/', ':' or ';'");
#else
#define UET__CHECK_NAME(name) \
	UET__STATIC_ASSERT(sizeof(name) > 1, \
			   "uet: an event's name must not be empty");
#endif

#define UET__SUM(what, ...) (0 UET__MAP(what, ~, __VA_ARGS__))
#define UET__TEXT_OF(...) \
	UET__FIRST(__VA_ARGS__) \
	UET__JOIN(UET__TEXT, ~, UET__SEMICOLON, , __VA_ARGS__)

#if UINTPTR_MAX == UINT32_MAX
#define UET__PADDING { 0, 0 },
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

#define UET__DEFINE_EMITTER(id, ...) \
	void uet__emit_##id(UET__PARAMS(__VA_ARGS__)) \
	{ \
		enum { uet__n_dynamic = UET__SUM(UET__N_DYNAMIC, __VA_ARGS__) }; \
		struct { \
			struct __attribute__((packed)) { \
				uint32_t uet__index; \
				UET__MAP(UET__MEMBER, ~, __VA_ARGS__) \
			} fixed; \
			unsigned char tail[uet__n_dynamic > 0 ? UET_TAIL_SIZE : 1]; \
		} __attribute__((packed)) uet__r; \
		struct uet_dynamic uet__dynamic[uet__n_dynamic + 1]; \
		unsigned int uet__n = 0; \
		UET__MAP(UET__STORE, ~, __VA_ARGS__) \
		UET__STATIC_ASSERT(sizeof(uet__r.fixed) <= 8000, \
				   "uet: no consumer takes so large an event"); \
		if (uet__n_dynamic > 0) \
			uet_probe_write_dynamic(&uet__event_##id, &uet__r, \
						sizeof(uet__r.fixed), \
						sizeof(uet__r.tail), \
						uet__dynamic, uet__n); \
		else \
			uet_probe_write(&uet__event_##id, &uet__r, \
					sizeof(uet__r.fixed)); \
	}

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
	__start_uet1_events, __stop_uet1_events, NULL, 0, 0
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

#endif /* UET_DETAIL_EVENT_H */
