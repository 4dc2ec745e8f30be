/* SPDX-License-Identifier: MIT */
/*
 * Values of EventHeader events as JSON and text both have them: numbers, times,
 * names of errors, addresses, and texts as UTF-8.  Knows nothing about fields.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>

#include "eventheader.h"
#include "print.h"

/* Those of most machines, by number: a recording may come from another one. */
static const char *const errors[] = {
	NULL, "EPERM", "ENOENT", "ESRCH", "EINTR", "EIO", "ENXIO", "E2BIG",
	"ENOEXEC", "EBADF", "ECHILD", "EAGAIN", "ENOMEM", "EACCES", "EFAULT",
	"ENOTBLK", "EBUSY", "EEXIST", "EXDEV", "ENODEV", "ENOTDIR", "EISDIR",
	"EINVAL", "ENFILE", "EMFILE", "ENOTTY", "ETXTBSY", "EFBIG", "ENOSPC",
	"ESPIPE", "EROFS", "EMLINK", "EPIPE", "EDOM", "ERANGE", "EDEADLK",
	"ENAMETOOLONG", "ENOLCK", "ENOSYS", "ENOTEMPTY", "ELOOP", NULL,
	"ENOMSG", "EIDRM", "ECHRNG", "EL2NSYNC", "EL3HLT", "EL3RST", "ELNRNG",
	"EUNATCH", "ENOCSI", "EL2HLT", "EBADE", "EBADR", "EXFULL", "ENOANO",
	"EBADRQC", "EBADSLT", NULL, "EBFONT", "ENOSTR", "ENODATA", "ETIME",
	"ENOSR", "ENONET", "ENOPKG", "EREMOTE", "ENOLINK", "EADV", "ESRMNT",
	"ECOMM", "EPROTO", "EMULTIHOP", "EDOTDOT", "EBADMSG", "EOVERFLOW",
	"ENOTUNIQ", "EBADFD", "EREMCHG", "ELIBACC", "ELIBBAD", "ELIBSCN",
	"ELIBMAX", "ELIBEXEC", "EILSEQ", "ERESTART", "ESTRPIPE", "EUSERS",
	"ENOTSOCK", "EDESTADDRREQ", "EMSGSIZE", "EPROTOTYPE", "ENOPROTOOPT",
	"EPROTONOSUPPORT", "ESOCKTNOSUPPORT", "EOPNOTSUPP", "EPFNOSUPPORT",
	"EAFNOSUPPORT", "EADDRINUSE", "EADDRNOTAVAIL", "ENETDOWN",
	"ENETUNREACH", "ENETRESET", "ECONNABORTED", "ECONNRESET", "ENOBUFS",
	"EISCONN", "ENOTCONN", "ESHUTDOWN", "ETOOMANYREFS", "ETIMEDOUT",
	"ECONNREFUSED", "EHOSTDOWN", "EHOSTUNREACH", "EALREADY", "EINPROGRESS",
	"ESTALE", "EUCLEAN", "ENOTNAM", "ENAVAIL", "EISNAM", "EREMOTEIO",
	"EDQUOT", "ENOMEDIUM", "EMEDIUMTYPE", "ECANCELED", "ENOKEY",
	"EKEYEXPIRED", "EKEYREVOKED", "EKEYREJECTED", "EOWNERDEAD",
	"ENOTRECOVERABLE", "ERFKILL", "EHWPOISON",
};

#define N_ERRORS ((int64_t)(sizeof(errors) / sizeof(errors[0])))

static char *put_word(char *to, const char *word)
{
	return uet_put_bytes(to, word, strlen(word));
}

char *uet_eh_put_hex(char *to, uint64_t n)
{
	int shift = (63 - __builtin_clzll(n | 1)) / 4 * 4;

	to = put_word(to, "0x");
	for (; shift >= 0; shift -= 4)
		*to++ = "0123456789ABCDEF"[n >> shift & 15];
	return to;
}

static char *put_errno(char *to, int64_t n)
{
	bool is_known = n > 0 && n < N_ERRORS && errors[n];

	to = put_word(to, is_known ? errors[n] : "ERRNO");
	*to++ = '(';
	to = uet_put_s64(to, n);
	*to++ = ')';
	return to;
}

/* The years of these are those of a struct tm, whose int counts from 1900. */
#define TIME_MIN INT64_C(-67768040609740800)
#define TIME_MAX INT64_C(67768036191676799)

static char *put_time(char *to, int64_t s)
{
	if (s >= TIME_MIN && s <= TIME_MAX)
		return uet_put_date_time(to, s);
	to = put_word(to, "TIME(");
	to = uet_put_s64(to, s);
	*to++ = ')';
	return to;
}

char *uet_eh_put_uuid(char *to, const unsigned char *uuid)
{
	to = uet_put_hex(to, uuid, 4);
	for (unsigned int i = 4; i < 10; i += 2) {
		*to++ = '-';
		to = uet_put_hex(to, uuid + i, 2);
	}
	*to++ = '-';
	return uet_put_hex(to, uuid + 10, 6);
}

static char *put_ip(char *to, const struct uet_value *v)
{
	const unsigned char *bytes = v->data;

	if (v->size == 16) {
		inet_ntop(AF_INET6, bytes, to, INET6_ADDRSTRLEN);
		return to + strlen(to);
	}
	for (unsigned int i = 0; i < 4; i++) {
		if (i)
			*to++ = '.';
		to = uet_put_u64(to, bytes[i]);
	}
	return to;
}

static char *put_boolean(char *to, int64_t n)
{
	if (n == 0 || n == 1)
		return put_word(to, n ? "true" : "false");
	return uet_put_s64(to, n);
}

static char *put_not_finite(char *to, const struct uet_value *v)
{
	if (signbit(v->f))
		*to++ = '-';
	return put_word(to, isnan(v->f) ? "nan" : "inf");
}

/* What needs quotes in JSON. */
static char *put_quoted(char *to, const struct uet_eh_item *item)
{
	switch (item->type) {
	case UET_EH_TYPE_HEX:
		return uet_eh_put_hex(to, item->value.u);
	case UET_EH_TYPE_ERRNO:
		return put_errno(to, item->value.s);
	case UET_EH_TYPE_TIME:
		return put_time(to, item->value.s);
	case UET_EH_TYPE_UUID:
		return uet_eh_put_uuid(to, item->value.data);
	case UET_EH_TYPE_IP:
		return put_ip(to, &item->value);
	default:
		return put_not_finite(to, &item->value);
	}
}

char *uet_eh_put_small(char *to, const struct uet_eh_item *item,
		       const char *quote)
{
	switch (item->type) {
	case UET_EH_TYPE_UINT:
		return uet_put_u64(to, item->value.u);
	case UET_EH_TYPE_INT:
		return uet_put_s64(to, item->value.s);
	case UET_EH_TYPE_BOOLEAN:
		return put_boolean(to, item->value.s);
	case UET_EH_TYPE_NULL:
		return put_word(to, *quote ? "null" : "<null>");
	case UET_EH_TYPE_FLOAT:
		if (isfinite(item->value.f))
			return uet_put_real(to, &item->value);
		break;
	default:
		break;
	}
	to = put_word(to, quote);
	to = put_quoted(to, item);
	return put_word(to, quote);
}

static char *put_character(char *to, uint32_t c)
{
	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		c = 0xfffd;
	if (c < 0x80) {
		*to++ = (char)c;
		return to;
	}
	if (c < 0x800) {
		*to++ = (char)(0xc0 | c >> 6);
	} else {
		if (c < 0x10000) {
			*to++ = (char)(0xe0 | c >> 12);
		} else {
			*to++ = (char)(0xf0 | c >> 18);
			*to++ = (char)(0x80 | (c >> 12 & 0x3f));
		}
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
	}
	*to++ = (char)(0x80 | (c & 0x3f));
	return to;
}

static char *put_utf16(char *to, const unsigned char *s, size_t size,
		       bool is_big_endian)
{
	size_t i = 0;

	for (; size - i >= 2; i += 2) {
		uint32_t c = (uint32_t)uet_eh_load(s + i, 2, is_big_endian);
		uint32_t low = 0;

		if (c >= 0xd800 && c < 0xdc00 && size - i >= 4)
			low = (uint32_t)uet_eh_load(s + i + 2, 2,
						    is_big_endian);
		if (low >= 0xdc00 && low < 0xe000) {
			c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
			i += 2;
		}
		to = put_character(to, c);
	}
	return i < size ? put_character(to, 0xfffd) : to;
}

static char *put_utf32(char *to, const unsigned char *s, size_t size,
		       bool is_big_endian)
{
	size_t i = 0;

	for (; size - i >= 4; i += 4)
		to = put_character(to, (uint32_t)uet_eh_load(s + i, 4,
							     is_big_endian));
	return i < size ? put_character(to, 0xfffd) : to;
}

/* Each byte of the other characters for itself. */
static char *put_latin1(char *to, const unsigned char *s, size_t size,
			bool is_utf8)
{
	for (size_t i = 0; i < size;) {
		unsigned int len = is_utf8 ? uet_utf8_length(s + i, size - i) : 0;

		if (!len) {
			to = put_character(to, s[i++]);
			continue;
		}
		to = uet_put_bytes(to, (const char *)s + i, len);
		i += len;
	}
	return to;
}

/* At most 2 bytes for each of the text's; 3 for what is cut. */
static char *put_utf8(char *to, const struct uet_eh_item *item)
{
	const unsigned char *s = item->value.data;
	size_t size = item->value.size;

	switch (item->charset) {
	case UET_EH_UTF16LE:
		return put_utf16(to, s, size, false);
	case UET_EH_UTF16BE:
		return put_utf16(to, s, size, true);
	case UET_EH_UTF32LE:
		return put_utf32(to, s, size, false);
	case UET_EH_UTF32BE:
		return put_utf32(to, s, size, true);
	case UET_EH_UTF8:
		return put_latin1(to, s, size, true);
	default:
		return put_latin1(to, s, size, false);
	}
}

static size_t utf8_max(size_t size)
{
	return 2 * size + 3;
}

/* Needs nothing to be changed. */
static bool is_utf8(const unsigned char *s, size_t size, bool any)
{
	size_t i = 0;

	while (i < size) {
		uint64_t bytes;
		unsigned int len;

		if (size - i >= 8) {
			memcpy(&bytes, s + i, 8);
			if (!(bytes & UET_BYTES(0x80))) {
				i += 8;
				continue;
			}
		}
		len = uet_utf8_length(s + i, size - i);
		if (!len || (len > 1 && !any))
			return false;
		i += len;
	}
	return true;
}

static bool is_ready(const struct uet_eh_item *item)
{
	return item->charset <= UET_EH_UTF8 &&
	       is_utf8(item->value.data, item->value.size,
		       item->charset == UET_EH_UTF8);
}

const char *uet_eh_utf8(struct uet_buffer *b, const struct uet_eh_item *item,
			size_t factor, size_t *size)
{
	size_t max = utf8_max(item->value.size);
	char *text;

	if (is_ready(item)) {
		*size = item->value.size;
		return item->value.data;
	}
	text = uet_buffer_room(b, (factor + 1) * max + 2);
	if (!text)
		return NULL;
	text += factor * max + 2;
	*size = (size_t)(put_utf8(text, item) - text);
	return text;
}

int uet_eh_put_utf8(struct uet_buffer *buffer, const struct uet_eh_item *item)
{
	char *to = uet_buffer_room(buffer, utf8_max(item->value.size));

	if (!to)
		return -ENOMEM;
	uet_buffer_end(buffer, put_utf8(to, item));
	return 0;
}
