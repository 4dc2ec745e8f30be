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

/* Decimal digits of value at to; how many. */
static size_t put_decimal(char to[10], uint32_t value)
{
	char digits[10];
	size_t n = 0;

	do {
		digits[n++] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	for (size_t i = 0; i < n; i++)
		to[i] = digits[n - 1 - i];
	return n;
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
		char digits[10] = { (char)*at };
		size_t n = 1;

		if (*at == '\0')
			return -EINVAL;
		if (*at == UET_DESC_NUMBER) {
			if (used == head.n_numbers)
				return -EINVAL;
			n = put_decimal(digits,
					get_u32(numbers + used++ * 4, swap));
		}
		if (length + n >= UET_DESC_MAX)
			return -E2BIG;
		memcpy(text + length, digits, n);
		length += n;
	}
	text[length] = '\0';
	return (int)length;
}
