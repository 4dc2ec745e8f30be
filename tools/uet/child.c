/* SPDX-License-Identifier: MIT */
/*
 * Runs a command for uet: found, held until all is ready, waited for.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static sigset_t mask_before;
static void (*interrupt_before)(int);

static bool can_run(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

static int not_found(const struct uet_cmd *cmd, const char *name, bool seen)
{
	if (seen) {
		out_error(cmd, "cannot run '%s': no permission to execute it",
			  name);
		return EXIT_CANNOT_RUN;
	}
	out_error(cmd, "cannot find the command '%s'", name);
	return EXIT_NOT_FOUND;
}

int child_find(const struct uet_cmd *cmd, const char *name, char **path)
{
	const char *at = getenv("PATH");
	bool seen = false;

	if (strchr(name, '/')) {
		if (!can_run(name))
			return not_found(cmd, name, !access(name, F_OK));
		*path = strdup(name);
		return *path ? 0 : EXIT_CANNOT_RUN;
	}
	if (!at)
		at = "/usr/local/bin:/usr/bin:/bin";
	for (; *name; at++) {
		size_t length = strcspn(at, ":");
		char candidate[PATH_MAX];
		int n;

		/* An empty part is the current folder. */
		n = snprintf(candidate, sizeof(candidate), "%.*s%s%s",
			     (int)length, at, length ? "/" : "./", name);
		if (n > 0 && (size_t)n < sizeof(candidate)) {
			if (can_run(candidate)) {
				*path = strdup(candidate);
				return *path ? 0 : EXIT_CANNOT_RUN;
			}
			seen |= !access(candidate, F_OK);
		}
		at += length;
		if (!*at)
			break;
	}
	return not_found(cmd, name, seen);
}

int child_signals(const struct uet_cmd *cmd)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD,
				       SIGUSR2 };
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct sigaction was;

		/* nohup(1) means what it says.  A shell's "&" also ignores
		 * SIGINT, and yet scripts send it to end us. */
		if (numbers[i] == SIGHUP &&
		    !sigaction(numbers[i], NULL, &was) &&
		    was.sa_handler == SIG_IGN)
			continue;
		sigaddset(&set, numbers[i]);
	}
	interrupt_before = signal(SIGINT, SIG_DFL);
	/* An ignored SIGCHLD would take the command's status away. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, &mask_before);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		out_error(cmd, "signalfd: %s", strerror(errno));
	return fd;
}

static void become_command(int go, int failed, const char *path, char **argv)
{
	char byte;
	int code;

	/* The end of file instead of a byte: uet has given up. */
	if (read(go, &byte, 1) != 1)
		_exit(EXIT_CANNOT_RUN);
	signal(SIGPIPE, SIG_DFL); /* main() ignores them */
	signal(SIGXFSZ, SIG_DFL);
	if (interrupt_before == SIG_IGN)
		signal(SIGINT, SIG_IGN);
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
	execv(path, argv);
	code = errno;
	if (code == ENOEXEC) {
		/* A script without "#!": what execvp(3) does with it. */
		size_t n = 0;
		char **shell_argv;

		while (argv[n])
			n++;
		shell_argv = calloc(n + 2, sizeof(*shell_argv));
		if (shell_argv) {
			shell_argv[0] = argv[0];
			shell_argv[1] = strdup(path);
			memcpy(shell_argv + 2, argv + 1, n * sizeof(*argv));
			execv("/bin/sh", shell_argv);
		}
	}
	if (write(failed, &code, sizeof(code)) != sizeof(code))
		_exit(EXIT_CANNOT_RUN);
	_exit(code == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_RUN);
}

static bool no_pipe(const struct uet_cmd *cmd)
{
	out_error(cmd, "cannot run a command: %s%s", strerror(errno),
		  errno == EMFILE ? "; raise the limit of descriptors "
				    "(ulimit -n)" :
				    "");
	return false;
}

bool child_start(const struct uet_cmd *cmd, struct child *child,
		 const char *path, char **argv)
{
	int go[2], failed[2];

	if (pipe2(go, O_CLOEXEC))
		return no_pipe(cmd);
	if (pipe2(failed, O_CLOEXEC)) {
		no_pipe(cmd);
		close(go[0]);
		close(go[1]);
		return false;
	}
	child->pid = fork();
	if (child->pid == 0) {
		close(go[1]);
		close(failed[0]);
		become_command(go[0], failed[1], path, argv);
	}
	close(go[0]);
	close(failed[1]);
	child->go = go[1];
	child->failed = failed[0];
	if (child->pid > 0)
		return true;
	out_error(cmd, "cannot run a command: fork: %s", strerror(errno));
	close(child->go);
	close(child->failed);
	return false;
}

static int shell_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
				     WEXITSTATUS(status);
}

/* Waits for its end. */
static int child_wait(struct child *child)
{
	int status = 0;

	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	return shell_status(status);
}

int child_release(const struct uet_cmd *cmd, struct child *child,
		  const char *path)
{
	int code = 0;
	ssize_t n = write(child->go, "", 1);

	close(child->go);
	/* Closed by a successful execve(). */
	do
		n = read(child->failed, &code, sizeof(code));
	while (n < 0 && errno == EINTR);
	close(child->failed);
	if (n != sizeof(code))
		return 0;
	out_error(cmd, "cannot run '%s': %s", path, strerror(code));
	return child_wait(child);
}

void child_abandon(struct child *child)
{
	close(child->go);
	close(child->failed);
	child_wait(child);
}

bool child_ended(struct child *child, int *status)
{
	int wait_status;

	if (waitpid(child->pid, &wait_status, WNOHANG) != child->pid)
		return false;
	*status = shell_status(wait_status);
	return true;
}
