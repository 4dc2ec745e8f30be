/* SPDX-License-Identifier: MIT */
/*
 * Puts records of several rings in the order of their times, within a bound of
 * memory.  Knows nothing about what is in a record.
 */
#ifndef UET_COLLECT_MERGE_H
#define UET_COLLECT_MERGE_H

#include <stddef.h>
#include <stdint.h>

struct uet_merge;

/* Memory above which the older half is given out without a round's end. */
#define UET_MERGE_LIMIT ((size_t)64 << 20)

/* 0 or -ENOMEM.  limit: bytes, about. */
int uet_merge_new(size_t limit, struct uet_merge **out);
void uet_merge_free(struct uet_merge *m);

/*
 * Copies a record of at most 65,535 bytes into the queue.  Nothing may be due
 * any more: pop first until it gives NULL.  Return: 0; 1 if a later one was
 * given out already, then it is not queued, deliver it at once; -ENOMEM.
 */
int uet_merge_push(struct uet_merge *m, uint64_t time, const void *record,
		   size_t size);

/*
 * All rings were looked at once more (PERF_RECORD_FINISHED_ROUND): what was
 * there before the round that ends now can be followed by nothing older.
 */
int uet_merge_round(struct uet_merge *m);

/* Nothing more will come. */
int uet_merge_finish(struct uet_merge *m);

/*
 * The next record that is due, or NULL.  Records of equal times come in the
 * order of their arrival.  The bytes live until the next call.
 */
const void *uet_merge_pop(struct uet_merge *m, size_t *size);

#endif /* UET_COLLECT_MERGE_H */
