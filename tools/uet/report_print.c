/* SPDX-License-Identifier: MIT */
/*
 * The samples of uet report on standard output.  How a sample looks is the
 * library's business.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "uet.h"

/* Written out when there is that much; a whole line more can be in it. */
#define OUTPUT_SIZE ((size_t)256 << 10)

int report_flush(struct report *r)
{
	const char *at = r->output.data;
	size_t left = r->output.size;

	/* What is printed goes around stdio: it is large and in order. */
	while (left) {
		ssize_t n = write(STDOUT_FILENO, at, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			int code = -errno;

			r->reader_gone = code == -EPIPE;
			if (!r->reader_gone)
				out_error(&cmd_report, "cannot write to "
					  "standard output: %s",
					  strerror(-code));
			return code;
		}
		at += n;
		left -= (size_t)n;
	}
	r->output.size = 0;
	return 0;
}

static const struct uet_plan *plan_of(struct report *r,
				      const struct uet_perfdata_record *rec)
{
	struct uet_plan **plan = &r->plans[rec->event_index];

	if (*plan)
		return *plan;
	if (r->fields.n)
		uet_plan_new_fields(rec->event->format, rec->event->name,
				    r->fields.words, r->fields.n, plan, NULL);
	else
		uet_plan_new(rec->event->format, rec->event->name, plan, NULL);
	return *plan;
}

static void set_line(struct uet_line *line,
		     const struct uet_perfdata_record *rec)
{
	const struct uet_record *record = &rec->record;

	line->has_time = record->has & UET_HAS_TIME;
	line->has_task = record->has & UET_HAS_TID;
	line->has_cpu = record->has & UET_HAS_CPU;
	line->has_ip = rec->event->layout.sample_type & PERF_SAMPLE_IP;
	line->time = record->time;
	line->pid = record->pid;
	line->tid = record->tid;
	line->cpu = record->cpu;
	line->ip = record->sample.ip;
	line->comm = rec->comm;
	line->raw = record->sample.raw.data;
	line->raw_size = record->sample.raw.size;
}

int report_print(struct report *r, const struct uet_perfdata_record *rec)
{
	const struct uet_plan *plan = plan_of(r, rec);
	struct uet_line line;
	int ret;

	if (!plan)
		return report_no_memory();
	set_line(&line, rec);
	ret = r->style == REPORT_JSON ?
		      uet_print_json(&r->output, plan, &line) :
		      uet_print_text(&r->output, plan, &line);
	if (ret)
		return report_no_memory();
	return r->output.size >= OUTPUT_SIZE ? report_flush(r) : 0;
}
