/* SPDX-License-Identifier: MIT */
/*
 * The events of a perf.data file in the making, as the writer keeps them.
 * Knows nothing of the file.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata_writer.h"

static int copy_entry(struct uet_writer_entry *to,
		      const struct uet_writer_event *from)
{
	size_t size = from->attr->size;

	if (size > sizeof(to->attr))
		size = sizeof(to->attr);
	memcpy(&to->attr, from->attr, size);
	to->attr.size = sizeof(to->attr);
	to->name = strdup(from->name);
	to->n_ids = from->n_ids;
	to->ids = calloc(from->n_ids, sizeof(*to->ids));
	if (!to->name || !to->ids)
		return -ENOMEM;
	memcpy(to->ids, from->ids, from->n_ids * sizeof(*to->ids));
	if (!from->format)
		return 0;
	to->format_size = from->format_size;
	to->format = malloc(from->format_size + 1);
	if (!to->format)
		return -ENOMEM;
	memcpy(to->format, from->format, from->format_size);
	to->format[from->format_size] = '\0';
	return 0;
}

void uet_entries_free(struct uet_writer_entry *entries, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(entries[i].name);
		free(entries[i].ids);
		free(entries[i].format);
	}
	free(entries);
}

int uet_entries_copy(const struct uet_writer_event *events, size_t n,
		     struct uet_writer_entry **out)
{
	struct uet_writer_entry *entries = calloc(n, sizeof(*entries));

	if (!entries)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		int result = copy_entry(&entries[i], &events[i]);

		if (result) {
			uet_entries_free(entries, n);
			return result;
		}
	}
	*out = entries;
	return 0;
}

static bool has_id(const struct uet_writer_entry *entries, size_t n, uint64_t id)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < entries[i].n_ids; k++)
			if (entries[i].ids[k] == id)
				return true;
	return false;
}

size_t uet_entries_keep_new(struct uet_writer_entry *entries, size_t n,
			    const struct uet_writer_entry *others,
			    size_t n_others)
{
	size_t left = 0;

	for (size_t i = 0; i < n; i++) {
		struct uet_writer_entry *e = &entries[i];
		size_t ids = 0;

		for (size_t k = 0; k < e->n_ids; k++)
			if (!has_id(others, n_others, e->ids[k]))
				e->ids[ids++] = e->ids[k];
		e->n_ids = ids;
		if (ids) {
			struct uet_writer_entry swap = entries[left];

			entries[left++] = *e;
			*e = swap;
		}
	}
	return left;
}
