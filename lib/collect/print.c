/* SPDX-License-Identifier: MIT */
/*
 * What the printers share: a buffer that grows, numbers as text, UTF-8.  Knows
 * nothing about fields; independent of the locale.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "print.h"

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

int uet_buffer_put(struct uet_buffer *b, const void *data, size_t size)
{
	char *to = uet_buffer_room(b, size);

	if (!to)
		return -ENOMEM;
	uet_buffer_end(b, uet_put_bytes(to, data, size));
	return 0;
}

void uet_buffer_free(struct uet_buffer *b)
{
	free(b->data);
	memset(b, 0, sizeof(*b));
}

/* Two digits at a time: half the divisions. */
static const char pairs[] =
	"00010203040506070809101112131415161718192021222324"
	"25262728293031323334353637383940414243444546474849"
	"50515253545556575859606162636465666768697071727374"
	"75767778798081828384858687888990919293949596979899";

/* Writes the digits so that they end before end; returns the first. */
static char *digits_before(char *end, uint64_t n)
{
	while (n >= 100) {
		end -= 2;
		memcpy(end, pairs + n % 100 * 2, 2);
		n /= 100;
	}
	if (n >= 10) {
		end -= 2;
		memcpy(end, pairs + n * 2, 2);
	} else {
		*--end = (char)('0' + n);
	}
	return end;
}

/* Decimal digits of n. */
static unsigned int count_digits(uint64_t n)
{
	static const uint64_t powers[] = {
		UINT64_C(0), UINT64_C(10), UINT64_C(100), UINT64_C(1000),
		UINT64_C(10000), UINT64_C(100000), UINT64_C(1000000),
		UINT64_C(10000000), UINT64_C(100000000), UINT64_C(1000000000),
		UINT64_C(10000000000), UINT64_C(100000000000),
		UINT64_C(1000000000000), UINT64_C(10000000000000),
		UINT64_C(100000000000000), UINT64_C(1000000000000000),
		UINT64_C(10000000000000000), UINT64_C(100000000000000000),
		UINT64_C(1000000000000000000), UINT64_C(10000000000000000000),
	};
	unsigned int bits = 64 - (unsigned int)__builtin_clzll(n | 1);
	unsigned int digits = bits * 1233 >> 12; /* log10(2), or one less */

	return digits + (n >= powers[digits]);
}

char *uet_put_u64(char *to, uint64_t n)
{
	char *end;

	if (n < 10) {
		*to = (char)('0' + n);
		return to + 1;
	}
	/* In place: to copy a few bytes costs as much as to make them. */
	end = to + count_digits(n);
	digits_before(end, n);
	return end;
}

char *uet_put_s64(char *to, int64_t n)
{
	if (n >= 0)
		return uet_put_u64(to, (uint64_t)n);
	*to = '-';
	/* The smallest number has no positive twin but as unsigned. */
	return uet_put_u64(to + 1, -(uint64_t)n);
}

char *uet_put_padded(char *to, uint64_t n, unsigned int width)
{
	char digits[20];
	char *first = digits_before(digits + sizeof(digits), n);
	size_t len = (size_t)(digits + sizeof(digits) - first);

	while (width-- > len)
		*to++ = '0';
	return uet_put_bytes(to, first, len);
}

static const char hex_digits[] = "0123456789abcdef";

char *uet_put_hex64(char *to, uint64_t n)
{
	int shift = 60;

	while (shift && !(n >> shift & 15))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*to++ = hex_digits[n >> shift & 15];
	return to;
}

char *uet_put_hex(char *to, const void *data, size_t size)
{
	const unsigned char *bytes = data;

	for (size_t i = 0; i < size; i++) {
		*to++ = hex_digits[bytes[i] >> 4];
		*to++ = hex_digits[bytes[i] & 15];
	}
	return to;
}

/*
 * Copies a number that snprintf() wrote; whatever the locale has between the
 * digits becomes a point.
 */
static char *put_printed(char *to, const char *from)
{
	bool in_point = false;

	for (; *from; from++) {
		if (strchr("0123456789+-e", *from)) {
			*to++ = *from;
			in_point = false;
		} else if (!in_point) {
			*to++ = '.';
			in_point = true;
		}
	}
	return to;
}

/*
 * Most numbers that programs trace have few decimals: f = n / 10^k with n
 * below 10^15.  The division of two exact numbers is correctly rounded, and so
 * is what strtod() makes of these digits: if the quotient is f again, so is
 * what is read back; and no two decimals of up to 15 digits mean the same
 * double, so that there is no shorter one.
 */
static char *put_few_decimals(char *to, double f)
{
	double scale = 1;
	uint64_t n;

	for (unsigned int k = 0; k <= 9; k++, scale *= 10) {
		double scaled = f * scale;

		if (scaled >= 1e15)
			return NULL;
		n = (uint64_t)(scaled + 0.5);
		if ((double)n / scale != f)
			continue;
		to = uet_put_u64(to, n / (uint64_t)scale);
		if (!k)
			return to;
		*to++ = '.';
		return uet_put_padded(to, n % (uint64_t)scale, k);
	}
	return NULL;
}

char *uet_put_double(char *to, double f)
{
	char text[UET_NUMBER_MAX];
	char *end;

	if (signbit(f)) {
		*to++ = '-';
		f = -f;
	}
	/* Below, digits behind the point would be more than an exponent's. */
	end = f >= 1e-4 || f == 0 ? put_few_decimals(to, f) : NULL;
	if (end)
		return end;
	/* Any 15 digits are told apart but by the numbers near zero. */
	for (int precision = isnormal(f) ? 15 : 1; precision <= 17;
	     precision++) {
		snprintf(text, sizeof(text), "%.*g", precision, f);
		if (strtod(text, NULL) == f)
			break;
	}
	return put_printed(to, text);
}

char *uet_put_float(char *to, float f)
{
	char text[UET_NUMBER_MAX];

	for (int precision = isnormal(f) ? 6 : 1; precision <= 9; precision++) {
		snprintf(text, sizeof(text), "%.*g", precision, (double)f);
		if (strtof(text, NULL) == f)
			break;
	}
	return put_printed(to, text);
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

#define NS_PER_S UINT64_C(1000000000)
#define S_PER_DAY 86400
#define DAYS_PER_400_YEARS 146097

/*
 * Not gmtime_r(), which costs more than all the rest of a line.  Years begin in
 * March here, so that the leap day is their last one.
 */
static char *put_date(char *to, uint64_t days)
{
	uint64_t day = days + 719468; /* since 0000-03-01 */
	uint64_t era = day / DAYS_PER_400_YEARS;
	uint64_t of_era = day % DAYS_PER_400_YEARS;
	uint64_t year = (of_era - of_era / 1460 + of_era / 36524 -
			 of_era / 146096) / 365;
	uint64_t of_year = of_era - (365 * year + year / 4 - year / 100);
	uint64_t month = (5 * of_year + 2) / 153; /* 0 is March */

	to = uet_put_padded(to, year + era * 400 + (month >= 10), 4);
	*to++ = '-';
	to = uet_put_padded(to, month < 10 ? month + 3 : month - 9, 2);
	*to++ = '-';
	return uet_put_padded(to, of_year - (153 * month + 2) / 5 + 1, 2);
}

char *uet_put_wall_time(char *to, uint64_t ns)
{
	uint64_t s = ns / NS_PER_S, of_day = s % S_PER_DAY;

	to = put_date(to, s / S_PER_DAY);
	*to++ = 'T';
	to = uet_put_padded(to, of_day / 3600, 2);
	*to++ = ':';
	to = uet_put_padded(to, of_day / 60 % 60, 2);
	*to++ = ':';
	to = uet_put_padded(to, of_day % 60, 2);
	*to++ = '.';
	to = uet_put_padded(to, ns % NS_PER_S, 9);
	*to++ = 'Z';
	return to;
}

char *uet_put_real(char *to, const struct uet_value *v)
{
	if (isnan(v->f))
		return uet_put_bytes(to, "nan", 3);
	if (!isfinite(v->f))
		return v->f < 0 ? uet_put_bytes(to, "-inf", 4) :
				  uet_put_bytes(to, "inf", 3);
	return v->kind == UET_VALUE_F32 ? uet_put_float(to, (float)v->f) :
					  uet_put_double(to, v->f);
}
