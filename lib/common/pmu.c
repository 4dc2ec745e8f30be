/* SPDX-License-Identifier: MIT */
/*
 * Reads what /sys tells about a PMU.  Knows nothing of how events are spelled.
 */
#include "common/pmu.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/sys.h"

#define PATH_SIZE 512

const char *uet_pmu_root = "/sys/bus/event_source/devices";

/* A name that leaves its folder is none. */
static int path_of(char path[PATH_SIZE], const char *pmu, const char *folder,
		   const char *name)
{
	int n;

	if (!*name || *name == '.' || strchr(name, '/'))
		return -ENOENT;
	n = folder ? snprintf(path, PATH_SIZE, "%s/%s/%s/%s", uet_pmu_root, pmu,
			      folder, name) :
		     snprintf(path, PATH_SIZE, "%s/%s/%s", uet_pmu_root, pmu,
			      name);
	return n < PATH_SIZE ? 0 : -ENAMETOOLONG;
}

static int read_line(const char *path, char text[UET_PMU_TEXT_MAX])
{
	size_t have = 0;
	ssize_t got = 1;
	int fd = uet_sys_open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return fd;
	while (got && have < UET_PMU_TEXT_MAX - 1) {
		got = uet_sys_read(fd, text + have,
				   UET_PMU_TEXT_MAX - 1 - have);
		if (got == -EINTR)
			continue;
		if (got < 0)
			break;
		have += (size_t)got;
	}
	uet_sys_close(fd);
	if (got < 0)
		return (int)got;
	text[have] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return (int)strlen(text);
}

int uet_pmu_read(const struct uet_pmu *pmu, const char *folder,
		 const char *name, char text[UET_PMU_TEXT_MAX])
{
	char path[PATH_SIZE];
	int result = path_of(path, pmu->name, folder, name);

	return result ? result : read_line(path, text);
}

bool uet_pmu_has(const struct uet_pmu *pmu, const char *folder,
		 const char *name)
{
	char path[PATH_SIZE];

	return !path_of(path, pmu->name, folder, name) &&
	       !uet_sys_access(path, F_OK);
}

static int read_cpus(struct uet_pmu *pmu, const char *name)
{
	char text[UET_PMU_TEXT_MAX];
	int length = uet_pmu_read(pmu, NULL, name, text);

	if (length < 0)
		return length;
	if ((size_t)length >= sizeof(pmu->cpus))
		return -E2BIG;
	memcpy(pmu->cpus, text, (size_t)length + 1);
	return 0;
}

int uet_pmu_open(const char *name, struct uet_pmu *pmu)
{
	char text[UET_PMU_TEXT_MAX], *end;
	size_t length = strlen(name);
	int result;

	if (length >= sizeof(pmu->name))
		return -ENOENT;
	memset(pmu, 0, sizeof(*pmu));
	memcpy(pmu->name, name, length + 1);
	result = uet_pmu_read(pmu, NULL, "type", text);
	if (result < 0)
		return result == -ENOTDIR ? -ENOENT : result;
	pmu->type = (uint32_t)strtoul(text, &end, 10);
	if (end == text)
		return -EINVAL;
	/* Only core PMUs have "cpus"; where all CPUs are alike, x86 has not. */
	result = read_cpus(pmu, "cpus");
	pmu->is_core = !result || !strcmp(name, "cpu");
	if (result == -ENOENT)
		result = read_cpus(pmu, "cpumask");
	return result == -ENOENT ? 0 : result;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int uet_pmu_walk(int (*visit)(void *data, const struct uet_pmu *pmu),
		 void *data)
{
	struct dirent **entries;
	struct uet_pmu pmu;
	int n = scandir(uet_pmu_root, &entries, is_visible, by_name);
	int result = 0;

	if (n < 0)
		return -errno;
	for (int i = 0; i < n; i++) {
		if (!result && !uet_pmu_open(entries[i]->d_name, &pmu))
			result = visit(data, &pmu);
		free(entries[i]);
	}
	free(entries);
	return result;
}

/* "3" or "0-7", as part of a list. */
static const char *range_of(const char *at, unsigned long *first,
			    unsigned long *last)
{
	char *end;

	if (*at < '0' || *at > '9')
		return NULL;
	*first = *last = strtoul(at, &end, 10);
	if (*end == '-') {
		at = end + 1;
		if (*at < '0' || *at > '9')
			return NULL;
		*last = strtoul(at, &end, 10);
	}
	if (*end == ',')
		end++;
	else if (*end)
		return NULL;
	return *first <= *last ? end : NULL;
}

int uet_pmu_format_parse(const char *text, struct uet_pmu_format *format)
{
	static const char word[] = "config";
	unsigned long first, last;

	if (strncmp(text, word, sizeof(word) - 1))
		return -EINVAL;
	text += sizeof(word) - 1;
	format->word = 0;
	format->bits = 0;
	if (*text >= '1' && *text <= '3')
		format->word = (unsigned int)(*text++ - '0');
	if (*text++ != ':')
		return -EINVAL;
	do {
		text = range_of(text, &first, &last);
		if (!text || last > 63)
			return -EINVAL;
		format->bits |= UINT64_MAX >> (63 - last + first) << first;
	} while (*text);
	return 0;
}

int uet_pmu_format(const struct uet_pmu *pmu, const char *term,
		   struct uet_pmu_format *format)
{
	char text[UET_PMU_TEXT_MAX];
	int result = uet_pmu_read(pmu, "format", term, text);

	return result < 0 ? result : uet_pmu_format_parse(text, format);
}

uint64_t uet_pmu_format_max(const struct uet_pmu_format *format)
{
	int n = __builtin_popcountll(format->bits);

	return n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

uint64_t uet_pmu_format_spread(const struct uet_pmu_format *format,
			       uint64_t value)
{
	uint64_t result = 0;

	for (unsigned int bit = 0; bit < 64; bit++) {
		if (!(format->bits >> bit & 1))
			continue;
		result |= (value & 1) << bit;
		value >>= 1;
	}
	return result;
}

void uet_pmu_names(const struct uet_pmu *pmu, const char *folder, char *text,
		   size_t size)
{
	static const char ellipsis[] = ", ...";
	char path[PATH_SIZE];
	struct dirent **entries;
	size_t have = 0;
	int n;

	*text = '\0';
	if (path_of(path, pmu->name, NULL, folder))
		return;
	n = scandir(path, &entries, is_visible, by_name);
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;

		/* An event's unit and scale stand beside it. */
		if (have + strlen(name) + 2 + sizeof(ellipsis) > size)
			have = size;
		else if (!strchr(name, '.'))
			have += (size_t)sprintf(text + have, "%s%s",
						have ? ", " : "", name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	if (have == size && *text)
		strcat(text, ellipsis);
}

bool uet_cpu_list_has(const char *list, int cpu)
{
	unsigned long first, last;

	while (list && *list) {
		list = range_of(list, &first, &last);
		if (list && (unsigned long)cpu >= first &&
		    (unsigned long)cpu <= last)
			return true;
	}
	return false;
}
