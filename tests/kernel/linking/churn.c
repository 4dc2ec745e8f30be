/* SPDX-License-Identifier: MIT */
/*
 * churn PLUG-IN ENABLE-FILE ROUNDS: loads and unloads a plug-in again and
 * again while another thread switches its event on and off.  After each time,
 * memory of our own lies where its enable words were, and must stay as it is.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "plugin.h"

/* How long is waited for the other thread, in steps of 0.1 ms. */
#define PATIENCE 20000

static const char *enable_file;
static unsigned int switched; /* how often, tried or done */
static unsigned int succeeded;
static bool finished;

static void *switch_event(void *unused)
{
	while (!__atomic_load_n(&finished, __ATOMIC_RELAXED)) {
		/* It may be gone while the plug-in is not loaded. */
		int fd = open(enable_file, O_WRONLY | O_CLOEXEC);

		if (fd >= 0 && write(fd, switched & 1 ? "1" : "0", 1) == 1)
			succeeded++;
		if (fd >= 0)
			close(fd);
		else
			usleep(100);
		__atomic_fetch_add(&switched, 1, __ATOMIC_RELAXED);
	}
	return unused;
}

/* Until the event was switched on and off from now on. */
static bool wait_for_switching(void)
{
	unsigned int from = __atomic_load_n(&switched, __ATOMIC_RELAXED);

	for (int i = 0; i < PATIENCE; i++) {
		/* One may have begun before. */
		if (__atomic_load_n(&switched, __ATOMIC_RELAXED) - from >= 3)
			return true;
		usleep(100);
	}
	return false;
}

static bool is_filled(const unsigned char *at, size_t size, int with)
{
	for (size_t i = 0; i < size; i++)
		if (at[i] != with)
			return false;
	return true;
}

/* Puts memory where the words were, and waits where that is asked for. */
static const char *try_memory(uintptr_t words, size_t size, int with,
			      bool patient)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t start = words & ~(page - 1);
	size_t length = ((words + size + page - 1) & ~(page - 1)) - start;
	void *canary = mmap((void *)start, length, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
			    -1, 0);
	const char *said = NULL;

	if (canary != (void *)start)
		return "is still mapped";
	memset(canary, with, length);
	if (patient && !wait_for_switching())
		said = "nobody switches the event";
	else if (!is_filled(canary, length, with))
		said = "memory was written to";
	munmap(canary, length);
	return said;
}

static const char *one_round(const char *path, unsigned int round)
{
	void *handle = dlopen(path, RTLD_NOW);
	struct plugin *plugin = handle ? dlsym(handle, "plugin") : NULL;
	static char text[512];
	uintptr_t words;
	size_t size;

	if (!plugin)
		return dlerror();
	plugin->explain(text, sizeof(text));
	if (strcmp(text, "registered") != 0)
		return text;
	/* Now and then with its event switched. */
	if (round % 16 == 0 && !wait_for_switching())
		return "nobody switches the event";
	for (unsigned int i = 0; i < 10; i++)
		plugin->trace(i);
	words = (uintptr_t)plugin->word;
	size = plugin->size;
	dlclose(handle);
	/* Of both kinds: a bit may be set or cleared.  Waiting each time would
	 * take most of the time. */
	return try_memory(words, size, round & 1 ? 0xff : 0, round % 4 < 2);
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 3 ? (unsigned int)atoi(argv[3]) : 0;
	unsigned int round = 0;
	const char *said = NULL;
	pthread_t thread;

	enable_file = argc > 2 ? argv[2] : "";
	if (pthread_create(&thread, NULL, switch_event, NULL))
		return 1;
	for (; round < rounds && !said; round++)
		said = one_round(argv[1], round);
	__atomic_store_n(&finished, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	printf("%u rounds: %s\n", round, said ? said : "memory untouched");
	printf("the event was %s\n",
	       succeeded > rounds ? "switched on and off" : "rarely switched");
	return said != NULL;
}
