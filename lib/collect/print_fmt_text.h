/* SPDX-License-Identifier: MIT */
/*
 * Is the text of a format file fit for libtraceevent's parser?  That divides
 * by zero, follows NULL and recurses as a text wants it to, before it has a
 * result that could be looked at.
 */
#ifndef UET_COLLECT_PRINT_FMT_TEXT_H
#define UET_COLLECT_PRINT_FMT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The kernel's longest have 6 KiB, and 30 fields. */
#define UET_PRINT_FMT_MAX_TEXT ((size_t)64 << 10)
#define UET_PRINT_FMT_MAX_FIELDS 512

/* A piece of the text. */
struct uet_print_fmt_word {
	const char *at;
	size_t size;
};

/* A text while it is looked through. */
struct uet_print_fmt_text {
	char *text;
	const char *at;	 /* what comes next; a NUL is at the end */
	size_t long_size;
	const char *why; /* what is wrong with it, for "its print fmt ..." */
	bool has_id;
	unsigned int id;
	struct uet_print_fmt_word fields[UET_PRINT_FMT_MAX_FIELDS]; /* names */
	size_t n_fields;
};

/*
 * Looks through text, which ends in NUL, and changes it where the parser could
 * not stand it otherwise.  False with why; id is set also then, if the text has
 * one.
 */
bool uet_print_fmt_is_fit(struct uet_print_fmt_text *t, char *text,
			  size_t long_size);

/* print_fmt_head.c: what comes before the print fmt. */

/* Notes the fields' names, and stops behind "print fmt: ".  False with why. */
bool uet_print_fmt_head_is_fit(struct uet_print_fmt_text *t);

/* False, having noted why. */
bool uet_print_fmt_unfit(struct uet_print_fmt_text *t, const char *why);

/* Passes over what is there, or does nothing and is false. */
bool uet_print_fmt_skip(const char **at, const char *what);
void uet_print_fmt_skip_blanks(const char **at);

/* Passes over letters, digits and underscores; may be empty. */
struct uet_print_fmt_word uet_print_fmt_take_word(const char **at);

bool uet_print_fmt_word_is(struct uet_print_fmt_word word, const char *text);
bool uet_print_fmt_has_field(const struct uet_print_fmt_text *t,
			     struct uet_print_fmt_word name);

#endif /* UET_COLLECT_PRINT_FMT_TEXT_H */
