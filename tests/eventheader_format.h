/* SPDX-License-Identifier: MIT */
/*
 * What the format of each tracepoint of EventHeader events has behind the
 * common fields, which are eight bytes.
 */
#ifndef UET_TESTS_EVENTHEADER_FORMAT_H
#define UET_TESTS_EVENTHEADER_FORMAT_H

#define EVENTHEADER_FIELDS                                                     \
	"\tfield:u8 eventheader_flags;\toffset:8;\tsize:1;\tsigned:0;\n"       \
	"\tfield:u8 version;\toffset:9;\tsize:1;\tsigned:0;\n"                 \
	"\tfield:u16 id;\toffset:10;\tsize:2;\tsigned:0;\n"                    \
	"\tfield:u16 tag;\toffset:12;\tsize:2;\tsigned:0;\n"                   \
	"\tfield:u8 opcode;\toffset:14;\tsize:1;\tsigned:0;\n"                 \
	"\tfield:u8 level;\toffset:15;\tsize:1;\tsigned:0;\n\n"                \
	"print fmt: \"eventheader_flags=%u version=%u id=%u tag=%u opcode=%u " \
	"level=%u\", REC->eventheader_flags, REC->version, REC->id, "          \
	"REC->tag, REC->opcode, REC->level\n"

#endif /* UET_TESTS_EVENTHEADER_FORMAT_H */
