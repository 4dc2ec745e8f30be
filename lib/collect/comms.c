/* SPDX-License-Identifier: MIT */
/*
 * A hash table from thread id to name.  Knows nothing about records.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comms.h"
#include "hash.h"

static size_t slot_of(const struct uet_comms *c, uint32_t tid)
{
	return (size_t)uet_hash(tid, c->seed) & (c->n_slots - 1);
}

/* The slot of tid, or the free one where it belongs. */
static struct uet_comm *find(const struct uet_comms *c, uint32_t tid)
{
	size_t i = slot_of(c, tid);

	while (c->slots[i].used && c->slots[i].tid != tid)
		i = (i + 1) & (c->n_slots - 1);
	return &c->slots[i];
}

void uet_comms_free(struct uet_comms *c)
{
	free(c->slots);
	memset(c, 0, sizeof(*c));
}

static bool is_forgotten(const struct uet_comms *c, const struct uet_comm *s)
{
	return !s->used || (s->died && s->died < c->age);
}

/*
 * Moves the living to a new table.  Those that died before the last time go,
 * so that the table grows with the threads that live at once and not with all
 * that ever lived.
 */
static int make_room(struct uet_comms *c)
{
	struct uet_comms new = { .age = c->age + 1, .seed = uet_hash_seed() };
	size_t kept = 0;

	for (size_t i = 0; i < c->n_slots; i++)
		kept += !is_forgotten(c, &c->slots[i]);
	new.n_slots = 256;
	while (new.n_slots < kept * 4)
		new.n_slots *= 2;
	new.slots = calloc(new.n_slots, sizeof(*new.slots));
	if (!new.slots)
		return -ENOMEM;
	for (size_t i = 0; i < c->n_slots; i++)
		if (!is_forgotten(c, &c->slots[i]))
			*find(&new, c->slots[i].tid) = c->slots[i];
	new.n_used = kept;
	free(c->slots);
	*c = new;
	return 0;
}

int uet_comms_set(struct uet_comms *c, uint32_t tid, const char *name)
{
	struct uet_comm *slot;

	if (c->n_used * 2 >= c->n_slots) {
		int ret = make_room(c);

		if (ret)
			return ret;
	}
	slot = find(c, tid);
	if (!slot->used)
		c->n_used++;
	slot->used = 1;
	slot->tid = tid;
	slot->died = 0;
	strncpy(slot->name, name, UET_COMM_SIZE - 1);
	slot->name[UET_COMM_SIZE - 1] = '\0';
	return 0;
}

int uet_comms_fork(struct uet_comms *c, uint32_t tid, uint32_t parent)
{
	const char *known = uet_comms_get(c, parent);
	char name[UET_COMM_SIZE];

	/* A new table may take the place of the parent's name. */
	if (known)
		memcpy(name, known, sizeof(name));
	else if (uet_comms_get(c, tid))
		snprintf(name, sizeof(name), ":%u", tid);
	else
		return 0;
	return uet_comms_set(c, tid, name);
}

void uet_comms_exit(struct uet_comms *c, uint32_t tid)
{
	struct uet_comm *slot;

	if (!c->n_slots)
		return;
	slot = find(c, tid);
	if (slot->used)
		slot->died = c->age;
}

const char *uet_comms_get(struct uet_comms *c, uint32_t tid)
{
	uint32_t *recent = uet_hash_recent(&c->recent, tid);
	const struct uet_comm *slot;

	if (!c->n_slots)
		return NULL;
	slot = &c->slots[*recent];
	if (!slot->used || slot->tid != tid) {
		slot = find(c, tid);
		*recent = (uint32_t)(slot - c->slots);
	}
	return slot->used ? slot->name : NULL;
}
