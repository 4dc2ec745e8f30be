/* SPDX-License-Identifier: MIT */
/*
 * What the kernel's own "print fmt" makes of a tracepoint's record, through
 * libtraceevent.  Knows nothing about files and lines.
 */
#ifndef UET_PRINT_FMT_H
#define UET_PRINT_FMT_H

#include <stddef.h>

#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct uet_perfdata;

/**
 * struct uet_print_fmt - the print fmts of some events.  Opaque.  One thread at
 * a time may use it; different ones are independent.
 *
 * Since: 0.1.0
 */
struct uet_print_fmt;

/**
 * uet_print_fmt_new() - begin with none.
 * @out: receives the object; free it with uet_print_fmt_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_fmt_new(struct uet_print_fmt **out,
				      struct uet_error *err);

/** uet_print_fmt_free() - free all.  @p may be NULL. */
UET_COLLECT_API void uet_print_fmt_free(struct uet_print_fmt *p);

/**
 * uet_print_fmt_add() - take an event's print fmt.
 * @system: the event's system.
 * @format: the text of its format file; need not end in NUL.
 * @size: its bytes.
 *
 * Of an event that is added twice, the first one stays.
 *
 * Return: 0; -EINVAL if libtraceevent does not understand it, or could not be
 * trusted with it: print the event's fields then, uet_print_fmt_refused() has
 * the reason; -ENOMEM.
 * Source: print_fmt of f_show() in the kernel's kernel/trace/trace_events.c.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_fmt_add(struct uet_print_fmt *p,
				      const char *system, const char *format,
				      size_t size);

/**
 * uet_print_fmt_refused() - why an event that was added has no print fmt.
 * @id: the event's number, uet_format_id().
 *
 * Return: what goes on behind "its print fmt", such as "divides by what may be
 * 0", and lives as long as the program; NULL if nothing is wrong with it, or
 * the event was not added.
 * Since: 0.1.0
 */
UET_COLLECT_API const char *
uet_print_fmt_refused(const struct uet_print_fmt *p, unsigned int id);

/**
 * uet_print_fmt_long_size() - say how many bytes the recorded kernel's longs
 * and pointers have; without it, as many as ours.
 * @size: 4 or 8.
 *
 * To be called before uet_print_fmt_add(); uet_perfdata_open_print() does it.
 *
 * Return: 0; -EINVAL for another size, which then stays what it was.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_fmt_long_size(struct uet_print_fmt *p,
					    size_t size);

/**
 * uet_print_fmt_symbols() - take names of the kernel's functions, for %pS.
 * @kallsyms: lines of /proc/kallsyms; need not end in NUL.
 * @size: its bytes.
 *
 * Addresses without a name are printed as numbers.
 *
 * Return: 0; -EINVAL for other text; -EBUSY after the first
 * uet_print_fmt_print(); -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_fmt_symbols(struct uet_print_fmt *p,
					  const char *kallsyms, size_t size);

/**
 * uet_print_fmt_strings() - take the strings to which records only point.
 * @printk_formats: lines of tracefs' file of that name; need not end in NUL.
 * @size: its bytes.
 *
 * Return: as uet_print_fmt_symbols().
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_fmt_strings(struct uet_print_fmt *p,
					  const char *printk_formats,
					  size_t size);

/**
 * uet_print_fmt_print() - what the kernel would print for a record.
 * @id: the event's number, uet_format_id().
 * @raw: the record, as PERF_SAMPLE_RAW has it, in our own byte order.
 * @raw_size: its bytes.
 * @text: receives the text, which is not for a terminal (it can hold anything)
 *	and does not end in NUL; it lives until the next call for @p.
 * @text_size: its bytes.
 *
 * Nothing outside of @raw is read.
 *
 * Return: 1; 0 if there is no print fmt for the event, or if the record is too
 * short or damaged for it: print its fields then; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_print_fmt_print(struct uet_print_fmt *p,
					unsigned int id, const void *raw,
					size_t raw_size, const char **text,
					size_t *text_size);

/**
 * uet_perfdata_open_print() - uet_perfdata_open() that keeps the print fmts.
 * @print_fmt: gets those of the file's events, and the strings and functions
 *	that the file has for them, also those that a stream brings later; must
 *	outlive the file.
 *
 * The rest is as with uet_perfdata_open(), and so is what it returns.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_perfdata_open_print(const char *path,
					    struct uet_print_fmt *print_fmt,
					    struct uet_perfdata **out,
					    struct uet_error *err);

#ifdef __cplusplus
}
#endif

#endif /* UET_PRINT_FMT_H */
