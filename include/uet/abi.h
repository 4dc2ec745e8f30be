/* SPDX-License-Identifier: MIT */
/*
 * What a compiled-in event looks like in memory and in an ELF file: the real
 * ABI between a program, libuet and whoever reads the program's file.
 *
 * Three linker sections, found through their __start_/__stop_ symbols:
 *
 *   uet1_words   the enable words, 4 bytes each, nothing else: sixteen events
 *		  share a cache line that the probes read
 *   uet1_events  struct uet_event, the cold state, 128 bytes each
 *   uet1_descs   struct uet_desc with what follows it, read-only and without
 *		  pointers, so that a tool reads them from the file without
 *		  running or relocating anything
 *
 * The digit in the names is the layout's version: an object compiled with
 * another layout has sections of its own and is left alone.
 */
#ifndef UET_ABI_H
#define UET_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UET_ABI_VERSION 1

/** The event stays when nobody has it registered any more (Linux 6.7 or
 *  later, CAP_PERFMON). */
#define UET_FLAG_PERSIST 1
/** Others may register the same name with other fields (Linux 6.9). */
#define UET_FLAG_MULTI_FORMAT 2

/** The longest description the kernel takes, with its NUL: bytes. */
#define UET_DESC_MAX 512

/**
 * The largest payload that is given to the kernel: bytes.  perf takes records
 * of at most 8,192 bytes, of which 8 or, on some kernels, 16 are its own, and
 * ftrace less; of a larger one perf would warn in the kernel's log, with a
 * stack trace, and tell nobody else.
 */
#define UET_PAYLOAD_MAX 8176

/** The byte in struct uet_desc's text that stands for its next number, in
 *  decimal. */
#define UET_DESC_NUMBER '\001'
/** In lower-case hexadecimal; for one u64 of two numbers, which lie there as
 *  one in the file's byte order. */
#define UET_DESC_HEX '\002'
#define UET_DESC_HEX64 '\003'

#define UET_DESC_MAGIC 0x31746575u /* "uet1" on a little-endian machine */

/**
 * struct uet_desc - an event's description as it lies in the file.
 * @magic:    UET_DESC_MAGIC, in the file's own byte order.
 * @size:     bytes from here to the end of the text, its NUL included.
 * @flags:    UET_FLAG_* that the program asks for.
 * @version:  UET_ABI_VERSION.
 * @n_numbers: how many u32 follow this header, before the text; there may be
 *	       more than the text uses.
 *
 * Behind it lie n_numbers u32 and the NUL-terminated text, "NAME[ FIELDS]" in
 * the kernel's syntax, in which each byte UET_DESC_NUMBER, UET_DESC_HEX or
 * UET_DESC_HEX64 stands for the next number.  (The preprocessor cannot write
 * sizeof(x) into a string;
 * the kernel compares descriptions as text, so that the digits must be the
 * ones that anybody else would write.)  Entries are aligned to 8 bytes; zero
 * bytes between them mean nothing.
 */
struct uet_desc {
	uint32_t magic;
	uint32_t size;
	uint16_t flags;
	uint8_t version;
	uint8_t n_numbers;
	uint32_t reserved;
};

/**
 * enum uet_state - what became of an event's registration.
 */
enum uet_state {
	UET_STATE_NEW = 0,	    /* not tried yet */
	UET_STATE_REGISTERED = 1,   /* the kernel knows it */
	UET_STATE_FAILED = 2,	    /* tried in vain: see the error */
	UET_STATE_UNREGISTERED = 3, /* taken back */
};

/* Why an event that was switched on did not reach the kernel. */
enum uet_lost {
	UET_LOST_DISABLED = 0, /* the last listener had just gone */
	UET_LOST_SIZE = 1,     /* over UET_PAYLOAD_MAX bytes */
	UET_LOST_FAULT = 2,    /* the kernel could not read the payload */
	UET_LOST_OTHER = 3,    /* no data file, or an error not named above */
	UET_LOST_REASONS = 4,
};

/* What a part of the record is that does not fit a register. */
enum uet_part_kind {
	UET_PART_END = 0,    /* no more parts */
	UET_PART_STRING = 1, /* const char *; of variable length */
	UET_PART_BYTES = 2,  /* const void *; of variable length */
	UET_PART_SIZE = 3,   /* behind UET_PART_BYTES: their number */
	UET_PART_CHARS = 4,  /* const char *; @size characters */
	UET_PART_COPY = 5,   /* const void *; @size bytes */
	/* Of EventHeader events only: */
	UET_PART_VALUE = 6, /* the slot's first @size bytes */
	UET_PART_TEXT = 7,  /* const void *; units of @size bytes, the last 0 */
	UET_PART_ARRAY = 8, /* const void *; UET_PART_SIZE behind it counts
			     * elements of @size bytes */
};

/**
 * struct uet_part - one such part, constant.
 * @where: of its place (a location word, if its length is variable), bytes
 *	   from the record's start.
 * @kind:  enum uet_part_kind.
 * @size:  bytes of its place.
 */
struct uet_part {
	uint16_t where;
	uint16_t kind;
	uint32_t size;
};

/**
 * struct uet_event - an event's cold state.  Written by libuet only.
 */
struct uet_event {
	uint32_t *word;		      /* its enable word */
	const struct uet_desc *desc;  /* its description */
	const struct uet_part *parts; /* the last is UET_PART_END */
#if UINTPTR_MAX == UINT32_MAX
	uint32_t padding[3];
#endif
	uint32_t size;	      /* sizeof(struct uet_event) */
	uint16_t fixed_size;  /* bytes of the record without what varies */
	uint16_t n_parts;     /* without the end */
	uint32_t write_index; /* the kernel's, for fd; the two are one */
	int32_t fd;	      /* the data file while registered, else -1 */
	int32_t error;	      /* -errno of the last attempt, or 0 */
	uint8_t state;	      /* enum uet_state */
	uint8_t version;      /* UET_ABI_VERSION */
	uint16_t flags;	      /* UET_FLAG_* that the kernel granted */
	uint32_t word_known;  /* the kernel writes to the word */
	uint32_t reserved_word;
	uint64_t emitted;
	uint64_t lost[UET_LOST_REASONS];
	uint8_t level; /* of an EventHeader tracepoint, else 0 */
	uint8_t reserved_bytes[7];
	uint64_t reserved[3];
} __attribute__((aligned(64)));

/**
 * struct uet_eh - what all emissions of an EventHeader event have in common,
 * constant.
 * @event:	 the tracepoint, which events of one provider, level and keyword
 *		 share.
 * @prefix:	 prefix_size bytes: four for the write index, the header and the
 *		 extensions.
 * @parts:	 what follows the record, in the payload's order.
 * @size:	 sizeof(struct uet_eh).
 * @prefix_size: of the prefix, at least 16.
 * @fixed_size:	 bytes of the record: the prefix and the fields up to the first
 *		 part.
 * @n_parts:	 without the end.
 * @first_slot:	 of the first part.
 */
struct uet_eh {
	struct uet_event *event;
	const void *prefix;
	const struct uet_part *parts;
#if UINTPTR_MAX == UINT32_MAX
	uint32_t padding[3];
#endif
	uint32_t size;
	uint16_t prefix_size;
	uint16_t fixed_size;
	uint16_t n_parts;
	uint16_t first_slot;
	uint32_t reserved;
};

/**
 * struct uet_module - an executable's or shared object's events.
 */
struct uet_module {
	uint32_t size;	  /* sizeof(struct uet_module) */
	uint32_t version; /* UET_ABI_VERSION */
	struct uet_event *events;
	struct uet_event *events_end;
	struct uet_module *next; /* libuet's */
	uint32_t known;		 /* libuet's: it is in the list */
	uint32_t reserved;
};

/*
 * What a probe that is on hands over: a record, of whose fixed_size bytes the
 * first four are left for the write index, with room behind it in which short
 * fields of variable length find place; and a slot for each part.
 */

/** One slot: a pointer or a number, bytes. */
#define UET_SLOT_SIZE 8

/** The room behind the record where there are fields of variable length. */
#define UET_TAIL_SIZE 256

/*
 * An EventHeader event's record begins with room for its prefix.  The parts lie
 * in no place of their own but one behind the other, so that fixed fields
 * behind the first part are parts, too; behind the record is room for
 * UET_EH_PART_ROOM bytes for each part besides.
 */
#define UET_EH_PART_ROOM 18

/*
 * uet_probe_gate, for x86-64, gets them in a block at the stack pointer, which
 * the probe has lowered by UET_GATE_FRAME bytes (the block's 512, and the 128
 * that a function may use below its stack pointer): first the record, of at
 * most UET_GATE_RECORD bytes; from UET_GATE_SLOTS on the slots, at most 9.
 */
#define UET_GATE_FRAME 640
#define UET_GATE_RECORD 160
#define UET_GATE_SLOTS 432
/* The record for uet_eh_gate. */
#define UET_EH_GATE_RECORD 240

#ifdef __cplusplus
#define UET__STATIC_ASSERT static_assert
#else
#define UET__STATIC_ASSERT _Static_assert
#endif

/* Objects compiled today meet a libuet of tomorrow. */
UET__STATIC_ASSERT(sizeof(struct uet_desc) == 16, "uet: ABI");
UET__STATIC_ASSERT(sizeof(struct uet_event) == 128, "uet: ABI");
UET__STATIC_ASSERT(sizeof(struct uet_part) == 8, "uet: ABI");
UET__STATIC_ASSERT(sizeof(struct uet_eh) == 40, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, size) == 24, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, write_index) == 32, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, state) == 44, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, emitted) == 56, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, level) == 96, "uet: ABI");
UET__STATIC_ASSERT(sizeof(struct uet_module) == 16 + 3 * sizeof(void *),
		   "uet: ABI");

/**
 * uet_probe_emit() - what compiled-in probes call.
 * @record: written to.
 * @size:   of the record and the room behind it, bytes.
 * @slots:  n_parts of them.
 *
 * Any thread, any signal handler; errno is left alone; nothing is returned,
 * failures are counted in the event.
 */
void uet_probe_emit(struct uet_event *event, void *record, size_t size,
		    const uint64_t *slots);

/*
 * uet_probe_gate: the same, called from inline assembly with the event in rax
 * and the block at the stack pointer.  Changes rax, r10, r11, xmm14, xmm15 and
 * the flags, and no other register.
 */

/**
 * uet_probe_eh_emit() - the same for EventHeader events.
 * @slots: those of the first part and behind.
 */
void uet_probe_eh_emit(const struct uet_eh *eh, void *record, size_t size,
		       const uint64_t *slots);

/* uet_probe_eh_gate: uet_probe_gate for a struct uet_eh in rax. */

/* What a module's constructor and destructor call; again does no harm. */
void uet_module_register(struct uet_module *module);
void uet_module_unregister(struct uet_module *module);

#ifdef __cplusplus
}
#endif

#endif /* UET_ABI_H */
