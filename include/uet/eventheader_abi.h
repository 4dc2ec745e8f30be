/* SPDX-License-Identifier: MIT */
/*
 * The numbers of the EventHeader convention, as they stand in events.  Who
 * emits and who decodes agrees upon them.
 *
 * Since: 0.1.0
 */
#ifndef UET_EVENTHEADER_ABI_H
#define UET_EVENTHEADER_ABI_H

/** The fields of each tracepoint, as the kernel takes them behind its name. */
#define UET_EH_FIELDS \
	"u8 eventheader_flags; u8 version; u16 id; u16 tag; u8 opcode; u8 level"

/* Level: how much an event matters, 1 to 255. */
#define UET_EH_CRITICAL 1
#define UET_EH_ERROR 2
#define UET_EH_WARNING 3
#define UET_EH_INFORMATION 4
#define UET_EH_VERBOSE 5

/* Opcode: an event's place in an activity. */
#define UET_EH_OPCODE_INFO 0
#define UET_EH_OPCODE_START 1
#define UET_EH_OPCODE_STOP 2
#define UET_EH_OPCODE_COLLECTION_START 3
#define UET_EH_OPCODE_COLLECTION_STOP 4
#define UET_EH_OPCODE_EXTENSION 5
#define UET_EH_OPCODE_REPLY 6
#define UET_EH_OPCODE_RESUME 7
#define UET_EH_OPCODE_SUSPEND 8
#define UET_EH_OPCODE_SEND 9
#define UET_EH_OPCODE_RECEIVE 0xf0

/* Flags of the header. */
#define UET_EH_FLAG_POINTER_64 1
#define UET_EH_FLAG_LITTLE_ENDIAN 2
#define UET_EH_FLAG_EXTENSION 4 /* one follows */

/* Kinds of extensions. */
#define UET_EH_KIND_METADATA 1
#define UET_EH_KIND_ACTIVITY 2 /* 16 bytes, or 32 with the parent's */
#define UET_EH_KIND_CHAIN 0x8000 /* another follows */

/* Encoding: where a field's value ends. */
#define UET_EH_ENCODING_STRUCT 1
#define UET_EH_ENCODING_VALUE8 2
#define UET_EH_ENCODING_VALUE16 3
#define UET_EH_ENCODING_VALUE32 4
#define UET_EH_ENCODING_VALUE64 5
#define UET_EH_ENCODING_VALUE128 6
#define UET_EH_ENCODING_ZSTRING8 7 /* NUL-terminated, units of 8 bits */
#define UET_EH_ENCODING_ZSTRING16 8
#define UET_EH_ENCODING_ZSTRING32 9
#define UET_EH_ENCODING_STRING8 10 /* a u16 with the number of units in front */
#define UET_EH_ENCODING_STRING16 11
#define UET_EH_ENCODING_STRING32 12
#define UET_EH_ENCODING_BINARY 13
#define UET_EH_ENCODING_MASK 0x1f
#define UET_EH_CONSTANT_ARRAY 0x20 /* the metadata say of how many */
#define UET_EH_VARIABLE_ARRAY 0x40 /* a u16 with the number in front */
#define UET_EH_HAS_FORMAT 0x80

/* Format: what a field's value means. */
#define UET_EH_FORMAT_DEFAULT 0 /* unsigned, UTF text, hex bytes */
#define UET_EH_FORMAT_UNSIGNED 1
#define UET_EH_FORMAT_SIGNED 2
#define UET_EH_FORMAT_HEX 3
#define UET_EH_FORMAT_ERRNO 4
#define UET_EH_FORMAT_PID 5
#define UET_EH_FORMAT_TIME 6 /* seconds since 1970, signed */
#define UET_EH_FORMAT_BOOLEAN 7
#define UET_EH_FORMAT_FLOAT 8
#define UET_EH_FORMAT_HEX_BYTES 9
#define UET_EH_FORMAT_STRING8 10 /* each byte a character: Latin 1 */
#define UET_EH_FORMAT_UTF 11
#define UET_EH_FORMAT_UTF_BOM 12
#define UET_EH_FORMAT_XML 13
#define UET_EH_FORMAT_JSON 14
#define UET_EH_FORMAT_UUID 15 /* big-endian */
#define UET_EH_FORMAT_PORT 16 /* big-endian */
#define UET_EH_FORMAT_IP 17   /* 4 or 16 bytes */
#define UET_EH_FORMAT_IP_OLD 18 /* the same, obsolete */
#define UET_EH_FORMAT_MASK 0x7f
#define UET_EH_HAS_TAG 0x80 /* a tag follows */

/** Structs inside structs: levels. */
#define UET_EH_STRUCT_LEVELS 8
/** Fields of a struct. */
#define UET_EH_STRUCT_FIELDS 127
/** Units of a string, elements of an array. */
#define UET_EH_COUNT_MAX 65535
/** A tracepoint's name, bytes with its NUL. */
#define UET_EH_NAME_MAX 256

#endif /* UET_EVENTHEADER_ABI_H */
