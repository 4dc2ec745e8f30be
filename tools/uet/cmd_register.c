/* SPDX-License-Identifier: MIT */
/*
 * uet register: keeps events registered that no program has.
 */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <uet/elf.h>
#include <uet/registry.h>

#include "child.h"
#include "decl.h"
#include "uet.h"

struct options {
	unsigned int flags;
	char **decls;
	int n_decls;
	const char *elf; /* NULL without one */
	char **command;	 /* NULL without one */
};

/* A declaration, or a line of "uet list". */
static bool add_one(struct uet_registry *registry, const char *line,
		    unsigned int flags)
{
	static const char multi[] = "user_events_multi:";
	char *decl = decl_to_register(line);
	struct uet_error err = { "out of memory" };
	bool ok;

	if (!strncmp(line, multi, sizeof(multi) - 1))
		flags |= UET_REGISTRY_MULTI_FORMAT;
	ok = decl && !uet_registry_add(registry, decl, flags, NULL, &err);
	if (!ok)
		out_error(&cmd_register, "%s", err.text);
	else if (*decl_hint(decl))
		out_error(&cmd_register, "'%s' is registered without fields%s",
			  decl, decl_hint(decl));
	free(decl);
	return ok;
}

static bool add_all(struct uet_registry *registry,
		    const struct options *options)
{
	for (int i = 0; i < options->n_decls; i++)
		if (!add_one(registry, options->decls[i], options->flags))
			return false;
	return true;
}

/* What is compiled into a file; how many, or -1 after a message. */
static int add_file(struct uet_registry *registry,
		    const struct options *options)
{
	struct uet_elf_list *list;
	struct uet_error err;
	int n = 0;

	if (!options->elf)
		return 0;
	if (uet_elf_events(options->elf, &list, &err)) {
		out_error(&cmd_register, "%s", err.text);
		return -1;
	}
	for (size_t i = 0; i < list->n && n >= 0; i++, n++) {
		const struct uet_elf_event *event = &list->events[i];

		if (!uet_registry_add(registry, event->text,
				      event->flags | options->flags, NULL,
				      &err))
			continue;
		out_error(&cmd_register, "%s", err.text);
		n = -2;
	}
	uet_elf_list_free(list);
	return n;
}

/* Until a signal, or the command's end where there is one. */
static int keep(int signals, struct child *child)
{
	struct pollfd poll_fd = { .fd = signals, .events = POLLIN };
	struct signalfd_siginfo info;
	int status;

	for (;;) {
		if (child && child_ended(child, &status))
			return status;
		if (poll(&poll_fd, 1, -1) < 0 && errno != EINTR)
			return UET_EXIT_FAILED;
		while (read(signals, &info, sizeof(info)) == sizeof(info)) {
			if (info.ssi_signo == SIGCHLD)
				continue;
			if (!child)
				return UET_EXIT_OK;
			/* Ctrl-C reaches the command by itself. */
			if (info.ssi_signo != SIGINT)
				kill(child->pid, (int)info.ssi_signo);
		}
	}
}

static int run_command(const struct options *options, int signals)
{
	struct child child;
	char *path;
	int status = child_find(&cmd_register, options->command[0], &path);

	if (status)
		return status;
	status = UET_EXIT_FAILED;
	if (child_start(&cmd_register, &child, path, options->command)) {
		status = child_release(&cmd_register, &child, path);
		if (!status)
			status = keep(signals, &child);
	}
	free(path);
	return status;
}

static int hold(const struct options *options, int n)
{
	int signals = child_signals(&cmd_register);

	if (signals < 0)
		return UET_EXIT_FAILED;
	if (options->command)
		return run_command(options, signals);
	fprintf(stderr, "uet register: %d event%s registered; SIGINT (Ctrl-C) "
		"ends it\n", n, n == 1 ? "" : "s");
	return keep(signals, NULL);
}

static int register_events(const struct options *options)
{
	struct uet_registry *registry;
	struct uet_error err;
	int status = UET_EXIT_FAILED;
	int n;

	if (uet_registry_open(&registry, &err)) {
		out_error(&cmd_register, "%s", err.text);
		return UET_EXIT_FAILED;
	}
	n = add_file(registry, options);
	if (n >= 0 && add_all(registry, options)) {
		status = UET_EXIT_OK;
		/* A persistent event needs nobody to hold it. */
		if (options->command ||
		    !(options->flags & UET_REGISTRY_PERSIST))
			status = hold(options, n + options->n_decls);
	}
	uet_registry_close(registry);
	return status;
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "elf", required_argument, NULL, 'E' },
		{ "persist", no_argument, NULL, 'p' },
		{ "multi-format", no_argument, NULL, 'm' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct options options = { 0 };
	int c, own;

	/* getopt moves arguments about; "--" divides ours from a command's. */
	for (own = 1; own < argc && strcmp(argv[own], "--"); own++)
		;
	if (own < argc) {
		options.command = argv + own + 1;
		argv[own] = NULL;
	}
	opterr = 0;
	while ((c = getopt_long(own, argv, ":h", longs, NULL)) != -1) {
		switch (c) {
		case 'E':
			options.elf = optarg;
			break;
		case 'p':
			options.flags |= UET_REGISTRY_PERSIST;
			break;
		case 'm':
			options.flags |= UET_REGISTRY_MULTI_FORMAT;
			break;
		case 'h':
			return out_help(&cmd_register);
		default:
			return opt_bad(&cmd_register, argv, c);
		}
	}
	options.decls = argv + optind;
	options.n_decls = own - optind;
	if (options.command && !options.command[0])
		return out_usage(&cmd_register, "there is no command after --");
	if (!options.n_decls && !options.elf)
		return out_usage(&cmd_register, "which event? DECL is missing");
	return register_events(&options);
}

const struct uet_cmd cmd_register = {
	.name = "register",
	.summary = "keep events registered that no program has",
	.help =
"Usage: uet register [OPTIONS] DECL... [-- COMMAND [ARG...]]\n"
"       uet register [OPTIONS] --elf FILE [DECL...] [-- COMMAND [ARG...]]\n"
"\n"
"Register events and keep them until SIGINT or SIGTERM, or while COMMAND runs.\n"
"So an event can be recorded or filtered before the program that writes it\n"
"starts. DECL is one argument in the kernel's syntax, or a line of 'uet list':\n"
"\n"
"    uet register 'shop_request u32 status; u64 latency; __rel_loc char[] path'\n"
"\n"
"Of an EventHeader tracepoint, PROVIDER_L<level>K<keyword>, the name is enough.\n"
"\n"
"Options:\n"
"      --elf FILE      register what is compiled into a program or shared object\n"
"      --persist       the events stay until they are deleted (uet delete);\n"
"                      returns at once; needs CAP_PERFMON\n"
"      --multi-format  allow several formats under one name, as NAME.HEX\n"
"  -h, --help          this text\n"
"\n"
"Exit status: that of COMMAND; else 0, 1 on failure, 2 for wrong usage; 126 or\n"
"127 when COMMAND cannot be run or found.\n",
	.run = run,
};
