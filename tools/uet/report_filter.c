/* SPDX-License-Identifier: MIT */
/*
 * uet report --filter: the library's filter for each event of the file, and
 * where its mistakes are.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "report.h"
#include "uet.h"

/* The expression once more, with a caret below the place. */
static void point_at(const char *text, size_t at)
{
	fputs("  ", stderr);
	put_plain(stderr, text);
	fputs("\n  ", stderr);
	for (size_t i = 0; i < at; i++)
		/* A character of UTF-8 is one column. */
		if ((text[i] & 0xc0) != 0x80)
			putc(' ', stderr);
	fputs("^\n", stderr);
}

int report_set_filter(struct report *r, const char *text)
{
	struct uet_error err;
	size_t at = 0;
	int ret;

	if (r->filter)
		return out_usage(&cmd_report, "--filter: one expression; join "
				 "two by &&");
	ret = uet_filter_new(text, &r->filter, &at, &err);
	if (!ret) {
		r->filter_text = text;
		return UET_EXIT_OK;
	}
	out_error(&cmd_report, "%s", err.text);
	if (ret == -ENOMEM)
		return UET_EXIT_FAILED;
	point_at(text, at);
	return UET_EXIT_USAGE;
}

/* The formats of the events that are chosen, NULL for one that is lost.
 * Returns their number. */
static size_t list_formats(const struct report *r,
			   const struct uet_format **formats)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_events; i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(r->file, i);

		if (r->chosen[i] &&
		    (e->format || e->type == PERF_TYPE_TRACEPOINT))
			formats[n++] = e->format;
	}
	return n;
}

static bool check(const struct report *r)
{
	const struct uet_format **formats =
		calloc(r->n_events + 1, sizeof(*formats));
	struct uet_error err;
	size_t at;
	int ret;

	if (!formats)
		return report_no_memory() == 0;
	ret = uet_filter_check(r->filter, formats, list_formats(r, formats),
			       &at, &err);
	free(formats);
	if (!ret)
		return true;
	out_error(&cmd_report, "%s", err.text);
	point_at(r->filter_text, at);
	return false;
}

bool report_begin_filter(struct report *r)
{
	if (!r->filter)
		return true;
	if (!check(r))
		return false;
	while (uet_filter_name(r->filter, r->n_unmet, NULL))
		r->n_unmet++;
	r->filter_met = calloc(r->n_unmet, sizeof(*r->filter_met));
	r->matchers = calloc(r->n_events + 1, sizeof(struct uet_matcher *));
	if (!r->filter_met || !r->matchers)
		return report_no_memory() == 0;
	for (size_t i = 0; i < r->n_events; i++)
		if (r->chosen[i] && !report_add_matcher(r, i))
			return false;
	return true;
}

/* Notes which comparisons the sample, or its event, has something for. */
static void meet(struct report *r, const struct uet_matcher *m,
		 const struct uet_line *line)
{
	for (size_t i = 0; r->n_unmet && uet_filter_name(r->filter, i, NULL);
	     i++) {
		if (r->filter_met[i] || uet_matcher_has(m, i, line) != 1)
			continue;
		r->filter_met[i] = true;
		r->n_unmet--;
	}
}

bool report_add_matcher(struct report *r, size_t event)
{
	static const struct uet_line nothing;
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);

	if (uet_matcher_new(r->filter, e->format, &r->matchers[event]))
		return report_no_memory() == 0;
	/* What has lost its format may have had anything. */
	if (!e->format && e->type == PERF_TYPE_TRACEPOINT)
		r->n_unmet = 0;
	meet(r, r->matchers[event], &nothing);
	return true;
}

static void ask(struct report *r, size_t event, const struct uet_line *line)
{
	r->filter_asked = r->filter_asked ||
			  report_is_described(uet_perfdata_get_event(r->file,
								     event));
	meet(r, r->matchers[event], line);
}

bool report_filters(struct report *r, size_t event, const struct uet_line *line)
{
	const struct uet_matcher *m = r->matchers[event];

	if (r->n_unmet)
		ask(r, event, line);
	return uet_matcher_wants(m, line);
}

bool report_tell_unmet(const struct report *r)
{
	size_t at;

	/* Where other options left nothing, nobody can say what it has. */
	if (!r->n_unmet || !r->filter_asked)
		return true;
	for (size_t i = 0; uet_filter_name(r->filter, i, &at); i++) {
		if (r->filter_met[i])
			continue;
		out_error(&cmd_report, "filter: column %zu: no event of %s that "
			  "was chosen has a field '%s' that compares so", at + 1,
			  r->input, uet_filter_name(r->filter, i, NULL));
		point_at(r->filter_text, at);
	}
	return false;
}

void report_end_filter(struct report *r)
{
	for (size_t i = 0; r->matchers && i < r->n_events; i++)
		uet_matcher_free(r->matchers[i]);
	free(r->matchers);
	free(r->filter_met);
	uet_filter_free(r->filter);
}
