/* SPDX-License-Identifier: MIT */
/*
 * A small server, simulated: worker threads take requests from a queue, look
 * into a cache and answer.  What each does is told by events, and nothing of
 * it costs anything while nobody listens.
 *
 *	shop [REQUESTS [THREADS]]
 *
 * Watch it with:	uet record -- ./shop && uet report
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <uet/event.h>

UET_EVENT(request_start, "shop_request_start",
	  UET_U32(request), UET_STR(path));
UET_EVENT(request_done, "shop_request_done",
	  UET_U32(request), UET_U32(status), UET_U64(latency_ns),
	  UET_STR(path));
UET_EVENT(cache_miss, "shop_cache_miss",
	  UET_U32(request), UET_CHARS(shelf, 12), UET_PTR(entry));
UET_EVENT(queue_depth, "shop_queue_depth",
	  UET_F64(average), UET_S32(change));
UET_EVENT(request_error, "shop_request_error",
	  UET_U32(request), UET_S32(errno), UET_BOOL(retry));

static const char *const pages[] = {
	"/", "/cart", "/item/17", "/item/42?colour=\"dark blue\"",
	"/search?q=caf\xc3\xa9", "/checkout",
};

#define N_PAGES (sizeof(pages) / sizeof(pages[0]))

static struct {
	pthread_mutex_t lock;
	unsigned int next;  /* the next request's number */
	unsigned int total; /* how many there are */
	double average;	    /* of the queue's depth, smoothed */
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int cache[64];

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Pseudo-random, the same in every run: the request decides its fate. */
static unsigned int fate(unsigned int request)
{
	return request * 2654435761u >> 8;
}

static bool take_request(unsigned int *request)
{
	bool got;

	pthread_mutex_lock(&queue.lock);
	got = queue.next < queue.total;
	if (got) {
		double depth = queue.total - queue.next;

		*request = queue.next++;
		queue.average += (depth - queue.average) / 8;
		if (*request % 16 == 0)
			UET_TRACE(queue_depth, queue.average, -16);
	}
	pthread_mutex_unlock(&queue.lock);
	return got;
}

/* Returns 0 or an errno value. */
static int look_up(unsigned int request)
{
	int *entry = &cache[fate(request) % 64];

	if (fate(request) % 5 == 0)
		UET_TRACE(cache_miss, request, "shelf-7", entry);
	return fate(request) % 50 == 0 ? ETIMEDOUT : 0;
}

static void serve(unsigned int request)
{
	const char *path = pages[fate(request) % N_PAGES];
	/* The clock is read only if somebody wants to know. */
	uint64_t start = UET_ENABLED(request_done) ? now_ns() : 0;
	int error;

	UET_TRACE(request_start, request, path);
	error = look_up(request);
	if (error)
		UET_TRACE(request_error, request, -error, request % 2 == 0);
	UET_TRACE(request_done, request, error ? 504 : 200,
		  start ? now_ns() - start : 0, path);
}

static void *worker(void *unused)
{
	unsigned int request;

	(void)unused;
	while (take_request(&request))
		serve(request);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned int requests = argc > 1 ? (unsigned int)atoi(argv[1]) : 1000;
	unsigned int threads = argc > 2 ? (unsigned int)atoi(argv[2]) : 4;
	pthread_t thread[64];

	if (requests < 1 || threads < 1 || threads > 64) {
		fputs("usage: shop [REQUESTS [THREADS]], at most 64 threads\n",
		      stderr);
		return 2;
	}
	queue.total = requests;
	for (unsigned int i = 0; i < threads; i++) {
		if (pthread_create(&thread[i], NULL, worker, NULL)) {
			fputs("shop: cannot start a thread\n", stderr);
			return 1;
		}
	}
	for (unsigned int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	printf("shop: %u requests served\n", requests);
	return 0;
}
