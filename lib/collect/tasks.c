/* SPDX-License-Identifier: MIT */
/*
 * The living threads and their names, out of records that come ring by ring.
 * Does not know where they are written again.
 */
#include "uet/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/comms.h"
#include "collect/procfs.h"
#include "collect/record_peek.h"

/* In COMM records; in FORK and EXIT records. */
#define COMM_NAME_AT 16
#define TASK_SIZE 24

struct task {
	uint32_t tid, pid, parent;
	bool used, dead;
	bool inherited; /* the name is that of the parent */
	uint64_t known_ns; /* when it was so */
	char name[UET_COMM_SIZE]; /* empty: unknown */
};

struct uet_tasks {
	uint64_t sample_type;
	struct task *slots; /* open addressing by tid */
	size_t n_slots;	    /* a power of two */
	size_t n_used;
};

int uet_tasks_new(uint64_t sample_type, struct uet_tasks **out)
{
	struct uet_tasks *tasks = calloc(1, sizeof(*tasks));

	if (!tasks)
		return -ENOMEM;
	tasks->sample_type = sample_type;
	*out = tasks;
	return 0;
}

void uet_tasks_free(struct uet_tasks *tasks)
{
	if (!tasks)
		return;
	free(tasks->slots);
	free(tasks);
}

/* The slot of tid, or the free one where it belongs. */
static struct task *slot_of(const struct uet_tasks *tasks, uint32_t tid)
{
	size_t i = (tid * 2654435761u) & (tasks->n_slots - 1);

	while (tasks->slots[i].used && tasks->slots[i].tid != tid)
		i = (i + 1) & (tasks->n_slots - 1);
	return &tasks->slots[i];
}

static const struct task *find(const struct uet_tasks *tasks, uint32_t tid)
{
	const struct task *task =
		tasks->n_slots ? slot_of(tasks, tid) : NULL;

	return task && task->used ? task : NULL;
}

/* The dead go, half of the slots stay free. */
static int make_room(struct uet_tasks *tasks)
{
	struct uet_tasks new = *tasks;
	size_t living = 0;

	for (size_t i = 0; i < tasks->n_slots; i++)
		living += tasks->slots[i].used && !tasks->slots[i].dead;
	new.n_slots = 256;
	while (new.n_slots < living * 4)
		new.n_slots *= 2;
	new.n_used = living;
	new.slots = calloc(new.n_slots, sizeof(*new.slots));
	if (!new.slots)
		return -ENOMEM;
	for (size_t i = 0; i < tasks->n_slots; i++)
		if (tasks->slots[i].used && !tasks->slots[i].dead)
			*slot_of(&new, tasks->slots[i].tid) = tasks->slots[i];
	free(tasks->slots);
	*tasks = new;
	return 0;
}

/* To be changed by what was so at time; NULL when more recent things are
 * known. */
static int change(struct uet_tasks *tasks, uint32_t tid, uint64_t time,
		  struct task **out)
{
	struct task *task;

	*out = NULL;
	if (tasks->n_used * 2 >= tasks->n_slots) {
		int result = make_room(tasks);

		if (result)
			return result;
	}
	task = slot_of(tasks, tid);
	if (task->used && task->known_ns > time)
		return 0;
	if (!task->used)
		tasks->n_used++;
	task->used = true;
	task->tid = tid;
	task->known_ns = time;
	*out = task;
	return 0;
}

static void set_name(struct task *task, const char *name, size_t size)
{
	size = strnlen(name, size < UET_COMM_SIZE ? size : UET_COMM_SIZE - 1);
	memset(task->name, 0, sizeof(task->name));
	memcpy(task->name, name, size);
}

/* Of children whose FORK record was read first. */
static void hand_down(struct uet_tasks *tasks, const struct task *parent)
{
	for (size_t i = 0; i < tasks->n_slots; i++) {
		struct task *task = &tasks->slots[i];

		if (task->used && !task->dead && task->inherited &&
		    task->parent == parent->tid &&
		    task->known_ns >= parent->known_ns)
			memcpy(task->name, parent->name, sizeof(task->name));
	}
}

static uint32_t u32_at(const unsigned char *record, size_t at)
{
	uint32_t value;

	memcpy(&value, record + at, sizeof(value));
	return value;
}

static int note_comm(struct uet_tasks *tasks, const unsigned char *record,
		     size_t end, uint64_t time)
{
	struct task *task;
	int result = change(tasks, u32_at(record, 12), time, &task);

	if (!task)
		return result;
	task->pid = u32_at(record, 8);
	task->dead = false;
	task->inherited = false;
	set_name(task, (const char *)record + COMM_NAME_AT, end - COMM_NAME_AT);
	if (time)
		hand_down(tasks, task);
	return 0;
}

static int note_fork(struct uet_tasks *tasks, const unsigned char *record,
		     uint64_t time)
{
	const struct task *parent;
	struct task *task;
	int result = change(tasks, u32_at(record, 16), time, &task);

	if (!task)
		return result;
	task->pid = u32_at(record, 8);
	task->parent = u32_at(record, 20);
	task->dead = false;
	task->inherited = true;
	parent = find(tasks, task->parent);
	set_name(task, parent ? parent->name : "", UET_COMM_SIZE);
	return 0;
}

static int note_exit(struct uet_tasks *tasks, const unsigned char *record,
		     uint64_t time)
{
	struct task *task;
	int result = change(tasks, u32_at(record, 16), time, &task);

	if (task)
		task->dead = true;
	return result;
}

/* The records are whole: whoever hands them out has checked it. */
static int note(struct uet_tasks *tasks, const unsigned char *record,
		const struct perf_event_header *header)
{
	size_t trailer = uet_trailer_size(tasks->sample_type);
	int time_at = uet_trailer_time_at(tasks->sample_type);
	uint64_t time = 0;

	if (header->size < TASK_SIZE + trailer)
		return 0;
	if (time_at != UET_NOWHERE)
		memcpy(&time, record + header->size - time_at, sizeof(time));
	switch (header->type) {
	case PERF_RECORD_COMM:
		return note_comm(tasks, record, header->size - trailer, time);
	case PERF_RECORD_FORK:
		return note_fork(tasks, record, time);
	case PERF_RECORD_EXIT:
		return note_exit(tasks, record, time);
	}
	return 0;
}

int uet_tasks_records(void *context, const void *records, size_t size)
{
	struct uet_tasks *tasks = context;
	const unsigned char *at = records, *end = at + size;
	struct perf_event_header header;
	int result = 0;

	for (; !result && at < end; at += header.size) {
		memcpy(&header, at, sizeof(header));
		if (header.type != PERF_RECORD_SAMPLE)
			result = note(tasks, at, &header);
	}
	return result;
}

int uet_tasks_write(const struct uet_tasks *tasks, uet_records_fn *sink,
		    void *context)
{
	int result = 0;

	for (size_t i = 0; !result && i < tasks->n_slots; i++) {
		const struct task *task = &tasks->slots[i];

		if (task->used && !task->dead && task->name[0])
			result = uet_make_comm(task->pid, task->tid,
					       task->name, tasks->sample_type,
					       sink, context);
	}
	return result;
}
