/* SPDX-License-Identifier: MIT */
/*
 * Prints names that others chose: as JSON, and on a terminal.
 */
#include "json.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <uet/catalog.h>

static const struct {
	unsigned int bit;
	const char *word;
} listeners[] = {
	{ UET_LISTENER_FTRACE, "ftrace" },
	{ UET_LISTENER_PERF, "perf" },
	{ UET_LISTENER_OTHER, "other" },
};

#define N_LISTENERS (sizeof(listeners) / sizeof(listeners[0]))

/* Bytes of the valid UTF-8 character at text, 0 if there is none. */
static size_t utf8_length(const unsigned char *text)
{
	static const struct {
		unsigned char mask, lead;
		size_t length;
		unsigned long min;
	} forms[] = {
		{ 0x80, 0x00, 1, 0 },
		{ 0xe0, 0xc0, 2, 0x80 },
		{ 0xf0, 0xe0, 3, 0x800 },
		{ 0xf8, 0xf0, 4, 0x10000 },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		unsigned long code = text[0] & (unsigned char)~forms[i].mask;

		if ((text[0] & forms[i].mask) != forms[i].lead)
			continue;
		for (size_t k = 1; k < forms[i].length; k++) {
			if ((text[k] & 0xc0) != 0x80)
				return 0;
			code = code << 6 | (text[k] & 0x3f);
		}
		if (code < forms[i].min || code > 0x10ffff ||
		    (code >= 0xd800 && code < 0xe000))
			return 0;
		return forms[i].length;
	}
	return 0;
}

void json_string(FILE *to, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	putc('"', to);
	while (*at) {
		size_t length = utf8_length(at);

		if (!length) {
			fputs("\\ufffd", to);
			length = 1;
		} else if (*at == '"' || *at == '\\') {
			fprintf(to, "\\%c", *at);
		} else if (*at < ' ' || *at == 0x7f) {
			fprintf(to, "\\u%04x", *at);
		} else {
			fwrite(at, 1, length, to);
		}
		at += length;
	}
	putc('"', to);
}

void json_listeners(FILE *to, unsigned int used_by)
{
	const char *comma = "";

	putc('[', to);
	for (size_t i = 0; i < N_LISTENERS; i++) {
		if (!(used_by & listeners[i].bit))
			continue;
		fprintf(to, "%s\"%s\"", comma, listeners[i].word);
		comma = ",";
	}
	putc(']', to);
}

const char *listener_words(unsigned int used_by, char buffer[32])
{
	buffer[0] = '\0';
	for (size_t i = 0; i < N_LISTENERS; i++) {
		if (!(used_by & listeners[i].bit))
			continue;
		if (buffer[0])
			strcat(buffer, " ");
		strcat(buffer, listeners[i].word);
	}
	return buffer;
}

/* Controls of ASCII and Latin-1, some of which terminals obey in UTF-8 as well,
 * and what else ends a line. */
static bool is_control(const unsigned char *s, size_t length)
{
	switch (length) {
	case 1:
		return *s < ' ' || *s == 0x7f;
	case 2:
		return s[0] == 0xc2 && s[1] < 0xa0;
	default:
		return s[0] == 0xe2 && s[1] == 0x80 &&
		       (s[2] == 0xa8 || s[2] == 0xa9);
	}
}

void put_plain(FILE *to, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	while (*at) {
		size_t length = utf8_length(at);

		if (!length || is_control(at, length))
			putc('?', to);
		else
			fwrite(at, 1, length, to);
		at += length ? length : 1;
	}
}
