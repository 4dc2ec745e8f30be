/* SPDX-License-Identifier: MIT */
/*
 * A program with one event that does what its arguments say, in their order,
 * and prints what comes of it: "puppet state emit=3 counts".
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uet/event.h>
#include <uet/runtime.h>
#include <uet/tap.h>

#include "ways.h"

UET_EVENT(puppet, "way_puppet", UET_U32(number), UET_STR(text));

/* The one that state, say and counts are about. */
static const struct uet_event *subject = UET_EVENT_REF(puppet);
static unsigned int tapped;

static void count_tapped(void *context, const struct uet_tap_event *event)
{
	/* number, then the string's location and bytes */
	if (event->size == 4 + 4 + sizeof("text") && !context)
		tapped++;
}

static void emit(int n)
{
	for (int i = 0; i < n; i++)
		UET_TRACE(puppet, i, "text");
}

static int tap(void)
{
	struct uet_tap *ignored;

	return uet_tap_open(UET_EVENT_REF(puppet), count_tapped, NULL,
			    &ignored);
}

static int limit(int resource, const char *value)
{
	struct rlimit l;

	getrlimit(resource, &l);
	l.rlim_cur = (rlim_t)atoi(value);
	return setrlimit(resource, &l) ? -errno : 0;
}

static int new_event(const char *description)
{
	struct uet_event *event;
	int error = uet_event_new(description, 0, &event);

	subject = error ? subject : event;
	return error;
}

static int open_files(int n)
{
	while (n-- > 0)
		if (open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
			return -errno;
	return 0;
}

/* Commands with a value, which return -errno. */
static int act(const char *name, const char *value)
{
#define IS(name_) (!strcmp(name, name_))
	if (IS("sh"))
		return system(value) ? -ECHILD : 0;
	if (IS("wait"))
		return wait_for_file(value) ? 0 : -ETIME;
	if (IS("new"))
		return new_event(value);
	if (IS("nofile"))
		return limit(RLIMIT_NOFILE, value);
	if (IS("fsize"))
		return limit(RLIMIT_FSIZE, value);
	if (IS("uid"))
		return setresuid((uid_t)atoi(value), (uid_t)atoi(value),
				 (uid_t)atoi(value)) ? -errno : 0;
	if (IS("chroot"))
		return chroot(value) || chdir("/") ? -errno : 0;
	if (IS("files"))
		return open_files(atoi(value));
	if (IS("forbid"))
		return forbid(value);
	if (IS("all-but"))
		return forbid_all_but(value);
	return -EINVAL;
}

static void obey(char *command)
{
	const char *name = strsep(&command, "=");

	if (IS("register"))
		say_error(name, uet_register());
	else if (IS("unregister"))
		uet_unregister();
	else if (IS("state"))
		say_state(name, subject);
	else if (IS("say"))
		say_detail(name, subject);
	else if (IS("counts"))
		say_counts(name, subject);
	else if (IS("file"))
		say_detail(name, NULL);
	else if (IS("fd"))
		printf("fd: %d\n", subject->fd);
	else if (IS("first"))
		subject = UET_EVENT_REF(puppet);
	else if (IS("on"))
		say_error(name, wait_until_on(subject->word) ? 0 : -ETIME);
	else if (IS("emit"))
		emit(command ? atoi(command) : 1);
	else if (IS("tap"))
		say_error(name, tap());
	else if (IS("tapped"))
		printf("tapped: %u\n", tapped);
	else if (IS("_exit"))
		_exit(0);
	else if (!command || act(name, command))
		printf("%s: failed\n", name);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		obey(argv[i]);
	return 0;
}
