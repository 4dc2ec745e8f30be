/* SPDX-License-Identifier: MIT */
/*
 * uet-dlfilter.so: what perf script calls.  Decides about each sample; how
 * events are found and decoded is told elsewhere.
 *
 * perf hands over a sample and functions to ask about it, both valid until we
 * return, and prints the samples for which the answer is 0.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlfilter.h"

#define EXPORT __attribute__((visibility("default")))

/* The answers of perf's interface. */
enum { KEEP = 0, DROP = 1 };

struct dlf {
	struct dlf_args args;
	struct dlf_events *events;
	bool needs_comm;
	struct uet_buffer line;
	uint64_t others;
};

/* perf fills it when it loads us, and looks up these names. */
extern struct dlf_fns perf_dlfilter_fns;
int start(void **data, void *ctx);
int stop(void *data, void *ctx);
int filter_event(void *data, const struct dlf_sample *sample, void *ctx);
int filter_event_early(void *data, const struct dlf_sample *sample, void *ctx);
const char *filter_description(const char **long_description);

EXPORT struct dlf_fns perf_dlfilter_fns;

static void dlf_free(struct dlf *d)
{
	dlf_events_close(d->events);
	dlf_args_free(&d->args);
	uet_buffer_free(&d->line);
	free(d);
}

EXPORT int start(void **data, void *ctx)
{
	struct dlf *d = calloc(1, sizeof(*d));
	char **argv = NULL;
	int argc = 0, ret;

	/* stop() comes even so. */
	*data = NULL;
	if (!d)
		return dlf_no_memory();
	if (perf_dlfilter_fns.args)
		argv = perf_dlfilter_fns.args(ctx, &argc);
	ret = dlf_args_parse(&d->args, argv, argc);
	if (!ret)
		ret = dlf_events_open(&d->events, &d->args);
	if (ret) {
		dlf_free(d);
		return ret;
	}
	/* perf looks it up for each sample that asks. */
	d->needs_comm = d->args.expression &&
			strstr(d->args.expression, "comm");
	*data = d;
	return 0;
}

/* A number means another event in another recording.  perf may append
 * modifiers to a name. */
static int check_same(struct dlf *d, struct dlf_event *e,
		      const struct dlf_sample *sample)
{
	if (e->is_checked)
		return 0;
	if (sample->event && strncmp(sample->event, e->name, strlen(e->name)))
		return dlf_fail(-EINVAL, "perf reads %s where %s has %s: name "
				"the recording that perf reads by --dlarg "
				"input=FILE", sample->event,
				dlf_events_source(d->events), e->name);
	e->is_checked = true;
	return 0;
}

/* *event: the user event, NULL for a sample of something else.  0 or -errno. */
static int find_event(struct dlf *d, const struct perf_event_attr *attr,
		      const struct dlf_sample *sample, struct dlf_event **event)
{
	struct dlf_event *e;

	*event = NULL;
	if (attr->type != PERF_TYPE_TRACEPOINT)
		return 0;
	e = dlf_events_find(d->events, attr->config);
	if (!e) {
		/* Of the kernel, other tracepoints are not looked at. */
		if (d->args.kernel)
			return 0;
		return dlf_fail(-ENOENT, "%s: does not have the event %s, which "
				"perf reads: name the recording that perf "
				"reads by --dlarg input=FILE",
				dlf_events_source(d->events),
				sample->event ? sample->event : "?");
	}
	if (!e->is_user)
		return 0;
	*event = e;
	return check_same(d, e, sample);
}

/* What the expression can ask about. */
static void describe(const struct dlf *d, const struct perf_event_attr *attr,
		     const struct dlf_sample *sample, void *ctx,
		     struct uet_line *line)
{
	const struct dlf_al *al;

	*line = (struct uet_line){
		.has_time = attr->sample_type & PERF_SAMPLE_TIME,
		.has_task = attr->sample_type & PERF_SAMPLE_TID,
		.has_cpu = attr->sample_type & PERF_SAMPLE_CPU,
		.has_ip = attr->sample_type & PERF_SAMPLE_IP,
		.time = sample->time,
		.pid = (uint32_t)sample->pid,
		.tid = (uint32_t)sample->tid,
		.cpu = (uint32_t)sample->cpu,
		.ip = sample->ip,
		.raw = sample->raw_data,
		.raw_size = sample->raw_data ? sample->raw_size : 0,
	};
	if (!d->needs_comm)
		return;
	al = perf_dlfilter_fns.resolve_ip(ctx);
	line->comm = al ? al->comm : NULL;
}

/* The sample and its event, or a negative error. */
static int look_up(struct dlf *d, const struct dlf_sample *sample, void *ctx,
		   const struct perf_event_attr **attr,
		   struct dlf_event **event)
{
	if (sample->size < DLF_SAMPLE_MIN)
		return dlf_fail(-EPROTO, "this perf describes samples in %u "
				"bytes; %zu are needed (Linux 5.14)",
				sample->size, DLF_SAMPLE_MIN);
	*attr = perf_dlfilter_fns.attr(ctx);
	if (!*attr)
		return dlf_fail(-EPROTO, "perf does not tell whose sample it "
				"is");
	return find_event(d, *attr, sample, event);
}

/*
 * Multi-format events come here format by format, with their own numbers.
 * EventHeader events come as their tracepoints; what a sample of them has, the
 * library finds in it.
 */
static int judge(struct dlf *d, const struct dlf_sample *sample, void *ctx)
{
	const struct perf_event_attr *attr;
	struct dlf_event *event;
	struct uet_line line;
	int ret = look_up(d, sample, ctx, &attr, &event);

	if (ret)
		return ret;
	if (!event) {
		d->others++;
		return d->args.keep_others ? KEEP : DROP;
	}
	event->samples++;
	describe(d, attr, sample, ctx, &line);
	if (event->matcher && !uet_matcher_wants(event->matcher, &line))
		return DROP;
	if (d->args.caller && !dlf_caller_is(&perf_dlfilter_fns, ctx, sample,
					     d->args.caller))
		return DROP;
	event->kept++;
	return KEEP;
}

/* The fields as uet report prints them, before perf's line. */
static int show(struct dlf *d, const struct dlf_sample *sample, void *ctx)
{
	const struct perf_event_attr *attr;
	struct dlf_event *event;
	struct uet_line line = { .raw = sample->raw_data };
	struct uet_buffer *b = &d->line;
	int ret = look_up(d, sample, ctx, &attr, &event);

	if (ret || !event || !event->show)
		return ret;
	line.raw_size = sample->raw_data ? sample->raw_size : 0;
	b->size = 0;
	if (uet_print_text_fields(b, event->show, &line))
		return dlf_no_memory();
	if (!b->size)
		return 0;
	/* With its blank behind it.  What cannot be written is told by perf,
	 * which writes there, too. */
	fwrite(b->data + 1, 1, b->size - 1, stdout);
	fputc(' ', stdout);
	return 0;
}

EXPORT int filter_event_early(void *data, const struct dlf_sample *sample,
			      void *ctx)
{
	struct dlf *d = data;

	return d->args.early ? judge(d, sample, ctx) : KEEP;
}

/* With early, what comes here was kept before. */
EXPORT int filter_event(void *data, const struct dlf_sample *sample, void *ctx)
{
	struct dlf *d = data;
	int ret = d->args.early ? KEEP : judge(d, sample, ctx);

	return ret == KEEP && d->args.show ? show(d, sample, ctx) : ret;
}

static void tell_stats(const struct dlf *d)
{
	const struct dlf_event *e;
	uint64_t samples = 0, kept = 0;

	for (size_t i = 0; (e = dlf_events_get(d->events, i)); i++) {
		if (e->samples)
			dlf_say("%s: %" PRIu64 " samples, %" PRIu64 " kept",
				e->name, e->samples, e->kept);
		samples += e->samples;
		kept += e->kept;
	}
	dlf_say("user events: %" PRIu64 " samples, %" PRIu64 " kept", samples,
		kept);
	dlf_say("others: %" PRIu64 " samples, %s", d->others,
		d->args.keep_others ? "kept" : "dropped");
}

EXPORT int stop(void *data, void *ctx)
{
	struct dlf *d = data;

	(void)ctx;
	if (!d)
		return 0;
	if (d->args.stats)
		tell_stats(d);
	dlf_free(d);
	return 0;
}

EXPORT const char *filter_description(const char **long_description)
{
	if (long_description)
		*long_description =
	"Keeps the samples of user_events that satisfy an expression, as\n"
	"uet report --filter does.  Each argument is a --dlarg:\n"
	"  EXPRESSION   for example 'status >= 500 && path ~ \"/api/*\"'\n"
	"  show=FIELD,...  print these fields, decoded, before perf's line\n"
	"  sym=NAME     keep only what function NAME traced (record with -g)\n"
	"  keep-others  keep the samples of all other events\n"
	"  early        decide before perf's own filters\n"
	"  stats        count, and tell at the end\n"
	"  input=FILE   take the formats from this recording\n"
	"  kernel       take the formats from the running kernel\n"
	"See uet-dlfilter(7).";
	return "Keep user_events whose fields satisfy an expression";
}
