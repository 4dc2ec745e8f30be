/* SPDX-License-Identifier: MIT */
/*
 * A field of an EventHeader event by its path, and where it ends.  Knows
 * nothing about bytes.
 */
#include <errno.h>

#include "eventheader.h"

/* In how many structs an item's field lies. */
static unsigned int level_of(const struct uet_eh_cursor *c,
			     const struct uet_eh_item *item)
{
	bool is_struct = item->field->encoding == UET_EH_ENCODING_STRUCT;

	/* What has just begun is a level of its own already. */
	return c->depth - (is_struct ? 1 : 0);
}

/* Does the path go on inside of this struct, or end here? */
enum match { OTHER, INSIDE, HERE };

static enum match compare(const char *path, const struct uet_eh_field *f)
{
	if (strncmp(path, f->name, f->name_size) != 0)
		return OTHER;
	if (!path[f->name_size])
		return HERE;
	if (path[f->name_size] == '.' &&
	    f->encoding == UET_EH_ENCODING_STRUCT)
		return INSIDE;
	return OTHER;
}

int uet_eh_find(const struct uet_eh_event *event, const char *path,
		struct uet_eh_cursor *c, struct uet_eh_item *item)
{
	/* What is left of the path in the structs that we are in. */
	const char *rest[UET_EH_DEPTH_MAX + 1] = { path };
	unsigned int level = 0;

	uet_eh_begin(c, event);
	for (;;) {
		enum uet_eh_kind kind = uet_eh_next(c, item);

		if (kind == UET_EH_END)
			return -ENOENT;
		if (kind == UET_EH_DAMAGED)
			return -EBADMSG;
		if (level > c->depth)
			level = c->depth;
		if (kind == UET_EH_STRUCT_END || kind == UET_EH_ARRAY_END ||
		    level_of(c, item) != level)
			continue;
		switch (compare(rest[level], item->field)) {
		case OTHER:
			break;
		case HERE:
			return 0;
		case INSIDE:
			rest[level + 1] = rest[level] + item->field->name_size + 1;
			level++;
			break;
		}
	}
}

/* How deep one is behind the item, if one was so deep before. */
static unsigned int depth_behind(const struct uet_eh_item *item,
				 unsigned int depth)
{
	switch (item->kind) {
	case UET_EH_STRUCT_BEGIN:
	case UET_EH_ARRAY_BEGIN:
		return depth + 1;
	case UET_EH_STRUCT_END:
	case UET_EH_ARRAY_END:
		return depth - 1;
	default:
		return depth;
	}
}

int uet_eh_put_whole(struct uet_buffer *b, struct uet_eh_cursor *c,
		     struct uet_eh_item *item, uet_eh_put_item *put)
{
	unsigned int depth = 0;
	bool is_first = true;

	/* Elements have neither a name nor, as the first, a separator. */
	item->is_element = true;
	do {
		if (put(b, item, &is_first))
			return -ENOMEM;
		depth = depth_behind(item, depth);
	} while (depth && uet_eh_next(c, item) != UET_EH_END);
	return 0;
}
