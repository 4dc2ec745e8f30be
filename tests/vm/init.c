/* SPDX-License-Identifier: MIT */
/*
 * The guest's first process: turns the host's read-only file system into a
 * writable root, runs one command there, carries its output and its status to
 * the host, and switches the machine off.
 *
 * It knows what tests/vm/run wrote into the run's folder (see read_spec) and
 * the numbers of the virtio ports; it knows nothing of what it runs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

/* The host's folders lie below this one while the new root is being built:
 * every Linux system has it, and nothing in it is missed. */
#define STAGE "/proc"
#define ROOT STAGE "/root"
#define LAYER STAGE "/layer"
#define OVERLAY "upperdir=" STAGE "/upper,workdir=" STAGE \
	"/work,redirect_dir=on"

/* virtio port numbers, as given to QEMU by tests/vm/run */
enum { PORT_OUT = 1, PORT_ERR = 2, PORT_STATUS = 3 };

static struct {
	char *cwd;
	char *hostname;
	char **argv;
	char **env;
	char **out;
	int argc, envc, outc;
	bool merge;		/* one channel for stdout and stderr */
} spec;

static int status_fd = -1;

static void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

static void halt(void) __attribute__((noreturn));

static void halt(void)
{
	sync();
	reboot(RB_AUTOBOOT);	/* QEMU runs with -no-reboot: this ends it */
	for (;;)
		pause();
}

static void log_msg(const char *fmt, va_list ap)
{
	char text[512];
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	vsnprintf(text, sizeof(text), fmt, ap);
	/* Level 2 reaches the console however quiet it is. */
	if (fd >= 0)
		dprintf(fd, "<2>uet-vm: %s\n", text);
	close(fd);
	if (status_fd >= 0)
		dprintf(status_fd, "fail %s\n", text);
}

/* The rig's own failure: the host shows the text and exits with 125. */
static void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log_msg(fmt, ap);
	va_end(ap);
	halt();
}

static void *xrealloc(void *p, size_t n)
{
	p = realloc(p, n);
	if (!p)
		die("out of memory");
	return p;
}

static void append(char ***list, int *count, char *s)
{
	*list = xrealloc(*list, (*count + 2) * sizeof(char *));
	(*list)[(*count)++] = s;
	(*list)[*count] = NULL;
}

static char *read_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *buf = NULL;
	ssize_t n;

	*len = 0;
	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	do {
		buf = xrealloc(buf, *len + 65536 + 1);
		n = read(fd, buf + *len, 65536);
		if (n < 0)
			die("%s: %s", path, strerror(errno));
		*len += n;
	} while (n > 0);
	close(fd);
	buf[*len] = 0;
	return buf;
}

/*
 * The run's folder has a file `spec`: strings, each ended by a NUL, whose
 * first letter says what it is.  So that any byte can be in an argument.
 */
static void read_spec(const char *dir)
{
	char path[4200], *p, *end;
	size_t len;

	snprintf(path, sizeof(path), "%s/spec", dir);
	p = read_file(path, &len);
	for (end = p + len; p < end; p += strlen(p) + 1) {
		switch (*p) {
		case 'A': append(&spec.argv, &spec.argc, p + 1); break;
		case 'C': spec.cwd = p + 1; break;
		case 'E': append(&spec.env, &spec.envc, p + 1); break;
		case 'H': spec.hostname = p + 1; break;
		case 'M': spec.merge = true; break;
		case 'O': append(&spec.out, &spec.outc, p + 1); break;
		}
	}
	if (!spec.argc || !spec.cwd)
		die("%s is incomplete", path);
}

static void mkdirs(const char *path)
{
	char buf[4200], *p = buf;

	snprintf(buf, sizeof(buf), "%s", path);
	while ((p = strchr(p + 1, '/'))) {
		*p = 0;
		mkdir(buf, 0755);
		*p = '/';
	}
	mkdir(buf, 0755);
}

/* Best effort: the running kernel may lack the file or what is asked. */
static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)!write(fd, text, strlen(text));
	close(fd);
}

/* A distribution's kernel has its virtio, 9p and overlay in modules, which lie
 * in the initramfs, numbered in the order in which they depend on each other:
 * but that differs from version to version, so what lacks a symbol is tried
 * again after the others. */
static void load_modules(void)
{
	struct dirent **names;
	int i, round, missing = 0, n = scandir("/modules", &names, NULL, alphasort);

	for (round = 0; round < 4; round++) {
		for (i = 0, missing = 0; i < n; i++) {
			char path[512];
			int fd;

			snprintf(path, sizeof(path), "/modules/%s",
				 names[i]->d_name);
			fd = open(path, O_RDONLY | O_CLOEXEC);
			if (names[i]->d_name[0] != '.' &&
			    syscall(SYS_finit_module, fd, "", 0) &&
			    errno != EEXIST)
				missing = errno;
			close(fd);
		}
		if (!missing)
			return;
	}
	die("modules: %s", strerror(missing));
}

static void move_root(const char *dir)
{
	if (chdir(dir) || mount(".", "/", NULL, MS_MOVE, NULL) ||
	    chroot(".") || chdir("/"))
		die("moving the root to %s: %s", dir, strerror(errno));
}

static void enter_host(void)
{
	const char *options = getenv("uet_vm_9p");

	mkdir("/dev", 0755);
	mount("dev", "/dev", "devtmpfs", 0, NULL);
	load_modules();
	mkdir("/host", 0755);
	if (mount("host", "/host", "9p", MS_RDONLY, options))
		die("the host's files: %s", strerror(errno));
	move_root("/host");
}

/* Another machine's programs, from a file system of its own: overlayfs wants
 * its layers apart. */
static void mount_layer(void)
{
	const char *options = getenv("uet_vm_layer");

	if (!options)
		return;
	mkdir(LAYER, 0755);
	if (mount("layer", LAYER, "9p", MS_RDONLY, options))
		die("the layer of programs: %s", strerror(errno));
}

static void build_root(void)
{
	static const struct {
		const char *dir, *type, *data;
		bool may_fail;
	} table[] = {
		{ "/proc", "proc", NULL, false },
		{ "/sys", "sysfs", NULL, false },
		{ "/dev", "devtmpfs", NULL, false },
		{ "/dev/pts", "devpts", "gid=5,mode=620,ptmxmode=666", true },
		{ "/dev/shm", "tmpfs", "mode=1777", false },
		{ "/dev/mqueue", "mqueue", NULL, true },
		{ "/run", "tmpfs", "mode=755", false },
		{ "/sys/fs/cgroup", "cgroup2", NULL, true },
		{ "/sys/fs/bpf", "bpf", "mode=700", true },
		{ "/sys/kernel/debug", "debugfs", NULL, true },
		{ "/sys/kernel/tracing", "tracefs", NULL, true },
	};
	/* What is in the layer hides what the host has of the same name. */
	const char *overlay = getenv("uet_vm_layer") ?
		"lowerdir=" LAYER ":/," OVERLAY : "lowerdir=/," OVERLAY;
	size_t i;

	if (mount("stage", STAGE, "tmpfs", 0, "mode=755,size=80%"))
		die("tmpfs: %s", strerror(errno));
	mkdir(STAGE "/upper", 0755);
	mkdir(STAGE "/work", 0755);
	mkdir(ROOT, 0755);
	mount_layer();
	if (mount("overlay", ROOT, "overlay", 0, overlay))
		die("overlay: %s", strerror(errno));

	for (i = 0; i < sizeof(table) / sizeof(*table); i++) {
		char dir[64];

		snprintf(dir, sizeof(dir), ROOT "%s", table[i].dir);
		/* Only what is not there: asking the overlay costs a copy. */
		if (access(dir, F_OK))
			mkdirs(dir);
		if (mount(table[i].type, dir, table[i].type, 0,
			  table[i].data) && !table[i].may_fail)
			die("%s: %s", table[i].dir, strerror(errno));
	}
	mkdir(ROOT "/run/lock", 01777);
	mkdir(ROOT "/run/user", 0755);
	symlink("/proc/self/fd", ROOT "/dev/fd");
	symlink("/proc/self/fd/0", ROOT "/dev/stdin");
	symlink("/proc/self/fd/1", ROOT "/dev/stdout");
	symlink("/proc/self/fd/2", ROOT "/dev/stderr");
}

static void mount_out(void)
{
	const char *options = getenv("uet_vm_9p_out");
	int i;

	for (i = 0; i < spec.outc; i++) {
		char tag[16], dir[4200];

		snprintf(tag, sizeof(tag), "out%d", i);
		snprintf(dir, sizeof(dir), ROOT "%s", spec.out[i]);
		mkdirs(dir);
		if (mount(tag, dir, "9p", 0, options))
			die("--out %s: %s", spec.out[i], strerror(errno));
	}
}

static void settle(void)
{
	static const struct rlimit core = { 0, RLIM_INFINITY };
	static const struct rlimit files = { 1024, 524288 };
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	ioctl(fd, SIOCSIFFLAGS, &lo);
	close(fd);
	if (spec.hostname)
		sethostname(spec.hostname, strlen(spec.hostname));
	setrlimit(RLIMIT_CORE, &core);
	setrlimit(RLIMIT_NOFILE, &files);
	umask(022);
	/* One by one: a kernel that lacks one refuses the whole line. */
	put("/sys/fs/cgroup/cgroup.subtree_control", "+memory");
	put("/sys/fs/cgroup/cgroup.subtree_control", "+pids");
	put("/sys/fs/cgroup/cgroup.subtree_control", "+cpu");
	put("/sys/fs/cgroup/cgroup.subtree_control", "+cpuset");
}

/* Ports appear when the host has answered on the control queue; the first
 * number in the name depends on the order in which devices were found. */
static int open_port(int number)
{
	char path[32];
	int i, fd;

	for (i = 0; i < 40000; i++) {
		snprintf(path, sizeof(path), "/dev/vport%dp%d", i % 4, number);
		fd = open(path, O_WRONLY | O_CLOEXEC);
		if (fd >= 0)
			return fd;
		if (i % 4 == 3)
			usleep(1000);
	}
	die("no virtio port %d: %s", number, strerror(errno));
}

static void put_all(int fd, const char *buf, size_t len)
{
	while (len) {
		ssize_t n = write(fd, buf, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		buf += n;
		len -= n;
	}
}

/* A port is writable again only when the host has taken what was written. */
static void flush_port(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	while (poll(&p, 1, -1) < 0 && errno == EINTR)
		;
}

struct channel {
	int from, to;
};

/* Moves what is there; false when nothing is, for now or for ever. */
static bool pump(struct channel *c)
{
	static char buf[32768];
	ssize_t n = read(c->from, buf, sizeof(buf));

	if (n > 0) {
		put_all(c->to, buf, n);
		return true;
	}
	if (n == 0) {
		close(c->from);
		c->from = -1;
	}
	return false;
}

static void open_channel(struct channel *c, int port, int *child_end)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	fcntl(fds[0], F_SETFL, O_NONBLOCK);
	c->from = fds[0];
	c->to = open_port(port);
	*child_end = fds[1];
}

static void run_child(int out, int err) __attribute__((noreturn));

static void run_child(int out, int err)
{
	int code;
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	setgroups(0, NULL);
	dup2(open("/dev/null", O_RDONLY), 0);
	dup2(out, 1);
	dup2(err, 2);
	environ = spec.env;
	if (chdir(spec.cwd)) {
		dprintf(2, "tests/vm/run: %s: %s\n", spec.cwd, strerror(errno));
		_exit(126);
	}
	execvp(spec.argv[0], spec.argv);
	code = errno == ENOENT ? 127 : 126;
	dprintf(2, "tests/vm/run: %s: %s\n", spec.argv[0], strerror(errno));
	_exit(code);
}

/* Reaps all that has ended; true when the command itself was among them. */
static bool reap(pid_t command, int *status)
{
	bool done = false;
	pid_t pid;
	int st;

	while ((pid = waitpid(-1, &st, WNOHANG)) > 0) {
		if (pid == command) {
			*status = st;
			done = true;
		}
	}
	return done;
}

static int run_command(void)
{
	struct channel ch[2] = { { -1, -1 }, { -1, -1 } };
	struct pollfd p[3];
	int out, err, sig, status = 0, i;
	sigset_t child;
	pid_t pid;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	sig = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);

	open_channel(&ch[0], PORT_OUT, &out);
	if (spec.merge)
		err = out;
	else
		open_channel(&ch[1], PORT_ERR, &err);

	pid = fork();
	if (pid < 0)
		die("fork: %s", strerror(errno));
	if (pid == 0)
		run_child(out, err);
	close(out);
	if (err != out)
		close(err);

	for (;;) {
		struct signalfd_siginfo info;

		p[0] = (struct pollfd){ ch[0].from, POLLIN, 0 };
		p[1] = (struct pollfd){ ch[1].from, POLLIN, 0 };
		p[2] = (struct pollfd){ sig, POLLIN, 0 };
		if (poll(p, 3, -1) < 0)
			continue;
		for (i = 0; i < 2; i++)
			if (p[i].revents)
				pump(&ch[i]);
		if (!p[2].revents)
			continue;
		while (read(sig, &info, sizeof(info)) > 0)
			;
		if (reap(pid, &status))
			break;
	}

	/* Processes that it left behind may hold the pipes open: take what is
	 * there and do not wait for more. */
	for (i = 0; i < 2; i++) {
		if (ch[i].to < 0)
			continue;
		while (ch[i].from >= 0 && pump(&ch[i]))
			;
		flush_port(ch[i].to);
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
				     WEXITSTATUS(status);
}

/* What was written below --out must be on the host before the power goes. */
static void leave(void)
{
	int i, tries;

	kill(-1, SIGKILL);
	for (tries = 0; tries < 2000 && waitpid(-1, NULL, WNOHANG) >= 0; tries++)
		usleep(1000);
	for (i = 0; i < spec.outc; i++)
		if (umount(spec.out[i]))
			umount2(spec.out[i], MNT_DETACH);
	sync();
}

#ifdef __x86_64__

/* The time stamp counter and the clock, read as nearly together as can be:
 * on a busy machine something may come between the two. */
static unsigned long long both_clocks(struct timespec *t)
{
	unsigned long long best = -1ULL, at = 0;
	int i;

	for (i = 0; i < 50; i++) {
		unsigned long long before = __rdtsc(), after;
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC_RAW, &now);
		after = __rdtsc();
		if (after - before < best) {
			best = after - before;
			at = before + best / 2;
			*t = now;
		}
	}
	return at;
}

/*
 * On the host: prints the counter's frequency in kHz.  An emulated guest reads
 * the host's counter, and cannot measure its speed when the host is busy: it
 * then falls back to a clock that stands still for 4 ms at a time.
 */
static int print_tsc_khz(void)
{
	struct timespec t0, t1;
	unsigned long long c0, c1;
	double ms;

	c0 = both_clocks(&t0);
	usleep(30000);
	c1 = both_clocks(&t1);
	ms = (t1.tv_sec - t0.tv_sec) * 1e3 + (t1.tv_nsec - t0.tv_nsec) / 1e6;
	printf("%.0f\n", (c1 - c0) / ms);
	return 0;
}

#else

static int print_tsc_khz(void)
{
	fputs("init: this machine's guests tell their counter's frequency\n",
	      stderr);
	return 1;
}

#endif

int main(void)
{
	const char *dir = getenv("uet_vm_run");
	int code;

	if (getpid() != 1)
		return print_tsc_khz();
	if (!dir)
		die("uet_vm_run is not set");
	if (!access("/modules", F_OK))
		enter_host();
	read_spec(dir);
	build_root();
	mount_out();
	move_root(ROOT);
	status_fd = open_port(PORT_STATUS);
	settle();
	code = run_command();
	leave();
	dprintf(status_fd, "exit %d\n", code);
	flush_port(status_fd);
	halt();
}
