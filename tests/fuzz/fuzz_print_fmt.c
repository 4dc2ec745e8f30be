/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an event's format and, behind a NUL, a record of it: printed, or
 * refused.  A corpus to begin with: the format files of a running kernel.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <uet/print_fmt.h>

/* 32 strings and arrays of a record's size, and what they are printed with. */
#define MAX_OUTPUT ((size_t)16 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds)
{
	if (!holds)
		abort();
}

static unsigned int id_of(const char *format, size_t size)
{
	const char *id = memmem(format, size, "\nID: ", 5);

	/* A NUL follows: fuzzed formats end in one. */
	return id ? (unsigned int)strtoul(id + 5, NULL, 10) : 0;
}

/* In memory of its own, so that a byte behind it is one too many. */
static void print(struct uet_print_fmt *p, unsigned int id,
		  const uint8_t *bytes, size_t size)
{
	unsigned char *record = malloc(size + 1);
	const char *text;
	size_t n = 0;
	int ret;

	demand(record != NULL);
	memcpy(record, bytes, size);
	if (size >= 2) {
		record[0] = (unsigned char)id;
		record[1] = (unsigned char)(id >> 8);
	}
	ret = uet_print_fmt_print(p, id, record, size, &text, &n);
	demand(ret >= 0 && ret <= 1 && n <= MAX_OUTPUT);
	free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = memchr(data, 0, size);
	const char *format = (const char *)data;
	size_t length = nul ? (size_t)(nul - data) : 0;
	struct uet_print_fmt *p;

	if (!nul)
		return 0;
	demand(!uet_print_fmt_new(&p, NULL));
	if (!uet_print_fmt_add(p, "sys", format, length))
		print(p, id_of(format, length), nul + 1, size - length - 1);
	uet_print_fmt_free(p);
	return 0;
}
