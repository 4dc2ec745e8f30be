/* SPDX-License-Identifier: MIT */
/*
 * The command uet: a table of commands and nothing else.
 */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "uet.h"

static const struct uet_cmd *const commands[] = {
	&cmd_list,   &cmd_status, &cmd_register,
	&cmd_delete, &cmd_record, &cmd_report,
	&cmd_live,   &cmd_stat,
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct uet_cmd *find_command(const char *name)
{
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	return out_usage(NULL, "there is no command '%s'", name);
}

static int overview(FILE *to)
{
	fputs("Usage: uet COMMAND [ARGUMENTS]\n\n"
	      "Record and read what programs tell through Linux user_events.\n"
	      "\nCommands:\n", to);
	for (size_t i = 0; i < N_COMMANDS; i++)
		fprintf(to, "  %-10s %s\n", commands[i]->name,
			commands[i]->summary);
	fputs("  help       tell about uet or about one command\n"
	      "\nOptions:\n"
	      "  -h, --help     this text\n"
	      "  -V, --version  the version of uet\n", to);
	return UET_EXIT_OK;
}

static int help(int argc, char **argv)
{
	const struct uet_cmd *cmd;

	if (argc > 2)
		return out_usage(NULL, "help: one command at a time");
	if (argc < 2)
		return out_finish(NULL, overview(stdout));
	cmd = find_command(argv[1]);
	return cmd ? out_help(cmd) : unknown_command(argv[1]);
}

/* A descriptor of ours must not become one of the three.  What is written to
 * one of these fails, and is told. */
static void keep_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", O_RDONLY);
}

int main(int argc, char **argv)
{
	const struct uet_cmd *cmd;

	keep_standard_descriptors();
	/* A reader that goes away, or a limit of the file's size, ends the
	 * write, not the program: what was recorded must still be brought
	 * home.  become_command() in child.c undoes this. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);

	if (argc < 2) {
		overview(stderr);
		return UET_EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("uet " PACKAGE_VERSION);
		return out_finish(NULL, UET_EXIT_OK);
	}
	if (!strcmp(argv[1], "help"))
		return help(argc - 1, argv + 1);
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return out_finish(NULL, overview(stdout));
	cmd = find_command(argv[1]);
	if (!cmd)
		return unknown_command(argv[1]);
	return cmd->run(argc - 1, argv + 1);
}
