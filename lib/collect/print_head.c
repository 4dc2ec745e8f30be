/* SPDX-License-Identifier: MIT */
/*
 * Remembers what the last lines of a buffer began with.  Next to all lines are
 * of a thread and a CPU that were seen a moment before, in the same tenth of a
 * second, and to copy is a fifth of the work of writing.  Whether the text is
 * right is decided by all that it was made of, never by an address.
 */
#include <stdlib.h>

#include "print_digits.h"
#include "print_head.h"

#define N_TASKS 64 /* a power of two */

#define TIME_UNIT UINT64_C(100000000) /* ns: the last eight digits */

/* At least the length of a name of the kernel's with its NUL. */
#define COMM_MAX 16

struct task {
	const struct uet_head *head; /* whose text it is; NULL: none */
	uint32_t pid, tid, cpu;
	bool has_task, has_cpu, has_comm, is_wall;
	uint8_t size;
	char comm[COMM_MAX];
	char text[80]; /* as long as those of the longest names and numbers */
};

struct uet_buffer_recent {
	const struct uet_head *head; /* whose time it is */
	bool is_wall;
	uint64_t units; /* 0: none */
	size_t time_size;
	char time[UET_HEAD_TIME_MAX];
	struct task tasks[N_TASKS];
};

static struct task *task_of(struct uet_buffer_recent *r,
			    const struct uet_line *line)
{
	uint32_t hash = line->tid * 0x9e3779b1 + line->cpu * 0x85ebca77;

	return &r->tasks[hash / (UINT32_MAX / N_TASKS + 1)];
}

static bool is_same_task(const struct task *t, const struct uet_head *head,
			 const struct uet_line *line)
{
	if (t->tid != line->tid || t->pid != line->pid || t->cpu != line->cpu ||
	    t->head != head || t->has_task != line->has_task ||
	    t->has_cpu != line->has_cpu || t->is_wall != line->is_wall)
		return false;
	return line->comm ? t->has_comm && !strcmp(t->comm, line->comm) :
			    !t->has_comm;
}

static void remember_task(struct task *t, const struct uet_head *head,
			  const struct uet_line *line, const char *text,
			  size_t size)
{
	size_t len = line->comm ? strnlen(line->comm, COMM_MAX) : 0;

	if (size > sizeof(t->text) || len == COMM_MAX)
		return;
	t->head = head;
	t->pid = line->pid;
	t->tid = line->tid;
	t->cpu = line->cpu;
	t->has_task = line->has_task;
	t->has_cpu = line->has_cpu;
	t->has_comm = line->comm != NULL;
	t->is_wall = line->is_wall;
	memcpy(t->comm, line->comm ? line->comm : "", len + 1);
	memcpy(t->text, text, size);
	t->size = (uint8_t)size;
}

/* t may be NULL: nothing is remembered. */
static __attribute__((noinline)) char *
put_new_task(struct uet_buffer *b, char *to, const struct uet_head *head,
	     const struct uet_line *line, size_t room, struct task *t)
{
	size_t start = (size_t)(to - b->data);

	uet_buffer_end(b, to);
	if (head->add_task(b, line))
		return NULL;
	if (t)
		remember_task(t, head, line, b->data + start, b->size - start);
	return uet_buffer_room(b, room);
}

static __attribute__((noinline)) char *
put_new_time(struct uet_buffer_recent *r, char *to, const struct uet_head *head,
	     const struct uet_line *line)
{
	char *end = head->put_time(to, line);

	/* Or not all of its last eight digits are there. */
	if (line->time < TIME_UNIT)
		return end;
	r->head = head;
	r->is_wall = line->is_wall;
	r->units = line->time / TIME_UNIT;
	r->time_size = (size_t)(end - to) - 8;
	memcpy(r->time, to, r->time_size);
	return end;
}

/* A line without a time is rare, and so is the first one. */
static __attribute__((noinline)) char *
put_whole_head(struct uet_buffer *b, char *to, const struct uet_head *head,
	       const struct uet_line *line, size_t room)
{
	/* If there is no memory for it, lines take longer. */
	if (!b->recent)
		b->recent = calloc(1, sizeof(*b->recent));
	return put_new_task(b, head->put_time(to, line), head, line, room,
			    NULL);
}

char *uet_put_head(struct uet_buffer *b, const struct uet_head *head,
		   const struct uet_line *line, size_t room)
{
	struct uet_buffer_recent *r = b->recent;
	char *to = uet_buffer_room(b, sizeof(r->time) + 8 +
				      sizeof(r->tasks[0].text) + room);
	struct task *t;

	if (!to)
		return NULL;
	if (!r || !line->has_time)
		return put_whole_head(b, to, head, line, room);
	if (r->units == line->time / TIME_UNIT && r->head == head &&
	    r->is_wall == line->is_wall) {
		memcpy(to, r->time, sizeof(r->time));
		to = uet_put_eight(to + r->time_size, line->time % TIME_UNIT);
	} else {
		to = put_new_time(r, to, head, line);
	}
	t = task_of(r, line);
	if (!is_same_task(t, head, line))
		return put_new_task(b, to, head, line, room, t);
	/* Of a known size: that is no call. */
	memcpy(to, t->text, sizeof(t->text));
	return to + t->size;
}
