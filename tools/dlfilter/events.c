/* SPDX-License-Identifier: MIT */
/*
 * The tracepoints of a recording or of the running kernel, with their formats,
 * found by number.  Knows nothing about samples.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>
#include <uet/perfdata.h>

#include "dlfilter.h"
#include "events.h"

/* By number; of one number, those with a format first. */
static int compare(const void *a, const void *b)
{
	const struct dlf_event *x = a, *y = b;

	if (x->config != y->config)
		return x->config < y->config ? -1 : 1;
	return !x->format - !y->format;
}

/* What is recorded twice, as with two filters, is one tracepoint. */
static void unite(struct dlf_events *events)
{
	size_t n = 0;

	qsort(events->events, events->n, sizeof(*events->events), compare);
	for (size_t i = 0; i < events->n; i++) {
		if (n && events->events[n - 1].config ==
			 events->events[i].config) {
			events->events[n - 1].sample_type |=
				events->events[i].sample_type;
			continue;
		}
		events->events[n++] = events->events[i];
	}
	events->n = n;
}

static bool is_user_event(const char *name)
{
	return !strncmp(name, "user_events:", 12) ||
	       !strncmp(name, "user_events_multi:", 18);
}

static int make_room(struct dlf_events *events, size_t n)
{
	events->events = calloc(n + 1, sizeof(*events->events));
	return events->events ? 0 : dlf_no_memory();
}

/* A file that was cut, and a stream, tell some of it late. */
static void read_on(struct dlf_events *events)
{
	struct uet_perfdata_record record;

	if (events->input.is_stream)
		/* What is wrong with the rest is for perf to say. */
		while (uet_perfdata_next(events->file, &record, NULL) > 0)
			;
}

static int list_file(struct dlf_events *events)
{
	size_t n;
	int ret;

	read_on(events);
	n = uet_perfdata_n_events(events->file);
	ret = make_room(events, n);
	if (ret)
		return ret;
	for (size_t i = 0; i < n; i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(events->file, i);

		if (e->type != PERF_TYPE_TRACEPOINT)
			continue;
		if (!e->format)
			return dlf_fail(-ENODATA, "%s: has no format of %s, "
					"for it lost its end; --dlarg kernel "
					"takes those of the running kernel",
					events->source, e->name);
		events->events[events->n++] = (struct dlf_event){
			.name = e->name,
			.format = e->format,
			.config = e->config,
			.sample_type = e->layout.sample_type,
			.is_user = is_user_event(e->name),
		};
	}
	return 0;
}

static int open_file(struct dlf_events *events, const char *file)
{
	struct uet_error err;
	int ret = dlf_input_find(&events->input, file);

	if (ret)
		return ret;
	events->source = events->input.path;
	ret = uet_perfdata_open(events->input.path, &events->file, &err);
	if (ret)
		return dlf_fail(ret, "%s", err.text);
	return list_file(events);
}

static int open_kernel(struct dlf_events *events)
{
	struct uet_error err;
	int ret = uet_catalog_load(NULL, 0, NULL, &events->catalog, &err);

	events->source = "the running kernel";
	if (ret)
		return dlf_fail(ret, "%s", err.text);
	ret = make_room(events, events->catalog->n);
	for (size_t i = 0; !ret && i < events->catalog->n; i++) {
		struct uet_catalog_event *e = &events->catalog->events[i];
		struct dlf_event *to = &events->events[events->n];

		/* Bytes that nobody can look into match nothing. */
		if (!e->parsed)
			continue;
		if (asprintf(&to->full_name, "%s:%s", e->system, e->name) < 0) {
			to->full_name = NULL;
			return dlf_no_memory();
		}
		to->name = to->full_name;
		to->format = e->parsed;
		to->config = e->id;
		to->is_user = true;
		events->n++;
	}
	return ret;
}

static bool has_user_events(const struct dlf_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->events[i].is_user)
			return true;
	return false;
}

int dlf_events_open(struct dlf_events **out, const struct dlf_args *args)
{
	struct dlf_events *events = calloc(1, sizeof(*events));
	int ret;

	if (!events)
		return dlf_no_memory();
	ret = args->kernel ? open_kernel(events) :
			     open_file(events, args->input);
	if (!ret) {
		unite(events);
		if (!has_user_events(events))
			ret = dlf_fail(-ENOENT, "%s: has no user events",
				       events->source);
	}
	if (!ret)
		ret = dlf_events_prepare(events, args);
	if (ret)
		dlf_events_close(events);
	else
		*out = events;
	return ret;
}

void dlf_events_close(struct dlf_events *events)
{
	if (!events)
		return;
	for (size_t i = 0; i < events->n; i++) {
		uet_matcher_free(events->events[i].matcher);
		uet_plan_free(events->events[i].show);
		free(events->events[i].full_name);
	}
	uet_filter_free(events->filter);
	free(events->events);
	uet_catalog_free(events->catalog);
	uet_perfdata_close(events->file);
	free(events);
}

static int compare_config(const void *key, const void *event)
{
	const uint64_t *config = key;
	const struct dlf_event *e = event;

	return *config == e->config ? 0 : *config < e->config ? -1 : 1;
}

struct dlf_event *dlf_events_find(struct dlf_events *events, uint64_t config)
{
	/* Mostly the same again. */
	if (!events->last || events->last->config != config)
		events->last = bsearch(&config, events->events, events->n,
				       sizeof(*events->events),
				       compare_config);
	return events->last;
}

struct dlf_event *dlf_events_get(struct dlf_events *events, size_t i)
{
	return i < events->n ? &events->events[i] : NULL;
}

const char *dlf_events_source(const struct dlf_events *events)
{
	return events->source;
}
