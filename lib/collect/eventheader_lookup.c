/* SPDX-License-Identifier: MIT */
/*
 * What a name means in an EventHeader event: a field of its own, then one of the
 * tracepoint's, then what else the printers tell of it.  Knows nothing about who
 * asks, nor what values look like.
 */
#include <errno.h>

#include "eventheader.h"

#define UUID_SIZE 16

typedef bool tell_fn(const struct uet_eh_event *event, struct uet_eh_item *item);

static bool tell_text(const char *text, size_t size, struct uet_eh_item *item)
{
	item->type = UET_EH_TYPE_TEXT;
	item->charset = UET_EH_UTF8;
	item->value.kind = UET_VALUE_STRING;
	item->value.data = text;
	item->value.size = size;
	return size != 0;
}

static bool tell_uuid(const unsigned char *uuid, struct uet_eh_item *item)
{
	item->type = UET_EH_TYPE_UUID;
	item->value.kind = UET_VALUE_BYTES;
	item->value.data = uuid;
	item->value.size = UUID_SIZE;
	return uuid;
}

/* Also 0, so that it can be compared. */
static bool keyword(const struct uet_eh_event *event, struct uet_eh_item *item)
{
	item->type = UET_EH_TYPE_HEX;
	item->value.kind = UET_VALUE_UINT;
	item->value.u = event->tracepoint->keyword;
	return true;
}

static bool activity(const struct uet_eh_event *event, struct uet_eh_item *item)
{
	return tell_uuid(event->activity, item);
}

static bool related_activity(const struct uet_eh_event *event,
			     struct uet_eh_item *item)
{
	return tell_uuid(event->related_activity, item);
}

static bool group(const struct uet_eh_event *event, struct uet_eh_item *item)
{
	const struct uet_eh_tracepoint *t = event->tracepoint;

	return tell_text(t->group, t->group_size, item);
}

static bool provider(const struct uet_eh_event *event, struct uet_eh_item *item)
{
	const struct uet_eh_tracepoint *t = event->tracepoint;

	return tell_text(t->provider, t->provider_size, item);
}

static bool name_of(const struct uet_eh_event *event, struct uet_eh_item *item)
{
	return tell_text(event->name, event->name_size, item);
}

static const struct {
	const char *name;
	tell_fn *tell;
} told[] = {
	{ "keyword", keyword },
	{ "activity", activity },
	{ "relatedActivity", related_activity },
	{ "group", group },
	{ "provider", provider },
	{ "event", name_of },
};

#define N_TOLD (sizeof(told) / sizeof(told[0]))

void uet_eh_name_set(struct uet_eh_name *to, const char *path,
		     uint32_t header_offset, uint32_t header_size)
{
	*to = (struct uet_eh_name){
		.path = path,
		.header_offset = header_offset,
		.header_size = header_size,
		.told = N_TOLD,
	};
	for (size_t i = 0; i < N_TOLD; i++)
		if (!strcmp(told[i].name, path))
			to->told = i;
}

int uet_eh_look_up(const struct uet_eh_name *name,
		   const struct uet_eh_event *event, const void *raw,
		   struct uet_eh_found *found)
{
	struct uet_eh_item *item = &found->item;
	int ret = uet_eh_find(event, name->path, &found->cursor, item);

	found->place = UET_EH_OWN;
	if (!ret)
		return 0;
	*item = (struct uet_eh_item){
		.kind = UET_EH_VALUE,
		.type = UET_EH_TYPE_UINT,
		.field = &found->cursor.field,
		.value.kind = UET_VALUE_UINT,
	};
	if (name->header_size) {
		found->place = UET_EH_HEADER;
		item->value.u = uet_eh_header_number(name->header_offset,
						     name->header_size, raw,
						     event);
		return 0;
	}
	found->place = UET_EH_TOLD;
	return name->told < N_TOLD && told[name->told].tell(event, item) ? 0 :
									   ret;
}
