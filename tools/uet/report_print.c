/* SPDX-License-Identifier: MIT */
/*
 * The samples of uet report on standard output.  How a sample looks is the
 * library's business.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "print_fmt.h"
#include "report.h"
#include "uet.h"

/* Written out when there is that much; a whole line more can be in it. */
#define OUTPUT_SIZE ((size_t)256 << 10)

void report_make_plan(struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);
	const char *const *names = r->fields.n ? r->fields.words : NULL;

	if (r->print_fmt && e->format)
		print_fmt_tell_refused(&cmd_report, r->print_fmt,
				       uet_format_id(e->format), e->name);
	uet_plan_new_fields(e->format, e->name, names, r->fields.n,
			    &r->plans[event], NULL);
}

/* Recorders add one of their own that never has a sample. */
static bool is_dummy(const struct uet_perfdata_event *e)
{
	return e->type == PERF_TYPE_SOFTWARE &&
	       e->config == PERF_COUNT_SW_DUMMY;
}

/* All columns must be known before the first sample. */
static int begin_csv(struct report *r)
{
	struct uet_csv_event *events = calloc(r->n_events + 1, sizeof(*events));
	int ret = events ? 0 : -ENOMEM;

	for (size_t i = 0; i < r->n_events && !ret; i++) {
		const struct uet_perfdata_event *e =
			uet_perfdata_get_event(r->file, i);

		if (!r->chosen[i] || is_dummy(e))
			continue;
		events[i].name = e->name;
		events[i].plan = report_plan(r, i);
		ret = events[i].plan ? 0 : -ENOMEM;
	}
	if (!ret)
		ret = uet_csv_new(events, r->n_events, r->fields.words,
				  r->fields.n, &r->csv, NULL);
	if (!ret)
		ret = uet_csv_header(&r->output, r->csv, r->is_wall);
	free(events);
	return ret;
}

int report_begin(struct report *r)
{
	if (r->style == REPORT_CSV && begin_csv(r))
		return report_no_memory();
	return 0;
}

/* What it has no print fmt for goes by its fields. */
static int use_print_fmt(struct report *r, size_t event, struct uet_line *line)
{
	const struct uet_format *format =
		uet_perfdata_get_event(r->file, event)->format;

	if (!format)
		return 0;
	return uet_print_fmt_print(r->print_fmt, uet_format_id(format),
				   line->raw, line->raw_size, &line->print,
				   &line->print_size);
}

int report_print(struct report *r, size_t event, struct uet_line *line)
{
	const struct uet_plan *plan = report_plan(r, event);
	int ret;

	if (!plan || (r->print_fmt && use_print_fmt(r, event, line) < 0))
		return report_no_memory();
	if (r->style == REPORT_TEXT)
		ret = uet_print_text(&r->output, plan, line);
	else if (r->style == REPORT_JSON)
		ret = uet_print_json(&r->output, plan, line);
	else
		ret = uet_print_csv(&r->output, r->csv, event, line);
	if (ret == -ENOMEM)
		return report_no_memory();
	return r->output.size >= OUTPUT_SIZE ?
		       out_buffer(&cmd_report, &r->output, NULL, NULL) : 0;
}
