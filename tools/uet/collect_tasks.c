/* SPDX-License-Identifier: MIT */
/*
 * Which processes and threads a collection is about: those of -p and -t, or the
 * command.  Does not know what is collected from them.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"

/* Those of -t; false after a message. */
static bool add_threads(const struct collect *c, pid_t **tids, size_t *n)
{
	const struct collect_tasks *given = &c->o->tids;
	pid_t *grown;

	for (size_t i = 0; i < given->n; i++)
		if (kill(given->ids[i], 0) && errno == ESRCH) {
			out_error(c->o->cmd, "there is no thread %d",
				  (int)given->ids[i]);
			return false;
		}
	if (!given->n)
		return true;
	grown = reallocarray(*tids, *n + given->n, sizeof(**tids));
	if (!grown) {
		out_error(c->o->cmd, "out of memory");
		return false;
	}
	*tids = grown;
	memcpy(grown + *n, given->ids, given->n * sizeof(**tids));
	*n += given->n;
	return true;
}

bool collect_find_tids(const struct collect *c, pid_t **tids, size_t *n)
{
	struct uet_error err;

	if (c->o->whole_system)
		return true;
	if (c->has_child) {
		*tids = malloc(sizeof(**tids));
		if (!*tids) {
			out_error(c->o->cmd, "out of memory");
			return false;
		}
		**tids = c->child.pid;
		*n = 1;
		return true;
	}
	for (size_t i = 0; i < c->o->pids.n; i++) {
		if (!uet_process_tids(c->o->pids.ids[i], tids, n, &err))
			continue;
		out_error(c->o->cmd, "%s", err.text);
		return false;
	}
	return add_threads(c, tids, n);
}

void collect_tell_tasks(const struct collect *c, uet_records_fn *sink,
			void *context)
{
	const struct collect_tasks *pids = &c->o->pids, *tids = &c->o->tids;
	uint64_t type = uet_session_get_event(c->session, 0)->attr->sample_type;
	bool is_command = c->has_child && !c->o->whole_system;
	size_t n = pids->n + tids->n;
	pid_t *ids;

	if (!is_command && !n) {
		uet_process_records(NULL, 0, type, sink, context);
		return;
	}
	/* A command tells about itself. */
	ids = calloc(n + 1, sizeof(*ids));
	if (!ids)
		return;
	if (pids->n)
		memcpy(ids, pids->ids, pids->n * sizeof(*ids));
	if (tids->n)
		memcpy(ids + pids->n, tids->ids, tids->n * sizeof(*ids));
	uet_process_records(ids, n, type, sink, context);
	free(ids);
}

bool collect_tasks_ended(const struct collect_options *o)
{
	const struct collect_tasks *lists[] = { &o->pids, &o->tids };

	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < lists[k]->n; i++)
			if (!kill(lists[k]->ids[i], 0) || errno != ESRCH)
				return false;
	return o->pids.n || o->tids.n;
}
