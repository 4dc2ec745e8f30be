/* SPDX-License-Identifier: MIT */
/*
 * What record, live and stat share: which events of which processes, and how
 * a collection is begun, kept up and ended.  Not what is done with records.
 */
#ifndef UET_TOOL_COLLECT_H
#define UET_TOOL_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include <uet/catalog.h>
#include <uet/registry.h>
#include <uet/session.h>
#include <uet/watch.h>

#include "child.h"
#include "eventheader_choice.h"
#include "uet.h"

/* Processes or threads. */
struct collect_tasks {
	pid_t *ids;
	size_t n;
};

/* What the options of collect_option() say. */
struct collect_options {
	const struct uet_cmd *cmd;
	const char **patterns;
	const char **filters; /* by pattern; NULL: none */
	size_t n_patterns;
	size_t n_last; /* patterns of the last -e */
	size_t n_asked; /* patterns of all -e; others stand behind them */
	size_t *twins; /* of a pattern that may be PROVIDER:EVENT the number of
			* that of the provider's tracepoints; 0: none */
	bool chooses_names; /* so that samples are looked at */
	bool *found; /* by pattern with a twin: a sample has matched it */
	struct eh_limits limits; /* of tracepoints */
	const char **perf_events; /* of -e: no tracepoints */
	size_t n_perf_events;
	unsigned long long sample_period, sample_freq; /* of these; 0: not given */
	const char **elfs; /* files whose events are registered ahead */
	size_t n_elfs;
	const char **decls; /* declarations that are registered ahead */
	size_t n_decls;
	struct collect_tasks pids, tids;
	bool whole_system;
	size_t ring_pages; /* 0: not given */
	int *cpus;	   /* NULL: all */
	size_t n_cpus;
	uint64_t duration_ns; /* 0: without an end */
	bool fail_on_loss;
	const char *cgroup; /* NULL: any */
	bool has_clock;	 /* else that of the library */
	clockid_t clock; /* of times */
	char **command;	   /* NULL without one */
	bool prints_a_stream; /* standard output is for records alone */
};

/* Long options without a letter. */
enum {
	COLLECT_ELF = 256,
	COLLECT_REGISTER,
	COLLECT_FILTER,
	COLLECT_DURATION,
	COLLECT_FAIL_ON_LOSS,
	COLLECT_LEVEL,
	COLLECT_KEYWORD,
	COLLECT_OWN, /* a command's own begin here */
};

/* Nanoseconds; 0 of a clock that there is not. */
uint64_t collect_now(clockid_t clock);

/* A clock's name or number, into the options; false after a message. */
bool collect_clock(struct collect_options *o, const char *text);

/*
 * Takes an option that getopt_long(3) found: -1 when it is one of those of
 * struct collect_options or -h, else the exit status (also for what is no
 * option).
 */
int collect_option(struct collect_options *o, int c, char **argv);

/* After the options: a command, and what excludes each other.  -1, or the
 * exit status. */
int collect_check(struct collect_options *o, int argc, char **argv);
void collect_options_free(struct collect_options *o);

struct collect_events {
	const struct collect_options *o;
	struct uet_registry *registry; /* holds what was registered ahead */
	struct uet_watch *watch;
	struct uet_catalog **catalogs; /* of the beginning, and later ones */
	size_t n_catalogs;
	/* As the session numbers them, but without what stands in front. */
	const struct uet_catalog_event **list;
	size_t n;
	bool *awaited; /* by pattern: its program had not come, so it was
			* registered for it */
};

/*
 * Registers what is compiled into the command (whose file is path, NULL
 * without a command) and looks up the events to collect.  False after a
 * message.  collect_events_free() in any case.
 */
bool collect_events_find(const struct collect_options *o, const char *path,
			 struct collect_events *events);

/* A pattern means this event and none else. */
bool collect_is_named(const struct collect_options *o,
		      const struct uet_catalog_event *event);

/* How many are new now, at the list's end, or -1 with err. */
ssize_t collect_events_late(struct collect_events *events,
			    struct uet_error *err);
void collect_events_free(struct collect_events *events);

/* collect_names.c */

/* When the patterns of -e are all there: which may mean a provider, since there
 * is no such system.  False after a message. */
bool collect_find_providers(struct collect_options *o);
void collect_free_providers(struct collect_options *o);

/* Also what a pattern found may be unwanted: by level or keyword, or since its
 * provider only looks like the one. */
bool collect_wants(const struct collect_options *o,
		   const struct uet_catalog_event *event);

/* Of an event that is not there yet: by level and keyword alone. */
bool collect_wants_name(const struct collect_options *o, const char *name);

/* A tracepoint of EventHeader events? */
bool collect_is_eventheader(const struct uet_catalog_event *event);

/* Which samples of the event -e means, one of which has come: NULL for all.  0 or
 * -ENOMEM. */
int collect_sieve(const struct collect_options *o,
		  const struct uet_catalog_event *event, struct eh_sieve **out);

/* At the end: a line about each PROVIDER:EVENT that no sample matched. */
void collect_tell_unfound(const struct collect_options *o);

/* Pattern number i chooses what its command cannot choose. */
void collect_tell_provider(const struct collect_options *o, size_t i);

/* collect_ahead.c */

/* Patterns that mean what was registered ahead, and nothing else. */
struct collect_made {
	char **list;
	size_t n;
	size_t n_left_out; /* by --level and --keyword */
};

/* What the options declare or name, and what is compiled into --elf's files and
 * the command's, unless path is NULL.  False after a message;
 * collect_made_free() in any case. */
bool collect_register_ahead(const struct collect_options *o, const char *path,
			    struct collect_events *events,
			    struct collect_made *made);
void collect_made_free(struct collect_made *made);

/* collect_cpus.c: false after a message when one of -C is none; one that is
 * offline is only told. */
bool collect_check_cpus(const struct collect_options *o);

struct collect {
	const struct collect_options *o;
	struct collect_events events;
	struct uet_session *session;
	struct child child;
	char *path; /* of the command */
	bool has_child;
	bool counting;
	bool released; /* it was let run */
	bool threads_ended;
	bool stop; /* nothing more is to be waited for */
	bool give_up; /* nor for who reads what there is */
	int signals;
	int child_status;
	bool dump; /* SIGUSR2 came */
	int interrupts;
	int interrupted; /* by this signal, while the command ran */
	uint64_t followed_ns;
	uint64_t end_ns; /* of --duration; 0: none */
	struct uet_error told[2]; /* by collect_follow(): last messages */
};

/*
 * Everything up to a session that has not begun and a command that waits.
 * 0, or the exit status after a message.  collect_end() in any case.
 */
int collect_begin(struct collect *c, const struct collect_options *o,
		  const struct uet_session_options *session);

/*
 * Lets events in, and the command run; in between, sink (unless it is NULL)
 * gets records about who runs already and is to keep its failures itself.  0,
 * or the exit status after a message; then stop is set if a command could not
 * be run.
 */
int collect_start(struct collect *c, uet_records_fn *sink, void *context);

/*
 * Events, CPUs and threads that are new, looked for every 100 ms.  1 when the
 * session's events or identifiers are more than before, 0, or -1 after a
 * message.
 */
int collect_follow(struct collect *c);

/* Its exit status, once the session has been stopped: a command is waited
 * for. */
int collect_status(struct collect *c);
void collect_end(struct collect *c);

/* The number in the session of the first tracepoint: its dummy and what is
 * none stand in front. */
static inline size_t collect_first(const struct collect *c)
{
	return 1 + c->o->n_perf_events;
}

/* The tracepoint of this number; NULL for what is none. */
static inline const struct uet_catalog_event *
collect_tracepoint(const struct collect *c, size_t i)
{
	size_t first = collect_first(c);

	return i < first ? NULL : c->events.list[i - first];
}

/* collect_wait.c */

/*
 * Waits for signals, for the command's end and for records, timeout_ms at
 * most.  True when nothing happened.
 */
bool collect_wait(struct collect *c, int timeout_ms);

/* For the command's end and status, or until stop is set. */
void collect_wait_child(struct collect *c);

/*
 * For room in fd, which output goes to: how much may be written without
 * blocking, in bytes.  -ECANCELED when the collection is to end, and there has
 * been no room for a while or it was said twice.
 */
ssize_t collect_wait_output(void *collect, int fd);

/* If path is a FIFO, for its reader: *fd keeps it open until the caller has
 * opened it, too, and is -1 otherwise.  False when the collection is to end. */
bool collect_wait_reader(struct collect *c, const char *path, int *fd);

/* collect_tasks.c */

/* Appends the threads to collect from; false after a message. */
bool collect_find_tids(const struct collect *c, pid_t **tids, size_t *n);

/* Who runs already, so that names appear. */
void collect_tell_tasks(const struct collect *c, uet_records_fn *sink,
			void *context);

/* All of -p and -t: events that only count do not tell. */
bool collect_tasks_ended(const struct collect_options *o);

#endif /* UET_TOOL_COLLECT_H */
