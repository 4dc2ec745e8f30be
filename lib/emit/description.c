/* SPDX-License-Identifier: MIT */
/*
 * The public face of lib/common/description_check.c.
 */
#include <errno.h>
#include <string.h>

#include "common/description_check.h"
#include "emit_internal.h"

UET_API int uet_description_check(const char *text,
				  struct uet_description_error *where)
{
	struct uet_description_error ignored;
	struct uet_description_info info;

	if (!where)
		where = &ignored;
	if (text)
		return uet_desc_check(text, &info, where);
	*where = (struct uet_description_error){ 0, "there is no text" };
	return -EINVAL;
}

UET_API int uet_description_measure(const char *text,
				    struct uet_description_info *info)
{
	struct uet_description_error ignored;
	struct uet_description_info known;
	size_t size = info->size;
	int result;

	if (size < sizeof(info->size))
		return -EINVAL;
	memset(&known, 0, sizeof(known));
	result = text ? uet_desc_check(text, &known, &ignored) : -EINVAL;
	known.size = size;
	memset(info, 0, size);
	memcpy(info, &known, size < sizeof(known) ? size : sizeof(known));
	return result;
}
