/* SPDX-License-Identifier: MIT */
/*
 * A program that loads plug-ins as its arguments say, one after the other:
 *
 *	open PATH, global PATH, namespace PATH	load, and how
 *	close PATH	unload
 *	explain		print what became of each one's event
 *	on PREFIX	switch events on with ftrace
 *	trace N		each traces its event with N, N + 1, ... as it was loaded
 *	lose		close all descriptors, libuet's among them
 *	drop		become nobody
 *	still		print whether the words of what was unloaded last are
 *			still mapped
 *	again		each calls uet_register(); with "until" before it, until
 *			all succeed, ten seconds at most
 *	print PREFIX	print what ftrace has
 *
 * With OWN it has such a part itself, which comes first.
 */
#include <dlfcn.h>
#include <grp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ftrace.h"
#include "plugin.h"

#define MAX 8

static struct {
	const char *path;
	void *handle;
	const struct plugin *plugin;
} loaded[MAX];
static int n_loaded;
static const void *unloaded_word;

static void add(const char *path, void *handle, const struct plugin *plugin)
{
	if (!plugin || n_loaded == MAX) {
		printf("%s\n", dlerror());
		exit(1);
	}
	loaded[n_loaded].path = path;
	loaded[n_loaded].handle = handle;
	loaded[n_loaded++].plugin = plugin;
}

static void load(const char *path, void *handle)
{
	add(path, handle, handle ? dlsym(handle, "plugin") : NULL);
}

static void unload(const char *path)
{
	for (int i = 0; i < n_loaded; i++) {
		if (strcmp(loaded[i].path, path) != 0)
			continue;
		unloaded_word = loaded[i].plugin->word;
		dlclose(loaded[i].handle);
		memmove(&loaded[i], &loaded[i + 1],
			sizeof(loaded[0]) * (size_t)(--n_loaded - i));
		return;
	}
	printf("%s is not loaded\n", path);
}

static void print_whether_mapped(void)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	puts(msync((void *)((uintptr_t)unloaded_word & ~(page - 1)), page,
		   MS_ASYNC) ? "unmapped" : "mapped");
}

static void drop_rights(void)
{
	if (setgroups(0, NULL) || setresgid(65534, 65534, 65534) ||
	    setresuid(65534, 65534, 65534))
		puts("cannot become nobody");
}

/* The file's name without its end. */
static void explain(int i)
{
	const char *slash = strrchr(loaded[i].path, '/');
	const char *name = slash ? slash + 1 : loaded[i].path;
	char text[512];

	loaded[i].plugin->explain(text, sizeof(text));
	printf("%.*s: %s\n", (int)strcspn(name, "."), name, text);
}

static void for_each(const char *what, unsigned int n)
{
	for (int i = 0; i < n_loaded; i++) {
		if (strcmp(what, "explain") == 0)
			explain(i);
		else if (strcmp(what, "trace") == 0)
			loaded[i].plugin->trace(n + (unsigned int)i);
		else if (strcmp(what, "again") == 0)
			loaded[i].plugin->register_again();
	}
}

/* An event that nobody has any more takes the kernel a moment to forget. */
static void again_until_registered(void)
{
	for (int tries = 0; tries < 100; tries++) {
		int failed = 0;

		for (int i = 0; i < n_loaded; i++)
			failed |= loaded[i].plugin->register_again();
		if (!failed)
			return;
		usleep(100000);
	}
}

static void with_argument(const char *what, const char *argument)
{
	if (strcmp(what, "open") == 0)
		load(argument, dlopen(argument, RTLD_NOW));
	else if (strcmp(what, "global") == 0)
		load(argument, dlopen(argument, RTLD_NOW | RTLD_GLOBAL));
	else if (strcmp(what, "namespace") == 0)
		load(argument, dlmopen(LM_ID_NEWLM, argument, RTLD_NOW));
	else if (strcmp(what, "close") == 0)
		unload(argument);
	else if (strcmp(what, "on") == 0)
		ftrace_switch(argument, "1", 0);
	else if (strcmp(what, "until") == 0)
		again_until_registered();
	else if (strcmp(what, "print") == 0)
		ftrace_print(argument);
	else
		for_each(what, (unsigned int)atoi(argument));
}

int main(int argc, char **argv)
{
#ifdef OWN
	extern struct plugin own;

	add("own", NULL, &own);
#endif
	setvbuf(stdout, NULL, _IONBF, 0);
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "explain") == 0 ||
		    strcmp(argv[i], "again") == 0)
			for_each(argv[i], 0);
		else if (strcmp(argv[i], "lose") == 0)
			close_range(3, ~0U, 0);
		else if (strcmp(argv[i], "drop") == 0)
			drop_rights();
		else if (strcmp(argv[i], "still") == 0)
			print_whether_mapped();
		else if (i + 1 < argc)
			with_argument(argv[i], argv[i + 1]), i++;
	}
	/* An event that somebody listens to stays. */
	ftrace_switch("lk_", "0", 0);
	return 0;
}
