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

/** The byte in struct uet_desc's text that stands for its next number. */
#define UET_DESC_NUMBER '\001'

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
 * the kernel's syntax, in which each byte UET_DESC_NUMBER stands for the next
 * number in decimal.  (The preprocessor cannot write sizeof(x) into a string;
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

/**
 * struct uet_event - an event's cold state.  Written by libuet only.
 */
struct uet_event {
	uint32_t *word;		     /* its enable word */
	const struct uet_desc *desc; /* its description */
#if UINTPTR_MAX == UINT32_MAX
	uint32_t padding[2];
#endif
	uint32_t size;	      /* sizeof(struct uet_event) */
	uint32_t write_index; /* the kernel's, for fd */
	int32_t fd;	      /* the data file while registered, else -1 */
	int32_t error;	      /* -errno of the last attempt, or 0 */
	uint8_t state;	      /* enum uet_state */
	uint8_t version;      /* UET_ABI_VERSION */
	uint16_t flags;	      /* UET_FLAG_* that the kernel granted */
	uint32_t word_known;  /* the kernel writes to the word */
	uint64_t emitted;
	uint64_t lost[UET_LOST_REASONS];
	uint64_t reserved[6];
} __attribute__((aligned(64)));

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

/**
 * struct uet_dynamic - one field of variable length, for the emitter.
 * @data:  the bytes; NULL counts as none (in a string as "(null)").
 * @size:  bytes; UET_DYNAMIC_STRING: a string, up to its NUL.
 * @where: the field's location word, bytes from the record's start.
 */
struct uet_dynamic {
	const void *data;
	size_t size;
	uint32_t where;
	uint32_t reserved;
};

#define UET_DYNAMIC_STRING ((size_t)-1)

/** Bytes behind the fixed part that an emitter gives for short fields. */
#define UET_TAIL_SIZE 256

#ifdef __cplusplus
#define UET__STATIC_ASSERT static_assert
#else
#define UET__STATIC_ASSERT _Static_assert
#endif

/* Objects compiled today meet a libuet of tomorrow. */
UET__STATIC_ASSERT(sizeof(struct uet_desc) == 16, "uet: ABI");
UET__STATIC_ASSERT(sizeof(struct uet_event) == 128, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, size) == 16, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, state) == 32, "uet: ABI");
UET__STATIC_ASSERT(offsetof(struct uet_event, emitted) == 40, "uet: ABI");
UET__STATIC_ASSERT(sizeof(struct uet_module) == 16 + 3 * sizeof(void *),
		   "uet: ABI");

/*
 * What compiled-in probes call.  Any thread, any signal handler; errno is left
 * alone; nothing is returned, failures are counted in the event.
 *
 * record is the packed payload behind four bytes for the write index, size
 * bytes in all.  uet_probe_write_dynamic() may write up to room bytes behind
 * them.
 */
void uet_probe_write(struct uet_event *event, void *record, size_t size);
void uet_probe_write_dynamic(struct uet_event *event, void *record,
			     size_t size, size_t room,
			     const struct uet_dynamic *fields, unsigned int n);

/* What a module's constructor and destructor call; again does no harm. */
void uet_module_register(struct uet_module *module);
void uet_module_unregister(struct uet_module *module);

#ifdef __cplusplus
}
#endif

#endif /* UET_ABI_H */
