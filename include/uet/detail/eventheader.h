/* SPDX-License-Identifier: MIT */
/*
 * How an EventHeader event is declared and laid out.  Knows the fields only as
 * a list; what they are made of is detail/eventheader_field.h's.
 */
#ifndef UET_DETAIL_EVENTHEADER_H
#define UET_DETAIL_EVENTHEADER_H

#include <stddef.h>
#include <stdint.h>

#include "uet/abi.h"
#include "uet/detail/eventheader_field.h"
#include "uet/detail/eventheader_valid.h"
#include "uet/detail/event.h"
#include "uet/eventheader_abi.h"

#if UINTPTR_MAX == UINT32_MAX
#define UET__EH_POINTER_FLAG 0
#define UET__EH_ADDRESS ".long "
#define UET__EH_PADDING ".zero 12\n\t"
#else
#define UET__EH_POINTER_FLAG UET_EH_FLAG_POINTER_64
#define UET__EH_ADDRESS ".quad "
#define UET__EH_PADDING
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UET__EH_ORDER_FLAG UET_EH_FLAG_LITTLE_ENDIAN
#else
#define UET__EH_ORDER_FLAG 0
#endif

#define UET__EH_STRING(x) UET__EH_STRING_(x)
#define UET__EH_STRING_(x) #x

/* The extension that the metadata are, after the index and the header; behind
 * it the head of the activity's, whose bytes are parts. */
#define UET__EH_DECLARE_PREFIX(id, event_name, ...) \
	struct uet__metadata_##id { \
		char uet__name[sizeof(event_name)]; \
		UET__MAP(UET__EH_META, ~, __VA_ARGS__) \
	} __attribute__((packed)); \
	struct uet__prefix_##id { \
		uint32_t uet__index; \
		uint8_t uet__flags, uet__version; \
		uint16_t uet__id, uet__tag; \
		uint8_t uet__opcode, uet__level; \
		uint16_t uet__size, uet__kind; \
		struct uet__metadata_##id uet__metadata; \
		UET__MAP(UET__EH_HEAD, ~, __VA_ARGS__) \
	} __attribute__((packed));

#define UET__EH_DECLARE_RECORD(id, ...) \
	struct uet__record_##id { \
		struct uet__prefix_##id uet__prefix; \
		UET__MAP(UET__EH_MEMBER, ~, __VA_ARGS__) \
	} __attribute__((packed)); \
	struct uet__slots_##id { \
		UET__MAP(UET__EH_SLOT, ~, __VA_ARGS__) \
		uint64_t uet__end; \
	}; \
	enum { uet__first_##id = UET__EH_FIRST(__VA_ARGS__) }; \
	enum { \
		uet__early_##id = (0 UET__MAP(UET__EH_EARLY, id, __VA_ARGS__)), \
		uet__early_size_##id = \
			(0 UET__MAP(UET__EH_EARLY_SIZE, id, __VA_ARGS__)) \
	};

#define UET__EH_DEFINE_CONSTANTS(id, event_name, level, ...) \
	static const struct uet__prefix_##id uet__prefix_of_##id = { \
		0, UET__EH_POINTER_FLAG | UET__EH_ORDER_FLAG | \
			UET_EH_FLAG_EXTENSION, \
		UET__SUM(UET__EH_VERSION, __VA_ARGS__), \
		UET__SUM(UET__EH_ID, __VA_ARGS__), \
		UET__SUM(UET__EH_EVENT_TAG, __VA_ARGS__), \
		UET__SUM(UET__EH_OPCODE, __VA_ARGS__), level, \
		sizeof(struct uet__metadata_##id), \
		UET_EH_KIND_METADATA UET__MAP(UET__EH_CHAIN, ~, __VA_ARGS__), \
		{ event_name, UET__MAP(UET__EH_META_VALUE, ~, __VA_ARGS__) }, \
		UET__MAP(UET__EH_HEAD_VALUE, ~, __VA_ARGS__) \
	}; \
	static const struct uet_part uet__parts_##id[] = { \
		UET__MAP(UET__EH_PART, ~, __VA_ARGS__) \
		{ 0, UET_PART_END, 0 } \
	}; \
	static const struct uet_eh uet__eh_##id = { \
		&uet__event_##id, &uet__prefix_of_##id, \
		uet__parts_##id + uet__early_##id, \
		UET__PADDING sizeof(struct uet_eh), \
		sizeof(struct uet__prefix_##id), \
		sizeof(struct uet__prefix_##id) + uet__early_size_##id, \
		sizeof(uet__parts_##id) / sizeof(struct uet_part) - 1 - \
			uet__early_##id, \
		uet__early_##id, 0 \
	};

#define UET__EH_PARAMS(...) \
	UET__EH_LIST(void, UET__EH_PARAM_LIST(__VA_ARGS__))
#define UET__EH_PARAM_LIST(...) ~ UET__MAP(UET__EH_PARAM, ~, __VA_ARGS__)
#define UET__EH_CLASSES(...) ~ UET__MAP(UET__EH_CLASS, ~, __VA_ARGS__)
#define UET__EH_OPERANDS(...) ~ UET__MAP(UET__EH_OPERAND, ~, __VA_ARGS__)
#define UET__EH_PASSED(...) ~ UET__MAP(UET__EH_PASS_PARAM, ~, __VA_ARGS__)
/* A step between, so that the members' commas count. */
#define UET__EH_LIST(none, ...) \
	UET__JOIN(UET__PASS, ~, UET__COMMA, none, __VA_ARGS__)

/* In the call, all parts of the list have slots, also those in the record. */
#define UET__EH_DEFINE_CALL(id, ...) \
	static __attribute__((cold, noinline)) void \
	uet__call_##id(UET__EH_PARAMS(__VA_ARGS__)) \
	{ \
		struct { \
			struct uet__record_##id fixed; \
			unsigned char tail[ \
				uet__first_##id > 0 ? UET_TAIL_SIZE + \
				UET_EH_PART_ROOM * sizeof(uet__parts_##id) / \
					sizeof(struct uet_part) : 1]; \
		} uet__record; \
		struct uet__slots_##id uet__slots; \
		UET__MAP(UET__EH_STORE, id, __VA_ARGS__) \
		uet__slots.uet__end = 0; \
		uet_probe_eh_emit(&uet__eh_##id, &uet__record, \
				  sizeof(uet__record), \
				  uet__first_slot(&uet__slots) + \
					uet__early_##id); \
	}

#define UET__EH_EMIT_0(id, ...) \
	uet__call_##id(UET__EH_LIST(, UET__EH_PASSED(__VA_ARGS__)));

#if defined(UET__GATE)
#define UET__EH_EMIT(id, ...) \
	UET__CAT(UET__EH_EMIT_, UET__FITS(UET__EH_OPERANDS(__VA_ARGS__))) \
	(id, __VA_ARGS__)
#define UET__EH_EMIT_1(id, ...) \
	if (sizeof(struct uet__record_##id) <= UET_EH_GATE_RECORD) { \
		UET__EMIT_BY_GATE(uet_probe_eh_gate, uet__eh_##id, \
				  UET__MAP(UET__EH_ASM_TEXT, ~, __VA_ARGS__), \
				  UET__MAP(UET__EH_ASM_INPUT, id, __VA_ARGS__)) \
	} else { \
		UET__EH_EMIT_0(id, __VA_ARGS__) \
	}
#else
#define UET__EH_EMIT UET__EH_EMIT_0
#endif

/*
 * The tracepoint of a provider, a level and a keyword: its word, its state and
 * its description, once for the module however many events and files have it.
 * By the assembler, since C knows no definition that may be repeated, and since
 * the provider's name is known to the file but not to the preprocessor.
 */
#define UET__EH_SYMBOL(what, provider, level, keyword) \
	"uet__eh_" #what "_" #provider "_" #level "_" #keyword

#if defined(__has_attribute)
#if __has_attribute(retain)
#define UET__EH_KEEP "R"
#endif
#endif
#ifndef UET__EH_KEEP
#define UET__EH_KEEP
#endif

#define UET__EH_BEGIN(section, flags, alignment, symbol, group) \
	".pushsection " section ", \"" flags "G" UET__EH_KEEP \
	"\", %progbits, " group ", comdat\n\t" \
	".balign " alignment "\n\t" \
	".weak " symbol "\n\t" \
	".hidden " symbol "\n\t" \
	".type " symbol ", %object\n" \
	symbol ":\n\t"
#define UET__EH_END(symbol) \
	".size " symbol ", . - " symbol "\n\t" \
	".popsection\n\t"

#define UET__EH_TRACEPOINT(word, state, desc, provider, level, keyword) \
	__asm__(".ifndef " state "\n\t" \
		/* An error here: no literal, as UET__EH_CHECK_LITERALS says. */ \
		".if " #level " | " #keyword "\n\t.endif\n\t" \
		UET__EH_BEGIN("uet1_words", "aw", "4", word, state) \
		".zero 4\n\t" \
		UET__EH_END(word) \
		UET__EH_BEGIN("uet1_descs", "a", "8", desc, state) \
		".long " UET__EH_STRING(UET__EH_MAGIC) \
		", .Luet__end_" state " - " desc "\n\t" \
		".short 0\n\t" \
		".byte " UET__EH_STRING(UET_ABI_VERSION) ", 3\n\t" \
		".long 0, " #level "\n\t" \
		".quad " #keyword "\n\t" \
		"uet__eh_name_" #provider "\n\t" \
		".ascii \"_L\"\n\t.byte 2\n\t.ascii \"K\"\n\t.byte 3\n\t" \
		"uet__eh_options_" #provider "\n\t" \
		".asciz \" " UET_EH_FIELDS "\"\n" \
		".Luet__end_" state ":\n\t" \
		UET__EH_END(desc) \
		UET__EH_BEGIN("uet1_events", "aw", "64", state, state) \
		UET__EH_ADDRESS word ", " desc ", 0\n\t" \
		UET__EH_PADDING \
		".long 128\n\t" /* size */ \
		".short 12, 0\n\t" /* fixed_size, n_parts */ \
		".long 0, -1, 0\n\t" /* write_index, fd, error */ \
		".byte 0, " UET__EH_STRING(UET_ABI_VERSION) "\n\t" \
		".short 0\n\t" /* flags */ \
		".zero 48\n\t" \
		".byte " #level "\n\t" \
		".zero 31\n\t" \
		UET__EH_END(state) \
		".endif");
#define UET__EH_MAGIC 0x31746575
UET__STATIC_ASSERT(UET__EH_MAGIC == UET_DESC_MAGIC, "uet: ABI");

#define UET__EH_PROVIDER(id, name, option, group) \
	UET__EH_CHECK_PROVIDER(name, group) \
	UET__STATIC_ASSERT(sizeof(name option group) <= 234, \
			   "uet: a provider's name and group take up to 233 " \
			   "characters"); \
	extern char uet__provider_##id[sizeof(name option group)]; \
	UET__EH_NAME(id, name, option group) \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")
#define UET__EH_PROVIDER_0(id, name) UET__EH_PROVIDER(id, name, "", "")
#define UET__EH_PROVIDER_1(id, name, group) \
	UET__EH_PROVIDER(id, name, "G", group)

/*
 * A file may have several of one id: those of all files are one file's after
 * optimisation at link time.  All must have one name, or events would come
 * under another's.  (Of several files the linker could tell the same by a
 * symbol with both in its name, but not once hidden symbols are made local.)
 */
#define UET__EH_DEFINE_NAME(id, name, options) \
	UET__EH_CHECK_ID(".Luet__provider_" #id, \
			 ".Luet__provider_" #id "_is_" name "." options) \
	__asm__(".ifdef .Luet__provider_" #id "\n\t" \
		".purgem uet__eh_name_" #id "\n\t" \
		".purgem uet__eh_options_" #id "\n\t" \
		".endif\n\t" \
		".set .Luet__provider_" #id ", 1\n\t" \
		".macro uet__eh_name_" #id "\n\t" \
		".ascii \"" name "\"\n\t" \
		".endm\n\t" \
		".macro uet__eh_options_" #id "\n\t" \
		".ascii \"" options "\"\n\t" \
		".endm");

#define UET__EH_CHECK_ID(any, this) \
	__asm__(".ifdef " any "\n\t" \
		".ifndef " this "\n\t" \
		".error \"uet: two providers have one id, " this "\"\n\t" \
		".endif\n\t" \
		".endif\n\t" \
		".set " this ", 1");

#define UET__EH_DECLARE(id, provider, event_name, level, keyword, ...) \
	UET__DECLARE_BEGIN \
	UET__EH_CHECK_LITERALS(id, #level, #keyword) \
	UET__ARGUMENTS(id, UET__EH_CLASSES(__VA_ARGS__)) \
	UET__STATIC_ASSERT(sizeof(uet__provider_##provider) > 1 && \
			   (level) >= 1 && (level) <= 255, \
			   "uet: a level is 1 to 255"); \
	UET__STATIC_ASSERT(UET__COUNT(__VA_ARGS__) <= 60, \
			   "uet: an event takes up to 60 fields and options"); \
	UET__EH_DECLARE_PREFIX(id, event_name, __VA_ARGS__) \
	UET__EH_DECLARE_RECORD(id, __VA_ARGS__) \
	UET__EH_DECLARE_SHAPE(id, __VA_ARGS__) \
	UET__EH_VALID_TEXT(event_name) \
	UET__STATIC_ASSERT(sizeof(struct uet__record_##id) <= 8000, \
			   "uet: no consumer takes so large an event"); \
	UET__MAP(UET__EH_VALID, id, __VA_ARGS__)

#ifdef UET_DISABLE

#define UET__EH_NAME(id, name, options)
#define UET__EH_EVENT(id, provider, event_name, level, keyword, ...) \
	UET__EH_DECLARE(id, provider, event_name, level, keyword, \
			__VA_ARGS__) \
	void uet__emit_##id(UET__EH_PARAMS(__VA_ARGS__)); \
	UET__DECLARE_END \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")

#else

#define UET__EH_NAME UET__EH_DEFINE_NAME
#define UET__EH_EVENT(id, provider, event_name, level, keyword, ...) \
	UET__EH_DECLARE(id, provider, event_name, level, keyword, \
			__VA_ARGS__) \
	UET__EH_TRACEPOINT(UET__EH_SYMBOL(word, provider, level, keyword), \
			   UET__EH_SYMBOL(state, provider, level, keyword), \
			   UET__EH_SYMBOL(desc, provider, level, keyword), \
			   provider, level, keyword) \
	extern uint32_t uet__word_##id \
		__asm__(UET__EH_SYMBOL(word, provider, level, keyword)) \
		UET__HIDDEN; \
	extern struct uet_event uet__event_##id \
		__asm__(UET__EH_SYMBOL(state, provider, level, keyword)) \
		UET__HIDDEN; \
	UET__EH_DEFINE_CONSTANTS(id, event_name, level, __VA_ARGS__) \
	UET__EH_DEFINE_CALL(id, __VA_ARGS__) \
	static inline __attribute__((always_inline)) void \
	uet__emit_##id(UET__EH_PARAMS(__VA_ARGS__)) \
	{ \
		UET__EH_EMIT(id, __VA_ARGS__) \
	} \
	UET__DECLARE_END \
	UET__STATIC_ASSERT(1, "takes the macro's semicolon")

#endif

#endif /* UET_DETAIL_EVENTHEADER_H */
