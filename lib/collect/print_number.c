/* SPDX-License-Identifier: MIT */
/*
 * Numbers and times as text.  Knows nothing about fields; independent of the
 * locale.
 */
#include <endian.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "print.h"
#include "print_digits.h"

#define TEN_TO_8 UINT64_C(100000000)

static const uint32_t powers_of_ten[] = { 1, 10, 100, 1000, 10000, 100000,
					  1000000, 10000000, TEN_TO_8,
					  1000000000 };

/* The last width digits of n, which is below 10^8; writes eight bytes. */
static char *put_last(char *to, uint64_t n, unsigned int width)
{
	uint64_t digits = uet_eight_digits(n) | UET_BYTES('0');
	uint64_t text = htole64(digits >> 8 * (8 - width));

	memcpy(to, &text, 8);
	return to + width;
}

static const char pairs[] =
	"00010203040506070809101112131415161718192021222324"
	"25262728293031323334353637383940414243444546474849"
	"50515253545556575859606162636465666768697071727374"
	"75767778798081828384858687888990919293949596979899";

static char *put_pair(char *to, uint64_t n)
{
	memcpy(to, pairs + 2 * n, 2);
	return to + 2;
}

/* Apart, so that the small numbers need no frame. */
static __attribute__((noinline)) char *put_large(char *to, uint64_t n)
{
	/* 20 digits at most: this ends. */
	to = uet_put_u64(to, n / TEN_TO_8);
	return put_last(to, n % TEN_TO_8, 8);
}

/*
 * How long a number is decides where all that follows is written.  It is found
 * by comparing, which is guessed right for the same field of the next event,
 * and not from the digits, which would be waited for.
 */
char *uet_put_u64(char *to, uint64_t n)
{
	if (n < 100) {
		if (n >= 10)
			return put_pair(to, n);
		*to = (char)('0' + n);
		return to + 1;
	}
	if (n < 10000) {
		if (n >= 1000)
			to = put_pair(to, n / 100);
		else
			*to++ = (char)('0' + n / 100);
		return put_pair(to, n % 100);
	}
	if (n >= TEN_TO_8)
		return put_large(to, n);
	return put_last(to, n, 5 + (n >= 100000) + (n >= 1000000) +
				       (n >= 10000000));
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
	if (width <= 8) {
		if (n >= powers_of_ten[width])
			return uet_put_u64(to, n);
		return put_last(to, n, width);
	}
	to = uet_put_padded(to, n / TEN_TO_8, width - 8);
	return put_last(to, n % TEN_TO_8, 8);
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
 * f = n / 10^k, k being at most 9, and more than n has zeros at its end: f is
 * no integer, and all digits in front of the point are those of n, too.
 */
static char *put_decimals(char *to, double f, uint64_t n, unsigned int k)
{
	uint64_t whole = (uint64_t)(int64_t)f;

	to = uet_put_u64(to, whole);
	*to++ = '.';
	n -= whole * powers_of_ten[k];
	if (k > 2)
		return uet_put_padded(to, n, k);
	if (k == 2)
		return put_pair(to, n);
	*to = (char)('0' + n);
	return to + 1;
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

	for (unsigned int k = 0; k <= 9; k++, scale *= 10) {
		double scaled = f * scale;
		int64_t n; /* for which there are instructions */

		if (scaled >= 1e15)
			return NULL;
		n = (int64_t)(scaled + 0.5);
		/* Both are rounded once; this spares most divisions. */
		if (fabs(scaled - (double)n) > scaled * 0x1p-51 ||
		    (double)n / scale != f)
			continue;
		return k ? put_decimals(to, f, (uint64_t)n, k) :
			   uet_put_u64(to, (uint64_t)n);
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

#define NS_PER_S UINT64_C(1000000000)
#define S_PER_DAY 86400
#define DAYS_PER_400_YEARS 146097

/*
 * Not gmtime_r(), which costs more than all the rest of a line.  Years begin in
 * March here, so that the leap day is their last one.
 */
static char *put_date(char *to, int64_t days)
{
	int64_t day = days + 719468; /* since 0000-03-01 */
	int64_t era = (day >= 0 ? day : day - DAYS_PER_400_YEARS + 1) /
		      DAYS_PER_400_YEARS;
	uint64_t of_era = (uint64_t)(day - era * DAYS_PER_400_YEARS);
	uint64_t of_400 = (of_era - of_era / 1460 + of_era / 36524 -
			   of_era / 146096) / 365;
	uint64_t of_year = of_era - (365 * of_400 + of_400 / 4 - of_400 / 100);
	uint64_t month = (5 * of_year + 2) / 153; /* 0 is March */
	int64_t year = era * 400 + (int64_t)of_400 + (month >= 10);

	if (year < 0)
		*to++ = '-';
	to = uet_put_padded(to, (uint64_t)(year < 0 ? -year : year), 4);
	*to++ = '-';
	to = uet_put_padded(to, month < 10 ? month + 3 : month - 9, 2);
	*to++ = '-';
	return uet_put_padded(to, of_year - (153 * month + 2) / 5 + 1, 2);
}

char *uet_put_date_time(char *to, int64_t s)
{
	int64_t days = (s >= 0 ? s : s - S_PER_DAY + 1) / S_PER_DAY;
	uint64_t of_day = (uint64_t)(s - days * S_PER_DAY);

	to = put_date(to, days);
	*to++ = 'T';
	to = uet_put_padded(to, of_day / 3600, 2);
	*to++ = ':';
	to = uet_put_padded(to, of_day / 60 % 60, 2);
	*to++ = ':';
	return uet_put_padded(to, of_day % 60, 2);
}

char *uet_put_wall_time(char *to, uint64_t ns)
{
	to = uet_put_date_time(to, (int64_t)(ns / NS_PER_S));
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
