/* SPDX-License-Identifier: MIT */
/*
 * uet report --fields: which events have them, and of the events that describe
 * themselves, which samples.  How a field is found is the library's business.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "uet.h"

bool report_has_field(const struct uet_format *format, const char *name)
{
	for (size_t i = 0; i < uet_format_n_fields(format); i++) {
		const struct uet_field *f = uet_format_field(format, i);

		if (!f->is_common && !strcmp(f->name, name))
			return true;
	}
	return false;
}

bool report_is_described(const struct uet_perfdata_event *e)
{
	struct eh_tracepoint tracepoint;

	return eh_tracepoint_of(e->format, e->name, &tracepoint);
}

bool report_may_have_fields(const struct report *r,
			    const struct uet_perfdata_event *e)
{
	/* What has lost its format may have them, too. */
	if (!e->format || report_is_described(e))
		return true;
	for (size_t i = 0; i < r->fields.n; i++)
		if (report_has_field(e->format, r->fields.words[i]))
			return true;
	return false;
}

/* Events without any of the fields that are asked for are not wanted. */
static void choose_by_fields(struct report *r)
{
	for (size_t i = 0; i < r->n_events; i++)
		if (!report_may_have_fields(r,
				uet_perfdata_get_event(r->file, i)))
			r->chosen[i] = false;
}

/* Also when it cannot be told, because its format is missing. */
static bool has_field(const struct uet_perfdata_event *e, const char *name)
{
	if (!e->format)
		return e->type == PERF_TYPE_TRACEPOINT;
	return report_has_field(e->format, name);
}

void report_meet_fields(struct report *r, size_t event)
{
	const struct uet_perfdata_event *e =
		uet_perfdata_get_event(r->file, event);

	r->described[event] = report_is_described(e);
	for (size_t i = 0; i < r->fields.n; i++)
		r->fields_met[i] |= has_field(e, r->fields.words[i]);
}

static bool tell_fields(const struct report *r)
{
	bool ok = true;

	for (size_t i = 0; i < r->fields.n; i++) {
		if (!r->fields_met[i])
			out_error(&cmd_report, "no event of %s that was chosen "
				  "has a field '%s': 'uet report' without "
				  "--fields shows their names", r->input,
				  r->fields.words[i]);
		ok &= r->fields_met[i];
	}
	return ok;
}

bool report_tell_fields(const struct report *r)
{
	/* Where all were left out before, nobody can say what they have. */
	return !r->fields_asked || tell_fields(r);
}

bool report_choose_fields(struct report *r)
{
	bool described = false;

	if (!r->fields.n)
		return true;
	r->fields_met = calloc(r->fields.n, sizeof(*r->fields_met));
	if (!r->fields_met)
		return report_no_memory() == 0;
	for (size_t i = 0; i < r->n_events; i++) {
		if (!r->chosen[i])
			continue;
		report_meet_fields(r, i);
		described |= r->described[i];
	}
	/* Else only the samples will tell. */
	if (!described && !tell_fields(r))
		return false;
	choose_by_fields(r);
	return true;
}

/* What is damaged may have had it, and is to be seen as such. */
int report_has_fields(struct report *r, size_t event,
		      const struct uet_line *line)
{
	const struct uet_plan *plan;
	bool any = false;

	if (!r->described[event])
		return 1;
	r->fields_asked = true;
	plan = report_plan(r, event);
	if (!plan)
		return report_no_memory();
	for (size_t i = 0; i < r->fields.n; i++) {
		int has;

		if (any && r->fields_met[i])
			continue;
		has = uet_plan_has_field(plan, line, r->fields.words[i]);
		any |= has != 0;
		r->fields_met[i] |= has == 1;
	}
	return any;
}
