/* SPDX-License-Identifier: MIT */
/*
 * A bounded queue that orders records by time, with the rounds of perf.  Knows
 * nothing about what is in a record, nor where it came from.
 *
 * A round looks at every ring once.  A record of round n can be older than
 * those of round n - 1 only by what happened while that round was looked at,
 * so that the end of round n sets free whatever is not newer than the newest
 * of round n - 1.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "merge.h"

#define CHUNK_SIZE ((size_t)256 << 10)

/* Records lie one after the other in chunks, which are used again. */
struct chunk {
	struct chunk *next_free;
	size_t used;
	size_t live; /* records not given out yet */
	unsigned char bytes[CHUNK_SIZE];
};

struct entry {
	uint64_t time;
	struct chunk *chunk;
	uint32_t offset;
	uint32_t size;
};

struct list {
	struct entry *entries;
	size_t n;
	size_t capacity;
};

struct uet_merge {
	size_t limit;
	uint64_t max_time;     /* of all that came */
	uint64_t flush_time;   /* what the next end of a round sets free */
	uint64_t given_time;   /* of the last one given out */
	struct list pending;   /* in order of arrival, or sorted before them */
	bool is_sorted;	       /* pending: what came was never older */
	struct list due;       /* sorted */
	struct list scratch;   /* for sorting */
	size_t next_due;
	struct chunk *filling;
	struct chunk *free_chunks;
	struct chunk *lent;    /* of the record that was given out last */
	size_t n_chunks;       /* in use */
};

int uet_merge_new(size_t limit, struct uet_merge **out)
{
	*out = calloc(1, sizeof(**out));
	if (!*out)
		return -ENOMEM;
	(*out)->limit = limit;
	(*out)->is_sorted = true;
	return 0;
}

static void put_chunk(struct uet_merge *m, struct chunk *chunk)
{
	chunk->next_free = m->free_chunks;
	m->free_chunks = chunk;
	m->n_chunks--;
}

/* One record of the chunk is not needed any more. */
static void drop_record(struct uet_merge *m, struct chunk *chunk)
{
	if (--chunk->live)
		return;
	if (chunk == m->filling)
		chunk->used = 0;
	else
		put_chunk(m, chunk);
}

static void take_back(struct uet_merge *m)
{
	if (m->lent)
		drop_record(m, m->lent);
	m->lent = NULL;
}

void uet_merge_free(struct uet_merge *m)
{
	if (!m)
		return;
	take_back(m);
	for (size_t i = 0; i < m->pending.n; i++)
		drop_record(m, m->pending.entries[i].chunk);
	for (size_t i = m->next_due; i < m->due.n; i++)
		drop_record(m, m->due.entries[i].chunk);
	if (m->filling)
		put_chunk(m, m->filling);
	while (m->free_chunks) {
		struct chunk *next = m->free_chunks->next_free;

		free(m->free_chunks);
		m->free_chunks = next;
	}
	free(m->pending.entries);
	free(m->due.entries);
	free(m->scratch.entries);
	free(m);
}

static __attribute__((noinline)) int grow(struct list *l, size_t n)
{
	size_t capacity = l->capacity ? l->capacity : 256;
	struct entry *entries;

	while (capacity < n)
		capacity *= 2;
	entries = reallocarray(l->entries, capacity, sizeof(*entries));
	if (!entries)
		return -ENOMEM;
	l->entries = entries;
	l->capacity = capacity;
	return 0;
}

static inline int reserve(struct list *l, size_t n)
{
	return n <= l->capacity ? 0 : grow(l, n);
}

static int get_chunk(struct uet_merge *m)
{
	struct chunk *chunk = m->free_chunks;

	if (chunk) {
		m->free_chunks = chunk->next_free;
	} else {
		chunk = malloc(sizeof(*chunk));
		if (!chunk)
			return -ENOMEM;
	}
	chunk->used = 0;
	chunk->live = 0;
	m->filling = chunk;
	m->n_chunks++;
	return 0;
}

/* Merges the sorted runs [a, b) and [b, end) of from into to. */
static void merge_runs(struct entry *to, const struct entry *from, size_t a,
		       size_t b, size_t end)
{
	size_t i = a, j = b;

	for (size_t k = a; k < end; k++) {
		/* The left one goes first when the times are equal. */
		if (i < b && (j >= end || from[i].time <= from[j].time))
			to[k] = from[i++];
		else
			to[k] = from[j++];
	}
}

static size_t run_end(const struct list *l, size_t start)
{
	size_t i = start + 1;

	while (i < l->n && l->entries[i - 1].time <= l->entries[i].time)
		i++;
	return i < l->n ? i : l->n;
}

/*
 * Sorts by merging the runs that are there: a round is one sorted run for each
 * ring, so that few passes do.
 */
static int sort(struct uet_merge *m, struct list *l)
{
	int ret = 0;

	while (l->n && run_end(l, 0) < l->n) {
		struct list swap;

		ret = reserve(&m->scratch, l->n);
		if (ret)
			return ret;
		for (size_t a = 0; a < l->n;) {
			size_t b = run_end(l, a);
			size_t end = b < l->n ? run_end(l, b) : b;

			merge_runs(m->scratch.entries, l->entries, a, b, end);
			a = end;
		}
		m->scratch.n = l->n;
		swap = *l;
		*l = m->scratch;
		m->scratch = swap;
	}
	return ret;
}

/* How many of a sorted list are not newer than time. */
static size_t count_until(const struct list *l, uint64_t time)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (l->entries[middle].time <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Of a single ring, or of rings that were written by turns: the list becomes
 * what is due, and only what is not is copied. */
static void split_sorted(struct uet_merge *m, uint64_t time)
{
	size_t n = count_until(&m->pending, time);
	size_t kept = m->pending.n - n;
	struct list rest = m->due;

	if (!n)
		return;
	if (kept)
		memcpy(rest.entries, m->pending.entries + n,
		       kept * sizeof(*rest.entries));
	rest.n = kept;
	m->due = m->pending;
	m->due.n = n;
	m->pending = rest;
}

static int split_unsorted(struct uet_merge *m, uint64_t time)
{
	size_t kept = 0;

	for (size_t i = 0; i < m->pending.n; i++) {
		struct entry *e = &m->pending.entries[i];

		if (e->time <= time)
			m->due.entries[m->due.n++] = *e;
		else
			m->pending.entries[kept++] = *e;
	}
	m->pending.n = kept;
	m->is_sorted = !kept;
	return sort(m, &m->due);
}

/* Makes due whatever is not newer than time. */
static int flush_until(struct uet_merge *m, uint64_t time)
{
	int ret = reserve(&m->due, m->pending.n);

	if (ret)
		return ret;
	m->due.n = 0;
	m->next_due = 0;
	if (!m->is_sorted)
		return split_unsorted(m, time);
	split_sorted(m, time);
	return 0;
}

/* Too much memory: no round's end is waited for. */
static __attribute__((noinline)) int flush_half(struct uet_merge *m)
{
	size_t half;
	int ret;

	ret = sort(m, &m->pending);
	if (ret)
		return ret;
	m->is_sorted = true;
	half = (m->pending.n + 1) / 2;
	return half ? flush_until(m, m->pending.entries[half - 1].time) : 0;
}

static bool is_full(const struct uet_merge *m)
{
	/* An entry is in up to three lists. */
	return m->n_chunks * CHUNK_SIZE +
		       m->pending.n * 3 * sizeof(struct entry) > m->limit;
}

static __attribute__((noinline)) int next_chunk(struct uet_merge *m)
{
	struct chunk *full = m->filling;
	int ret = get_chunk(m);

	if (ret)
		return ret;
	if (full && !full->live)
		put_chunk(m, full);
	return 0;
}

static void keep(struct uet_merge *m, struct entry *e, const void *record,
		 size_t size)
{
	struct chunk *chunk = m->filling;

	e->chunk = chunk;
	e->offset = (uint32_t)chunk->used;
	e->size = (uint32_t)size;
	/* Keep what the kernel aligned aligned. */
	chunk->used += (size + 7) & ~(size_t)7;
	if (chunk->used > CHUNK_SIZE)
		chunk->used = CHUNK_SIZE;
	chunk->live++;
	memcpy(chunk->bytes + e->offset, record, size);
}

int uet_merge_push(struct uet_merge *m, uint64_t time, const void *record,
		   size_t size)
{
	struct entry *e;
	int ret;

	if (time < m->given_time)
		return 1;
	if (size > CHUNK_SIZE)
		return -EINVAL;
	ret = reserve(&m->pending, m->pending.n + 1);
	if (!ret && (!m->filling || CHUNK_SIZE - m->filling->used < size))
		ret = next_chunk(m);
	if (ret)
		return ret;
	e = &m->pending.entries[m->pending.n++];
	e->time = time;
	if (time >= m->max_time)
		m->max_time = time;
	else
		m->is_sorted = false;
	keep(m, e, record, size);
	return is_full(m) ? flush_half(m) : 0;
}

int uet_merge_round(struct uet_merge *m)
{
	int ret = flush_until(m, m->flush_time);

	m->flush_time = m->max_time;
	return ret;
}

int uet_merge_finish(struct uet_merge *m)
{
	return flush_until(m, UINT64_MAX);
}

const void *uet_merge_pop(struct uet_merge *m, size_t *size)
{
	struct entry *e;

	take_back(m);
	if (m->next_due == m->due.n)
		return NULL;
	e = &m->due.entries[m->next_due++];
	m->lent = e->chunk;
	m->given_time = e->time;
	*size = e->size;
	return e->chunk->bytes + e->offset;
}
