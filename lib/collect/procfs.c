/* SPDX-License-Identifier: MIT */
/*
 * What /proc and /sys tell about CPUs and processes that run already.  Knows
 * the shape of the kernel's COMM and MMAP2 records, not where they go.
 */
#include "collect/procfs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "collect/collect_internal.h"
#include "collect/sample_id.h"
#include "collect/sys.h"

#define ONLINE_FILE "/sys/devices/system/cpu/online"
#define CPU_MAX 65536
#define MAPS_SIZE_MAX (256u << 20)

int uet_cpulist_parse(const char *text, int **cpus, size_t *n)
{
	int *list = NULL;
	size_t have = 0, room = 0;
	const char *at = text;

	while (isdigit((unsigned char)*at)) {
		char *end;
		unsigned long first = strtoul(at, &end, 10), last = first;

		if (*end == '-' && isdigit((unsigned char)end[1]))
			last = strtoul(end + 1, &end, 10);
		if (last < first || last >= CPU_MAX)
			break;
		for (unsigned long cpu = first; cpu <= last; cpu++) {
			if (have == room) {
				int *grown;

				room = room ? room * 2 : 16;
				grown = reallocarray(list, room, sizeof(*list));
				if (!grown) {
					free(list);
					return -ENOMEM;
				}
				list = grown;
			}
			list[have++] = (int)cpu;
		}
		at = end;
		if (*at != ',' || !isdigit((unsigned char)at[1]))
			break;
		at++;
	}
	if (!have || (*at != '\n' && *at != '\0')) {
		free(list);
		return -EINVAL;
	}
	*cpus = list;
	*n = have;
	return 0;
}

int uet_cpus_online(int **cpus, size_t *n, struct uet_error *err)
{
	char *text;
	size_t size;
	int result = uet_sys_read_file(ONLINE_FILE, 1u << 16, &text, &size);

	if (!result) {
		result = uet_cpulist_parse(text, cpus, n);
		free(text);
	}
	if (result)
		return uet_error_set(err, result,
				     "cannot tell which CPUs are online: "
				     "%s: %s", ONLINE_FILE, strerror(-result));
	return 0;
}

long uet_sysctl_number(const char *path, long fallback)
{
	char *text;
	size_t size;
	long value;

	if (uet_sys_read_file(path, 64, &text, &size))
		return fallback;
	value = strtol(text, NULL, 10);
	free(text);
	return value;
}

/* A folder's entries that are numbers, one after the other. */
static bool next_number(DIR *dir, pid_t *number)
{
	struct dirent *entry;

	while ((entry = readdir(dir))) {
		char *end;
		long value;

		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		value = strtol(entry->d_name, &end, 10);
		if (*end || value <= 0 || value > INT_MAX)
			continue;
		*number = (pid_t)value;
		return true;
	}
	return false;
}

static int append_tid(pid_t **tids, size_t *n, pid_t tid)
{
	pid_t *grown = reallocarray(*tids, *n + 1, sizeof(**tids));

	if (!grown)
		return -ENOMEM;
	*tids = grown;
	grown[(*n)++] = tid;
	return 0;
}

int uet_process_tids(pid_t pid, pid_t **tids, size_t *n, struct uet_error *err)
{
	char path[64];
	size_t before = *n;
	pid_t tid;
	DIR *dir;
	int result = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (dir) {
		while (!result && next_number(dir, &tid))
			result = append_tid(tids, n, tid);
		closedir(dir);
	}
	if (result)
		return uet_error_set(err, result, "out of memory");
	if (*n == before)
		return uet_error_set(err, -ESRCH, "there is no process %d",
				     (int)pid);
	return 0;
}

struct making {
	uint64_t sample_type;
	uet_records_fn *sink;
	void *context;
};

/* A record that is put together piece by piece; longer names are cut. */
struct draft {
	unsigned char bytes[128 + PATH_MAX + UET_SAMPLE_ID_MAX]
		__attribute__((aligned(8)));
	size_t size;
};

static void put(struct draft *draft, const void *from, size_t size)
{
	memcpy(draft->bytes + draft->size, from, size);
	draft->size += size;
}

static void put_u32(struct draft *draft, uint32_t value)
{
	put(draft, &value, sizeof(value));
}

static void put_u64(struct draft *draft, uint64_t value)
{
	put(draft, &value, sizeof(value));
}

/* With its NUL, filled up to a multiple of 8 bytes. */
static void put_string(struct draft *draft, const char *text)
{
	size_t length = strnlen(text, PATH_MAX - 1);

	put(draft, text, length);
	do
		draft->bytes[draft->size++] = 0;
	while (draft->size % 8);
}

static void begin(struct draft *draft)
{
	draft->size = sizeof(struct perf_event_header);
}

static int finish(const struct making *making, struct draft *draft,
		  uint32_t type, uint16_t misc)
{
	struct perf_event_header header = { .type = type, .misc = misc };

	draft->size += uet_sample_id_put(draft->bytes + draft->size,
					 making->sample_type, 0);
	header.size = (uint16_t)draft->size;
	memcpy(draft->bytes, &header, sizeof(header));
	return making->sink(making->context, draft->bytes, draft->size);
}

int uet_make_comm(uint32_t pid, uint32_t tid, const char *name,
		  uint64_t sample_type, uet_records_fn *sink, void *context)
{
	const struct making making = { sample_type, sink, context };
	struct draft draft;

	begin(&draft);
	put_u32(&draft, pid);
	put_u32(&draft, tid);
	put_string(&draft, name);
	return finish(&making, &draft, PERF_RECORD_COMM, 0);
}

static int make_comm(const struct making *making, pid_t pid, pid_t tid)
{
	char path[64], *comm;
	size_t size;
	int result;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/comm", (int)pid,
		 (int)tid);
	/* Has ended: so does its story. */
	if (uet_sys_read_file(path, 256, &comm, &size))
		return 0;
	if (size && comm[size - 1] == '\n')
		comm[size - 1] = '\0';
	result = uet_make_comm((uint32_t)pid, (uint32_t)tid, comm,
			       making->sample_type, making->sink,
			       making->context);
	free(comm);
	return result;
}

/* One line of maps: "55d0-55d9 r-xp 00001000 fe:01 123    /bin/x". */
static int make_mmap(const struct making *making, pid_t pid, char *line)
{
	struct draft draft;
	uint64_t start, end, offset, inode;
	uint32_t major, minor;
	char mode[5];
	int name = -1;

	if (sscanf(line,
		   "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %" SCNx32
		   ":%" SCNx32 " %" SCNu64 " %n",
		   &start, &end, mode, &offset, &major, &minor, &inode,
		   &name) != 7 || name < 0 || strlen(mode) != 4 ||
	    mode[2] != 'x' || end < start)
		return 0;
	begin(&draft);
	put_u32(&draft, (uint32_t)pid);
	put_u32(&draft, (uint32_t)pid);
	put_u64(&draft, start);
	put_u64(&draft, end - start);
	put_u64(&draft, offset);
	put_u32(&draft, major);
	put_u32(&draft, minor);
	put_u64(&draft, inode);
	put_u64(&draft, 0); /* the inode's generation: not told */
	put_u32(&draft, (mode[0] == 'r' ? PROT_READ : 0u) |
				(mode[1] == 'w' ? PROT_WRITE : 0u) | PROT_EXEC);
	put_u32(&draft, mode[3] == 's' ? MAP_SHARED : MAP_PRIVATE);
	put_string(&draft, line[name] ? line + name : "//anon");
	return finish(making, &draft, PERF_RECORD_MMAP2,
		      PERF_RECORD_MISC_USER);
}

static int make_mmaps(const struct making *making, pid_t pid)
{
	char path[64], *text, *line, *next;
	size_t size;
	int result = 0;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	if (uet_sys_read_file(path, MAPS_SIZE_MAX, &text, &size))
		return 0;
	for (line = text; !result && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		else
			next = line + strlen(line);
		result = make_mmap(making, pid, line);
	}
	free(text);
	return result;
}

static int make_process(const struct making *making, pid_t pid)
{
	char path[64];
	pid_t tid;
	DIR *dir;
	int result;

	/* The process's own name first: threads without one take it. */
	result = make_comm(making, pid, pid);
	if (!result)
		result = make_mmaps(making, pid);
	if (result)
		return result;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!result && next_number(dir, &tid))
		if (tid != pid)
			result = make_comm(making, pid, tid);
	closedir(dir);
	return result;
}

/* The process that a thread belongs to; itself when that is not told. */
static pid_t process_of(pid_t tid)
{
	static const char key[] = "\nTgid:";
	char path[64], *text, *line;
	size_t size;
	long pid = 0;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)tid);
	if (uet_sys_read_file(path, 1u << 16, &text, &size))
		return tid;
	line = strstr(text, key);
	if (line)
		pid = strtol(line + sizeof(key) - 1, NULL, 10);
	free(text);
	return pid > 0 ? (pid_t)pid : tid;
}

/* The first symbol of the kernel's text; 0 where its address is not shown
 * (kernel.kptr_restrict). */
static uint64_t find_kernel_text(void)
{
	FILE *symbols = fopen("/proc/kallsyms", "re");
	uint64_t address = 0, found = 0;
	char name[64];

	while (symbols && !found &&
	       fscanf(symbols, "%" SCNx64 " %*c %63s%*[^\n]", &address,
		      name) == 2)
		if (!strcmp(name, "_text"))
			found = address;
		else if (!strcmp(name, "_end"))
			break;
	if (symbols)
		fclose(symbols);
	return found;
}

/* Without this, perf report complains that it cannot tell what the kernel's
 * addresses are, also of samples that have none. */
static int make_kernel(const struct making *making)
{
	uint64_t text = find_kernel_text();
	struct draft draft;

	if (!text)
		return 0;
	begin(&draft);
	put_u32(&draft, (uint32_t)-1); /* not a process */
	put_u32(&draft, 0);
	put_u64(&draft, text);
	put_u64(&draft, UINT64_MAX - text);
	put_u64(&draft, text);
	put_string(&draft, "[kernel.kallsyms]_text");
	return finish(making, &draft, PERF_RECORD_MMAP,
		      PERF_RECORD_MISC_KERNEL);
}

int uet_process_records(const pid_t *pids, size_t n, uint64_t sample_type,
			uet_records_fn *sink, void *context)
{
	const struct making making = { sample_type, sink, context };
	int result = make_kernel(&making);
	pid_t pid;
	DIR *dir;

	if (pids) {
		for (size_t i = 0; !result && i < n; i++)
			result = make_process(&making, process_of(pids[i]));
		return result;
	}
	dir = result ? NULL : opendir("/proc");
	if (!dir)
		return result;
	while (!result && next_number(dir, &pid))
		result = make_process(&making, pid);
	closedir(dir);
	return result;
}
