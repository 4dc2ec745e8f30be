/* SPDX-License-Identifier: MIT */
/*
 * Expressions that choose samples by the values of their fields.  Knows nothing
 * about files and rings, and nothing of the kernel's own filters.
 */
#ifndef UET_FILTER_H
#define UET_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include <uet/collect_api.h>
#include <uet/decode.h>
#include <uet/error.h>
#include <uet/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_filter - an expression that has been read.  Opaque, immutable, and
 * so may be used by several threads at once.
 *
 * Since: 0.1.0
 */
struct uet_filter;

/**
 * struct uet_matcher - a filter made ready for the samples of one event.
 * Opaque, immutable, too.
 *
 * Since: 0.1.0
 */
struct uet_matcher;

/**
 * uet_filter_new() - read an expression.
 * @text: it.  Copied.
 * @out: receives the filter; free it with uet_filter_free().
 * @at: receives the byte of @text where the mistake is; may be NULL.
 * @err: receives a line about the failure with the column, which is @at + 1;
 *	may be NULL.
 *
 * An expression is made of comparisons, with !, &&, || and parentheses, ! before
 * && before ||.  A comparison is
 *
 *	NAME == VALUE, and !=, <, <=, >, >=;
 *	NAME ~ GLOB: a string matches, with *, ?, [a-z], [!a-z] and \ to escape;
 *	NAME & NUMBER: they have a bit in common;
 *	NAME & NUMBER == NUMBER, and the other five: of the bits in common.
 *
 * NAME is a field of the event (also common_pid and its like) or, where it has
 * none of that name, one of pid, tid, cpu, comm, ip, time (in seconds with
 * up to nine decimals, as it is printed) and time_ns.  Of EventHeader events
 * (<uet/eventheader_decode.h>), it is first of all the event's own field of that
 * path, "request.path", as uet_eh_find() takes it; then one of the header's, which
 * are the tracepoint's; then keyword (a number), activity, relatedActivity (UUIDs),
 * group, provider or event (its name).  VALUE is a number (decimal,
 * 0x-hexadecimal, with a minus sign, with decimals), a string in single or
 * double quotes, in which \ stands before a quote or itself, or a word without
 * quotes.  Strings compare by bytes.  Values of EventHeader events that are no
 * numbers on their line compare as they stand in a text, uet_eh_print_text(), with
 * ~ as well: booleans, error numbers (also by the name alone, ENOENT) and times,
 * if not with a number; bytes, UUIDs and IP addresses always.
 *
 * What compares a value that is missing, a NaN, or a field that the event does
 * not have, is neither true nor false: ! leaves it so, && is false if the other
 * side is false, || true if the other side is true.  A sample is chosen if all
 * is true.
 *
 * Return: 0; -EINVAL not an expression; -E2BIG more than 200 comparisons, 50
 * parentheses and ! in each other, or 1,000 operators; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_filter_new(const char *text, struct uet_filter **out,
				   size_t *at, struct uet_error *err);

/** uet_filter_free() - free a filter.  @f may be NULL. */
UET_COLLECT_API void uet_filter_free(struct uet_filter *f);

/**
 * uet_filter_check() - does the filter make sense for these events?
 * @f: the filter.
 * @formats: of the events; an entry may be NULL: nothing is known about that
 *	event, which then lacks no field.
 * @n: how many.
 * @at, @err: as with uet_filter_new().
 *
 * A single event need not have all fields, but each comparison needs one that
 * has the field, and as something that can be compared like this.  What an
 * EventHeader event has, each sample says: it lacks no field.
 *
 * Return: 0; -ENOENT no event has such a field; -EINVAL it cannot be compared
 * with this, as a number with a word.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_filter_check(const struct uet_filter *f,
				     const struct uet_format *const *formats,
				     size_t n, size_t *at,
				     struct uet_error *err);

/**
 * uet_filter_name() - the name that a comparison asks for.
 * @f: the filter.
 * @i: which comparison, from 0 on, in the order of the text.
 * @at: receives the byte of the text where it stands; may be NULL.
 *
 * Return: the name, as long as the filter; NULL behind the last comparison.
 * Since: 0.1.0
 */
UET_COLLECT_API const char *uet_filter_name(const struct uet_filter *f,
					    size_t i, size_t *at);

/**
 * uet_matcher_new() - make a filter ready for one event.
 * @f: the filter, which must outlive the matcher.
 * @format: of the event, must outlive it, too; NULL if there is none.
 * @out: receives the matcher; free it with uet_matcher_free().
 *
 * Return: 0; -ENOMEM.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_matcher_new(const struct uet_filter *f,
				    const struct uet_format *format,
				    struct uet_matcher **out);

/** uet_matcher_free() - free a matcher.  @m may be NULL. */
UET_COLLECT_API void uet_matcher_free(struct uet_matcher *m);

/**
 * uet_matcher_wants() - is the sample chosen?  No byte outside of the record is
 * read.  Memory is taken, and given back, only for a value of an EventHeader event
 * that is compared as text and is not UTF-8 as it lies there; without any, the
 * comparison is neither true nor false.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API bool uet_matcher_wants(const struct uet_matcher *m,
				       const struct uet_line *line);

/**
 * uet_matcher_has() - has a sample what a comparison asks for?
 * @m: the matcher.
 * @i: which comparison, as with uet_filter_name().
 * @line: the sample; only @raw and @raw_size matter.
 *
 * What uet_filter_check() cannot tell of EventHeader events: a name that none of
 * them has is a mistake all the same, and the filter never true.
 *
 * Return: 1; 0 neither the sample nor its event has it, or it cannot be compared
 * with this; -EBADMSG the sample is damaged before any, so that it may have had
 * one; -ENOENT there is no such comparison.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_matcher_has(const struct uet_matcher *m, size_t i,
				    const struct uet_line *line);

#ifdef __cplusplus
}
#endif

#endif /* UET_FILTER_H */
