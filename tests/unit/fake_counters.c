/* SPDX-License-Identifier: MIT */
#include "fake_counters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/sys.h"

struct fake_counters fake;

void fake_counters_reset(void)
{
	memset(&fake, 0, sizeof(fake));
	fake.capabilities = UET__CAP_RDPMC;
	fake.affinity = 0xf;
}

static struct fake_counter *counter_of(int fd)
{
	unsigned int i = (unsigned int)(fd - FAKE_FIRST_FD);

	return i < fake.n && fake.counters[i].open ? &fake.counters[i] : NULL;
}

struct uet__counter_page *fake_page(unsigned int i)
{
	return fake.counters[i].page;
}

uint64_t fake_pmc(uint32_t n)
{
	uint64_t value = fake.registers[n];

	fake.n_pmc++;
	if (fake.on_pmc)
		fake.on_pmc();
	return value;
}

uint64_t fake_time(void)
{
	return fake.time;
}

int uet_sys_perf_event_open(struct perf_event_attr *attr, pid_t tid, int cpu,
			    int group, unsigned long flags)
{
	unsigned int try = fake.n_tries++;
	struct fake_counter *counter = &fake.counters[fake.n];

	if (tid || cpu != -1 || flags || fake.n == FAKE_COUNTERS)
		return -EBADF;
	if (try < 8) {
		fake.tried_config1[try] = attr->config1;
		if (fake.open_errors[try])
			return fake.open_errors[try];
	}
	counter->attr = *attr;
	if (attr->size > 128)
		memcpy(&counter->config3, (const char *)attr + 128, 8);
	counter->leader = group;
	counter->open = true;
	counter->flags = O_RDWR;
	counter->id = 100 + fake.n;
	fake.n_open++;
	return FAKE_FIRST_FD + (int)fake.n++;
}

int uet_sys_map_shared(int fd, size_t size, void **map)
{
	(void)fd;
	(void)size;
	(void)map;
	return -EBADF;
}

int uet_sys_map_read_only(int fd, size_t size, void **map)
{
	struct fake_counter *counter = counter_of(fd);

	if (!counter || size != (size_t)sysconf(_SC_PAGESIZE))
		return -EBADF;
	if (fake.map_error)
		return fake.map_error;
	*map = aligned_alloc(size, size);
	memset(*map, 0, size);
	counter->page = *map;
	counter->page->capabilities = fake.capabilities;
	fake.n_maps++;
	return 0;
}

int uet_sys_map_wiped(size_t size, size_t wiped, void **map)
{
	*map = mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	fake.n_maps++;
	return fake.no_wipe || madvise(*map, wiped, MADV_WIPEONFORK);
}

int uet_sys_unmap(void *map, size_t size)
{
	fake.n_maps--;
	for (unsigned int i = 0; i < fake.n; i++) {
		if (fake.counters[i].page != map)
			continue;
		fake.counters[i].page = NULL;
		free(map);
		return 0;
	}
	return munmap(map, size);
}

int uet_sys_cpu(void)
{
	return fake.cpu;
}

int uet_sys_affinity(unsigned long *bits, size_t size)
{
	(void)size;
	bits[0] = fake.affinity;
	return 8;
}

ssize_t __real_uet_sys_read(int fd, void *to, size_t size);
ssize_t __wrap_uet_sys_read(int fd, void *to, size_t size);
ssize_t __wrap_uet_sys_read(int fd, void *to, size_t size)
{
	uint64_t *words = to;
	size_t n = 1;

	if (fd < FAKE_FIRST_FD)
		return __real_uet_sys_read(fd, to, size);
	if (!counter_of(fd))
		return -EBADF;
	fake.n_reads++;
	if (fake.short_read)
		return 0;
	if (counter_of(fd)->attr.read_format !=
	    (PERF_FORMAT_GROUP | PERF_FORMAT_ID |
	     PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING))
		return -EINVAL;
	for (unsigned int i = 0; i < fake.n; i++)
		n += fake.counters[i].open && fake.counters[i].leader == fd;
	if (size < (3 + 2 * n) * 8)
		return -ENOSPC;
	words[0] = n;
	words[1] = fake.enabled;
	words[2] = fake.running;
	for (size_t i = 0; i < n; i++) {
		words[3 + 2 * i] = fake.values[i];
		words[4 + 2 * i] = counter_of(fd + (int)i)->id;
	}
	return (ssize_t)(3 + 2 * n) * 8;
}

int __real_uet_sys_close(int fd);
int __wrap_uet_sys_close(int fd);
int __wrap_uet_sys_close(int fd)
{
	if (fd < FAKE_FIRST_FD)
		return __real_uet_sys_close(fd);
	if (!counter_of(fd))
		return -EBADF;
	counter_of(fd)->open = false;
	fake.n_open--;
	return 0;
}

int __wrap_uet_sys_ioctl(int fd, unsigned long request, void *argument);
int __wrap_uet_sys_ioctl(int fd, unsigned long request, void *argument)
{
	if (!counter_of(fd))
		return -EBADF;
	if (request == PERF_EVENT_IOC_ID) {
		*(uint64_t *)argument = counter_of(fd)->id;
		return 0;
	}
	fake.last_fd = fd;
	fake.last_ioctl = request;
	fake.last_argument = (unsigned long)argument;
	return 0;
}

int __real_uet_sys_fcntl(int fd, int command, long argument);
int __wrap_uet_sys_fcntl(int fd, int command, long argument);
int __wrap_uet_sys_fcntl(int fd, int command, long argument)
{
	struct fake_counter *counter = counter_of(fd);

	if (fd < FAKE_FIRST_FD)
		return __real_uet_sys_fcntl(fd, command, argument);
	if (!counter)
		return -EBADF;
	if (command == F_GETFL)
		return counter->flags;
	if (command != F_SETFL)
		return -EINVAL;
	/* What open() decided stays. */
	counter->flags = (counter->flags & O_ACCMODE) | (int)argument;
	return fake.mark_error;
}
