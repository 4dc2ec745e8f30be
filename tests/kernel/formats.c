/* SPDX-License-Identifier: MIT */
/*
 * Formats of one multi-format event: each under its own tracepoint, and each
 * deleted alone.  Speaks TAP; wants root and tracefs in its usual place.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <uet/delete.h>
#include <uet/register.h>
#include <uet/runtime.h>

#define TRACEFS "/sys/kernel/tracing/events/"

/* What differs in as little as possible. */
static const char *const descriptions[] = {
	"fmt", "fmt u32 a", "fmt s32 a", "fmt u64 a", "fmt u32 b",
	"fmt unsigned int a", "fmt u32 a; u32 b", "fmt u32 b; u32 a",
	"fmt char[16] a", "fmt char[17] a", "fmt unsigned char[16] a",
	"fmt __rel_loc char[] a", "fmt __rel_loc u8[] a",
	"fmt __data_loc char[] a", "fmt struct s a 16", "fmt struct s a 17",
	"fmt struct t a 16",
};
#define N (sizeof(descriptions) / sizeof(descriptions[0]))

static unsigned int n_tests;

static void ok(int passed, const char *what, const char *which)
{
	printf("%sok %u - %s%s%s\n", passed ? "" : "not ", ++n_tests, what,
	       *which ? ": " : "", which);
}

static void equal(int got, int expected, const char *what, const char *which)
{
	if (got != expected)
		printf("# got %d, expected %d\n", got, expected);
	ok(got == expected, what, which);
}

static int switch_to(const char *tracepoint, const char *value)
{
	char path[512];
	char *colon;
	int fd, result;

	snprintf(path, sizeof(path), TRACEFS "%s/enable", tracepoint);
	colon = strchr(path, ':');
	if (!colon)
		return -1;
	*colon = '/';
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	result = write(fd, value, 1) == 1 ? 0 : -1;
	close(fd);
	return result;
}

int main(void)
{
	struct uet_event *events[N];
	char name[300];
	int wrong;

	for (size_t i = 0; i < N; i++)
		uet_event_new(descriptions[i],
			      UET_FLAG_PERSIST | UET_FLAG_MULTI_FORMAT,
			      &events[i]);
	for (size_t i = 0; i < N; i++) {
		name[0] = '\0';
		equal(uet_event_tracepoint(events[i], name, sizeof(name)), 0,
		      "tracepoint of", descriptions[i]);
		printf("# %s\n", name);
		wrong = switch_to(name, "1");
		for (size_t k = 0; k < N; k++)
			wrong |= uet_event_enabled(events[k]) != (k == i);
		switch_to(name, "0");
		ok(!wrong, "it switches this one on and no other",
		   descriptions[i]);
	}
	equal(uet_delete("fmt"), -EBUSY, "in use: not deleted", "");
	equal(uet_delete_format(descriptions[1]), -EBUSY,
	      "nor one of its formats", "");
	for (size_t i = 0; i < N; i++)
		uet_event_free(events[i]);
	uet_unregister();
	equal(uet_delete_format("fmt u32 c"), -ENOENT, "no such format", "");
	for (size_t i = 0; i < N - 1; i++) {
		equal(uet_delete_format(descriptions[i]), 0, "deleted",
		      descriptions[i]);
		equal(uet_delete_format(descriptions[i]), -ENOENT,
		      "once", descriptions[i]);
	}
	equal(uet_delete("fmt"), 0, "what is left is deleted by name", "");
	equal(uet_delete("fmt"), -ENOENT, "once", "");
	printf("1..%u\n", n_tests);
	return 0;
}
