/* SPDX-License-Identifier: MIT */
/*
 * A hash table from a number of a perf.data file to an event.  Knows neither.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "perfdata_reader.h"

static size_t slot_of(const struct uet_id_table *t, uint64_t id)
{
	size_t i = (size_t)uet_hash(id, t->seed) & (t->n_slots - 1);

	while (t->ids[i] && t->ids[i] != id)
		i = (i + 1) & (t->n_slots - 1);
	return i;
}

long uet_ids_find(struct uet_id_table *t, uint64_t id)
{
	uint32_t *recent = uet_hash_recent(&t->recent, id);

	if (!t->n_slots || !id)
		return -1;
	if (t->ids[*recent] != id)
		*recent = (uint32_t)slot_of(t, id);
	return t->ids[*recent] ? (long)t->events[*recent] : -1;
}

int uet_ids_make_room(struct uet_id_table *t, uint64_t n)
{
	struct uet_id_table old = *t;

	memset(&t->recent, 0, sizeof(t->recent));
	t->seed = uet_hash_seed();
	t->n_slots = 16;
	while (t->n_slots < n * 2)
		t->n_slots *= 2;
	t->ids = calloc(t->n_slots, sizeof(*t->ids));
	t->events = calloc(t->n_slots, sizeof(*t->events));
	if (!t->ids || !t->events) {
		uet_ids_free(t);
		*t = old;
		return -ENOMEM;
	}
	for (size_t i = 0; i < old.n_slots; i++) {
		size_t slot;

		if (!old.ids[i])
			continue;
		slot = slot_of(t, old.ids[i]);
		t->ids[slot] = old.ids[i];
		t->events[slot] = old.events[i];
	}
	uet_ids_free(&old);
	return 0;
}

int uet_ids_add(struct uet_id_table *t, uint64_t id, size_t event)
{
	size_t slot;

	if (!id)
		return 0;
	if (t->n_used * 2 >= t->n_slots && uet_ids_make_room(t, t->n_used * 2))
		return -ENOMEM;
	slot = slot_of(t, id);
	if (t->ids[slot])
		return 0;
	t->ids[slot] = id;
	t->events[slot] = (uint32_t)event;
	t->n_used++;
	return 0;
}

void uet_ids_free(struct uet_id_table *t)
{
	free(t->ids);
	free(t->events);
}
