/* SPDX-License-Identifier: MIT */
/*
 * Asks the program's own dynamic loader, "LOADER --list PROGRAM", what it would
 * map.  Only for a program that is about to be run anyway.
 *
 * Nobody else knows it for certain: RPATH of whom, RUNPATH, $ORIGIN, the cache
 * and its variants for better processors, LD_LIBRARY_PATH and LD_PRELOAD.  The
 * loaders of glibc and musl both know --list, and run nothing of the program
 * or its libraries for it.
 */
#include "needed.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void needed_free(char **files, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(files[i]);
	free(files);
}

/* A file of this machine's own kind: others need other loaders. */
static bool is_native(const ElfW(Ehdr) *head)
{
	const uint16_t probe = 1;
	bool little = *(const uint8_t *)&probe;

	return !memcmp(head->e_ident, ELFMAG, SELFMAG) &&
	       head->e_ident[EI_CLASS] ==
		       (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
	       head->e_ident[EI_DATA] == (little ? ELFDATA2LSB : ELFDATA2MSB) &&
	       head->e_phentsize == sizeof(ElfW(Phdr));
}

static bool read_at(int fd, void *to, size_t size, ElfW(Off) offset)
{
	return offset <= LONG_MAX - size &&
	       pread(fd, to, size, (off_t)offset) == (ssize_t)size;
}

static bool find_loader(int fd, char loader[PATH_MAX])
{
	ElfW(Ehdr) head;
	ElfW(Phdr) segment;

	if (!read_at(fd, &head, sizeof(head), 0) || !is_native(&head))
		return false;
	for (unsigned int i = 0; i < head.e_phnum; i++) {
		if (!read_at(fd, &segment, sizeof(segment),
			     head.e_phoff + i * sizeof(segment)))
			return false;
		if (segment.p_type != PT_INTERP)
			continue;
		if (!segment.p_filesz || segment.p_filesz >= PATH_MAX ||
		    !read_at(fd, loader, segment.p_filesz, segment.p_offset))
			return false;
		loader[segment.p_filesz] = '\0';
		return loader[0] == '/';
	}
	return false;
}

static bool loader_of(const char *path, char loader[PATH_MAX])
{
	/* Not to wait for a pipe's writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool found = fd >= 0 && find_loader(fd, loader);

	if (fd >= 0)
		close(fd);
	return found;
}

/* Its standard output, or NULL. */
static FILE *ask(char *loader, const char *path, pid_t *pid)
{
	/* posix_spawn() changes none of them. */
	char *argv[] = { loader, (char *)"--list", (char *)(uintptr_t)path,
			 NULL };
	posix_spawn_file_actions_t actions;
	int ends[2], failed;

	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
					 O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	failed = posix_spawn(pid, loader, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!failed)
		return fdopen(ends[0], "r");
	close(ends[0]);
	return NULL;
}

/* "NAME => /PATH (0xADDRESS)", or a path alone. */
static char *path_of_line(char *line)
{
	char *arrow = strstr(line, " => "), *end;

	line = arrow ? arrow + 4 : line + strspn(line, " \t");
	end = strstr(line, " (0x");
	if (!end || *line != '/')
		return NULL;
	*end = '\0';
	return line;
}

static bool add(char ***files, size_t *n, const char *path)
{
	char **grown = reallocarray(*files, *n + 1, sizeof(*grown));

	if (!grown)
		return false;
	*files = grown;
	grown[*n] = strdup(path);
	return grown[*n] && ++*n;
}

char **needed_files(const char *path, size_t *n)
{
	char loader[PATH_MAX], *line = NULL, **files = NULL;
	size_t room = 0;
	FILE *output;
	pid_t pid;

	*n = 0;
	if (!loader_of(path, loader))
		return NULL;
	output = ask(loader, path, &pid);
	if (!output)
		return NULL;
	while (getline(&line, &room, output) > 0) {
		const char *file = path_of_line(line);

		if (file && !add(&files, n, file))
			break;
	}
	free(line);
	fclose(output);
	waitpid(pid, NULL, 0);
	return files;
}
