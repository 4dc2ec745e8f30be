/* SPDX-License-Identifier: MIT */
/*
 * The values of an EventHeader event: where one ends, and what it is by its
 * encoding, its format and its length.  Knows nothing about printing.
 */
#include "eventheader.h"

/* Where a format does not fit a size: as if there was none. */
#define NONE (-1)

#define UINT UET_EH_TYPE_UINT
#define INT UET_EH_TYPE_INT
#define HEX UET_EH_TYPE_HEX
#define BOOLEAN UET_EH_TYPE_BOOLEAN
#define FLOAT UET_EH_TYPE_FLOAT
#define ERRNO UET_EH_TYPE_ERRNO
#define TIME UET_EH_TYPE_TIME
#define TEXT UET_EH_TYPE_TEXT
#define BYTES UET_EH_TYPE_BYTES
#define UUID UET_EH_TYPE_UUID
#define IP UET_EH_TYPE_IP

#define N_FORMATS (UET_EH_FORMAT_IP_OLD + 1)
#define N_SIZES 5 /* 1, 2, 4, 8 and 16 bytes */

/* By the format, then by the binary logarithm of the size. */
static const int8_t types[N_FORMATS][N_SIZES] = {
	[UET_EH_FORMAT_DEFAULT] = { NONE, NONE, NONE, NONE, NONE },
	[UET_EH_FORMAT_UNSIGNED] = { UINT, UINT, UINT, UINT, NONE },
	[UET_EH_FORMAT_SIGNED] = { INT, INT, INT, INT, NONE },
	[UET_EH_FORMAT_HEX] = { HEX, HEX, HEX, HEX, NONE },
	[UET_EH_FORMAT_ERRNO] = { NONE, NONE, ERRNO, NONE, NONE },
	[UET_EH_FORMAT_PID] = { NONE, NONE, INT, NONE, NONE },
	[UET_EH_FORMAT_TIME] = { NONE, NONE, TIME, TIME, NONE },
	[UET_EH_FORMAT_BOOLEAN] = { BOOLEAN, BOOLEAN, BOOLEAN, NONE, NONE },
	[UET_EH_FORMAT_FLOAT] = { NONE, NONE, FLOAT, FLOAT, NONE },
	[UET_EH_FORMAT_HEX_BYTES] = { BYTES, BYTES, BYTES, BYTES, BYTES },
	[UET_EH_FORMAT_STRING8] = { TEXT, NONE, NONE, NONE, NONE },
	[UET_EH_FORMAT_UTF] = { NONE, TEXT, TEXT, NONE, NONE },
	[UET_EH_FORMAT_UTF_BOM] = { NONE, NONE, NONE, NONE, NONE },
	[UET_EH_FORMAT_XML] = { NONE, NONE, NONE, NONE, NONE },
	[UET_EH_FORMAT_JSON] = { NONE, NONE, NONE, NONE, NONE },
	[UET_EH_FORMAT_UUID] = { NONE, NONE, NONE, NONE, UUID },
	[UET_EH_FORMAT_PORT] = { NONE, UINT, NONE, NONE, NONE },
	[UET_EH_FORMAT_IP] = { NONE, NONE, IP, NONE, IP },
	[UET_EH_FORMAT_IP_OLD] = { NONE, NONE, IP, NONE, IP },
};

static int type_of(unsigned int format, unsigned int size_log)
{
	return format < N_FORMATS && size_log < N_SIZES ?
		       types[format][size_log] : NONE;
}

/* N_SIZES if it is none of the five. */
static unsigned int log_of(size_t size)
{
	unsigned int log = 0;

	while (log < N_SIZES && (size_t)1 << log != size)
		log++;
	return log;
}

static bool is_text_format(unsigned int format)
{
	return format >= UET_EH_FORMAT_STRING8 && format <= UET_EH_FORMAT_JSON;
}

/* Units of 1, 2 or 4 bytes in the event's byte order. */
static enum uet_eh_charset charset_of(size_t unit, bool is_big_endian)
{
	switch (unit) {
	case 2:
		return is_big_endian ? UET_EH_UTF16BE : UET_EH_UTF16LE;
	case 4:
		return is_big_endian ? UET_EH_UTF32BE : UET_EH_UTF32LE;
	default:
		return UET_EH_UTF8;
	}
}

static bool skip_mark(struct uet_value *v, const char *mark, size_t size)
{
	if (v->size < size || memcmp(v->data, mark, size) != 0)
		return false;
	v->data = (const char *)v->data + size;
	v->size -= size;
	return true;
}

/* A byte-order mark tells more than the encoding does: programs put what they
 * have read from a file into strings of any units. */
static void obey_mark(struct uet_eh_item *item)
{
	struct uet_value *v = &item->value;
	bool is_4 = v->size % 4 == 0;

	/* That of UTF-32 begins like that of UTF-16. */
	if (is_4 && skip_mark(v, "\xff\xfe\0\0", 4))
		item->charset = UET_EH_UTF32LE;
	else if (is_4 && skip_mark(v, "\0\0\xfe\xff", 4))
		item->charset = UET_EH_UTF32BE;
	else if (skip_mark(v, "\xff\xfe", 2))
		item->charset = UET_EH_UTF16LE;
	else if (skip_mark(v, "\xfe\xff", 2))
		item->charset = UET_EH_UTF16BE;
	else if (skip_mark(v, "\xef\xbb\xbf", 3))
		item->charset = UET_EH_UTF8;
}

static void set_bytes(struct uet_eh_item *item, enum uet_eh_type type,
		      const unsigned char *at, size_t size)
{
	item->type = type;
	item->value.kind = type == UET_EH_TYPE_TEXT ? UET_VALUE_STRING :
						      UET_VALUE_BYTES;
	item->value.data = at;
	item->value.size = size;
}

static void set_text(struct uet_eh_item *item, unsigned int format,
		     const unsigned char *at, size_t size, size_t unit,
		     bool is_big_endian)
{
	set_bytes(item, UET_EH_TYPE_TEXT, at, size);
	item->charset = charset_of(unit, is_big_endian);
	if (unit == 1 && format == UET_EH_FORMAT_STRING8)
		item->charset = UET_EH_LATIN1;
	else if (format >= UET_EH_FORMAT_UTF_BOM &&
		 format <= UET_EH_FORMAT_JSON)
		obey_mark(item);
}

static void set_signed(struct uet_value *v, uint64_t n, size_t size)
{
	unsigned int unused = (unsigned int)(64 - 8 * size);

	v->kind = UET_VALUE_INT;
	v->s = (int64_t)(n << unused) >> unused;
}

static void set_unsigned(struct uet_value *v, uint64_t n)
{
	v->kind = UET_VALUE_UINT;
	v->u = n;
}

static void set_float(struct uet_value *v, uint64_t n, size_t size)
{
	uint32_t low = (uint32_t)n;
	float f;

	if (size == 4) {
		memcpy(&f, &low, 4);
		v->kind = UET_VALUE_F32;
		v->f = (double)f;
	} else {
		v->kind = UET_VALUE_F64;
		memcpy(&v->f, &n, 8);
	}
}

/* Of the five sizes, and a type that it can be. */
static void set_value(struct uet_eh_item *item, enum uet_eh_type type,
		      unsigned int format, const unsigned char *at, size_t size,
		      bool is_big_endian)
{
	struct uet_value *v = &item->value;
	uint64_t n;

	if (type == UET_EH_TYPE_TEXT) {
		set_text(item, format, at, size, size, is_big_endian);
		return;
	}
	if (type >= UET_EH_TYPE_BYTES) {
		set_bytes(item, type, at, size);
		return;
	}
	item->type = type;
	/* A port stands in the order of the network, whatever the event's. */
	if (size == 2 && format == UET_EH_FORMAT_PORT)
		is_big_endian = true;
	n = uet_eh_load(at, size, is_big_endian);
	if (type == UET_EH_TYPE_FLOAT)
		set_float(v, n, size);
	else if (type == UET_EH_TYPE_UINT || type == UET_EH_TYPE_HEX)
		set_unsigned(v, n);
	/* Booleans of C are bytes, those of others an int. */
	else if (type == UET_EH_TYPE_BOOLEAN && size < 4)
		set_signed(v, n, 8);
	else
		set_signed(v, n, size);
}

static bool take_plain(struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	unsigned int log = c->field.encoding - UET_EH_ENCODING_VALUE8;
	size_t size = (size_t)1 << log;
	const unsigned char *at = uet_eh_take(&c->payload, c->payload_end, size);
	int type = type_of(c->field.format, log);

	if (!at)
		return false;
	if (type == NONE)
		type = size == 16 ? BYTES : UINT;
	set_value(item, (enum uet_eh_type)type, c->field.format, at, size,
		  c->event->is_big_endian);
	return true;
}

static bool is_zero(const unsigned char *at, size_t size)
{
	static const unsigned char zeros[4];

	return memcmp(at, zeros, size) == 0;
}

/* Bytes in front of the NUL; all whole units if there is none. */
static size_t text_length(const unsigned char *at, size_t left, size_t unit)
{
	size_t size = 0;

	if (unit == 1)
		return strnlen((const char *)at, left);
	while (left - size >= unit && !is_zero(at + size, unit))
		size += unit;
	return size;
}

static void set_string(struct uet_eh_cursor *c, struct uet_eh_item *item,
		       const unsigned char *at, size_t size, size_t unit)
{
	if (c->field.format == UET_EH_FORMAT_HEX_BYTES)
		set_bytes(item, UET_EH_TYPE_BYTES, at, size);
	else
		set_text(item, c->field.format, at, size, unit,
			 c->event->is_big_endian);
}

/* All whole units that there are, of a value that is longer; 0 if there is
 * none. */
static size_t take_rest(struct uet_eh_cursor *c, const unsigned char **at,
			size_t unit)
{
	size_t size = (size_t)(c->payload_end - c->payload) / unit * unit;

	*at = c->payload;
	c->payload = c->payload_end;
	c->damage = size ? UET_EH_DAMAGE_PAYLOAD : UET_EH_DAMAGE_NONE;
	return size;
}

static bool take_zstring(struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	size_t unit = (size_t)1 << (c->field.encoding - UET_EH_ENCODING_ZSTRING8);
	size_t left = (size_t)(c->payload_end - c->payload);
	const unsigned char *at = c->payload;
	size_t size = text_length(at, left, unit);

	if (left - size >= unit)
		c->payload += size + unit;
	else if (!(size = take_rest(c, &at, unit)))
		return false;
	set_string(c, item, at, size, unit);
	return true;
}

/* Something that has a length of its own, and not any one. */
static bool is_number_format(unsigned int format)
{
	return format > UET_EH_FORMAT_DEFAULT && format < N_FORMATS &&
	       format != UET_EH_FORMAT_HEX_BYTES && !is_text_format(format);
}

/* Does the length fit the format? */
static bool set_counted_value(struct uet_eh_cursor *c, struct uet_eh_item *item,
			      const unsigned char *at, size_t size)
{
	int type = size ? type_of(c->field.format, log_of(size)) :
			  (int)UET_EH_TYPE_NULL;

	if (type == NONE)
		return false;
	item->type = (enum uet_eh_type)type;
	item->value.kind = UET_VALUE_MISSING;
	if (size)
		set_value(item, item->type, c->field.format, at, size,
			  c->event->is_big_endian);
	return true;
}

static bool take_counted(struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	unsigned int encoding = c->field.encoding;
	bool is_binary = encoding == UET_EH_ENCODING_BINARY;
	size_t unit = is_binary ? 1 :
			(size_t)1 << (encoding - UET_EH_ENCODING_STRING8);
	bool is_number = unit == 1 && is_number_format(c->field.format);
	const unsigned char *at = uet_eh_take(&c->payload, c->payload_end, 2);
	size_t size;

	if (!at)
		return false;
	size = uet_eh_load(at, 2, c->event->is_big_endian) * unit;
	at = uet_eh_take(&c->payload, c->payload_end, size);
	/* A part of a number is none. */
	if (!at && (is_number || !(size = take_rest(c, &at, unit))))
		return false;
	if (is_number && set_counted_value(c, item, at, size))
		return true;
	if (is_binary && !is_text_format(c->field.format))
		set_bytes(item, UET_EH_TYPE_BYTES, at, size);
	else
		set_string(c, item, at, size, unit);
	return true;
}

bool uet_eh_take_value(struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	if (c->field.encoding <= UET_EH_ENCODING_VALUE128)
		return take_plain(c, item);
	if (c->field.encoding <= UET_EH_ENCODING_ZSTRING32)
		return take_zstring(c, item);
	return take_counted(c, item);
}
