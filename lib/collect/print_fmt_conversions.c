/* SPDX-License-Identifier: MIT */
/*
 * Looks through the conversions of a print fmt, "%-16s" and the like, which
 * libtraceevent hands on to printf(): with which arguments, and how much they
 * can print.
 */
#include <string.h>

#include "print_fmt.h"

/* Digits of a width or precision. */
#define MAX_DIGITS 3

/* Of all widths and precisions.  The kernel's add up to some hundred. */
#define MAX_WIDTH 4096

/* Strings and arrays, each of which can be as long as a record.  The kernel's
 * have 8 at most. */
#define MAX_STRINGS 32

/* libtraceevent cuts off a conversion that is longer. */
#define MAX_CONVERSION 24

/* The walk through a format and its arguments. */
struct walk {
	struct tep_event *event;
	struct uet_print_fmt_lengths *lengths;
	const struct tep_print_arg *arg; /* the next one */
	const char *at;
	unsigned int width; /* so far, of all */
	unsigned int strings;
};

static const struct tep_print_arg *next_arg(struct walk *w)
{
	const struct tep_print_arg *arg = w->arg;

	if (arg)
		w->arg = arg->next;
	return arg;
}

static bool skip_digits(struct walk *w)
{
	size_t digits = strspn(w->at, "0123456789");
	unsigned int width = 0;

	if (digits > MAX_DIGITS)
		return false;
	while (digits--)
		width = width * 10 + (unsigned int)(*w->at++ - '0');
	w->width += width;
	return w->width <= MAX_WIDTH;
}

/* The length is an argument: a negative one makes libtraceevent forget to pass
 * it on, and printf() take what is not there. */
static bool skip_star(struct walk *w)
{
	w->at++;
	return uet_print_fmt_is_bounded(w->event, next_arg(w), 1, w->lengths);
}

/* "%*ph" has the number of bytes in front, strings have it behind the point. */
static bool skip_lengths(struct walk *w)
{
	w->at += strspn(w->at, "-+#0");
	if (*w->at == '*')
		return w->at[1] == 'p' && skip_star(w);
	if (!skip_digits(w))
		return false;
	if (*w->at != '.')
		return true;
	w->at++;
	if (*w->at == '*')
		return w->at[1] == 's' && skip_star(w);
	return skip_digits(w);
}

static void skip_modifiers(struct walk *w)
{
	static const char *const modifiers[] = { "hh", "h", "ll", "l", "L",
						 "z", "Z" };

	for (size_t i = 0; i < sizeof(modifiers) / sizeof(*modifiers); i++)
		if (!strncmp(w->at, modifiers[i], strlen(modifiers[i]))) {
			w->at += strlen(modifiers[i]);
			return;
		}
}

/* "%ls" and "%lc" would read wide characters. */
static bool conversion_is_safe(struct walk *w)
{
	const char *start = w->at, *modifiers;

	if (!skip_lengths(w))
		return false;
	modifiers = w->at;
	skip_modifiers(w);
	if (!*w->at || !strchr(w->at == modifiers ? "diuxXocsp" : "diuxXo",
			       *w->at))
		return false;
	if (*w->at == 's' && ++w->strings > MAX_STRINGS)
		return false;
	if (*w->at == 'p' && w->at[1] == 'h' && ++w->strings > MAX_STRINGS)
		return false;
	w->at++;
	return w->at - start <= MAX_CONVERSION && next_arg(w);
}

bool uet_print_fmt_conversions_are_safe(struct tep_event *event,
					struct uet_print_fmt_lengths *lengths)
{
	struct walk w = {
		.event = event,
		.lengths = lengths,
		.arg = event->print_fmt.args,
		.at = event->print_fmt.format,
	};

	while (*w.at) {
		char c = *w.at++;

		/* An escape; of "%" it would make text. */
		if (c == '\\' && (!*w.at || *w.at == '%'))
			return false;
		if (c == '\\' || (c == '%' && *w.at == '%'))
			w.at++;
		else if (c == '%' && !conversion_is_safe(&w))
			return false;
	}
	return true;
}
