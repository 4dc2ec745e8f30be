/* SPDX-License-Identifier: MIT */
/*
 * Several files of one recording: when the next one begins, what they are
 * called, and what each must have so that it can be read alone.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json.h"
#include "record.h"

/* As perf has them: a number and its unit. */
static bool parse_units(const char *text, const char *letters,
			const uint64_t *units, uint64_t *value)
{
	char *end;
	const char *letter;
	unsigned long long number = strtoull(text, &end, 10);

	if (text[0] < '0' || text[0] > '9' || !*end || end[1])
		return false;
	letter = strchr(letters, *end);
	return letter && number &&
	       !__builtin_mul_overflow(number, units[letter - letters], value);
}

bool record_parse_size(const char *text, uint64_t *bytes)
{
	static const uint64_t units[] = { 1, 1 << 10, 1 << 20, 1 << 30 };

	return parse_units(text, "BKMG", units, bytes);
}

bool record_parse_switch(struct record_options *o, const char *text)
{
	static const uint64_t units[] = { 1, 60, 60 * 60, 24 * 60 * 60 };
	uint64_t seconds;

	o->switching = true;
	if (!text || !strcmp(text, "signal") ||
	    record_parse_size(text, &o->switch_size))
		return true;
	if (parse_units(text, "smhd", units, &seconds) &&
	    !__builtin_mul_overflow(seconds, (uint64_t)1000000000,
				    &o->switch_ns))
		return true;
	out_usage(&cmd_record, "--switch-output: '%s' is neither signal, nor "
		  "a size such as 10M, nor a time such as 30s", text);
	return false;
}

/* As perf names them: FILE.YYYYMMDDhhmmss and hundredths.  Names are not given
 * twice: the clock goes on until one is free. */
char *record_stamped(const char *file)
{
	struct timespec now;
	struct tm parts;
	char time[32], *name;

	clock_gettime(CLOCK_REALTIME, &now);
	for (;;) {
		localtime_r(&now.tv_sec, &parts);
		strftime(time, sizeof(time), "%Y%m%d%H%M%S", &parts);
		if (asprintf(&name, "%s.%s%02ld", file, time,
			     now.tv_nsec / 10000000) < 0) {
			out_error(&cmd_record, "out of memory");
			return NULL;
		}
		if (access(name, F_OK))
			return name;
		free(name);
		now.tv_nsec += 10000000;
		if (now.tv_nsec >= 1000000000) {
			now.tv_nsec -= 1000000000;
			now.tv_sec++;
		}
	}
}

/* An empty file is none. */
static bool remove_empty(const char *name)
{
	struct stat st;

	return !stat(name, &st) && !st.st_size && !unlink(name);
}

bool record_keep_latest(struct recording *r, char *name, bool complete)
{
	size_t max = (size_t)r->o->switch_max_files;
	char **grown;

	if (!complete && remove_empty(name)) {
		free(name);
		return true;
	}
	r->n_files++;
	if (!max) {
		free(name);
		return true;
	}
	/* One that failed takes no good one's place. */
	while (complete && r->n_kept >= max) {
		/* Who took it away has done our work. */
		unlink(r->kept[0]);
		free(r->kept[0]);
		memmove(r->kept, r->kept + 1,
			--r->n_kept * sizeof(*r->kept));
	}
	grown = reallocarray(r->kept, r->n_kept + 1, sizeof(*grown));
	if (!grown) {
		free(name);
		out_error(&cmd_record, "out of memory");
		return false;
	}
	r->kept = grown;
	r->kept[r->n_kept++] = name;
	return true;
}

bool record_switch_allowed(const struct record_options *o)
{
	struct stat st;

	if (strcmp(o->file, "-") &&
	    (stat(o->file, &st) || !S_ISFIFO(st.st_mode)))
		return true;
	out_usage(&cmd_record, "%s makes files: it does not go with a stream "
		  "(-o)", o->switching ? "--switch-output" : "--overwrite");
	return false;
}

static int keep_kernel(void *context, const void *records, size_t size)
{
	struct recording *r = context;
	char *grown = realloc(r->kernel, r->kernel_size + size);

	if (!grown)
		return -ENOMEM;
	memcpy(grown + r->kernel_size, records, size);
	r->kernel = grown;
	r->kernel_size += size;
	return 0;
}

bool record_switch_begin(struct recording *r)
{
	const struct uet_session_event *dummy =
		uet_session_get_event(r->collect.session, 0);
	const pid_t none = 0;

	r->switched_ns = collect_now(CLOCK_MONOTONIC);
	/* Looking the kernel up takes longer than the rings may have room. */
	if (!uet_tasks_new(dummy->attr->sample_type, &r->tasks) &&
	    !uet_process_records(&none, 0, dummy->attr->sample_type,
				 keep_kernel, r))
		return true;
	out_error(&cmd_record, "out of memory");
	return false;
}

static bool is_due(const struct recording *r)
{
	const struct record_options *o = r->o;

	return r->collect.dump ||
	       (o->switch_size &&
		uet_writer_size(r->writer) >= o->switch_size) ||
	       (o->switch_ns && collect_now(CLOCK_MONOTONIC) >=
					r->switched_ns + o->switch_ns);
}

/* Closes the file, which gets its lasting name. */
bool record_switch_finish(struct recording *r)
{
	char *name;
	bool ok = record_file_finish(r);

	r->written += uet_writer_size(r->writer);
	uet_writer_close(r->writer);
	r->writer = NULL;
	name = record_stamped(r->file);
	if (!name)
		return false;
	if (rename(r->file, name)) {
		out_error(&cmd_record, "cannot rename %s to %s: %m", r->file,
			  name);
		free(name);
		return false;
	}
	out_error(&cmd_record, "wrote %s", name);
	return record_keep_latest(r, name, ok) && ok;
}

static int next_file(struct recording *r)
{
	int result = 0;

	if (!record_file_open(r))
		return -EIO;
	uet_session_restart_times(r->collect.session);
	if (r->kernel_size)
		result = record_put(r, r->kernel, r->kernel_size);
	if (!result)
		result = uet_tasks_write(r->tasks, record_put, r);
	return result;
}

int record_switch(struct recording *r)
{
	int result = 0;

	if (!r->o->switching || !is_due(r))
		return 0;
	r->collect.dump = false;
	r->switched_ns = collect_now(CLOCK_MONOTONIC);
	record_progress(r, true);
	if (!uet_session_read(r->collect.session))
		result = record_file_lost(r);
	if (!result && !record_switch_finish(r))
		result = -EIO;
	return result ? result : next_file(r);
}

void record_switch_end(struct recording *r)
{
	uet_tasks_free(r->tasks);
	free(r->kernel);
	for (size_t i = 0; i < r->n_kept; i++)
		free(r->kept[i]);
	free(r->kept);
}
