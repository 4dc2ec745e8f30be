/* SPDX-License-Identifier: MIT */
/*
 * The expression and the fields to be shown, checked against the events and
 * made ready for each: whatever is wrong with them is found before the first
 * sample.  Knows nothing about where the events come from.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "dlfilter.h"
#include "events.h"

static int check_filter(struct dlf_events *events)
{
	const struct uet_format **formats =
		calloc(events->n + 1, sizeof(*formats));
	struct uet_error err;
	size_t n = 0;
	int ret;

	if (!formats)
		return dlf_no_memory();
	for (size_t i = 0; i < events->n; i++)
		if (events->events[i].is_user)
			formats[n++] = events->events[i].format;
	ret = uet_filter_check(events->filter, formats, n, NULL, &err);
	free(formats);
	return ret ? dlf_fail(ret, "%s (user events of %s)", err.text,
			      events->source) : 0;
}

static int prepare_filter(struct dlf_events *events, const char *expression)
{
	struct uet_error err;
	int ret = uet_filter_new(expression, &events->filter, NULL, &err);

	if (ret)
		return dlf_fail(ret, "%s (in: %s)", err.text, expression);
	ret = check_filter(events);
	for (size_t i = 0; !ret && i < events->n; i++) {
		struct dlf_event *e = &events->events[i];

		if (e->is_user && uet_matcher_new(events->filter, e->format,
						  &e->matcher))
			ret = dlf_no_memory();
	}
	return ret;
}

static bool has_field(const struct uet_format *format, const char *name)
{
	for (size_t i = 0; i < uet_format_n_fields(format); i++)
		if (!strcmp(uet_format_field(format, i)->name, name))
			return true;
	return false;
}

/* Each sample has fields of its own. */
static bool is_described(const struct dlf_event *e)
{
	struct uet_eh_tracepoint tracepoint;
	uint32_t offset;

	return !uet_eh_format_offset(e->format, &offset) &&
	       !uet_eh_tracepoint_parse(e->name, &tracepoint);
}

/* Or may have it. */
static bool any_has_field(const struct dlf_events *events, const char *name)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct dlf_event *e = &events->events[i];

		if (e->is_user &&
		    (has_field(e->format, name) || is_described(e)))
			return true;
	}
	return false;
}

static int prepare_show(struct dlf_events *events, const struct dlf_args *args)
{
	for (size_t i = 0; i < args->n_show; i++)
		if (!any_has_field(events, args->show_names[i]))
			return dlf_fail(-ENOENT, "show=%s: no user event of %s "
					"has such a field",
					args->show_names[i], events->source);
	for (size_t i = 0; i < events->n; i++) {
		struct dlf_event *e = &events->events[i];

		if (e->is_user &&
		    uet_plan_new_fields(e->format, e->name, args->show_names,
					args->n_show, &e->show, NULL))
			return dlf_no_memory();
	}
	return 0;
}

/* The running kernel does not tell how a recording was made. */
static int check_caller(const struct dlf_events *events,
			const struct dlf_args *args)
{
	for (size_t i = 0; i < events->n; i++)
		if (args->kernel ||
		    (events->events[i].is_user &&
		     (events->events[i].sample_type & PERF_SAMPLE_CALLCHAIN)))
			return 0;
	return dlf_fail(-ENODATA, "sym=%s: the user events of %s have no call "
			"chains; record with perf record -g", args->caller,
			events->source);
}

int dlf_events_prepare(struct dlf_events *events, const struct dlf_args *args)
{
	int ret = 0;

	if (args->expression)
		ret = prepare_filter(events, args->expression);
	if (!ret && args->show)
		ret = prepare_show(events, args);
	if (!ret && args->caller)
		ret = check_caller(events, args);
	return ret;
}
