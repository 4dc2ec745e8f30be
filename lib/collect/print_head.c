/* SPDX-License-Identifier: MIT */
/*
 * Remembers what the last lines of a buffer began with.  Next to all lines are
 * of a thread and a CPU that were seen a moment before, in the same tenth of a
 * second, and to copy is a fifth of the work of writing.
 */
#include "print_digits.h"
#include "print_head.h"
#include "print_recent.h"

#define TIME_UNIT UINT64_C(100000000) /* ns: the last eight digits */

static struct uet_recent_task *task_of(struct uet_buffer_recent *r,
			    const struct uet_line *line)
{
	uint32_t hash = line->tid * 0x9e3779b1 + line->cpu * 0x85ebca77;

	return &r->tasks[hash / (UINT32_MAX / UET_RECENT_TASKS + 1)];
}

static bool is_same_task(const struct uet_recent_task *t, const struct uet_head *head,
			 const struct uet_line *line)
{
	if (t->tid != line->tid || t->pid != line->pid || t->cpu != line->cpu ||
	    t->head != head || t->has_task != line->has_task ||
	    t->has_cpu != line->has_cpu || t->is_wall != line->is_wall)
		return false;
	return line->comm ? t->has_comm && !strcmp(t->comm, line->comm) :
			    !t->has_comm;
}

static void remember_task(struct uet_recent_task *t, const struct uet_head *head,
			  const struct uet_line *line, const char *text,
			  size_t size)
{
	size_t len = line->comm ? strnlen(line->comm, UET_RECENT_COMM_MAX) : 0;

	if (size > sizeof(t->text) || len == UET_RECENT_COMM_MAX)
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
	     const struct uet_line *line, size_t room, struct uet_recent_task *t)
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
	uet_buffer_remember(b);
	return put_new_task(b, head->put_time(to, line), head, line, room,
			    NULL);
}

char *uet_put_head(struct uet_buffer *b, const struct uet_head *head,
		   const struct uet_line *line, size_t room)
{
	struct uet_buffer_recent *r = b->recent;
	char *to = uet_buffer_room(b, sizeof(r->time) + 8 +
				      sizeof(r->tasks[0].text) + room);
	struct uet_recent_task *t;

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
