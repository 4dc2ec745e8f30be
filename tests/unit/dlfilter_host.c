/* SPDX-License-Identifier: MIT */
/*
 * perf script's side of a filter.  Uses the layouts of tools/dlfilter/abi.h,
 * which test_dlfilter.c compares with perf's own.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dlfilter_host.h"
#include "uet/writer.h"

#include "../../tools/dlfilter/abi.h"
#include "../eventheader_format.h"

char host_said[8192], host_printed[8192];
int host_als;

static struct {
	void *handle;
	struct dlf_fns *fns;
	int (*start)(void **data, void *ctx);
	int (*stop)(void *data, void *ctx);
	int (*late)(void *data, const void *sample, void *ctx);
	int (*early)(void *data, const void *sample, void *ctx);
	const char *(*description)(const char **text);
	void *data;
	int is_v2;
	char *args[8];
	int n_args;
	char path[64];
	unsigned char *page; /* one that can be read, and one that cannot */
	const struct host_sample *sample;
	struct perf_event_attr attr;
	struct dlf_al al;
} host;

static char context; /* its address is what perf would pass */

static char **get_args(void *ctx, int *n)
{
	assert_ptr_equal(ctx, &context);
	*n = host.n_args;
	return host.args;
}

static struct perf_event_attr *get_attr(void *ctx)
{
	assert_ptr_equal(ctx, &context);
	return host.sample ? &host.attr : NULL;
}

static const struct dlf_al *resolve_ip(void *ctx)
{
	assert_ptr_equal(ctx, &context);
	host.al = (struct dlf_al){
		.size = host.is_v2 ? AL_V2 : AL_V0,
		.comm = host.sample->comm,
		.sym = host.sample->user_sym,
	};
	return &host.al;
}

static int32_t resolve_address(void *ctx, uint64_t address, struct dlf_al *to)
{
	static const struct {
		uint64_t address;
		const char *sym, *dso;
	} known[] = {
		{ 0x1000, "alpha", "/usr/bin/shop" },
		{ 0x2000, "uet_probe_gate", "/usr/lib/libuet.so.0.0.0" },
		{ 0x3000, "alpha", "/lib/x86_64-linux-gnu/libc.so.6" },
		{ 0x4000, "beta.part.0", "/usr/bin/shop" },
		/* PERF_CONTEXT_KERNEL: nobody should ask. */
		{ (uint64_t)-128, "uet_mark", NULL },
	};
	struct dlf_al al = { .size = to->size };
	size_t size = host.is_v2 ? AL_V2 : AL_V0;

	assert_ptr_equal(ctx, &context);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].address == address) {
			al.sym = known[i].sym;
			al.dso = known[i].dso;
		}
	memcpy(to, &al, size < to->size ? size : to->size);
	/* Newer ones give something to be freed to who has room for it. */
	if (host.is_v2 && to->size >= AL_V2) {
		to->priv = malloc(1);
		host_als++;
	}
	return 0;
}

static void al_cleanup(void *ctx, struct dlf_al *al)
{
	assert_ptr_equal(ctx, &context);
	free(al->priv);
	host_als--;
}

void host_open(int is_v2)
{
	struct dlf_fns fns = {
		.resolve_ip = resolve_ip,
		.args = get_args,
		.resolve_address = resolve_address,
		.attr = get_attr,
		.al_cleanup = is_v2 ? al_cleanup : NULL,
	};

	host.is_v2 = is_v2;
	host_als = 0;
	host.handle = dlopen(DLFILTER, RTLD_NOW);
	if (!host.handle)
		print_message("# %s\n", dlerror());
	assert_non_null(host.handle);
	host.fns = dlsym(host.handle, "perf_dlfilter_fns");
	*(void **)&host.start = dlsym(host.handle, "start");
	*(void **)&host.stop = dlsym(host.handle, "stop");
	*(void **)&host.late = dlsym(host.handle, "filter_event");
	*(void **)&host.early = dlsym(host.handle, "filter_event_early");
	*(void **)&host.description =
		dlsym(host.handle, "filter_description");
	assert_true(host.fns && host.start && host.stop && host.late &&
		    host.early && host.description);
	memcpy(host.fns, &fns, 1024);
	host.page = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(host.page != MAP_FAILED);
	assert_int_equal(mprotect(host.page + 4096, 4096, PROT_NONE), 0);
	snprintf(host.path, sizeof(host.path), "/tmp/uet-test-dlfilter-XXXXXX");
	close(mkstemp(host.path));
	host_record(host.path, HOST_CALLCHAIN);
}

void host_close(void)
{
	unlink(host.path);
	munmap(host.page, 8192);
	dlclose(host.handle);
}

const char *host_recording(void)
{
	return host.path;
}

#define COMMON "format:\n\tfield:u64 common;\toffset:0;\tsize:8;\tsigned:0;\n\n"
#define N(name) "\tfield:u32 " name ";\toffset:8;\tsize:4;\tsigned:0;\n"
#define END "\nprint fmt: \"\"\n"

void host_record(const char *path, int flags)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_RAW |
			       (flags & HOST_CALLCHAIN ? PERF_SAMPLE_CALLCHAIN :
							 0),
	}, attrs[5];
	static const struct {
		uint64_t config;
		const char *name, *format;
	} tracepoints[5] = {
		{ SHOP, "user_events:shop",
		  "name: shop\nID: 100\n" COMMON N("n")
		  "\tfield:__rel_loc char[] s;\toffset:12;\tsize:4;"
		  "\tsigned:0;\n" END },
		{ JOB_0, "user_events_multi:job.0",
		  "name: job.0\nID: 101\n" COMMON N("n") END },
		{ JOB_1, "user_events_multi:job.1",
		  "name: job.1\nID: 102\n" COMMON N("status") END },
		{ SWITCH, "sched:sched_switch",
		  "name: sched_switch\nID: 200\n" COMMON N("n") N("prev") END },
		{ TOLD, "user_events:Shop_L5K1",
		  "name: Shop_L5K1\nID: 103\n" COMMON
		  EVENTHEADER_FIELDS },
	};
	static const uint64_t ids[5] = { 1, 2, 3, 4, 5 };
	struct uet_writer_event events[5];
	struct uet_writer *writer;
	struct uet_writer_info info = { .size = sizeof(info), .clockid = -1 };

	size_t n = flags & HOST_TOLD ? 5 : 4;

	unlink(path);
	for (size_t i = 0; i < n; i++) {
		attrs[i] = attr;
		attrs[i].config = tracepoints[i].config;
		events[i] = (struct uet_writer_event){
			.name = tracepoints[i].name,
			.attr = &attrs[i],
			.ids = &ids[i],
			.n_ids = 1,
			.format = tracepoints[i].format,
			.format_size = strlen(tracepoints[i].format),
		};
	}
	assert_int_equal(uet_writer_open(path, events, n, &writer, NULL), 0);
	assert_int_equal(uet_writer_finish(writer, &info, NULL), 0);
	uet_writer_close(writer);
}

void host_shop(struct host_sample *s, unsigned char *raw, uint32_t n)
{
	memset(raw, 0, BYTES_OF_SHOP);
	memcpy(raw + 8, &n, 4);
	/* Six bytes, right behind the word. */
	memcpy(raw + 12, "\0\0\6\0", 4);
	memcpy(raw + 16, "ab\"cd", 6);
	*s = (struct host_sample){
		.config = SHOP,
		.event = "user_events:shop",
		.raw = raw,
		.raw_size = BYTES_OF_SHOP,
		.tid = 7,
		.time = 1500000000,
		.comm = "worker",
	};
}

void host_told(struct host_sample *s, unsigned char *raw, unsigned char n)
{
	memset(raw, 0, 8);
	memcpy(raw + 8, "\7\0\11\0\0\0\0\5" "\13\0\1\0"
			"Told\0n\0\2s\0\7" "?a b", BYTES_OF_TOLD - 8);
	raw[31] = n;
	*s = (struct host_sample){
		.config = TOLD,
		.event = "user_events:Shop_L5K1",
		.raw = raw,
		.raw_size = BYTES_OF_TOLD,
	};
}

/* Our standard output and error, for a while in files. */
static int saved[2], caught[2];

static void catch_begin(void)
{
	for (int i = 0; i < 2; i++) {
		fflush(i ? stderr : stdout);
		saved[i] = dup(i + 1);
		caught[i] = memfd_create("caught", 0);
		assert_true(saved[i] >= 0 && caught[i] >= 0);
		dup2(caught[i], i + 1);
	}
}

static void catch_end(void)
{
	char *to[2] = { host_printed, host_said };

	for (int i = 0; i < 2; i++) {
		ssize_t n;

		fflush(i ? stderr : stdout);
		dup2(saved[i], i + 1);
		close(saved[i]);
		n = pread(caught[i], to[i], sizeof(host_said) - 1, 0);
		close(caught[i]);
		assert_true(n >= 0);
		to[i][n] = '\0';
	}
}

int host_start(const char *const *args)
{
	int ret;

	host.sample = NULL;
	/* perf's arguments are its own: they go when the function returns. */
	for (host.n_args = 0; args && args[host.n_args]; host.n_args++)
		host.args[host.n_args] = strdup(args[host.n_args]);
	catch_begin();
	ret = host.start(&host.data, &context);
	catch_end();
	for (int i = 0; i < host.n_args; i++) {
		memset(host.args[i], 'x', strlen(host.args[i]));
		free(host.args[i]);
	}
	return ret;
}

int host_start_with(const char *a, const char *b, const char *c)
{
	char input[80];
	const char *args[] = { input, a, b, c, NULL };

	snprintf(input, sizeof(input), "input=%s", host.path);
	return host_start(args);
}

int host_stop(void)
{
	int ret;

	host.sample = NULL;
	catch_begin();
	ret = host.stop(host.data, &context);
	catch_end();
	return ret;
}

static int call(int (*filter)(void *, const void *, void *),
		const struct host_sample *s, uint32_t size)
{
	struct dlf_sample sample = {
		.size = size,
		.pid = (int32_t)s->tid,
		.tid = (int32_t)s->tid,
		.ip = 0x1234,
		.time = s->time,
		.cpu = 3,
		.cpumode = s->user_sym ? PERF_RECORD_MISC_USER :
					 PERF_RECORD_MISC_KERNEL,
		.raw_size = s->raw_size,
		.raw_data = s->raw,
		.raw_callchain_nr = s->n_chain,
		.raw_callchain = s->chain,
		.event = s->event,
		.machine_pid = 1,
		.vcpu = 1,
	};
	unsigned char *at = host.page + 4096 - size;
	int ret;

	host.sample = s;
	host.attr = (struct perf_event_attr){
		.type = s->config == CYCLES ? PERF_TYPE_HARDWARE :
					      PERF_TYPE_TRACEPOINT,
		.config = s->config,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_RAW,
	};
	memcpy(at, &sample, size);
	catch_begin();
	ret = filter(host.data, at, &context);
	catch_end();
	memset(host.page, 0xee, 4096);
	return ret;
}

int host_late_of_size(const struct host_sample *s, uint32_t size)
{
	return call(host.late, s, size);
}

int host_late(const struct host_sample *s)
{
	return call(host.late, s, host.is_v2 ? SAMPLE_V2 : SAMPLE_V0);
}

int host_early(const struct host_sample *s)
{
	return call(host.early, s, host.is_v2 ? SAMPLE_V2 : SAMPLE_V0);
}

const char *host_description(const char **text)
{
	return host.description(text);
}
