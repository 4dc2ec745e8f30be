/* SPDX-License-Identifier: MIT */
/*
 * Who called the probe that a sample came from, as perf resolves addresses.
 * Keeps nothing.
 */
#include <linux/perf_event.h>
#include <string.h>

#include "dlfilter.h"

/* How many frames of libraries may lie between the kernel and the caller. */
#define MAX_FRAMES 16

/* libuet's own and libc's functions: what a probe writes through. */
static bool is_writer(const struct dlf_al *al)
{
	const char *slash = al->dso ? strrchr(al->dso, '/') : NULL;
	const char *dso = slash ? slash + 1 : al->dso;

	return (dso && (!strncmp(dso, "libuet.so", 9) ||
			!strncmp(dso, "libc.so", 7) ||
			!strncmp(dso, "libc-", 5))) ||
	       (al->sym && !strncmp(al->sym, "uet_", 4));
}

/* What compilers make of a function is NAME.part.0, NAME.constprop.0, ... */
static bool is_named(const char *sym, const char *name)
{
	size_t n = strlen(name);

	return sym && !strncmp(sym, name, n) &&
	       (sym[n] == '\0' || sym[n] == '.');
}

enum frame { IS_CALLER, IS_OTHER, IS_WRITER };

static enum frame look_at(const struct dlf_fns *fns, void *ctx, uint64_t ip,
			  const char *name)
{
	struct dlf_al al = { .size = sizeof(al) };
	enum frame is = IS_OTHER;

	if (fns->resolve_address(ctx, ip, &al))
		return IS_OTHER;
	if (is_writer(&al))
		is = IS_WRITER;
	else if (is_named(al.sym, name))
		is = IS_CALLER;
	/* perf before Linux 6.7 has nothing to be freed. */
	if (fns->al_cleanup)
		fns->al_cleanup(ctx, &al);
	return is;
}

/* A chain is divided by PERF_CONTEXT_* marks; the user's part has its own. */
static bool is_mark(uint64_t ip)
{
	return ip >= (uint64_t)PERF_CONTEXT_MAX;
}

static bool chain_has(const struct dlf_fns *fns, void *ctx,
		      const struct dlf_sample *sample, const char *name)
{
	const uint64_t *chain = sample->raw_callchain;
	uint64_t n = chain ? sample->raw_callchain_nr : 0, i = 0;
	enum frame is = IS_WRITER;

	while (i < n && chain[i] != (uint64_t)PERF_CONTEXT_USER)
		i++;
	for (unsigned int frames = 0; is == IS_WRITER && frames < MAX_FRAMES;
	     frames++) {
		/* i is the last one looked at; none at all: i == n. */
		if (i >= n || ++i >= n || is_mark(chain[i]))
			return false;
		is = look_at(fns, ctx, chain[i], name);
	}
	return is == IS_CALLER;
}

bool dlf_caller_is(const struct dlf_fns *fns, void *ctx,
		   const struct dlf_sample *sample, const char *name)
{
	const struct dlf_al *al;

	/* A tracepoint's own address is the kernel's, where it wrote. */
	if (sample->cpumode != PERF_RECORD_MISC_USER &&
	    sample->cpumode != PERF_RECORD_MISC_GUEST_USER)
		return chain_has(fns, ctx, sample, name);
	al = fns->resolve_ip(ctx);
	return al && is_named(al->sym, name);
}
