/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Ten seconds in steps of ten milliseconds. */
#define STEPS 1000
#define STEP_US 10000

static const char *error_name(int error)
{
	return error ? strerrorname_np(-error) : "ok";
}

void say_error(const char *what, int error)
{
	printf("%s: %s\n", what, error_name(error));
}

void say_state(const char *what, const struct uet_event *event)
{
	static const char *const names[] = { "new", "registered", "failed",
					     "unregistered" };
	int error;
	enum uet_state state = uet_event_state(event, &error);

	printf("%s: %s%s%s\n", what, names[state], error ? " " : "",
	       error ? error_name(error) : "");
}

void say_counts(const char *what, const struct uet_event *event)
{
	struct uet_event_counts c;

	uet_event_stats(event, &c);
	printf("%s: emitted %u, lost %u+%u+%u+%u\n", what,
	       (unsigned int)c.emitted, (unsigned int)c.lost[0],
	       (unsigned int)c.lost[1], (unsigned int)c.lost[2],
	       (unsigned int)c.lost[3]);
}

void say_detail(const char *what, const struct uet_event *event)
{
	char text[512];

	uet_strerror_detail(event, text, sizeof(text));
	printf("%s: %s\n", what, text);
}

bool wait_until_on(const uint32_t *word)
{
	for (int i = 0; i < STEPS; i++) {
		if (__atomic_load_n(word, __ATOMIC_RELAXED))
			return true;
		usleep(STEP_US);
	}
	return false;
}

/* Takes no descriptor. */
bool wait_for_file(const char *path)
{
	for (int i = 0; i < STEPS; i++) {
		if (access(path, F_OK) == 0)
			return true;
		usleep(STEP_US);
	}
	return false;
}

static const struct {
	const char *name;
	unsigned int number;
} calls[] = {
	{ "ioctl", SYS_ioctl },	    { "openat", SYS_openat },
	{ "write", SYS_write },	    { "writev", SYS_writev },
	{ "fcntl", SYS_fcntl },	    { "fstat", SYS_fstat },
#ifdef SYS_newfstatat
	{ "newfstatat", SYS_newfstatat },
#endif
	{ "prlimit64", SYS_prlimit64 }, { "exit_group", SYS_exit_group },
};

static int number_of(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (!strcmp(calls[i].name, name))
			return (int)calls[i].number;
	return -1;
}

/* What is listed, and everything else.  The architecture is not looked at: no
 * program here makes calls of another. */
static int install(const char *names, unsigned int listed, unsigned int other)
{
	struct sock_filter code[2 * 16 + 2];
	struct sock_fprog program = { 0, code };
	char copy[128], *rest = copy, *name;

	code[program.len++] = (struct sock_filter)BPF_STMT(
		BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	snprintf(copy, sizeof(copy), "%s", names);
	while ((name = strsep(&rest, ","))) {
		int number = number_of(name);

		if (number < 0 || program.len > 2 * 16 - 2)
			return -EINVAL;
		code[program.len++] = (struct sock_filter)BPF_JUMP(
			BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)number, 0, 1);
		code[program.len++] = (struct sock_filter)BPF_STMT(
			BPF_RET | BPF_K, listed);
	}
	code[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
							   other);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return -errno;
	return 0;
}

int forbid(const char *names)
{
	return install(names, SECCOMP_RET_ERRNO | EPERM, SECCOMP_RET_ALLOW);
}

int forbid_all_but(const char *names)
{
	return install(names, SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS);
}
