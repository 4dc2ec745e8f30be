/* SPDX-License-Identifier: MIT */
/*
 * What the printers share: a buffer that grows, UTF-8.  Knows nothing about
 * fields and numbers.
 */
#include <stdlib.h>

#include "eventheader_shape.h"
#include "print.h"
#include "print_recent.h"

char *uet_buffer_grow(struct uet_buffer *b, size_t n)
{
	size_t capacity = b->capacity ? b->capacity : 256;
	char *data;

	if (n > SIZE_MAX / 4 - b->size)
		return NULL;
	while (capacity < b->size + n)
		capacity *= 2;
	data = realloc(b->data, capacity);
	if (!data)
		return NULL;
	b->data = data;
	b->capacity = capacity;
	return data + b->size;
}

struct uet_buffer_recent *uet_buffer_remember(struct uet_buffer *b)
{
	if (!b->recent)
		b->recent = calloc(1, sizeof(*b->recent));
	return b->recent;
}

void uet_buffer_free(struct uet_buffer *b)
{
	if (b->recent)
		uet_eh_shapes_free(b->recent);
	free(b->data);
	free(b->recent);
	memset(b, 0, sizeof(*b));
}

unsigned int uet_utf8_length(const unsigned char *s, size_t size)
{
	unsigned int len;
	unsigned char low = 0x80, high = 0xbf;

	if (!size)
		return 0;
	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (size < len)
		return 0;
	/* Table 3-7 of the Unicode standard. */
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (unsigned int i = 2; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return len;
}
