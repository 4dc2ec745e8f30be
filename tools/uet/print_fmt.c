/* SPDX-License-Identifier: MIT */
/*
 * The files that --print-fmt takes names from, and what it cannot print.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uet/catalog.h>

#include "print_fmt.h"

/* The kernel's own is some 10 MB. */
#define MAX_FILE ((size_t)256 << 20)

/* Of strings that are recorded; the kernel's are some 10 KB. */
#define MAX_STRINGS ((size_t)1 << 20)

/* All of a file, whose size need not be known: 0 or -errno. */
static int read_file(const char *path, size_t most, char **text, size_t *size)
{
	FILE *file = fopen(path, "re");
	size_t room = 0, used = 0;
	char *bytes = NULL, *grown;
	int result = file ? 0 : -errno;

	while (!result && !feof(file)) {
		if (used == room) {
			room = room ? 2 * room : 1 << 16;
			grown = room <= most ? realloc(bytes, room) : NULL;
			if (!grown) {
				result = room <= most ? -ENOMEM : -EFBIG;
				break;
			}
			bytes = grown;
		}
		used += fread(bytes + used, 1, room - used, file);
		if (ferror(file))
			result = errno ? -errno : -EIO;
	}
	if (file)
		fclose(file);
	if (result) {
		free(bytes);
		return result;
	}
	*text = bytes;
	*size = used;
	return 0;
}

static int load(struct uet_print_fmt *p, const char *path,
		int (*add)(struct uet_print_fmt *p, const char *text,
			   size_t size))
{
	char *text = NULL;
	size_t size;
	int result = read_file(path, MAX_FILE, &text, &size);

	if (!result)
		result = add(p, text, size);
	free(text);
	return result;
}

bool print_fmt_symbols(const struct uet_cmd *cmd, struct uet_print_fmt *p,
		       const char *path)
{
	int result = load(p, path, uet_print_fmt_symbols);

	if (result == -EINVAL)
		out_error(cmd, "--kallsyms %s: not like /proc/kallsyms", path);
	else if (result)
		out_error(cmd, "--kallsyms %s: %s", path, strerror(-result));
	return !result;
}

void print_fmt_tell_refused(const struct uet_cmd *cmd,
			    const struct uet_print_fmt *p, unsigned int id,
			    const char *name)
{
	const char *why = uet_print_fmt_refused(p, id);

	if (why)
		out_error(cmd, "%.100s is printed by its fields: its print fmt "
			  "%s", name, why);
}

static bool find_strings(char *path, size_t size)
{
	char folder[256];

	if (uet_tracing_find(folder, sizeof(folder), NULL))
		return false;
	snprintf(path, size, "%s/printk_formats", folder);
	return true;
}

bool print_fmt_kernel_strings(char **text, size_t *size)
{
	char path[300];

	return find_strings(path, sizeof(path)) &&
	       !read_file(path, MAX_STRINGS, text, size);
}

bool print_fmt_running(const struct uet_cmd *cmd, struct uet_print_fmt *p)
{
	int result = load(p, "/proc/kallsyms", uet_print_fmt_symbols);
	char path[300];

	if (result != -ENOMEM && find_strings(path, sizeof(path)))
		result = load(p, path, uet_print_fmt_strings);
	if (result != -ENOMEM)
		return true;
	out_error(cmd, "out of memory");
	return false;
}
