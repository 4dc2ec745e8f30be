/* SPDX-License-Identifier: MIT */
/*
 * ftrace as a listener, through tracefs: switches events on and off and prints
 * what arrived.  Knows nothing of libuet.
 */
#ifndef FTRACE_H
#define FTRACE_H

/* "1" or "0" to each event whose name begins so.  Where print is set, their
 * names are printed, each behind a blank and without the beginning. */
void ftrace_switch(const char *prefix, const char *value, int print);

/* What arrived of them, without the beginning of their names; the buffer is
 * empty then.  Only while the events are there, ftrace knows their names. */
void ftrace_print(const char *prefix);

#endif /* FTRACE_H */
