/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a tracepoint's name and, behind its NUL, an event of it: taken
 * apart, looked up and printed as whole as it is.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <uet/eventheader_decode.h>

#include "unit/eventheader_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In memory of its own, so that a byte behind it is one too many. */
static void *copy_of(const void *data, size_t size)
{
	void *copy = malloc(size ? size : 1);

	DEMAND(copy);
	memcpy(copy, data, size);
	return copy;
}

static bool lies_in(const void *part, size_t part_size, const void *whole,
		    size_t size)
{
	const char *at = part, *start = whole;

	return at >= start && at <= start + size &&
	       part_size <= (size_t)(start + size - at);
}

static void check_tracepoint(const struct uet_eh_tracepoint *t,
			     const char *name)
{
	size_t size = strlen(name);

	DEMAND(t->provider_size &&
	       lies_in(t->provider, t->provider_size, name, size));
	DEMAND(lies_in(t->options, t->options_size, name, size));
	DEMAND(lies_in(t->group, t->group_size, t->options, t->options_size));
	DEMAND(t->level);
}

static void check_parts(const struct uet_eh_event *e, const void *data,
			size_t size)
{
	DEMAND(lies_in(e->metadata, e->metadata_size, data, size));
	DEMAND(lies_in(e->payload, e->payload_size, data, size));
	DEMAND(!e->name_size || lies_in(e->name, e->name_size, data, size));
	DEMAND(!e->attributes_size ||
	       lies_in(e->attributes, e->attributes_size, data, size));
	DEMAND(!e->activity || lies_in(e->activity, 16, data, size));
	DEMAND(!e->related_activity ||
	       lies_in(e->related_activity, 16, data, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct uet_eh_tracepoint other = {
		.provider = "Fuzz", .provider_size = 4, .level = 5,
		.options = "", .group = "",
	};
	const uint8_t *nul = memchr(data, 0, size);
	size_t name_size = nul ? (size_t)(nul - data) + 1 : 0;
	struct uet_buffer out = { 0 };
	struct uet_eh_tracepoint t;
	struct uet_eh_event e;
	char *name;
	void *bytes;

	if (!nul)
		return 0;
	name = copy_of(data, name_size);
	size -= name_size;
	bytes = copy_of(nul + 1, size);
	if (uet_eh_tracepoint_parse(name, &t))
		t = other;
	else
		check_tracepoint(&t, name);
	if (uet_eh_event_parse(&e, &t, bytes, size)) {
		DEMAND(size < 8);
	} else {
		check_parts(&e, bytes, size);
		check_event(&e, size, &out);
	}
	uet_buffer_free(&out);
	free(bytes);
	free(name);
	return 0;
}
