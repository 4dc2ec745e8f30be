/* SPDX-License-Identifier: MIT */
/*
 * The format texts of tracepoints, packed as perf.data keeps them and as
 * trace-cmd did before version 7.  Source of the layout: trace_report() in the
 * kernel's tools/perf/util/trace-event-read.c; there is no other description.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/perfdata_writer.h"

/* The layout's version: from 0.6 on, saved command lines come last. */
#define LAYOUT_VERSION "0.6"

static void put_sized(struct uet_blob *blob, const char *text, size_t size)
{
	uet_blob_put_u64(blob, size);
	uet_blob_put(blob, text, size);
}

static void put_named(struct uet_blob *blob, const char *name, const char *text)
{
	uet_blob_put(blob, name, strlen(name) + 1);
	put_sized(blob, text, strlen(text));
}

/* The layout of the kernel's own ring buffer, which is not in the file.
 * Readers refuse an empty header_page, of which they only want the size of a
 * long, so it has what it holds on every machine. */
static void put_ring_layout(struct uet_blob *blob)
{
	char page[512];

	snprintf(page, sizeof(page),
		 "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		 "\tfield: local_t commit;\toffset:8;\tsize:%zu;\tsigned:1;\n"
		 "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		 "\tfield: char data;\toffset:%zu;\tsize:%zu;\tsigned:1;\n",
		 sizeof(long), 8 + sizeof(long),
		 (size_t)sysconf(_SC_PAGESIZE) - 8 - sizeof(long));
	put_named(blob, "header_page", page);
	put_named(blob, "header_event",
		  "# compressed entry header\n"
		  "\ttype_len    :    5 bits\n"
		  "\ttime_delta  :   27 bits\n"
		  "\tarray       :   32 bits\n\n"
		  "\tpadding     : type == 29\n"
		  "\ttime_extend : type == 30\n"
		  "\ttime_stamp : type == 31\n"
		  "\tdata max type_len  == 28\n");
}

/* Bytes of the system in "SYSTEM:NAME". */
static size_t system_length(const struct uet_writer_entry *entry)
{
	return strcspn(entry->name, ":");
}

static bool same_system(const struct uet_writer_entry *a,
			const struct uet_writer_entry *b)
{
	size_t length = system_length(a);

	return a->format && b->format && length == system_length(b) &&
	       !memcmp(a->name, b->name, length);
}

/* Is entries[i] the first of its system? */
static bool begins_system(const struct uet_writer_entry *entries, size_t i)
{
	if (!entries[i].format)
		return false;
	for (size_t k = 0; k < i; k++)
		if (same_system(&entries[k], &entries[i]))
			return false;
	return true;
}

static void put_system(struct uet_blob *blob,
		       const struct uet_writer_entry *entries, size_t n,
		       size_t first)
{
	uint32_t count = 0;

	for (size_t i = first; i < n; i++)
		count += same_system(&entries[first], &entries[i]);
	uet_blob_put(blob, entries[first].name, system_length(&entries[first]));
	uet_blob_put_u8(blob, 0);
	uet_blob_put_u32(blob, count);
	for (size_t i = first; i < n; i++)
		if (same_system(&entries[first], &entries[i]))
			put_sized(blob, entries[i].format,
				  entries[i].format_size);
}

static void put_strings(struct uet_blob *blob,
			const struct uet_writer_strings *strings)
{
	uint32_t size = strings ? (uint32_t)strings->size : 0;

	uet_blob_put_u32(blob, size);
	if (size)
		uet_blob_put(blob, strings->text, size);
}

void uet_tracing_data_put(struct uet_blob *blob,
			  const struct uet_writer_entry *entries, size_t n,
			  const struct uet_writer_strings *strings)
{
	static const unsigned char magic[] = { 23, 8, 68 };
	const uint16_t probe = 1;
	uint32_t systems = 0;

	uet_blob_put(blob, magic, sizeof(magic));
	uet_blob_put(blob, "tracing", 7);
	uet_blob_put(blob, LAYOUT_VERSION, sizeof(LAYOUT_VERSION));
	uet_blob_put_u8(blob, *(const uint8_t *)&probe == 0); /* big endian? */
	uet_blob_put_u8(blob, sizeof(long));
	uet_blob_put_u32(blob, (uint32_t)sysconf(_SC_PAGESIZE));
	put_ring_layout(blob);
	uet_blob_put_u32(blob, 0); /* formats of ftrace's own events */
	for (size_t i = 0; i < n; i++)
		systems += begins_system(entries, i);
	uet_blob_put_u32(blob, systems);
	for (size_t i = 0; i < n; i++)
		if (begins_system(entries, i))
			put_system(blob, entries, n, i);
	uet_blob_put_u32(blob, 0); /* kallsyms: perf writes none either */
	put_strings(blob, strings);
	uet_blob_put_u64(blob, 0); /* saved_cmdlines */
}
