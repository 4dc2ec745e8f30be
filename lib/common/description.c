/* SPDX-License-Identifier: MIT */
/*
 * Expands a compiled-in description.  Runs in programs' constructors and on
 * bytes of foreign files alike, so it trusts nothing and calls nobody.
 */
#include "common/description.h"

#include <errno.h>
#include <string.h>

static uint32_t get_u32(const unsigned char *at, bool swap)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return swap ? __builtin_bswap32(value) : value;
}

static uint64_t get_u64(const unsigned char *at, bool swap)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

#define DIGITS_MAX 16

/* Digits of value at to; how many. */
static size_t put_number(char to[DIGITS_MAX], uint64_t value,
			 unsigned int base)
{
	char digits[DIGITS_MAX];
	size_t n = 0;

	do {
		digits[n++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	for (size_t i = 0; i < n; i++)
		to[i] = digits[n - 1 - i];
	return n;
}

/* The bytes that stand for numbers. */
static const struct {
	char byte;
	unsigned int base;
	size_t n; /* how many it takes */
} markers[] = {
	{ UET_DESC_NUMBER, 10, 1 },
	{ UET_DESC_HEX, 16, 1 },
	{ UET_DESC_HEX64, 16, 2 },
};

/*
 * What one byte of the text becomes, at to: how many characters, or 0 where
 * numbers are missing.
 */
static size_t expand_byte(char to[DIGITS_MAX], char byte,
			  const unsigned char *numbers, size_t n_numbers,
			  size_t *used, bool swap)
{
	for (size_t i = 0; i < sizeof(markers) / sizeof(markers[0]); i++) {
		const unsigned char *at = numbers + *used * 4;

		if (byte != markers[i].byte)
			continue;
		if (n_numbers - *used < markers[i].n)
			return 0;
		*used += markers[i].n;
		return put_number(to, markers[i].n == 1 ? get_u32(at, swap) :
							  get_u64(at, swap),
				  markers[i].base);
	}
	*to = byte;
	return 1;
}

int uet_desc_expand(const void *desc, size_t avail, bool swap,
		    char text[UET_DESC_MAX])
{
	const unsigned char *base = desc;
	struct uet_desc head;
	const unsigned char *numbers, *at, *end;
	size_t length = 0, used = 0;

	if (avail < sizeof(head))
		return -EINVAL;
	memcpy(&head, base, sizeof(head));
	if (swap) {
		head.magic = __builtin_bswap32(head.magic);
		head.size = __builtin_bswap32(head.size);
	}
	numbers = base + sizeof(head);
	if (head.magic != UET_DESC_MAGIC || head.version != UET_ABI_VERSION ||
	    head.size > avail ||
	    head.size < sizeof(head) + head.n_numbers * 4u + 1)
		return -EINVAL;

	at = numbers + head.n_numbers * 4u;
	end = base + head.size - 1;
	if (*end != '\0')
		return -EINVAL;
	for (; at < end; at++) {
		char digits[DIGITS_MAX];
		size_t n = 0;

		if (*at)
			n = expand_byte(digits, (char)*at, numbers,
					head.n_numbers, &used, swap);
		if (!n)
			return -EINVAL;
		if (length + n >= UET_DESC_MAX)
			return -E2BIG;
		memcpy(text + length, digits, n);
		length += n;
	}
	text[length] = '\0';
	return (int)length;
}
