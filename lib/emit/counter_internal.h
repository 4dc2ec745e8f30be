/* SPDX-License-Identifier: MIT */
/*
 * What the files of counters know of each other, by the file that owns it.
 * Nothing else of libuet knows any of it, so that a static program without
 * counters has none of them.
 */
#ifndef UET_EMIT_COUNTER_INTERNAL_H
#define UET_EMIT_COUNTER_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/perf_event.h"
#include "emit/emit_internal.h"
#include "uet/counter.h"

#define UET_COUNTER_WHY_MAX 200

/* A descriptor that may have become another file's, and the kernel's number of
 * the event that it was opened for. */
struct uet_counter_fd {
	int fd;
	uint64_t id;
};

/* One counter or more that count together.  The descriptors are closed when
 * the last member is: a closed one would change its group. */
struct uet_counter_group {
	unsigned int n;
	unsigned int open; /* members that are not closed */
	struct uet_counter_fd fds[UET_COUNTER_GROUP_MAX];
};

/*
 * A handle has two pages.  The first is wiped in a child of fork, which has
 * not the kernel's page either and whose descriptors count its parent: there
 * the counter is none.  The second stays, so that the child can close it.
 */
struct uet_counter_handle {
	struct uet_counter head;     /* what programs read */
	struct uet_counter_fd first; /* of the group */
	unsigned int place;	     /* in the group */
	unsigned int n;		     /* members of the group */
	long pid; /* 0; where pages are not wiped: whose counter it is */
	struct uet_counter_kept *kept; /* the second page; NULL: it is none */
};

struct uet_counter_kept {
	struct uet_counter_group *group;
	void *page; /* the kernel's, or NULL */
	size_t page_size;
	char why[UET_COUNTER_WHY_MAX];
};

/* Whose registers are read: not what is compiled for, so that tests have all
 * of it on every machine. */
enum uet_counter_rules {
	UET_COUNTER_RULES_NONE,
	UET_COUNTER_RULES_X86,
	UET_COUNTER_RULES_ARM64,
};
extern enum uet_counter_rules uet_counter_rules;

/* "/proc/sys/kernel"; tests put another in its place. */
extern const char *uet_counter_sysctls;

/* counter_fd.c */

/* Makes it known as ours, under another number perhaps.  0, or -errno and it
 * is closed. */
int uet_counter_fd_keep(int fd, struct uet_counter_fd *kept);
/* Whether it is some libuet's counter, which read(2) does no harm to; what is
 * read says which. */
bool uet_counter_fd_is_counter(const struct uet_counter_fd *kept);
/* Whether it is this one. */
bool uet_counter_fd_is_ours(const struct uet_counter_fd *kept);
/* If it is. */
void uet_counter_fd_close(const struct uet_counter_fd *kept);

/* counter_open.c */

struct uet_counter_opened {
	int fd;
	void *page; /* the kernel's, to be read by registers; or NULL */
	char why[UET_COUNTER_WHY_MAX];
};

/* Opens one event, the group's first if leader is -1, and maps its page where
 * user space can make use of it; page_size bytes.  0, or -errno with a text. */
int uet_counter_open_event(struct uet_perf_event *event, int leader,
			   size_t page_size, struct uet_counter_opened *opened,
			   struct uet_error *err);

/* counter_user.c */

/*
 * Whether reading it from user space is worth asking the kernel for: why is
 * "", and extra what attr.config1 then has besides, the best first.
 * Else why says what is in the way.  Returns how many of extra.
 */
unsigned int uet_counter_user_ways(const struct uet_perf_event *event,
				   uint64_t extra[2],
				   char why[UET_COUNTER_WHY_MAX]);
/* Of a page that could be mapped: what it says against it, or "". */
void uet_counter_judge_page(const struct uet_perf_event *event,
			    const volatile struct uet__counter_page *page,
			    char why[UET_COUNTER_WHY_MAX]);
/* A number of uet_counter_sysctls, or -errno. */
long uet_counter_sysctl(const char *name);

/* counter_reason.c: the text of a failure to open; returns code. */
int uet_counter_refused(const struct uet_perf_event *event, int code,
			bool in_group, struct uet_error *err);

/* counter_read.c: by the page, with its times, where enabled and running
 * differ.  False: not to be had in this way. */
bool uet_counter_scale(const volatile struct uet__counter_page *page,
		       struct uet_count *count);
/* By the descriptor, if not so; what uet_probe_counter_read() and _gate do. */
struct uet_count uet_counter_read_slow(struct uet_counter *counter);

#endif /* UET_EMIT_COUNTER_INTERNAL_H */
