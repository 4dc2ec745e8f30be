/* SPDX-License-Identifier: MIT */
/*
 * Whether an event is still what a catalog says.  Knows tracefs, and nothing
 * about perf events.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/session_internal.h"
#include "collect/sys.h"
#include "common/tracefs.h"

/*
 * The text has the number in it.  Once the event is open, it can neither go
 * nor change, so that one look is enough.
 */
bool uet_session_is_same(const struct uet_catalog_event *from)
{
	char folder[UET_TRACEFS_PATH_MAX], *path, *text;
	size_t size;
	bool same;
	int result;

	if (!from->format || uet_tracefs_find(folder, sizeof(folder)))
		return true;
	if (asprintf(&path, "%s/events/%s/%s/format", folder, from->system,
		     from->name) < 0)
		return true;
	result = uet_sys_read_file(path, SIZE_MAX / 2, &text, &size);
	free(path);
	if (result) /* what may not be read any more is believed */
		return result != -ENOENT && result != -ENODEV;
	same = size == from->format_size && !memcmp(text, from->format, size);
	free(text);
	return same;
}
